"""The talk: complete in both languages, ten minutes long, and without any need of a network."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from plytree.errors import InputError
from plytree.studies.report import resource
from plytree.studies.strength import Strength
from plytree.studies.study import Crew, run_study
from plytree.studies.talk import Talk


def test_both_languages_say_the_same_things() -> None:
    english, german = (tomllib.loads(resource(f"talk.{lang}.toml")) for lang in ("en", "de"))
    assert english.keys() == german.keys()
    for key in english:
        assert re.findall(r"{\w+}", english[key]) == re.findall(r"{\w+}", german[key]), key


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_talk_without_a_study(lang: str) -> None:
    talk = Talk(lang=lang)
    page = talk.html()
    assert page.count('<section class="slide"') == 12
    assert 9 <= talk.minutes <= 10.5
    assert page.count('class="frame"') > 25  # the worked tree and a game, step by step
    assert not re.search(r"""(?<!data-)src=["']|@import|url\(|https?://(?!www\.w3\.org|127\.0\.0\.1)""", page)
    assert "{" not in re.sub(r"<(style|script).*?</\1>", "", page, flags=re.S)


def test_a_talk_shows_the_results_of_its_study(tmp_path: Path) -> None:
    study = Strength(game="tictactoe", times=(1, 3), limit="depth", games=6, openings=1, options="mode=python")
    findings = run_study(study, tmp_path, Crew(), "")
    talk = Talk([tmp_path], "de")
    page = talk.html()
    assert findings.translations["de"]["title"] in page
    assert "Von 1 bis 3 Halbzüge gewinnt das Programm" in page
    assert findings.sentences[0][:40] in Talk([tmp_path]).html()
    assert page.count("data-chart=") == 2
    assert 9 <= talk.minutes <= 10.5


def test_an_unknown_language() -> None:
    with pytest.raises(InputError, match="'fr'"):
        Talk(lang="fr")
