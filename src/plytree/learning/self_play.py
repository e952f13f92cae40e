"""Teaching tables by self-play: temporal differences, TD(lambda), with a step size of its own for every weight.

The learner plays against itself, each move the one whose position the tables like best, now and then any other. After
the game every position is corrected towards what came later: the result, and, by 1 - lambda, the values on the way.
A weight whose corrections keep changing sign is learned more slowly (temporal coherence, Beal and Smith 1999); without
it the tables of rare contents never come to rest.

How to read it: as `search/alphabeta/core.py`. The game is played in w.stack[0] and w.stack[1]; w.stack[2] keeps the
first state. `t` is the record of the tables, `p` that of the pupil who plays (records.py); several pupils may learn
into the same tables at once. A position's value is tanh of the sum of its weights, for the player to move: 1 a win, -1
a loss.
"""

from __future__ import annotations

import math
from typing import Any

from plytree.learning import lookup
from plytree.learning.lookup import block, update
from plytree.search.compile.bindings import cells, moves, no_moves, play, result, stage, to_move
from plytree.search.compile.memory import RANDOM_BITS

PARTS = (lookup,)
i64 = int
f32 = f64 = float


def teach(game: Any, w: Any, t: Any, p: Any, games: int) -> int:
    """Play that many games and learn from each; how many positions were learned from."""
    before = i64(p.positions)
    for _ in range(games):
        length, outcome = play_game(game, w, t, p)
        learn(t, p, length, outcome)
        p.games += 1
        p.positions += length
    return i64(p.positions) - before


def play_game(game: Any, w: Any, t: Any, p: Any) -> tuple[int, float]:
    """One game; how many positions are in p.trail, and the result for player 0.

    Half of the games or so begin with some random moves, so that not all of them are the same. A game that is too long
    is a draw.
    """
    w.stack[0] = w.stack[2]
    side, length, by_chance = who(game, w, i64(0), i64(1)), i64(0), i64(0)
    if chance(p) < p.openings:
        by_chance = i64(chance(p) * (p.opening_plies + 1))
    for ply in range(p.longest + by_chance):
        count = i64(moves(game, w, 0, 0))
        if count == 0:
            return length, for_first(side, ending(game, w))
        if ply < by_chance:
            play(game, w, 0, i64(w.moves[i64(chance(p) * count)]))
            if result(game, w, 1) is not None:
                return i64(0), 0.0
            side = who(game, w, i64(1), side)
            w.stack[0] = w.stack[1]
            continue
        best = greedy(game, w, t, p, count, side)
        choice = best
        if chance(p) < p.curiosity:
            choice = i64(chance(p) * count)
        play(game, w, 0, i64(w.moves[choice]))
        mover, side = side, who(game, w, i64(1), side)
        outcome = result(game, w, 1)
        if outcome is not None:
            return length, for_first(side, outcome / game.max_utility)
        note(game, w, t, p, length, side, p.worth[choice] if side == mover else -p.worth[choice])
        p.strayed[length] = p.worth[choice] < p.worth[best]
        length += 1
        w.stack[0] = w.stack[1]
    p.unfinished += 1
    return length, 0.0


def duel(game: Any, w: Any, t: Any, p: Any, other: Any, q: Any, games: int) -> int:
    """Play two sets of tables against each other, in pairs from the same random openings; t's points, two a win."""
    points, seed = i64(0), i64(q.random)
    for n in range(games):
        if n % 2 == 0:
            seed = i64(q.random)
        else:
            q.random = seed
        outcome = match_game(game, w, t, p, other, q, i64(n % 2))
        mine = outcome if n % 2 == 0 else -outcome
        points += 2 if mine > 0 else (1 if mine == 0 else 0)
    return points


def match_game(game: Any, w: Any, t: Any, p: Any, other: Any, q: Any, seat: int) -> float:
    """One game between tables, t in this seat; the result for player 0. The dice are q's."""
    w.stack[0] = w.stack[2]
    side, by_chance = who(game, w, i64(0), i64(1)), i64(chance(q) * (q.opening_plies + 1))
    for ply in range(p.longest):
        count = i64(moves(game, w, 0, 0))
        if count == 0:
            return for_first(side, ending(game, w))
        if ply < by_chance:
            choice = i64(chance(q) * count)
        elif side == seat:
            choice = greedy(game, w, t, p, count, side)
        else:
            choice = greedy(game, w, other, q, count, side)
        play(game, w, 0, i64(w.moves[choice]))
        side = who(game, w, i64(1), side)
        outcome = result(game, w, 1)
        if outcome is not None:
            return for_first(side, outcome / game.max_utility)
        w.stack[0] = w.stack[1]
    return 0.0


def greedy(game: Any, w: Any, t: Any, p: Any, count: int, side: int) -> int:
    """Which of the moves leads to the best position for `side`; what all are worth is in p.worth."""
    best = i64(0)
    for i in range(count):
        play(game, w, 0, i64(w.moves[i]))
        mover = who(game, w, i64(1), side)
        outcome = result(game, w, 1)
        if outcome is not None:
            worth = outcome / game.max_utility
        else:
            worth = value(game, w, t, p, mover)
        p.worth[i] = worth if mover == side else -worth
        if p.worth[i] > p.worth[best]:
            best = i64(i)
    return best


def value(game: Any, w: Any, t: Any, p: Any, view: int) -> float:
    """What the tables think of the state after a move, for the player to move there; never as much as a win."""
    cells(game, w, 1, p.fresh)
    update(t, p, view)
    at, found, base = view * t.groups, f32(0.0), block(t, p, view, stage(game, w, 1))
    for group in range(t.groups):
        found += t.weights[base + p.index[at + group]]
    worth: float = 0.999 * math.tanh(f64(found))
    return worth


def note(game: Any, w: Any, t: Any, p: Any, length: int, side: int, worth: float) -> None:
    """Remember the state after a move for learning."""
    cells(game, w, 1, p.fresh)
    update(t, p, side)
    p.side[length], p.value[length], p.origin[length] = side, worth, block(t, p, side, stage(game, w, 1))
    at, groups = length * t.groups, side * t.groups
    for group in range(t.groups):
        p.trail[at + group] = p.index[groups + group]


def learn(t: Any, p: Any, length: int, outcome: float) -> None:
    """Correct the values of a game's positions, the last first; `outcome` is for player 0.

    A move that was chosen out of curiosity and is not the best one says nothing about the positions before it: these
    learn nothing from what followed.
    """
    goal = outcome
    for ply in range(length - 1, -1, -1):
        worth = float(p.value[ply])
        error = for_first(i64(p.side[ply]), goal) - worth
        correct(t, p, ply, f32(error * (1.0 - worth * worth)))
        mine = for_first(i64(p.side[ply]), worth)
        goal = (1.0 - p.trace) * mine + p.trace * goal
        if p.strayed[ply] and ply > 0:
            goal = for_first(i64(p.side[ply - 1]), float(p.value[ply - 1]))


def correct(t: Any, p: Any, ply: int, error: float) -> None:
    """Move the weights of one position by its error, each at its own pace: as far as its corrections agreed so far."""
    if error == 0.0:
        return
    pace, base, at = f32(p.rate / t.groups), i64(p.origin[ply]), ply * t.groups
    for group in range(t.groups):
        i = base + p.trail[at + group]
        all_of_it = t.moved[i]
        if all_of_it == 0.0:
            t.weights[i] += pace * error
        else:
            t.weights[i] += pace * error * (abs(t.drift[i]) / all_of_it)
        t.drift[i] += error
        t.moved[i] += abs(error)


def who(game: Any, w: Any, ply: int, before: int) -> int:
    """Who moves at `ply`, if `before` moved before it."""
    if game.has_to_move:
        return i64(to_move(game, w, ply))
    return 1 - before


def ending(game: Any, w: Any) -> float:
    """The result of a state without moves, for the player to move."""
    if game.has_no_moves:
        return float(no_moves(game, w, 0) / game.max_utility)
    return 0.0


def for_first(side: int, worth: float) -> float:
    """A value for `side` as player 0 sees it, and back."""
    return worth if side == 0 else -worth


def chance(p: Any) -> float:
    """A random number from 0 to 1, without 1 (xorshift)."""
    x = i64(p.random)
    x ^= (x << 13) & RANDOM_BITS
    x ^= x >> 7
    x ^= (x << 17) & RANDOM_BITS
    p.random = x
    return float(x >> 10) / 9007199254740992.0
