"""Single steps at a node of the engine's search: its key, its moves, making one, the principal variation, telling."""

from __future__ import annotations

from typing import Any

from plytree.search.alphabeta.ordering import reward
from plytree.search.alphabeta.table import corrects
from plytree.search.alphabeta.values import decided, finished, judged, leaf
from plytree.search.compile.bindings import (
    fault,
    gives_check,
    hash_key,
    key,
    moves,
    no_moves,
    observe,
    play,
    quiet,
    to_move,
)
from plytree.search.compile.memory import FAULT_NO_MOVES, PLIES, WIN_MIN

SHALLOWEST = 3  # depth from which on reductions ask for an estimate
i64 = int


def key_of(game: Any, w: Any, ply: int) -> int:
    """The state's key where one is needed: for the table, or to see repetitions; else 0."""
    if w.use_table or (game.has_clock and w.use_repetition):
        return state_key(game, w, ply)
    return i64(0)


def state_key(game: Any, w: Any, ply: int) -> int:
    """The game's own key, which makes symmetric states one, or a hash of the whole state."""
    return i64(key(game, w, ply)) if game.has_key and w.use_symmetry else i64(hash_key(game, w, ply))


def judges_ahead(game: Any, w: Any, depth: int) -> bool:
    """Does a node begin with an estimate, because some technique asks for it?"""
    if game.pawn > 0 or game.has_pass_turn:
        return True
    if game.adapts:
        return w.selective > 0 and (w.margin > 0 or depth >= SHALLOWEST)
    return False


def first_guess(
    game: Any, w: Any, ply: int, node_key: int, checked: bool, entry: int, known: int
) -> tuple[int, bool]:  # fmt: skip
    """The estimate that pruning relies on, corrected by a table entry, and whether it is rising for this player."""
    static, improving = i64(0), False
    if not checked:
        static = judged(game, w, ply, node_key)
        improving = ply >= 2 and static > w.static[ply - 2]
    w.static[ply] = static if not checked else -WIN_MIN
    if entry != 0 and not decided(game, known) and corrects(entry, known, static):
        static = known
    return static, improving


def side_of(game: Any, w: Any, ply: int) -> int:
    """Whose history counts: 0 or 1, whatever the game says."""
    return (i64(to_move(game, w, ply)) if game.has_to_move else ply) & 1


def generate(game: Any, w: Any, ply: int) -> int:
    """Write the moves of the state into w.moves and say how many; at the root, those that may be played."""
    at = ply * game.max_moves
    if ply > 0:
        return i64(moves(game, w, ply, at))
    for i in range(w.root_count):
        w.moves[at + i] = w.root_moves[i]
    return i64(w.root_count)


def no_move_left(game: Any, w: Any, alpha: int, beta: int, ply: int) -> int:
    """The value of a state without moves, if the game knows such; else the game is at fault."""
    if game.has_no_moves:
        return leaf(game, w, finished(game, no_moves(game, w, ply), ply), alpha, beta, ply)
    fault(w, FAULT_NO_MOVES)
    return i64(0)


def is_quiet_move(game: Any, w: Any, ply: int, move: int) -> bool:
    """Does the move change little? Where the game does not say, all do."""
    if game.has_quiet:
        return quiet(game, w, ply, move)
    return True


def is_check(game: Any, w: Any, ply: int, move: int) -> bool:
    """Does the move give check?"""
    if game.has_gives_check:
        return gives_check(game, w, ply, move)
    return False


def is_last_ply(game: Any, depth: int) -> bool:
    """Are the children leaves, valued where they are made? Not if they may be in check, repeated or tactical."""
    if game.has_tactical or game.has_in_check or game.has_clock:
        return False
    return depth <= 1


def make(game: Any, w: Any, ply: int, move: int) -> int:
    """Play a move and count the node. -1: the other player is to move there; 1: the same one."""
    if game.observed or game.has_quiet:
        w.line[ply] = move
    play(game, w, ply, move)
    w.nodes += 1
    if game.has_to_move:
        return i64(1) if to_move(game, w, ply + 1) == to_move(game, w, ply) else i64(-1)
    return i64(-1)


def improve(w: Any, ply: int, move: int, value: int, full_window: bool) -> None:
    """A better move has been found: keep the line that begins with it."""
    if full_window:
        keep_line(w, ply, move)
        if ply == 0:
            w.best_move, w.best_value = move, value


def keep_line(w: Any, ply: int, move: int) -> None:
    """The principal variation from here is this move and then the child's."""
    end = max(w.pv_length[ply + 1], ply + 1)
    w.pv[ply * PLIES + ply] = move
    for j in range(ply + 1, end):
        w.pv[ply * PLIES + j] = w.pv[(ply + 1) * PLIES + j]
    w.pv_length[ply] = end


def cut_off(game: Any, w: Any, ply: int, side: int, at: int, i: int, depth: int, learn: bool) -> None:
    """The move at place i refuted the state: count it, and learn from it."""
    w.cutoffs += 1
    w.first_cutoffs += i64(i == 0)
    if learn:
        reward(game, w, ply, side, at, i, depth)


# ---- for those who watch (observe.py); in native code nothing of it is left -----------------------------------------


def tell(game: Any, w: Any, what: str, ply: int, alpha: int, beta: int, value: int | None) -> None:
    if game.observed:
        observe(game, w, what, ply, alpha, beta, value)


def tell_best(game: Any, w: Any, ply: int, alpha: int, beta: int, best: int, more: bool) -> None:
    """The best value has risen; if `more` moves are left that are not tried, there was a cutoff."""
    if game.observed:
        observe(game, w, "update", ply, alpha, beta, best)
        if best >= beta and more:
            observe(game, w, "cut", ply, alpha, beta, best)


def tell_killer(game: Any, w: Any, ply: int, move: int, alpha: int, beta: int) -> None:
    if game.observed:
        w.line[ply] = move
        if w.use_killers and (move == w.killers[2 * ply] or move == w.killers[2 * ply + 1]):
            observe(game, w, "killer", ply, alpha, beta, None)
