"""Small pieces of syntax trees that rewriting is made of."""

from __future__ import annotations

import ast
from typing import Any

from plytree.search.compile.parsing import parse


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def expression(source: str) -> ast.expr:
    statement = parse(source).body[0]
    assert isinstance(statement, ast.Expr)
    return statement.value


def one_loop(element: ast.expr, target: ast.expr, values: ast.expr, test: ast.expr | None = None) -> ast.ListComp:
    loop = ast.comprehension(target, values, [] if test is None else [test], 0)
    return ast.copy_location(ast.ListComp(element, [loop]), values)


def product(node: ast.Call) -> Any:
    """product(a, b) as a comprehension; None if that is not plain to see."""
    values = list(node.args)
    for keyword in node.keywords:
        if keyword.arg != "repeat" or not isinstance(keyword.value, ast.Constant) or len(values) != 1:
            return None
        values *= int(keyword.value.value)  # type: ignore[arg-type]
    loops = [ast.comprehension(ast.Name(f"item{i}__", ast.Store()), part, [], 0) for i, part in enumerate(values)]
    element = ast.Tuple([ast.Name(f"item{i}__", ast.Load()) for i in range(len(values))], ast.Load())
    return ast.copy_location(ast.ListComp(element, loops), node)


def as_lambda(key: ast.expr | None, arguments: int = 1) -> ast.Lambda | None:
    """A function of so many arguments as a lambda."""
    if key is None or isinstance(key, ast.Lambda):
        return key
    given = ", ".join(f"key_of_{i}__" for i in range(arguments))
    made = expression(f"lambda {given}: f({given})")
    assert isinstance(made, ast.Lambda)
    assert isinstance(made.body, ast.Call)
    made.body.func = key
    return made


def variables(function: ast.FunctionDef) -> set[str]:
    """The variables of a function, without those of comprehensions and functions inside."""
    arguments = function.args
    found = {argument.arg for argument in arguments.posonlyargs + arguments.args + arguments.kwonlyargs}
    todo: list[ast.AST] = list(function.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif not isinstance(node, ast.ListComp | ast.GeneratorExp | ast.SetComp | ast.DictComp | ast.Lambda):
            todo += ast.iter_child_nodes(node)
    return found
