"""How much of a clock to spend on one move."""

from __future__ import annotations

from typing import NamedTuple

from plytree.search.limits import Clock, Limits

OVERHEAD = 0.15  # seconds kept for everything around the search: starting it, answering, a busy machine


class Budget(NamedTuple):
    """Seconds for one move. After `soft` no new depth is begun; at `hard` the search ends. None: no limit."""

    soft: float | None
    hard: float | None


def budget(limits: Limits) -> Budget:
    """The time that limits allow; the shorter of a time per move and a share of the clock."""
    if limits.clock is None:
        return Budget(None, limits.seconds)
    share = divide(limits.clock)
    if limits.seconds is None or share.hard is None:
        return share
    return Budget(share.soft, min(limits.seconds, share.hard))


def divide(clock: Clock) -> Budget:
    """Share out a clock: an equal part for each move that may still come, and most of the increment.

    A single move may take up to five such parts when a new depth promises to settle it, but never more than a third of
    what is left (all but a little of it for the last move before a time control).

    >>> divide(Clock(remaining=300.0)).hard <= 150.0
    True
    >>> divide(Clock(remaining=0.01)).hard
    0.001
    """
    left = max(clock.remaining - OVERHEAD, 0.001)
    moves = clock.moves_to_go or 30
    part = left / min(moves, 40) + 0.6 * clock.increment
    most = 0.9 * left if moves == 1 else 0.3 * left
    hard = max(0.001, min(5 * part, most))
    return Budget(min(part, hard), hard)
