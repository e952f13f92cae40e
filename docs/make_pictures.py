"""Take the pictures of the web app that README and docs show: python docs/make_pictures.py

Starts a server of its own, drives a headless Chromium through every page, and writes docs/pictures/*.png.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

OUT = Path(__file__).parent / "pictures"
DESKTOP, PHONE = (1280, 860), (390, 844)
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
)  # fmt: skip
OPENING = "4,4,4,4,4,2,3,3,5,6,2,2,5,3,3,5,5"


def find(name: str) -> str:
    return f"document.querySelector('[data-name=\"{name}\"]')"


# name -> (size, dark, address, scripts one after another: clicks, or conditions to wait for beginning with "wait ")
PICTURES: dict[str, tuple[tuple[int, int], bool, str, tuple[str, ...]]] = {
    "play": (DESKTOP, False, f"/?game=connect4&moves={OPENING}&time=1", (
        f"{find('go')}.click()", f"wait {find('status')}.innerText.includes('Your move')")),
    "play-dark": (DESKTOP, True, f"/?game=connect4&moves={OPENING}&time=1", (
        f"{find('go')}.click()", f"wait {find('status')}.innerText.includes('Your move')")),
    "play-phone": (PHONE, False, "/?game=connect4&moves=4,4,5,3&first=human&second=level:4", ()),
    "hints": (DESKTOP, False, f"/?game=connect4&moves={OPENING}&first=human&second=human", (
        f"{find('hints')}.click()", f"wait {find('legend')}.innerText.includes('(exact)')")),
    "review": (DESKTOP, False, "/?game=tictactoe&moves=1,4,2,5,9,6&first=human&second=human", (
        f"{find('review')}.click()", f"wait {find('review-verdict')}.innerText.includes('Mistakes')")),
    "chess": (DESKTOP, False, "/?game=chess&moves=e2e4,e7e5,g1f3&time=1&first=engine&second=human", ()),
    "chess-phone-dark": (PHONE, True, "/?game=chess&moves=e2e4,e7e5,g1f3&first=human&second=human", ()),
    "othello-dark": (DESKTOP, True, "/?game=othello&moves=d3,c3,c4,e3&first=human&second=human", ()),
    "explain": (DESKTOP, False, "/explain?step=14", ()),
    "explain-dark": (DESKTOP, True, "/explain?step=14", ()),
    "explain-phone": (PHONE, False, "/explain?tree=[[3,5],[2,9]]&step=12", ()),
    "explain-diff": (DESKTOP, False, "/explain?tree=[[3,5],[2,9]]&variant=fail-soft&compare=minimax&step=99", ()),
    "explain-position": (DESKTOP, False, "/explain?game=tictactoe&position=XOXOXO...&depth=2&step=99", ()),
    "quiz": (DESKTOP, False, "/explain?tree=[[3,5],[2,9]]", (
        f"{find('quiz')}.click()", f"wait {find('quiz-check')}", f"{find('quiz-check')}.click()",
        f"wait {find('quiz-verdict')}.innerText.includes('not right')")),
    "studies": (DESKTOP, False, "/studies", ()),
    "studies-phone-dark": (PHONE, True, "/studies", ()),
    "api": (DESKTOP, False, "/docs", (
        f"{find('op-api-moves')}.click()", "wait document.querySelector('#op-api-moves pre').innerText.length > 20")),
}  # fmt: skip


@contextmanager
def serve(data: str) -> Iterator[str]:
    """A server of our own, with a study to show."""
    environment = {**os.environ, "XDG_DATA_HOME": data}
    plytree = [sys.executable, "-m", "plytree"]
    study = [*plytree, "study", "pruning", "--game", "connect4", "--depth", "5", "--positions", "4"]
    subprocess.run(study, env=environment, check=True, stdout=subprocess.DEVNULL)
    server = subprocess.Popen([*plytree, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert server.stdout is not None
        yield server.stdout.readline().split()[3].rstrip("/")
    finally:
        server.terminate()
        server.wait(10)


def take(browser: Any, address: str, name: str) -> None:
    (width, height), dark, path, scripts = PICTURES[name]
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    scheme = {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", scheme)
    browser.get(address + path)
    waiting = WebDriverWait(browser, 90)
    waiting.until(lambda b: b.execute_script("return !!(window.socket && window.socket.connected)"))
    for script in scripts:
        if script.startswith("wait "):
            waiting.until(lambda b, script=script: b.execute_script(f"return !!({script[5:]})"))
        else:
            browser.execute_script(script)
    time.sleep(1.0)  # let animations come to rest
    browser.save_screenshot(str(OUT / f"{name}.png"))
    print(f"docs/pictures/{name}.png", flush=True)


def main() -> None:
    OUT.mkdir(exist_ok=True)
    options = webdriver.ChromeOptions()
    with tempfile.TemporaryDirectory() as profile, tempfile.TemporaryDirectory() as data, serve(data) as address:
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        browser = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        try:
            study = next((Path(data) / "plytree" / "studies").iterdir()).name
            PICTURES["study"] = (DESKTOP, False, f"/studies?show={study}", ())
            for name in sys.argv[1:] or PICTURES:
                take(browser, address, name)
        finally:
            browser.quit()


if __name__ == "__main__":
    main()
