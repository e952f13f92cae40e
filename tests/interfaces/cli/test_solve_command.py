"""plytree solve, book build and review, as a user or a script meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plytree.games.catalog import load_game
from plytree.interfaces.cli.main import main
from plytree.solvers.proving import Certificate, check


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    out, err = capsys.readouterr()
    return int(str(ended.value.code)), out, err


def test_json_has_score_moves_and_work(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "solve", "connect4", "4444445623236", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["score"] == 0
    assert found["best"] == ["2", "3"]
    assert found["moves"] == {"1": -3, "2": 0, "3": 0, "5": -8, "6": -2, "7": -3}
    assert found["outcome"] == "draw"
    assert {"nodes", "seconds"} <= found.keys()


def test_weak_says_only_who_wins(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(run(capsys, "solve", "connect4", "44455554221", "--weak", "--json")[1])["score"] == -1


def test_other_boards(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "solve", "connect4", "", "--size", "5x4", "--json")[1])
    assert (found["score"], found["size"]) == (0, "5x4")


def test_a_filter_answers_line_by_line_and_goes_on_after_a_wrong_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("4455\n44x\n1122334\n44455554221\n"))
    code, out, err = run(capsys, "solve", "connect4", "-")
    assert code == 2
    assert out.splitlines() == ["18", "?", "?", "-15"]
    assert [line[:6] for line in err.splitlines()] == ["line 2", "line 3"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("nosuchgame", ""),
        ("tictactoe", "XXX......"),
        ("connect4", "48"),
        ("connect4", "1122334"),
        ("connect4", "", "--size", "9x9"),
    ],
)
def test_wrong_input_is_one_sentence(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    code, out, err = run(capsys, "solve", *arguments)
    assert code == 2
    assert out == ""
    assert len(err.splitlines()) == 1


def test_a_book_is_built(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "my.book"
    code, said, _ = run(capsys, "book", "build", "connect4", "--plies", "1", "--size", "5x4", "--out", str(out))
    assert code == 0
    assert "4 positions" in said  # the empty board and three first moves
    assert out.stat().st_size == 256 + 4 * 9


def test_review_as_text_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "review", "connect4:5x4", "1121314")
    assert code == 0
    assert "the game was lost with move" in out
    found = json.loads(run(capsys, "review", "connect4:5x4", "1121314", "--json")[1])
    assert found["exact"] is True
    assert [move["ply"] for move in found["moves"]] == [1, 2, 3, 4, 5, 6, 7]


def test_any_game_is_proven_and_its_certificate_holds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "solve", "tictactoe", "--json", "--certificate", str(tmp_path / "proof.json"))
    found = json.loads(out)
    assert (code, found["proven"], found["outcome"]) == (0, True, "draw")
    proof = json.loads((tmp_path / "proof.json").read_text())
    game = load_game("tictactoe")
    assert check(game, game.initial(), Certificate(proof["value"], proof["mover"], proof["other"])) == ""
    assert "reaches" in check(game, game.initial(), Certificate(1, proof["mover"], proof["other"]))
    assert "no legal move" in check(game, game.initial(), Certificate(0, {}, proof["other"]))


def test_what_is_not_proven_in_time_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "solve", "othello", "--json", "--time", "0.2")
    assert (code, json.loads(out)["proven"]) == (1, False)
