"""Studies in a real browser: they go on without their page, are seen everywhere, cancelled and taken along."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.interfaces.web.browsing import Page

pytestmark = pytest.mark.flaky(reruns=1)  # a real browser on a busy machine gets a second chance


def serve(data: Path) -> tuple[subprocess.Popen[str], str]:
    """A server whose studies go into a folder of their own."""
    command = [sys.executable, "-m", "plytree", "serve", "--port", "0", "--no-show", "--workers", "1"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "XDG_DATA_HOME": str(data)}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert server.stdout is not None
    return server, server.stdout.readline().split()[3]


def choose(page: Page, name: str, text: str) -> None:
    page.find(name).click()
    page.until(lambda: [o for o in page.all(".q-item") if o.text == text], f"the choice {text!r}")
    next(o for o in page.all(".q-item") if o.text == text).click()


def test_a_study_goes_on_without_its_page_is_cancelled_and_a_finished_one_taken_along(
    first_browser: Any, tmp_path: Path
) -> None:
    server, address = serve(tmp_path)
    try:
        page = Page(first_browser, address)
        page.open("/studies", ready="study-start")
        choose(page, "study-game", "tictactoe")
        page.click("study-start")
        page.until(lambda: page.shown("study-cancel"), "the running study")
        page.open("/?game=tictactoe")
        page.says("studies-running", "1 study runs")
        page.open("/studies", ready="study-start")
        page.until(lambda: page.shown("study-title") or page.shown("study-cancel"), "the study or its report")
        page.until(lambda: page.shown("study-title"), "the report")
        page.until(lambda: page.shown("download-report.html"), "the report to download")
        assert [b for b in page.all("[data-name^=download-]") if b.text.endswith(".csv")]
        assert page.script("return document.documentElement.scrollWidth <= innerWidth"), "wide tables scroll"
        page.open("/studies", ready="study-start")
        choose(page, "study-game", "othello")
        page.click("study-start")
        page.until(lambda: page.shown("study-cancel"), "the second study")
        page.click("study-cancel")
        page.until(lambda: not page.shown("study-cancel"), "its end")
        page.open("/studies", ready="study-start")
        choose(page, "study-game", "othello")
        page.click("study-start")
        page.until(lambda: page.shown("study-cancel"), "the third study")
        server.send_signal(signal.SIGINT)
        server.wait(15)  # with a study running that would take much longer
    finally:
        server.kill()
        server.wait()
