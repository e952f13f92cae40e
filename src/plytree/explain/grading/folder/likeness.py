"""Which programs are the same but for their names, comments and layout: a hint for a talk, never a proof."""

from __future__ import annotations

import ast
import hashlib
from collections import defaultdict
from collections.abc import Mapping

LEAST = 60  # parts of a program's tree: shorter ones are often equal by themselves


def structure(source: str) -> str:
    """A fingerprint of the program's structure; empty if it is too short to say anything, or no Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    definitions = [part for part in tree.body if isinstance(part, ast.FunctionDef | ast.ClassDef)]
    if sum(1 for part in definitions for _ in ast.walk(part)) < LEAST:
        return ""
    shapes = sorted(_shape(part) for part in definitions)  # in whatever order they stand in the file
    return hashlib.sha256("\n".join(shapes).encode()).hexdigest()[:16]


def _shape(definition: ast.AST) -> str:
    """The tree of a definition with its names numbered in the order in which they come."""
    names: dict[str, int] = {}

    def shown(value: object) -> str:
        if isinstance(value, ast.AST):
            if isinstance(value, ast.FunctionDef | ast.ClassDef):
                value = _without_docstring(value)
            fields = [(name, part) for name, part in ast.iter_fields(value) if name not in IGNORED]
            return f"{type(value).__name__}({','.join(_named(name, part) for name, part in fields)})"
        if isinstance(value, list):
            return f"[{','.join(shown(part) for part in value)}]"
        return repr(value)

    def _named(field: str, part: object) -> str:
        if field in ("id", "name", "arg", "attr") and isinstance(part, str):
            return str(names.setdefault(part, len(names)))
        return shown(part)

    return shown(definition)


IGNORED = ("ctx", "type_comment", "annotation", "returns", "kind", "type_params")


def _without_docstring(node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
    body = [p for p in node.body if not (isinstance(p, ast.Expr) and isinstance(p.value, ast.Constant))]
    copy = type(node)(**{name: part for name, part in ast.iter_fields(node)})
    copy.body = body
    return copy


def alike(structures: Mapping[str, str]) -> dict[str, list[str]]:
    """Student -> the others whose programs have the same structure."""
    groups: dict[str, list[str]] = defaultdict(list)
    for student, shape in structures.items():
        if shape:
            groups[shape].append(student)
    return {s: [other for other in group if other != s] for group in groups.values() if len(group) > 1 for s in group}
