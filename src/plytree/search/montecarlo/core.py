"""Monte Carlo tree search: one source that runs as plain Python and, compiled for one game, as native code.

UCT with random playouts: walk down the tree by the rule "worth plus curiosity", add the children of the leaf found,
play a random game from there, and remember its result on the way back. It needs no evaluation of positions.

How to read it: as core.py; the functions imported from `bindings` reach the game's own methods and `game.has_x` are
constants. `tree` holds the nodes as arrays. `tree.total[n]` sums results as the player who chose n sees them, so that
a node's best child is the one with the highest mean. Ends of the game are facts: a node whose value follows from its
children for certain is proven (`tree.proven[n]`, and `tree.worth[n]` for the player to move there), and is not visited
again. So is a state that has been on the board before, in the game or on the way to it: a draw.
"""

from __future__ import annotations

import math
from typing import Any

from plytree.search.alphabeta.node import state_key
from plytree.search.alphabeta.techniques.repetition import repeated
from plytree.search.compile.bindings import fault, moves, no_moves, out_of_time, play, result, to_move
from plytree.search.compile.memory import FAULT_NO_MOVES, PATH, PLIES, RANDOM_BITS

i64 = int


def grow(game: Any, w: Any, tree: Any, playouts: int) -> int:
    """Play games until that many have been played, time is up or the root is proven; how many it were.

    When the memory is full the tree stays as it is, and games go on from its leaves.
    """
    done = i64(0)
    while done < playouts and not out_of_time(w) and not tree.proven[0]:
        node, ply = descend(game, w, tree)
        fresh = tree.children[node] == 0 and not tree.proven[node]
        room = ply < PLIES - 2 and tree.used + game.max_moves <= tree.size
        if fresh and room and (tree.visits[node] > 0 or ply == 0):
            expand(game, w, tree, node, ply)
            if tree.children[node] > 0 and not tree.proven[node]:
                node = choose(game, w, tree, node)
                step(game, w, tree, node, ply)
                ply += 1
        if tree.proven[node]:
            value = float(tree.worth[node])
        else:
            value = playout(game, w, tree, ply)
        back_up(game, w, tree, ply, value)
        done += 1
        w.nodes += 1
    return done


def descend(game: Any, w: Any, tree: Any) -> tuple[int, int]:
    """Walk from the root to a node without children, or to a proven one; that node and its ply. The way is in w.pv."""
    node, ply = i64(0), i64(0)
    arrive(game, w, node, ply)
    while tree.children[node] > 0 and not tree.proven[node]:
        node = choose(game, w, tree, node)
        step(game, w, tree, node, ply)
        ply += 1
    if ply > w.seldepth:
        w.seldepth = ply
    return node, ply


def step(game: Any, w: Any, tree: Any, node: int, ply: int) -> None:
    """Play the move that leads to a node from its parent at `ply`."""
    play(game, w, ply, i64(tree.move[node]))
    arrive(game, w, node, ply + 1)


def arrive(game: Any, w: Any, node: int, ply: int) -> None:
    """Note a node of the way, and its state, so that a repetition is seen."""
    w.pv[ply] = node
    if game.has_clock:
        w.path[(w.game_plies + ply) % PATH] = state_key(game, w, ply)


def choose(game: Any, w: Any, tree: Any, node: int) -> int:
    """The child to visit next: an unvisited one, else the highest mean result plus a bonus for being little known.
    Proven children are not visited again."""
    first = i64(tree.first[node])
    best, most = i64(-1), -1e30
    log_visits = math.log(float(tree.visits[node]) + 1.0)
    for child in range(first, first + tree.children[node]):
        if tree.proven[child]:
            continue
        visits = float(tree.visits[child])
        if visits == 0.0:
            return i64(child)
        promise = tree.total[child] / visits + tree.curiosity * math.sqrt(log_visits / visits)
        if promise > most:
            best, most = i64(child), promise
    return best


def expand(game: Any, w: Any, tree: Any, node: int, ply: int) -> None:
    """Add the children of a node in a random order; those at which the game is over are proven at once."""
    at = ply * game.max_moves
    if ply == 0:
        count = i64(w.root_count)
        for i in range(count):
            w.moves[at + i] = w.root_moves[i]
    else:
        count = i64(moves(game, w, ply, at))
    if count == 0:
        if game.has_no_moves:
            prove(tree, node, i64(no_moves(game, w, ply)), i64(0))
        else:
            fault(w, FAULT_NO_MOVES)
        return
    first = i64(tree.used)
    for i in range(count):
        j = i + next_random(tree) % (count - i)
        move = w.moves[at + j]
        w.moves[at + j] = w.moves[at + i]
        w.moves[at + i] = move
        child = first + i
        tree.move[child] = move
        tree.visits[child] = 0
        tree.total[child] = 0.0
        tree.children[child] = 0
        tree.proven[child] = 0
        play(game, w, ply, i64(move))
        tree.same[child] = 0
        if game.has_to_move:
            tree.same[child] = i64(to_move(game, w, ply + 1) == to_move(game, w, ply))
        outcome = result(game, w, ply + 1)
        if outcome is not None:
            prove(tree, child, outcome * i64(1), i64(0))
        elif game.has_clock:
            if repeated(game, w, ply + 1, state_key(game, w, ply + 1)):
                prove(tree, child, i64(0), i64(0))
    tree.first[node] = first
    tree.children[node] = count
    tree.used += count
    conclude(game, tree, node)


def prove(tree: Any, node: int, worth: int, plies: int) -> None:
    """The value of a node is known for certain, and how many plies away its end is."""
    tree.proven[node] = 1
    tree.worth[node] = worth
    tree.plies[node] = plies


def conclude(game: Any, tree: Any, node: int) -> None:
    """Is the node's value certain by now: a child wins it, or all children are certain?"""
    first, count = i64(tree.first[node]), i64(tree.children[node])
    best, distance, open_children = i64(-game.max_utility - 1), i64(0), i64(0)
    for child in range(first, first + count):
        if not tree.proven[child]:
            open_children += 1
            continue
        worth = i64(tree.worth[child]) if tree.same[child] else -i64(tree.worth[child])
        plies = i64(tree.plies[child]) + 1
        nearer = plies < distance if worth > 0 else plies > distance
        if worth > best or (worth == best and nearer):
            best, distance = worth, plies
    if best == game.max_utility or (open_children == 0 and count > 0):
        prove(tree, node, best, distance)


def playout(game: Any, w: Any, tree: Any, ply: int) -> Any:
    """The result of a random game for the player to move at `ply`; a game that is longer than the stack, or than there
    is time, counts as a draw."""
    sign = 1.0
    at = ply * game.max_moves
    while ply < PLIES - 2 and not out_of_time(w):
        outcome = result(game, w, ply)
        if outcome is not None:
            return sign * outcome
        count = i64(moves(game, w, ply, at))
        if count == 0:
            if game.has_no_moves:
                return sign * no_moves(game, w, ply)
            fault(w, FAULT_NO_MOVES)
            return 0.0
        play(game, w, ply, i64(w.moves[at + next_random(tree) % count]))
        if game.has_to_move:
            if to_move(game, w, ply + 1) != to_move(game, w, ply):
                sign = -sign
        else:
            sign = -sign
        ply += 1
    return 0.0


def back_up(game: Any, w: Any, tree: Any, ply: int, value: float) -> None:
    """Credit a result to every node on the way; `value` is for the player to move at the last one."""
    while ply >= 0:
        node = i64(w.pv[ply])
        chosen = value if tree.same[node] else -value  # as the player who chose the node sees it
        tree.visits[node] += 1
        tree.total[node] += chosen / game.max_utility
        if ply > 0 and tree.proven[node]:
            parent = i64(w.pv[ply - 1])
            if not tree.proven[parent]:
                conclude(game, tree, parent)
        value = chosen
        ply -= 1


def next_random(tree: Any) -> int:
    """A random number from 0 to 2**63 - 1 (xorshift)."""
    x = i64(tree.random)
    x ^= (x << 13) & RANDOM_BITS
    x ^= x >> 7
    x ^= (x << 17) & RANDOM_BITS
    tree.random = x
    return x
