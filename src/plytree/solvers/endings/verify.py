"""Check a table by another way than it was built: with the rules of the game, forwards, each value from its successors.

`examine` is plain Python that is compiled; it uses the move generator that chess is played with.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from plytree.games.chess import attacks, knowledge, moves, play
from plytree.games.chess.attacks import attacked
from plytree.games.chess.board import EMPTY, EN_PASSANT, NO_SQUARE, NONE, STATE
from plytree.games.chess.game import tables as chess_tables
from plytree.games.chess.knowledge import KNOWLEDGE, MEN, find, place_in
from plytree.games.chess.moves import generate
from plytree.games.chess.play import place, play_move
from plytree.solvers.compiled import compile_functions
from plytree.solvers.endings import geometry, kernel
from plytree.solvers.endings.file import EndingTable
from plytree.solvers.endings.kernel import ILLEGAL, decode
from plytree.solvers.endings.lookup import fill_directory
from plytree.solvers.endings.material import needs

PIECE = 1 << 18  # positions between two words of progress
ROOM = 256  # moves of one position


def set_up(t: Any, g: Any, sq: Any, side: Any, s: Any) -> None:
    """Put the men on the board of a record."""
    for kind in range(6):
        s.kinds[kind] = NONE
    s.sides[0] = s.sides[1] = NONE
    for square in range(64):
        s.squares[square] = EMPTY
    for i in range(g.men):
        place(t, s, g.kind[i] + 6 * g.colour[i], sq[i])
    s.side, s.castling, s.en_passant, s.clock, s.number = side, 0, NO_SQUARE, 0, 1


def known(p: Any, d: Any, slots: Any, pool: Any, s: Any) -> Any:
    """The value that the tables give a position, without en passant."""
    slot = find(d, s)
    if slot < 0:
        return np.int64(0)  # bare kings
    return np.int64(pool[slots[slot].offset + place_in(p, slots[slot], s)])


def better(best: Any, value: Any) -> Any:
    """The better value for a player of what he has (-1: nothing) and a move to a position with this value."""
    here = value + 1 if value else np.int64(0)
    if best < 0:
        return here
    rank_best = 0 if best == 0 else (1000 - best if best & 1 == 0 else best - 1000)
    rank_here = 0 if here == 0 else (1000 - here if here & 1 == 0 else here - 1000)
    return here if rank_here > rank_best else best


def passed(t: Any, p: Any, d: Any, slots: Any, pool: Any, states: Any, buffer: Any) -> Any:
    """The value of the position in states[1], where a pawn may be taken en passant."""
    count = generate(t, states[1], buffer, ROOM, False)
    best, others = np.int64(-1), False
    for i in range(count):
        move = np.int64(buffer[ROOM + i])
        if move >> 12 == EN_PASSANT:
            play_move(t, states[1], move, states[2])
            best = better(best, known(p, d, slots, pool, states[2]))
        else:
            others = True
    plain = known(p, d, slots, pool, states[1])
    if not others:
        return best
    # what stands in the table is the best of the other moves: as a move it would be one ply earlier
    return better(best, plain - 1) if plain > 1 else (better(best, np.int64(0)) if plain == 0 else best)


def examine(
    t: Any, p: Any, d: Any, slots: Any, pool: Any, g: Any, states: Any, buffer: Any, first: int, last: int
) -> int:
    """How many of the values at first..last do not follow from the positions that moves lead to."""
    sq = np.zeros(MEN, np.int64)
    wrong = 0
    for at in range(first, last):
        side = at // g.numbers
        occupied = decode(p, g, at - side * g.numbers, sq)
        best = np.int64(ILLEGAL)
        if occupied != NONE:
            s = states[0]
            set_up(t, g, sq, side, s)
            if not attacked(t, s, side, sq[side ^ 1], occupied):
                count = generate(t, s, buffer, 0, False)
                best = np.int64(-1)
                for i in range(count):
                    play_move(t, s, np.int64(buffer[i]), states[1])
                    if states[1].en_passant < NO_SQUARE:
                        value = passed(t, p, d, slots, pool, states, buffer)
                    else:
                        value = known(p, d, slots, pool, states[1])
                    best = better(best, value)
                if count == 0:
                    best = np.int64(1 if attacked(t, s, side ^ 1, sq[side], occupied) else 0)
        if best != pool[g.offset + at]:
            wrong += 1
    return wrong


@functools.cache
def _examine() -> Any:
    d = np.zeros(1, KNOWLEDGE)[0]
    p, t, octets = geometry.pairs()[0], chess_tables()[0], np.zeros(1, np.uint8)
    arguments = (
        t, p, d, d.slots, octets, d.slots[0], np.zeros(3, STATE), np.zeros(2 * ROOM, np.int32), 0, 0,
    )  # fmt: skip
    files = (Path(str(m.__file__)) for m in (attacks, moves, play, geometry, kernel, knowledge))
    return compile_functions("endings-verify", [*files, Path(__file__)], {"examine": (examine, arguments)}).examine


def verify(name: str, load: Callable[[str], EndingTable], on_step: Callable[[str], None] | None = None) -> int:
    """How many values of a table are not what its positions' successors say. InputError if its file is damaged."""
    table = load(name)
    table.check()
    names = [name, *needs(name)]
    pool = np.concatenate([load(other).values() for other in names])
    d = np.zeros(1, KNOWLEDGE)[0]
    fill_directory(d, names)
    states, buffer = np.zeros(3, STATE), np.zeros(2 * ROOM, np.int32)
    wrong, total = 0, 2 * table.size
    for first in range(0, total, PIECE):
        last = min(first + PIECE, total)
        t, p = chess_tables()[0], geometry.pairs()[0]
        wrong += _examine()(t, p, d, d.slots, pool, d.slots[0], states, buffer, first, last)
        if on_step:
            on_step(f"{name}: {last / total:.0%}")
    return wrong
