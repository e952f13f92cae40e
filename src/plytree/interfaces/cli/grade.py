"""`plytree grade student.py`, `plytree grade FOLDER`: is this minimax or alpha-beta right, and if not, why?"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from plytree.explain.grading.grade import Options

FORMATS = ("text", "json", "junit", "csv", "html")


def register(app: typer.Typer) -> None:
    app.command()(grade)


def grade(
    program: Annotated[Path, typer.Argument(help="A Python file with a minimax or alpha-beta, or a folder of them")],
    form: Annotated[str, typer.Option("--format", help="text, json, junit; for a folder also csv, html")] = "text",
    function: Annotated[str, typer.Option(help="The function to grade: its name or the beginning of it")] = "",
    assignment: Annotated[str, typer.Option(help="What was asked for: minimax, alphabeta or negamax")] = "",
    shape: Annotated[str, typer.Option(help="value, move (returns a pair) or auto")] = "auto",
    prune: Annotated[str, typer.Option(help="Cuts: equal (alpha >= beta), strict (alpha > beta), or auto")] = "auto",
    root: Annotated[str, typer.Option(help="Who moves at the root: max, min or auto")] = "auto",
    trees: Annotated[int, typer.Option(min=20, max=100_000, help="Random trees to run on")] = 2000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same trees")] = 1,
    time: Annotated[float, typer.Option(min=0.1, max=600, help="Processor seconds for one call")] = 2.0,
    memory: Annotated[int, typer.Option(min=64, max=65536, help="Memory limit in MB")] = 512,
    out: Annotated[Path | None, typer.Option(help="With a folder: where grades and pages go [NAME-grades]")] = None,
    jobs: Annotated[int, typer.Option(min=0, max=64, help="With a folder: programs at a time; 0: as processors")] = 0,
) -> None:
    """Grade a student's minimax or alpha-beta function: all right is exit code 0, otherwise 1 and the likely bug.

    A folder is graded in parallel and can be stopped and started again; its exit code is 0 when all are graded.
    """
    from plytree.errors import InputError
    from plytree.explain.grading.grade import Options
    from plytree.explain.grading.sandbox import Bounds

    if form not in FORMATS:
        raise InputError(f"{form!r} is not a format; expected one of {', '.join(FORMATS)}")
    bounds = Bounds(seconds=time, total_seconds=max(60.0, 20 * time), memory_mb=memory)
    options = Options(shape, trees, seed, bounds, function, assignment, prune, root)
    if program.is_dir():
        _grade_folder(program, options, form, out, jobs)
    else:
        _grade_one(program, options, form)


def _grade_one(program: Path, options: Options, form: str) -> None:
    from plytree.errors import InputError
    from plytree.explain.grading import report
    from plytree.explain.grading.grade import grade as grade_program

    formats = {"text": report.as_text, "json": report.as_json, "junit": report.as_junit}
    if form not in formats:
        raise InputError(f"{form!r} is a format for a folder; for one program expected {', '.join(formats)}")
    result = grade_program(program, options)
    if form != "text" or result.advice or not result.ungradable:
        print(formats[form](result))
    if result.ungradable:  # nothing to grade; readers of a document have still got it
        raise InputError(result.error)
    raise typer.Exit(0 if result.passed else 1)


def _grade_folder(folder: Path, options: Options, form: str, out: Path | None, jobs: int) -> None:
    from plytree.explain.grading.folder import show
    from plytree.explain.grading.folder.likeness import alike
    from plytree.explain.grading.folder.run import grade_folder
    from plytree.files import write_text

    out = out or Path(f"{folder.resolve().name}-grades")
    grades = grade_folder(folder, options, out, jobs or os.cpu_count() or 2, _progress)
    if form == "json":
        import json

        print(json.dumps([graded.result for graded in grades]))
    elif form == "html":
        same = alike({graded.student: graded.structure for graded in grades})
        (out / "students").mkdir(exist_ok=True)
        for graded in grades:
            write_text(out / "students" / graded.page, show.student_page(graded, same.get(graded.student, [])))
        write_text(out / "index.html", show.index_page(grades, folder.resolve().name))
        print(out / "index.html")
    else:
        sys.stdout.write({"text": show.as_table, "csv": show.as_csv, "junit": show.as_junit}[form](grades))


def _progress(done: int, of: int, student: str) -> None:
    end = "\n" if done == of else ""
    if sys.stderr.isatty():
        print(f"\r\033[Kgraded {done} of {of}: {student[:60]}", end=end, file=sys.stderr, flush=True)
    elif done == of or done % 10 == 0:
        print(f"graded {done} of {of}", file=sys.stderr, flush=True)
