"""Runs a student's program in a process of its own, with limits on time, memory and output.

The process gets its own session and home, so it and whatever it started can be ended together; it reads its job from a
file and answers on a pipe of its own, and nothing it does to its stdout matters. This stops accidents (endless loops,
fork bombs, memory leaks, files overwritten), it is no jail for hostile code: run that in a container.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# The folder `child` is loaded as a package of its own: importing plytree would cost time and memory in every process.
BOOT = f"""
import sys, types
package = types.ModuleType("grading_child")
package.__path__ = [{str(Path(__file__).parent / "child")!r}]
sys.modules["grading_child"] = package
from grading_child.run import main
main()
"""
MAX_ANSWERS = 64_000_000  # bytes that are read from the program's process at most
MAX_RESTARTS = 3


@dataclass(frozen=True)
class Bounds:
    """What a graded program may use."""

    seconds: float = 2.0  # processor time for one call
    total_seconds: float = 60.0  # on the clock, for one batch of calls
    memory_mb: int = 512


@dataclass
class Run:
    """What came back from a batch of calls: one answer for each case that was reached."""

    about: dict[str, Any] = field(default_factory=dict)  # the line that says whether the program could be loaded
    answers: list[dict[str, Any]] = field(default_factory=list)
    printed: str = ""
    out_of_time: bool = False


def run_cases(program: Path, cases: Sequence[dict[str, Any]], bounds: Bounds, function: str = "") -> Run:
    """Call the program on every case; after a crash of the whole process the next case starts in a new one."""
    run = Run()
    deadline = time.monotonic() + bounds.total_seconds
    for _ in range(MAX_RESTARTS + 1):
        remaining = cases[len(run.answers) :]
        if run.about and not remaining:
            break
        lines, why = _one_process(program, remaining, bounds, function, deadline)
        if lines and not run.about:
            run.about = lines[0]
        run.answers += [line for line in lines if "case" in line]
        run.printed = run.printed or next((line["printed"] for line in lines if line.get("done")), "")
        if lines and (not lines[0].get("loaded", True) or lines[-1].get("done")):
            break
        if not lines:
            run.about = {"loaded": False, "reason": "import", "error": _death(why)}
            break
        if len(run.answers) < len(cases):
            if why == "deadline":
                run.out_of_time = True
                break
            run.answers.append({"error": _death(why), "mutated": False, "seconds": 0.0, "died": True})
    return run


def _death(why: str) -> dict[str, Any]:
    if why in ("SIGXCPU", "SIGKILL", "deadline"):
        return {"type": "TimeUp", "message": f"the process was ended ({why})", "line": None}
    return {"type": "Died", "message": f"the Python process itself ended ({why})", "line": None}


def _one_process(
    program: Path, cases: Sequence[dict[str, Any]], bounds: Bounds, function: str, deadline: float
) -> tuple[list[dict[str, Any]], str]:
    """The lines that one process answered, and how it ended."""
    read_end, write_end = os.pipe()
    job = {
        "program": str(program.resolve()),
        "function": function,
        "cases": list(cases),
        "seconds": bounds.seconds,
        "memory_mb": bounds.memory_mb,
        "cpu_seconds": int(bounds.total_seconds) + 5,
        "answers_fd": write_end,
    }
    with tempfile.TemporaryDirectory(prefix="plytree-grade-") as folder, tempfile.TemporaryFile() as job_file:
        job_file.write(json.dumps(job).encode())
        job_file.seek(0)
        child = subprocess.Popen(
            [sys.executable, "-I", "-X", "utf8", "-c", BOOT],
            stdin=job_file,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={"PATH": os.defpath, "HOME": folder, "PYTHONDONTWRITEBYTECODE": "1"},
            pass_fds=(write_end,),
            start_new_session=True,
        )
        os.close(write_end)
        try:
            raw = _read(read_end, child, deadline)
        finally:
            os.close(read_end)
            late = time.monotonic() >= deadline
            _end(child, folder)
    lines = []
    for line in raw.split(b"\n")[:-1]:  # what follows the last line end was cut off
        with contextlib.suppress(ValueError):
            lines.append(json.loads(line))
    code = child.returncode
    why = "deadline" if late else signal.Signals(-code).name if code < 0 else f"exit code {code}"
    return lines, why


def _end(child: subprocess.Popen[bytes], folder: str) -> None:
    """End the process and whatever it started: its group, on Linux also who left it but kept the session or HOME."""
    born = _session_and_start(child.pid)[1]
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    for _ in range(3):  # again if there was one: it may just have started another
        left = _left_behind(child.pid, f"HOME={folder}".encode(), born)
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        if not left:
            break


def _left_behind(session: int, home: bytes, born: int) -> list[int]:
    """The processes that belong to a session or have that home, of those that are not older than `born`."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        pid = int(entry.name)
        its_session, start = _session_and_start(pid)
        with contextlib.suppress(OSError):
            if start >= born and (its_session == session or home in (entry / "environ").read_bytes().split(b"\0")):
                found.append(pid)
    return found


def _session_and_start(pid: int) -> tuple[int, int]:
    """The session of a process and when it began, as /proc counts; (0, 0) where that is not to be known."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return int(fields[3]), int(fields[19])
    except (OSError, ValueError, IndexError):
        return 0, 0


def _read(pipe: int, child: subprocess.Popen[bytes], deadline: float) -> bytes:
    """What the process writes until it ends, says it is done, or the time is up; never waits for its children."""
    parts: list[bytes] = []
    size = 0
    while (left := deadline - time.monotonic()) > 0 and size < MAX_ANSWERS:
        ready, _, _ = select.select([pipe], [], [], min(left, 0.5))
        if ready:
            part = os.read(pipe, 1 << 16)
            if not part:
                break
            parts.append(part)
            size += len(part)
        elif child.poll() is not None:
            break
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(timeout=0.2)  # give it the moment to report its own way of ending
    return b"".join(parts)
