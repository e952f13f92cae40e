"""Writes the files of a sheet, each whole or not at all."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from plytree.errors import InputError
from plytree.explain.exams import html, latex
from plytree.explain.exams.pdf import find_browser, print_pdf
from plytree.explain.exams.sheet import Sheet
from plytree.files import write_text

LARGEST_LOGO = 2_000_000  # bytes


def write_sheet(sheet: Sheet, folder: Path, *, pdf: bool = False) -> list[Path]:
    """Write all files of a sheet into a folder, which is made if needed; what they are called is what they hold."""
    texts = {
        "exercises.html": html.exercises_page(sheet),
        "solutions.html": html.solutions_page(sheet),
        "exercises.tex": latex.exercises_document(sheet),
        "solutions.tex": latex.solutions_document(sheet),
        "ANSWERS.json": _json(sheet.answers()),
        "SOLUTION.json": _json(sheet.answers(filled=True)),
    }
    return _write_all(texts, folder, pdf)


def write_sheets(sheets: Sequence[Sheet], folder: Path, *, pdf: bool = False) -> list[Path]:
    """Many different sheets: all to print in one file, all solutions in one, and an empty answer for each."""
    texts = {
        "exercises.html": html.exercises_page(*sheets),
        "solutions.html": html.solutions_page(*sheets),
        "SOLUTIONS.json": json.dumps({"plytree": "exam", "sheets": [s.answers(filled=True) for s in sheets]}) + "\n",
        **{f"ANSWERS-{sheet.seed}.json": _json(sheet.answers()) for sheet in sheets},
    }
    return _write_all(texts, folder, pdf)


def _write_all(texts: Mapping[str, str], folder: Path, pdf: bool) -> list[Path]:
    if pdf:
        find_browser()  # before anything is written
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{str(folder)!r} cannot be written ({error.strerror}); expected a folder for the sheet"
        ) from None
    for name, text in texts.items():
        write_text(folder / name, text)
    files = [folder / name for name in texts]
    for page in [file for file in files if pdf and file.suffix == ".html"]:
        print_pdf(page, page.with_suffix(".pdf"))
        files.append(page.with_suffix(".pdf"))
    return files


def read_logo(path: Path) -> str:
    """A picture as a data: address, so that the page stays one file; InputError if it is none."""
    kinds = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".svg": "svg+xml", ".gif": "gif", ".webp": "webp"}
    kind = kinds.get(path.suffix.lower())
    if kind is None or not path.is_file():
        raise InputError(f"{str(path)!r} is no picture; expected a file that ends in {', '.join(kinds)}")
    if path.stat().st_size > LARGEST_LOGO:
        raise InputError(f"{str(path)!r} has {path.stat().st_size} bytes; a logo has at most {LARGEST_LOGO}")
    try:
        return f"data:image/{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"
    except OSError as error:
        raise InputError(f"{str(path)!r} cannot be read: {error.strerror}") from None


def _json(document: dict[str, Any]) -> str:
    """One line for each node, so that the answer can be filled in with any editor."""

    def line(value: object) -> str:
        return json.dumps(value, ensure_ascii=False)

    def block(members: dict[str, Any], indent: str) -> str:
        return ",\n".join(f"{indent}{line(key)}: {line(value)}" for key, value in members.items())

    exercises = []
    for exercise in document["exercises"]:
        before = {key: value for key, value in exercise.items() if key not in ("nodes", "cut", "move")}
        nodes = ",\n".join(f"        {line(node)}" for node in exercise["nodes"])
        after = block({"cut": exercise["cut"], "move": exercise["move"]}, "      ")
        exercises.append(f'    {{\n{block(before, "      ")},\n      "nodes": [\n{nodes}\n      ],\n{after}\n    }}')
    head = block({key: value for key, value in document.items() if key != "exercises"}, "  ")
    return f'{{\n{head},\n  "exercises": [\n' + ",\n".join(exercises) + "\n  ]\n}\n"
