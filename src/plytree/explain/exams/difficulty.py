"""How hard a tree is to work by hand, in numbers, and trees of a wanted difficulty.

A cut is one edge that has to be struck out. It is deep if the bound that causes it was found higher up than by the
parent. A window is inherited where a node starts with a bound on its own side (alpha at MAX, beta at MIN): that one was
found by its grandparent or higher, and beginners forget to hand it down.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass

from plytree.errors import InputError
from plytree.explain.outline import Path
from plytree.explain.trace import Trace, explain
from plytree.games.trees.handtree import Tree
from plytree.games.trees.random_trees import random_tree
from plytree.search.textbook.tree import PaperTree

ATTEMPTS = 20_000  # trees that are tried before the wish is given up
MOST_LEAVES = 40  # more do not fit a page


@dataclass(frozen=True)
class Measures:
    """What makes a tree easy or hard."""

    leaves: int
    cuts: int  # edges to strike out
    inner_cuts: int  # of these, edges to inner nodes: whole subtrees go
    deep_cuts: int  # caused by an ancestor above the parent
    inherited: int  # nodes that start with a bound on their own side, from the grandparent or higher
    ties: int  # equal numbers that make one think twice: cuts by equality, answers equal to the best so far

    def to_json(self) -> dict[str, int]:
        return asdict(self)


@dataclass(frozen=True)
class Difficulty:
    """What a tree must have; `depth` and `branching` are the defaults."""

    depth: int
    branching: int
    least_depth: int
    fits: Callable[[Measures], bool]
    words: str


DIFFICULTIES = {
    "easy": Difficulty(
        2, 3, 2, lambda m: 1 <= m.cuts <= 3 and m.deep_cuts == 0 and m.ties == 0, "1 to 3 cuts, no deep cut, no tie"
    ),
    "medium": Difficulty(
        3, 3, 3,
        lambda m: m.cuts >= 2 and m.inner_cuts >= 1 and m.inherited >= 1 and m.deep_cuts == 0 and m.ties == 0,
        "at least 2 cuts, one of a whole subtree, one inherited window, no deep cut, no tie",
    ),
    "hard": Difficulty(
        4, 2, 4,
        lambda m: m.cuts >= 3 and m.deep_cuts >= 1 and m.inherited >= 2 and m.ties <= 1,
        "at least 3 cuts, one of them deep, 2 inherited windows, at most one tie",
    ),
}  # fmt: skip


def measure(trace: Trace) -> Measures:
    """Count what makes this search easy or hard by hand."""
    cutting = [node for node in trace.nodes() if node.cuts]
    deep = sum(len(node.cuts) for node in cutting if node.cut_by is not None and node.cut_by != node.path[:-1])
    inherited = ties = 0
    for node in trace.nodes():
        if not node.visited or node.is_leaf:
            continue
        side = 0 if node.kind == "max" else 1
        inherited += bool(node.path) and math.isfinite(node.windows[0][:2][side])
        alpha, beta, best = node.windows[-1]
        ties += bool(node.cuts) and best == (beta if node.kind == "max" else alpha)
        answers = [child.value for child in node.children if child.visited]
        ties += len(answers) - len(set(answers))
    return Measures(
        leaves=sum(node.is_leaf for node in trace.nodes()),
        cuts=len(trace.cut),
        inner_cuts=sum(not trace.node(path).is_leaf for path in trace.cut),
        deep_cuts=deep,
        inherited=inherited,
        ties=ties,
    )


def make_tree(seed: int, number: int, difficulty: str, depth: int | None = None, branching: int | None = None) -> Tree:
    """The tree of one exercise; the same arguments give the same tree. InputError if there is none."""
    if difficulty not in DIFFICULTIES:
        raise InputError(f"{difficulty!r} is not a difficulty; expected one of {', '.join(DIFFICULTIES)}")
    wanted = DIFFICULTIES[difficulty]
    depth, branching = depth or wanted.depth, branching or wanted.branching
    if depth < wanted.least_depth:
        raise InputError(
            f"depth {depth} is too small for a {difficulty} tree ({wanted.words}); "
            f"expected {wanted.least_depth} or more"
        )
    chance = random.Random(f"{seed}/{number}/{difficulty}/{depth}/{branching}")
    for _ in range(ATTEMPTS):
        tree = random_tree(chance, depth, branching, 20, narrowest=min(2, branching))
        leaves = sum(node.is_leaf for node in tree.nodes())
        if not min(20, branching**depth // 2) < leaves <= MOST_LEAVES:
            continue  # too thin to be of any use, or too wide for a page
        if wanted.fits(measure(explain(PaperTree(tree)))):
            return named(tree)
    raise InputError(
        f"no {difficulty} tree ({wanted.words}) with depth {depth}, at most {branching} children and at most "
        f"{MOST_LEAVES} leaves was found; try other numbers"
    )


def named(tree: Tree) -> Tree:
    """Inner nodes are A, B, C ... breadth-first, the leaves below D are d1, d2 ..."""
    letters: dict[Path, str] = {}
    level: list[tuple[Path, Tree]] = [((), tree)]
    while level:
        for path, node in level:
            if not node.is_leaf:
                letters[path] = _letter(len(letters))
        level = [((*path, i), child) for path, node in level for i, child in enumerate(node.children)]

    def rename(path: Path, node: Tree) -> Tree:
        if node.is_leaf:
            return Tree(node.value, (), f"{letters[path[:-1]].lower()}{path[-1] + 1}")
        below = (rename((*path, i), child) for i, child in enumerate(node.children))
        return Tree(node.value, tuple(below), letters[path])

    return rename((), tree)


def _letter(number: int) -> str:
    """A to Z, then A2, B2 ... (without the doubled letters that would look like products)."""
    round_, letter = divmod(number, 26)
    return chr(ord("A") + letter) + (str(round_ + 1) if round_ else "")
