"""What the possibility to be observed costs a textbook algorithm when nobody listens: `python bench/textbook_cost.py`.

Compares fail-soft alpha-beta with the same source without its lines for observers, on tic-tac-toe.
"""

from __future__ import annotations

import ast
import inspect
import statistics
import time

from plytree.games.placing.tictactoe import TicTacToe
from plytree.search.textbook import algorithms as textbook
from plytree.search.textbook.tree import INF, GameTree


class _Strip(ast.NodeTransformer):
    def visit_If(self, node: ast.If) -> ast.AST | None:
        return None if "watch" in ast.unparse(node.test) else self.generic_visit(node)


def main() -> None:
    source = _Strip().visit(ast.parse(inspect.getsource(textbook.fail_soft)))
    stripped = dict(vars(textbook))
    exec(compile(ast.fix_missing_locations(source), "stripped", "exec"), stripped)
    game = TicTacToe()
    tree = GameTree(game)
    times: dict[str, list[float]] = {"with": [], "without": []}
    for _ in range(15):
        for name, variant in (("with", textbook.fail_soft), ("without", stripped["fail_soft"])):
            begin = time.process_time()
            variant(tree)(tree.root, -INF, INF)
            times[name].append(time.process_time() - begin)
    ratio = statistics.median(a / b for a, b in zip(times["with"], times["without"], strict=True))
    print(
        f"with lines for observers {min(times['with']):.3f} s, without {min(times['without']):.3f} s, ratio {ratio:.3f}"
    )


if __name__ == "__main__":
    main()
