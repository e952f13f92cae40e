"""What can be wrong with a game in one position: each check looks at one thing and says it in one sentence."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from plytree.errors import GameError, InputError
from plytree.games.contract.game import NATURE, Board, Game, has_hook

MAX_ESTIMATE = 1_000_000
LOOK_AHEAD = 12  # plies in which a third player would have come to move
NONSENSE = "\x00?!"  # a text that no notation uses


class Broken(Exception):
    """A method did what it must not do; the text is the rest of a sentence that begins with `method`."""

    def __init__(self, method: str, what: str):
        super().__init__(f"{method}() {what}")
        self.method = method


def frozen(value: Any) -> Any:
    """A hashable picture of a state: equal pictures, equal states."""
    if isinstance(value, np.ndarray):
        return ("array", value.shape, value.dtype.str, value.tobytes())
    if isinstance(value, (tuple, list)):
        return (type(value).__name__, *(frozen(part) for part in value))
    if isinstance(value, dict):
        return ("dict", *((key, frozen(part)) for key, part in value.items()))
    if isinstance(value, (np.integer, np.bool_)):
        return int(value)
    try:
        hash(value)
    except TypeError:
        return repr(value)
    return value


def rebuilt(value: Any) -> Any:
    """An equal state made of new objects, so that nothing can hang on their identity."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, tuple):
        parts = [rebuilt(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return list(value) if isinstance(value, list) else dict(value) if isinstance(value, dict) else value


def ask(game: Game[Any], method: str, s: Any, *arguments: Any) -> Any:
    """What a method answers; Broken if it raises, changes the state, or answers the same question differently."""
    answers, picture = [], frozen(s)
    for _ in range(2):
        state = rebuilt(s)
        try:
            answer = getattr(game, method)(state, *arguments)
            answers.append(list(answer) if method in ("moves", "tactical") else answer)
        except Exception as error:
            raise Broken(method, f"raised {type(error).__name__}: {short(str(error))}") from error
        if frozen(state) != picture:
            raise Broken(method, f"changed its argument from {short(repr(s))} to {short(repr(state))}")
    if frozen(answers[0]) != frozen(answers[1]):
        both = f"{short(repr(answers[0]), 40)} and then {short(repr(answers[1]), 40)}"
        raise Broken(method, f"answered {both} for the same state; {NATURE}")
    return answers[0]


def short(text: str, most: int = 80) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 3] + "..."


def is_int(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def whole(game: Game[Any], method: str, s: Any, *arguments: Any) -> int:
    """The answer of a method that must give an int."""
    answer = ask(game, method, s, *arguments)
    if not is_int(answer):
        raise Broken(method, f"gave {short(repr(answer))}; expected an int")
    return int(answer)


def result_of(game: Game[Any], s: Any) -> int | None:
    """The result, with no_moves() asked where result() leaves that to the search."""
    answer = ask(game, "result", s)
    if answer is None and has_hook(game, "no_moves") and not ask(game, "moves", s):
        return whole(game, "no_moves", s)
    if answer is not None and not is_int(answer):
        raise Broken("result", f"gave {short(repr(answer))}; expected None or an int")
    return None if answer is None else int(answer)


def legal_moves(game: Game[Any], s: Any) -> list[int]:
    """The moves of an unfinished state; Broken if they are not what the contract says."""
    moves = ask(game, "moves", s)
    for move in moves:
        if not is_int(move):
            raise Broken("moves", f"gave {short(repr(move))}, a {type(move).__name__}; expected ints")
        if not 0 <= move < game.num_moves:
            raise Broken("moves", f"gave {move}; expected moves from 0 to num_moves - 1 = {game.num_moves - 1}")
    if len(set(moves)) < len(moves):
        raise Broken("moves", f"gave {next(m for m in moves if moves.count(m) > 1)} twice")
    if not moves:
        raise Broken("moves", "gave no move, but result() is None: the game goes on")
    if len(moves) > game.max_moves:
        raise Broken("moves", f"gave {len(moves)} moves, but max_moves is {game.max_moves}")
    return [int(move) for move in moves]


def check_state(game: Game[Any], s: Any, first: Any) -> None:
    """Broken if a state is not made as states must be; `first` is the initial state."""
    _check_parts(s, "initial" if s is first else "play")
    if _kind(s) != _kind(first):
        raise Broken("play", f"gave the state {short(repr(s))}, which is not made like {short(repr(first))}")


def _check_parts(value: Any, method: str) -> None:
    """What can change must not be in a state, but for arrays, which everybody copies."""
    if isinstance(value, np.ndarray):
        return
    if isinstance(value, tuple):
        for part in value:
            _check_parts(part, method)
        return
    try:
        hash(value)
    except TypeError:
        expected = "expected what cannot change: ints, texts, tuples, frozensets, frozen dataclasses, or numpy arrays"
        raise Broken(method, f"gave a state with a {type(value).__name__} in it; {expected}") from None


def _kind(value: Any) -> Any:
    """What all states of a game have in common."""
    if isinstance(value, np.ndarray):
        return (value.shape, value.dtype.str)
    if hasattr(value, "_fields"):
        return (type(value).__name__, len(value))
    return "int" if isinstance(value, (int, np.integer, np.bool_)) else type(value).__name__


def first_look(game: Game[Any]) -> None:
    """GameError if a game is broken already at its start: names the method and what was wrong."""
    try:
        first = game.initial()
    except Exception as error:
        what = f"{type(error).__name__}: {short(str(error))}"
        raise GameError(f"{type(game).__name__}.initial() raised {what}") from error
    try:
        check_state(game, first, first)
        if result_of(game, first) is None:
            for move in legal_moves(game, first):
                child = ask(game, "play", first, move)
                check_state(game, child, first)
                result_of(game, child)
    except Broken as broken:
        raise GameError(f"{type(game).__name__}.{broken}, at the start or after one move") from broken
    if has_hook(game, "to_move"):
        try:
            _count_players(game, first)
        except Broken as broken:
            raise GameError(f"{type(game).__name__}.{broken}") from broken


def _count_players(game: Game[Any], first: Any) -> None:
    """Follow a few games for a while; Broken if a third player or chance comes to move."""
    choice = random.Random(0)
    for _ in range(4):
        s = first
        for _ in range(LOOK_AHEAD):
            side = ask(game, "to_move", s)
            if side not in (0, 1):
                raise Broken("to_move", f"gave {short(repr(side))}; expected 0 or 1: {NATURE}")
            if result_of(game, s) is not None:
                break
            s = ask(game, "play", s, choice.choice(legal_moves(game, s)))


# ---- checks: each yields at most one sentence ------------------------------------------------------------------------


def check_result(game: Game[Any], s: Any, result: int | None, moves: list[int]) -> Iterator[str]:
    if result is not None and abs(result) > game.max_utility:
        yield f"result() gave {result}, but max_utility is {game.max_utility}"


def check_zero_sum(game: Game[Any], s: Any, result: int | None, moves: list[int]) -> Iterator[str]:
    """Seen by the other player, what was won must be lost."""
    if result is None or not has_hook(game, "pass_turn"):
        return
    seen = result_of(game, ask(game, "pass_turn", s))
    if seen is not None and seen != -result:
        yield f"result() is {result} for the player to move and {seen} for the other one; expected {-result}"


def check_to_move(game: Game[Any], s: Any, result: int | None, moves: list[int]) -> Iterator[str]:
    if has_hook(game, "to_move") and whole(game, "to_move", s) not in (0, 1):
        yield f"to_move() gave {game.to_move(s)}; expected 0 or 1: {NATURE}"


def check_evaluate(game: Game[Any], s: Any, result: int | None, moves: list[int]) -> Iterator[str]:
    if result is None and abs(whole(game, "evaluate", s)) >= MAX_ESTIMATE:
        yield f"evaluate() gave {game.evaluate(s)}; expected less than {MAX_ESTIMATE}, or it would look like a win"


def check_key(game: Game[Any], s: Any, result: int | None, moves: list[int]) -> Iterator[str]:
    if has_hook(game, "key") and not -(2**63) <= whole(game, "key", s) < 2**64:
        yield f"key() gave {game.key(s)}, which has more than 64 bits"


def check_order(game: Game[Any], s: Any, result: int | None, moves: list[int]) -> Iterator[str]:
    for hook in ("order", "quiet_order"):
        if has_hook(game, hook):
            for move in moves:
                whole(game, hook, s, move)
    return
    yield


def check_tactical(game: Game[Any], s: Any, result: int | None, moves: list[int]) -> Iterator[str]:
    if has_hook(game, "tactical") and result is None:
        tactical = ask(game, "tactical", s)
        for move in tactical:
            if move not in moves:
                yield f"tactical() gave {short(repr(move))}, which is not a legal move"
                return
        if len(set(tactical)) < len(tactical):
            yield "tactical() gave a move twice"


def check_text(game: Game[Any], s: Any, result: int | None, moves: list[int]) -> Iterator[str]:
    if has_hook(game, "to_text") != has_hook(game, "from_text"):
        yield "to_text() and from_text() belong together, but only one of them is written"
        return
    if not has_hook(game, "to_text"):
        return
    text = ask(game, "to_text", s)
    if not isinstance(text, str) or "\n" in text:
        yield f"to_text() gave {short(repr(text))}; expected one line of text"
        return
    try:
        back = game.from_text(text)
    except Exception as error:
        yield f"from_text({short(text)!r}) raised {type(error).__name__}: {short(str(error))}, but to_text() wrote this"
        return
    if frozen(back) != frozen(s):
        yield f"from_text({short(text)!r}) gave {short(repr(back))}, but to_text() wrote this for {short(repr(s))}"


def check_notation(game: Game[Any], s: Any, result: int | None, moves: list[int]) -> Iterator[str]:
    shown: dict[str, int] = {}
    for move in moves:
        text = ask(game, "show_move", s, move)
        if not isinstance(text, str) or not text.strip():
            yield f"show_move() gave {short(repr(text))} for move {move}; expected a text"
            return
        if text in shown:
            yield f"show_move() wrote {text!r} for two moves, {shown[text]} and {move}"
            return
        shown[text] = move
        if not has_hook(game, "read_move"):
            continue  # finds it by show_move
        read = ask(game, "read_move", s, text)
        if read != move:
            yield f"read_move() understood {text!r} as move {read!r}, but show_move() wrote it for move {move}"
            return


def check_nonsense(game: Game[Any], s: Any, result: int | None, moves: list[int]) -> Iterator[str]:
    """Wrong texts are refused with InputError, so that a program can say what was wrong."""
    readers: list[tuple[str, Callable[[], Any]]] = []
    if has_hook(game, "from_text"):
        readers.append(("from_text", lambda: game.from_text(NONSENSE)))
    if has_hook(game, "read_move") and moves:
        readers.append(("read_move", lambda: game.read_move(s, NONSENSE)))
    for name, read in readers:
        try:
            answer = read()
        except InputError:
            continue
        except Exception as error:
            yield f"{name}({NONSENSE!r}) raised {type(error).__name__}; expected InputError"
            return
        yield f"{name}({NONSENSE!r}) gave {short(repr(answer))}; expected InputError"
        return


def check_board(game: Game[Any], s: Any, result: int | None, moves: list[int]) -> Iterator[str]:
    if not has_hook(game, "board"):
        return
    board = ask(game, "board", s)
    if not isinstance(board, Board) or not board.cells or len({len(row) for row in board.cells}) != 1:
        yield "board() gave no rectangle of cells"
        return
    if result is not None:
        return  # where the game is over nobody asks for squares
    height, width = len(board.cells), len(board.cells[0])
    for move, squares in board.squares.items():
        if move not in moves:
            yield f"board() shows squares for move {move}, which is not legal"
            return
        if not all(0 <= row < height and 0 <= column < width for row, column in squares):
            yield f"board() shows move {move} on {squares}, outside the board of {height} x {width}"
            return
    missing = [move for move in moves if move not in board.squares]
    if board.squares and missing:
        yield f"board() shows no squares for the legal move {missing[0]}; expected () for a move without any"


Check = Callable[[Game[Any], Any, int | None, list[int]], Iterator[str]]
CHECKS: dict[str, Check] = {
    "result": check_result,
    "zero-sum": check_zero_sum,
    "to_move": check_to_move,
    "evaluate": check_evaluate,
    "key": check_key,
    "order": check_order,
    "tactical": check_tactical,
    "text": check_text,
    "notation": check_notation,
    "nonsense": check_nonsense,
    "board": check_board,
}
