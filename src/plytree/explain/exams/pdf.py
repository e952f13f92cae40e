"""A page as PDF, printed by a browser that is on this machine: Chromium, Chrome or Edge. No LaTeX is needed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from plytree.errors import InputError

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge",
            "msedge",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            r"C:\Program Files\Google\Chrome\Application\chrome.exe",
            r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe")  # fmt: skip
QUIET = ("--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync",
         "--disable-component-update", "--disable-quic", "--no-pdf-header-footer")  # fmt: skip
SECONDS = 300


def find_browser() -> str:
    """The program that prints; InputError with what to do where there is none. PLYTREE_BROWSER names another one."""
    wanted = os.environ.get("PLYTREE_BROWSER")
    for name in (wanted,) if wanted else BROWSERS:
        found = shutil.which(name)
        if found:
            return found
    what = f"{wanted!r} (from PLYTREE_BROWSER)" if wanted else "Chromium, Chrome or Edge"
    raise InputError(f"{what} is not on this machine; a PDF needs one, or print the HTML page from your own browser")


def print_pdf(page: Path, target: Path) -> None:
    """Print an HTML file; the PDF is there whole or not at all."""
    browser = find_browser()
    with tempfile.TemporaryDirectory(prefix="plytree-pdf-", ignore_cleanup_errors=True) as folder:
        made = Path(folder) / "page.pdf"
        as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []  # it refuses to start else
        command = [browser, *QUIET, *as_root, f"--user-data-dir={folder}/profile", f"--print-to-pdf={made}"]
        try:
            done = subprocess.run(
                [*command, page.resolve().as_uri()], capture_output=True, timeout=SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise InputError(f"{browser!r} could not print {str(page)!r}: {error}") from None
        if not made.is_file() or made.stat().st_size < 100:
            last = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["no reason given"]
            raise InputError(f"{browser!r} could not print {str(page)!r}: {last[0][:200]}")
        part = target.with_name(f".{target.name}.part")
        try:
            shutil.copyfile(made, part)
            os.replace(part, target)
        except OSError as error:
            raise InputError(f"{str(target)!r} cannot be written: {error.strerror}") from None
