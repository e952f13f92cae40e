"""Writes the files of a sheet, each whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from plytree.errors import InputError
from plytree.explain.exams import html, latex
from plytree.explain.exams.sheet import Sheet


def write_sheet(sheet: Sheet, folder: Path) -> list[Path]:
    """Write all files of a sheet into a folder, which is made if needed; what they are called is what they hold."""
    texts = {
        "exercises.html": html.exercises_page(sheet),
        "solutions.html": html.solutions_page(sheet),
        "exercises.tex": latex.exercises_document(sheet),
        "solutions.tex": latex.solutions_document(sheet),
        "ANSWERS.json": _json(sheet.answers()),
        "SOLUTION.json": _json(sheet.answers(filled=True)),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [_write(folder / name, text) for name, text in texts.items()]
    except OSError as error:
        raise InputError(
            f"{str(folder)!r} cannot be written ({error.strerror}); expected a folder for the sheet"
        ) from None


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


def _write(path: Path, text: str) -> Path:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return path
