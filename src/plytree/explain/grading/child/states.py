"""A tree as an object with the methods that students' programs call: whatever they name them.

Standard library only. A state stands at a node of the tree. The names are recognised by patterns (`get_legal_moves`,
`possible_moves`, `getLegalActions` are all the moves), attributes and methods alike: a list can be called and gives
itself, so can a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

INFINITY = float("inf")


class Nodes:
    """The tree, its nodes numbered in preorder; notes which leaves were asked for their value."""

    def __init__(self, tree: Any, maximizing: bool, estimates: list[int]) -> None:
        self.children: list[list[int]] = []
        self.values: list[Any] = []
        self.plies: list[int] = []
        self.parents: list[int] = []
        self.maximizing, self.estimates = maximizing, estimates
        self.leaves: list[int] = []
        self._add(tree, 0, -1)

    def _add(self, node: Any, ply: int, parent: int) -> int:
        number = len(self.children)
        inner = isinstance(node, list)
        self.children.append([])
        self.values.append(None if inner else node)
        self.plies.append(ply)
        self.parents.append(parent)
        if inner:
            self.children[number] = [self._add(child, ply + 1, number) for child in node]
        return number

    def value(self, at: int) -> Any:
        if self.values[at] is None:
            return self.estimates[at] if at < len(self.estimates) else 0
        if at not in self.leaves:
            self.leaves.append(at)
        return self.values[at]


class Many(list[Any]):
    """A list that may also be called, whatever the arguments."""

    def __call__(self, *_: Any, **__: Any) -> Many:
        return self


class Number(int):
    """A number that may also be called."""

    def __call__(self, *_: Any, **__: Any) -> int:
        return int(self)


PATTERNS: tuple[tuple[str, str], ...] = (
    ("lost", r"is_?(lose|lost|loss)"),
    ("terminal", r"(is|check|at|has|game)?(terminal|gameover|over|leaf|finished|ended|end|done|final|win|won|draw|tie)"
                 r"(node|state|test|position|game)?"),
    ("winner", r"(get|check)?winner|whowon"),
    ("children", r"(get|generate|expand|all|possible|legal|find)*(children|childs|kids|successors?states|successors|"
                 r"nextstates|nextpositions|neighbou?rs|expand|kinder|nachfolger|childnodes|subtrees|branches)"),
    ("moves", r"(get|all|legal|possible|valid|available|generate|list|find|compute|the)*(moves?list|moves|actions|"
              r"legalmoves|columns|locations|options|zuege|züge)"),
    ("undo", r"(undo|unmake|pop|takeback|revert|unplay|retract|unapply)(move|action)?"),
    ("push", r"(make|do|push|apply|perform|execute|drop|place|commit)(move|action|piece)?|push|move"),
    ("after", r"(generate|get|compute)?(successor|result|childat|child|nextstate|next|forecastmove|forecast|transition|"
              r"play|playmove|simulate|simulatemove|after|step)(state)?"),
    ("copy", r"copy|clone|deepcopy|getcopy"),
    ("agents", r"getnumagents|numagents|numplayers"),
    ("pieces", r"getallpieces|getpieces"),
    ("validmoves", r"getvalidmovesof"),
    ("turn", r"(is)?(maxi\w*|max)(player|node|turn|s?turn)?"),
    ("player", r"(get|current|next|active)?(tomove|turn|player|currentplayer|sidetomove|playertomove|whoseturn)"),
    ("ply", r"(get)?(depth|level|ply|height)"),
    ("nothing", r"switchplayer|switchturn|nextturn|show|print|display|draw|update|ttentry|ttrestore|remove"),
    ("value", r"(get|compute|calculate|static|final|node|leaf|terminal|my)*(value|val|score|utility|payoff|evaluate|"
              r"evaluation|evaluationfunction|heuristic|heuristics|heuristicvalue|eval|scoring|points|reward|data|wert|"
              r"minimaxvalue|scoreevaluation|evaluateboard|evaluatestate|staticevaluation)"),
)  # fmt: skip
COMPILED = [(role, re.compile(pattern)) for role, pattern in PATTERNS]


def role_of(name: str) -> str:
    plain = name.replace("_", "").lower()
    return next((role for role, pattern in COMPILED if pattern.fullmatch(plain)), "")


class State:
    """A position: a node of the tree. With `mutable`, making a move changes the state itself."""

    _nodes: Nodes
    _at: int
    _mutable: bool

    def __init__(self, nodes: Nodes, at: int, mutable: bool = False) -> None:
        self.__dict__.update(_nodes=nodes, _at=at, _mutable=mutable)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and other._at == self._at and other._nodes is self._nodes

    def __hash__(self) -> int:
        return hash(self._at)

    def __repr__(self) -> str:
        return f"state {self._at}"

    def __iter__(self) -> Iterator[Any]:
        return iter(self._children())

    def __len__(self) -> int:
        return len(self._nodes.children[self._at])

    def __getitem__(self, index: int) -> Any:
        return self._children()[index]

    def __copy__(self) -> State:
        return State(self._nodes, self._at, self._mutable)

    def __deepcopy__(self, _: Any) -> State:
        return self.__copy__()

    def _children(self) -> Many:
        return Many(State(self._nodes, child, self._mutable) for child in self._nodes.children[self._at])

    def _maximizing(self) -> bool:
        return self._nodes.maximizing == (self._nodes.plies[self._at] % 2 == 0)

    def _go(self, *arguments: Any) -> int:
        """The node after the move among the arguments: its number, or the child itself."""
        below = self._nodes.children[self._at]
        for argument in reversed(arguments):
            if isinstance(argument, State) and argument._at in below:
                return argument._at
            if isinstance(argument, int) and not isinstance(argument, bool) and 0 <= argument < len(below):
                return below[argument]
        raise ValueError(f"{arguments!r} is not a legal move in {self!r}")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        nodes, at = self._nodes, self._at
        leaf = not nodes.children[at]
        match role_of(name):
            case "value":
                return Number(nodes.value(at))
            case "terminal":
                return Number(leaf)
            case "lost":
                return Number(0)
            case "winner":
                return lambda *_: "nobody" if leaf else None
            case "children":
                return self._children()
            case "moves" if name.replace("_", "").lower() == "getvalidmoves":
                return _ValidMoves(range(len(nodes.children[at])))
            case "moves":
                return Many(range(len(nodes.children[at])))
            case "after":
                return lambda *moves: State(nodes, self._go(*moves), self._mutable)
            case "push":
                return self._push
            case "undo":
                return self._undo
            case "copy":
                return self.__copy__
            case "agents":
                return lambda *_: 2
            case "pieces":
                return lambda *_: [_Piece()]
            case "turn":
                return Number(self._maximizing())
            case "player":
                return Number(1 if self._maximizing() else 2)
            case "ply":
                return Number(nodes.plies[at])
            case "nothing":
                return lambda *_, **__: None
        if name.replace("_", "").lower() == "getpiece":
            return lambda *_: _Piece()
        raise AttributeError(f"the state has no attribute {name!r}")

    def _push(self, *moves: Any) -> State:
        at = self._go(*moves)
        if self._mutable:
            self.__dict__["_at"] = at
            return self
        return State(self._nodes, at)

    def _undo(self, *_: Any) -> State:
        self.__dict__["_at"] = max(0, self._nodes.parents[self._at])
        return self


class _Piece:
    row = col = 0


class _ValidMoves(Many):
    """Some boards give the moves of one piece as a dict: target square -> pieces taken."""

    def __call__(self, *arguments: Any, **_: Any) -> Any:
        return {(0, move): [] for move in self} if arguments and isinstance(arguments[0], _Piece) else self


class Rules:
    """The same tree as a game beside its states: `game.actions(state)`, `game.result(state, action)`, and so on.

    `result(state)` alone is the value of a finished state and None before, as in every plytree game.
    """

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self.initial = _Initial(nodes, 0)
        self.max_moves = self.num_moves = max((len(c) for c in nodes.children), default=1) or 1

    def result(self, state: Any, *move: Any) -> Any:
        if move:
            return State(self._nodes, state._go(*move))
        return None if self._nodes.children[state._at] else self._nodes.value(state._at)

    def to_move(self, state: Any) -> str:
        return "MAX" if state._maximizing() else "MIN"

    def utility(self, state: Any, player: Any = "MAX") -> Any:
        value = self._nodes.value(state._at)
        return -value if player in ("MIN", 2, -1) else value

    def successors(self, state: Any) -> list[Any]:
        return list(enumerate(state._children()))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if role_of(name) == "player":
            return self.to_move
        if role_of(name) in ("push", "after"):
            return self.result

        def of(state: Any = None, *arguments: Any) -> Any:
            state = state if isinstance(state, State) else State(self._nodes, 0)
            found = getattr(state, name)
            return found(*arguments) if callable(found) else found

        return of


class _Initial(State):
    """`game.initial` is the first state, and so is `game.initial()`."""

    def __call__(self) -> State:
        return State(self._nodes, 0)
