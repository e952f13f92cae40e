"""Statements that the compiler does not know, in those that it knows: match as if, raise and assert without words."""

from __future__ import annotations

import ast

from plytree.search.compile.parsing import parse

SUBJECT = "subject__"


class Plain(ast.NodeTransformer):
    """Changes one function; `changed` says whether there was anything to change."""

    def __init__(self) -> None:
        self.changed = False
        self.matches = self.tests = 0

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        """What an error says is made of Python's objects: native code only raises it."""
        if isinstance(node.exc, ast.Call):
            self.changed = True
            return ast.copy_location(ast.Raise(node.exc.func, None), node)
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        self.changed |= node.msg is not None
        node.msg = None
        return node

    # ---- a value named inside a condition: (x := f()) ---------------------------------------------------------------

    def visit_If(self, node: ast.If) -> ast.stmt | list[ast.stmt]:
        self.generic_visit(node)
        made = self._named_before(node)
        return made if len(made) > 1 else node

    def _named_before(self, node: ast.If) -> list[ast.stmt]:
        if not _names_inside(node.test):
            return [node]
        before = self._tested(node.test)
        node.test = before.pop()  # type: ignore[assignment]
        return [*before, node]  # type: ignore[list-item]

    def visit_While(self, node: ast.While) -> ast.stmt:
        self.generic_visit(node)
        if not _names_inside(node.test) or node.orelse:
            return node
        before = self._tested(node.test)
        end = ast.If(ast.UnaryOp(ast.Not(), before.pop()), [ast.Break()], [])  # type: ignore[arg-type]
        node.test, node.body = ast.Constant(True), [*before, end, *node.body]  # type: ignore[list-item]
        return ast.fix_missing_locations(node)

    def _tested(self, test: ast.expr) -> list[ast.AST]:
        """Statements that work a condition out part by part, and in the end the name that holds the answer."""
        self.changed = True
        self.tests += 1
        name = f"test__{self.tests}"
        made: list[ast.AST] = list(self._lowered(test, name))
        for statement in made:
            for inner in ast.walk(statement):
                if isinstance(inner, ast.expr | ast.stmt) and not hasattr(inner, "lineno"):
                    ast.copy_location(inner, test)
        return [*made, ast.copy_location(ast.Name(name, ast.Load()), test)]

    def _lowered(self, test: ast.expr, name: str) -> list[ast.stmt]:
        if isinstance(test, ast.BoolOp):
            made = self._lowered(test.values[0], name)
            for value in test.values[1:]:
                asked: ast.expr = ast.Name(name, ast.Load())
                if isinstance(test.op, ast.Or):
                    asked = ast.UnaryOp(ast.Not(), asked)
                made.append(ast.If(asked, self._lowered(value, name), []))
            return made
        named = _Named()
        test = named.visit(test)
        answer = ast.IfExp(test, ast.Constant(True), ast.Constant(False))
        return [*named.found, ast.Assign([ast.Name(name, ast.Store())], answer)]

    # ---- match ------------------------------------------------------------------------------------------------------

    def visit_Match(self, node: ast.Match) -> list[ast.stmt]:
        self.generic_visit(node)
        self.changed = True
        self.matches += 1
        subject, found = f"{SUBJECT}{self.matches}", f"matched__{self.matches}"
        begin = parse(f"{subject} = 0\n{found} = False").body
        assert isinstance(begin[0], ast.Assign)
        begin[0].value = node.subject
        made: list[ast.stmt] = [*begin]
        for case in node.cases:
            bound: list[tuple[str, ast.expr]] = []
            test = _test(case.pattern, ast.Name(subject, ast.Load()), bound)
            body: list[ast.stmt] = [*parse(f"{found} = True").body, *case.body]
            if case.guard is not None:
                body = self._named_before(ast.If(case.guard, body, []))
            body = [*(ast.Assign([ast.Name(name, ast.Store())], value) for name, value in bound), *body]
            tests = [_expression(f"not {found}"), *([] if test is None else [test])]
            made.append(ast.If(ast.BoolOp(ast.And(), tests) if len(tests) > 1 else tests[0], body, []))
        for statement in made:
            for inner in ast.walk(statement):
                if isinstance(inner, ast.expr | ast.stmt) and not hasattr(inner, "lineno"):
                    ast.copy_location(inner, node)
        return made


class _Named(ast.NodeTransformer):
    """Takes x := value out of an expression; the assignments are `found`, in order."""

    def __init__(self) -> None:
        self.found: list[ast.stmt] = []

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        self.generic_visit(node)
        self.found.append(ast.copy_location(ast.Assign([node.target], node.value), node))
        return ast.copy_location(ast.Name(node.target.id, ast.Load()), node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_Lambda = visit_GeneratorExp  # type: ignore[assignment]


def _names_inside(test: ast.expr) -> bool:
    return any(isinstance(node, ast.NamedExpr) for node in ast.walk(test))


def _test(pattern: ast.pattern, value: ast.expr, bound: list[tuple[str, ast.expr]]) -> ast.expr | None:
    """Whether a value has a pattern; None: always. What is to be bound goes into `bound`."""
    if isinstance(pattern, ast.MatchValue):
        return ast.Compare(value, [ast.Eq()], [pattern.value])
    if isinstance(pattern, ast.MatchSingleton):
        return ast.Compare(value, [ast.Is()], [ast.Constant(pattern.value)])
    if isinstance(pattern, ast.MatchOr):
        tests = [_test(each, value, bound) for each in pattern.patterns]
        known = [test for test in tests if test is not None]
        return ast.BoolOp(ast.Or(), known) if len(known) == len(tests) else None
    if isinstance(pattern, ast.MatchAs):
        test = _test(pattern.pattern, value, bound) if pattern.pattern is not None else None
        if pattern.name is not None:
            bound.append((pattern.name, value))
        return test
    if isinstance(pattern, ast.MatchSequence) and not any(isinstance(p, ast.MatchStar) for p in pattern.patterns):
        parts = [
            _test(part, ast.Subscript(value, ast.Constant(i), ast.Load()), bound)
            for i, part in enumerate(pattern.patterns)
        ]
        length = ast.Compare(ast.Call(ast.Name("len", ast.Load()), [value], []), [ast.Eq()], [ast.Constant(len(parts))])
        return ast.BoolOp(ast.And(), [length, *(part for part in parts if part is not None)]) if parts else length
    raise NotPlain(pattern)


class NotPlain(Exception):
    """A pattern that has no test here."""


def _expression(source: str) -> ast.expr:
    statement = parse(source).body[0]
    assert isinstance(statement, ast.Expr)
    return statement.value
