"""What each move of a game did to its value: review."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from plytree.advice.review import Review


def register(app: typer.Typer) -> None:
    app.command()(review)


def review(
    game: Annotated[str, typer.Argument(help="A game: connect4, tictactoe, othello, my_game.py")],
    moves: Annotated[list[str], typer.Argument(help="The moves: columns in one word (4453) or one word each")],
    time: Annotated[float, typer.Option(help="Seconds for each position, where the engine reviews")] = 0.5,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout and nothing else")] = False,
) -> None:
    """What each move of a game did to its value, better moves, and the move that lost it.

    Exact for Connect Four; in other games the engine reviews, and estimates are marked.
    """
    from rich.console import Console

    from plytree.advice.review import review as review_game
    from plytree.games.catalog import load_game
    from plytree.search.limits import Limits

    rules = load_game(game)
    played = _read_moves(rules, moves)
    limits = Limits(seconds=time)
    console = Console(stderr=True)
    with console.status(f"0 of {len(played)} moves") as status:
        found = review_game(
            rules, played, limits=limits, on_move=lambda done: status.update(f"{done} of {len(played)} moves")
        )
    if as_json:
        print(json.dumps({**found.to_json(), "game": game}))
    else:
        _show(found)


def _read_moves(rules: Any, words: list[str]) -> list[int]:
    """Moves in the game's own notation; Connect Four's columns may stand in one word."""
    from plytree.games.placing.connect4 import ConnectFour

    if isinstance(rules, ConnectFour):
        words = list("".join(words).strip())
    elif len(words) == 1:
        words = words[0].split()
    state, played = rules.initial(), []
    for word in words:
        move = int(rules.read_move(state, word))
        played.append(move)
        state = rules.play(state, move)
    return played


def _show(found: Review) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None)
    for heading in ("ply", "move", "verdict", "better"):
        table.add_column(heading)
    for move in found.moves:
        better = "" if move.verdict == "best" else " ".join(move.best_shown)
        mark = "[bold]" if move.mistake else ""
        table.add_row(str(move.ply), move.shown, mark + move.verdict, better)
    console = Console()
    console.print(table)
    first, second = found.mistakes
    console.print(f"mistakes: first player {first}, second player {second}" + ("" if found.exact else " (estimated)"))
    if found.first_losing is not None:
        console.print(f"the game was lost with move {found.first_losing}, {found.moves[found.first_losing - 1].shown}")
