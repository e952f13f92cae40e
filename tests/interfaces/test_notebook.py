"""What a notebook shows: pictures, and text where there are none."""

from __future__ import annotations

import ast
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

SHOW = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
from plytree import load_game
from plytree.explain.trace import explain
from plytree.games.trees.handtree import parse_tree
from plytree.matches.session import Session
from plytree.search.textbook.tree import PaperTree
tree = parse_tree("[[3,5],[2,9]]")
session = Session(load_game("tictactoe"))
session.play(4)
nim = Session(load_game("nim"))
for thing in (tree, explain(PaperTree(tree)), session.game.board(session.state), session, nim):
    data, _ = shell.display_formatter.format(thing)
    print(repr((data.get("image/svg+xml", ""), data["text/plain"])))
"""


def test_trees_traces_boards_and_games_show_as_pictures_with_text_to_fall_back_to() -> None:
    ran = subprocess.run([sys.executable, "-c", SHOW], capture_output=True, text=True, check=True, timeout=120)
    tree, trace, board, session, _ = (ast.literal_eval(line) for line in ran.stdout.splitlines())
    for picture, _text in (tree, trace, board, session):
        assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert tree[0].count("data-path") == 7
    assert "unseen" not in tree[0].split("</style>")[1]
    assert tree[1] == "[[3,5],[2,9]]"
    assert trace[1].startswith("<Trace fail-soft: value 3, 3 of 4 leaves visited>\nA MAX [3, +inf] = 3 *")
    assert board[1] == session[1] == ". . .\n. X .\n. . ."


def test_outside_a_notebook_nothing_of_it_is_loaded() -> None:
    code = "import plytree, sys; print('plytree.interfaces.notebook' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"
