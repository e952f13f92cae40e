"""Tables of exact values in the search: at the root, below it, and switched off."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from plytree.games.chess import Chess
from plytree.games.contract.game import NOT_KNOWN
from plytree.games.contract.records import as_game
from plytree.games.placing.tictactoe import TicTacToe
from plytree.players.player import make_player
from plytree.search.engine import Engine
from plytree.search.limits import Limits
from plytree.search.score import Kind, Score
from plytree.search.techniques import Techniques
from plytree.solvers.endings.tables import SHIPPED, Endings
from plytree.solvers.retrograde import solve
from plytree.solvers.retrograde.file import GameTable, file_of, write

ROOK = "8/8/8/8/8/4k3/8/R3K3 w - - 0 1"
TAKES = "8/8/8/2k5/8/8/4r3/3Q2K1 w - - 0 1"  # Qxe2 leads to KQK
RACE = "8/8/1k6/8/8/5p2/4P3/4K3 w - - 0 1"  # exf3 leads to KPK


@pytest.fixture(scope="module")
def rules() -> Any:
    return as_game(Chess())


@pytest.fixture(scope="module", params=["python", "native"])
def engine(request: pytest.FixtureRequest, rules: Any) -> Engine[Any]:
    return Engine(rules, mode=request.param, knowledge=Endings(SHIPPED, longest=100), table_mb=1)


def test_a_known_root_is_not_searched(engine: Engine[Any], rules: Any) -> None:
    state = rules.from_text(ROOK)
    found = engine.search(state, Limits(depth=5))
    assert (found.score, rules.show_move(state, found.move), found.nodes) == (Score.win(21), "Ra4", 0)
    assert found.known == 1 + len(rules.moves(state))


def test_every_move_has_its_distance_with_multipv(engine: Engine[Any], rules: Any) -> None:
    state = rules.from_text(ROOK)
    lines = engine.search(state, Limits(depth=5), multipv=50).lines
    assert [line[1].plies for line in lines] == sorted(line[1].plies or 0 for line in lines)
    assert len(lines) == len(rules.moves(state))


def test_a_win_known_below_the_root_is_proven_without_a_distance(engine: Engine[Any], rules: Any) -> None:
    state = rules.from_text(TAKES)
    found = engine.search(state, Limits(depth=4))
    assert rules.show_move(state, found.move) == "Qxe2"
    assert found.score == Score.win(None)
    assert str(found.score) == "wins"
    assert found.known > 0


def test_both_ways_to_run_visit_the_same_nodes(rules: Any) -> None:
    state = rules.from_text(RACE)
    told = Endings(SHIPPED, longest=100)
    python, native = (
        Engine(rules, mode=mode, knowledge=told, table_mb=megabytes).search(state, Limits(depth=5))  # type: ignore[arg-type]
        for mode, megabytes in (("python", 5.0), ("native", 1.0))
    )
    assert (python.nodes, python.known, python.score) == (native.nodes, native.known, native.score)
    assert python.known > 0


def test_a_draw_keeps_the_draw_and_still_searches(engine: Engine[Any], rules: Any) -> None:
    state = rules.from_text("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1")  # the pawn's king has the opposition, or it is drawn
    other = rules.from_text("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1")
    for each in (state, other):
        found, truth = engine.search(each, Limits(depth=3)), Endings(SHIPPED).score(each)
        assert found.score == truth
        after = Endings(SHIPPED).score(rules.play(each, found.move))
        assert after is not None
        assert truth is not None
        assert after.kind is (-truth).kind


def test_the_switch_turns_it_off(rules: Any) -> None:
    engine = Engine(
        rules, mode="python", knowledge=Endings(SHIPPED), table_mb=1, techniques=Techniques().without("knowledge")
    )
    found = engine.search(rules.from_text(ROOK), Limits(depth=2))
    assert found.known == 0
    assert found.score is not None
    assert found.score.kind is Kind.ESTIMATE


def test_only_after_a_move_that_cannot_be_undone(rules: Any) -> None:
    """Else the fifty-move rule could make a draw of what the tables call a win."""
    told = Endings(SHIPPED)
    chess = rules.records
    ask = lambda text: chess.look_up(rules.record(rules.from_text(text)), told.address)  # noqa: E731
    assert ask("8/8/8/8/8/4k3/8/R3K3 w - - 0 1") == 1
    assert ask("8/8/8/8/8/4k3/8/R3K3 b - - 0 1") == -1
    assert ask("8/8/8/8/8/4k3/r7/4K3 b - - 0 1") == 1  # the other colours
    assert ask("8/8/8/8/8/4k3/8/N3K3 w - - 0 1") == 0
    assert ask("8/8/8/8/8/4k3/8/R3K3 w - - 1 1") == NOT_KNOWN
    assert ask("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1") == NOT_KNOWN
    assert ask("8/8/8/8/8/4k3/q7/R3K3 w - - 0 1") == NOT_KNOWN


def test_a_game_with_a_whole_table_is_played_from_it(tmp_path: Path) -> None:
    game = TicTacToe()
    path = file_of(tmp_path, game)
    write(path, solve(game, mode="python"))
    found = Engine(game, mode="python", knowledge=GameTable(path, game)).search(game.from_text("XO......."))
    assert (found.score, found.nodes) == (Score.win(5), 0)
    assert len(found.pv) == 5


def test_players_use_the_tables_that_there_are(rules: Any) -> None:
    state = rules.from_text(ROOK)
    assert make_player("engine:depth=1,mode=python", rules).choose(state).score == Score.win(21)
    plain = make_player("engine:depth=1,mode=python,-knowledge", rules).choose(state).score
    assert plain is not None
    assert not plain.proven


def test_damage_below_the_root_is_noticed_and_the_search_goes_on(rules: Any, tmp_path: Path) -> None:
    content = bytearray((SHIPPED / "KQK.ending").read_bytes())
    content[5000] ^= 0xFF  # in win, draw, loss
    (tmp_path / "KQK.ending").write_bytes(content)
    told = Endings(tmp_path)
    told.address  # noqa: B018
    for _ in range(100):
        if told.complaints:
            break
        time.sleep(0.05)
    assert "is damaged" in told.complaints[0]
    found = Engine(rules, mode="python", knowledge=told).search(rules.from_text(TAKES), Limits(depth=2))
    assert found.known == 0
    assert rules.show_move(rules.from_text(TAKES), found.move) == "Qxe2"
