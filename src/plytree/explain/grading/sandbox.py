"""Runs a student's program in a locked-up process of its own and asks it call after call.

The process holds the program and the question, never what the right answer is. It locks itself up before it loads the
program (`child/jail.py`): namespaces, Landlock and a filter of system calls where the machine offers them, Python's
audit hook everywhere; `StudentSession.isolation` says in one line what holds. Time is kept out here, where the program
cannot reach it: time in which it had to wait for a processor is not counted.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plytree.errors import InputError
from plytree.explain.grading.answers import Answer, BadLine, Error, answer_of, clean, error_of, parse_line

# The folder `child` is loaded as a package of its own: importing plytree would cost time and memory in every process.
BOOT = f"""
import sys, types
package = types.ModuleType("grading_child")
package.__path__ = [{str(Path(__file__).parent / "child")!r}]
sys.modules["grading_child"] = package
from grading_child.main import main
main()
"""
PARTS = ("namespaces", "landlock", "seccomp", "guard")
PATIENCE = 2.5  # times the limit: then a call is ended from outside; at one time the limit the program itself is told
MAX_LINE = 4_000_000  # bytes
MAX_SKIPPED = 4  # statements of the program that bring the process down while it is loaded
MAX_DEATHS = 3  # of the process, before nothing more is asked
MAX_TIMEOUTS = 2  # a program that runs into the limit this often will go on doing so
MAX_ERRORS = 30  # in a row
AHEAD, MAX_AHEAD = 12, 4_000  # how many calls are sent ahead, if they have no more bytes than this
FORGED = "wrote on the grader's own channel"


@dataclass(frozen=True)
class Bounds:
    """What a graded program may use."""

    seconds: float = 2.0  # for one call
    total_seconds: float = 60.0  # for all of it
    memory_mb: int = 512
    isolate: tuple[str, ...] = PARTS  # tests leave parts out; a part that the machine lacks is left out by itself


@dataclass
class Loaded:
    """How loading went: `error` if nothing could be loaded, else notes on what did not run to its end."""

    error: Error | None = None
    notes: list[tuple[int, bool, Error]] = field(default_factory=list)  # line, was it a definition, what happened
    standins: list[str] = field(default_factory=list)


class StudentSession:
    """One program; the process starts with the first question and again after it died.

    `gave_up` says why nothing more is asked: then `ask` returns None.
    """

    def __init__(self, path: Path, bounds: Bounds, *, siblings: bool = True) -> None:
        self.path, self.bounds, self.siblings = path, bounds, siblings
        try:
            self.source = read_source(path)
        except OSError as error:
            raise InputError(f"{str(path)!r} cannot be read: {error.strerror or error}") from None
        self.deadline = time.monotonic() + bounds.total_seconds
        self.problems: dict[str, str] = {}
        self.printed = ""
        self.gave_up = ""
        self.loaded: Loaded | None = None
        self.skip: list[int] = []
        self.skipped: list[tuple[int, bool, Error]] = []
        self.timeouts = self.deaths = self.errors_in_a_row = 0
        self._process: _Process | None = None

    def __enter__(self) -> StudentSession:
        return self

    def __exit__(self, *_: object) -> None:
        self.restart()

    @property
    def isolation(self) -> str:
        """`full`, or `partial:` and what this machine does not enforce."""
        if not self.problems:
            return "full"
        missing = ", ".join(f"no {part} ({clean(why, 80)})" for part, why in self.problems.items())
        return f"partial: {missing}"

    def restart(self) -> None:
        """End the process; the next question starts a fresh one."""
        if self._process:
            self._process.end()
            self._process = None

    def load(self) -> Loaded:
        """Load the program, leaving out statements at which the process dies or hangs."""
        while self._process is None:
            process = _Process(self.bounds.isolate)
            try:
                self.loaded = self._load(process)
                self._process = process
            except _Ended as ended:
                process.end()
                if not ended.line or len(self.skip) >= MAX_SKIPPED:
                    self.loaded = Loaded(error=ended.error)
                    return self.loaded
                self.skip.append(ended.line)
                self.skipped.append((ended.line, False, ended.error))
        assert self.loaded is not None
        return self.loaded

    def _load(self, process: _Process) -> Loaded:
        bounds, nonce = self.bounds, secrets.token_hex(8)
        job = (
            {
                "path": str(self.path.resolve()), "siblings": self.siblings, "source": self.source, "nonce": nonce,
                "skip": self.skip, "seconds": bounds.seconds, "memory_mb": bounds.memory_mb,
                "cpu_seconds": int(bounds.total_seconds) + 5,
            }
        )  # fmt: skip
        process.send(json.dumps(job).encode() + b"\n")
        at, limit = 0, 30.0
        while True:
            line = process.receive(limit, at)
            if "pid" in line and not process.pid:
                process.pid = int(line["pid"])
            elif "isolation" in line and not at:
                self.problems = {clean(k, 20): clean(v, 80) for k, v in dict(line["isolation"]).items()}
                at, limit = 1, 30.0
            elif isinstance(line.get("loading"), int) and isinstance(line.get("limit"), int | float):
                at, limit = line["loading"], min(60.0, PATIENCE * line["limit"])
            elif line.get("nonce") == nonce and line.get("loaded") is False:
                process.end()
                return Loaded(error=error_of(line.get("error")))
            elif line.get("nonce") == nonce and line.get("loaded") is True:
                return self._notes(line)
            else:
                raise _Ended(Error("Forged", FORGED), at)

    def _notes(self, line: Mapping[str, Any]) -> Loaded:
        try:
            notes = [(int(note["at"]), note["defines"] is True, error_of(note)) for note in line["notes"]]
            self.printed = clean(line.get("printed", ""), 2000)
            standins = [clean(name, 40) for name in line["standins"][:20]]
        except (KeyError, TypeError, ValueError, BadLine):
            raise _Ended(Error("Forged", FORGED), 0) from None
        loaded = Loaded(notes=[*self.skipped, *notes], standins=standins)
        slow = [note for note in notes if note[2].type == "TimeUp" and not note[1]]
        self.skip += [line for line, _, _ in slow]  # a process that has to start again need not wait for it again
        self.skipped += slow
        return loaded

    def ask_all(self, calls: Iterable[Mapping[str, Any]]) -> list[Answer]:
        """Answers in the order of the calls, as far as one gets: fewer if the program has used up its chances."""
        todo = [{"seconds": self.bounds.seconds, **call, "nonce": secrets.token_hex(8)} for call in calls]
        answers: list[Answer] = []
        sent = 0  # of todo, to the process that runs now: some calls ahead, so that neither side waits for the other
        while len(answers) < len(todo) and not self._is_over():
            assert self._process is not None
            try:
                sent = max(sent, len(answers))
                while sent < len(todo) and sent - len(answers) < AHEAD:
                    data = json.dumps(todo[sent]).encode() + b"\n"
                    if sent > len(answers) and len(data) > MAX_AHEAD:
                        break
                    self._process.send(data)
                    sent += 1
                answers.append(self._receive(todo[len(answers)]))
            except (_Ended, BadLine) as ended:
                error = ended.error if isinstance(ended, _Ended) else Error("Forged", FORGED)
                self.restart()
                sent = 0
                answers.append(Answer(error=error))
                self.deaths += 1
                if error.type in ("TimeUp", "Forged") or self.deaths >= MAX_DEATHS:
                    self.gave_up = error.type
            self._count(answers[-1])
        if sent > len(answers):
            self.restart()  # its answers to what was asked ahead are of no use any more
        return answers

    def ask(self, call: Mapping[str, Any]) -> Answer | None:
        """The answer to one call; None if the program has used up its chances."""
        answers = self.ask_all([call])
        return answers[0] if answers else None

    def _is_over(self) -> bool:
        if not self.gave_up and time.monotonic() > self.deadline:
            self.gave_up = "deadline"
        if not self.gave_up and self.load().error:
            self.gave_up = "cannot be loaded"
        return bool(self.gave_up)

    def _receive(self, call: Mapping[str, Any]) -> Answer:
        assert self._process is not None
        line = self._process.receive(PATIENCE * call["seconds"], 0)
        if line.get("nonce") != call["nonce"]:
            raise _Ended(Error("Forged", FORGED), 0)
        self.printed = clean(line.get("printed", ""), 2000) or self.printed
        return answer_of(line)

    def _count(self, answer: Answer) -> None:
        self.errors_in_a_row = self.errors_in_a_row + 1 if answer.error else 0
        self.timeouts += answer.error is not None and answer.error.type == "TimeUp"
        if self.timeouts >= MAX_TIMEOUTS or self.errors_in_a_row >= MAX_ERRORS:
            self.gave_up = self.gave_up or "errors"


def read_source(path: Path) -> str:
    """The text of a program, whatever coding it declares; undecodable bytes become signs that no name contains."""
    data = path.read_bytes()
    if len(data) > 2_000_000:
        raise OSError(f"{len(data)} bytes is more than a program has")
    import tokenize

    try:
        with path.open("rb") as file:
            encoding = tokenize.detect_encoding(file.readline)[0]
    except (SyntaxError, LookupError):
        encoding = "utf-8"
    return data.decode(encoding, errors="replace").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "�")


class _Ended(Exception):
    """The process is of no more use: why, and which line of the program was being loaded."""

    def __init__(self, error: Error, line: int) -> None:
        self.error, self.line = error, line


class _Process:
    """The two processes, warden and prisoner, and the pipes to the prisoner."""

    def __init__(self, isolate: tuple[str, ...]) -> None:
        self.pid = 0  # of the prisoner
        self.folder = tempfile.TemporaryDirectory(prefix="plytree-grade-", ignore_cleanup_errors=True)
        requests, self.requests = os.pipe()
        self.answers, answers = os.pipe()
        os.set_blocking(self.requests, False)
        self.rest = b""
        home = self.folder.name
        self.child = subprocess.Popen(
            [sys.executable, "-I", "-X", "utf8", "-c", BOOT, str(requests), str(answers), ",".join(isolate)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=home,
            env={
                "PATH": os.defpath,
                "HOME": home,
                "PYTHONDONTWRITEBYTECODE": "1",
                "OPENBLAS_NUM_THREADS": "1",
                "PLYTREE_GRADER": str(os.getpid()),
            },
            pass_fds=(requests, answers),
            start_new_session=True,
        )
        os.close(requests)
        os.close(answers)

    def send(self, data: bytes) -> None:
        deadline = time.monotonic() + 10
        while data:
            _, ready, _ = select.select([], [self.requests], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise _Ended(Error("TimeUp", "the process does not listen any more"), 0)
            try:
                data = data[os.write(self.requests, data) :]
            except BlockingIOError:
                continue
            except OSError:
                raise _Ended(self._death(), 0) from None

    def receive(self, limit: float, line: int) -> dict[str, Any]:
        """The next line; _Ended if the process died, talks nonsense or has used up its time."""
        clock = _Clock(self.pid)
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.answers], [], [], 0.05)
            if ready:
                part = os.read(self.answers, 1 << 16)
                if not part:
                    raise _Ended(self._death(), line)
                self.rest += part
                if len(self.rest) > MAX_LINE:
                    raise _Ended(Error("Forged", FORGED), line)
            elif clock.seconds() > limit:
                raise _Ended(Error("TimeUp", "the process was ended from outside"), line)
        first, self.rest = self.rest.split(b"\n", 1)
        try:
            return parse_line(first)
        except BadLine:
            raise _Ended(Error("Forged", FORGED), line) from None

    def _death(self) -> Error:
        try:
            code = self.child.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return Error("Died", "the process closed its channel")
        if code in (128 + signal.SIGXCPU, 128 + signal.SIGKILL):
            return Error("TimeUp", "the process was ended")
        how = f"exit code {code}"
        if code > 128:
            with contextlib.suppress(ValueError):
                how = signal.Signals(code - 128).name
        return Error("Died", f"the Python process itself ended ({how})")

    def end(self) -> None:
        """End the prisoner; the warden then ends what is left and itself."""
        if self.child.returncode is None:
            if self.pid and self.child.poll() is None:
                with contextlib.suppress(OSError):
                    os.kill(self.pid, signal.SIGKILL)
            with contextlib.suppress(OSError):
                assert self.child.stdin is not None
                self.child.stdin.close()
            try:
                self.child.wait(timeout=5)
            except subprocess.TimeoutExpired:
                with contextlib.suppress(OSError):
                    os.killpg(self.child.pid, signal.SIGKILL)
                self.child.wait()
        for descriptor in (self.requests, self.answers):
            with contextlib.suppress(OSError):
                os.close(descriptor)
        self.requests = self.answers = -1
        self.folder.cleanup()


class _Clock:
    """Seconds since now, without those in which the process was ready and had to wait for a processor."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.started, self.waited = time.monotonic(), self._waited()

    def _waited(self) -> float:
        try:
            return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[1]) / 1e9
        except (OSError, ValueError, IndexError):
            return 0.0

    def seconds(self) -> float:
        return time.monotonic() - self.started - (self._waited() - self.waited)
