"""The web server: pages, the JSON interface and the guard, put together and run."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Sequence

import segno
import uvicorn
from fastapi import FastAPI
from nicegui import ui
from starlette.types import ASGIApp

from plytree import __version__
from plytree.errors import InputError
from plytree.interfaces.web import api, docs_page, explain_page, play, study_page, study_runs
from plytree.interfaces.web.guard import Guard, allowed_hosts
from plytree.interfaces.web.services import Services
from plytree.search.acquire import compilers

RECONNECT_SECONDS = 20.0  # a visitor whose connection broke finds his game again within this time
FAVICON = "♟️"


def create_app(services: Services, host: str = "127.0.0.1") -> ASGIApp:
    """The whole web app as one ASGI application. Once per process: NiceGUI's pages are global."""
    app = FastAPI(title="plytree", version=__version__, docs_url=None, redoc_url=None)
    api.install(app, services)
    docs_page.register(app)
    play.register(services)
    explain_page.register(services)
    study_page.register(services)
    ui.run_with(app, title="plytree", favicon=FAVICON, show_welcome_message=False, reconnect_timeout=RECONNECT_SECONDS)
    return Guard(app, allowed_hosts(host))


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8750,
    workers: int | None = None,
    max_seconds: float = 60.0,
    files: Sequence[str] = (),
    show: bool = True,
) -> None:
    """Run until interrupted. Prints the address once it can be opened."""
    services = Services(workers=workers or os.cpu_count() or 1, max_seconds=max_seconds, files=files)
    compilers.restrict(at_once=1, permit=services.may_compile)
    listener = listen(host, port)
    shown = f"[{host}]" if ":" in host else "127.0.0.1" if host == "0.0.0.0" else host
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    logging.getLogger("uvicorn.error").addFilter(_without_tracebacks_for_strangers)
    config = uvicorn.Config(
        create_app(services, host), log_level="warning", ws_max_size=1 << 20, timeout_graceful_shutdown=1
    )
    threading.Thread(target=services.warm_up, daemon=True).start()
    print(f"plytree is at {address}   (Ctrl+C ends it)", flush=True)
    for other in lan_addresses(host):
        there = f"http://{other}:{listener.getsockname()[1]}/"
        print(f"others in this network open {there}", flush=True)
        if sys.stdout.isatty():
            segno.make(there, error="l").terminal(compact=True)
    if show and can_show():
        threading.Timer(0.5, webbrowser.open, [address]).start()
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])
    leave()


def leave() -> None:
    """End the process at once, also if work is running in threads that cannot be stopped: what is finished is on disk,
    and child processes end with their parent."""
    study_runs.cancel_all()
    end = time.monotonic() + 0.5
    while study_runs.running() and time.monotonic() < end:
        time.sleep(0.02)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def lan_addresses(host: str) -> list[str]:
    """Under which addresses other machines reach a server that listens on all of this one's; [] if it does not."""
    if host not in ("0.0.0.0", "::"):
        return []
    found = set()
    with contextlib.suppress(OSError):  # no name service
        found = {str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("10.255.255.255", 1))  # sends nothing: only asks which address would be used
        found.add(str(probe.getsockname()[0]))
    return sorted(address for address in found if not address.startswith("127."))


def listen(host: str, port: int) -> socket.socket:
    """A socket on that address, or on the next free port if the default one is taken; InputError if there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in [port] if port == 0 else range(port, port + 20):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(256)  # whoever comes before the server is ready waits for it
            return listener
        except OSError as error:
            listener.close()
            problem = error
    raise InputError(f"cannot listen on {host!r} at port {port}: {problem.strerror}")


def can_show() -> bool:
    """Is there a screen on which a browser could open?"""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _without_tracebacks_for_strangers(record: logging.LogRecord) -> bool:
    """Bytes that are no text are a stranger's fault, not ours."""
    return not str(record.msg).startswith("Invalid UTF-8 sequence received")
