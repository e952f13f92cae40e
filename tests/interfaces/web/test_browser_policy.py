"""What a real browser does with the headers: pages live with them, strangers do not get in."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from tests.interfaces.web.browsing import Page

pytestmark = pytest.mark.flaky(reruns=1)  # a real browser on a busy machine gets a second chance
TRY = """
const tell = arguments[arguments.length - 1];
addEventListener('securitypolicyviolation', event => tell(event.effectiveDirective), {once: true});
%s
"""
REFUSED = {
    "img-src": "new Image().src = 'http://127.0.0.2:9/spy.png'",
    "script-src-elem": "document.head.append(Object.assign(document.createElement('script'), {src: '//evil/x'}))",
    "connect-src": "fetch('http://evil.example/').catch(() => 0)",
    "frame-src": "document.body.append(Object.assign(document.createElement('iframe'), {src: '/docs'}))",
    "form-action": "const form = Object.assign(document.createElement('form'), {action: 'http://evil.example/'});"
                   "document.body.append(form); form.submit()",
    "base-uri": "document.head.append(Object.assign(document.createElement('base'), {href: 'http://evil.example/'}))",
}  # fmt: skip


@pytest.fixture
def page(first_browser: object, address: str) -> Page:
    return Page(first_browser, address)


def complaints(page: Page) -> list[str]:
    return [entry["message"] for entry in page.browser.get_log("browser") if entry["level"] == "SEVERE"]


def test_the_pages_live_with_their_policy(page: Page) -> None:
    complaints(page)  # those of pages before
    page.open("/?game=connect4&time=0.1&hints=1")
    page.square(2, 3)
    page.until(lambda: len(page.moves()) == 2, "the engine's answer")
    page.open("/explain", ready="step-count")
    page.open("/studies", ready="study-start")
    page.open("/docs", ready="op-api-games")
    page.click("op-api-games")
    page.until(lambda: '"connect4"' in page.body(), "the answer of the interface")
    assert complaints(page) == []


def test_a_page_loads_nothing_from_elsewhere_and_frames_nothing(page: Page) -> None:
    page.open("/docs", ready="op-api-games")
    page.browser.set_script_timeout(20)
    for directive, code in REFUSED.items():
        assert page.browser.execute_async_script(TRY % code) == directive


def test_no_other_page_can_frame_ours(page: Page, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(f"<iframe src='{page.address}docs'></iframe>")
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as stranger:
        threading.Thread(target=stranger.serve_forever, daemon=True).start()
        page.browser.get(f"http://127.0.0.1:{stranger.server_port}/")
        page.browser.switch_to.frame(0)
        page.until(lambda: page.script("return location.protocol") == "chrome-error:", "the browser's refusal")
        stranger.shutdown()


def test_an_answer_that_is_no_page_runs_nothing(page: Page) -> None:
    page.browser.get(page.address.rstrip("/") + "/openapi.json")
    assert page.script("return window.origin") == "null"  # sandboxed
