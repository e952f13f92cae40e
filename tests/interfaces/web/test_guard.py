"""Foreign origins, foreign host names and oversized requests get nowhere."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from fastapi import FastAPI, WebSocket
from fastapi.responses import HTMLResponse
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from plytree.interfaces.web.guard import LARGEST_BODY, Guard, allowed_hosts


@pytest.fixture
def client() -> TestClient:
    app = FastAPI()

    @app.get("/page")
    def page() -> str:
        return "page"

    @app.get("/html", response_class=HTMLResponse)
    def html() -> str:
        return "<p>page</p>"

    @app.post("/act")
    def act(body: dict[str, Any]) -> str:
        return "done"

    @app.websocket("/_nicegui_ws/socket.io/")
    async def socket(websocket: WebSocket) -> None:
        await websocket.accept()
        await websocket.send_text("hello")
        with suppress(WebSocketDisconnect):
            while True:
                await websocket.send_text("heard " + await websocket.receive_text())

    return TestClient(Guard(app, allowed_hosts("127.0.0.1")), base_url="http://127.0.0.1:8750")


def open_socket(client: TestClient, **headers: str) -> str:
    with client.websocket_connect("/_nicegui_ws/socket.io/", headers={"host": "127.0.0.1:8750", **headers}) as socket:
        return socket.receive_text()


def test_pages_of_this_server_may_open_a_socket(client: TestClient) -> None:
    assert open_socket(client, origin="http://127.0.0.1:8750") == "hello"
    assert open_socket(client) == "hello"  # no browser, no Origin


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://127.0.0.1:9999",
        "null",
        "http://127.0.0.1:8750.evil.example",
        "x://",
        "http://127.0.0.1:8750/",
        "http://127.0.0.1:8750#",
    ],
)
def test_foreign_origins_cannot_open_a_socket_or_act(client: TestClient, origin: str) -> None:
    with pytest.raises(WebSocketDisconnect):
        open_socket(client, origin=origin)
    answer = client.post("/act", json={}, headers={"origin": origin})
    assert answer.status_code == 403
    assert "may not use this server" in answer.json()["error"]


def test_a_rebound_name_gets_nothing_from_a_loopback_server(client: TestClient) -> None:
    foreign = {"host": "evil.example:8750", "origin": "http://evil.example:8750"}
    assert client.get("/page", headers=foreign).status_code == 403
    with pytest.raises(WebSocketDisconnect):
        open_socket(client, **foreign)
    for own in ("localhost:8750", "127.0.0.1", "[::1]:8750"):
        assert client.get("/page", headers={"host": own}).status_code == 200


def test_a_server_for_many_answers_to_any_name_but_still_only_to_its_own_pages() -> None:
    app = FastAPI()

    @app.post("/act")
    def act() -> str:
        return "done"

    client = TestClient(Guard(app, allowed_hosts("0.0.0.0")), base_url="http://games.school.example")
    assert client.post("/act", headers={"origin": "http://games.school.example"}).status_code == 200
    assert client.post("/act", headers={"origin": "http://evil.example"}).status_code == 403


def test_requests_must_say_how_long_they_are_and_not_be_huge(client: TestClient) -> None:
    assert client.post("/act", json={"x": "a" * LARGEST_BODY}).status_code == 413
    assert client.post("/act", content=iter([b"{", b"}"])).status_code == 411
    assert client.post("/act", json={"x": "a"}).status_code == 200


def test_answers_forbid_framing_and_guessing_types(client: TestClient) -> None:
    for answer in (client.get("/page"), client.get("/page", headers={"host": "evil.example"}), client.get("/nowhere")):
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_only_pages_run_scripts_and_only_those_of_this_server(client: TestClient) -> None:
    data = client.get("/page").headers["content-security-policy"]
    assert "script-src" not in data
    assert "sandbox" in data
    page = client.get("/html").headers["content-security-policy"]
    assert "default-src 'none'" in page
    assert "http" not in page  # nothing from anywhere else
    assert "*" not in page


@pytest.mark.parametrize("headers", [
    {"host": "["}, {"host": "127.0.0.1:8750", "origin": "http://["}, {"host": "[::1"}, {"host": "]["},
    {"host": "user:pw@localhost"}, {"host": "[::1]x"}, {"host": "127.0.0.1:x"}, {"host": "localhost:8750/"},
    {"host": "127.0.0.1:8750", "origin": "http://[::1]x]"}, {"host": "127.0.0.1:8750", "origin": "//[v1.x"},
])  # fmt: skip
def test_an_address_that_is_none_is_the_callers_mistake(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post("/act", json={}, headers=headers)
    assert answer.status_code in (400, 403)
    assert len(answer.json()["error"]) < 250
    with pytest.raises(WebSocketDisconnect):
        open_socket(client, **headers)


SOUND = (
    "2", "40", "41", '42["event",{"id":4,"client_id":"a","listener_id":"b","args":["7",null]}]',
    '420["handshake",{"client_id":"a","tab_id":"b","document_id":"c"}]',
    '42["ack",{"client_id":"a","next_message_id":1}]',
    '42["javascript_response",{"request_id":"a","client_id":"b","result":{"x":[1]}}]',
)  # fmt: skip
UNSOUND = (
    "", "9", "42", "42[", "42{}", '42["event"]', '42["event",{}]', '42["event",null]', '42["event",{"id":1e999}]',
    "40/x",
    '42["event",{"id":true,"client_id":"a","listener_id":"b","args":[]}]', '42["eval",{"client_id":"a"}]',
    "x" * 300_000,
    '42["event",{"id":4,"client_id":"a","listener_id":"b","args":["{"]}]', '42["log",null]', "42" + "[" * 9000 + "]",
    '42["ack",{"client_id":"a","next_message_id":"x"}]', '451-["x",{"_placeholder":true,"num":9}]', "4\u0662[]",
    '42["log",{"client_id":"a","level":"fatal","message":"x"}]', '42["ack",{"client_id":"a","next_message_id":NaN}]',
)  # fmt: skip


def test_a_socket_that_talks_nonsense_is_closed(client: TestClient) -> None:
    address = {"host": "127.0.0.1:8750"}
    with client.websocket_connect("/_nicegui_ws/socket.io/", headers=address) as socket:
        assert socket.receive_text() == "hello"
        for text in SOUND:
            socket.send_text(text)
            assert socket.receive_text() == f"heard {text}"
    for text in UNSOUND:
        with client.websocket_connect("/_nicegui_ws/socket.io/", headers=address) as socket:
            socket.receive_text()
            socket.send_text(text)
            with pytest.raises(WebSocketDisconnect) as end:
                socket.receive_text()
            assert end.value.code == 1008
    with client.websocket_connect("/_nicegui_ws/socket.io/", headers=address) as socket:
        socket.receive_text()
        socket.send_bytes(b"40")
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


def test_the_same_without_a_websocket(client: TestClient) -> None:
    where = "/_nicegui_ws/socket.io/?transport=polling"
    assert client.post(where, content="\x1e".join(SOUND)).status_code == 404  # passed: no page
    for body in (*UNSOUND[:-1], b"\xff", "40\x1e9"):
        if len(body) < LARGEST_BODY:
            assert client.post(where, content=body).status_code == 400


def test_two_hosts_or_two_lengths_are_refused(client: TestClient) -> None:
    for name, values in (("host", ("127.0.0.1", "evil.example")), ("origin", ("null", "http://127.0.0.1:8750")),
                         ("content-length", ("2", "3"))):  # fmt: skip
        pair: list[tuple[str, str]] = [(name, value) for value in values]
        request = client.build_request("POST", "/act", content=b"{}", headers={"content-type": "application/json"})
        kept = [(key, value) for key, value in request.headers.items() if key != name]
        request.headers = type(request.headers)(kept + pair)
        assert client.send(request).status_code == 400
