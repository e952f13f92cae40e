"""Comprehensions and generators taken out of a function, each into a function of its own with a plain loop.

`any(s[i] == x for i in line)` becomes a call of a function that loops over `line` and returns at the first hit: what
Python does, in words that the compiler knows.
"""

from __future__ import annotations

import ast
from typing import Any

from plytree.search.compile.parsing import parse

BEFORE = {
    "list": "out__ = []", "any": "", "all": "", "sum": "out__ = 0", "set": "out__ = NOTHING__", "min": "count__ = 0",
    "max": "count__ = 0", "reduce": "count__ = 0", "next": "", "sorted": "out__ = []\nkeys__ = []",
    "down": "out__ = []\nkeys__ = []",
}  # fmt: skip
SORTING = """key__ = KEY
place__ = len(out__)
out__.append(value__)
keys__.append(key__)
while place__ > 0 and keys__[place__ - 1] {} key__:
    out__[place__] = out__[place__ - 1]
    keys__[place__] = keys__[place__ - 1]
    place__ -= 1
out__[place__] = value__
keys__[place__] = key__"""
CHOOSING = """key__ = KEY
if count__ == 0:
    best__ = key__
    out__ = value__
elif key__ {} best__:
    best__ = key__
    out__ = value__
count__ += 1"""
EACH = {
    "list": "out__.append(value__)",
    "any": "if truth__(value__):\n    return True",
    "all": "if not truth__(value__):\n    return False",
    "sum": "out__ += value__",
    "set": "out__ = added__(out__, value__)",
    "min": CHOOSING.format("<"),
    "max": CHOOSING.format(">"),
    "reduce": "if count__ == 0:\n    out__ = value__\nelse:\n    out__ = KEY\ncount__ += 1",
    "next": "return value__",
    "sorted": SORTING.format(">"),
    "down": SORTING.format("<"),
}
AFTER = {
    "list": "return out__", "any": "return False", "all": "return True", "sum": "return out__", "set": "return out__",
    "min": "if count__ == 0:\n    DEFAULT\nreturn out__", "max": "if count__ == 0:\n    DEFAULT\nreturn out__",
    "reduce": "if count__ == 0:\n    DEFAULT\nreturn out__", "next": "DEFAULT", "sorted": "return out__",
    "down": "return out__",
}  # fmt: skip
EMPTY = "raise ValueError('nothing to choose from')"


def lifted(
    what: str,
    name: str,
    element: ast.expr,
    loops: list[ast.comprehension],
    names: set[str],
    key: ast.Lambda | None = None,
    default: ast.expr | None = None,
) -> tuple[ast.FunctionDef, ast.Call]:
    """The function `name` that does a comprehension's work, and the call of it. `names` are the caller's variables."""
    answer = "return default__" if default is not None else EMPTY
    body = [_assign("value__", element)]
    each = parse(EACH[what].replace("KEY", "value__")).body
    if what == "reduce":
        assert key is not None
        assert isinstance(each[0], ast.If)
        assert isinstance(each[0].orelse[0], ast.Assign)
        first, second = (argument.arg for argument in key.args.args)
        each[0].orelse[0].value = _Renamed({first: "out__", second: "value__"}).visit(key.body)
    elif key is not None:
        body.append(_assign(key.args.args[0].arg, ast.Name("value__", ast.Load())))
        assert isinstance(each[0], ast.Assign)
        each[0].value = key.body
    body += each
    for loop in reversed(loops):
        for condition in reversed(loop.ifs):
            body = [ast.If(truth_of(condition), body, [])]
        body = [ast.For(loop.target, looped(loop.iter), body, [])]
    statements = parse(BEFORE[what]).body + body + parse(AFTER[what].replace("DEFAULT", answer)).body
    read = {node.id for part in body for node in ast.walk(part) if isinstance(node, ast.Name)}
    own = {node.id for loop in loops for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
    given = sorted((read & names) - own)
    parameters = given + (["default__"] if default is not None else [])
    arguments: list[ast.expr] = [ast.Name(each_name, ast.Load()) for each_name in given]
    arguments += [default] if default is not None else []
    function = parse(f"def {name}({', '.join(parameters)}):\n    pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body = statements
    return function, ast.Call(ast.Name(name, ast.Load()), arguments, [])


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]):
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.copy_location(ast.Name(self.names.get(node.id, node.id), node.ctx), node)


def looped(values: ast.expr) -> ast.expr:
    """What a loop goes over: a dict gives its keys. What is surely no dict stays as it is."""
    known = isinstance(values, ast.Tuple | ast.List | ast.Call | ast.Subscript | ast.Constant)
    return values if known else ast.Call(ast.Name("loop_over__", ast.Load()), [values], [])


def truth_of(test: ast.expr) -> ast.expr:
    """A condition, with None and empty things false where it is not plainly a bool."""
    if isinstance(test, ast.BoolOp):
        return ast.BoolOp(test.op, [truth_of(value) for value in test.values])
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return ast.UnaryOp(test.op, truth_of(test.operand))
    if isinstance(test, ast.Compare | ast.Constant | ast.BinOp):
        return test
    if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id.endswith("__"):
        return test
    return ast.Call(ast.Name("truth__", ast.Load()), [test], [])


def _assign(name: str, value: Any) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def generator_to_list(function: ast.FunctionDef) -> None:
    """A generator function, changed into one that returns a list."""

    class Yields(ast.NodeTransformer):
        def visit_Expr(self, node: ast.Expr) -> Any:
            if isinstance(node.value, ast.Yield):
                value = node.value.value or ast.Constant(None)
                return ast.Expr(ast.Call(ast.Attribute(_out(), "append", ast.Load()), [value], []))
            if isinstance(node.value, ast.YieldFrom):
                append = ast.Call(ast.Attribute(_out(), "append", ast.Load()), [ast.Name("each__", ast.Load())], [])
                return ast.For(ast.Name("each__", ast.Store()), node.value.value, [ast.Expr(append)], [])
            return node

        def visit_Return(self, node: ast.Return) -> Any:
            return ast.Return(_out())

        def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
            return node

        def visit_Lambda(self, node: ast.Lambda) -> Any:
            return node

    function.body = [Yields().visit(statement) for statement in function.body]
    function.body = [_assign("yielded__", ast.List([], ast.Load())), *function.body, ast.Return(_out())]


def _out() -> ast.expr:
    return ast.Name("yielded__", ast.Load())


def yields(function: ast.AST) -> bool:
    """Is it a generator function?"""
    todo: list[ast.AST] = list(ast.iter_child_nodes(function))
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.GeneratorExp):
            todo += ast.iter_child_nodes(node)
    return False
