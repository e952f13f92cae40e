"""The peers of the speed benchmark: the same game, searched by other people's programs."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def openspiel(depth: int) -> tuple[int, float]:
    """Nodes and CPU seconds of OpenSpiel's Python alpha-beta over its C++ Connect Four, from the empty board."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("connect_four")
    begin = time.process_time()
    minimax.alpha_beta_search(game, value_function=lambda state: 0, maximum_depth=depth)
    return _openspiel_nodes(game.new_initial_state(), depth), time.process_time() - begin


def _openspiel_nodes(root: Any, depth: int) -> int:
    """How many nodes that alpha-beta visits: the same rules counted apart, so that counting costs it no time."""
    nodes = 0

    def visit(state: Any, left: int, alpha: float, beta: float) -> float:
        nonlocal nodes
        nodes += 1
        if state.is_terminal():
            return float(state.player_return(0))
        if left == 0:
            return 0.0
        maximising = state.current_player() == 0
        value = -9.0 if maximising else 9.0
        for action in state.legal_actions():
            worth = visit(state.child(action), left - 1, alpha, beta)
            value = max(value, worth) if maximising else min(value, worth)
            alpha, beta = (max(alpha, value), beta) if maximising else (alpha, min(beta, value))
            if alpha >= beta:
                break
        return value

    visit(root, depth, -9.0, 9.0)
    return nodes


def easyai(depth: int, own_rules: bool) -> tuple[int, float]:
    """Nodes and CPU seconds of easyAI's Negamax on Connect Four: with the rules that it ships (`own_rules`), or with
    plytree's bitboard rules in easyAI's form."""
    from easyAI import Human_Player, Negamax
    from easyAI.games.ConnectFour import ConnectFour as Shipped

    visited = [0]

    class Counted(Shipped):  # type: ignore[misc]
        def make_move(self, column: int) -> None:
            visited[0] += 1
            Shipped.make_move(self, column)

    players = [Human_Player(), Human_Player()]
    game = Counted(players) if own_rules else _easyai_bitboards()(players, visited)
    begin = time.process_time()
    Negamax(depth, scoring=lambda position: -100 if position.lose() else 0)(game)
    return visited[0] + 1, time.process_time() - begin


def _easyai_bitboards() -> Any:
    from easyAI import TwoPlayerGame

    from plytree.games.placing.connect4 import ConnectFour

    rules = ConnectFour()

    class Bitboards(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self, players: Any, visited: list[int]):
            self.players, self.current_player, self.visited = players, 1, visited
            self.states = [rules.initial()]

        def possible_moves(self) -> list[int]:
            return list(rules.moves(self.states[-1]))

        def make_move(self, move: int) -> None:
            self.visited[0] += 1
            self.states.append(rules.play(self.states[-1], move))

        def unmake_move(self, move: int) -> None:
            self.states.pop()

        def lose(self) -> bool:
            return rules.result(self.states[-1]) == -1

        def is_over(self) -> bool:
            return rules.result(self.states[-1]) is not None

    return Bitboards


def compile_reference() -> Any:
    """bench/reference.c as a shared library, made by gcc -O3 -march=native."""
    folder = Path(tempfile.mkdtemp(prefix="plytree-bench-"))
    library = folder / "reference.so"
    source = HERE / "reference.c"
    subprocess.run(["gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    loaded = ctypes.CDLL(str(library))
    loaded.fixed_depth.restype = loaded.full_search.restype = ctypes.c_int64
    return loaded
