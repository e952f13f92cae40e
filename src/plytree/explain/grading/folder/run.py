"""Grades every program of a folder, several at a time, and keeps each result as soon as it is there.

A result is kept with a key made of the program and everything that can change its grade: a run that was stopped goes on
where it was, and only programs that changed are graded again.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from plytree.errors import InputError
from plytree.explain.grading import report
from plytree.explain.grading.answers import clean
from plytree.explain.grading.folder.likeness import structure
from plytree.explain.grading.grade import Options, grade
from plytree.explain.grading.sandbox import read_source
from plytree.files import hold, write_text

VERSION = 1  # of what a kept result holds
MOST_PROGRAMS = 5000


@dataclass(frozen=True)
class Graded:
    """One program of the folder: `student` is its path there, `result` what `grade --format json` prints."""

    student: str
    result: dict[str, Any]
    text: str  # the report for people
    structure: str  # equal for programs that differ only in names, comments, layout; empty for very short ones

    @property
    def page(self) -> str:
        """The name of the student's page."""
        plain = re.sub(r"[^A-Za-z0-9]+", "-", self.student.removesuffix(".py")).strip("-")[:60]
        return f"{plain}-{hashlib.sha256(self.student.encode()).hexdigest()[:6]}.html"

    @property
    def bug(self) -> str:
        diagnosis = self.result.get("diagnosis")
        return diagnosis["title"] if diagnosis else ""


def programs(folder: Path) -> list[Path]:
    """The Python files of a folder and of the folders in it, in their order; InputError if there are none."""
    try:
        found = sorted(
            path
            for path in folder.rglob("*.py")
            if path.is_file() and not any(part.startswith((".", "__")) for part in path.relative_to(folder).parts)
        )
    except OSError as error:
        raise InputError(f"{str(folder)!r} cannot be read: {error.strerror}") from None
    if not found:
        raise InputError(f"{str(folder)!r} has no Python files; expected a folder with one program for each student")
    if len(found) > MOST_PROGRAMS:
        raise InputError(f"{str(folder)!r} has {len(found)} Python files; at most {MOST_PROGRAMS} are graded at once")
    return found


def grade_folder(
    folder: Path, options: Options, out: Path, jobs: int, progress: Callable[[int, int, str], None]
) -> list[Graded]:
    """Grade all; results are kept in `out`/results. `progress` hears (done, of, student)."""
    todo = programs(folder)
    results = out / "results"
    try:
        results.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{str(out)!r} cannot be written: {error.strerror}; expected a folder for the grades"
        ) from None
    with hold(out / "grades"):
        found: dict[str, Graded] = {}
        for student, graded in _all(folder, todo, options, results, jobs):
            found[student] = graded
            progress(len(found), len(todo), student)
    return [found[_name(folder, path)] for path in todo]


def _all(
    folder: Path, todo: Sequence[Path], options: Options, results: Path, jobs: int
) -> Iterator[tuple[str, Graded]]:
    missing: list[tuple[Path, str, Path]] = []
    for path in todo:
        student = _name(folder, path)
        kept = results / f"{_key(path, student, options)}.json"
        graded = _kept(kept, student)
        if graded:
            yield student, graded
        else:
            missing.append((path, student, kept))
    if not missing:
        return
    with ProcessPoolExecutor(max_workers=min(jobs, len(missing)), mp_context=get_context("spawn")) as pool:
        running = {
            pool.submit(_one, path, student, options, alone=path.parent == folder): (student, kept)
            for path, student, kept in missing
        }
        try:
            for done in as_completed(running):
                student, kept = running[done]
                graded = done.result()
                write_text(kept, json.dumps(graded.__dict__, ensure_ascii=True))
                yield student, graded
        except BrokenProcessPool:
            raise InputError("a grading process was ended from outside; start again, what is done is kept") from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _one(path: Path, student: str, options: Options, *, alone: bool) -> Graded:
    """Grade one program. In a folder of many students nobody imports a neighbour's file."""
    try:
        result = grade(path, options, siblings=not alone)
        source = read_source(path)
    except Exception as error:  # one program must not cost the others their grades
        why = str(error) if isinstance(error, InputError) else f"the grader itself failed: {error!r}"
        made = {"program": student, "passed": False, "score": 0, "error": why, "gradable": False}
        return Graded(student, {**made, "checks": [], "notes": [], "diagnosis": None, "function": None}, why, "")
    result.program = student
    return Graded(student, report.as_dict(result), report.as_text(result), structure(source))


def _name(folder: Path, path: Path) -> str:
    return clean(path.relative_to(folder).as_posix(), 200)


def _key(path: Path, student: str, options: Options) -> str:
    try:
        content = path.read_bytes()
    except OSError:
        content = b""
    beside = sorted(path.parent.glob("*.py")) if "/" in student else []  # what it may import
    around = "|".join(f"{other.name}:{other.stat().st_size}" for other in beside)
    what = f"{VERSION}|{student}|{options!r}|{sys.version_info[:2]}|{around}"
    return hashlib.sha256(what.encode("utf-8", "replace") + content).hexdigest()[:32]


def _kept(path: Path, student: str) -> Graded | None:
    try:
        graded = Graded(**json.loads(path.read_text(encoding="utf-8")))
        return graded if graded.student == student and isinstance(graded.result["checks"], list) else None
    except (OSError, ValueError, TypeError, KeyError):
        return None
