"""What a program's text says before anything runs: its functions, who calls whom, its classes and constants."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from plytree.explain.grading.answers import Error

NO_DEFAULT = object()
UNKNOWN = object()  # a default or constant that is not written out


@dataclass(frozen=True)
class Parameter:
    name: str
    default: Any = NO_DEFAULT

    @property
    def required(self) -> bool:
        return self.default is NO_DEFAULT


@dataclass(frozen=True)
class Uses:
    """What the body of a function does with which names."""

    calls: frozenset[str] = frozenset()
    attributes: frozenset[tuple[str, str]] = frozenset()  # (variable, attribute) pairs
    names: frozenset[str] = frozenset()
    walked: frozenset[str] = frozenset()  # variables that it loops over, measures, or asks for their type
    steps: frozenset[tuple[str, str]] = frozenset()  # (variable, + or -) where something is added or taken away


@dataclass(frozen=True)
class Function:
    """A function or method; `self` is not among the parameters."""

    name: str
    cls: str
    line: int
    parameters: tuple[Parameter, ...]
    uses: Uses = field(default_factory=Uses)
    inner: tuple[Function, ...] = ()  # defined inside it
    empty: bool = False  # nothing but pass, a docstring, or "not implemented"

    @property
    def path(self) -> tuple[str, ...]:
        return (self.cls, self.name) if self.cls else (self.name,)

    @property
    def title(self) -> str:
        return ".".join(self.path)

    def named(self, name: str) -> bool:
        return any(parameter.name == name for parameter in self.parameters)

    def everything(self) -> Iterator[Function]:
        yield self
        for function in self.inner:
            yield from function.everything()


@dataclass(frozen=True)
class Class:
    name: str
    line: int
    bases: tuple[str, ...]
    init: tuple[Parameter, ...]
    attributes: frozenset[str]  # what it sets on self
    methods: frozenset[str]


@dataclass
class Source:
    """The parsed program."""

    functions: list[Function] = field(default_factory=list)
    classes: dict[str, Class] = field(default_factory=dict)
    constants: dict[str, Any] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    tree: ast.Module | None = None
    error: Error | None = None

    def function(self, title: str) -> Function | None:
        return next((f for f in self.functions if f.title == title), None)

    def by_name(self, name: str) -> list[Function]:
        return [f for f in self.functions if f.name == name]

    def reached(self, start: Function) -> list[Function]:
        """All functions that it may call, directly or not, itself first; inner ones too."""
        found, todo = [start], [start]
        while todo:
            for part in todo.pop().everything():
                if part not in found:
                    found.append(part)
                for name in part.uses.calls:
                    for target in [*self.by_name(name), *self.by_name(self.aliases.get(name, ""))]:
                        if target not in found:
                            found.append(target)
                            todo.append(target)
        return found

    def searching(self, start: Function) -> list[Function]:
        """The functions of a search: those below `start` that call themselves, perhaps through others."""
        below = self.reached(start)
        found = [f for f in below if self.recursive(f)]
        return found or [start]

    def recursive(self, function: Function) -> bool:
        return any(function.name in part.uses.calls for part in self.reached(function))


def read(text: str) -> Source:
    """The program's functions and classes; `error` if it is no Python."""
    source = Source()
    try:
        source.tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        message = getattr(error, "msg", None) or str(error)
        if "Missing parentheses in call to 'print'" in message or "Did you mean print" in message:
            message += " (this is Python 2)"
        source.error = Error(type(error).__name__, message, line)
        return source
    for statement in _top_level(source.tree.body):
        if isinstance(statement, ast.FunctionDef):
            source.functions.append(_function(statement))
        elif isinstance(statement, ast.ClassDef):
            _read_class(source, statement)
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            _read_assignment(source, statement)
    return source


def _top_level(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements of the module, also those inside try and if."""
    for statement in body:
        if isinstance(statement, ast.Try):
            yield from _top_level(statement.body)
        elif isinstance(statement, ast.If) and "__main__" not in ast.unparse(statement.test):
            yield from _top_level([*statement.body, *statement.orelse])
        yield statement


def _read_class(source: Source, node: ast.ClassDef) -> None:
    methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    init = next((method for method in methods if method.name == "__init__"), None)
    attributes = {
        part.attr
        for part in ast.walk(node)
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == "self"
    }
    fields = [part for part in node.body if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)]
    made = _parameters(init)[1:] if init else [Parameter(f.target.id, _literal(f.value)) for f in fields]  # type: ignore[union-attr]
    bases = tuple(ast.unparse(base).split(".")[-1] for base in node.bases)
    source.classes[node.name] = Class(
        node.name, node.lineno, bases, tuple(made),
        frozenset(attributes | {p.name for p in made}), frozenset(m.name for m in methods),
    )  # fmt: skip
    for method in methods:
        static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in method.decorator_list)
        source.functions.append(_function(method, node.name, static))


def _read_assignment(source: Source, statement: ast.Assign | ast.AnnAssign) -> None:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    for target in targets:
        if isinstance(target, ast.Name):
            if isinstance(statement.value, ast.Name):
                source.aliases[target.id] = statement.value.id
            if isinstance(statement.value, ast.Lambda):
                source.functions.append(_lambda(target.id, statement.value))
            source.constants[target.id] = _literal(statement.value)
        elif isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
            for name, value in zip(target.elts, statement.value.elts, strict=False):
                if isinstance(name, ast.Name):
                    source.constants[name.id] = _literal(value)


def _literal(node: ast.expr | None) -> Any:
    if node is None:
        return NO_DEFAULT
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        text = ast.unparse(node).replace(" ", "")
        if text.lower().strip("()") in ("float('inf')", "math.inf", "inf", "sys.maxsize", "np.inf", "numpy.inf"):
            return float("inf")
        if text.lower().strip("()") in (
            "-float('inf')",
            "float('-inf')",
            "-math.inf",
            "-inf",
            "-sys.maxsize",
            "-np.inf",
        ):
            return float("-inf")
        return UNKNOWN


def _parameters(node: ast.FunctionDef | ast.Lambda) -> list[Parameter]:
    arguments = node.args
    names = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(names) - len(arguments.defaults)) + list(arguments.defaults)
    found = [Parameter(name.arg, _literal(default)) for name, default in zip(names, defaults, strict=True)]
    return found + [
        Parameter(name.arg, _literal(default))
        for name, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]


def _uses(body: list[ast.AST]) -> Uses:
    calls: set[str] = set()
    attributes: set[tuple[str, str]] = set()
    names: set[str] = set()
    walked: set[str] = set()
    steps: set[tuple[str, str]] = set()
    for part in (inside for statement in body for inside in ast.walk(statement)):
        if isinstance(part, ast.For | ast.comprehension) and isinstance(part.iter, ast.Name):
            walked.add(part.iter.id)
        if isinstance(part, ast.Call):
            if isinstance(part.func, ast.Name):
                calls.add(part.func.id)
                if part.func.id in ("isinstance", "type", "len", "enumerate", "reversed", "sorted", "iter", "map"):
                    walked |= {a.id for a in part.args if isinstance(a, ast.Name)}
            elif isinstance(part.func, ast.Attribute):
                calls.add(part.func.attr)
        if isinstance(part, ast.BinOp | ast.AugAssign) and isinstance(part.op, ast.Add | ast.Sub):
            changed = part.left if isinstance(part, ast.BinOp) else part.target
            if isinstance(changed, ast.Name):
                steps.add((changed.id, "+" if isinstance(part.op, ast.Add) else "-"))
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
            attributes.add((part.value.id, part.attr))
        if isinstance(part, ast.Name):
            names.add(part.id)
            if isinstance(part.ctx, ast.Load):
                calls.add(part.id)  # a function may be handed to map, max(key=...) or a decorator
    return Uses(frozenset(calls), frozenset(attributes), frozenset(names), frozenset(walked), frozenset(steps))


def _function(node: ast.FunctionDef, cls: str = "", static: bool = False) -> Function:
    parameters = _parameters(node)
    if cls and not static:
        parameters = parameters[1:]
    inner = tuple(_function(part) for part in ast.walk(node) if isinstance(part, ast.FunctionDef) and part is not node)
    body = [part for part in node.body if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))]
    empty = all(map(_says_nothing, body))
    return Function(node.name, cls, node.lineno, tuple(parameters), _uses(list(body)), inner, empty)


def _lambda(name: str, node: ast.Lambda) -> Function:
    return Function(name, "", node.lineno, tuple(_parameters(node)), _uses([node.body]))


def _says_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Pass):
        return True
    text = ast.unparse(statement)
    return "NotImplemented" in text or "raiseNotDefined" in text
