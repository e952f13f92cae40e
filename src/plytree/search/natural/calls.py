"""Calls and comprehensions of natural Python, rewritten for the compiler."""

from __future__ import annotations

import ast
import builtins
import dataclasses
import enum
import functools
import itertools
from typing import Any

from plytree.search.compile.parsing import parse
from plytree.search.natural import making, operations, sets, tables
from plytree.search.natural.codes import NONE, code
from plytree.search.natural.constants import constant
from plytree.search.natural.lifting import lifted
from plytree.search.natural.nodes import (
    as_lambda,
    expression,
    is_none,
    one_loop,
    product,
    variables,
)  # fmt: skip
from plytree.search.natural.rules import Rules

HELP: dict[str, Any] = {
    f"{function.__name__}__": function
    for function in (
        making.row_of, making.tuple_of, making.list_of, making.int_of, making.text_of, making.character, making.to_code,
        operations.truth, operations.is_none, operations.all_of, operations.any_of, operations.backwards,
        operations.joined, operations.as_result, operations.removed, operations.popcount, operations.bit_length,
        sets.bits_of, sets.added, sets.taken, sets.either, tables.loop_over,
    )
} | {"NOTHING__": sets.NOTHING, "NONE__": NONE}  # fmt: skip
SIMPLE = {
    "tuple": "tuple_of__", "list": "list_of__", "set": "bits_of__", "frozenset": "bits_of__", "any": "any_of__",
    "all": "all_of__", "reversed": "backwards__", "str": "text_of__", "int": "int_of__", "chr": "character__",
    "bytes": "tuple_of__", "bytearray": "list_of__",
}  # fmt: skip
NOTHING = {"tuple": "()", "list": "[]", "set": "NOTHING__", "frozenset": "NOTHING__", "bytes": "()", "bytearray": "[]"}
LIFTED = {"any": "any", "all": "all", "sum": "sum", "list": "list", "tuple": "list", "set": "set", "frozenset": "set",
          "bytes": "list", "bytearray": "list", "sorted": "list"}  # fmt: skip
WHOLE = {"tuple": "tuple_of__", "bytes": "tuple_of__"}  # what is done with the list then


class Calls(ast.NodeTransformer):
    """Rewrites what is called in one function. `lifted`: functions that it needs, `constants`: names that they read."""

    def __init__(self, function: ast.FunctionDef, names: dict[str, Any], rules: Rules, owner: Any = None):
        self.names, self.rules, self.owner = names, rules, owner
        self.constants: dict[str, Any] = {}
        self.lifted: list[ast.stmt] = []
        self.locals, self.scopes = variables(function), list[set[str]]()
        self.function = function
        self.changed = False

    def call(self, name: str, *arguments: ast.expr) -> ast.expr:
        self.changed = True
        return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])

    def hoist(self, value: Any, like: str = "constant") -> ast.expr:
        """A name for a value that never changes."""
        self.changed = True
        for name, known in self.constants.items():
            if known is value:
                return ast.Name(name, ast.Load())
        name = f"{like}{len(self.constants)}__"
        self.constants[name] = value
        return ast.Name(name, ast.Load())

    def global_value(self, node: ast.expr) -> Any:
        """What a name outside the function stands for; None if it is a variable or unknown."""
        if not isinstance(node, ast.Name) or node.id in self.locals or any(node.id in scope for scope in self.scopes):
            return None
        return self.names.get(node.id, getattr(builtins, node.id, None))

    # ---- comprehensions ---------------------------------------------------------------------------------------------

    def lift(self, what: str, comprehension: Any, key: ast.Lambda | None = None, default: Any = None) -> ast.expr:
        targets = [node for loop in comprehension.generators for node in ast.walk(loop.target)]
        scope = {node.id for node in targets if isinstance(node, ast.Name)}
        if key is not None:
            scope |= {argument.arg for argument in key.args.args}
        self.scopes.append(scope)
        for loop in comprehension.generators:
            loop.iter = self.visit(loop.iter)
            loop.ifs = [self.visit(test) for test in loop.ifs]
        element = self.visit(comprehension.elt)
        if key is not None:
            key.body = self.visit(key.body)
        self.scopes.pop()
        name = f"lifted{len(self.lifted)}_{self.function.name}__"
        known = set(self.locals).union(*self.scopes)
        if key is not None:
            known -= {argument.arg for argument in key.args.args}
        given = None if default is None else self.visit(default)
        function, call = lifted(what, name, element, comprehension.generators, known, key, given)
        for node in ast.walk(function):  # errors are shown at the line of the comprehension
            if isinstance(node, ast.expr | ast.stmt) and not hasattr(node, "lineno"):
                ast.copy_location(node, comprehension)
        ast.copy_location(function, comprehension)
        self.lifted.append(function)
        self.changed = True
        return ast.copy_location(call, comprehension)

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        return self.lift("list", node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        return self.lift("list", node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        return self.lift("set", node)

    def _as_comprehension(self, node: ast.expr) -> Any:
        """A generator expression, or map, filter and product as one; else None."""
        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            return node
        if not isinstance(node, ast.Call) or (node.keywords and self.global_value(node.func) is not itertools.product):
            return None
        called = self.global_value(node.func)
        item = ast.Name("item__", ast.Load())
        if called is itertools.product:
            return product(node)
        if called is map and len(node.args) == 2:
            function, values = node.args
            if isinstance(function, ast.Lambda):
                return one_loop(function.body, ast.Name(function.args.args[0].arg, ast.Store()), values)
            return one_loop(ast.Call(function, [item], []), ast.Name("item__", ast.Store()), values)
        if called is filter and len(node.args) == 2:
            function, values = node.args
            if isinstance(function, ast.Lambda):
                name = function.args.args[0].arg
                return one_loop(ast.Name(name, ast.Load()), ast.Name(name, ast.Store()), values, function.body)
            test = item if is_none(function) else ast.Call(function, [item], [])
            return one_loop(item, ast.Name("item__", ast.Store()), values, test)
        return None

    # ---- calls ------------------------------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.expr:
        called = self.global_value(node.func)
        if isinstance(node.func, ast.Name) and called is getattr(builtins, node.func.id, ()):
            made = self._builtin(node, node.func.id)
            if made is not None:
                return ast.copy_location(made, node)
        if called in (map, filter, itertools.product):
            comprehension = self._as_comprehension(node)
            if comprehension is not None:
                return self.lift("list", ast.copy_location(comprehension, node))
        if called is functools.reduce:
            return ast.copy_location(self._reduced(node), node)
        if isinstance(called, type) and issubclass(called, enum.Enum) and len(node.args) == 1:
            table = self.hoist(constant({member.value: code(member) for member in called}))
            return ast.Subscript(table, self.visit(node.args[0]), ast.Load())
        if self.rules.is_record(called) and not any(isinstance(argument, ast.Starred) for argument in node.args):
            return ast.copy_location(self._record(node, called), node)
        if called is dataclasses.replace:
            return ast.copy_location(self._replaced(node, node.args[0]), node)
        if isinstance(node.func, ast.Attribute):
            made = self._method(node, node.func)
            if made is not None:
                return ast.copy_location(made, node)
        self.generic_visit(node)
        return node

    def _builtin(self, node: ast.Call, name: str) -> ast.expr | None:
        arguments = node.args
        if name in NOTHING and not arguments:
            self.changed = True
            return expression(NOTHING[name])
        if name in ("min", "max") and len(arguments) == 1:
            return self._extreme(node, name)
        if name == "next" and arguments and (inner := self._as_comprehension(arguments[0])) is not None:
            return self.lift("next", inner, default=arguments[1] if len(arguments) > 1 else None)
        if name == "sorted" and len(arguments) == 1:
            return self._sorted(node)
        comprehension = self._as_comprehension(arguments[0]) if arguments else None
        if name in LIFTED and comprehension is not None and not node.keywords:
            done = self.lift(LIFTED[name], comprehension)
            if name == "sum" and len(arguments) == 2:
                done = ast.BinOp(self.visit(arguments[1]), ast.Add(), done)
            return self.call(WHOLE[name], done) if name in WHOLE else done
        if name in ("str", "int") and not self.rules.natural:
            return None
        if name in SIMPLE and len(arguments) == 1 and not node.keywords:
            folded = self._folded(node)
            return folded or self.call(SIMPLE[name], self.visit(arguments[0]))
        return None

    def _reduced(self, node: ast.Call) -> ast.expr:
        """reduce(f, values) and reduce(f, values, first)"""
        function, values, *first = node.args
        item = ast.Name("item__", ast.Load())
        if first:
            values = ast.BinOp(ast.List(first, ast.Load()), ast.Add(), self.call("list_of__", values))
        loop = self._as_comprehension(values) or one_loop(item, ast.Name("item__", ast.Store()), values)
        return self.lift("reduce", ast.copy_location(loop, node), as_lambda(function, 2))

    def _extreme(self, node: ast.Call, name: str) -> ast.expr:
        options = {keyword.arg: keyword.value for keyword in node.keywords}
        item = ast.Name("item__", ast.Load())
        values = self._as_comprehension(node.args[0]) or one_loop(item, ast.Name("item__", ast.Store()), node.args[0])
        return self.lift(name, ast.copy_location(values, node), as_lambda(options.get("key")), options.get("default"))

    def _sorted(self, node: ast.Call) -> ast.expr:
        options = {keyword.arg: keyword.value for keyword in node.keywords}
        values = self._as_comprehension(node.args[0])
        key, backwards = as_lambda(options.get("key")), options.get("reverse")
        down = isinstance(backwards, ast.Constant) and bool(backwards.value)
        if key is None and values is None:
            done: ast.expr = ast.Call(node.func, [self.call("list_of__", self.visit(node.args[0]))], [])
        elif key is None:
            done = ast.Call(node.func, [self.lift("list", values)], [])
        else:
            item = ast.Name("item__", ast.Load())
            values = values or one_loop(item, ast.Name("item__", ast.Store()), node.args[0])
            return self.lift("down" if down else "sorted", ast.copy_location(values, node), key)
        return self.call("backwards__", done) if down else done

    def _record(self, node: ast.Call, kind: Any) -> ast.expr:
        """A NamedTuple or dataclass made: all fields in order, each of the type that its state has."""
        fields, defaults = self.rules.fields(kind), self.rules.defaults(kind)
        given = dict(zip(fields, node.args, strict=False)) | {word.arg: word.value for word in node.keywords}
        made = []
        for field in fields:
            value = self.visit(given[field]) if field in given else self._constant_node(defaults.get(field))
            made.append(self._canonical(kind, field, value))
        return ast.Call(self.hoist(self.rules.twin(kind), kind.__name__), made, [])

    def _canonical(self, kind: Any, field: str, value: ast.expr) -> ast.expr:
        source = self.rules.canon(kind, field)
        if source == "{0}":
            return value
        self.constants |= self.rules.canon_names
        made = expression(source.format("value__"))
        assert isinstance(made, ast.Call)
        made.args[0] = value
        self.changed = True
        return made

    def _constant_node(self, value: Any) -> ast.expr:
        return ast.Name("NONE__", ast.Load()) if value is None else self.hoist(constant(value))

    def _replaced(self, node: ast.Call, base: ast.expr) -> ast.expr:
        """A record with some fields changed."""
        changed = {word.arg: self.visit(word.value) for word in node.keywords if word.arg}
        kind = self.rules.record_with(set(changed))
        if kind is None:
            self.generic_visit(node)
            return node
        name = f"replaced{len(self.lifted)}_{self.function.name}__"
        parts = [expression(field if field in changed else f"record__.{field}") for field in self.rules.fields(kind)]
        canonical = [self._canonical(kind, field, part)
                     for field, part in zip(self.rules.fields(kind), parts, strict=True)]  # fmt: skip
        function = parse(f"def {name}(record__, {', '.join(changed)}):\n    pass").body[0]
        assert isinstance(function, ast.FunctionDef)
        function.body = [ast.Return(ast.Call(self.hoist(self.rules.twin(kind), kind.__name__), canonical, []))]
        self.lifted.append(ast.copy_location(function, node))
        return self.call(name, self.visit(base), *changed.values())

    def _method(self, node: ast.Call, function: ast.Attribute) -> ast.expr | None:
        """A call x.method(...) that is more than a call."""
        name, base = function.attr, function.value
        if name == "_replace":
            return self._replaced(node, base)
        if name == "items" and not node.args and isinstance(base, ast.Name | ast.Attribute):
            parts: list[ast.expr] = [
                ast.Call(ast.Attribute(base, part, ast.Load()), [], []) for part in ("keys", "values")
            ]
            return self.visit(ast.Call(ast.Name("zip", ast.Load()), parts, []))  # type: ignore[no-any-return]
        if name in ("bit_count", "bit_length") and not node.args:
            return self.call("popcount__" if name == "bit_count" else "bit_length__", self.visit(base))
        if name == "count" and isinstance(base, ast.Call) and self.global_value(base.func) is bin:
            return self.call("popcount__", self.visit(base.args[0]))
        if isinstance(base, ast.Call) and isinstance(base.func, ast.Name) and base.func.id == "super":
            inherited = self.rules.inherited(self.owner, name)
            if inherited is not None:
                first = ast.Name(self.function.args.args[0].arg, ast.Load())
                return ast.Call(self.hoist(inherited, name), [first, *map(self.visit, node.args)], node.keywords)
        folded = self._folded(node)
        if folded is not None:
            return folded
        owner = self.global_value(base)
        if isinstance(owner, type) and not issubclass(owner, enum.Enum):
            called = self.rules.function(owner, name)
            if called is not None:
                return ast.Call(self.hoist(called, name), list(map(self.visit, node.args)), node.keywords)
        if name in self.rules.static and not self._is_game(base):
            return ast.Call(self.hoist(self.rules.static[name], name), list(map(self.visit, node.args)), node.keywords)
        called = self.rules.methods.get(name)
        if called is not None and not self._is_game(base):
            return ast.Call(self.hoist(called, name), [self.visit(base), *map(self.visit, node.args)], node.keywords)
        return None

    def _is_game(self, node: ast.expr) -> bool:
        arguments = self.function.args.posonlyargs + self.function.args.args
        return bool(self.owner and arguments and isinstance(node, ast.Name) and node.id == arguments[0].arg)

    def _folded(self, node: ast.expr) -> ast.expr | None:
        """The value of an expression over constants only, if it is a kind that native code cannot make itself."""
        wanted = isinstance(node, ast.Dict | ast.Set)
        if isinstance(node, ast.Call):
            makes = self.global_value(node.func) in (set, frozenset)
            table = isinstance(node.func, ast.Attribute) and node.func.attr in ("maketrans", "fromkeys")
            wanted = makes or table
        names = [inner for inner in ast.walk(node) if isinstance(inner, ast.Name)]
        if not wanted or any(self.global_value(name) is None for name in names):
            return None
        try:
            expression = ast.fix_missing_locations(ast.Expression(node))
            value = eval(compile(expression, "<constant>", "eval"), self.names)  # the author's own source
        except Exception:
            return None
        return self.hoist(constant(value))
