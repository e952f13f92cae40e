"""Natural Python rewritten for the compiler: the same meaning, in words that it knows.

Comprehensions are lifted out (lifting.py), texts and other constants get names, None becomes a number where a number
may stand, members of enums become their numbers, records are made with their fields in order.
"""

from __future__ import annotations

import ast
import contextlib
import enum
from typing import Any

from plytree.search.natural.calls import Calls
from plytree.search.natural.constants import constant
from plytree.search.natural.lifting import generator_to_list, looped, truth_of, yields
from plytree.search.natural.nodes import (
    expression,
    is_docstring,
    is_none,
    variables,
)  # fmt: skip
from plytree.search.natural.plain import NotPlain, Plain


class Rewriter(Calls):
    """Rewrites one function."""

    def run(self) -> None:
        """Rewrite the body."""
        function, plain = self.function, Plain()
        with contextlib.suppress(NotPlain):
            function.body = plain.visit(ast.Module(function.body, [])).body
        self.changed = plain.changed
        self.locals = variables(function)
        if yields(function):
            generator_to_list(function)
            self.locals |= {"yielded__", "each__"}
            self.changed = True
        body = [statement for statement in function.body if not is_docstring(statement)] or [ast.Pass()]
        function.body = [new for old in body for new in self._statement(old)]

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        new = self.visit(node)
        return new if isinstance(new, list) else [new]

    # ---- values -----------------------------------------------------------------------------------------------------

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, str | bytes):
            return ast.copy_location(self.hoist(constant(node.value), "text"), node)
        if node.value is None and self.rules.natural:
            self.changed = True
            return ast.copy_location(ast.Name("NONE__", ast.Load()), node)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        parts = [
            self.visit(part) if isinstance(part, ast.Constant) else self.call("text_of__", self.visit(part.value))
            for part in node.values
            if isinstance(part, ast.Constant | ast.FormattedValue)
        ]
        return self.call("joined__", ast.List(parts, ast.Load()))

    def visit_Set(self, node: ast.Set) -> ast.expr:
        folded = self._folded(node)
        return folded or self.call("bits_of__", ast.Tuple([self.visit(part) for part in node.elts], ast.Load()))

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        return self._folded(node) or node

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        return self._display(node, "tuple_of__") if isinstance(node.ctx, ast.Load) else self._inside(node)

    def visit_List(self, node: ast.List) -> ast.expr:
        return self._display(node, "list_of__") if isinstance(node.ctx, ast.Load) else self._inside(node)

    def _inside(self, node: Any) -> Any:
        self.generic_visit(node)
        return node

    def _display(self, node: Any, whole: str) -> ast.expr:
        """(*a, x) is a + (x,)"""
        if not any(isinstance(part, ast.Starred) for part in node.elts):
            return self._inside(node)  # type: ignore[no-any-return]
        total: ast.expr | None = None
        for part in node.elts:
            value = (
                self.call(whole, self.visit(part.value))
                if isinstance(part, ast.Starred)
                else type(node)([self.visit(part)], ast.Load())
            )
            total = value if total is None else ast.BinOp(total, ast.Add(), value)
        assert total is not None
        return ast.copy_location(total, node)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        value = self.global_value(node) if isinstance(node.ctx, ast.Load) else None
        if isinstance(value, type) and issubclass(value, enum.Enum):
            return self.hoist(constant(list(value)))
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        owner = self.global_value(node.value)
        if isinstance(owner, type):
            value = getattr(owner, node.attr, None)
            if value is not None and not callable(value):
                return self.hoist(constant(value))
        if isinstance(node.ctx, ast.Load) and not self._is_game(node.value):
            if node.attr in self.rules.properties:
                return ast.Call(self.hoist(self.rules.properties[node.attr], node.attr), [self.visit(node.value)], [])
            if node.attr in self.rules.class_constants:
                return self.hoist(constant(self.rules.class_constants[node.attr]))
            if node.attr in ("value", "name") and self.rules.enums and not self.rules.is_field(node.attr):
                table = self.hoist(constant(self.rules.enum_table(node.attr)))
                return ast.Subscript(table, self.visit(node.value), ast.Load())
        self.generic_visit(node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        if len(node.ops) == 1 and self.rules.natural:
            left, right = node.left, node.comparators[0]
            positive, negative = (
                isinstance(node.ops[0], ast.Is | ast.Eq),
                isinstance(node.ops[0], ast.IsNot | ast.NotEq),
            )
            if (positive or negative) and (is_none(left) or is_none(right)):
                asked = self.call("is_none__", self.visit(right if is_none(left) else left))
                return asked if positive else ast.UnaryOp(ast.Not(), asked)
        if self.rules.natural:
            change: dict[type, ast.cmpop] = {ast.Is: ast.Eq(), ast.IsNot: ast.NotEq()}
            node.ops = [change.get(type(op), op) for op in node.ops]
        self.generic_visit(node)
        return node

    # ---- statements -------------------------------------------------------------------------------------------------

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Sets are values in native code: seen.add(x) is seen = added(seen, x)."""
        value = node.value
        changes = {"add": "added__", "discard": "taken__", "remove": "removed__", "update": "either__"}
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and len(value.args) == 1:
            owner, change = value.func.value, changes.get(value.func.attr)
            if change and isinstance(owner, ast.Name) and owner.id in self.locals:
                argument = self.visit(value.args[0])
                if change == "either__":
                    argument = self.call("bits_of__", argument)
                made = self.call(change, ast.Name(owner.id, ast.Load()), argument)
                return ast.copy_location(ast.Assign([ast.Name(owner.id, ast.Store())], made), node)
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def _tested(self, node: Any) -> Any:
        self.generic_visit(node)
        if self.rules.natural:
            node.test = truth_of(node.test)
        return node

    visit_If = visit_While = visit_IfExp = visit_Assert = _tested

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        return truth_of(node) if isinstance(node.op, ast.Not) and self.rules.natural else node

    def visit_For(self, node: ast.For) -> Any:
        comprehension = self._as_comprehension(node.iter)
        if comprehension is not None:
            node.iter = ast.copy_location(comprehension, node.iter)
        self.generic_visit(node)
        if self.rules.natural:
            node.iter = looped(node.iter)
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is not None:
            kept = is_none(node.value)
            node.value = node.value if kept else self._returned(node.value)
            if self.rules.natural and self.owner and self.function.name == "result" and not kept:
                node.value = self.call("as_result__", node.value)
            elif self.owner and self.function.name in ("play", "pass_turn") and not kept:
                source = self.rules.whole_canon
                if source != "{0}":
                    self.constants |= self.rules.canon_names
                    made = expression(source.format("value__"))
                    assert isinstance(made, ast.Call)
                    made.args[0] = node.value
                    node.value, self.changed = made, True
        return node

    def _returned(self, value: ast.expr) -> ast.expr:
        """A value that may be None itself: the compiler knows that of what a function returns."""
        if isinstance(value, ast.IfExp):
            value.test = self.visit(value.test)
            if self.rules.natural:
                value.test = truth_of(value.test)
            value.body, value.orelse = self._returned(value.body), self._returned(value.orelse)
            return value
        return value if is_none(value) else self.visit(value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        return node
