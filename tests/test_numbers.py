"""No number outside its range gets anywhere: one sentence, and nothing is computed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from plytree import Engine, InputError, Limits, load_game
from plytree.jobs import MemoryStore, run_jobs
from plytree.matches.match import Plan
from plytree.matches.playing import MatchRules
from plytree.players.player import make_player
from plytree.search.levelwise.engine import ParallelTree
from plytree.search.limits import Clock
from plytree.search.montecarlo.engine import MonteCarlo
from plytree.solvers.connect4 import Solver

GAME = load_game("tictactoe")
NONSENSE = (float("nan"), float("inf"), float("-inf"), -1, 2**63, 1e300, 10**400, True, "3", None)


def plan(**changes: Any) -> Plan:
    players: dict[str, Any] = {"players": {"a": "random", "b": "random"}, "matchups": (("a", "b"),)}
    return Plan(game="tictactoe", **{"pairs": 1, **players, **changes})


PLACES: dict[str, tuple[Callable[[Any], Any], tuple[Any, ...]]] = {
    # name: how the number is given, and what is allowed there of the nonsense or forbidden beside it
    "Limits seconds": (lambda n: Limits(seconds=n), (None,)),
    "Limits depth": (lambda n: Limits(depth=n), (None,)),
    "Limits nodes": (lambda n: Limits(nodes=n), (None,)),
    "Clock remaining": (lambda n: Clock(remaining=n), ()),
    "Clock increment": (lambda n: Clock(remaining=1, increment=n), ()),
    "Clock moves_to_go": (lambda n: Clock(remaining=1, moves_to_go=n), (None,)),
    "Engine table_mb": (lambda n: Engine(GAME, mode="python", table_mb=n), ()),
    "Engine threads": (lambda n: Engine(GAME, mode="python", threads=n), ()),
    "Engine multipv": (lambda n: Engine(GAME, mode="python").search(limits=Limits(depth=1), multipv=n), ()),
    "MonteCarlo seed": (lambda n: MonteCarlo(GAME, mode="python", seed=n), ()),
    "MonteCarlo curiosity": (lambda n: MonteCarlo(GAME, mode="python", curiosity=n), ()),
    "ParallelTree threads": (lambda n: ParallelTree(GAME, mode="python", threads=n), ()),
    "ParallelTree memory_mb": (lambda n: ParallelTree(GAME, mode="python", memory_mb=n), ()),
    "Solver threads": (lambda n: Solver(threads=n), ()),
    "Solver table_mb": (lambda n: Solver(table_mb=n), (None,)),
    "run_jobs workers": (lambda n: run_jobs([], MemoryStore(), workers=n), ()),
    "Plan pairs": (lambda n: plan(pairs=n), ()),
    "Plan opening_plies": (lambda n: plan(opening_plies=n), ()),
    "Plan seed": (lambda n: plan(seed=n), ()),
    "MatchRules seconds": (lambda n: MatchRules(seconds=n), (None,)),
    "MatchRules grace": (lambda n: MatchRules(grace=n), ()),
    "MatchRules patience": (lambda n: MatchRules(patience=n), ()),
    "MatchRules max_plies": (lambda n: MatchRules(max_plies=n), ()),
    "MatchRules agree_plies": (lambda n: MatchRules(agree_plies=n), ()),
    "MatchRules decisive": (lambda n: MatchRules(decisive=n), (None,)),
}
NEVER_ZERO = ("Limits seconds", "Limits depth", "Limits nodes", "Clock moves_to_go", "Engine threads", "Engine multipv",
              "ParallelTree threads", "Solver threads", "run_jobs workers", "Plan pairs", "MatchRules seconds",
              "MatchRules patience", "MatchRules max_plies", "MatchRules decisive")  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_a_number_that_is_none_gets_a_sentence(place: str) -> None:
    give, allowed = PLACES[place]
    for number in [*NONSENSE, *([0] if place in NEVER_ZERO else [])]:
        if number in allowed:
            continue
        with pytest.raises(InputError, match=r"^\w+=.* is not .*; expected .*\d") as refused:
            give(number)
        assert len(str(refused.value)) < 200


@pytest.mark.parametrize("option", ["time", "depth", "nodes", "threads", "hash"])
@pytest.mark.parametrize("number", ["nan", "inf", "-1", str(2**63), "1e300", "9" * 400, "0x1", "", "1 0"])
def test_players_too(option: str, number: str) -> None:
    with pytest.raises(InputError):
        make_player(f"engine:mode=python,{option}={number}", GAME)
