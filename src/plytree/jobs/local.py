"""Workers on this machine: one process each, watched by one thread each, so that a killed one costs only its job."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

from plytree.jobs.run import Job

Task = tuple[Job, dict[str, Any]]


class LocalPool:
    """`count` processes that stay alive from job to job; one that dies is replaced."""

    def __init__(self, count: int):
        self._processes: list[subprocess.Popen[str] | None] = [None] * count
        self._tasks: queue.Queue[Task | None] = queue.Queue()
        self._answers: queue.Queue[tuple[Job, dict[str, Any] | None]] = queue.Queue()
        self._closed = False
        self._threads = [threading.Thread(target=self._serve, args=(slot,), daemon=True) for slot in range(count)]

    def __enter__(self) -> LocalPool:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._closed = True
        for _ in self._threads:
            self._tasks.put(None)
        for process in self._processes:
            if process is not None:
                process.kill()
        for thread in self._threads:
            thread.join()

    def pids(self) -> list[int]:
        """The processes that work now."""
        return [process.pid for process in self._processes if process is not None]

    def answers(self, jobs: Iterator[Task]) -> Iterator[tuple[Job, dict[str, Any] | None]]:
        waiting = 0
        for task in jobs:
            self._tasks.put(task)
            waiting += 1
        for _ in range(waiting):
            yield self._answers.get()

    def _serve(self, slot: int) -> None:
        """Hand jobs to one process after the other finishes or dies, until the pool is closed."""
        while (task := self._tasks.get()) is not None and not self._closed:
            job, message = task
            self._answers.put((job, self._ask(slot, message)))
        process = self._processes[slot]
        if process is not None:
            process.kill()
            process.communicate()

    def _ask(self, slot: int, message: dict[str, Any]) -> dict[str, Any] | None:
        process = self._processes[slot]
        if process is None or process.poll() is not None:
            process = self._processes[slot] = _start()
            if self._closed:  # closed meanwhile: __exit__ may not have seen this process
                process.kill()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = ""
        if not line.endswith("\n"):  # the process died, perhaps in the middle of its answer
            process.kill()
            process.communicate()
            self._processes[slot] = None
            return None
        answer: dict[str, Any] = json.loads(line)
        return answer


def _start() -> subprocess.Popen[str]:
    """A worker that can import what this process can. Ctrl-C reaches only the parent, which then ends its workers."""
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    return subprocess.Popen(
        [sys.executable, "-m", "plytree.jobs.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,
    )
