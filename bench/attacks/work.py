"""What strangers can make a server do: nothing by fetching pages; one compiler at a time; no process outlives it."""

from __future__ import annotations

import json
import threading
import time

from attacks.http import message, post
from attacks.server import Row, Server, status


def rows(quick: bool) -> list[Row]:
    return [*_pages_start_nothing(), *_compilers_are_bounded(4 if quick else 40)]


def _pages_start_nothing() -> list[Row]:
    """Forty pages are fetched that would let computers think for a minute, and nobody opens their sockets."""
    with Server() as server:
        compiled(server)
        idle = _busy(server)
        for number in range(20):
            server.ask(message("/?game=connect4&first=engine&second=engine&time=60"))
            server.ask(message(f"/?game=nim:{number},5,3&first=engine&second=mcts&time=60"))
            server.ask(message(f"/explain?game=nim:{number},5,4&depth=5"))
        started, busy = server.children(), _busy(server)
        return [
            ("60 fetched pages start no process", f"started {started}" if started else ""),
            ("60 fetched pages let nothing think", f"{busy:.2f} of a core" if busy > idle + 0.2 else ""),
        ]


def compiled(server: Server) -> None:
    """Wait until the landing page's own game is compiled."""
    end, cache = time.monotonic() + 300, server.home / "cache"
    while time.monotonic() < end and (server.children() or not any(cache.rglob("*.code"))):
        time.sleep(0.2)


def _busy(server: Server, seconds: float = 3.0) -> float:
    """How much of a core the server uses."""
    before = server.cpu_seconds()
    time.sleep(seconds)
    return (server.cpu_seconds() - before) / seconds


def _compilers_are_bounded(count: int) -> list[Row]:
    """Many at once ask for games that nobody has compiled; then the server is killed."""
    with Server() as server:
        answers: list[int] = []

        def ask(number: int) -> None:
            game = f"nim:{1 + number % 8},{1 + number // 8},7"
            answers.append(status(server.ask(post("/api/best", json.dumps({"game": game, "seconds": 0.2})), 120)))

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(count)]
        for thread in threads:
            thread.start()
        most = 0
        while any(thread.is_alive() for thread in threads):
            most = max(most, len(server.children()))
            time.sleep(0.02)
        fine = all(answer in (200, 429) for answer in answers)
        alive = server.alive()
        end = time.monotonic() + 60
        while not server.children() and time.monotonic() < end:
            time.sleep(0.02)
        had = len(server.children())
        left = server.kill()
        return [
            (f"{count} new games at once: compilers at most", "" if most <= 1 else f"{most} processes"),
            (f"{count} new games at once: all answered", "" if fine else f"answered {sorted(set(answers))}"),
            (f"{count} new games at once: others are served", "" if alive else "the server does not answer"),
            (f"server killed with {had} compiler at work: children", f"{left} live on" if left else ""),
        ]
