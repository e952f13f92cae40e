"""What the explain page shows: a tree or a position, searched by one or two variants, at one step. No pages here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from plytree.errors import InputError
from plytree.explain.outline import Path
from plytree.explain.stepping import folded
from plytree.explain.trace import Trace, trace_from_events
from plytree.games.trees.handtree import Tree, parse_tree
from plytree.matches.session import read_position
from plytree.search.textbook.algorithms import VARIANTS, search
from plytree.search.textbook.events import Event
from plytree.search.textbook.tree import GameTree, NarrowTree, PaperTree

LONGEST_TREE = 20_000  # letters
DEEPEST = 5  # plies of a game's tree; more is not readable
WIDEST = 20  # moves of a node that may be asked for; 0: all of them
MOST_VISITS = {True: 20_000, False: 1_500}  # nodes that a search may visit here: of a tree on paper, of a game
MOST_NODES = {True: 5_000, False: 150}  # in a picture at once; more are folded
LARGEST_ANSWER = 250  # nodes in an answer of the JSON interface
DEFAULT_VARIANT = "fail-soft"
PRESETS = {
    "A small tree": "[[3,5],[2,9]]",
    "Cuts at two levels": "[[8,7,3],[2,[4,1]],5]",
    "Russell and Norvig, figure 5.2": "[[3,12,8],[2,4,6],[14,5,2]]",
    "Four levels": "[[[[5,6],[7,4]],[[3,8],[6,2]]],[[[9,1],[2,7]],[[4,3],[8,5]]]]",
    "The best order": "[[8,9,9],[4,6,7],[2,5,3]]",
    "The same, worst order": "[[3,5,2],[7,6,4],[9,9,8]]",
    "Where >= goes wrong": "[[5,6],[5,1]]",
    "A deep cut": "[[5,[[4,[6,3]],7]],[[[3,2],1],8]]",
}


@dataclass
class Lesson:
    """A tree written as text, or a position of a game to some depth, and how it is searched."""

    text: str = PRESETS["Cuts at two levels"]
    game_name: str = ""
    game: Any = None
    position: str = ""
    depth: int = 3
    width: int = 0  # so many moves of each position, the most promising ones; 0: all
    variant: str = DEFAULT_VARIANT
    compare: str = ""  # a second variant beside the first; "" for none
    step: int = 0
    shut: set[Path] = field(default_factory=set)  # nodes folded by hand
    opened: set[Path] = field(default_factory=set)  # nodes unfolded by hand
    fit: bool = False  # rather show less than nothing
    note: str = field(init=False, default="")  # what is shown less
    trace: Trace = field(init=False)
    other: Trace | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        if self.fit and not self.on_paper:
            self.note = self.run_what_fits()
        else:
            self.run()

    @property
    def on_paper(self) -> bool:
        return self.game is None

    @property
    def steps(self) -> int:
        """The last step: of the longer of both searches."""
        return max(len(self.trace.events), len(self.other.events) if self.other else 0)

    def tree(self) -> GameTree:
        """What is searched; InputError if the text or the position is wrong."""
        if self.game is not None:
            if not 1 <= self.depth <= DEEPEST:
                raise InputError(f"depth {self.depth} is too much to look at; expected 1 to {DEEPEST}")
            state = read_position(self.game, self.position) if self.position.strip() else self.game.initial()
            if not 0 <= self.width <= WIDEST:
                raise InputError(
                    f"width {self.width} is too much to look at; expected 1 to {WIDEST}, or 0 for all moves"
                )
            if self.width:
                return NarrowTree(self.game, state, self.depth, width=self.width)
            return GameTree(self.game, state, self.depth)
        if len(self.text) > LONGEST_TREE:
            raise InputError(f"the tree is too long; expected at most {LONGEST_TREE} letters")
        return PaperTree(parse_tree(self.text))

    def run(self) -> None:
        """Search again; InputError (and nothing changed) if something is wrong."""
        for variant in filter(None, (self.variant, self.compare)):
            if variant not in VARIANTS:
                raise InputError(f"{variant[:40]!r} is not a variant; expected one of {', '.join(VARIANTS)}")
        tree = self.tree()
        most = MOST_VISITS[self.on_paper]
        trace = explain_soon(tree, self.variant, most)
        self.other = explain_soon(tree, self.compare, most) if self.compare else None
        self.trace, self.shut, self.opened = trace, set(), set()
        self.step = min(max(self.step, 0), self.steps)

    def run_what_fits(self) -> str:
        """As `run`, but where that is too much: fewer moves of each position, then fewer plies. What was changed."""
        asked = (self.depth, self.width)
        for depth, width in dict.fromkeys([asked, (asked[0], 4), (min(asked[0], 3), 3), (2, 4), (1, 0)]):
            self.depth, self.width = depth, width
            try:
                self.run()
            except TooLarge as error:
                reason = str(error)
                continue
            shown = f"the {width} most promising moves of each position" if width else "all moves"
            return "" if (depth, width) == asked else f"{reason}; shown are {depth} plies and {shown}"
        raise InputError(reason)

    def shown(self, trace: Trace) -> Trace:
        """As much of a trace as a picture shows."""
        return folded(trace, MOST_NODES[self.on_paper], self.shut, self.opened)

    def fold(self, path: Path) -> None:
        """Fold the nodes below one, or unfold them."""
        hidden = self.shown(self.trace).hidden
        if path in hidden:
            self.shut.discard(path)
            self.opened.add(path)
        elif self.trace.node(path).children:
            self.opened.discard(path)
            self.shut.add(path)

    def edit(self, text: str) -> None:
        """Another tree; InputError, and the old one stays, if the text is none."""
        before = self.text, self.game, self.step
        self.text, self.game, self.step = text, None, 0
        try:
            self.run()
        except InputError:
            self.text, self.game, self.step = before
            raise

    def reorder(self, path: Path, to: int) -> None:
        """Move a child of the tree on paper to another place among its brothers."""
        if self.on_paper:
            step = self.step if self.step < self.steps else LONGEST_TREE * 10
            self.edit(str(_reordered(parse_tree(self.text), path, to)))
            self.step = min(step, self.steps)

    @property
    def key(self) -> str:
        """What is searched and how: the same for the same tree and variant."""
        where = f"{self.game_name} {self.position} {self.depth} {self.width}" if self.game else self.text
        return f"{self.variant} {where}"

    def query(self) -> str:
        """The part of the address after `?` that opens this lesson again."""
        parts = (
            {"game": self.game_name, "position": self.position, "depth": str(self.depth)}
            if self.game
            else {"tree": self.text}
        )
        if self.game and self.width:
            parts["width"] = str(self.width)
        parts["variant"] = self.variant
        if self.compare:
            parts["compare"] = self.compare
        if self.step:
            parts["step"] = str(self.step)
        return urlencode({key: value for key, value in parts.items() if value}, safe=",[]:/")


class TooLarge(InputError):
    """A search that nobody can look at."""


def explain_soon(tree: GameTree, variant: str, most: int) -> Trace:
    """The trace of a search; TooLarge if it visits more nodes than that."""
    events: list[Event] = []
    visited = 0

    def note(event: Event) -> None:
        nonlocal visited
        events.append(event)
        visited += event.kind in ("enter", "leaf")
        if visited > most:
            raise TooLarge(f"this search visits more than {most} nodes")

    search(tree, variant, note)
    return trace_from_events(tree, events, variant)


def _reordered(tree: Tree, path: Path, to: int) -> Tree:
    children = list(tree.children)
    if not path or not 0 <= path[0] < len(children):
        raise InputError(f"{list(path)} leads to no node of the tree")
    if len(path) > 1:
        children[path[0]] = _reordered(children[path[0]], path[1:], to)
    else:
        children.insert(min(to, len(children) - 1), children.pop(path[0]))
    return Tree(tree.value, tuple(children), tree.name)
