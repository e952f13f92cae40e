"""The command `play`: a game in the terminal."""

from __future__ import annotations

import contextlib
import sys
from typing import Annotated

import typer

from plytree.interfaces.cli.basics import GameArgument


def register(app: typer.Typer) -> None:
    app.command()(play)


def play(
    game: GameArgument,
    time: Annotated[float | None, typer.Option(help="Seconds the computer thinks for a move [default: 1]")] = None,
    depth: Annotated[int | None, typer.Option(help="Plies the computer looks ahead")] = None,
    level: Annotated[int | None, typer.Option(help="Strength of the computer, 1 to 10")] = None,
    first: Annotated[str, typer.Option(help="Who begins: human or computer")] = "human",
    players: Annotated[
        tuple[str, str] | None,
        typer.Option(help="Who plays, first player first: human, engine:depth=6, level:3, random, my.py:Player"),
    ] = None,
    position: Annotated[str, typer.Option(help="Begin from this position")] = "",
) -> None:
    """Play a game in the terminal: against the computer, against each other, or watch two programs."""
    from rich.console import Console

    from plytree.errors import InputError
    from plytree.games.catalog import load_game
    from plytree.interfaces.terminal.game import TerminalGame
    from plytree.matches.session import Session, read_position
    from plytree.players.player import make_player

    if first not in ("human", "computer"):
        raise InputError(f"--first {first!r} is not a player; expected human or computer")
    given = {"--time": time, "--depth": depth, "--level": level}
    chosen = [option for option, value in given.items() if value is not None]
    if players is not None and chosen:
        raise InputError(f"{chosen[0]} is for the computer; with --players write it there, like engine:time=1")
    if level is not None and len(chosen) > 1:
        raise InputError(f"--level does not go with {chosen[0]}; expected one of them")
    rules = load_game(game)
    start = read_position(rules, position) if position else None
    if players is None:
        limits = ",".join(f"{option[2:]}={given[option]}" for option in chosen)
        computer = f"level:{level}" if level is not None else f"engine:{limits or 'time=1'}"
        players = ("human", computer) if first == "human" else (computer, "human")
    seats = [None if spec == "human" else make_player(spec, rules) for spec in players]
    running = TerminalGame(Session(rules, start), (seats[0], seats[1]), Console(), _read)
    try:
        running.run()
    except KeyboardInterrupt:
        running.say(f"\nYou left the game at position {running.session.position_text()!r}.")
        raise typer.Exit(130) from None
    finally:
        for player in seats:
            if player is not None:
                player.close()


def _read(prompt: str) -> str:
    """One line from the keyboard; what comes through a pipe is shown, as if it had been typed."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  arrow keys edit the line
        return input(prompt)
    line = input(prompt)
    print(line)
    return line
