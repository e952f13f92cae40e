"""Quiescence search: beyond the horizon only tactical moves are looked at, until the estimate can be trusted.

Needs the hook `tactical` (captures, promotions). Switch: quiescence.
Source: C. Shannon, Programming a computer for playing chess (1950), asks for it; the player to move may also stand pat,
which makes the estimate a lower bound.
"""

from __future__ import annotations

from typing import Any

from plytree.search.alphabeta.node import generate, make, no_move_left, state_key, tell, tell_best
from plytree.search.alphabeta.ordering import rate_tactical, select
from plytree.search.alphabeta.table import bound_of, cuts, entry_move, entry_value, from_table, probe, store
from plytree.search.alphabeta.techniques.check_extension import is_checked
from plytree.search.alphabeta.techniques.delta_pruning import delta_pruning
from plytree.search.alphabeta.techniques.knowledge import is_known, known_value
from plytree.search.alphabeta.techniques.see_pruning import loses_material
from plytree.search.alphabeta.values import estimate, finished_leaf, high, leaf, low
from plytree.search.compile.bindings import out_of_time, result, tactical
from plytree.search.compile.memory import INFINITE, PLIES, QUIET_PLIES

i64 = int


def at_horizon(game: Any, w: Any, table: Any, alpha: int, beta: int, ply: int, node_key: int) -> int:
    """The value of an unfinished state that is not to be searched any deeper."""
    if game.has_tactical and w.use_quiescence:
        return quiesce(game, w, table, alpha, beta, i64(QUIET_PLIES), ply)
    return leaf(game, w, estimate(game, w, ply, node_key), alpha, beta, ply)


def quiesce(game: Any, w: Any, table: Any, alpha: int, beta: int, plies: int, ply: int) -> int:
    """The value of an unfinished state when only tactical moves are looked at; the same contract as negamax.

    The player to move may also do nothing special, unless in check: then all moves are tried. It ends after `plies`
    even if tactical moves go on. The caller has counted the node.
    """
    # 1. Is the value known: a table of exact values, far enough, or in the transposition table?
    if ply > w.seldepth:
        w.seldepth = ply
    if is_known(game, w, ply):
        return leaf(game, w, known_value(game, w, ply), alpha, beta, ply)
    if plies <= 0 or ply >= PLIES - 2:
        return leaf(game, w, estimate(game, w, ply, i64(0)), alpha, beta, ply)
    before, lower, node_key, table_move = w.horizon, alpha, i64(0), i64(-1)
    if w.use_table:
        node_key = state_key(game, w, ply)
        entry = probe(w, table, node_key)
        if entry != 0:
            table_move, known = entry_move(entry), entry_value(game, entry, ply)
            if cuts(game, entry, known, alpha, beta, i64(0), False):
                return from_table(game, w, entry, known, alpha, beta, ply)

    # 2. Stand pat: the estimate is a lower bound
    checked = is_checked(game, w, ply)
    best, best_move, static, complete = i64(-INFINITE), i64(-1), i64(0), i64(0)
    if not checked:
        static = estimate(game, w, ply, node_key)
        best = static
        if best >= beta:
            return leaf(game, w, best, alpha, beta, ply)
        alpha = max(alpha, best)
    tell(game, w, "enter", ply, alpha, beta, None)

    # 3. The tactical moves, in check all moves
    at = ply * game.max_moves
    count = generate(game, w, ply) if checked else i64(tactical(game, w, ply, at))
    if count == 0 and checked:
        return no_move_left(game, w, alpha, beta, ply)
    rate_tactical(game, w, ply, at, count, table_move)
    for i in range(count):
        select(w, at, i, count)
        move = i64(w.moves[at + i])
        if not checked:
            if delta_pruning(game, w, ply, move, at + i, static, alpha) or loses_material(game, w, ply, move):
                continue
        child, sign = w.horizon, make(game, w, ply, move)
        outcome = result(game, w, ply + 1)
        if outcome is not None:
            value = sign * finished_leaf(game, w, outcome, sign, alpha, beta, ply + 1)
        else:
            value = sign * quiesce(game, w, table, low(sign, alpha, beta), high(sign, alpha, beta), plies - 1, ply + 1)
        if out_of_time(w):
            return i64(0)
        if value > best:
            best = value
            if value > alpha:
                alpha, best_move = value, move
            tell_best(game, w, ply, alpha, beta, best, i + 1 < count)
            if value >= beta:
                complete = i64(w.horizon == child)
                break

    # 4. Remember what was found
    if complete:
        w.horizon = before
    if best < beta:
        complete = i64(w.horizon == before)
    if w.use_table:
        bound, good = bound_of(best, lower, beta), best_move if best_move >= 0 else table_move
        store(game, w, table, node_key, good, best, i64(0), bound, complete, ply)
    tell(game, w, "return", ply, alpha, beta, best)
    return best
