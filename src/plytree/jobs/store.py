"""Where results are kept: each job once, written by the parent only."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Protocol

from plytree.errors import InputError


class Store(Protocol):
    """Results by job id."""

    def done(self) -> set[str]:
        """The ids of the jobs whose results are kept."""

    def add(self, job_id: str, result: Any) -> None:
        """Keep a result for good before returning; the same id is never added twice."""


class MemoryStore:
    """Results that need not outlive the process."""

    def __init__(self) -> None:
        self.results: dict[str, Any] = {}

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

    def _read(self) -> None:
        if not self.path.exists():
            return
        content = self.path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if len(whole) < len(content):
            os.truncate(self.path, len(whole))
        for number, line in enumerate(whole.splitlines(), start=1):
            try:
                entry = json.loads(line)
                self.results[entry["id"]] = entry["result"]
            except (ValueError, KeyError, TypeError):
                raise InputError(f"line {number} of {str(self.path)!r} is not a job's result") from None

    def done(self) -> set[str]:
        return set(self.results)

    def add(self, job_id: str, result: Any) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.write(json.dumps({"id": job_id, "result": result}).encode() + b"\n")
        self.results[job_id] = result
