"""The JSON interface: what it answers, how it says no, and that nothing makes it fail."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from plytree.interfaces.cli.main import main
from plytree.interfaces.web import api
from plytree.interfaces.web.services import Services

OWN_GAME = """
from plytree import Game

class Countdown(Game[int]):
    def initial(self): return 10
    def moves(self, s): return [m for m in (1, 2, 3) if m <= s]
    def play(self, s, move): return s - move
    def result(self, s): return -1 if s == 0 else None
    def to_text(self, s): return str(s)
    def from_text(self, text): return int(text)
"""


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Services:
    path = tmp_path_factory.mktemp("games") / "countdown.py"
    path.write_text(OWN_GAME)
    return Services(workers=2, max_seconds=60, files=[str(path)])


@pytest.fixture(scope="module")
def app(services: Services) -> FastAPI:
    app = FastAPI()
    api.install(app, services)
    return app


@pytest.fixture(scope="module")
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app) as client:
        yield client


def post(client: TestClient, path: str, **body: Any) -> dict[str, Any]:
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def refused(client: TestClient, path: str, status: int = 400, **body: Any) -> str:
    answer = client.post(path, json=body)
    assert answer.status_code == status
    assert set(answer.json()) == {"error"}
    return str(answer.json()["error"])


def test_the_games_on_offer_include_the_owners_file(client: TestClient) -> None:
    answer = client.get("/api/games").json()
    names = [game["name"] for game in answer["games"]]
    assert names[0] == "countdown"
    assert {"tictactoe", "connect4"} <= set(names)
    assert answer["max_seconds"] == 60


def test_legal_moves(client: TestClient) -> None:
    answer = post(client, "/api/moves", game="tictactoe", position="XO.......")
    assert answer["moves"] == ["3", "4", "5", "6", "7", "8", "9"]
    assert answer["result"] is None
    assert answer["cells"][0] == ["X", "O", ""]


def test_a_move_is_played(client: TestClient) -> None:
    assert post(client, "/api/play", game="tictactoe", moves=["5"], move="1")["position"] == "O...X...."
    over = post(client, "/api/play", game="tictactoe", moves=["1", "4", "2", "5"], move="3")
    assert (over["result"], over["moves"]) == (-1, [])


def test_the_best_move_answers_what_the_command_line_answers(
    client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["move", "tictactoe", "XX.OO....", "--depth", "4", "--mode", "python", "--json"])
    printed = json.loads(capsys.readouterr().out)
    answer = post(client, "/api/best", game="tictactoe", position="XX.OO....", depth=4)
    assert set(answer) == set(printed)
    assert (answer["move"], answer["score"]) == (printed["move"], printed["score"]) == (
        "3", {"kind": "win", "plies": 1, "value": None},
    )  # fmt: skip


def test_an_own_game_is_played_under_its_own_name(client: TestClient) -> None:
    assert post(client, "/api/moves", game="countdown", moves=["3"])["position"] == "7"
    assert post(client, "/api/best", game="countdown", position="3", depth=3)["move"] == "3"


def test_a_game_that_fails_on_a_text_is_the_visitors_error(client: TestClient) -> None:
    assert "cannot read" in refused(client, "/api/moves", game="countdown", position="ten")


@pytest.mark.parametrize(
    "name",
    [
        "countdown.py",
        "./countdown.py",
        "/etc/passwd",
        "../games/countdown.py",
        "os:system",
        "tictactoe:9",
        "",
        "x" * 41,
    ],
)
def test_a_visitor_cannot_name_files_or_modules(client: TestClient, name: str) -> None:
    answer = client.post("/api/moves", json={"game": name})
    assert answer.status_code in (400, 422)
    assert "/" not in answer.json()["error"].replace(repr(name), "")


def test_wrong_requests_get_one_sentence(client: TestClient) -> None:
    assert "'0' is not a legal move" in refused(client, "/api/play", game="tictactoe", move="0")
    assert "XX......." in refused(client, "/api/moves", game="tictactoe", position="XX.......")
    assert "over" in refused(client, "/api/best", game="tictactoe", position="XXXOO....")
    assert "at most 60" in refused(client, "/api/best", game="tictactoe", seconds=61)
    assert refused(client, "/api/best", 422, game="tictactoe", depth=0).startswith("depth: ")
    assert refused(client, "/api/moves", 422, game=3).startswith("game: ")
    assert refused(client, "/api/moves", 422, game="tictactoe", file="x").startswith("file: ")


def test_a_tree_is_explained_in_every_format(client: TestClient) -> None:
    for format in ("text", "json", "svg", "dot", "mermaid", "latex", "csv"):
        answer = post(client, "/api/explain", tree="[[3,5],[2,9]]", format=format)
        assert (answer["value"], answer["visited"]) == (3, 3)
        assert answer["content"]
    assert "A returns 3" in post(client, "/api/explain", tree="[[3,5],[2,9]]")["content"]
    assert "A returns 3" in post(client, "/api/explain", tree=[[3, 5], [2, 9]])["content"]


def test_a_position_is_explained(client: TestClient) -> None:
    answer = post(client, "/api/explain", game="tictactoe", position="XX.OO....", depth=1, variant="minimax")
    assert answer["value"] == 1


def test_what_cannot_be_explained(client: TestClient) -> None:
    assert "never closed" in refused(client, "/api/explain", tree="[[3")
    assert "either a tree" in refused(client, "/api/explain")
    assert "either a tree" in refused(client, "/api/explain", tree="[1]", game="nim")
    assert "is not a variant" in refused(client, "/api/explain", tree="[1]", variant="magic")
    assert "is not a format" in refused(client, "/api/explain", tree="[1]", format="pdf")
    assert "visits more than" in refused(client, "/api/explain", game="dots:3x3", depth=5, variant="minimax")


def test_a_late_connect_four_position_is_solved(client: TestClient) -> None:
    answer = client.post("/api/solve", json={"position": "444444333333222222"})
    if answer.status_code == 429:  # not compiled yet: it says so, at once
        assert "compiled" in answer.json()["error"]
        return
    solved = answer.json()
    assert solved["score"] == max(solved["moves"].values())
    assert set(solved["moves"]) == {"1", "5", "6", "7"}


def test_what_cannot_be_solved(client: TestClient) -> None:
    assert "has no solver" in refused(client, "/api/solve", game="tictactoe")
    assert "has no solver" in refused(client, "/api/solve", game="connect4:8x7")
    assert "over" in refused(client, "/api/solve", position="1212121")
    assert "over" in refused(client, "/api/solve", position="1212", moves=["1", "2", "1"])


def test_unknown_paths_and_methods(client: TestClient) -> None:
    assert client.get("/api/nothing").status_code == 404
    wrong = client.get("/api/best")
    assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST")


def test_requests_at_once_are_bounded_and_the_rest_is_told(services: Services, app: FastAPI) -> None:
    """A full queue answers 429 with a sentence; nobody waits for ever."""
    crowded = Services(workers=1, max_seconds=0.1)
    crowded.pool.waiting = 0
    small = FastAPI()
    api.install(small, crowded)
    with TestClient(small) as client:
        assert "wait already" in refused(client, "/api/best", 429, game="tictactoe", depth=1)


def test_a_client_that_hangs_up_frees_its_slot() -> None:
    """The search stops, not only its answer."""

    class Gone:
        async def is_disconnected(self) -> bool:
            return True

    async def test() -> None:
        services = Services(workers=1, max_seconds=60)
        game = services.game("connect4")
        from plytree.search.limits import Limits

        work = services.think("connect4", "someone", "engine", game.initial(), [], Limits(seconds=60))
        with pytest.raises(Exception, match="went away"):
            await api.while_wanted(Gone(), work)  # type: ignore[arg-type]
        async with asyncio.timeout(10):
            async with services.pool.turn("next"):
                assert services.pool.running == 1

    asyncio.run(test())


def schema() -> Any:
    app = FastAPI()
    api.install(app, Services(workers=2, max_seconds=0.02))
    return schemathesis.openapi.from_asgi("/openapi.json", app)


fuzzed = schema()


@fuzzed.hook
def map_body(context: Any, body: Any) -> Any:
    """Half of the requests name a game that exists, and some a position in it: they get further."""
    if isinstance(body, dict) and isinstance(body.get("game"), str) and len(body["game"]) in range(0, 41, 2):
        position = body.get("position")
        body = {**body, "game": ("connect4", "tictactoe", "nim", "othello:4", "connect4:5x4")[len(str(body)) % 5]}
        if isinstance(position, str) and len(position) in range(0, 4001, 2):
            body["position"] = ""
    return body


@fuzzed.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_makes_it_fail(case: Any) -> None:
    """Whatever the OpenAPI description allows (or forbids): no 5xx, and answers as described."""
    case.call_and_validate(excluded_checks=[positive_data_acceptance])  # a game's rules are not in the schema
