"""Matches: who fails loses that game only, every game is kept once, and the table depends on the seed alone."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from plytree import load_game
from plytree.errors import InputError
from plytree.matches.elo import estimate
from plytree.matches.export import write_csv, write_json, write_text
from plytree.matches.match import Plan, Standing, decided_at, play, prepare
from plytree.matches.match_store import MatchStore
from plytree.matches.openings import make_openings
from plytree.matches.playing import MatchRules, play_game, play_pair
from plytree.matches.session import Termination, replay
from plytree.matches.sprt import Sprt
from plytree.players.player import make_player
from plytree.players.thinking import Choice
from plytree.search.engine import Engine
from plytree.search.score import Score

GAME = load_game("tictactoe")


class Scripted:
    """Does what it is told on its n-th move, and otherwise plays the first legal move."""

    name = "scripted"

    def __init__(self, act: Any = None, on_move: int = 1, score: Score | None = None):
        self.act, self.on_move, self.score, self.moved = act, on_move, score, 0

    def choose(self, state: Any, history: list[Any], limits: Any = None) -> Any:
        self.moved += 1
        if self.act is not None and self.moved == self.on_move:
            return self.act()
        return Choice(move=next(iter(GAME.moves(state))), score=self.score)

    def close(self) -> None:
        pass


def fail() -> Any:
    raise RuntimeError("out of ideas")


def sleep() -> Any:
    import time

    time.sleep(0.6)


def one_game(first: Any, second: Any, **rules: Any) -> Any:
    return play_game(GAME, (first, second), ("first", "second"), [], MatchRules(**rules), seed=1)


@pytest.mark.parametrize(
    ("act", "termination", "reason"),
    [
        (fail, Termination.CRASH, "RuntimeError: out of ideas"),
        (lambda: "e4", Termination.CRASH, "choose() returned 'e4'"),
        (lambda: 99, Termination.ILLEGAL, "99 is not a legal move"),
        (sleep, Termination.TIME, "0.05 s"),
    ],
)
def test_a_player_that_fails_loses_that_game_with_the_reason(act: Any, termination: Termination, reason: str) -> None:
    rules = {"seconds": 0.05, "grace": 0.1} if act is sleep else {}
    as_first = one_game(Scripted(act, on_move=2), Scripted(), **rules)
    as_second = one_game(Scripted(), Scripted(act), **rules)
    assert (as_first.points, as_second.points) == (0.0, 1.0)
    assert as_first.termination is as_second.termination is termination
    assert reason in as_first.reason
    assert len(as_first.thoughts) == 2  # what was played before stands


def test_a_player_may_answer_with_the_bare_move() -> None:
    assert one_game(Scripted(lambda: 4), Scripted()).moves[0] == 4


def test_a_long_game_is_a_draw_and_agreement_ends_one() -> None:
    assert one_game(Scripted(), Scripted(), max_plies=3).reason == "draw after 3 plies"
    agreed = one_game(Scripted(score=Score.loss(4)), Scripted(score=Score.win(3)), agree_plies=4)
    assert (agreed.points, agreed.termination, len(agreed.moves)) == (0.0, Termination.ADJUDICATED, 4)
    disagreed = one_game(Scripted(score=Score.win(4)), Scripted(score=Score.win(3)), agree_plies=4)
    assert disagreed.termination is Termination.RULES


@pytest.mark.parametrize(
    ("first", "second", "decisive", "points"),
    [
        (Score.estimate(800), Score.estimate(-900), 800, 1.0),
        (Score.estimate(-800), Score.win(5), 800, 0.0),
        (Score.estimate(799), Score.estimate(-900), 800, None),
        (Score.estimate(900), Score.estimate(900), 800, None),
        (Score.estimate(900), Score.estimate(-900), None, None),
        (Score.estimate(900), None, 800, None),
    ],
)
def test_large_estimates_of_both_end_a_game_if_wanted(first: Any, second: Any, decisive: Any, points: Any) -> None:
    game = one_game(Scripted(score=first), Scripted(score=second), agree_plies=4, decisive=decisive)
    if points is None:
        assert game.termination is Termination.RULES
    else:
        assert (game.points, game.termination, len(game.moves)) == (points, Termination.ADJUDICATED, 4)


def plan(a: str, b: str, pairs: int, seed: int = 1, **more: Any) -> Plan:
    return Plan(game="tictactoe", players={"A": a, "B": b}, matchups=(("A", "B"),), pairs=pairs, seed=seed,
                opening_plies=2, **more)  # fmt: skip


def table(standing: Standing) -> Any:
    return {matchup: (table.pairs, table.terminations) for matchup, table in standing.results.items()}


def test_a_match_is_kept_replayed_and_exported(tmp_path: Path) -> None:
    wanted = plan("engine:depth=2", "random", 4)
    prepare(wanted)
    store = MatchStore(tmp_path / "games.sqlite")
    run = store.begin("match", "tictactoe", 1, wanted.settings())
    standing = play(wanted, run)
    assert standing.games == 8
    store.close()

    again = MatchStore(tmp_path / "games.sqlite").saved()[0]
    games = list(again.games())
    assert table(Standing(wanted.matchups, games)) == table(standing)
    for stored in games:
        session = replay(GAME, stored.record.moves)
        assert session.outcome is not None
        assert session.outcome.utility == stored.record.utility
        assert all(thought.depth > 0 for thought in stored.record.thoughts if thought.score)
    assert {(g.record.players[0].split(":")[0], g.number) for g in games} == {("engine", 0), ("random", 1)}
    assert [g.record.opening for g in games[::2]] == [g.record.opening for g in games[1::2]]

    out = io.StringIO()
    write_csv(again, out)
    rows = list(csv.DictReader(io.StringIO(out.getvalue())))
    assert [float(row["points_a"]) for row in rows] == [g.points for g in games]
    out = io.StringIO()
    write_json(again, out)
    assert len(json.loads(out.getvalue())["games"]) == 8
    out = io.StringIO()
    write_text(again, out)
    assert out.getvalue().count("[Result ") == 8


def test_the_table_depends_on_the_seed_and_not_on_workers_or_interruptions() -> None:
    wanted = plan("engine:depth=2", "random", 6, seed=11)
    one, two = MatchStore(":memory:"), MatchStore(":memory:")
    undisturbed = play(wanted, one.begin("match", "tictactoe", 11, wanted.settings()), workers=2)
    first = plan("engine:depth=2", "random", 2, seed=11)
    run = two.begin("match", "tictactoe", 11, first.settings())
    play(first, run)
    assert len(run.done()) == 2
    run = two.begin("match", "tictactoe", 11, wanted.settings())  # the same run: the number of pairs is no setting
    assert table(play(wanted, run)) == table(undisturbed)
    assert len(run.done()) == 6
    with pytest.raises(sqlite3.IntegrityError):
        run.add("A|B|0", [stored.record.to_json() for stored in list(run.games())[:2]])


def test_a_file_player_and_its_crash(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "class Mine:\n"
        "    name = 'mine'\n"
        "    def __init__(self, game): self.game = game\n"
        "    def choose(self, state, history, limits=None):\n"
        "        if len(history) > 2: raise ValueError('lost my way')\n"
        "        return list(self.game.moves(state))[0]\n"
        "    def close(self): pass\n"
    )
    wanted = plan(f"{file}:Mine", "engine:depth=1", 3)
    standing = play(wanted, MatchStore(":memory:").begin("match", "tictactoe", 1, wanted.settings()))
    result = standing.results["A", "B"]
    assert result.games() == (0, 0, 6)
    assert result.terminations["crash"] == 6
    assert not standing.failed


def test_sprt_ends_a_match_at_the_same_pair_whatever_came_in_first() -> None:
    wanted, test = plan("engine:depth=4", "random", 60), Sprt(0, 100)
    found = []
    for workers in (1, 3):
        run = MatchStore(":memory:").begin("match", "tictactoe", 1, wanted.settings())
        standing = play(wanted, run, workers=workers, sprt=test)
        found.append((decided_at(standing.results["A", "B"], test), standing.results["A", "B"].counts(5)))
    assert found[0] == found[1]
    assert found[0][0] is not None
    assert found[0][0] < 60


def test_random_against_random_is_even_within_its_interval() -> None:
    """2000 games, and nobody is better; the interval is one of 99.9 %."""
    from plytree.matches.playing import play_pair

    openings = make_openings(GAME, 1000, 1, seed=5)
    standing = Standing([("A", "B")])
    for number, opening in enumerate(openings):
        arguments = {"game": "tictactoe", "a": "random", "b": "random", "opening": opening, "rules": {}}
        standing.add_pair(f"A|B|{number}", play_pair(arguments, 977 * number))
    found = estimate(standing.results["A", "B"].counts(), confidence=0.999)
    assert found.games == 2000
    assert found.low < 0 < found.high


def test_openings_are_distinct_seeded_and_balanced() -> None:
    judge = Engine(GAME, mode="python")
    openings = make_openings(GAME, 30, 3, seed=1, judge=judge)
    assert openings == make_openings(GAME, 30, 3, seed=1, judge=judge)
    assert openings != make_openings(GAME, 30, 3, seed=2, judge=judge)
    assert openings[:10] == make_openings(GAME, 10, 3, seed=1, judge=judge)
    states = {repr(replay(GAME, moves).state) for moves in openings}
    assert len(states) == 30
    for moves in openings:
        score = judge.search(replay(GAME, moves).state).score
        assert score is not None
        assert str(score) == "draw"


def test_openings_repeat_where_a_game_has_no_more() -> None:
    assert len({repr(o) for o in make_openings(GAME, 20, 1, seed=1)}) == 9
    assert make_openings(GAME, 3, 0, seed=1) == [[], [], []]
    with pytest.raises(InputError, match="no game goes on after 9"):
        make_openings(GAME, 1, 9, seed=1)


def test_a_store_of_another_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    MatchStore(path).close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE meta SET value='99'")
    connection.commit()
    connection.close()
    with pytest.raises(InputError, match="schema version 99"):
        MatchStore(path)
    (tmp_path / "text.txt").write_text("hello" * 100)
    with pytest.raises(InputError, match=r"text\.txt"):
        MatchStore(tmp_path / "text.txt")


def test_a_random_player_repeats_itself_only_with_its_seed() -> None:
    def game(seed: int) -> Any:
        return play_game(
            GAME, (make_player("random", GAME), make_player("random", GAME)), ("a", "b"), [], MatchRules(), seed
        )

    assert game(3).moves == game(3).moves
    assert len({game(seed).moves for seed in range(6)}) > 1


def test_every_kind_of_search_plays_pairs() -> None:
    """A player that keeps no depth (Monte Carlo) is warmed up like the others."""
    for spec in ("mcts:nodes=20,mode=python", "tree:depth=2,mode=python", "engine:depth=2,mode=python"):
        arguments = {"game": "tictactoe", "a": spec, "b": "random", "opening": [4], "rules": MatchRules().to_json()}
        assert len(play_pair(arguments, 1)) == 2
