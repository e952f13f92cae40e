"""Many visitors at once: each opens the play page over a real WebSocket and plays Connect Four against the engine.

    python bench/web_load.py --visitors 50 --seconds 120 --time 0.2

Starts a server of its own on the loopback address, stops by itself, and checks every picture that a visitor gets
against a game of his own: a stone that nobody of this table played, or a move out of turn, is an error. Prints how long
a visitor's own stone and the engine's answer took to arrive (percentiles, in milliseconds).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import time
import uuid
from typing import Any
from urllib.parse import urlencode

import httpx
from websockets.asyncio.client import connect

from plytree.games.placing.connect4 import ConnectFour

GAME = ConnectFour()


class WrongState(Exception):
    """A visitor saw something that does not belong to his game."""


class Visitor:
    """A browser without a screen: keeps the page's elements up to date and clicks."""

    def __init__(self, number: int, address: str, seconds: float, figures: Figures):
        self.chance, self.address, self.seconds, self.figures = random.Random(number), address, seconds, figures
        self.elements: dict[str, Any] = {}
        self.state: Any = GAME.initial()

    async def visit(self, session: httpx.AsyncClient, until: float) -> None:
        begin = time.perf_counter()
        page = (await session.get(f"{self.address}?game=connect4&time={self.seconds}")).text
        self.elements, query = read_page(page)
        query |= {"EIO": "4", "transport": "websocket", "tab_id": str(uuid.uuid4()), "document_id": str(uuid.uuid4())}
        url = self.address.replace("http", "ws", 1) + "_nicegui_ws/socket.io/"
        async with connect(
            f"{url}?{urlencode(query)}", max_size=None, ping_interval=None, open_timeout=60
        ) as self.socket:
            await self.until(lambda: self.connected)
            self.figures.opened.append(time.perf_counter() - begin)
            while time.monotonic() < until:
                await self.play_a_move()
                self.figures.moves += 1

    connected = False

    async def play_a_move(self) -> None:
        picture = self.board["picture"]
        if not picture["moves"]:  # the game is over
            self.figures.games += 1
            self.state = GAME.initial()
            await self.click(self.find("new"), "click", [])
            await self.until(lambda: self.stones() == 0 and self.board["active"])
            return
        move = self.chance.choice([entry["id"] for entry in picture["moves"]])
        self.state = GAME.play(self.state, move)
        begin, own = time.perf_counter(), self.stones() + 1
        await self.click(self.board_id, "move", [json.dumps(move)])
        await self.until(lambda: self.stones() >= own)
        self.figures.own_stone.append(time.perf_counter() - begin)
        if GAME.result(self.state) is None:
            await self.until(lambda: self.stones() == own + 1)
            self.figures.answer.append(time.perf_counter() - begin)
            self.follow_answer()
        self.check()

    def follow_answer(self) -> None:
        """Find the engine's move: the one that leads from my game to the picture."""
        fits = [GAME.play(self.state, move) for move in GAME.moves(self.state)]
        fits = [state for state in fits if self.cells_of(state) == self.board["picture"]["cells"]]
        if len(fits) != 1:
            raise WrongState(
                f"after {GAME.to_text(self.state)} no legal answer leads to {self.board['picture']['cells']}"
            )
        self.state = fits[0]

    def check(self) -> None:
        if self.cells_of(self.state) != self.board["picture"]["cells"]:
            raise WrongState(f"expected {GAME.to_text(self.state)}, saw {self.board['picture']['cells']}")

    @staticmethod
    def cells_of(state: Any) -> list[list[str]]:
        return [list(row) for row in GAME.board(state).cells]

    # ---- the page ------------------------------------------------------------------------------------------------

    @property
    def board_id(self) -> str:
        return next(key for key, element in self.elements.items() if "picture" in element.get("props", {}))

    @property
    def board(self) -> dict[str, Any]:
        return dict(self.elements[self.board_id]["props"])

    def stones(self) -> int:
        return sum(bool(cell) for row in self.board["picture"]["cells"] for cell in row)

    def find(self, name: str) -> str:
        return next(k for k, element in self.elements.items() if element.get("props", {}).get("data-name") == name)

    async def click(self, key: str, kind: str, arguments: list[str]) -> None:
        listener = next(event for event in self.elements[key]["events"] if event["type"] == kind)
        message = {"id": int(key), "client_id": self.client, "listener_id": listener["listener_id"], "args": arguments}
        await self.socket.send("42" + json.dumps(["event", message]))

    async def until(self, condition: Any) -> None:
        while not condition():
            await self.receive(str(await asyncio.wait_for(self.socket.recv(), 60)))

    async def receive(self, text: str) -> None:
        if text.startswith("0"):
            await self.socket.send("40")
        elif text.startswith("40"):
            self.connected = True
        elif text == "2":
            await self.socket.send("3")
        elif text.startswith("42"):
            kind, data = json.loads(text[2:])
            if kind == "update":
                for key, element in data.items():
                    if element is None:
                        self.elements.pop(key, None)
                    elif key != "_id":
                        self.elements[key] = element

    @property
    def client(self) -> str:
        return str(self.elements["client_id"]["id"])


def read_page(page: str) -> tuple[dict[str, Any], dict[str, str]]:
    """The elements of a page and what the socket must say to belong to it."""
    raw = page.split("parseElements(String.raw`", 1)[1].split("`)", 1)[0]
    for code, letter in (("&#36;", "$"), ("&#96;", "`"), ("&gt;", ">"), ("&lt;", "<"), ("&amp;", "&")):
        raw = raw.replace(code, letter)
    client = re.search(r"'client_id': '([^']+)'", page)
    assert client is not None
    elements = {**json.loads(raw), "client_id": {"id": client[1]}}
    return elements, {"client_id": client[1], "next_message_id": "0", "implicit_handshake": "true"}


class Figures:
    """What was measured."""

    def __init__(self) -> None:
        self.opened: list[float] = []
        self.own_stone: list[float] = []
        self.answer: list[float] = []
        self.moves = self.games = 0
        self.errors: list[str] = []


def percentiles(seconds: list[float]) -> dict[str, float]:
    if len(seconds) < 2:
        return {}
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    shown = {"p50": cuts[49], "p90": cuts[89], "p99": cuts[98], "max": max(seconds)}
    return {name: round(1000 * value, 1) for name, value in shown.items()}


async def run(address: str, visitors: int, seconds: float, thinking: float) -> Figures:
    figures, until = Figures(), time.monotonic() + seconds
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=None)) as session:

        async def one(number: int) -> None:
            await asyncio.sleep(number * 0.05)  # they do not all come in the same instant
            try:
                await Visitor(number, address, thinking, figures).visit(session, until)
            except Exception as error:
                at = time.monotonic() - until + seconds
                figures.errors.append(f"visitor {number} at {at:.1f} s: {type(error).__name__}: {error}")

        await asyncio.gather(*(one(number) for number in range(visitors)))
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--visitors", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--time", type=float, default=0.2, help="the engine's seconds for each move")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    command = [sys.executable, "-m", "plytree", "serve", "--port", "0", "--workers", str(given.workers)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[3]
        figures = asyncio.run(run(address, given.visitors, given.seconds, given.time))
    finally:
        server.terminate()
        server.wait(10)
    report = {
        "visitors": given.visitors, "seconds": given.seconds, "time": given.time, "workers": given.workers,
        "moves": figures.moves, "games finished": figures.games, "errors": len(figures.errors),
        "page opened, ms": percentiles(figures.opened), "own stone shown, ms": percentiles(figures.own_stone),
        "engine's answer shown, ms": percentiles(figures.answer),
    }  # fmt: skip
    print(json.dumps(report, indent=1))
    for error in figures.errors[:10]:
        print(error, file=sys.stderr)
    raise SystemExit(1 if figures.errors else 0)


if __name__ == "__main__":
    main()
