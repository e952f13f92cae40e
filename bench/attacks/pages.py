"""Pages opened and closed: what they took of the memory comes back."""

from __future__ import annotations

import asyncio
import time
import uuid
from urllib.parse import urlencode

import httpx
from web_load import Figures, Visitor, read_page
from websockets.asyncio.client import connect

from attacks.server import Row, Server
from attacks.work import compiled

PATHS = (
    "?game=connect4&time=0.1",
    "explain",
    "?game=chess&first=human&second=human",
    "studies",
    "?game=othello",
    "docs",
)
AT_ONCE = 10
ALLOWED = 0.20  # by which the memory may have grown


async def open_and_close(address: str, count: int) -> int:
    """Open pages with their sockets, and close them as a browser does; how many were opened."""
    opened, numbers = 0, iter(range(count))
    each = httpx.Limits(max_keepalive_connections=0)  # the server closes connections that rest, perhaps just now
    async with httpx.AsyncClient(timeout=60, limits=each) as session:

        async def some() -> None:
            nonlocal opened
            for number in numbers:
                page = await session.get(address + PATHS[number % len(PATHS)])
                visitor = Visitor(number, address, 0.1, Figures())
                visitor.elements, query = read_page(page.text)
                query |= {"EIO": "4", "transport": "websocket"}
                query |= {"tab_id": str(uuid.uuid4()), "document_id": str(uuid.uuid4())}
                url = address.replace("http", "ws", 1) + "_nicegui_ws/socket.io/?" + urlencode(query)
                async with connect(url, max_size=None, ping_interval=None, open_timeout=60) as visitor.socket:
                    await visitor.until(lambda visitor=visitor: visitor.connected)
                    opened += 1

        await asyncio.gather(*(some() for _ in range(AT_ONCE)))
    return opened


def settled(server: Server) -> float:
    """The memory when it no longer changes: pages that are gone are forgotten after some seconds."""
    time.sleep(30)  # a visitor may come back so long
    end, last = time.monotonic() + 60, server.memory_mb()
    while time.monotonic() < end:
        time.sleep(5)
        now = server.memory_mb()
        if abs(now - last) < 1:
            break
        last = now
    return server.memory_mb()


def rows(quick: bool) -> list[Row]:
    count = 100 if quick else 1000
    with Server() as server:
        compiled(server)  # native code of the landing page's game, and Numba with it
        asyncio.run(open_and_close(server.address, 60))  # what every server loads once
        before = settled(server)
        opened = asyncio.run(open_and_close(server.address, count))
        after = settled(server)
        grown = after / before - 1
        words = f"{count} pages opened and closed: {before:.0f} MB before, {after:.0f} MB after"
        return [
            (words, "" if grown <= ALLOWED else f"the memory has grown by {100 * grown:.0f} %"),
            ("all pages were opened", "" if opened == count else f"only {opened}"),
            ("server wrote no traceback", "; ".join(server.complaints()[:3])),
        ]
