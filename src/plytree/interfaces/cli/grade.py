"""`plytree grade student.py`: is this minimax or alpha-beta right, and if not, why?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command()(grade)


def grade(
    program: Annotated[
        Path, typer.Argument(help="A Python file with a function alphabeta, negamax, minimax or max_value")
    ],
    shape: Annotated[str, typer.Option(help="value, move (returns a pair) or auto")] = "auto",
    trees: Annotated[int, typer.Option(min=20, max=100_000, help="Random trees to run on")] = 2000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same trees")] = 1,
    time: Annotated[float, typer.Option(min=0.1, max=600, help="Processor seconds for one call")] = 2.0,
    memory: Annotated[int, typer.Option(min=64, max=65536, help="Memory limit in MB")] = 512,
    function: Annotated[str, typer.Option(help="The name of the function, if it is another one")] = "",
    form: Annotated[str, typer.Option("--format", help="text, json or junit")] = "text",
) -> None:
    """Grade a student's minimax or alpha-beta function: all right is exit code 0, otherwise 1 and the likely bug."""
    from plytree.errors import InputError
    from plytree.explain.grading import report
    from plytree.explain.grading.grade import Options
    from plytree.explain.grading.grade import grade as grade_program
    from plytree.explain.grading.sandbox import Bounds

    formats = {"text": report.as_text, "json": report.as_json, "junit": report.as_junit}
    if form not in formats:
        raise InputError(f"{form!r} is not a format; expected one of {', '.join(formats)}")
    bounds = Bounds(seconds=time, total_seconds=max(60.0, 20 * time), memory_mb=memory)
    result = grade_program(program, Options(shape, trees, seed, bounds, function))
    if not (result.ungradable and form == "text"):
        print(formats[form](result))
    if result.ungradable:  # nothing to grade; JSON and JUnit readers have still got their document
        raise InputError(result.error)
    raise typer.Exit(0 if result.passed else 1)
