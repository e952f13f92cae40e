"""Where results are kept: each job once, written by the parent only."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Protocol

from plytree.errors import InputError, MachineError
from plytree.files import hold


class Store(Protocol):
    """Results by job id."""

    def hold(self) -> AbstractContextManager[None]:
        """Keep other runs away while jobs are done; InputError if one is at work already."""

    def done(self) -> set[str]:
        """The ids of the jobs whose results are kept."""

    def add(self, job_id: str, result: Any) -> None:
        """Keep a result for good before returning; the same id is never added twice."""


class MemoryStore:
    """Results that need not outlive the process."""

    def __init__(self) -> None:
        self.results: dict[str, Any] = {}

    def hold(self) -> AbstractContextManager[None]:
        return nullcontext()

    def done(self) -> set[str]:
        return set(self.results)

    def add(self, job_id: str, result: Any) -> None:
        self.results[job_id] = result


class LinesStore:
    """A file of JSON lines, one result each. A last line that a killed run left half written is dropped."""

    def __init__(self, path: Path):
        self.path = path
        self.results: dict[str, Any] = {}
        self._read()

    @contextmanager
    def hold(self) -> Iterator[None]:
        with hold(self.path):
            whole = self._read()  # another run may have gone on since
            if self.path.exists() and self.path.stat().st_size > whole:
                os.truncate(self.path, whole)
            yield

    def _read(self) -> int:
        """Take in all whole lines; how many bytes they are."""
        if not self.path.exists():
            return 0
        try:
            content = self.path.read_bytes() if self.path.is_file() else b""
        except OSError as error:
            raise InputError(f"{str(self.path)!r} cannot be read: {error.strerror}") from None
        whole = content[: content.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), start=1):
            try:
                entry = json.loads(line)
                self.results[entry["id"]] = entry["result"]
            except (ValueError, KeyError, TypeError, RecursionError):
                raise InputError(f"line {number} of {str(self.path)!r} is not a job's result") from None
        return len(whole)

    def done(self) -> set[str]:
        return set(self.results)

    def add(self, job_id: str, result: Any) -> None:
        line = json.dumps({"id": job_id, "result": result}).encode() + b"\n"
        try:
            with self.path.open("ab") as file:
                file.write(line)
        except OSError as error:
            raise MachineError(f"{str(self.path)!r} cannot be written: {error.strerror}") from None
        self.results[job_id] = result
