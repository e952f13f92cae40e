"""Values in the engine's search: what an end, an estimate and a leaf are worth."""

from __future__ import annotations

from typing import Any

from plytree.search.compile.bindings import evaluate, observe
from plytree.search.compile.memory import JUDGED, WIN, WIN_MIN

i64 = int


def finished(game: Any, outcome: int, ply: int) -> int:
    """The value of a finished game: a win that comes sooner is worth more, unless utilities count."""
    if game.max_utility == 1:
        return outcome * (WIN - ply)
    return outcome * i64(1)


def estimate(game: Any, w: Any, ply: int, node_key: int) -> int:
    """What the game thinks of an unfinished state, as a value to trust; never as much as a win."""
    w.horizon += 1
    if game.has_evaluate:
        return judged(game, w, ply, node_key)
    return i64(0)


def judged(game: Any, w: Any, ply: int, node_key: int) -> int:
    """The game's estimate; where the game sets `pawn` it is remembered, because states come again in every iteration.

    Bits of a word: 0..23 estimate + 2^23 | 24..63 those of the key; the key's low bits are the place.
    """
    if game.pawn > 0 and node_key != 0:
        at = node_key & (JUDGED - 1)
        word = i64(w.judged[at])
        if (word ^ node_key) >> 24 == 0:
            return (word & 0xFFFFFF) - 0x800000
        value = bounded(i64(evaluate(game, w, ply)))
        if abs(value) < 0x800000:
            w.judged[at] = (node_key >> 24 << 24) | (value + 0x800000)
        return value
    return bounded(i64(evaluate(game, w, ply)))


def margin_unit(game: Any, w: Any) -> int:
    """What margins are counted in: the game's pawn, or what was measured (search/selective/unit.py); 0: no margins."""
    if game.pawn > 0:
        return game.pawn
    if game.adapts:
        return i64(w.margin)
    return 0


def bounded(value: int) -> int:
    return max(1 - WIN_MIN, min(value, WIN_MIN - 1))


def decided(game: Any, value: int) -> bool:
    """Is it a win or a loss, and not an estimate?"""
    if game.max_utility == 1:
        return value >= WIN_MIN or value <= -WIN_MIN
    return False


def leaf(game: Any, w: Any, value: int, alpha: int, beta: int, ply: int) -> int:
    """A value that needed no search."""
    if ply > w.seldepth:
        w.seldepth = ply
    if game.observed:
        observe(game, w, "leaf", ply, alpha, beta, value)
    return value


def uncertain(game: Any, w: Any, value: int, alpha: int, beta: int, ply: int) -> int:
    """A value that needed no search and holds only on this way to the state, not on every way."""
    w.horizon += 1
    return leaf(game, w, value, alpha, beta, ply)


def trusted(w: Any, value: int) -> int:
    """A value that is likely but not certain."""
    w.horizon += 1
    return value


def finished_leaf(game: Any, w: Any, outcome: int, sign: int, alpha: int, beta: int, ply: int) -> int:
    """The value of a finished child, for the player to move there."""
    return leaf(game, w, finished(game, outcome, ply), low(sign, alpha, beta), high(sign, alpha, beta), ply)


def finished_or_estimated(
    game: Any, w: Any, outcome: int | None, sign: int, alpha: int, beta: int, ply: int
) -> int:  # fmt: skip
    """The value of a child that is finished or not to be searched, for the player to move there."""
    value = finished(game, outcome, ply) if outcome is not None else estimate(game, w, ply, i64(0))
    return leaf(game, w, value, low(sign, alpha, beta), high(sign, alpha, beta), ply)


def low(sign: int, alpha: int, beta: int) -> int:
    """The lower end of a window as the next player sees it: turned round if it is the other one (sign -1)."""
    return -beta if sign < 0 else alpha


def high(sign: int, alpha: int, beta: int) -> int:
    return -alpha if sign < 0 else beta
