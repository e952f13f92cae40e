"""What a visitor can make the server do: nothing with its files, and not more work than one compiler at a time."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from plytree import Engine, InputError, Limits
from plytree.interfaces.web import api
from plytree.interfaces.web.services import MOST_VARIANTS, Services
from plytree.search.acquire import cache, compilers
from plytree.solvers import native
from plytree.solvers.connect4 import Solver


@pytest.fixture(scope="module")
def services() -> Services:
    return Services(workers=1)


@pytest.fixture(scope="module")
def client(services: Services) -> TestClient:
    app = FastAPI()
    api.install(app, services)
    return TestClient(app)


@pytest.mark.parametrize("path", ["/api/moves", "/api/play", "/api/best", "/api/solve", "/api/explain"])
def test_no_request_reads_a_file_of_the_server(client: TestClient, path: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("[[1234567,2],[3,4]]")
    for name in (str(tmp_path / "secret"), "/etc/passwd", "-", "/dev/stdin", "/dev/zero"):
        body = {"game": f"handtree:{name}"[:40], **({"move": "1"} if path == "/api/play" else {})}
        answer = client.post(path, json=body)
        assert answer.status_code in (400, 422), (name, answer.text)
        assert "1234567" not in answer.text
        assert "root:" not in answer.text


def test_visitors_cannot_have_unboundedly_many_variants_compiled(services: Services) -> None:
    offered = [services.game(offer.name) for offer in services.offers()]
    variants = [services.game(f"nim:{a},{b}") for a in range(1, 10) for b in range(1, 10)]
    assert not any(map(services.may_compile, offered))
    refused = [game for game in variants if services.may_compile(game)]
    assert len(refused) == len(variants) - MOST_VARIANTS
    assert f"has compiled {MOST_VARIANTS} variants" in services.may_compile(refused[0])
    assert not any(map(services.may_compile, offered))  # they are compiled whatever visitors do
    assert not any(map(services.may_compile, variants[:MOST_VARIANTS]))  # again, if a compiler was killed
    with pytest.raises(InputError):
        services.game("nim:x")  # costs nothing
    assert len(services._games) < len(offered) + 20


def test_a_refused_variant_plays_in_python_and_its_solver_says_why(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compilers, "_permit", lambda game: "enough is enough")
    monkeypatch.setattr(cache, "exists", lambda name: False)
    monkeypatch.setattr(native, "_functions", {})  # nor has this process a solver
    assert Engine(services.game("nim:7,7,7"), mode="best").search(limits=Limits(depth=2)).mode == "python"
    with pytest.raises(InputError, match="enough is enough"):
        Solver(5, 4).solve(services.game("connect4:5x4").initial())
