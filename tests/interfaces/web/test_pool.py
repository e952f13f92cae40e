"""The pool: bounded, fair, and nobody's place is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plytree.interfaces.web.pool import CrowdedError, Pool


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


class Visit:
    """A visitor's request that holds its slot until told to leave."""

    def __init__(self, pool: Pool, name: str, log: list[str] | None = None):
        self.name, self.log, self.places, self.leave = name, log, list[int](), asyncio.Event()
        self.task = asyncio.create_task(self._go(pool))

    async def _go(self, pool: Pool) -> None:
        async with pool.turn(self.name, self.places.append):
            if self.log is not None:
                self.log.append(self.name)
            await self.leave.wait()


def run(test: Callable[[], object]) -> None:
    asyncio.run(test())  # type: ignore[arg-type]


def test_no_more_turns_at_once_than_workers() -> None:
    async def test() -> None:
        pool = Pool(workers=2)
        visits = [Visit(pool, str(i)) for i in range(5)]
        await settle()
        assert pool.running == 2
        assert pool.places() == ["2", "3", "4"]
        for visit in visits:
            visit.leave.set()
        await asyncio.gather(*(visit.task for visit in visits))
        assert pool.running == 0

    run(test)


def test_who_waits_is_told_his_place() -> None:
    async def test() -> None:
        pool = Pool(workers=1)
        first, second, third = (Visit(pool, name) for name in "abc")
        await settle()
        assert third.places == [2]
        first.leave.set()
        await settle()
        assert (second.places, third.places) == ([1, 0], [2, 1])
        second.leave.set()
        third.leave.set()
        await asyncio.gather(first.task, second.task, third.task)
        assert third.places == [2, 1, 0]

    run(test)


def test_one_visitor_with_many_requests_does_not_starve_another() -> None:
    async def test() -> None:
        pool, log = Pool(workers=1), list[str]()
        visits = [Visit(pool, "greedy", log) for _ in range(6)]
        await settle()
        visits.append(Visit(pool, "modest", log))
        for visit in visits:
            visit.leave.set()
        await asyncio.gather(*(visit.task for visit in visits))
        assert log.index("modest") == 1

    run(test)


def test_a_visitor_who_leaves_while_waiting_gives_up_his_place() -> None:
    async def test() -> None:
        pool = Pool(workers=1)
        first, gone, last = (Visit(pool, name) for name in "abc")
        await settle()
        gone.task.cancel()
        await settle()
        assert last.places == [2, 1]
        first.leave.set()
        last.leave.set()
        await asyncio.gather(first.task, last.task)
        assert pool.running == 0

    run(test)


def test_a_full_queue_says_so() -> None:
    async def test() -> None:
        pool = Pool(workers=1, waiting=3, each=2)
        visits = [Visit(pool, name) for name in ("a", "a", "a")]
        await settle()
        with pytest.raises(CrowdedError, match="wait already"):
            async with pool.turn("a"):
                pass
        visits.append(Visit(pool, "b"))
        await settle()
        with pytest.raises(CrowdedError):
            async with pool.turn("c"):
                pass
        for visit in visits:
            visit.leave.set()
        await asyncio.gather(*(visit.task for visit in visits))

    run(test)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abcd"), st.booleans()), max_size=25), st.integers(1, 3))
def test_slots_never_leak(requests: list[tuple[str, bool]], workers: int) -> None:
    """Whoever comes and whoever is cancelled at whatever moment: at the end all slots are free again."""

    async def test() -> None:
        pool = Pool(workers=workers)
        visits = []
        for name, leaves_early in requests:
            visits.append(Visit(pool, name))
            await asyncio.sleep(0)
            assert pool.running <= workers
            if leaves_early:
                visits[len(visits) // 2].task.cancel()
        for visit in visits:
            visit.leave.set()
        await asyncio.gather(*(visit.task for visit in visits), return_exceptions=True)
        assert pool.running == 0
        assert pool.places() == []

    run(test)
