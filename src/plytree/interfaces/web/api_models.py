"""What the JSON interface takes and gives: the description at /docs is made from this."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from plytree.interfaces.web.lesson import DEEPEST as DEEPEST_LESSON
from plytree.interfaces.web.lesson import DEFAULT_VARIANT, LONGEST_TREE
from plytree.interfaces.web.seats import MENU
from plytree.interfaces.web.services import LONGEST_SPEC

MOST_MOVES = 500
LONGEST_POSITION = 4000

GameName = Annotated[str, Field(max_length=LONGEST_SPEC, description="A game on offer, like connect4 or connect4:8x7")]
MoveText = Annotated[str, Field(max_length=20, description="A move as people write it")]


class Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Position(Request):
    """A position: a text in the game's notation, then moves played from there; both empty is the start."""

    game: GameName
    position: Annotated[str, Field(max_length=LONGEST_POSITION)] = ""
    moves: Annotated[list[MoveText], Field(max_length=MOST_MOVES)] = []


class Move(Position):
    """A position and a move in it."""

    move: MoveText


class Best(Position):
    """A position and how long to think: seconds (within the server's limit), or a depth, or both."""

    seconds: Annotated[float | None, Field(gt=0, le=3600, strict=True)] = None
    depth: Annotated[int | None, Field(ge=1, le=MENU["depth"].most, strict=True)] = None


class Solve(Position):
    """A Connect Four position: as columns from the start, with moves played from there."""

    game: GameName = "connect4"


class Explain(Request):
    """A tree written as nested lists (the root is MAX), or a position of a game to some depth; and how to show it."""

    tree: Annotated[str, Field(max_length=LONGEST_TREE)] | list[Any] = ""
    game: Annotated[str, Field(max_length=LONGEST_SPEC)] = ""
    position: Annotated[str, Field(max_length=LONGEST_POSITION)] = ""
    depth: Annotated[int, Field(ge=1, le=DEEPEST_LESSON, strict=True)] = 3
    variant: Annotated[str, Field(max_length=40, description="minimax, fail-soft, ...")] = DEFAULT_VARIANT
    format: Annotated[str, Field(max_length=40, description="text, json, svg, dot, mermaid, latex or csv")] = "text"


class Problem(BaseModel):
    """What was wrong, in one sentence."""

    error: str


class OfferedGame(BaseModel):
    name: str
    summary: str
    source: str


class Games(BaseModel):
    games: list[OfferedGame]
    max_seconds: float


class State(BaseModel):
    """A position and what can be done in it. `result` is for the player to move, null while the game goes on."""

    game: str
    position: str
    side: Annotated[int, Field(description="0: the side that began the request's position, 1: the other")]
    moves: list[str]
    result: int | None
    cells: Annotated[list[list[str]] | None, Field(description="the board, row by row, where the game draws one")]


class ScoreModel(BaseModel):
    kind: str
    plies: int | None
    value: int | None


class BestMove(BaseModel):
    """The answer of a search: the same object as `plytree move --json` prints."""

    game: str
    position: str
    move: str
    score: ScoreModel | None
    depth: int
    nodes: int
    seconds: float
    pv: list[str]
    mode: str
    known: Annotated[int, Field(description="positions that tables of exact values have answered")]


class Solved(BaseModel):
    """An exact answer. Scores as `plytree solve` gives them: 0 a draw, n > 0 a win, the greater the sooner."""

    game: str
    position: str
    score: int
    outcome: Annotated[str, Field(description="the score in words, like: wins in 7")]
    best: list[str]
    moves: Annotated[dict[str, int], Field(description="the score of every legal move")]


class Explained(BaseModel):
    variant: str
    format: str
    value: Annotated[float | None, Field(description="the value of the root for MAX")]
    visited: Annotated[int, Field(description="leaves that the search looked at")]
    content: Annotated[str, Field(description="the whole search in the format asked for")]


Answer = dict[str, Any]
