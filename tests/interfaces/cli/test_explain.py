"""`plytree explain` as its users call it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from plytree.interfaces.cli.main import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stopped:
        main(["explain", *arguments])
    printed = capsys.readouterr()
    return int(stopped.value.code or 0), printed.out, printed.err


def test_a_tree_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "[[3,5],[2,9]]")
    assert (code, err) == (0, "")
    assert "10.   C is MIN: beta falls from +inf to 2; 2 <= alpha 3 from A, so G is never visited." in out
    assert "Value 3; best move B; principal line A - B - D." in out


def test_a_tree_from_a_file_or_standard_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tree.json").write_text('[{"name":"left","children":[3,5]},[2,9]]')
    assert "best move left" in run(capsys, str(tmp_path / "tree.json"))[1]
    monkeypatch.setattr("sys.stdin", io.StringIO("[[3,5],[2,9]]"))
    assert json.loads(run(capsys, "-", "--format", "json")[1])["value"] == 3


def test_a_position_of_a_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "--game", "tictactoe", "--position", "XX.OO....", "--depth", "2", "--format", "json")
    assert code == 0
    data = json.loads(out)
    assert (data["value"], data["move_text"]) == (1, "3")
    picture = tmp_path / "board.svg"
    assert run(capsys, "--game", "tictactoe", "--depth", "1", "--format", "svg", "--out", str(picture))[0] == 0
    assert picture.read_text().count('<g class="b"') == 10


def test_the_state_after_some_steps(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "[[3,5],[2,9]]", "--step", "4")
    assert "4.   B is MIN: beta falls from +inf to 3." in out
    assert "5." not in out


def test_the_other_questions(capsys: pytest.CaptureFixture[str]) -> None:
    assert "It matters for the move" in run(capsys, "[[3],[[9],[2,1],[8]]]", "--diff", "fail-soft,no-v")[1]
    assert json.loads(run(capsys, "[[3,5]]", "--diff", "fail-soft,minimax", "--format", "json")[1])["step"] == 3
    found = run(capsys, "--find-difference", "fail-soft,fail-soft", "--ties", "first,last", "--format", "json")[1]
    assert json.loads(found)["tree"] == [2, [2, 1]]
    assert json.loads(run(capsys, "[[9,2],[5,3]]", "--best-order", "--format", "json")[1])["best"] == 3


def test_a_big_trace_is_cut_off_with_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, str([[1, 2, 3]] * 4), "--max-nodes", "7", "--format", "json")
    assert code == 0
    assert err == "plytree: the trace has 17 nodes; shown are the first 7 breadth-first (--max-nodes 17 shows all)\n"
    assert len(json.loads(out)["nodes"]) == 7


WRONG = {
    "an empty list": (["[]"], "the root is an empty list"),
    "an empty list inside": (["[[3,5],[]]"], "child 2 is an empty list"),
    "a text for a number": (['[[3,"five"]]'], 'child 1.2 is "five"'),
    "an open bracket": (["[[3,5],[2,9]"], "never closed at character 1"),
    "a bracket too many": (["[[3,5]]]"], "']' too many at character 8"),
    "not a number": (["[3,NaN]"], "NaN is not a utility"),
    "infinity": (["[3,Infinity]"], "Infinity is not a utility"),
    "a missing comma": (["[3 5]"], "at character 4"),
    "nothing": ([], "there is no tree to explain"),
    "no such file": (["no_such_tree.json"], "cannot be read"),
    "an unknown variant": (["[1]", "--variant", "ab"], "'ab' is not a variant"),
    "an unknown format": (["[1]", "--format", "gif"], "'gif' is not a format"),
    "an unknown language": (["[1]", "--lang", "fr"], "'fr' is not a language"),
    "an unknown theme": (["[1]", "--format", "svg", "--theme", "pink"], "'pink' is not a theme"),
    "an unknown game": (["--game", "ludo"], "'ludo' is not a known game"),
    "tree and game": (["[1]", "--game", "tictactoe"], "not both"),
    "a position alone": (["[1]", "--position", "44"], "belongs to a game"),
    "depth zero": (["[1]", "--depth", "0"], "--depth"),
    "a step beyond": (["[1]", "--step", "99"], "99 is not a step of this trace; expected 0 to 4"),
    "one variant to compare": (["[1]", "--diff", "no-v"], "is not a pair"),
    "two questions": (["[1]", "--diff", "no-v,listing", "--best-order"], "ask one at a time"),
    "a picture of an order": (["[1]", "--best-order", "--format", "svg"], "text or json"),
    "a best order of a game": (["--game", "tictactoe", "--best-order"], "reorders a whole tree"),
    "no folder": (["[1]", "--out", "/no/such/folder/x"], "cannot be written"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_input_gets_one_sentence(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, expected = WRONG[case]
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert expected in err
    assert err.startswith("plytree: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("text", ["[" * 1_000_000, "[[1,2],[3,x" + "9" * 1_000_000 + "]]", "[" + "1," * 500_000])
def test_a_line_of_a_megabyte_is_answered_shortly(
    text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    code, _, err = run(capsys, "-")
    assert code == 2
    assert len(err) < 300
