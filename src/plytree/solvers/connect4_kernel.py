"""The search that solves Connect Four, compiled for one board size.

This file is a template: it is run once for each size, with WIDTH and HEIGHT set, so that sizes are constants of the
compiled code. A board is one uint64. Bits go up the columns, and the row above each column stays empty, so that no
line runs from one column into the next; for 7 x 6:

     6 13 20 27 34 41 48     always empty
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46     mine        the stones of the player to move
     3 10 17 24 31 38 45     mask        all stones
     2  9 16 23 30 37 44     mine + mask names a position: in each column the sum has one bit more than stones
     1  8 15 22 29 36 43     mask + BOTTOM: the carry runs up to the first empty square of each column
     0  7 14 21 28 35 42     wins        empty squares, reachable or not, that complete a four

A score is 0 for a draw; +n if the player to move wins with his n-th stone counted from the last one he could have, so
that n = 1 wins with the last stone and more is faster; -n if he loses that way. Rows are counted from 1: odd, even.

One transposition-table entry is one word, so that threads share the table without locks:

    63            18 17  12 11      6 5       0
    [ rest of key   | work | 32-upper | lower+32 ]      an empty word says -32 <= score <= 32, which is always true

The key times an odd constant (a bijection) is cut in two: its high bits choose the bucket, the others are stored. So
an entry names exactly one position, and the table never gives a wrong bound.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plytree.search.compile.intrinsics import highest, lowest, popcount
from plytree.solvers.machine import compiled, frame_words, load, prefetch, store

WIDTH: int = globals().get("WIDTH", 7)
HEIGHT: int = globals().get("HEIGHT", 6)

U, I = np.uint64, np.int64  # noqa: E741  (typed constants: a bare int beside a uint64 gives a signed result)
ZERO, ONE, TWO, THREE = U(0), U(1), U(2), U(3)
CELLS = WIDTH * HEIGHT
STRIDE = HEIGHT + 1
RIGHT, DOWN, UP = U(STRIDE), U(STRIDE - 1), U(STRIDE + 1)  # one column on: level, one down, one up
BOTTOM = U(sum(1 << c * STRIDE for c in range(WIDTH)))
BOARD = U(sum((2**HEIGHT - 1) << c * STRIDE for c in range(WIDTH)))
ODD_ROWS = U(sum(1 << c * STRIDE + row for c in range(WIDTH) for row in range(0, HEIGHT, 2)))
EVEN_ROWS = U(int(BOARD) ^ int(ODD_ROWS))
COLUMN_MASK = U(2**STRIDE - 1)
EVEN_COLUMNS = HEIGHT % 2 == 0  # then the follow-up proofs hold
KEY_BITS = WIDTH * STRIDE
KEY_MASK = U(2**KEY_BITS - 1)
SCATTER = U(0x9E3779B97F4A7C15)

# One word each, at these offsets from the address of a search's context
NODES, TABLE, SHIFT, MIRROR, STOP, WEIGHTS = U(0), U(8), U(16), U(24), U(32), U(40)
# Weights: 64 squares, then four for each player: a threat on odd rows, on even rows, under one's own threat, forcing
SIDE_WEIGHTS = U(64 * 8)

WORK, TAG, SIX_BITS = U(12), U(18), U(63)
TABLE_UNTIL = CELLS - 6  # stones; later positions are searched faster than remembered
CUTOFFS_UNTIL = CELLS - 14  # children are looked up before they are searched
FINISHED = -99
STOP_UNTIL = CELLS - 16  # only nodes above this ask whether to stop

FRAME = 32  # words of a node's own memory: ranks, and by slot: moves, wins after it, table products
MOVES, WINS, PRODUCTS = U(64), U(128), U(192)


# ---- the board ------------------------------------------------------------------------------------------------------


@compiled
def line_squares(stones: Any, step: Any) -> Any:
    """Squares in one direction next to three stones in a row, or in the gap of a broken three."""
    before, after = stones << step, stones >> step
    two_before, two_after = before & stones << TWO * step, after & stones >> TWO * step
    return two_before & (stones << THREE * step | after) | two_after & (stones >> THREE * step | before)


@compiled
def winning_squares(stones: Any, mask: Any) -> Any:
    """The empty squares that complete a four of these stones."""
    column = stones << ONE & stones << TWO & stones << THREE
    rows = line_squares(stones, RIGHT) | line_squares(stones, DOWN) | line_squares(stones, UP)
    return (column | rows) & (BOARD ^ mask)


@compiled
def has_four(stones: Any) -> Any:
    column, level = stones & stones >> ONE, stones & stones >> RIGHT
    down, up = stones & stones >> DOWN, stones & stones >> UP
    found = column & column >> TWO | level & level >> TWO * RIGHT | down & down >> TWO * DOWN | up & up >> TWO * UP
    return found != ZERO


@compiled
def mirrored(board: Any) -> Any:
    out = ZERO
    for column in range(WIDTH):
        out |= (board >> U(column * STRIDE) & COLUMN_MASK) << U((WIDTH - 1 - column) * STRIDE)
    return out


@compiled
def table_key(mine: Any, mask: Any, stones: Any, context: Any) -> Any:
    """The scattered key of a position; near the root a position and its mirror image share one."""
    key = mine + mask
    if stones <= I(load(context + MIRROR)):
        key = min(key, mirrored(mine) + mirrored(mask))
    return key * SCATTER & KEY_MASK


# ---- the transposition table: buckets of two words ------------------------------------------------------------------


@compiled
def bucket_of(product: Any, context: Any) -> Any:
    return load(context + TABLE) + (product >> load(context + SHIFT) << U(4))


@compiled
def tag_of(product: Any, context: Any) -> Any:
    return product & ((ONE << load(context + SHIFT)) - ONE)


@compiled
def look_up(bucket: Any, tag: Any) -> Any:
    """The entry of a position, or the empty word."""
    word = load(bucket)
    if word >> TAG == tag:
        return word
    word = load(bucket + U(8))
    return word if word >> TAG == tag else ZERO


@compiled
def lower_bound(word: Any) -> Any:
    return I(word & SIX_BITS) - 32


@compiled
def upper_bound(word: Any) -> Any:
    return 32 - I(word >> U(6) & SIX_BITS)


@compiled
def remember(bucket: Any, tag: Any, lower: Any, upper: Any, work: Any) -> None:
    """Write an entry over the one of the same position, else over the one that took less work."""
    word = tag << TAG | work << WORK | U(32 - upper) << U(6) | U(lower + 32)
    first, second = load(bucket), load(bucket + U(8))
    if first >> TAG == tag:
        store(bucket, word)
    elif second >> TAG == tag or second >> WORK & SIX_BITS <= first >> WORK & SIX_BITS:
        store(bucket + U(8), word)
    else:
        store(bucket, word)


# ---- proofs by follow-up --------------------------------------------------------------------------------------------


@compiled
def rows_from(squares: Any) -> Any:
    """How many squares of its column lie from the lowest of these squares (in terms of rows) to the top."""
    height = I(HEIGHT)
    row = BOTTOM
    while squares & row == ZERO:
        row <<= ONE
        height -= 1
    return height


@compiled
def follow_up_upper(mine: Any, mask: Any, possible: Any, their_wins: Any) -> Any:
    """An upper bound (32: none) from the opponent always answering on top of the last stone. Even heights only.

    All columns even, so the first player is to move: the answers give the opponent every even square, the mover every
    odd one. If those make the mover no four, he cannot win; and he loses if the opponent has a winning square on an
    even row, because he must at last play below it.

    One odd column, so the second player is to move, and the opponent has a winning square on an odd row of it: the
    answers give the opponent the odd squares of that column and the even ones elsewhere. If the rest makes the mover
    no four, he must at last play below the winning square.
    """
    odd_columns = possible & EVEN_ROWS
    if odd_columns == ZERO:
        if has_four(mine | ODD_ROWS & ~mask):
            return I(32)
        threats = their_wins & EVEN_ROWS
        if threats == ZERO:
            return I(-1) if has_four((mine ^ mask) | EVEN_ROWS & ~mask) else I(0)
        return -(rows_from(threats) + 1 >> 1)
    if odd_columns & (odd_columns - ONE) != ZERO:
        return I(32)
    column = COLUMN_MASK << U(lowest(odd_columns)) // RIGHT * RIGHT
    threats = their_wins & ODD_ROWS & column
    if threats == ZERO:
        return I(32)
    below = (threats & ZERO - threats) - ONE
    if has_four(mine | (ODD_ROWS & ~column | EVEN_ROWS & column & below) & ~mask):
        return I(32)
    return -(rows_from(threats) + 1 >> 1)


@compiled
def follow_up_lower(mine: Any, mask: Any, possible: Any) -> Any:
    """A lower bound (-32: none) for a second player who plays the only odd column and then always answers on top."""
    odd_columns = possible & EVEN_ROWS
    if odd_columns == ZERO or odd_columns & (odd_columns - ONE) != ZERO:
        return I(-32)
    if has_four((mine ^ mask) | ODD_ROWS & ~mask):
        return I(-32)
    return I(1) if has_four(mine | EVEN_ROWS & ~mask) else I(0)


# ---- the search -----------------------------------------------------------------------------------------------------


@compiled
def generate(mine: Any, mask: Any, my_wins: Any, moves: Any, stones: Any, frame: Any, context: Any) -> Any:
    """Write the moves to the frame, best first; how many, or 0 if one of them wins on the turn after next.

    A move wins that makes two threats at once, or one that the opponent can only answer below another.
    """
    weights = load(context + WEIGHTS)
    side = weights + SIDE_WEIGHTS + (U(stones & 1) << U(5))
    odd_threat, even_threat = I(load(side)), I(load(side + U(8)))
    under_own, forcing = I(load(side + U(16))), I(load(side + U(24)))
    theirs, below_mine = mine ^ mask, my_wins >> ONE
    count = 0
    while moves != ZERO:
        move = moves & ZERO - moves
        moves ^= move
        after = mask | move
        wins = winning_squares(mine | move, after)
        replies = after + BOTTOM & BOARD
        threats = replies & wins
        safe = replies & ~(wins >> ONE)
        rank = I(load(weights + (U(lowest(move)) << U(3))))
        if threats != ZERO:
            if safe & threats == ZERO or threats & (threats - ONE) != ZERO:
                return 0
            rank += forcing
        if safe == ZERO:
            return 0
        product = (theirs + after) * SCATTER & KEY_MASK
        if stones + 1 < TABLE_UNTIL:
            prefetch(bucket_of(product, context))
        rank += odd_threat * popcount(wins & ODD_ROWS) + even_threat * popcount(wins & EVEN_ROWS)
        if move & below_mine != ZERO:
            rank += under_own
        slot = U(count) << U(3)
        store(frame + MOVES + slot, move)
        store(frame + WINS + slot, wins)
        store(frame + PRODUCTS + slot, product)
        ranked = U(rank + 65536) << U(4) | U(count)
        while slot != ZERO and load(frame + slot - U(8)) < ranked:
            store(frame + slot, load(frame + slot - U(8)))
            slot -= U(8)
        store(frame + slot, ranked)
        count += 1
    return count


@compiled
def search(mine: Any, mask: Any, my_wins: Any, their_wins: Any, alpha: Any, context: Any) -> Any:
    """Is the score above alpha? Returns r with: score > alpha and score >= r, or score <= alpha and score <= r.

    The player to move has no winning move and at least one that does not lose at once. `my_wins` and `their_wins` are
    the winning squares of both; the caller knows them already.
    """
    stones = popcount(mask)
    if stones >= CELLS - 2:
        return I(0)
    nodes = load(context) + ONE
    store(context, nodes)

    # the fastest win and loss that are left
    upper, lower = I(CELLS - 1 - stones >> 1), -I(CELLS - 2 - stones >> 1)
    if upper <= alpha:
        return upper
    if lower > alpha:
        return lower

    # what the table knows
    product = table_key(mine, mask, stones, context)
    bucket, tag = bucket_of(product, context), tag_of(product, context)
    if stones < TABLE_UNTIL:
        word = look_up(bucket, tag)
        lower, upper = max(lower, lower_bound(word)), min(upper, upper_bound(word))
        if lower > alpha:
            return lower
        if upper <= alpha:
            return upper

    # what a follow-up strategy proves
    possible = mask + BOTTOM & BOARD
    if EVEN_COLUMNS:
        if alpha >= -3:
            bound = follow_up_upper(mine, mask, possible, their_wins)
            if bound <= alpha:
                return bound
        if alpha <= 0:
            bound = follow_up_lower(mine, mask, possible)
            if bound > alpha:
                return bound

    # moves that neither leave a four open nor open one
    moves = possible & their_wins
    if moves == ZERO:
        moves = possible
    frame = frame_words(FRAME)
    count = generate(mine, mask, my_wins, moves & ~(their_wins >> ONE), stones, frame, context)
    if count == 0:
        return I(CELLS - 1 - stones >> 1)
    upper = min(upper, I(CELLS - 3 - stones >> 1))
    if upper <= alpha:
        return upper

    # enhanced transposition cutoffs: what the table knows about the children
    best = I(-32)
    if stones < CUTOFFS_UNTIL:
        kept = 0
        for i in range(count):
            ranked = load(frame + (U(i) << U(3)))
            product = load(frame + PRODUCTS + ((ranked & U(15)) << U(3)))
            word = look_up(bucket_of(product, context), tag_of(product, context))
            if -upper_bound(word) > alpha:
                return -upper_bound(word)
            if -lower_bound(word) <= alpha:
                best = max(best, -lower_bound(word))
            else:
                store(frame + (U(kept) << U(3)), ranked)
                kept += 1
        count = kept

    # the children
    theirs = mine ^ mask
    for i in range(count):
        slot = (load(frame + (U(i) << U(3))) & U(15)) << U(3)
        move, wins = load(frame + MOVES + slot), load(frame + WINS + slot)
        value = -search(theirs, mask | move, their_wins & ~move, wins, -alpha - 1, context)
        if stones < STOP_UNTIL and load(context + STOP) != ZERO:
            return I(0)  # whoever set the flag throws the result away
        best = max(best, value)
        if best > alpha:
            break

    if best > alpha:
        lower = best
    else:
        upper = best
    if stones < TABLE_UNTIL:
        remember(bucket, tag, lower, upper, U(highest(load(context) - nodes + ONE)))
    return best


@compiled
def solve(mine: Any, mask: Any, low: Any, high: Any, context: Any) -> Any:
    """The score of a position, or the end of low..high that it lies beyond: null windows close in on it.

    FINISHED for a game that is over.
    """
    if mask == BOARD or has_four(mine ^ mask):
        return I(FINISHED)
    stones = popcount(mask)
    possible = mask + BOTTOM & BOARD
    my_wins, their_wins = winning_squares(mine, mask), winning_squares(mine ^ mask, mask)
    if possible & my_wins != ZERO:
        return min(high, I(CELLS + 1 - stones >> 1))
    forced = possible & their_wins
    safe = (forced if forced != ZERO else possible) & ~(their_wins >> ONE)
    if forced & (forced - ONE) != ZERO or safe == ZERO:
        return max(low, -I(CELLS - stones >> 1))
    if stones >= CELLS - 2:
        return max(low, min(high, I(0)))
    low, high = max(low, -I(CELLS - 2 - stones >> 1)), min(high, I(CELLS - 1 - stones >> 1))
    while low < high and load(context + STOP) == ZERO:
        middle, quarter = I(0), high - low >> 2  # who wins? then how soon: late is likelier than early
        if low >= 0:
            middle = low + quarter
        elif high <= 0:
            middle = high - 1 - quarter
        value = search(mine, mask, my_wins, their_wins, middle, context)
        if value > middle:
            low = min(value, high)
        else:
            high = max(value, low)
    return low


@compiled
def answer(mine: Any, mask: Any, low: Any, high: Any, context: Any) -> Any:
    """`solve` as Python asks for it: with its own numbers, which cost least to hand over; counts nodes from 0."""
    store(U(context) + NODES, ZERO)
    return solve(U(mine), U(mask), low, high, U(context))
