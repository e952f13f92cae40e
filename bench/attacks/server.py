"""A server to attack, in a process of its own on the loopback address, and what is seen of it from outside."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType

PATIENCE = 30.0  # seconds in which an answer must come
Row = tuple[str, str]


class Server:
    """`plytree serve` with folders of its own; its complaints are kept."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.home = Path(self.folder.name)
        self.log = (self.home / "log").open("w+")
        environment = {**os.environ, "XDG_DATA_HOME": self.folder.name, "PLYTREE_CACHE": f"{self.folder.name}/cache"}
        command = [sys.executable, "-m", "plytree", "serve", "--port", "0", "--workers", "2", "--no-show"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True, env=environment
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split()[3]
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def __enter__(self) -> Server:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
        self.log.close()
        self.folder.cleanup()

    def ask(self, request: bytes, wait: float = PATIENCE) -> bytes:
        """Send bytes as they are; whatever comes back until the server closes, or nothing comes for a while."""
        answer = b""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as connection:
            try:
                connection.sendall(request)
                while len(answer) < 1 << 22:
                    piece = connection.recv(1 << 16)
                    if not piece:
                        break
                    answer += piece
            except TimeoutError:
                return answer or b"(no answer)"
            except OSError:
                pass
        return answer

    def alive(self) -> bool:
        """Does it still answer, to everybody, soon?"""
        return status(self.ask(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", 10)) == 200

    def complaints(self) -> list[str]:
        """Lines of its log that speak of a fault of ours."""
        text = (self.home / "log").read_text(errors="replace")
        return [line for line in text.splitlines() if "Traceback" in line or re.match(r"\w+(Error|Exception)\b", line)]

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self) -> float:
        return int(Path(f"/proc/{self.process.pid}/status").read_text().partition("VmRSS:")[2].split()[0]) / 1024

    def children(self) -> list[int]:
        found = []
        for task in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            try:
                found += [int(word) for word in task.read_text().split()]
            except OSError:
                continue
        return found

    def kill(self) -> list[int]:
        """End it without warning; which of its children live on."""
        left = self.children()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        end = time.monotonic() + 10
        while left and time.monotonic() < end:
            time.sleep(0.05)
            left = [child for child in left if lives(child)]
        return left


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def status(answer: bytes) -> int:
    """The number in an answer's first line; 0 if the server only closed the connection,
    -1 if it said nothing at all."""
    found = re.match(rb"HTTP/1\.[01] (\d{3})", answer)
    return int(found[1]) if found else -1 if answer == b"(no answer)" else 0
