"""Games that cannot be native code: each gets its sentence, and still plays in Python."""

import re

import pytest
import uncompilable as games

from plytree import Engine, GameError, Limits
from plytree.search.acquire.diagnose import prepare

SENTENCES = {
    "Recursive": r"Recursive.count \(uncompilable.py:\d+\) calls itself",
    "RecursiveHelper": r"tally \(uncompilable.py:\d+\) calls itself",
    "ListState": r"ListState.initial\(\) holds a Python list",
    "ObjectState": r"ObjectState.initial\(\) holds a Python Position",
    "BigStart": r"BigStart.initial\(\) holds a number of 71 bits",
    "GrowingNumbers": r"GrowingNumbers.play gives a state that holds a number of \d+ bits: native code has 64",
    "TwoTypes": r"TwoTypes.evaluate \(uncompilable.py:\d+\) gives found once the type int and once",
    "FloatEstimate": r"FloatEstimate.evaluate \(uncompilable.py:\d+\) returns float; expected a whole number",
    "OtherState": r"OtherState.play gives a state that holds once \w+ and once .+ in the same place: keep to one",
    "NamedException": r"NamedException.evaluate \(uncompilable.py:\d+\) catches a particular exception",
    "Formatting": r"Formatting.evaluate \(uncompilable.py:\d+\) uses hex, which native code does not have",
    "Chance": r"Chance.evaluate \(uncompilable.py:\d+\) uses Random, which native code does not have",
    "Memo": r"Memo.evaluate \(uncompilable.py:\d+\) uses self.seen, a Python dict",
    "ObjectArray": r"ObjectArray.initial\(\) holds a numpy array of object",
}


@pytest.mark.parametrize("name", SENTENCES)
def test_the_sentence_names_the_place_and_the_cause(name, tmp_path, monkeypatch):
    monkeypatch.setenv("PLYTREE_CACHE", str(tmp_path))
    kernel, note = prepare(getattr(games, name)())
    assert kernel is None
    assert re.search(SENTENCES[name], note), note


@pytest.mark.parametrize("name", SENTENCES)
def test_it_still_plays_in_python(name):
    game = getattr(games, name)()
    found = Engine(game, mode="python").search(limits=Limits(depth=2))
    assert found.move in range(9)


def test_the_engine_says_it_in_its_note(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYTREE_CACHE", str(tmp_path))
    engine = Engine(games.ListState(), mode="best")
    assert engine.mode_now == "python"
    assert "holds a Python list" in engine.note
    assert engine.search(limits=Limits(depth=1)).mode == "python"


def test_a_missing_method_is_named():
    with pytest.raises(GameError, match="moves"):
        Engine(games.NoMoves())
