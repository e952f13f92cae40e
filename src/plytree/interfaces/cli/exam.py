"""`plytree exam`: exercise sheets with solutions, and marks for filled-in answers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

exam = typer.Typer(help="Exercise sheets for alpha-beta by hand: make them, mark them.")


def register(app: typer.Typer) -> None:
    app.add_typer(exam, name="exam")


@exam.command()
def new(
    seed: Annotated[int, typer.Option(help="The same seed gives the same sheet")] = 1,
    depth: Annotated[
        int | None, typer.Option(min=1, max=8, help="Levels below the root [default: by difficulty]")
    ] = None,
    branching: Annotated[int | None, typer.Option(min=2, max=6, help="Most children of a node")] = None,
    difficulty: Annotated[str, typer.Option(help="easy, medium or hard")] = "medium",
    count: Annotated[int, typer.Option(help="Number of exercises")] = 1,
    lang: Annotated[str, typer.Option(help="en or de")] = "en",
    variant: Annotated[str, typer.Option(help="fail-soft or fail-hard: what a node returns")] = "fail-soft",
    number: Annotated[int, typer.Option(min=1, max=500, help="So many different sheets, from --seed on")] = 1,
    points: Annotated[str, typer.Option(help="alpha=1,beta=1,value=2,leaf=1,move=2: leaf is for each leaf saved")] = "",
    title: Annotated[str, typer.Option(help="Your own title")] = "",
    logo: Annotated[Path | None, typer.Option(help="A picture for the head of the sheet")] = None,
    pdf: Annotated[bool, typer.Option("--pdf", help="PDF too, printed by Chromium, Chrome or Edge")] = False,
    out: Annotated[Path, typer.Option(help="The folder to write into")] = Path("sheet"),
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout and nothing else")] = False,
) -> None:
    """Make a sheet: exercises and solutions as HTML and LaTeX, an empty answer, a solution to check against."""
    from plytree.errors import InputError
    from plytree.explain.exams.points import parse_points
    from plytree.explain.exams.sheet import new_sheet
    from plytree.explain.exams.write import read_logo, write_sheet, write_sheets

    if len(title) > 200:
        raise InputError(f"the title {title[:40]!r}... has {len(title)} letters; expected at most 200")
    options: dict[str, Any] = {
        "depth": depth, "branching": branching, "count": count, "lang": lang, "variant": variant,
        "points": parse_points(points), "title": title, "logo": "" if logo is None else read_logo(logo),
    }  # fmt: skip
    sheets = [new_sheet(seed + at, difficulty, **options) for at in range(number)]
    files = write_sheet(sheets[0], out, pdf=pdf) if number == 1 else write_sheets(sheets, out, pdf=pdf)
    if as_json:
        solved = sheets[0].answers(filled=True) if number == 1 else {"sheets": [s.answers(filled=True) for s in sheets]}
        print(json.dumps({"files": [str(path) for path in files], **solved}))
        return
    for path in files:
        print(path)


@exam.command()
def check(
    answers: Annotated[str, typer.Argument(help="A filled-in ANSWERS.json, or - for standard input")],
    key: Annotated[Path | None, typer.Option(help="SOLUTION.json: refuse answers to other trees")] = None,
    lang: Annotated[str | None, typer.Option(help="en or de [default: as the sheet]")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout and nothing else")] = False,
) -> None:
    """Mark a filled-in answer: points, and for every mistake the reason in words."""
    from plytree.explain.exams.marking import mark_answers, report, report_json

    document = _read(answers)
    marked = mark_answers(document, lang, None if key is None else _read(str(key)))
    if as_json:
        print(json.dumps({"student": document.get("student", ""), **report_json(marked)}))
        return
    sys.stdout.write(report(marked, lang or document.get("lang") or "en"))


def _read(name: str) -> Any:
    from plytree.errors import InputError
    from plytree.files import read_input, read_text

    expected = "a filled-in ANSWERS.json"
    text = read_input(expected) if name == "-" else read_text(name, expected)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name!r} is not JSON: {str(error)[:120]}") from None
