"""Tables of chess endings: those that come with plytree, built anew, checked by other ways, and damaged."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plytree.errors import InputError
from plytree.games.chess import Chess
from plytree.games.contract.records import as_game
from plytree.search.knowledge import best_line, move_scores
from plytree.search.score import Kind, Score
from plytree.solvers.endings.build import build, file_of, memory
from plytree.solvers.endings.file import BLOCK, HEAD, EndingTable, write
from plytree.solvers.endings.geometry import geometry, pairs, size
from plytree.solvers.endings.kernel import decode, encode
from plytree.solvers.endings.material import canonical, every, needs, with_needs
from plytree.solvers.endings.tables import SHIPPED, Endings, ending_name
from plytree.solvers.endings.verify import verify

SYZYGY = Path(__file__).parent / "syzygy"
THREE = ("KBK", "KNK", "KPK", "KQK", "KRK")


@pytest.fixture(scope="module")
def endings() -> Endings:
    return Endings(SHIPPED)


def test_every_ending_has_a_name_and_what_it_leads_to_is_built_before() -> None:
    assert [len(every(men)) for men in (3, 4, 5)] == [5, 30, 110]
    stages = with_needs([*every(4), "KRPKR"])
    seen: set[str] = set()
    for stage in stages:
        assert all(set(needs(name)) <= seen for name in stage)
        seen |= set(stage)
    assert {*every(3), *every(4), "KRPKR"} <= seen


@pytest.mark.parametrize("text", ["", "KK", "KXK", "QKK", "KQQQQK", "chess", "K", "KQKRK"])
def test_a_name_of_no_ending_is_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match="names no ending; expected two kings"):
        canonical(text)


@pytest.mark.parametrize("name", ["KPK", "KNNK", "KQKR", "KPPKP", "KBBBK"])
def test_numbers_and_positions_belong_to_each_other(name: str) -> None:
    chance, p, g = random.Random(name), pairs()[0], geometry(name)[0]
    met = 0
    for _ in range(400):
        number = chance.randrange(size(name))
        squares = np.zeros(6, np.int64)
        if decode(p, g, number, squares):
            met += 1
            assert encode(p, g, squares) == number
            squares[: g.men] ^= 7  # the same position in a mirror
            assert encode(p, g, squares) == number
    assert met > 50


def test_tables_are_built_again_to_the_same_bytes(tmp_path: Path) -> None:
    """Also with the work stopped in between: what is whole stays, what is not is done anew."""
    (tmp_path / "KQK.ending").write_bytes(b"half of a file")
    shutil.copy(file_of(SHIPPED, "KRK"), tmp_path)
    assert set(build(tmp_path, ["KPK"])) == {"KQK", "KBK", "KNK", "KPK"}
    for name in THREE:
        assert file_of(tmp_path, name).read_bytes() == file_of(SHIPPED, name).read_bytes()
    assert build(tmp_path, ["KPK"]) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{name}.ending" for name in THREE]


def test_the_longest_mates_are_the_published_ones(endings: Endings) -> None:
    """In moves, as in J. Nunn, Secrets of Pawnless Endings, and in the Nalimov tables' statistics."""
    longest = {name: (endings.table(name).facts["white"]["longest_win"] + 1) // 2 for name in THREE}
    assert longest == {"KBK": 0, "KNK": 0, "KPK": 28, "KQK": 10, "KRK": 16}


def test_each_value_follows_from_its_successors(endings: Endings) -> None:
    """Another way than the builder's: the rules of the game, forwards."""
    assert [verify(name, endings.table) for name in THREE] == [0] * 5


def test_verification_finds_a_single_wrong_value(endings: Endings, tmp_path: Path) -> None:
    for name in THREE:
        shutil.copy(file_of(SHIPPED, name), tmp_path)
    values = endings.table("KRK").values()
    at = int(np.flatnonzero(values == 12)[100])
    values[at] = 14
    write(file_of(tmp_path, "KRK"), "KRK", values)
    assert verify("KRK", Endings(tmp_path).table) >= 1


def random_board(name: str, chance: random.Random) -> Any:
    """A legal position of an ending with a bare king, drawn by another program's rules."""
    import chess

    while True:
        board, strong = chess.Board(None), chance.random() < 0.5
        for number, (letter, square) in enumerate(zip(name, chance.sample(range(64), len(name)), strict=True)):
            colour = strong if number < len(name) - 1 else not strong
            board.set_piece_at(square, chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), colour))
        board.turn = chance.random() < 0.5
        if board.is_valid():
            return board


@pytest.mark.parametrize("name", THREE)
def test_win_draw_loss_as_in_the_syzygy_files(endings: Endings, name: str) -> None:
    syzygy = pytest.importorskip("chess.syzygy")
    chance, rules = random.Random(name), as_game(Chess())
    signs = {Kind.WIN: 1, Kind.DRAW: 0, Kind.LOSS: -1}
    with syzygy.open_tablebase(str(SYZYGY)) as truth:
        for _ in range(300):
            board = random_board(name, chance)
            score = endings.score(rules.from_text(board.fen()))
            wdl = truth.probe_wdl(board)
            assert score is not None
            assert signs[score.kind] == (wdl > 0) - (wdl < 0), board.fen()


@pytest.mark.parametrize("name", ["KPK", "KRK", "KQK"])
def test_best_play_mates_in_the_number_of_the_table(endings: Endings, name: str) -> None:
    chance, rules = random.Random(name), as_game(Chess())
    met = 0
    while met < 5:
        state = rules.from_text(random_board(name, chance).fen())
        score = endings.score(state)
        assert score is not None
        if score.kind is Kind.WIN:
            met += 1
            line = best_line(rules, endings, state)
            assert len(line) == score.plies
            for move in line:
                state = rules.play(state, move)
            assert rules.result(state) == -1


def test_every_move_has_its_distance(endings: Endings) -> None:
    rules = as_game(Chess())
    state = rules.from_text("8/8/8/8/8/4k3/8/R3K3 w - - 0 1")
    scores = {rules.show_move(state, move): worth for move, worth in move_scores(rules, endings, state).items()}
    assert scores["Ra4"] == endings.score(state) == Score.win(21)
    assert scores["Ra3+"] == Score.win(29)
    assert len(scores) == len(rules.moves(state))


def test_the_fifty_move_rule_is_an_option(endings: Endings) -> None:
    rules = as_game(Chess())
    late = rules.from_text("8/8/8/8/8/4k3/8/R3K3 w - - 85 90")
    assert endings.score(late) == Score.win(21)
    assert Endings(SHIPPED, longest=100).score(late) == Score.draw()
    in_time = rules.from_text("8/8/8/8/8/4k3/8/R3K3 w - - 79 90")
    assert Endings(SHIPPED, longest=100).score(in_time) == Score.win(21)


def test_what_no_table_knows(endings: Endings) -> None:
    rules = as_game(Chess())
    assert endings.score(rules.initial()) is None
    assert endings.score(rules.from_text("8/8/8/8/8/4k3/q7/R3K3 w - - 0 1")) is None
    assert endings.score(rules.from_text("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")) is None  # castling is not counted
    assert endings.score(rules.from_text("8/8/8/8/8/4k3/8/4K3 w - - 0 1")) == Score.draw()
    assert ending_name(rules.record(rules.from_text("8/8/8/8/8/4k3/q7/R3K3 w - - 0 1"))) == "KQKR"


# ---- bad files -------------------------------------------------------------------------------------------------------


def damaged(kind: str, content: bytes) -> bytes:
    middle = len(content) - 40
    return {
        "empty": b"",
        "foreign": b"PK" + content[2:],
        "cut off": content[:-1000],
        "only a head": content[:HEAD],
        "longer": content + b"x",
        "head": content[:60] + b"\xff\xfe" + content[62:],
        "a block": content[:middle] + bytes([content[middle] ^ 0x55]) * 8 + content[middle + 8 :],
        "starts": content[: HEAD + size("KRK") // 2] + b"\xff" * 8 + content[HEAD + size("KRK") // 2 + 8 :],
    }[kind]


@pytest.mark.parametrize("kind", ["empty", "foreign", "cut off", "only a head", "longer", "head", "a block", "starts"])
def test_a_damaged_file_counts_as_absent_and_is_complained_about_once(tmp_path: Path, kind: str) -> None:
    path = file_of(tmp_path, "KRK")
    path.write_bytes(damaged(kind, file_of(SHIPPED, "KRK").read_bytes()))
    shutil.copy(file_of(SHIPPED, "KQK"), tmp_path)
    found, rules = Endings(tmp_path), as_game(Chess())
    asked = [
        found.score(rules.from_text(f"8/8/8/8/8/4k3/8/R{k}K{6 - k} {side} - - 0 1")) for k in (3, 4) for side in "wb"
    ]
    assert None in asked or kind == "a block"
    if kind == "a block":  # the last one, which only other positions need
        with pytest.raises(InputError, match="damaged"):
            EndingTable(path).check()
        with pytest.raises(InputError, match="damaged"):
            EndingTable(path).value(2 * size("KRK") // BLOCK * BLOCK)
    else:
        assert len(found.complaints) == 1
        assert "KRK.ending" in found.complaints[0]
    assert found.score(rules.from_text("8/8/8/8/8/4k3/8/Q3K3 w - - 0 1")) is not None


def test_a_table_under_another_name_is_not_believed(tmp_path: Path) -> None:
    shutil.copy(file_of(SHIPPED, "KRK"), file_of(tmp_path, "KQK"))
    found = Endings(tmp_path)
    assert found.score(as_game(Chess()).from_text("8/8/8/8/8/4k3/8/Q3K3 w - - 0 1")) is None
    assert "is a table of KRK, not of KQK" in found.complaints[0]


def test_a_path_without_tables_knows_nothing(tmp_path: Path) -> None:
    found = Endings(tmp_path / "nothing")
    assert found.names == []
    assert found.score(as_game(Chess()).from_text("8/8/8/8/8/4k3/8/Q3K3 w - - 0 1")) is None


def test_too_little_memory_is_a_sentence(tmp_path: Path) -> None:
    assert memory("KRPKR") < 8e9
    with pytest.raises(InputError, match="raise --memory"):
        build(tmp_path, ["KRPKR"], memory_mb=500)


# ---- Syzygy files of users ------------------------------------------------------------------------------------------


def test_syzygy_files_keep_the_win_and_make_progress() -> None:
    from plytree.search.engine import Engine
    from plytree.search.limits import Limits
    from plytree.solvers.syzygy import Syzygy

    rules = as_game(Chess())
    engine = Engine(rules, mode="python", knowledge=Syzygy(rules, SYZYGY), table_mb=1)
    state, truth = rules.from_text("8/8/8/8/8/2k5/4P3/4K3 w - - 0 1"), Endings(SHIPPED)
    score = truth.score(state)
    assert score is not None
    for _ in range(2 * 40):
        found = engine.search(state, Limits(depth=1))
        assert found.score is not None
        assert found.score.kind is Kind.WIN
        state = rules.play(state, found.move)
        if rules.result(state) is not None:
            break
        worst = move_scores(rules, truth, state)  # the best defence
        state = rules.play(state, max(worst, key=lambda move: worst[move]))
    assert rules.result(state) == -1


def test_a_folder_without_syzygy_files_is_a_sentence(tmp_path: Path) -> None:
    from plytree.players.player import make_player
    from plytree.solvers.syzygy import Syzygy

    with pytest.raises(InputError, match="has no Syzygy tables; expected a folder"):
        make_player(f"engine:depth=1,mode=python,syzygy={tmp_path}", as_game(Chess()))
    for path in SYZYGY.glob("KRvK.*"):
        (tmp_path / path.name).write_bytes(path.read_bytes()[:90])
    rules = as_game(Chess())
    cut = Syzygy(rules, tmp_path)
    assert cut.score(rules.from_text("8/8/8/8/8/4k3/8/R3K3 w - - 0 1")) is None
    assert len(cut.complaints) == 1
