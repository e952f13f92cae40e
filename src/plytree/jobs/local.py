"""Workers on this machine: one process each, watched by one thread each, so that a killed one costs only its job."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

from plytree.errors import MachineError
from plytree.jobs.run import Job
from plytree.processes import child_environment

Task = tuple[Job, dict[str, Any]]


class LocalPool:
    """`count` processes that stay alive from job to job; one that dies is replaced.

    Where the machine gives fewer, those do the work; MachineError where it gives none.
    """

    def __init__(self, count: int):
        self._alive = count  # threads that can still do jobs
        self._lock = threading.Lock()
        self._processes: list[subprocess.Popen[str] | None] = [None] * count
        self._tasks: queue.Queue[Task | None] = queue.Queue()
        self._answers: queue.Queue[tuple[Job, dict[str, Any] | None] | MachineError] = queue.Queue()
        self._closed = False
        self._threads = [threading.Thread(target=self._serve, args=(slot,), daemon=True) for slot in range(count)]

    def __enter__(self) -> LocalPool:
        for at, thread in enumerate(self._threads):
            try:
                thread.start()
            except RuntimeError:  # no more threads to be had
                self._alive = at
                del self._threads[at:]
                if not at:
                    raise MachineError("no worker can be started: the machine gives no more threads") from None
                break
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
            answer = self._answers.get()
            if isinstance(answer, MachineError):
                raise answer
            yield answer

    def _serve(self, slot: int) -> None:
        """Hand jobs to one process after the other finishes or dies, until the pool is closed."""
        while (task := self._tasks.get()) is not None and not self._closed:
            job, message = task
            try:
                answer = self._ask(slot, message)
            except OSError as error:  # no process to be had
                self._give_up(task, error)
                return
            self._answers.put((job, answer))
        process = self._processes[slot]
        if process is not None:
            process.kill()
            process.communicate()

    def _give_up(self, task: Task, error: OSError) -> None:
        """Leave the job to another worker; the last one says that there is none."""
        with self._lock:
            self._alive -= 1
            if self._alive:
                self._tasks.put(task)
            else:
                reason = error.strerror or str(error)
                self._answers.put(MachineError(f"no worker can be started: {reason}; what was finished is kept"))

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
        except (OSError, ValueError):
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
    return subprocess.Popen(
        [sys.executable, "-m", "plytree.jobs.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=child_environment(),
        start_new_session=True,
    )
