"""The engine's search: one source that runs as plain Python and, compiled for one game, as native code.

It is negamax with alpha-beta pruning as in `textbook/`, and the techniques that make it strong, one section each.
What values are is in `values.py`, the order of moves in `ordering.py`, the transposition table in `table.py`, which
late moves are left out or searched less deeply in `shortcuts.py`.

How to read it: `w` is the working memory of one searching thread (see memory.py). The state at distance `ply` from the
root is kept in `w.stack[ply]`; `play(game, w, ply, move)` writes the next one, so taking a move back costs nothing. The
functions imported from `bindings` reach the game's own methods. `game.has_x` says whether the game wrote the hook x and
is a constant: before the source is run or compiled for a game, specialise.py puts the constants in and cuts what they
make unreachable. `w.use_x` are the switches of `Techniques`. `i64` makes sure that a number is a 64-bit integer.

Values are for the player to move. Where only win, draw and loss count, a win at distance n from the root is WIN - n, so
faster wins are better. Everything beyond the horizon is an estimate; `w.horizon` counts how often the search had to
trust one. A value found without trusting any is complete: it is the true value, and the table keeps it for good.
"""

from __future__ import annotations

from typing import Any

from plytree.search.alphabeta import ordering, shortcuts, values
from plytree.search.alphabeta import table as entries
from plytree.search.alphabeta.ordering import promise, quiet_promise, reward, select
from plytree.search.alphabeta.shortcuts import hopeless, reduction
from plytree.search.alphabeta.table import corrects, cuts, entry_depth, entry_move, entry_value, probe, store
from plytree.search.alphabeta.values import decided, estimate, finished, high, judged, leaf, low
from plytree.search.compile.bindings import (
    can_pass,
    clock,
    fault,
    gain,
    gives_check,
    hash_key,
    in_check,
    key,
    may_repeat_after,
    moves,
    no_moves,
    observe,
    out_of_time,
    pass_turn,
    play,
    quiet,
    result,
    safe,
    tactical,
    to_move,
)  # fmt: skip
from plytree.search.compile.memory import (
    COMPLETE,
    EXACT,
    FAULT_NO_MOVES,
    INFINITE,
    LOWER,
    MAX_ORDER,
    PASSED,
    PATH,
    PLIES,
    QUIET_PLIES,
    SINGULAR,
    UPPER,
    USUAL,
    WIN,
    WIN_MIN,
)  # fmt: skip

PARTS = (values, ordering, entries, shortcuts)  # they are specialised, run and compiled together with this module
i64 = int


def negamax(game: Any, w: Any, table: Any, alpha: int, beta: int, depth: int, ply: int, kind: int) -> int:
    """The value of the unfinished state at `ply`, searched `depth` plies deep, in the window alpha < beta.

    alpha < value < beta: this is the value. value <= alpha: the true one is <= value. value >= beta: it is >= value.
    Meaningless once out_of_time(w). The caller has counted the node. `kind` is USUAL, PASSED after a null move, or
    SINGULAR to find the value without the table's move.
    """
    # ---- is the value known? --------------------------------------------------------------------------------------
    before = w.horizon
    node_key = i64(0)
    if w.use_table or (game.has_clock and w.use_repetition):
        node_key = i64(key(game, w, ply)) if game.has_key and w.use_symmetry else i64(hash_key(game, w, ply))
    if game.has_clock and w.use_repetition:
        if repeated(game, w, ply, node_key) and ply > 0:
            w.horizon += 1  # a draw on this way to the state, not on every way
            return leaf(game, w, i64(0), alpha, beta, ply)
    if game.max_utility == 1 and ply > 0:  # no end that is still ahead can be worth more, or less
        alpha = max(alpha, ply - WIN)
        beta = min(beta, WIN - ply - 1)
        if alpha >= beta:
            return leaf(game, w, alpha, alpha, beta, ply)
    checked = game.has_in_check and in_check(game, w, ply)
    if checked and w.use_extension:
        depth += 1
    if depth <= 0 or ply >= PLIES - 2:
        if game.has_tactical and w.use_quiescence:
            return quiesce(game, w, table, alpha, beta, i64(QUIET_PLIES), ply)
        return leaf(game, w, estimate(game, w, ply, node_key), alpha, beta, ply)

    # ---- transposition table --------------------------------------------------------------------------------------
    full_window = beta - alpha > 1
    table_move, entry, known = i64(-1), i64(0), i64(0)
    if w.use_table and ply > 0:
        entry = probe(w, table, node_key)
        if entry != 0:
            table_move = entry_move(entry)
            known = entry_value(game, entry, ply)
            if kind != SINGULAR and cuts(game, entry, known, alpha, beta, depth, full_window and w.use_pvs):
                w.table_hits += 1
                if entry_depth(entry) < COMPLETE and not decided(game, known):
                    w.horizon += 1
                if game.observed:
                    observe(game, w, "table", ply, alpha, beta, known)
                return known

    if game.observed:
        observe(game, w, "enter", ply, alpha, beta, None)

    # ---- pruning before any move is made, where the game asks for it ----------------------------------------------
    static = i64(0)
    improving = False
    if game.pawn > 0 or game.has_pass_turn:
        if not checked:
            static = judged(game, w, ply, node_key)
            improving = ply >= 2 and static > w.static[ply - 2]
        w.static[ply] = static if not checked else -WIN_MIN
        if entry != 0 and not decided(game, known) and corrects(entry, known, static):
            static = known
        if kind != SINGULAR and not checked and not full_window and ply > 0 and not decided(game, beta):
            if game.pawn > 0 and w.use_margins:
                if depth <= 7 and static - 3 * game.pawn // 4 * (depth - i64(improving)) >= beta:
                    w.horizon += 1
                    return static
                if game.has_tactical and w.use_quiescence and depth <= 3:
                    if static + 5 * game.pawn // 2 * depth < alpha:
                        value = quiesce(game, w, table, alpha, beta, i64(QUIET_PLIES), ply)
                        if value <= alpha and not decided(game, value):
                            w.horizon += 1
                            return value
            if game.has_pass_turn and w.use_null_move and kind == USUAL and depth >= 3 and static >= beta:
                if not game.has_can_pass or can_pass(game, w, ply):
                    less = 3 + (depth >> 2)
                    if game.pawn > 0:
                        less += min((static - beta) // (2 * game.pawn), i64(3))
                    if game.has_quiet:
                        w.line[ply] = -1
                    pass_turn(game, w, ply)
                    if result(game, w, ply + 1) is None:
                        w.nodes += 1
                        value = -negamax(game, w, table, -beta, 1 - beta, depth - less, ply + 1, i64(PASSED))
                        if out_of_time(w):
                            return i64(0)
                        if value >= beta:
                            w.horizon += 1
                            return beta if decided(game, value) else value
    if game.has_quiet and w.use_reductions and w.use_table and table_move < 0 and depth >= 5 and ply > 0:
        depth -= 1  # nothing known about this state: a shallower look now, a deeper one in the next iteration

    # ---- is the table's move the only good one? ---------------------------------------------------------------------
    extension = i64(0)
    if game.pawn > 0 and w.use_singular and kind != SINGULAR and not checked and table_move >= 0 and depth >= 8:
        if entry_depth(entry) >= depth - 3 and (entry >> 58) & 3 != UPPER and not decided(game, known):
            near = i64(known - game.pawn * depth // 50)
            rest = negamax(game, w, table, near - 1, near, (depth - 1) >> 1, ply, i64(SINGULAR))
            if out_of_time(w):
                return i64(0)
            if rest < near:
                extension = i64(1)
                w.horizon = before
            elif near >= beta:
                return near  # several moves are too good

    # ---- the moves, the promising ones first ----------------------------------------------------------------------
    at = ply * game.max_moves
    count = generate(game, w, ply)
    if count == 0:
        if game.has_no_moves:
            return leaf(game, w, finished(game, no_moves(game, w, ply), ply), alpha, beta, ply)
        fault(w, FAULT_NO_MOVES)
        return i64(0)
    side = i64(to_move(game, w, ply)) if game.has_to_move else ply & 1
    sorting = w.sorting and ply > 0
    if sorting:
        for i in range(count):
            w.order[at + i] = promise(game, w, ply, side, i64(w.moves[at + i]), table_move)

    # ---- search them: the first with the full window, the others only to show that they are not better -------------
    best, best_move, complete, quiets = i64(-INFINITE), i64(-1), i64(0), i64(0)
    lower = alpha
    for i in range(count):
        if sorting:
            select(w, at, i, count)
        move = i64(w.moves[at + i])
        if game.pawn > 0 and kind == SINGULAR and move == table_move:
            continue
        is_quiet = quiet(game, w, ply, move) if game.has_quiet else True
        checks = game.has_gives_check and gives_check(game, w, ply, move)
        if game.pawn > 0 and ply > 0 and best > -WIN_MIN and not checked:
            if hopeless(
                game, w, ply, move, is_quiet, checks, depth, quiets, improving, full_window, static, alpha, at + i
            ):
                w.horizon += 1
                continue
        if game.observed or game.has_quiet:
            w.line[ply] = move
        if game.observed:
            if w.use_killers and (move == w.killers[2 * ply] or move == w.killers[2 * ply + 1]):
                observe(game, w, "killer", ply, alpha, beta, None)
        play(game, w, ply, move)
        sign = i64(-1)
        if game.has_to_move:
            sign = i64(1) if to_move(game, w, ply + 1) == to_move(game, w, ply) else i64(-1)
        if full_window:
            w.pv_length[ply + 1] = ply + 1
        child = w.horizon
        w.nodes += 1
        outcome = result(game, w, ply + 1)
        if outcome is not None:
            value = finished(game, outcome, ply + 1)
            value = sign * leaf(game, w, value, low(sign, alpha, beta), high(sign, alpha, beta), ply + 1)
        elif depth <= 1 and not game.has_tactical and not game.has_in_check and not game.has_clock:
            value = estimate(game, w, ply + 1, i64(0))
            value = sign * leaf(game, w, value, low(sign, alpha, beta), high(sign, alpha, beta), ply + 1)
        else:
            if i == 0 or not w.use_pvs:
                deeper = depth - 1
                if game.pawn > 0 and move == table_move:
                    deeper += extension
                value = sign * negamax(
                    game, w, table, low(sign, alpha, beta), high(sign, alpha, beta), deeper, ply + 1, i64(USUAL)
                )
            else:
                less = i64(0)
                if game.has_quiet and w.use_reductions and depth >= 3 and i >= 2 and not checks:
                    less = reduction(game, w, i, depth, is_quiet, full_window, improving, checked, i64(w.order[at + i]))
                value = sign * negamax(
                    game, w, table, low(sign, alpha, alpha + 1), high(sign, alpha, alpha + 1), depth - 1 - less,
                    ply + 1, i64(USUAL),
                )  # fmt: skip
                if game.has_quiet and less > 0 and value > alpha and not out_of_time(w):
                    w.horizon = child
                    value = sign * negamax(
                        game, w, table, low(sign, alpha, alpha + 1), high(sign, alpha, alpha + 1), depth - 1, ply + 1,
                        i64(USUAL),
                    )  # fmt: skip
                if alpha < value and value < beta and not out_of_time(w):
                    w.horizon = child
                    value = sign * negamax(
                        game, w, table, low(sign, alpha, beta), high(sign, alpha, beta), depth - 1, ply + 1, i64(USUAL)
                    )
            if out_of_time(w):
                return i64(0)
        if game.pawn > 0:
            quiets += i64(is_quiet)
        if value > best:
            best = value
            if value > alpha:
                alpha, best_move = value, move
                if full_window:
                    keep_line(w, ply, move)
                    if ply == 0:
                        w.best_move, w.best_value = move, value
                if value >= beta:
                    w.cutoffs += 1
                    w.first_cutoffs += i64(i == 0)
                    complete = i64(w.horizon == child)
                    if is_quiet and sorting:
                        reward(game, w, ply, side, at, i, depth)
            if game.observed:
                observe(game, w, "update", ply, alpha, beta, best)
                if best >= beta and i + 1 < count:
                    observe(game, w, "cut", ply, alpha, beta, best)
            if best >= beta:
                break

    # ---- remember what was found ----------------------------------------------------------------------------------
    if complete:
        w.horizon = before  # the refutation is certain, whatever was tried before it
    if best < beta:
        complete = i64(w.horizon == before)
    if w.use_table and ply > 0 and kind != SINGULAR:
        bound = LOWER if best >= beta else EXACT if best > lower else UPPER
        store(game, w, table, node_key, best_move if best_move >= 0 else table_move, best, depth, bound, complete, ply)
    if ply == 0:
        w.complete = complete
    if game.observed:
        observe(game, w, "return", ply, alpha, beta, best)
    return best


def quiesce(game: Any, w: Any, table: Any, alpha: int, beta: int, plies: int, ply: int) -> int:
    """The value of an unfinished state when only tactical moves are looked at; the same contract as negamax.

    The player to move may also do nothing special ("stand pat": the estimate is a lower bound), unless in check. The
    caller has counted the node.
    """
    if ply > w.seldepth:
        w.seldepth = ply
    checked = game.has_in_check and in_check(game, w, ply)
    if plies <= 0 or ply >= PLIES - 2:
        return leaf(game, w, estimate(game, w, ply, i64(0)), alpha, beta, ply)
    before = w.horizon
    node_key, table_move = i64(0), i64(-1)
    if w.use_table:
        node_key = i64(key(game, w, ply)) if game.has_key and w.use_symmetry else i64(hash_key(game, w, ply))
        entry = probe(w, table, node_key)
        if entry != 0:
            table_move = entry_move(entry)
            value = entry_value(game, entry, ply)
            if cuts(game, entry, value, alpha, beta, i64(0), False):
                w.table_hits += 1
                if entry_depth(entry) < COMPLETE and not decided(game, value):
                    w.horizon += 1
                if game.observed:
                    observe(game, w, "table", ply, alpha, beta, value)
                return value
    best, best_move, static, lower = i64(-INFINITE), i64(-1), i64(0), alpha
    if not checked:
        static = estimate(game, w, ply, node_key)
        best = static
        if best >= beta:
            return leaf(game, w, best, alpha, beta, ply)
        alpha = max(alpha, best)
    if game.observed:
        observe(game, w, "enter", ply, alpha, beta, None)
    at = ply * game.max_moves
    count = generate(game, w, ply) if checked else i64(tactical(game, w, ply, at))
    if count == 0 and checked:
        if game.has_no_moves:
            return leaf(game, w, finished(game, no_moves(game, w, ply), ply), alpha, beta, ply)
        fault(w, FAULT_NO_MOVES)
        return i64(0)
    for i in range(count):
        w.order[at + i] = quiet_promise(game, w, ply, i64(w.moves[at + i]), table_move)
    complete = i64(0)
    for i in range(count):
        select(w, at, i, count)
        move = i64(w.moves[at + i])
        if not checked:
            if game.has_gain and game.pawn > 0 and w.use_margins and w.order[at + i] < MAX_ORDER:
                if static + gain(game, w, ply, move) + 9 * game.pawn // 5 < alpha:
                    if not (game.has_gives_check and gives_check(game, w, ply, move)):
                        continue
            if game.has_safe and w.use_exchange and not safe(game, w, ply, move, i64(0)):
                continue
        if game.observed:
            w.line[ply] = move
        play(game, w, ply, move)
        sign = i64(-1)
        if game.has_to_move:
            sign = i64(1) if to_move(game, w, ply + 1) == to_move(game, w, ply) else i64(-1)
        child = w.horizon
        w.nodes += 1
        outcome = result(game, w, ply + 1)
        if outcome is not None:
            value = finished(game, outcome, ply + 1)
            value = sign * leaf(game, w, value, low(sign, alpha, beta), high(sign, alpha, beta), ply + 1)
        else:
            value = sign * quiesce(game, w, table, low(sign, alpha, beta), high(sign, alpha, beta), plies - 1, ply + 1)
        if out_of_time(w):
            return i64(0)
        if value > best:
            best = value
            if value > alpha:
                alpha, best_move = value, move
            if game.observed:
                observe(game, w, "update", ply, alpha, beta, best)
                if best >= beta and i + 1 < count:
                    observe(game, w, "cut", ply, alpha, beta, best)
            if value >= beta:
                complete = i64(w.horizon == child)
                break
    if complete:
        w.horizon = before
    if best < beta:
        complete = i64(w.horizon == before)
    if w.use_table:
        bound = LOWER if best >= beta else EXACT if best > lower else UPPER
        store(game, w, table, node_key, best_move if best_move >= 0 else table_move, best, i64(0), bound, complete, ply)
    if game.observed:
        observe(game, w, "return", ply, alpha, beta, best)
    return best


# ---- moves and their order ----------------------------------------------------------------------------------------


def generate(game: Any, w: Any, ply: int) -> int:
    """Write the moves of the state into w.moves and say how many; at the root, those that may be played."""
    at = ply * game.max_moves
    if ply > 0:
        return i64(moves(game, w, ply, at))
    for i in range(w.root_count):
        w.moves[at + i] = w.root_moves[i]
    return i64(w.root_count)


def keep_line(w: Any, ply: int, move: int) -> None:
    """The principal variation from here is this move and then the child's."""
    end = max(w.pv_length[ply + 1], ply + 1)
    w.pv[ply * PLIES + ply] = move
    for j in range(ply + 1, end):
        w.pv[ply * PLIES + j] = w.pv[(ply + 1) * PLIES + j]
    w.pv_length[ply] = end


def repeated(game: Any, w: Any, ply: int, node_key: int) -> bool:
    """Has the state been there since the last move that cannot be undone?"""
    now = w.game_plies + ply
    w.path[now % PATH] = node_key
    first = max(i64(0), now - i64(clock(game, w, ply)))
    j = now - may_repeat_after(game)
    while j >= first:
        if w.path[j % PATH] == node_key:
            return True
        j -= may_repeat_after(game)
    return False
