"""Raw HTTP: requests that no browser sends, each judged by its answer, and the server by what is left of it."""

from __future__ import annotations

import base64
import itertools
import json
import os
import socket
import struct
import time
from collections.abc import Iterator
from urllib.parse import quote

from attacks.server import Row, Server, status

SECRET = "the-secret-of-the-server"
ADDRESSES = (
    "[", "]", "[::1", "[]", "::1", "", " ", "evil.example", "127.0.0.1.evil.example", "127.0.0.1@evil.example", "127.1",
    "0x7f000001", "2130706433", "0.0.0.0", "localhost.evil.example", "\x7f", "127.0.0.1:x", "127.0.0.1:99999", "[v1.x]",
    "a" * 9000, "127.0.0.1/", "127.0.0.1#", "127.0.0.1\\", "\u0131localhost", "user:pw@localhost", "//", "[::1]x",
    "%5b",
)  # fmt: skip
FILES = (
    "/etc/passwd", "-", "/dev/stdin", "/dev/zero", "/proc/self/environ", "../../secret", "~/secret", "file:///etc/passwd",
    "http://127.0.0.1:1/", "@/etc/passwd", "|id", "$(id)", "`id`", "os:system", "a.py", "", " ", "\0", "\n", "{}", "[",
    "null", "NaN", "1e400", "-1", "9" * 40, "99x99", "0x0", "[" * 3000,
)  # fmt: skip
NUMBERS = (
    "NaN",
    "Infinity",
    "-Infinity",
    "-1",
    "0",
    str(2**63),
    "1e300",
    "1e999",
    "9" * 400,
    "true",
    '"1"',
    "[]",
    "{}",
)
PLAYERS = (
    "engine:eval=/etc/passwd", "uci:/bin/sh", "uci:id", "engine:threads=999", "engine:hash=1e9", "mcts:seed=-1",
    "human:x",
    "engine:depth=nan", "book:/etc/passwd", "exec:id", "engine:eval=http://127.0.0.1:1/", "perfect:x", "\0", "a" * 5000,
)  # fmt: skip


def message(path: str = "/", method: str = "GET", body: bytes = b"", **headers: str) -> bytes:
    """A request; headers with `_` for `-`, and None for one that is left out."""
    given = {"Host": "127.0.0.1", "Connection": "close", **{k.replace("_", "-"): v for k, v in headers.items()}}
    if body and "Content-Length" not in given:
        given["Content-Length"] = str(len(body))
    lines = [f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in given.items() if v is not None)]
    return "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n" + body


def post(path: str, body: str | bytes, **headers: str) -> bytes:
    data = body if isinstance(body, bytes) else body.encode("utf-8", "surrogatepass")
    return message(path, "POST", data, Content_Type="application/json", **headers)


def requests() -> Iterator[tuple[str, bytes, range]]:
    """What is asked, the bytes, and which statuses are right (0: the connection is closed without a word)."""
    refused, usual = range(400, 500), range(200, 500)
    for name in ADDRESSES:
        fine = usual if name.startswith("127.0.0.1") and name[9:10] in (":", "/", "#") else refused
        yield f"Host {name[:30]!r}", message(Host=name), fine
        yield f"Origin {name[:30]!r}", post("/api/moves", '{"game":"nim"}', Origin=f"http://{name}"), refused
        yield f"socket from {name[:30]!r}", upgrade(Origin=f"http://{name}"), range(-1, 500)
    yield from _lines()
    yield from _lengths()
    for path in _paths():
        yield f"path {path[:60]!r}", message(path), range(0, 500)
    for file, path in itertools.product(FILES, ("/api/moves", "/api/best", "/api/explain")):
        body = json.dumps({"game": f"handtree:{file}"[:40], "seconds": 0.1} if "best" in path else {"game": file[:40]})
        yield f"{path} of {file[:30]!r}", post(path, body), range(200, 500)
    for file in FILES:
        yield f"page of {file[:30]!r}", message(f"/?game={quote(f'handtree:{file}')}"), usual
        yield f"explain of {file[:30]!r}", message(f"/explain?game={quote(f'handtree:{file}')}"), usual
        yield f"study {file[:30]!r}", message(f"/studies?show={quote(file)}"), usual
    for field, number in itertools.product(("seconds", "depth"), NUMBERS):
        yield f"{field}={number[:20]}", post("/api/best", f'{{"game":"nim:1,1","{field}":{number}}}'), refused
    for number in NUMBERS:
        yield f"page with time={number[:20]}", message(f"/?game=nim&time={quote(number)}"), usual
        yield (
            f"explain with depth={number[:20]}",
            message(f"/explain?depth={quote(number)}&step={quote(number)}"),
            usual,
        )
    for player in PLAYERS:
        yield f"player {player[:40]!r}", message(f"/?game=nim&first={quote(player)}&second={quote(player)}"), usual
    for body in _bodies():
        yield f"body {body[:40]!r}", post("/api/moves", body), refused


def _lines() -> Iterator[tuple[str, bytes, range]]:
    bad = range(0, 500)
    for line in (
        b"", b"\r\n", b"GET", b"GET /", b"GET / HTTP/9.9", b"GET / HTTP/1.1x", b" GET / HTTP/1.1", b"GET  / HTTP/1.1",
        b"\0\0\0\0", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET * HTTP/1.1",
        b"OPTIONS * HTTP/1.1", b"CONNECT evil.example:443 HTTP/1.1", b"GET http://evil.example/ HTTP/1.1",
        b"TRACE / HTTP/1.1",
        b"GET " + b"/a" * 60_000 + b" HTTP/1.1", b"A" * 100_000, b"G\xc3\x84T / HTTP/1.1", b"GET /\x00 HTTP/1.1",
        b"GET /\x7f\xff HTTP/1.1", b"DELETE / HTTP/1.1", b"PUT /api/moves HTTP/1.1", b"PATCH /api/best HTTP/1.1",
        b"PROPFIND / HTTP/1.1", b"get / http/1.1", b"GET / HTTP/1.1\r\nX: " + b"y" * 200_000,
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000, b"GET / HTTP/1.1\r\nno colon", b"GET / HTTP/1.1\r\n folded: x",
    ):  # fmt: skip
        yield f"first line {line[:30]!r}", line + b"\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", bad


def _lengths() -> Iterator[tuple[str, bytes, range]]:
    refused = range(0, 500)
    for length in ("-1", "+2", "1e3", "0x2", "2, 2", " ", "9" * 30, str(2**63), "65537", "\u0662", "2;2", "1 2"):
        yield f"length {length[:20]!r}", post("/api/moves", b"{}", Content_Length=length), refused
    yield "two lengths", post("/api/moves", b"{}", Content_Length="2\r\nContent-Length: 3"), refused
    for coding in ("chunked", "gzip, chunked", "identity", "chunked\r\nContent-Length: 2"):
        body = b"1000000000\r\n" + b"x" * 100
        yield f"coding {coding[:20]!r}", post("/api/moves", body, Transfer_Encoding=coding, Content_Length="2"), refused
    for kind in (
        "text/plain",
        "multipart/form-data; boundary=x",
        "application/xml",
        "application/json; charset=utf-16",
    ):
        yield f"type {kind!r}", message("/api/moves", "POST", b'{"game":"nope"}', Content_Type=kind), range(400, 500)
    for coding in ("gzip", "br", "deflate, deflate"):
        packed = post("/api/moves", b"\x1f\x8b" + os.urandom(40), Content_Encoding=coding)
        yield f"content {coding!r}", packed, range(400, 500)


def _paths() -> Iterator[str]:
    climbs = ("..", "%2e%2e", "..%2f", "%2e%2e%2f", "....//", "..\\", "%5c..", "%252e%252e", "..%00", "..%c0%af", "..;")
    for base, climb in itertools.product(("/", "/_nicegui/3.18.0/static/", "/_nicegui/components/", "/api/"), climbs):
        yield base + f"{climb}/" * 8 + "etc/passwd"
    yield from (
        "/%", "/%zz", "/%00", "/.git/config", "/.env", "/admin", "/metrics", "/openapi.json/..", "/api/%00",
        "/api//moves",
        "/api/moves/", "/_nicegui/auto/static/x", "/_nicegui/client/x",
        "/_nicegui_ws/socket.io/?EIO=4&transport=polling",
        "/_nicegui_ws/socket.io/?EIO=99&transport=x", "/_nicegui_ws/socket.io/?EIO=4&transport=websocket",
        "/?" + "a=b&" * 9000,
        "/?game=" + "%F0%9F%98%80" * 500, "/?moves=" + "1," * 9000, "/?position=" + "%00" * 900,
        "/?game=chess&position=8/8",
        "/?game=%ED%A0%80", "/?game=%FF%FE", "/studies?show=..%2F..", "/explain?tree=" + "%5B" * 3000,
        "/explain?tree=%5B1e999%2C2%5D", "/explain?variant=" + "x" * 3000, "/favicon.ico", "//evil.example/%2f..",
    )  # fmt: skip


def _bodies() -> Iterator[bytes]:
    yield from (
        b"", b"{", b"}", b"[]", b"null", b"7", b'"x"', b"\xff\xfe", b"\0", b"{}", b'{"game":null}', b'{"game":7}',
        b'{"game":[]}',
        b'{"game":"nim","moves":{}}', b'{"game":"nim","moves":[1]}',
        b'{"game":"nim","moves":' + b'["1"]'.replace(b'"1"', b",".join([b'"1"'] * 501)) + b"}",
        b'{"game":"\\ud800"}', b'{"game":"nim","position":"\\u0000"}',
        b'{"game":"nim","position":"' + b"x" * 5000 + b'"}',
        b"[" * 30_000, b'{"a":' * 9000, b'{"game":"x","game":"y"}', b'{"game":"nope"}', b'{"game":"nim:1,2,3,"}',
        b"{'game':'nim'}",
        b'{"game":"__import__"}', b'{"game":"nim","moves":["' + b"9" * 21 + b'"]}', b"x" * 70_000,
        b'{"__proto__":{},"game":0}',
    )  # fmt: skip


def upgrade(path: str = "/_nicegui_ws/socket.io/?EIO=4&transport=websocket", **headers: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    given = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Key": key, "Sec_WebSocket_Version": "13"}
    return message(path, **{**given, **headers})


def frames() -> Iterator[tuple[str, bytes]]:
    """What is sent over a socket that was opened properly."""

    def frame(data: bytes, code: int = 1, mask: bool = True, length: int | None = None) -> bytes:
        size = len(data) if length is None else length
        head = bytes([0x80 | code, (0x80 if mask else 0) | 127]) + struct.pack("!Q", size)
        return head + (b"\0\0\0\0" if mask else b"") + data

    yield "noise", os.urandom(500)
    yield "unmasked", frame(b"40", mask=False)
    yield "2 MB", frame(b"x" * (2 << 20))
    yield "a length of 2**62", frame(b"x", length=2**62)
    yield "reserved code", frame(b"x", code=11)
    yield "bytes that are no text", frame(b"\xff\xfe")
    for text in ("40", "41", "42", "9", "42[", "42{}", '42["event"]', '42["event",{}]', '42["event",{"id":1e999}]',
                 '42["event",{"id":4,"client_id":"x","listener_id":"x","args":[]}]', '42["handshake",{}]',
                 '42["log",null]',
                 '42["javascript_response",{}]', '42["ack",{"next_message_id":"x"}]',
                 '451-["x",{"_placeholder":true,"num":9}]',
                 "40/admin,", "42" + "[" * 20_000):  # fmt: skip
        yield f"text {text[:30]!r}", frame(b"40") + frame(text.encode())


def rows(quick: bool) -> list[Row]:
    found: list[Row] = []
    with Server() as server:
        (server.home / "secret").write_text(SECRET)
        assert server.alive()
        for number, (name, request, right) in enumerate(requests()):
            if quick and number % 5:
                continue
            found.append((name, judge(server.ask(request), right)))
        for name, data in frames():
            found.append((f"frame {name}", "" if _socket(server, data) else "it was not closed or answered"))
        found += slow(server)
        found.append(("server answers", "" if server.alive() else "it does not"))
        found.append(("server wrote no traceback", "; ".join(server.complaints()[:3])))
    return found


def judge(answer: bytes, right: range) -> str:
    text = answer.decode("utf-8", "replace")
    if SECRET in text or "root:x:" in text or "XDG_DATA_HOME" in text:
        return "it shows a file of the server"
    if "Traceback" in text:
        return "it shows a traceback"
    code = status(answer)
    if code == 101:
        return "a socket was opened"
    return "" if code in right else f"answered with {code}: {text[:80]!r}"


def _socket(server: Server, data: bytes) -> bool:
    """Open a socket, send, close; True if the server still answers others."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as connection:
        connection.sendall(upgrade())
        try:
            connection.recv(4096)
            connection.sendall(data)
            connection.settimeout(0.2)
            connection.recv(4096)
        except OSError:
            pass
    return server.alive()


def slow(server: Server) -> list[Row]:
    """Two hundred visitors who never finish their request; one who does."""
    waiting = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(200)]
    try:
        for number, connection in enumerate(waiting):
            connection.sendall(
                b"POST /api/best HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"[: 20 + number]
            )
        begin = time.monotonic()
        fine = server.alive()
        return [("200 half requests", "" if fine and time.monotonic() - begin < 10 else "others wait")]
    finally:
        for connection in waiting:
            connection.close()
