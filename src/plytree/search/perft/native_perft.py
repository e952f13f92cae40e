"""Perft in native code."""

from __future__ import annotations

from typing import Any

from numba import types

from plytree.games.contract.game import Game
from plytree.search.acquire.fingerprint import native_fingerprint
from plytree.search.compile.kernel import rules_of
from plytree.search.compile.program import Program
from plytree.search.perft import core as counting

ENTRY = """
def count_entry(game, memories, depth):
    return count(game, memories[0], i64(depth), i64(0))
"""
_programs: dict[str, Program] = {}


def native_perft(game: Game[Any], depth: int, root: Any) -> tuple[int, int, int]:
    """(nodes at the depth, all nodes, finished games) of the tree below a state of a game that can be compiled."""
    rules = rules_of(game)
    digest = native_fingerprint(rules)
    if digest not in _programs:
        program = _programs[digest] = Program(rules, counting, "perft", ENTRY, {"count_entry": (types.int64,)})
        if program.compiled:
            program.save()
    program = _programs[digest]
    w = program.new_memory()
    w.limit = 1 << 62
    program.put(w, game, root)
    program.call("count_entry", w, depth)
    return int(w.leaves), int(w.nodes), int(w.finished)
