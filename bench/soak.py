"""Half an hour of visitors while workers are killed: nobody sees a wrong picture, no game is lost, memory stays flat.

    python bench/soak.py --minutes 30 --visitors 50

Each visitor plays Connect Four over a WebSocket of his own (web_load.py says how pictures are checked), with pauses as
people make them. Every minute somebody asks for a game that nobody has compiled yet, or starts a study, and a process
that the server has started for it is killed; the one who asked must get his answer all the same. The server runs on the
loopback address and ends with the script.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
from web_load import Figures, Visitor, percentiles, read_page
from websockets.asyncio.client import connect

SAMPLE = 15.0  # seconds between two looks at the memory
PATIENCE = 120.0  # seconds in which an answer must come although its worker was killed


class Person(Visitor):
    """A visitor who looks at the board before he moves."""

    pause = 5.0

    async def play_a_move(self) -> None:
        end = time.monotonic() + self.chance.uniform(0.2, 1.8) * self.pause
        while (left := end - time.monotonic()) > 0:  # his browser answers the server's pings meanwhile
            with contextlib.suppress(TimeoutError):
                await self.receive(str(await asyncio.wait_for(self.socket.recv(), left)))
        await super().play_a_move()


def children(pid: int) -> list[int]:
    """The processes below a process."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(word) for word in task.read_text().split()]
        except OSError:
            continue
    return found + [below for child in found for below in children(child)]


def memory_mb(pid: int) -> float:
    """What a process has in memory."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


class Killer:
    """Has the server start processes, and kills them."""

    def __init__(self, address: str, server: int, session: httpx.AsyncClient):
        self.address, self.server, self.session = address, server, session
        self.chance, self.killed, self.errors = random.Random(0), 0, list[str]()
        self._asked = 0

    async def once(self) -> None:
        """Give the server work for a process, kill the process, and see that the work is done all the same."""
        self._asked += 1
        before = set(children(self.server))
        work = asyncio.create_task(self.study() if self._asked % 3 == 0 else self.variant(self._asked))
        while not work.done():
            fresh = [child for child in children(self.server) if child not in before]
            if fresh:
                await asyncio.sleep(self.chance.uniform(0.2, 2.0))
                try:
                    os.kill(self.chance.choice(fresh), signal.SIGKILL)
                    self.killed += 1
                except ProcessLookupError:
                    pass  # it was faster
                break
            await asyncio.sleep(0.05)
        try:
            await asyncio.wait_for(work, PATIENCE)
        except Exception as error:
            self.errors.append(f"work {self._asked}: {type(error).__name__}: {error}")
            print(self.errors[-1], file=sys.stderr)

    async def variant(self, number: int) -> None:
        """Ask for the best move of a game of nim that nobody had before; who leaves an even nim sum wins."""
        heaps = [1 + number % 5, 2 + number % 7, 3 + number // 3]
        body = {"game": f"nim:{','.join(map(str, heaps))}", "seconds": 1.0}
        answer = await self.session.post(f"{self.address}api/best", json=body)
        found = answer.json()
        lost = heaps[0] ^ heaps[1] ^ heaps[2] == 0
        if answer.status_code != 200 or found["score"]["kind"] not in ("estimate", "loss" if lost else "win"):
            raise ValueError(f"{body} was answered with {answer.status_code} {answer.text[:200]}")

    async def study(self) -> None:
        """Start a small study on its page and wait for its report."""
        visitor = Visitor(0, self.address, 0.1, Figures())
        page = (await self.session.get(f"{self.address}studies")).text
        visitor.elements, query = read_page(page)
        query |= {"EIO": "4", "transport": "websocket", "tab_id": str(uuid.uuid4()), "document_id": str(uuid.uuid4())}
        url = self.address.replace("http", "ws", 1) + "_nicegui_ws/socket.io/"
        async with connect(
            f"{url}?{urlencode(query)}", max_size=None, ping_interval=None, open_timeout=60
        ) as visitor.socket:
            await visitor.until(lambda: visitor.connected)
            await visitor.click(visitor.find("study-start"), "click", [])
            await visitor.until(lambda: not self._usable(visitor))
            await visitor.until(lambda: self._usable(visitor))
        says = visitor.elements[visitor.find("study-says")]
        if says.get("text"):
            raise ValueError(f"the study says {says['text']!r}")

    @staticmethod
    def _usable(visitor: Visitor) -> bool:
        return not visitor.elements[visitor.find("study-start")]["props"].get("disable")


async def soak(address: str, server: int, given: argparse.Namespace) -> tuple[Figures, Killer, list[float]]:
    figures, until, memory = Figures(), time.monotonic() + 60 * given.minutes, list[float]()
    async with httpx.AsyncClient(timeout=PATIENCE, limits=httpx.Limits(max_connections=None)) as session:
        killer = Killer(address, server, session)

        async def one(number: int) -> None:
            await asyncio.sleep(number * 0.2)
            try:
                await Person(number, address, given.time, figures).visit(session, until)
            except Exception as error:
                figures.errors.append(f"visitor {number}: {type(error).__name__}: {error}")
                print(figures.errors[-1], file=sys.stderr)

        async def kill() -> None:
            while time.monotonic() + given.every < until:
                begin = time.monotonic()
                await killer.once()
                await asyncio.sleep(max(0.0, begin + given.every - time.monotonic()))

        async def watch() -> None:
            while time.monotonic() < until:
                memory.append(memory_mb(server))
                left, errors = (until - time.monotonic()) / 60, len(figures.errors) + len(killer.errors)
                say(f"{left:5.1f} minutes left, {figures.moves} moves, {killer.killed} killed, {errors} errors, "
                    f"{memory[-1]:.0f} MB")  # fmt: skip
                await asyncio.sleep(SAMPLE)

        await asyncio.gather(kill(), watch(), *(one(number) for number in range(given.visitors)))
    return figures, killer, memory


def say(words: str) -> None:
    """How far it is: in one line of a terminal, in one line each elsewhere."""
    begin, end = ("\r", "  ") if sys.stderr.isatty() else ("", "\n")
    print(f"{begin}{words}", end=end, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--visitors", type=int, default=50)
    parser.add_argument("--time", type=float, default=0.05, help="the engine's seconds for each move")
    parser.add_argument("--pause", type=float, default=5.0, help="a visitor's seconds for each move")
    parser.add_argument("--every", type=float, default=60.0, help="seconds between two killed workers")
    given = parser.parse_args()
    Person.pause = given.pause
    command = [sys.executable, "-m", "plytree", "serve", "--port", "0", "--workers", "2"]
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryFile("w+") as complaints:
        environment = {**os.environ, "XDG_DATA_HOME": home, "PLYTREE_CACHE": f"{home}/cache"}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, text=True, env=environment)
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[3]
            figures, killer, memory = asyncio.run(soak(address, server.pid, given))
        finally:
            server.terminate()
            server.wait(10)
        complaints.seek(0)
        errors = (
            figures.errors + killer.errors + [line for line in complaints if "Error" in line or "Traceback" in line]
        )
    report = summary(given, figures, killer, memory, errors)
    print(json.dumps(report, indent=1))
    for error in errors[:20]:
        print(error.rstrip(), file=sys.stderr)
    raise SystemExit(1 if errors else 0)


def summary(
    given: argparse.Namespace, figures: Figures, killer: Killer, memory: list[float], errors: list[str]
) -> dict[str, Any]:
    part = max(1, len(memory) // 6)
    return {
        "minutes": given.minutes, "visitors": given.visitors, "workers killed": killer.killed, "moves": figures.moves,
        "games finished": figures.games, "wrong pictures, lost games and other errors": len(errors),
        "MB in the second sixth": round(statistics.mean(memory[part : 2 * part] or memory), 1),
        "MB in the last sixth": round(statistics.mean(memory[-part:]), 1), "MB at most": round(max(memory), 1),
        "own stone shown, ms": percentiles(figures.own_stone), "engine's answer shown, ms": percentiles(figures.answer),
    }  # fmt: skip


if __name__ == "__main__":
    main()
