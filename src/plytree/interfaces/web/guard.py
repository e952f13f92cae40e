"""Only pages of this server may drive it, and they load nothing from anywhere else.

A browser tells where a script comes from (Origin) and which server it believes to talk to (Host). A foreign Origin is
refused for WebSockets and for requests that change or compute something; a server on the loopback address also refuses
foreign Host names, so that a page whose name was rebound to this address gets nowhere.

Every answer says what a browser may do with it (Content-Security-Policy). Pages run only scripts of this server; those
of NiceGUI stand in the page itself and build functions from text, so both must be allowed. Whatever is no page may do
nothing at all: a picture that is opened by itself runs no script.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plytree.interfaces.web.frames import is_sound

LOOPBACK = ("127.0.0.1", "localhost", "::1")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
SOCKET = "_nicegui_ws"  # where pages open their sockets
HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(:\d{1,5})?", re.ASCII)
LARGEST_BODY = 64 * 1024  # bytes of one request
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
PAGE_POLICY = (
    b"default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    b"img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    b"frame-ancestors 'none'"
)
DATA_POLICY = b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"


def allowed_hosts(host: str) -> tuple[str, ...]:
    """The Host names under which a server that listens on `host` may be reached; () means any."""
    return LOOPBACK if host in LOOPBACK else ()


class Guard:
    """ASGI middleware that refuses foreign origins, foreign hosts and oversized requests."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] = ()):
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: dict[str, object]) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))  # type: ignore[call-overload]
                message = {**message, "headers": [*headers, *HEADERS, _policy(headers)]}
            await send(message)

        complaint, status = self._complaint(scope)
        if not complaint and SOCKET in scope["path"]:
            if scope["type"] == "websocket":
                receive = _only_sound_frames(receive, send)
            elif scope["method"] == "POST":  # the same without a WebSocket
                receive, complaint, status = await _only_sound_packets(receive)
        if complaint:
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": complaint[:100]})
            else:
                await JSONResponse({"error": complaint}, status_code=status)(scope, receive, send_with_headers)  # type: ignore[arg-type]
            return

        await self.app(scope, receive, send_with_headers)  # type: ignore[arg-type]

    def _complaint(self, scope: Scope) -> tuple[str, int]:
        headers: dict[bytes, str] = {}
        for name, value in scope["headers"]:
            if name in (b"host", b"origin", b"content-length") and name in headers:
                return f"the request has two headers {name.decode('latin-1')}; expected one", 400
            headers[name] = value.decode("latin-1")
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        named = HOST.fullmatch(host)
        if named is None:
            return f"the request has a Host {host[:80]!r} that is no address", 400
        if self.hosts and named[1].strip("[]").lower() not in self.hosts:
            return f"this server does not answer to the name {host[:80]!r}", 403
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS or SOCKET in scope["path"]
        if origin is not None and changes and origin not in (f"http://{host}", f"https://{host}"):
            return f"pages of {origin[:80]!r} may not use this server", 403
        length = headers.get(b"content-length", "0")
        if b"transfer-encoding" in headers or not (length.isascii() and length.isdigit()):
            return "the request does not say how long it is", 411
        if len(length) > 9 or int(length) > LARGEST_BODY:
            return f"the request is too large; at most {LARGEST_BODY} bytes are read", 413
        return "", 0


def _policy(headers: list[tuple[bytes, bytes]]) -> tuple[bytes, bytes]:
    page = any(name.lower() == b"content-type" and value.startswith(b"text/html") for name, value in headers)
    return b"content-security-policy", PAGE_POLICY if page else DATA_POLICY


def _only_sound_frames(receive: Receive, send: Send) -> Receive:
    """A WebSocket that ends with the first frame that no page of ours sends."""

    async def checked() -> Message:
        message = await receive()
        if message["type"] == "websocket.receive" and not is_sound(message.get("text")):
            await send({"type": "websocket.close", "code": 1008, "reason": "no page of ours says that"})
            return {"type": "websocket.disconnect", "code": 1008}
        return message

    return checked


async def _only_sound_packets(receive: Receive) -> tuple[Receive, str, int]:
    """The body of a request that stands for frames, to be read again; and what is wrong with it."""
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), bool(message.get("more_body", False))
    try:
        sound = all(map(is_sound, body.decode("utf-8").split("\x1e")))
    except UnicodeDecodeError:
        sound = False
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return left.pop() if left else await receive()

    return again, *(("", 0) if sound else ("no page of ours says that", 400))
