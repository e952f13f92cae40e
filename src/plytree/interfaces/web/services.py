"""What all visitors share: the games on offer, the bounded pool of searches, and the limits."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from plytree.errors import InputError
from plytree.games.catalog import entries, known_classes, known_game, load_game
from plytree.games.contract.game import Game
from plytree.interfaces.web.pool import Pool
from plytree.players.player import Player, make_player
from plytree.players.spec import PlayerSpec
from plytree.players.thinking import Thinking
from plytree.search.acquire.fingerprint import fingerprint
from plytree.search.compile.kernel import rules_of
from plytree.search.limits import Limits
from plytree.search.result import SearchResult

T = TypeVar("T")
R = TypeVar("R")
LONGEST_SPEC = 40  # letters of a game's name with parameters, as visitors may write it
KEPT_GAMES = 16  # games with parameters that stay loaded
MOST_VARIANTS = 32  # pieces of native code that visitors' parameters may have compiled while the server runs
KEPT_HELPERS = 12  # idle engines, players and solvers that keep their tables
SHORTEST_THOUGHT = 0.05  # seconds


@dataclass(frozen=True)
class Offer:
    """A game on offer: the name visitors use, and what it is."""

    name: str
    summary: str
    source: str


class Services:
    """The games, engines and limits of one server. Visitors name games only by the names on offer."""

    def __init__(
        self, *, workers: int = 2, max_seconds: float = 60.0, table_mb: float = 32.0, files: Sequence[str] = ()
    ):
        self.pool = Pool(workers)
        self.max_seconds, self.table_mb = max_seconds, table_mb
        self.threads = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="plytree-search")
        # What cannot be stopped and may take long has a lane of its own, one at a time, and keeps no search waiting.
        self.slow_pool = Pool(1)
        self.slow_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="plytree-slow")
        self._from_files: dict[str, Game[Any]] = {}
        self._games: OrderedDict[str, Game[Any]] = OrderedDict()
        self._compiling = threading.Lock()
        self._variants: set[str] = set()  # fingerprints of what visitors made of the games and had compiled
        self._idle: list[tuple[str, Any]] = []  # engines, players and solvers that wait for their next turn
        for spec in files:
            game = load_game(spec)
            self._from_files[spec.rpartition("/")[2].partition(".py")[0]] = game
        self._classes = known_classes(lambda problem: print(f"plytree: {problem}", file=sys.stderr))
        own = [Offer(name, "", "your file") for name in self._from_files]
        self._offers = own + [
            Offer(entry.name, entry.summary, entry.source) for entry in entries() if entry.name in self._classes
        ]

    def offers(self) -> list[Offer]:
        """The games visitors may choose: those of files first."""
        return self._offers

    def game(self, name: str) -> Game[Any]:
        """The game on offer under this name; InputError if there is none. Never opens a file."""
        if name in self._from_files:
            return self._from_files[name]
        if name in self._games:
            self._games.move_to_end(name)
            return self._games[name]
        base = name.partition(":")[0]
        known = [offer.name for offer in self.offers()]
        if len(name) > LONGEST_SPEC or base not in known or base in self._from_files:
            raise InputError(f"{name[:LONGEST_SPEC]!r} is not a game here; expected one of {', '.join(known)}")
        game = known_game(name, self._classes)
        self._games[name] = game
        variants = [kept for kept in self._games if ":" in kept]
        if len(variants) > KEPT_GAMES:
            del self._games[variants[0]]
        return game

    def may_compile(self, game: Any) -> str:
        """Is native code made for this game? The games on offer always; what visitors make of them, only so many.

        "" or the sentence why not. Asked from any thread.
        """
        found = fingerprint(rules_of(game))
        with self._compiling:
            if found in self._offered or found in self._variants:
                return ""
            if len(self._variants) < MOST_VARIANTS:
                self._variants.add(found)
                return ""
        return f"this server has compiled {MOST_VARIANTS} variants of games and compiles no more"

    @cached_property
    def _offered(self) -> set[str]:
        """Fingerprints of the games as they are on offer."""
        games = [*self._from_files.values(), *(known_game(name, self._classes) for name in self._classes)]
        return {fingerprint(rules_of(game)) for game in games}

    @property
    def default_game(self) -> str:
        """The game of the landing page: the owner's file if he named one, else Connect Four."""
        names = [offer.name for offer in self.offers()]
        return names[0] if self._from_files else "connect4" if "connect4" in names else names[0]

    def limit_seconds(self, seconds: float) -> float:
        """A visitor's wish within what the server allows."""
        return min(max(seconds, SHORTEST_THOUGHT), self.max_seconds)

    @asynccontextmanager
    async def helper(
        self,
        key: str,
        visitor: str,
        make: Callable[[], T],
        on_place: Callable[[int], None] | None = None,
        slow: bool = False,
    ) -> AsyncIterator[T]:
        """A turn in the pool and, for that time, something that computes: an idle one of that key, or a new one."""
        pool = self.slow_pool if slow else self.pool
        async with pool.turn(visitor, on_place):
            found: T = self._take(key) or await self.in_thread(make, slow=slow)
            try:
                yield found
            finally:
                self._idle.append((key, found))
                del self._idle[:-KEPT_HELPERS]

    async def with_helper(
        self,
        key: str,
        visitor: str,
        make: Callable[[], T],
        work: Callable[..., R],
        *arguments: Any,
        on_place: Callable[[int], None] | None = None,
        slow: bool = False,
    ) -> R:
        """Wait for a turn, in the slow lane if asked for, and let a helper do blocking work."""
        async with self.helper(key, visitor, make, on_place, slow) as found:
            working = asyncio.ensure_future(self.in_thread(work, found, *arguments, slow=slow))
            try:
                return await asyncio.shield(working)
            except asyncio.CancelledError:  # nobody else may have the helper before it is done
                await asyncio.wait([working])
                raise

    async def think(
        self,
        name: str,
        visitor: str,
        spec: str,
        state: Any,
        history: Sequence[Any],
        limits: Limits | None,
        *,
        multipv: int = 1,
        make: Callable[[], Player] | None = None,
        on_place: Callable[[int], None] | None = None,
        on_start: Callable[[Thinking], None] | None = None,
        slow: bool = False,
    ) -> SearchResult:
        """Wait for a turn, let a player think about a state of a game, and give the slot back.

        `make` is for players that no spec describes. When the visitor leaves (cancellation), the thinking is stopped;
        nobody else gets the player before it is done. No thread waits here: the thinking has its own.
        """
        build = make or (lambda: make_player(self.full_spec(spec), self.game(name)))
        async with self.helper(f"{spec} {name}", visitor, build, on_place, slow) as player:
            thinking = player.start(state, history, limits, multipv=multipv)
            if on_start is not None:
                on_start(thinking)
            loop = asyncio.get_running_loop()
            done = loop.create_future()

            def tell() -> None:
                loop.call_soon_threadsafe(done.set_result, None)

            thinking.when_done(tell)
            try:
                await asyncio.shield(done)
            except asyncio.CancelledError:
                thinking.stop()
                await asyncio.wait([done])
                raise
            return thinking.result()

    def full_spec(self, spec: str) -> str:
        """A visitor's player with what the server decides: how much memory it gets."""
        read = PlayerSpec.read(spec)
        return str(read.having(hash=f"{self.table_mb:g}")) if read.kind == "engine" else spec

    async def in_thread(self, work: Callable[..., T], *arguments: Any, slow: bool = False) -> T:
        """Run blocking work beside the event loop; only from within a turn of the pool."""
        threads = self.slow_thread if slow else self.threads
        return await asyncio.get_running_loop().run_in_executor(threads, work, *arguments)

    def _take(self, key: str) -> Any:
        for at in reversed(range(len(self._idle))):
            if self._idle[at][0] == key:
                return self._idle.pop(at)[1]
        return None

    def warm_up(self) -> None:
        """Have native code for the landing page's game compiled or loaded, before the first visitor needs it."""
        game = self.game(self.default_game)
        self._idle.append((f"engine {self.default_game}", make_player(self.full_spec("engine"), game)))
