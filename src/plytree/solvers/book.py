"""Opening books of Connect Four: exact scores of early positions, found by the solver once and looked up ever after.

A book holds undecided positions (no four, and no move that makes one at once), of a position and its mirror image one.
The file is a head of 256 bytes (a line that names the format, a line of JSON), then the sorted keys (8 bytes each,
little-endian), then the scores (1 byte each); it is mapped into memory, not read.
"""

from __future__ import annotations

import functools
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.placing.connect4 import ConnectFour, State
from plytree.jobs import Job, LinesStore, Summary, run_jobs

MAGIC = b"plytree connect4 book 1\n"
HEAD = 256
SHIPPED = Path(__file__).parent / "books"


def key(game: ConnectFour, state: State) -> int:
    """The number under which a position and its mirror image are kept."""
    code = state.mine + (state.mine | state.theirs)
    return min(code, game.mirror(code))


def win_at_once(game: ConnectFour, state: State) -> int | None:
    """The score of a position whose player to move has a winning move; None if he has none."""
    if any(game.has_line(game.play(state, move).theirs) for move in game.moves(state)):
        return (game.width * game.height + 1 - (state.mine | state.theirs).bit_count()) // 2
    return None


class Book:
    """A book file."""

    def __init__(self, path: Path):
        try:
            if not path.is_file():  # a pipe or a device might keep us waiting
                raise ValueError
            with path.open("rb") as file:
                head = file.read(HEAD)
            if not head.startswith(MAGIC):
                raise ValueError
            facts = json.loads(head[len(MAGIC) :].split(b"\n")[0])
            self.game = ConnectFour(facts["width"], facts["height"])
            self.plies, count = int(facts["plies"]), int(facts["positions"])
            self.keys = np.memmap(path, "<u8", "r", HEAD, (count,))
            self.scores = np.memmap(path, "i1", "r", HEAD + 8 * count, (count,))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(f"{str(path)!r} is not an opening book of Connect Four") from error

    def __len__(self) -> int:
        return len(self.keys)

    def positions(self) -> Iterator[tuple[State, int]]:
        """All that is in it, with its score. A column of a key is: one more than the mover's stones, below a 1."""
        game = self.game
        for code, score in zip(self.keys.tolist(), self.scores.tolist(), strict=True):
            mine = theirs = 0
            for column in range(0, game.width * game.stride, game.stride):
                content = (code >> column & (1 << game.stride) - 1) + 1
                full = (1 << content.bit_length() - 1) - 1
                mine |= content - full - 1 << column
                theirs |= full - (content - full - 1) << column
            yield State(mine, theirs), score

    def look_up(self, state: State) -> int | None:
        """The score of a position; None if the book does not hold it, or if the game is finished."""
        if (state.mine | state.theirs).bit_count() > self.plies or self.game.result(state) is not None:
            return None
        decided = win_at_once(self.game, state)
        if decided is not None:
            return decided
        wanted = np.uint64(key(self.game, state))
        at = int(np.searchsorted(self.keys, wanted))
        return int(self.scores[at]) if at < len(self.keys) and self.keys[at] == wanted else None


@functools.cache
def shipped(width: int, height: int) -> Book | None:
    """The book that comes with plytree for a board size, if one does."""
    path = SHIPPED / f"connect4_{width}x{height}.book"
    return Book(path) if path.is_file() else None


def layers(game: ConnectFour, plies: int) -> Iterator[dict[int, State]]:
    """For each ply up to `plies` the undecided positions, by key."""
    layer = {key(game, game.initial()): game.initial()}
    unfinished = dict(layer)
    yield layer
    for _ in range(plies):
        children: dict[int, State] = {}
        for state in unfinished.values():
            for move in game.moves(state):
                child = game.play(state, move)
                if game.result(child) is None:
                    children.setdefault(key(game, child), child)
        unfinished = children
        yield {code: state for code, state in unfinished.items() if win_at_once(game, state) is None}


@functools.cache
def _worker_solver(width: int, height: int, table_mb: float) -> Any:
    from plytree.solvers.connect4 import Solver

    return Solver(width, height, table_mb=table_mb, book=False)


def solve_job(arguments: dict[str, Any], seed: int) -> int:
    """One position of a book. The process keeps its table, and positions that follow each other share much of it."""
    solver = _worker_solver(arguments["width"], arguments["height"], arguments["table_mb"])
    score: int = solver.solve(State(arguments["mine"], arguments["theirs"]))
    return score


def build(
    out: Path,
    *,
    plies: int,
    width: int = 7,
    height: int = 6,
    workers: int = 1,
    table_mb: float = 4,
    on_result: Callable[[Summary], None] | None = None,
) -> Book:
    """Make a book of all undecided positions up to a ply.

    The positions of the last ply are solved; those before follow from them. Scores found are kept at once in
    `out`.part, so that a build that was stopped goes on where it was.
    """
    game = ConnectFour(width, height)
    found = list(layers(game, plies))
    part = LinesStore(out.with_name(out.name + ".part"))
    shape = {"width": width, "height": height, "table_mb": table_mb}
    jobs = [
        Job(f"{code:x}", "plytree.solvers.book:solve_job", {**shape, "mine": state.mine, "theirs": state.theirs})
        for code, state in sorted(found[-1].items())
    ]
    summary = run_jobs(jobs, part, workers=workers, on_result=lambda _, __, s: on_result(s) if on_result else None)
    if summary.failed:
        code, why = next(iter(summary.failed.items()))
        raise RuntimeError(f"position {code} could not be solved: {why}")
    scores = {code: int(part.results[f"{code:x}"]) for code in found[-1]}
    for layer in reversed(found[:-1]):
        scores |= {code: _best_child(game, state, scores) for code, state in layer.items()}
    write(out, game, plies, scores)
    return Book(out)


def _best_child(game: ConnectFour, state: State, scores: dict[int, int]) -> int:
    """The score of an undecided position from those of its children."""
    values = []
    for move in game.moves(state):
        child = game.play(state, move)
        decided = 0 if game.result(child) == 0 else win_at_once(game, child)
        values.append(-(scores[key(game, child)] if decided is None else decided))
    return max(values)


def write(out: Path, game: ConnectFour, plies: int, scores: dict[int, int]) -> None:
    """Write a book whole or not at all."""
    facts = {"width": game.width, "height": game.height, "plies": plies, "positions": len(scores)}
    head = (MAGIC + json.dumps(facts).encode() + b"\n").ljust(HEAD, b"\0")
    codes = sorted(scores)
    keys = np.array(codes, "<u8").tobytes()
    values = np.array([scores[code] for code in codes], "i1").tobytes()
    out.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=out.parent, prefix=out.name)
    with os.fdopen(handle, "wb") as file:
        file.write(head + keys + values)
    os.chmod(temporary, 0o644)  # a temporary file is private
    os.replace(temporary, out)
