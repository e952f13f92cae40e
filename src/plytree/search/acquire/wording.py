"""What the compiler says, in the words of somebody who writes a game: the reason, and what to type instead."""

from __future__ import annotations

import re

OPERATORS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "and_": "&",
    "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">",
    "ge": ">=", "contains": "in", "getitem": "[...]", "setitem": "[...] =", "neg": "-", "invert": "~", "iadd": "+=",
    "isub": "-=", "imul": "*=", "ior": "|=", "iand": "&=", "ixor": "^=", "delitem": "del ...[...]",
}  # fmt: skip
OURS = {  # functions of the room `natural`: what its author wrote
    "row_of": "tuple()", "tuple_of": "tuple()", "list_of": "list()", "int_of": "int()", "text_of": "str()",
    "character": "chr()", "to_code": "a value", "truth": "a condition", "is_none": "is None", "all_of": "all()",
    "any_of": "any()", "backwards": "reversed()", "joined": "join()", "removed": "remove()", "popcount": "bit_count()",
    "bit_length": "bit_length()", "bits_of": "set()", "added": "add()", "taken": "discard()", "either": "update()",
    "loop_over": "a loop", "cast": "a value of another kind than in other states", "number_of": "a move",
    "cast_row": "a value of another kind than in other states",
}  # fmt: skip
HEADS = {
    "Row": "", "Bits": "set", "Table": "dict", "list": "list", "reflected list": "list", "set": "set",
    "reflected set": "set", "UniTuple": "tuple", "Tuple": "tuple", "array": "array", "DictType": "dict",
    "ListType": "list", "unicode_type": "text", "none": "None", "bool": "bool", "boolean": "bool",
    "range_state": "range",
    "Game": "game", "undefined": "nothing yet", "LiteralStrKeyDict": "dict", "class": "class", "Function": "function",
    "type": "function", "enumerate": "enumerate()", "zip": "zip()", "slice": "slice",
}  # fmt: skip
ROWS = {
    "Row(0, True)": "text", "Row(0, False)": "tuple of ints", "Row(1, True)": "tuple of texts",
    "Row(1, False)": "tuple of tuples", "Row(2, True)": "tuple of tuples of texts",
    "Row(2, False)": "tuple of tuples of tuples",
}  # fmt: skip
ABSENT = "uses {0}, which native code does not have: write it out with loops, ints, texts and tuples"
HINTS: tuple[tuple[str, str], ...] = (
    (r"ntyped global name '(\w+)':.{0,40}?annot determine Numba type of <class '(?:builtin_function_or_method|type|"
     r"abc\.ABCMeta|function|[\w.]*Generic\w*)'>", ABSENT),
    (r"ntyped global name '(\w+)':.{0,40}?annot determine Numba type of <class '([\w.]+)'>",
     "uses the global {0}, a Python {1}: make it a tuple or a numpy array"),
    (r"self\.(\w+) is a Python dict", "uses self.{0}, a Python dict that is empty or changes, which native code cannot "
     "keep: fill it in __init__ and leave it so, or keep it in the state"),
    (r"self\.(\w+) is a Python (\w+)",
     "uses self.{0}, a Python {1}, which native code cannot keep: make it an int, a text, a tuple or an array"),
    (r"NameError: name '(\w+)' is not defined", "uses {0}, which is not defined"),
    (r"Unknown attribute '(\w+)' of type Module", ABSENT),
    (r"Unknown attribute '(\w+)' of type Game\[", "uses self.{0}, which native code cannot read"),
    (r"Unknown attribute '(\w+)' of type (.+)",
     "uses .{0}, which native code does not know of a {1}: write a loop instead"),
    (r"Cannot unify (.+?) and (.+?) for '(\w+?)(?:\.\d+)?'",
     "gives {2} once the type {0} and once {1}: keep to one type"),
    (r"Can't unify return type from the following types: (.+)", "returns different types ({0}): keep to one type"),
    (r"Use of unsupported opcode \((\w+)\)",
     "uses a feature of Python that native code does not have: write it with if, for and while"),
    (r"xception matching is limited", "catches a particular exception; native code knows only `except Exception`: ask "
     "first, with if, whether it would happen"),
    (r"(?:annot infer the type of|ype of) (?:variable '|empty list|an empty)",
     "has an empty list or a name of which native code cannot see what it will hold: begin it with an element"),
    (r"untyped list|imprecise type|annot type empty",
     "has an empty list of which native code cannot see what it will hold: begin it with an element"),
    (r"unaway recursion|ecursive call|recursion",
     "calls itself, which native code cannot follow: write it as a loop with its own stack"),
)  # fmt: skip
CALL = re.compile(
    r"No implementation of function (?:Function\()?<(?:built-in function |class '|function |intrinsic )?([\w. ]+?)"
    r"(?: at 0x\w+)?'?>\)? found for signature:\s*>>> [\w.<>]+\((.*)\)"
)
SIMPLY = "does what native code cannot: write it with loops, ints, texts and tuples"


def reason(text: str) -> str:
    """What an error of the compiler means."""
    for pattern, hint in HINTS:
        match = re.search(pattern, text)
        if match:
            return hint.format(*(in_words(group) for group in match.groups()))
    calls = CALL.findall(text)
    if calls:
        name, given = calls[-1]
        return _call(name.split(".")[-1].strip(), [in_words(kind) for kind in split(given)])
    match = re.search(r"Invalid use of (?:type|Function)\((\w+)\)", text)
    return ABSENT.format(match[1]) if match else SIMPLY


def _call(name: str, given: list[str]) -> str:
    if name in OPERATORS:
        with_what = " and ".join(given[:2])
        return f"uses `{OPERATORS[name]}` with {with_what}, which native code does not have: {_advice(given)}"
    shown = OURS.get(name, f"{name}()")
    with_what = f" with {', '.join(given)}" if given else ""
    return f"uses {shown}{with_what}, which native code does not have: {_advice(given)}"


def _advice(given: list[str]) -> str:
    if any("None" in kind for kind in given):
        return "ask with `is None` first"
    if "dict" in given:
        return "keep what changes in a tuple, one place for each key"
    if len(set(given)) > 1 and not any("list" in kind for kind in given):
        return "bring both to one kind first, with int(), str() or tuple()"
    return "write a loop"


def in_words(kind: str) -> str:
    """A type as the compiler writes it, in plainer words."""
    kind = re.sub(r"Literal\[(\w+)\]\(.*?\)", r"\1", kind.strip().rstrip("."))
    for row, words in ROWS.items():
        if kind == row:
            return words
    optional = re.fullmatch(r"(?:OptionalType\((.*)\)|\?(.*))", kind)
    if optional:
        return f"{in_words(optional[1] or optional[2])} or None"
    if re.fullmatch(r"u?int\d*", kind):
        return "int"
    if re.fullmatch(r"float\d*", kind):
        return "float"
    head = re.match(r"[A-Za-z_][\w ]*", kind)
    if head is None:
        return "value"
    return HEADS.get(head[0].strip(), head[0].strip().removesuffix("__")) or "tuple"


def split(arguments: str) -> list[str]:
    """The types in a list of arguments."""
    found, depth, begin = [], 0, 0
    for i, character in enumerate(arguments):
        depth += (character in "([<{") - (character in ")]>}")
        if character == "," and depth == 0:
            found.append(arguments[begin:i])
            begin = i + 1
    return [part for part in [*found, arguments[begin:]] if part.strip()]
