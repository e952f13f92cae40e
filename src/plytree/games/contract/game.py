"""The contract: what a game must say so that plytree can play, search and explain it.

A game is four small methods over immutable states (`Game`), or the same four writing into records (`RecordGame`, for
speed). Every score is from the view of the player to move. All other methods are hooks: a hook that a game does not
write costs nothing.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from plytree.errors import GameError, InputError
from plytree.games.contract.board import Board, Square

S = TypeVar("S")
NATURE = "plytree plays games of two players, with no chance and nothing hidden"
__all__ = [
    "LEARNING_HOOKS",
    "NATURE",
    "NOT_KNOWN",
    "PEOPLE_HOOKS",
    "REQUIRED",
    "SEARCH_HOOKS",
    "Board",
    "Game",
    "RecordGame",
    "Square",
    "game_name",
    "has_hook",
    "require_methods",
]  # fmt: skip

NOT_KNOWN = 1 << 30  # what look_up() says of a state that is in no table


class Game(Generic[S]):
    """Rules over immutable states. Write the four methods that raise here; add hooks as you like.

    A state is an int, a tuple or NamedTuple of ints, or has numpy arrays inside. Attributes set in `__init__` are the
    game's parameters and must not change afterwards: native code takes them for constants.
    """

    name: ClassVar[str] = ""  # short name; "" means the class name in lower case
    max_moves: int = 64  # no position has more legal moves than this
    num_moves: int = 64  # a move is an int in range(num_moves)
    max_utility: int = 1  # results lie in -max_utility..max_utility; 1: win, draw, loss, and a faster win is better;
    #                       more: the utility itself is what counts, not how fast it comes
    pawn: int = 0  # a small advantage in units of evaluate(); 0: the game does not ask for pruning by margins
    cell_kinds: int = 0  # the numbers of cells() lie in range(cell_kinds)
    shape: tuple[int, int] | None = None  # (rows, columns), if cells() is a board in reading order
    stages: int = 1  # the numbers of stage() lie in range(stages)
    weights: tuple[int, ...] = ()  # what evaluate() multiplies features() with, if they are to be learned
    feature_names: tuple[str, ...] = ()  # what the features are called, in the same order
    scratch: Any = None  # the numpy type of the record that evaluate_with() works with
    tables: Any = None  # a record of what is too big for constants; native code is given its address

    # ---- the four methods every game writes ---------------------------------------------------------------------

    def initial(self) -> S:
        """The state in which a game starts."""
        raise GameError(f"{type(self).__name__} has no method initial(self)")

    def moves(self, s: S, /) -> Iterable[int]:
        """The legal moves of an unfinished state, each once; at least one."""
        raise GameError(f"{type(self).__name__} has no method moves(self, s)")

    def play(self, s: S, move: int, /) -> S:
        """The state after `move`; `s` stays as it was."""
        raise GameError(f"{type(self).__name__} has no method play(self, s, move)")

    def result(self, s: S, /) -> int | None:
        """None while the game goes on; else +1, 0, -1 (or a utility) for the player to move."""
        raise GameError(f"{type(self).__name__} has no method result(self, s)")

    # ---- hooks of the search ------------------------------------------------------------------------------------

    def to_move(self, s: S, /) -> int:
        """0 or 1: who moves. Write it only if a player may move twice in a row; otherwise players alternate."""
        raise NotImplementedError

    def evaluate(self, s: S, /) -> int:
        """An estimate of an unfinished state for the player to move."""
        return 0

    def evaluate_with(self, s: S, memory: Any, view: int, /) -> int:
        """As evaluate(), with working memory that is kept from one call to the next: a record of the type `scratch`, at
        first all zeros, one for each thread. `view` is 0 or 1, the same for positions with the same player to move."""
        raise NotImplementedError

    def key(self, s: S, /) -> int:
        """A hash of 64 bits; equal for states that are mirror images of each other, where the game is symmetric."""
        raise NotImplementedError

    def order(self, s: S, move: int, /) -> int:
        """How promising a move is: > 0 try early, < 0 try late, 0 let killers and history decide."""
        return 0

    def quiet_order(self, s: S, move: int, /) -> int:
        """The order of moves inside the quiescence search (its moves are `tactical`)."""
        return 0

    def tactical(self, s: S, /) -> Iterable[int]:
        """The moves that the quiescence search still looks at below the horizon."""
        raise NotImplementedError

    def quiet(self, s: S, move: int, /) -> bool:
        """May this move be reduced, pruned and remembered as a killer?"""
        return True

    def pass_turn(self, s: S, /) -> S:
        """The state if the player to move did nothing (null move)."""
        raise NotImplementedError

    def can_pass(self, s: S, /) -> bool:
        """Is a null move a fair lower bound here (no zugzwang)?"""
        return True

    def in_check(self, s: S, /) -> bool:
        """Is the player to move under a threat that he must answer? Then search deeper, and never stand pat."""
        return False

    def gives_check(self, s: S, move: int, /) -> bool:
        """Will the other player be `in_check` after this move? Then it is neither pruned nor reduced for being late."""
        raise NotImplementedError

    def gain(self, s: S, move: int, /) -> int:
        """The most that a tactical move can win, in units of evaluate()."""
        raise NotImplementedError

    def safe(self, s: S, move: int, threshold: int, /) -> bool:
        """Does the exchange that the move begins win at least `threshold`?"""
        raise NotImplementedError

    def no_moves(self, s: S, /) -> int:
        """The result of a state without legal moves, where `result` leaves that to the search (mate, stalemate)."""
        raise NotImplementedError

    def clock(self, s: S, /) -> int:
        """Plies since the last move that cannot be undone: a state repeated within them is a draw."""
        raise NotImplementedError

    def look_up(self, s: S, memory: int, /) -> int:
        """The true result of an unfinished state for the player to move, from tables at this address of memory;
        NOT_KNOWN if it is not there. Who made the tables knows how they are laid out (`record_at`, `byte_at`)."""
        raise NotImplementedError

    # ---- hooks for people ---------------------------------------------------------------------------------------

    def to_text(self, s: S, /) -> str:
        """A position as text, such that from_text() gives it back."""
        raise NotImplementedError

    def from_text(self, text: str, /) -> S:
        """The position that a text describes; InputError if it describes none."""
        raise NotImplementedError

    def show_move(self, s: S, move: int, /) -> str:
        """A move as people write it."""
        return str(move)

    def read_move(self, s: S, text: str, /) -> int:
        """The legal move that a text means; InputError if it means none."""
        wanted = text.strip()
        legal = [int(m) for m in self.moves(s)]
        for move in legal:
            if self.show_move(s, move) == wanted:
                return move
        for move in legal:
            if self.show_move(s, move).lower() == wanted.lower():
                return move
        shown = ", ".join(self.show_move(s, move) for move in legal[:12]) + (", ..." if len(legal) > 12 else "")
        raise InputError(f"{text[:40]!r} is not a legal move here; legal moves are {shown}")

    def ending(self, states: Sequence[S], /) -> tuple[int, str] | None:
        """How a game through these states, oldest first, has ended: (result for the mover, why); None: it goes on.

        Write it where the last state alone does not decide (repetition), or to say why a game is over."""
        raise NotImplementedError

    def board(self, s: S, /) -> Board:
        """A picture of the position."""
        raise NotImplementedError

    # ---- hooks for learning -------------------------------------------------------------------------------------

    def cells(self, s: S, /) -> Sequence[int]:
        """The state as the player to move sees it: always the same number of ints, each in range(cell_kinds)."""
        raise NotImplementedError

    def stage(self, s: S, /) -> int:
        """Which stage of the game this is, if positions of one stage should not be judged like those of another."""
        return 0

    def features(self, s: S, /) -> Sequence[float]:
        """What evaluate() counts, one number for each of `weights`: evaluate() is the sum of their products.

        As it stands: what evaluate() says if one weight is 1 and the others are 0."""
        counts = []
        for i in range(len(self.weights)):
            alone = copy.copy(self)
            alone.weights = tuple(int(i == j) for j in range(len(self.weights)))
            counts.append(alone.evaluate(s))
        return counts

    def symmetries(self) -> Sequence[tuple[int, ...]]:
        """Ways to turn and mirror a board: `[cells[i] for i in way]` are the cells of a state of the same worth."""
        return ()

    @classmethod
    def from_spec(cls, parameters: str, /) -> Game[Any]:
        """The game that `name:parameters` means ("connect4:8x7"); "" is the default game; InputError if it means none.

        The text may come from a visitor of the server: it must not open a file, read input or import anything."""
        if parameters:
            raise InputError(f"{cls.__name__} takes no parameters, but {parameters[:40]!r} was given")
        return cls()

    @classmethod
    def from_command_line(cls, parameters: str, /) -> Game[Any]:
        """As `from_spec`, for what the user of this machine typed: write it where parameters may name a file."""
        return cls.from_spec(parameters)


class RecordGame(Game[Any]):
    """Rules that write into records: no object is made while searching.

    A state is a record of `dtype` (a numpy structured type) in a stack that the search owns, one record for each ply;
    undo is `ply - 1`. `initial()` returns such a record. Hooks take the record; three methods differ from `Game`:
    `moves(s, buffer, at)` and `tactical(s, buffer, at)` write moves to buffer[at:] and return how many, `play(s, move,
    t)` and `pass_turn(s, t)` write the whole next record t. `plytree.games.contract.records.as_game` shows a RecordGame
    as a plain Game.
    """

    dtype: Any = None

    def moves(self, s: Any, buffer: Any, at: int, /) -> int:  # type: ignore[override]
        raise GameError(f"{type(self).__name__} has no method moves(self, s, buffer, at)")

    def play(self, s: Any, move: int, t: Any, /) -> None:  # type: ignore[override]
        raise GameError(f"{type(self).__name__} has no method play(self, s, move, t)")

    def tactical(self, s: Any, buffer: Any, at: int, /) -> int:  # type: ignore[override]
        raise NotImplementedError

    def pass_turn(self, s: Any, t: Any, /) -> None:  # type: ignore[override]
        raise NotImplementedError


REQUIRED = ("initial", "moves", "play", "result")
SEARCH_HOOKS = (
    "to_move", "evaluate", "key", "order", "quiet_order", "tactical", "quiet", "pass_turn", "can_pass", "in_check",
    "gives_check", "gain", "safe", "no_moves", "clock", "look_up",
)  # fmt: skip
PEOPLE_HOOKS = ("to_text", "from_text", "show_move", "read_move", "ending", "board")
LEARNING_HOOKS = ("cells", "stage", "features", "symmetries")


def has_hook(game: Game[Any], hook: str) -> bool:
    """Did the author of the game write this method?"""
    written = getattr(type(game), hook)
    return written is not getattr(Game, hook) and written is not getattr(RecordGame, hook)


def side_to_move(game: Game[Any], state: Any, history: Sequence[Any] = ()) -> int:
    """Whose turn it is: 0 is the side that was to move in the oldest state of the history, 1 the other."""
    if has_hook(game, "to_move"):
        return int(game.to_move(state) != game.to_move(history[0] if history else state))
    return len(history) % 2


def game_name(game: Game[Any]) -> str:
    """The short name of a game."""
    return type(game).name or type(game).__name__.lower()


def require_methods(game: Game[Any]) -> None:
    """GameError if one of the four methods is missing."""
    for method in REQUIRED:
        if not has_hook(game, method):
            raise GameError(f"{type(game).__name__} has no method {method!r}; every game needs {', '.join(REQUIRED)}")
