"""In a notebook, trees, traces, boards and running games show themselves as pictures.

`import plytree` inside IPython or Jupyter is enough. Elsewhere, and wherever pictures cannot be shown, the same things
print as plain text. `%load_ext plytree.interfaces.notebook` does it by hand.
"""

from __future__ import annotations

from typing import Any

from plytree.explain.boards import board_svg
from plytree.explain.svg import render
from plytree.explain.text import draw
from plytree.explain.trace import Trace, explain
from plytree.games.contract.game import Board, has_hook
from plytree.games.trees.handtree import Tree
from plytree.matches.session import Session
from plytree.search.textbook.tree import PaperTree

MOST_NODES = 400  # more would make a picture that no notebook cell can show


def tree_svg(tree: Tree) -> str:
    """A tree as it is, without any search."""
    trace = explain(PaperTree(tree), "minimax").limited(MOST_NODES)
    return render(trace, plain=True, legend=False, title="")


def board_text(board: Board) -> str:
    """A board in letters, empty squares as dots."""
    return "\n".join(" ".join(cell or "." for cell in row) for row in board.cells)


def session_board(session: Session) -> Board | None:
    return session.game.board(session.state) if has_hook(session.game, "board") else None


def session_svg(session: Session) -> str | None:
    """The position that a game has reached; None lets the notebook fall back to text."""
    board = session_board(session)
    return None if board is None else board_svg(board)


def session_text(session: Session) -> str:
    board = session_board(session)
    return session.position_text() if board is None else board_text(board)


def enable() -> None:
    """Give the classes the methods that notebooks look for."""
    pictures: dict[type, Any] = {Tree: tree_svg, Board: board_svg, Session: session_svg}
    texts: dict[type, Any] = {
        Tree: str,
        Trace: lambda trace: "\n".join([repr(trace), *draw(trace.limited(MOST_NODES))]),
        Board: board_text,
        Session: session_text,
    }
    for kind, picture in pictures.items():
        kind._repr_svg_ = picture  # type: ignore[attr-defined]
    for kind, text in texts.items():
        kind._repr_pretty_ = _pretty(text)  # type: ignore[attr-defined]


def _pretty(text: Any) -> Any:
    def method(self: Any, printer: Any, cycle: bool) -> None:
        printer.text(text(self))

    return method


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext plytree.interfaces.notebook`."""
    enable()
