"""Python source as a syntax tree, also while other threads parse."""

from __future__ import annotations

import ast
import time


def parse(source: str) -> ast.Module:
    """As ast.parse. CPython before 3.11.8 and 3.12.2 counts the depth of a tree for all threads together and gives up
    with a SystemError when two of them parse at once (cpython issue 106905): then it is simply done again."""
    for _ in range(50):
        try:
            return ast.parse(source)
        except SystemError:
            time.sleep(0.002)
    return ast.parse(source)
