"""The engine's search: one source that runs as plain Python and, compiled for one game, as native code.

It is negamax with alpha-beta pruning as in `textbook/`, and what makes it strong: each technique has a file of its own
in `techniques/`, the search of tactical moves is in `quiescence.py`, the transposition table in `table.py`, the order
of moves in `ordering.py`, what values are in `values.py`, single steps in `node.py`.

How to read it: `w` is the working memory of one searching thread (see compile/memory.py). The state at distance `ply`
from the root is kept in `w.stack[ply]`; `play(game, w, ply, move)` writes the next one, so taking a move back costs
nothing. The functions imported from `bindings` reach the game's own methods. `game.has_x` says whether the game wrote
the hook x and is a constant: before the source is run or compiled for a game, specialise.py puts the constants in and
cuts what they make unreachable; a helper that then answers the same whatever it is asked is replaced by its answer.
`w.use_x` are the switches of `Techniques`. `i64` makes sure that a number is a 64-bit integer.

Values are for the player to move. Where only win, draw and loss count, a win at distance n from the root is WIN - n, so
faster wins are better. Everything beyond the horizon is an estimate; `w.horizon` counts how often the search had to
trust one. A value found without trusting any is complete: it is the true value, and the table keeps it for good.
"""

from __future__ import annotations

from typing import Any

from plytree.search.alphabeta.node import (
    cut_off,
    first_guess,
    generate,
    improve,
    is_check,
    is_last_ply,
    is_quiet_move,
    judges_ahead,
    key_of,
    make,
    no_move_left,
    side_of,
    tell,
    tell_best,
    tell_killer,
)
from plytree.search.alphabeta.ordering import rate, select
from plytree.search.alphabeta.quiescence import at_horizon, quiesce
from plytree.search.alphabeta.table import bound_of, cuts, entry_move, entry_value, from_table, probe, store
from plytree.search.alphabeta.techniques.check_extension import check_extension, is_checked
from plytree.search.alphabeta.techniques.futility_pruning import futility_pruning
from plytree.search.alphabeta.techniques.history_pruning import history_pruning
from plytree.search.alphabeta.techniques.internal_iterative_reduction import internal_iterative_reduction
from plytree.search.alphabeta.techniques.knowledge import is_known, known_value
from plytree.search.alphabeta.techniques.late_move_pruning import late_move_pruning
from plytree.search.alphabeta.techniques.late_move_reductions import late_move_reduction
from plytree.search.alphabeta.techniques.mate_distance_pruning import wins_have_distance
from plytree.search.alphabeta.techniques.null_move import null_move, null_move_reduction
from plytree.search.alphabeta.techniques.probcut import probcut, probcut_depth, probcut_goal
from plytree.search.alphabeta.techniques.razoring import razoring
from plytree.search.alphabeta.techniques.repetition import is_repetition
from plytree.search.alphabeta.techniques.reverse_futility_pruning import reverse_futility_pruning
from plytree.search.alphabeta.techniques.see_pruning import see_pruning
from plytree.search.alphabeta.techniques.singular_extension import maybe_singular, singular_bound
from plytree.search.alphabeta.values import (
    decided,
    finished_or_estimated,
    high,
    leaf,
    low,
    trusted,
    uncertain,
)
from plytree.search.compile.bindings import out_of_time, result
from plytree.search.compile.memory import INFINITE, PASSED, PLIES, QUIET_PLIES, SINGULAR, USUAL, WIN, WIN_MIN

i64 = int


def negamax(game: Any, w: Any, table: Any, alpha: int, beta: int, depth: int, ply: int, kind: int) -> int:
    """The value of the unfinished state at `ply`, searched `depth` plies deep, in the window alpha < beta.

    alpha < value < beta: this is the value. value <= alpha: the true one is <= value. value >= beta: it is >= value.
    Meaningless once out_of_time(w). The caller has counted the node. `kind` is USUAL, PASSED after a null move, or
    SINGULAR to find the value without the table's move.
    """
    # 1. Is the value known: a repetition, a table of exact values, a window that no win can reach, the horizon, the
    # transposition table?
    before, node_key = w.horizon, key_of(game, w, ply)
    if is_repetition(game, w, ply, node_key):
        return uncertain(game, w, i64(0), alpha, beta, ply)
    if is_known(game, w, ply):
        return leaf(game, w, known_value(game, w, ply), alpha, beta, ply)
    if wins_have_distance(game, ply):
        alpha, beta = max(alpha, ply - WIN), min(beta, WIN - ply - 1)
        if alpha >= beta:
            return leaf(game, w, alpha, alpha, beta, ply)
    checked = is_checked(game, w, ply)
    depth += check_extension(game, w, checked)
    if depth <= 0 or ply >= PLIES - 2:
        return at_horizon(game, w, table, alpha, beta, ply, node_key)
    lower, full_window = alpha, beta - alpha > 1
    table_move, entry, known = i64(-1), i64(0), i64(0)
    if w.use_table and ply > 0:
        entry = probe(w, table, node_key)
        if entry != 0:
            table_move, known = entry_move(entry), entry_value(game, entry, ply)
            if kind != SINGULAR and cuts(game, entry, known, alpha, beta, depth, full_window and w.use_pvs):
                return from_table(game, w, entry, known, alpha, beta, ply)
    tell(game, w, "enter", ply, alpha, beta, None)

    # 2. Pruning before any move is made: reverse futility, razoring, null move, ProbCut; internal iterative reduction
    static, improving = i64(0), False
    if judges_ahead(game, w, depth):
        static, improving = first_guess(game, w, ply, node_key, checked, entry, known)
        if kind != SINGULAR and not checked and not full_window and ply > 0 and not decided(game, beta):
            if reverse_futility_pruning(game, w, static, beta, depth, improving):
                return trusted(w, static)
            if razoring(game, w, static, alpha, depth):
                value = quiesce(game, w, table, alpha, beta, i64(QUIET_PLIES), ply)
                if value <= alpha and not decided(game, value):
                    return trusted(w, value)
            if kind == USUAL and null_move(game, w, ply, depth, static, beta):
                less = null_move_reduction(game, depth, static, beta)
                value = -negamax(game, w, table, -beta, 1 - beta, depth - less, ply + 1, i64(PASSED))
                if out_of_time(w):
                    return i64(0)
                if value >= beta:
                    return trusted(w, beta if decided(game, value) else value)
            if kind == USUAL and probcut(game, w, depth):
                above = static >= beta
                goal = probcut_goal(w, depth, above, beta)
                value = negamax(game, w, table, goal - 1, goal, probcut_depth(w, depth), ply, i64(PASSED))
                if out_of_time(w):
                    return i64(0)
                if above == (value >= goal):
                    return trusted(w, value if decided(game, value) else beta if above else alpha)
    if internal_iterative_reduction(game, w, ply, depth, table_move):
        depth -= 1

    # 3. Singular extension: is the table's move the only good one?
    extension = i64(0)
    if kind != SINGULAR and not checked and maybe_singular(game, w, entry, table_move, known, depth):
        near = singular_bound(game, known, depth)
        rest = negamax(game, w, table, near - 1, near, (depth - 1) >> 1, ply, i64(SINGULAR))
        if out_of_time(w):
            return i64(0)
        if rest >= near and near >= beta:
            return near  # several moves are too good
        if rest < near:
            extension = i64(1)
            w.horizon = before

    # 4. The moves, the promising ones first; the first with the full window, the others to show they are not better
    at, count, side = ply * game.max_moves, generate(game, w, ply), side_of(game, w, ply)
    if count == 0:
        return no_move_left(game, w, alpha, beta, ply)
    sorting = w.sorting and ply > 0
    if sorting:
        rate(game, w, ply, at, count, side, table_move)
    best, best_move, complete, quiets = i64(-INFINITE), i64(-1), i64(0), i64(0)
    for i in range(count):
        if sorting:
            select(w, at, i, count)
        move = i64(w.moves[at + i])
        if kind == SINGULAR and move == table_move:
            continue
        is_quiet, checks = is_quiet_move(game, w, ply, move), is_check(game, w, ply, move)
        if ply > 0 and best > -WIN_MIN and not checked:  # another move does not lose: this one may be left out
            if (
                is_quiet and not checks and (
                    late_move_pruning(game, w, depth, quiets, improving)
                    or history_pruning(game, w, depth, at + i)
                    or futility_pruning(game, w, depth, full_window, at + i, static, alpha)
                )
            ) or see_pruning(game, w, ply, move, depth, is_quiet, checks, at + i):  # fmt: skip
                w.horizon += 1
                continue
        tell_killer(game, w, ply, move, alpha, beta)
        child, sign = w.horizon, make(game, w, ply, move)
        if full_window:
            w.pv_length[ply + 1] = ply + 1
        outcome = result(game, w, ply + 1)
        if outcome is not None or is_last_ply(game, depth):
            value = sign * finished_or_estimated(game, w, outcome, sign, alpha, beta, ply + 1)
        else:
            top, deeper, less = beta, depth - 1, i64(0)
            if i > 0 and w.use_pvs:
                top = alpha + 1
                less = late_move_reduction(
                    game, w, ply, sign, i, depth, is_quiet, checks, full_window, improving, checked, at + i
                )  # fmt: skip
            elif move == table_move:
                deeper += extension
            while True:
                value = sign * negamax(
                    game, w, table, low(sign, alpha, top), high(sign, alpha, top), deeper - less, ply + 1, i64(USUAL)
                )
                if out_of_time(w):
                    return i64(0)
                if less > 0 and value > alpha:
                    less = i64(0)  # better than thought: to the whole depth
                elif top < beta and alpha < value and value < beta:
                    top = beta  # better than the best: by how much?
                else:
                    break
                w.horizon = child
        quiets += i64(is_quiet)
        if value > best:
            best = value
            if value > alpha:
                alpha, best_move = value, move
                improve(w, ply, move, value, full_window)
            if value >= beta:
                complete = i64(w.horizon == child)
                cut_off(game, w, ply, side, at, i, depth, is_quiet and sorting)
            tell_best(game, w, ply, alpha, beta, best, i + 1 < count)
            if best >= beta:
                break

    # 5. Remember what was found
    if complete:
        w.horizon = before  # the refutation is certain, whatever was tried before it
    if best < beta:
        complete = i64(w.horizon == before)
    if ply == 0:
        w.complete = complete
    elif w.use_table and kind != SINGULAR:
        bound, good = bound_of(best, lower, beta), best_move if best_move >= 0 else table_move
        store(game, w, table, node_key, good, best, depth, bound, complete, ply)
    tell(game, w, "return", ply, alpha, beta, best)
    return best
