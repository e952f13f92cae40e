"""What a visitor can make the server do: nothing with its files, and not more work than one compiler at a time."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from plytree.interfaces.web import api
from plytree.interfaces.web.services import Services


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
