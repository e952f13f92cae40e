"""Methods that list moves, rewritten to write them into the search's buffer.

A game says `return [m for m in ... if ...]`, builds a list with append, or yields. In native code a list is allocated
on every call and a generator with many yields can keep the compiler busy for ever, so the method's source is
rewritten: what would be added to the list is written to `buffer[at + count]`. What cannot be rewritten is left alone.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any

from plytree.search.compile.memory import FAULT_BAD_MOVE, FAULT_MANY_MOVES
from plytree.search.compile.parsing import parse

TREE = "plytree_tree"  # attribute of a function made here: its syntax tree
COUNT, BAD, UNSIGNED = "count__", "bad__", "unsigned__"  # names that no game uses


class _Cannot(Exception):
    """The method does something with its list that is not understood here."""


def filling(method: Any, max_moves: int, num_moves: int, index: str = "", number: str = "") -> Any:
    """`method(self, s, buffer, at) -> count` made from `method(self, s)`; None if it cannot be rewritten.

    The count is minus a FAULT_... if there are more moves than max_moves or one lies outside range(num_moves). `index`
    names a function through which indices of the buffer go, `number` one that gives the number of a move.
    """
    code = method.__code__
    if code.co_freevars or code.co_argcount != 2 or method.__defaults__ or code.co_kwonlyargcount:
        return None
    try:
        tree = parse(textwrap.dedent(inspect.getsource(method)))
        function = tree.body[0]
        if not isinstance(function, ast.FunctionDef) or function.decorator_list:
            return None
        _rewrite(function, max_moves, num_moves, index, number)
    except (OSError, TypeError, SyntaxError, _Cannot):
        return None
    ast.fix_missing_locations(tree)
    ast.increment_lineno(tree, code.co_firstlineno - 1)
    names = method.__globals__
    made: dict[str, Any] = {}
    exec(compile(tree, code.co_filename, "exec"), names, made)
    setattr(made[function.name], TREE, tree)
    return made[function.name]


def _rewrite(function: ast.FunctionDef, max_moves: int, num_moves: int, index: str, number: str) -> None:
    yields = [node for node in ast.walk(function) if isinstance(node, ast.Yield | ast.YieldFrom)]
    lists = _lists_returned(function)
    rewriter = _Rewriter(lists, bool(yields), max_moves, num_moves, index, number)
    body = [statement for part in function.body for statement in rewriter.statements(part)]
    begin = [_assign(COUNT, ast.Constant(0)), _assign(BAD, ast.Constant(0))]
    function.body = begin + body + _answer()
    function.returns = None
    for argument in function.args.posonlyargs + function.args.args:
        argument.annotation = None
    function.args.args += [ast.arg("buffer__"), ast.arg("at__")]
    if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function)):
        raise _Cannot


def _lists_returned(function: ast.FunctionDef) -> set[str]:
    """Names of the lists that the method returns."""
    returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
    for value in returned:  # the list grows while it is read
        if isinstance(value, ast.IfExp):
            returned += [value.body, value.orelse]
        elif isinstance(value, ast.BoolOp):
            returned += value.values
    return {value.id for value in returned if isinstance(value, ast.Name)}


class _Rewriter:
    """Turns each statement into statements that write moves."""

    def __init__(
        self, lists: set[str], is_generator: bool, max_moves: int, num_moves: int, index: str = "", number: str = ""
    ):
        if len(lists) > 1:
            raise _Cannot
        self.lists, self.is_generator = lists, is_generator
        self.max_moves, self.num_moves, self.index, self.number = max_moves, num_moves, index, number

    def statements(self, node: ast.stmt) -> list[ast.stmt]:
        if isinstance(node, ast.Return):
            return [*self._returned(node.value), *_answer()]
        if isinstance(node, ast.Expr):
            return self._expression(node)
        if isinstance(node, ast.Assign | ast.AnnAssign) and self._is_list(_target(node)):
            return [_assign(COUNT, ast.Constant(0)), *self._listed(node.value)]
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Try | ast.With):
            raise _Cannot
        if isinstance(node, ast.Assign):
            target = _target(node)
            if isinstance(target, ast.Subscript) and self._is_list(target.value):
                return self._replaced(target.slice, node.value)
            node.targets = [self._value(each) for each in node.targets]
        for part in ("body", "orelse"):
            if getattr(node, part, None):
                setattr(node, part, [new for old in getattr(node, part) for new in self.statements(old)])
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, name, self._value(value))
        return [node]

    def _expression(self, node: ast.Expr) -> list[ast.stmt]:
        value = node.value
        if isinstance(value, ast.Yield) and value.value is not None:
            return self._write(value.value)
        if isinstance(value, ast.YieldFrom):
            return self._listed(value.value)
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and self._is_list(value.func.value):
            if len(value.args) != 1 or value.keywords:
                raise _Cannot
            if value.func.attr == "append":
                return self._write(value.args[0])
            if value.func.attr == "extend":
                return self._listed(value.args[0])
            raise _Cannot
        return [ast.Expr(self._value(value))]

    def _returned(self, value: ast.expr | None) -> list[ast.stmt]:
        if self.is_generator:
            if value is not None:
                raise _Cannot
            return []
        if isinstance(value, ast.IfExp):
            test = self._value(value.test)
            return [ast.If(test, self._returned(value.body) or [ast.Pass()], self._returned(value.orelse))]
        if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or) and len(value.values) == 2:
            first, second = value.values  # the second if there is nothing in the first
            nothing = ast.Compare(ast.Name(COUNT, ast.Load()), [ast.Eq()], [ast.Constant(0)])
            return [*self._returned(first), ast.If(nothing, self._returned(second) or [ast.Pass()], [])]
        if value is None or self._is_list(value):
            return []
        written = self._listed(value)
        reads = any(isinstance(node, ast.Name) and node.id in self.lists for node in ast.walk(value))
        return written if reads or not self.lists else [_assign(COUNT, ast.Constant(0)), *written]

    def _listed(self, value: ast.expr | None) -> list[ast.stmt]:
        """Write every element of a list given as an expression."""
        if isinstance(value, ast.List | ast.Tuple):
            return [statement for element in value.elts for statement in self._write(element)]
        if isinstance(value, ast.ListComp | ast.GeneratorExp):
            body = self._write(value.elt)
            for loop in reversed(value.generators):
                for condition in reversed(loop.ifs):
                    body = [ast.If(self._value(condition), body, [])]
                body = [ast.For(loop.target, self._value(loop.iter), body, [])]
            return body
        if value is None or isinstance(value, ast.Constant | ast.Name | ast.IfExp | ast.BoolOp):
            raise _Cannot
        listed = ast.Name("listed__", ast.Load())
        return [ast.For(ast.Name("listed__", ast.Store()), self._value(value), self._write(listed), [])]

    def _write(self, element: ast.expr) -> list[ast.stmt]:
        text = (
            f"move__ = 0\nif {COUNT} >= {self.max_moves}:\n    {BAD} = {FAULT_MANY_MOVES}\n"
            f"elif move__ < 0 or move__ >= {self.num_moves}:\n    {BAD} = {FAULT_BAD_MOVE}\n"
            f"else:\n    buffer__[{self.index}(at__ + {COUNT})] = move__\n    {COUNT} += 1"
        )
        statements = parse(text).body
        assign = statements[0]
        assert isinstance(assign, ast.Assign)
        value = self._value(element)
        assign.value = ast.Call(ast.Name(self.number, ast.Load()), [value], []) if self.number else value
        return [ast.copy_location(statement, element) for statement in statements]

    def _replaced(self, place: ast.expr, element: ast.expr) -> list[ast.stmt]:
        """Write an element in the place of another."""
        text = (
            f"place__ = 0\nmove__ = 0\nif place__ < 0:\n    place__ += {COUNT}\n"
            f"if place__ < 0 or place__ >= {COUNT} or move__ < 0 or move__ >= {self.num_moves}:\n"
            f"    {BAD} = {FAULT_BAD_MOVE}\nelse:\n    buffer__[{self.index}(at__ + place__)] = move__"
        )
        statements = parse(text).body
        for statement, value in zip(statements, (place, element), strict=False):
            assert isinstance(statement, ast.Assign)
            statement.value = self._value(value)
        return statements

    def _value(self, value: ast.expr) -> ast.expr:
        """An expression that is only read: the list may be asked for its length or whether it is empty."""
        return _Questions(self.lists).visit(value)  # type: ignore[no-any-return]

    def _is_list(self, value: ast.expr | None) -> bool:
        return isinstance(value, ast.Name) and value.id in self.lists


class _Questions(ast.NodeTransformer):
    """`len(moves)` is the count, `not moves` asks whether it is 0; every other use of the list cannot be rewritten."""

    def __init__(self, lists: set[str]):
        self.lists = lists

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Name) and node.func.id == "len" and self._is_list(node.args[0]):
            return ast.Name(COUNT, ast.Load())
        self.generic_visit(node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.Not) and self._is_list(node.operand):
            return ast.Compare(ast.Name(COUNT, ast.Load()), [ast.Eq()], [ast.Constant(0)])
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if self._is_list(node):
            raise _Cannot
        return node

    def _is_list(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.lists


def _target(node: ast.Assign | ast.AnnAssign) -> ast.expr | None:
    if isinstance(node, ast.AnnAssign):
        return node.target
    return node.targets[0] if len(node.targets) == 1 else None


def _assign(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _answer() -> list[ast.stmt]:
    return parse(f"def f():\n    return -{BAD} if {BAD} else {COUNT}").body[0].body  # type: ignore[attr-defined,no-any-return]
