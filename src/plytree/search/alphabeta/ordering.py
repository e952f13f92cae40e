"""Which moves the engine's search tries first, and what it learns from a refutation: killers and history.

Two killers are kept for each ply: quiet moves that refuted other states there. The history of a move says how often it
did so anywhere, by side; where the game knows quiet moves, also as an answer to the move before it.
Source: killers, S. G. Akl and M. M. Newborn, The principal continuation and the killer heuristic (1977); history,
J. Schaeffer, The history heuristic (ICCA Journal 6(3), 1983); answers, J. Uiterwijk, The countermove heuristic (ICCA
Journal 15(1), 1992).
"""

from __future__ import annotations

from typing import Any

from plytree.search.compile.bindings import order, quiet, quiet_order
from plytree.search.compile.memory import MAX_HISTORY, MAX_ORDER, REPLIES

i64 = int


def rate(game: Any, w: Any, ply: int, at: int, count: int, side: int, table_move: int) -> None:
    """How early to try each of the moves."""
    for i in range(count):
        w.order[at + i] = promise(game, w, ply, side, i64(w.moves[at + i]), table_move)


def rate_tactical(game: Any, w: Any, ply: int, at: int, count: int, table_move: int) -> None:
    """How early to try each of the moves in the quiescence search."""
    for i in range(count):
        w.order[at + i] = quiet_promise(game, w, ply, i64(w.moves[at + i]), table_move)


def promise(game: Any, w: Any, ply: int, side: int, move: int, table_move: int) -> int:
    """How early to try a move: the table's move, what the game finds good, killers, history, what it finds bad."""
    if move == table_move:
        return i64(8 * MAX_ORDER)
    if game.has_order and w.use_order:
        wish = i64(order(game, w, ply, move))
        if wish > 0:
            return 4 * MAX_ORDER + min(wish, i64(MAX_ORDER))
        if wish < 0:
            return max(wish, i64(-MAX_ORDER)) - 2 * MAX_ORDER
    if w.use_killers:
        if move == w.killers[2 * ply]:
            return i64(3 * MAX_ORDER)
        if move == w.killers[2 * ply + 1]:
            return i64(2 * MAX_ORDER)
    if w.use_history:
        past = i64(w.history[side * game.num_moves + move])
        if game.has_quiet:
            past += w.replies[reply(w, ply, move)]
        return past
    return i64(0)


def quiet_promise(game: Any, w: Any, ply: int, move: int, table_move: int) -> int:
    """How early to try a move in the quiescence search."""
    if move == table_move:
        return i64(8 * MAX_ORDER)
    if game.has_quiet_order and w.use_order:
        return max(i64(-MAX_ORDER), min(i64(quiet_order(game, w, ply, move)), i64(MAX_ORDER)))
    if game.has_order and w.use_order:
        return max(i64(-MAX_ORDER), min(i64(order(game, w, ply, move)), i64(MAX_ORDER)))
    return i64(0)


def select(w: Any, at: int, i: int, count: int) -> None:
    """Bring the most promising of the moves i.. to place i; equal ones keep their order."""
    best, most = i, w.order[at + i]
    for j in range(i + 1, count):
        if w.order[at + j] > most:
            best, most = j, w.order[at + j]
    if best > i:
        move = w.moves[at + best]
        for j in range(best, i, -1):
            w.moves[at + j] = w.moves[at + j - 1]
            w.order[at + j] = w.order[at + j - 1]
        w.moves[at + i] = move
        w.order[at + i] = most


def reward(game: Any, w: Any, ply: int, side: int, at: int, i: int, depth: int) -> None:
    """The move at place i refuted the state: remember it as a killer, and that those before it did not."""
    move = i64(w.moves[at + i])
    if w.use_killers and move != w.killers[2 * ply]:
        w.killers[2 * ply + 1] = w.killers[2 * ply]
        w.killers[2 * ply] = move
    if w.use_history:
        amount = min(16 * depth * depth, i64(1600))
        credit(game, w, ply, side, move, amount)
        for j in range(i):
            failed = i64(w.moves[at + j])
            if not game.has_quiet or quiet(game, w, ply, failed):
                credit(game, w, ply, side, failed, -amount)


def credit(game: Any, w: Any, ply: int, side: int, move: int, amount: int) -> None:
    """Change the history of a move, and where the game knows quiet moves its history as an answer to the last one."""
    at = side * game.num_moves + move
    w.history[at] = changed(i64(w.history[at]), amount)
    if game.has_quiet:
        at = reply(w, ply, move)
        w.replies[at] = changed(i64(w.replies[at]), amount)


def changed(old: int, amount: int) -> int:
    """A history value stays within +-MAX_HISTORY because what is high already grows less."""
    return old + amount - old * abs(amount) // MAX_HISTORY


def reply(w: Any, ply: int, move: int) -> int:
    """Where the history of a move as an answer to the one before it is kept; some share a place."""
    return (i64(w.line[ply - 1]) * 0x9E3779B1 ^ move * 0x85EBCA6B) >> 13 & (REPLIES - 1)
