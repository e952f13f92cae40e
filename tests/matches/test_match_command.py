"""plytree match and plytree study as commands: JSON alone on stdout, one sentence and exit code 2 for wrong input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plytree.interfaces.cli.main import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as exit_:
        main(list(arguments))
    out, err = capsys.readouterr()
    code = exit_.value.code
    return (code if isinstance(code, int) else 0), out, err


def test_json_is_alone_on_stdout(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    players = ("engine:depth=3,mode=python", "random")
    base = (
        "match",
        *players,
        "--game",
        "tictactoe",
        "--games",
        "6",
        "--openings",
        "0",
        "--out",
        str(tmp_path / "g.db"),
    )
    code, out, _ = run(capsys, *base, "--json", "--sprt", "0,400")
    found = json.loads(out)["matchups"][0]
    assert code == 0
    assert found["won"] + found["drawn"] + found["lost"] == 6
    assert sum(found["pairs"]) == 3
    assert found["verdict"] in ("undecided", "H0 accepted", "H1 accepted")
    code, out, _ = run(capsys, *base, "--text", str(tmp_path / "games.txt"))
    assert "6 games were in the store already" in out
    assert (tmp_path / "games.txt").read_text().count("[Result") == 6


def test_more_than_two_players_get_ratings(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    players = ("random", "random:seed=2", "random")
    code, out, _ = run(capsys, "match", *players, "-g", "tictactoe", "-n", "2", "--openings", "0", "--out",
                       str(tmp_path / "g.db"))  # fmt: skip
    assert code == 0
    assert "ratings relative to random" in out
    assert "random #3" in out


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (("match", "random", "--game", "tictactoe"), "'random'"),
        (("match", "random", "wizard", "--game", "tictactoe"), "'wizard'"),
        (("match", "random", "random", "--game", "ludo"), "'ludo'"),
        (("match", "random", "random", "--game", "tictactoe", "--sprt", "5"), "'5'"),
        (("study", "strength", "--game", "tictactoe", "--times", "fast"), "'fast'"),
        (("study", "strength", "--game", "tictactoe", "--times", "0.2,0.1"), "0.2, 0.1"),
        (("study", "truth", "--game", "tictactoe"), "'tictactoe'"),
        (("study", "run", "nothing.toml"), "'nothing.toml'"),
        (("study", "show", "nothing"), "'nothing'"),
        (("talk", "nothing"), "'nothing'"),
    ],
)
def test_wrong_input_is_one_sentence(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    quoted: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert quoted in err


def test_no_study_yet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "study", "show", "--root", str(tmp_path))
    assert code == 0
    assert "no studies" in out
