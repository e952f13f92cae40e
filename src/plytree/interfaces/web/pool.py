"""A bounded number of searches at once, with a fair queue for the rest.

All of it lives in one event loop: no locks. A visitor who asks for a turn gets a place; whenever a slot is free, it
goes to the waiting visitor who was served longest ago, so that one visitor with many requests cannot starve the others.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

from plytree.errors import InputError


class CrowdedError(InputError):
    """Too many searches wait already."""


@dataclass(eq=False)
class Ticket:
    """One visitor's place in the queue."""

    visitor: str
    number: int
    granted: asyncio.Future[None]
    on_place: Callable[[int], None] | None = None
    place: int = field(default=0)


class Pool:
    """At most `workers` turns at once, at most `waiting` more in the queue and `each` of them for one visitor."""

    def __init__(self, workers: int, waiting: int = 200, each: int = 64):
        self.workers, self.waiting, self.each = workers, waiting, each
        self.running = 0
        self._queue: list[Ticket] = []
        self._served: dict[str, int] = {}  # visitor -> the number of his last turn
        self._numbers = count(1)

    @asynccontextmanager
    async def turn(self, visitor: str, on_place: Callable[[int], None] | None = None) -> AsyncIterator[None]:
        """Wait for a slot and hold it. `on_place` is told the place in the queue whenever it changes, 0 for the turn.

        CrowdedError if the queue is full.
        """
        if len(self._queue) >= self.waiting or sum(t.visitor == visitor for t in self._queue) >= self.each:
            raise CrowdedError(f"{len(self._queue)} searches wait already; try again in a few seconds")
        ticket = Ticket(visitor, next(self._numbers), asyncio.get_running_loop().create_future(), on_place)
        self._queue.append(ticket)
        self._serve()
        try:
            await ticket.granted
        except asyncio.CancelledError:
            self._leave(ticket)
            raise
        try:
            yield
        finally:
            self.running -= 1
            self._serve()

    def places(self) -> list[str]:
        """The visitors who wait, in the order in which they will be served."""
        return [ticket.visitor for ticket in self._order()]

    def _order(self) -> list[Ticket]:
        """Round by round: every visitor's first ticket before anybody's second; within a round by last service."""
        rounds: dict[str, int] = {}
        keyed = []
        for ticket in self._queue:
            nth = rounds[ticket.visitor] = rounds.get(ticket.visitor, -1) + 1
            keyed.append((nth, self._served.get(ticket.visitor, 0), ticket.number, ticket))
        return [entry[3] for entry in sorted(keyed, key=lambda entry: entry[:3])]

    def _serve(self) -> None:
        while self.running < self.workers and self._queue:
            ticket = self._order()[0]
            self._queue.remove(ticket)
            if ticket.granted.cancelled():
                continue
            self.running += 1
            self._served[ticket.visitor] = next(self._numbers)
            ticket.granted.set_result(None)
            self._tell(ticket, 0)
        if len(self._served) > 10_000:
            self._served.clear()  # forgets who came when; the queue stays fair from here on
        for place, ticket in enumerate(self._order(), start=1):
            self._tell(ticket, place)

    def _leave(self, ticket: Ticket) -> None:
        """The visitor went away while he waited, or just as his turn came."""
        if ticket in self._queue:
            self._queue.remove(ticket)
        elif ticket.granted.done() and not ticket.granted.cancelled():
            self.running -= 1
        self._serve()

    @staticmethod
    def _tell(ticket: Ticket, place: int) -> None:
        if ticket.on_place is not None and (place != ticket.place or place == 0):
            ticket.place = place
            ticket.on_place(place)
