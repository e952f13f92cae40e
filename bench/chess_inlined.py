"""What does it cost chess that the core reaches it through a game's methods? The same core with chess put in by hand.

    python bench/chess_inlined.py [--depth 11]

`HAND` is what someone would write who wanted this search for chess only: every hook is the chess function itself, asks
nothing and checks nothing. Both visit the same nodes, which is checked; processor time is counted, in turn.
"""

from __future__ import annotations

import argparse
import ast
import statistics
import time
import types
from typing import Any

import common
from chess_speed import positions
from numba import njit

from plytree import Engine, Limits, load_game
from plytree.games.chess import attacks, board, draws, evaluation, exchange, moves, play
from plytree.search.compile import native_kernel
from plytree.search.compile import program as native
from plytree.search.compile.bindings import constants
from plytree.search.compile.game_type import INNER, OPTIONS, adopt
from plytree.search.compile.parsing import parse
from plytree.search.compile.specialise import Unsigned, specialise

CHESS = (
    moves.generate, play.play_move, play.pass_move, draws.checkmated, draws.insufficient_material, attacks.checkers,
    attacks.gives_check, evaluation.evaluate, exchange.value_taken, exchange.wins_at_least,
)  # fmt: skip
HAND = """
def result(game, w, ply):
    if w.stack[ply].clock >= 100:
        return None if chess_checkmated(game.tables, w.stack[ply]) else 0
    return 0 if chess_insufficient_material(w.stack[ply]) else None

def moves(game, w, ply, at):
    return chess_generate(game.tables, w.stack[ply], w.moves, at, False)

def tactical(game, w, ply, at):
    return chess_generate(game.tables, w.stack[ply], w.moves, at, True)

def play(game, w, ply, move):
    chess_play_move(game.tables, w.stack[ply], move, w.stack[ply + 1])

def pass_turn(game, w, ply):
    chess_pass_move(game.tables, w.stack[ply], w.stack[ply + 1])

def evaluate(game, w, ply):
    return chess_evaluate(game.tables, w.stack[ply])

def key(game, w, ply):
    return scramble(w.stack[ply].key)

def clock(game, w, ply):
    return w.stack[ply].clock

def in_check(game, w, ply):
    return chess_checkers(game.tables, w.stack[ply]) != NONE

def gives_check(game, w, ply, move):
    return chess_gives_check(game.tables, w.stack[ply], move)

def no_moves(game, w, ply):
    return 0 if chess_checkers(game.tables, w.stack[ply]) == NONE else -1

def can_pass(game, w, ply):
    s = w.stack[ply]
    return (s.sides[s.side & 1] & ~(s.kinds[PAWN] | s.kinds[KING])) != NONE

def quiet(game, w, ply, move):
    return w.stack[ply].squares[move >> 6 & 63] == EMPTY and move >> 12 != EN_PASSANT and move >> 12 < PROMOTION

def gain(game, w, ply, move):
    taken = chess_value_taken(game.tables, w.stack[ply], move)
    return taken + game.tables.value[QUEEN] if move >> 12 >= PROMOTION else taken

def safe(game, w, ply, move, threshold):
    return chess_wins_at_least(game.tables, w.stack[ply], move, threshold)

def order(game, w, ply, move):
    s = w.stack[ply]
    if s.squares[move >> 6 & 63] == EMPTY and move >> 12 != EN_PASSANT and move >> 12 != TO_QUEEN:
        return 0
    taken = chess_value_taken(game.tables, s, move)
    attacker = game.tables.value[s.squares[move & 63]]
    score = taken * 16 - attacker // 64
    if move >> 12 == TO_QUEEN:
        score += game.tables.value[QUEEN] * 12
    if taken >= attacker or chess_wins_at_least(game.tables, s, move, 0):
        return score + (1 << 20)
    return score - (1 << 20)

def quiet_order(game, w, ply, move):
    s = w.stack[ply]
    score = chess_value_taken(game.tables, s, move) * 16 - np.int64(s.squares[move & 63])
    return score + game.tables.value[QUEEN] * 12 if move >> 12 >= PROMOTION else score

def may_repeat_after(game):
    return 2

def fault(w, what):
    w.limit = -1
"""


class ByHand(native.Program):
    """The core with HAND instead of the form that is written for any game."""

    def _build(self, module: Any, entries: str) -> dict[str, Any]:
        names = self.shape.namespace()
        names |= {name: value for name, value in vars(board).items() if name.isupper()}
        adopted: dict[Any, Any] = {}
        names |= {f"chess_{f.__name__}": njit(**INNER)(adopt(f, adopted, "by hand")) for f in CHESS}
        before = set(names)
        text = native.NATIVE_FORM.format(hash=self.shape.hash) + HAND
        values = {**constants(self.handle.game), "observed": False}
        for source in (parse(text), specialise(module, values, {}), parse(entries)):
            tree = ast.fix_missing_locations(Unsigned().visit(source))
            exec(compile(tree, "<by hand>", "exec"), names)
        for name in set(names) - before:
            if isinstance(names[name], types.FunctionType):
                options = OPTIONS if name.endswith("_entry") else INNER
                names[name] = njit(**options, forceinline=name in native.INLINE)(names[name])
        return names


def by_hand(game: Any) -> Engine[Any]:
    """An engine whose native code is that of ByHand."""
    engine = Engine(game, mode="native", table_mb=16)
    usual = native_kernel.Program
    native_kernel.Program = ByHand  # type: ignore[misc]
    native.cache.load, load = lambda name: None, native.cache.load  # do not take the usual code for it
    try:
        engine.workshop.benches["native"] = engine.workshop.furnish(native_kernel.NativeKernel(game))
    finally:
        native_kernel.Program, native.cache.load = usual, load  # type: ignore[misc]
    return engine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depth", type=int, default=11)
    options = parser.parse_args()
    game = load_game("chess")
    engines = (Engine(game, mode="native", table_mb=16), by_hand(game))
    ratios, totals = [], [0.0, 0.0]
    nodes = 0
    for fen in positions():
        spent, counts = [], []
        for engine in engines:
            times = []
            for _ in range(3):
                engine.clear()
                begin = time.process_time()
                found = engine.search(game.from_text(fen), Limits(depth=options.depth))
                times.append(time.process_time() - begin)
            spent.append(min(times))
            counts.append(found.nodes)
        assert counts[0] == counts[1], "they should visit the same nodes"
        nodes += counts[0]
        totals = [totals[0] + spent[0], totals[1] + spent[1]]
        ratios.append(spent[1] / spent[0])
    low, high = common.interval(ratios, statistics.median)
    speeds = [nodes / seconds / 1e6 for seconds in totals]
    print(f"{nodes} nodes each; through the game's methods {speeds[0]:.2f}, by hand {speeds[1]:.2f} M nodes/s")
    print(f"ratio, median over {len(ratios)} positions: {statistics.median(ratios):.3f} [{low:.3f}, {high:.3f}]")


if __name__ == "__main__":
    main()
