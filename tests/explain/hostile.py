"""Lets the hostile student programs loose and looks at the world afterwards.

`attack()` runs them and returns rows (name, what went wrong); an empty second part is a door that held. Signals and
limits are aimed only at a process that was started for it.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).parent))
from hostile_programs import Program, programs

from plytree.explain.grading import report
from plytree.explain.grading.grade import Grade, Options, grade
from plytree.explain.grading.sandbox import PARTS, Bounds, StudentSession

LIMIT = 0.4
SECRET = "the-secret-of-the-grader"
KERNEL, GUARD = ("namespaces", "landlock", "seccomp"), ("guard",)
OUTSIDE = ("files", "network", "processes", "signals", "reading")


class World:
    """What a hostile program may want to harm, and whether it was harmed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "precious"
        self.folder.mkdir()
        self.victim = self.folder / "victim.txt"
        self.victim.write_text("precious")
        self.victim.chmod(0o640)
        self.secret = folder / "secret.txt"
        self.secret.write_text(SECRET)
        self.bystander = subprocess.Popen(["sleep", "600"], env={"SECRET": SECRET}, start_new_session=True)
        self.knocks: list[str] = []
        self.tcp, self.udp = socket.socket(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.tcp.bind(("127.0.0.1", 0))
        self.tcp.listen()
        self.port = self.tcp.getsockname()[1]
        self.udp.bind(("127.0.0.1", self.port))
        for server in (self.tcp, self.udp):
            threading.Thread(target=self._listen, args=(server,), daemon=True).start()
        self.before = self._look()

    def _listen(self, server: socket.socket) -> None:
        try:
            while True:
                server.accept() if server is self.tcp else server.recv(9)
                self.knocks.append("knock")
        except OSError:
            pass

    def _look(self) -> object:
        names = sorted(path.name for path in self.folder.iterdir()) if self.folder.is_dir() else None
        if names is None or not self.victim.is_file():
            return names
        stat = self.victim.stat()
        attributes = os.listxattr(self.victim) if hasattr(os, "listxattr") else []
        kept = (stat.st_mode, stat.st_uid, stat.st_mtime, stat.st_nlink)
        return names, self.victim.read_text(), kept, attributes, self._limits()

    def _limits(self) -> object:
        pid = self.bystander.pid
        if self.bystander.poll() is not None or not Path("/proc/self/limits").exists():
            return None
        return Path(f"/proc/{pid}/limits").read_text(), os.getpriority(os.PRIO_PROCESS, pid), os.sched_getaffinity(pid)

    def fill(self, source: str) -> str:
        places = {"victim": self.victim, "folder": self.folder, "secret": self.secret}
        return source.format(**{k: str(v) for k, v in places.items()}, pid=self.bystander.pid, port=self.port)

    def harm(self) -> str:
        """What is not as it was; empty if nothing happened."""
        if self.bystander.poll() is not None:
            return "a process was killed"
        if self._look() != self.before:
            return "files or limits have changed"
        if self.knocks:
            self.knocks.clear()
            return "the network was reached"
        for _ in range(100):  # killed, but on a busy machine perhaps not yet gone
            left = left_behind()
            if not left:
                return ""
            time.sleep(0.05)
        return f"processes are left: {left}"

    def close(self) -> None:
        self.bystander.kill()
        self.bystander.wait()
        self.tcp.close()
        self.udp.close()


def left_behind() -> list[int]:
    """Processes of the grader that still run, or that sleep as the hostile programs do."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        ours = f"PLYTREE_GRADER={os.getpid()}".encode() in _environment(entry)
        if fields[0] != "Z" and (words[:2] == [b"sleep", b"30"] or ours):
            found.append(int(entry.name))
    return found


def _environment(entry: Path) -> list[bytes]:
    try:
        return (entry / "environ").read_bytes().split(b"\0")
    except OSError:
        return []


def run(program: Program, world: World, folder: Path, isolate: tuple[str, ...] = PARTS) -> str:
    """Let one program loose; what went wrong, empty if the door held."""
    path = folder / "student.py"
    path.write_text(world.fill(program.source) if program.harmful else program.source, encoding="utf-8")
    bounds = Bounds(seconds=LIMIT, total_seconds=20, memory_mb=256, isolate=isolate)
    if program.harmful:
        with StudentSession(path, bounds) as session:
            given = [{"is": "root"}, {"is": "json", "value": True}]
            session.ask({"function": ["minimax"], "tree": [[3, 5], [2, 9]], "args": given})
            said = session.printed
        return what_it_said(said, isolate) or world.harm()
    result = grade(path, Options(trees=20, bounds=bounds))
    return verdict(program, result) or world.harm()


def what_it_said(said: str, isolate: tuple[str, ...]) -> str:
    if SECRET in said and "landlock" in isolate:
        return "the secret was read"
    words = [word for word in ("resolved", "listens", "raised", "traced", "unshared", "has a socket") if word in said]
    return f"it was allowed: {words[0]}" if words else ""


def verdict(program: Program, result: Grade) -> str:
    """What is wrong with the grade of a hostile program."""
    try:
        ElementTree.fromstring(report.as_junit(result))
        json.loads(report.as_json(result)).get("score")
        text = report.as_text(result)
        text.encode()
    except Exception as error:
        return f"the report fails: {type(error).__name__}: {error}"
    if result.passed:
        return "a wrong program passed"
    if "isolation: " not in text:
        return "the report does not say how the program was locked up"
    named = result.diagnosis.bug.name if result.diagnosis else ""
    if program.family == "slow" and named != "too-slow" and "time limit" not in result.error:
        return f"not called slow: {result.error or named}"
    return ""


def attack(isolate: tuple[str, ...] = PARTS, families: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """Run all hostile programs, or those of some families: rows (name, what went wrong or nothing)."""
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        world = World(folder)
        (folder / "program").mkdir()
        try:
            for program in programs():
                if families and program.family not in families:
                    continue
                try:
                    wrong = run(program, world, folder / "program", isolate)
                except Exception as error:
                    wrong = f"the grader fails: {type(error).__name__}: {error}"
                rows.append((f"{program.family}: {program.name}", wrong))
        finally:
            world.close()
    return rows


if __name__ == "__main__":
    wanted = tuple(sys.argv[1].split(",")) if len(sys.argv) > 1 else PARTS
    table = attack(wanted, tuple(sys.argv[2:]))
    for row, wrong in table:
        if wrong:
            print(f"{row:50} {wrong}")
    print(f"{len(table)} hostile programs, {sum(bool(wrong) for _, wrong in table)} got through")
