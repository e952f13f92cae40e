"""How well a shallow search foretells a deep one, fitted for a game: what ProbCut (alphabeta/techniques) goes by.

    fit_cuts(game, seconds=60).save(path)          on the command line: plytree learn cuts GAME

Positions of games that the engine plays against itself are searched without any shortcut; every iteration gives a value
for its depth, so that one search shows how each depth is related to the deeper ones. A fit belongs to an evaluation: it
is used only if the unit of the game's evaluation (unit.py), measured again with the code, is the one it was made with.
Fits of built-in games come with the package (fitted/); one's own are in the user's data folder and go first.
"""

from __future__ import annotations

import functools
import json
import math
import os
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import platformdirs

from plytree.errors import InputError
from plytree.files import write_text
from plytree.games.contract.game import Game, game_name
from plytree.search.compile.bindings import adapts
from plytree.search.compile.kernel import rules_of
from plytree.search.compile.memory import CUT_DEPTHS
from plytree.search.limits import Limits
from plytree.search.score import Kind

SHIPPED = Path(__file__).parent / "fitted"
SHALLOWEST = 3  # depth from which on a shallow search stands for a deep one
DEEPEST = 9  # depth to which it is measured, time allowing
FEWEST = 60  # positions for a fit


@dataclass(frozen=True)
class Row:
    """deep = slope * shallow + offset, give or take the deviation."""

    deep: int
    shallow: int
    slope: float
    offset: float
    deviation: float


@dataclass(frozen=True)
class Cuts:
    """A fit for one game with one evaluation."""

    game: str
    moves: tuple[int, int]  # num_moves and max_moves: tells sizes of a board apart
    unit: int  # of the evaluation that it was made with
    positions: int
    rows: tuple[Row, ...]

    @staticmethod
    def read(path: Path) -> Cuts:
        """A fit from its file; InputError if it is none."""
        try:
            found = json.loads(path.read_text("utf-8"))
            rows = tuple(Row(**{name: row[name] for name in Row.__dataclass_fields__}) for row in found["rows"])
            fit = Cuts(str(found["game"]), tuple(found["moves"]), int(found["unit"]), int(found["positions"]), rows)
            good = all(0 < row.shallow < row.deep < CUT_DEPTHS and 0.3 < row.slope < 3 and row.deviation >= 0
                       and math.isfinite(row.offset + row.deviation) for row in rows)  # fmt: skip
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(f"{str(path)!r} is not a file of plytree learn cuts ({error})") from None
        if not good:
            raise InputError(f"{str(path)!r} is not a file of plytree learn cuts: its numbers cannot be")
        return fit

    def save(self, path: Path) -> None:
        """Write the fit, whole or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, json.dumps(asdict(self), indent=1) + "\n")

    def entries(self, sure: float) -> tuple[int, ...]:
        """As the core keeps them (memory.arrays, `cuts`), with margins of so many deviations. Depths beyond the deepest
        row are cut like that one."""
        entries = [0] * (4 * CUT_DEPTHS)
        rows = {row.deep: row for row in self.rows}
        deepest = max(rows, default=0)
        for depth in range(SHALLOWEST, CUT_DEPTHS):
            row = rows.get(depth if depth <= deepest else deepest - (depth - deepest) % 2)
            if row is not None:
                margin = max(1, math.ceil(sure * row.deviation))
                entry = shallower(depth), round(1024 * row.slope), round(row.offset), margin
                entries[4 * depth : 4 * depth + 4] = entry
        return tuple(entries)


def folder() -> Path:
    """Where one's own fits are kept; PLYTREE_CUTS names another place."""
    return Path(os.environ.get("PLYTREE_CUTS") or Path(platformdirs.user_data_dir("plytree")) / "cuts")


def file_of(game: Game[Any]) -> str:
    """The name of a game's file: a board of another size has another one."""
    rules = rules_of(game)
    name = "".join(letter if letter.isalnum() else "-" for letter in game_name(rules))
    return f"{name}-{rules.num_moves}-{rules.max_moves}.json"


NONE = (0,) * (4 * CUT_DEPTHS)


def cuts_of(game: Game[Any], unit: int, sure: float) -> tuple[int, ...]:
    """What ProbCut goes by in a game whose evaluation has this unit; all 0 if there is no fit for it."""
    if not unit or not adapts(rules_of(game)):
        return NONE
    for place in (folder(), SHIPPED):
        fit = _read_if_there(place / file_of(game))
        if fit is not None and fit.unit == unit:
            return fit.entries(sure)
    return NONE


@functools.lru_cache(maxsize=256)
def _read_if_there(path: Path) -> Cuts | None:
    """A fit, once for a process; None if there is no file or a damaged one."""
    try:
        return Cuts.read(path) if path.is_file() else None
    except InputError:
        return None


def fit_cuts(
    game: Game[Any], seconds: float = 60.0, seed: int = 1, on_progress: Callable[[float, int], None] | None = None
) -> Cuts:
    """Measure how well shallow searches foretell deep ones in a game. InputError if the game is not for this."""
    from plytree.search.acquire.provider import provider
    from plytree.search.engine import Engine

    if not adapts(rules_of(game)):
        raise InputError(
            f"{game_name(rules_of(game))} has nothing to fit: expected a game with evaluate, without quiet"
        )
    engine: Engine[Any] = Engine(game, mode="native", table_mb=16)
    rules, kernel = engine.game, provider(engine.game).kernel
    unit = kernel.unit if kernel is not None else 0
    if not unit:
        raise InputError(f"{game_name(rules)} has nothing to fit: its estimates jump about as much as they differ")
    chance, begin = random.Random(seed), time.monotonic()
    values: list[dict[int, int]] = []
    depth = 5
    while (spent := time.monotonic() - begin) < seconds or len(values) < FEWEST:
        if on_progress is not None:
            on_progress(min(1.0, spent / seconds), len(values))
        state = _position(rules, engine, chance)
        if state is None:
            continue
        engine.clear()
        took = time.monotonic()
        found = engine.search(state, Limits(depth=depth, seconds=max(2.0, seconds / 20)))
        took = time.monotonic() - took
        estimates = [each for each in found.iterations if each.score is not None and each.score.kind is Kind.ESTIMATE]
        values.append({each.depth: int(each.score.value) for each in estimates})  # type: ignore[union-attr,arg-type]
        if took < seconds / 400 and depth < DEEPEST:
            depth += 1
        elif took > seconds / 60 and depth > SHALLOWEST + 2:
            depth -= 1
    moves = (int(rules_of(rules).num_moves), int(rules_of(rules).max_moves))
    return Cuts(game_name(rules), moves, unit, len(values), fit_rows(values))


def shallower(depth: int) -> int:
    """The depth of the search that stands for one of this depth: about half, and even if that is (who moved last is
    judged too well).

    >>> [shallower(depth) for depth in (3, 4, 5, 6, 7, 8, 12)]
    [1, 2, 3, 2, 3, 4, 6]
    """
    return depth - 2 * ((depth + 2) // 4)


def fit_rows(values: Sequence[dict[int, int]]) -> tuple[Row, ...]:
    """Least squares for each depth and the shallower one, about half as deep, that stands for it.

    >>> fit_rows([{1: n, 3: 2 * n + 5} for n in range(100)])
    (Row(deep=3, shallow=1, slope=2.0, offset=5.0, deviation=0.0),)
    """
    rows = []
    for deep in range(SHALLOWEST, DEEPEST + 1):
        shallow = shallower(deep)
        pairs = [(value[shallow], value[deep]) for value in values if shallow in value and deep in value]
        if shallow < 1 or len(pairs) < FEWEST:
            continue
        count = len(pairs)
        x, y = sum(a for a, _ in pairs) / count, sum(b for _, b in pairs) / count
        spread = sum((a - x) ** 2 for a, _ in pairs)
        slope = sum((a - x) * (b - y) for a, b in pairs) / spread if spread else 1.0
        slope = min(2.0, max(0.5, slope))
        offset = y - slope * x
        deviation = math.sqrt(sum((b - slope * a - offset) ** 2 for a, b in pairs) / count)
        rows.append(Row(deep, shallow, round(slope, 4), round(offset, 3), round(deviation, 3)))
    return tuple(rows)


def _position(game: Game[Any], engine: Any, chance: random.Random) -> Any:
    """A position of a game that the engine plays against itself, three plies deep with a random move now and then."""
    state, plies = game.initial(), chance.randint(4, 60)
    for ply in range(plies):
        moves = [int(move) for move in game.moves(state)]
        if ply < 4 or chance.random() < 0.1:
            move = chance.choice(moves)
        else:
            move = engine.search(state, Limits(depth=3)).move or moves[0]
        after = game.play(state, move)
        if game.result(after) is not None:
            return state if ply >= 4 else None
        state = after
    return state
