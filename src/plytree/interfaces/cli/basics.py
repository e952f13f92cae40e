"""Commands for any game: games, move."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

GameArgument = Annotated[str, typer.Argument(help="A game: tictactoe, connect4:8x7, my_game.py, my_game.py:Class")]
PositionArgument = Annotated[str, typer.Argument(help="A position in the game's notation; empty: the start")]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object on stdout and nothing else")]


def register(app: typer.Typer) -> None:
    app.command()(games)
    app.command()(move)


def games(as_json: JsonOption = False) -> None:
    """What can be played."""
    from rich.console import Console
    from rich.table import Table

    from plytree.games.catalog import entries

    if as_json:
        print(json.dumps({"games": [{"name": e.name, "summary": e.summary, "source": e.source} for e in entries()]}))
        return
    table = Table(box=None)
    for heading in ("game", "", "from"):
        table.add_column(heading)
    for entry in entries():
        table.add_row(entry.name, entry.summary, entry.source)
    Console().print(table)


def tell(what: str) -> None:
    """Say what is being waited for, on one line of a terminal, which "" clears; elsewhere only the first time."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\r{what:<40}\r", end="", file=sys.stderr, flush=True)
    elif what.endswith("..."):
        print(what, file=sys.stderr)


def move(
    game: GameArgument,
    position: PositionArgument = "",
    time: Annotated[float | None, typer.Option(help="Seconds to think [default: 1]")] = None,
    depth: Annotated[int | None, typer.Option(help="Plies to search")] = None,
    threads: Annotated[int, typer.Option(min=1, help="Threads that search together")] = 1,
    mode: Annotated[
        str, typer.Option(help="auto, best (waits for the compiler), native (insists on it) or python")
    ] = "auto",
    as_json: JsonOption = False,
) -> None:
    """The best move in a position."""
    from plytree.errors import InputError
    from plytree.games.catalog import load_game
    from plytree.matches.session import read_position, show_line
    from plytree.players.searching import SearchingPlayer
    from plytree.search.engine import Engine
    from plytree.search.limits import Limits
    from plytree.solvers.known import known

    rules = load_game(game)
    state = read_position(rules, position) if position else rules.initial()
    if rules.result(state) is not None:
        raise InputError(f"{position!r} is a finished game; expected a position with a move to make")
    limits = Limits(seconds=1.0 if time is None and depth is None else time, depth=depth)
    engine = Engine(
        rules,
        mode=mode,  # type: ignore[arg-type]
        threads=threads,
        knowledge=known(rules),
        on_wait=tell,
    )
    tell("")
    thinking = SearchingPlayer(engine, limits).start(state)
    try:
        found = thinking.result()
    except KeyboardInterrupt:
        thinking.stop()
        raise
    line = show_line(rules, state, found.pv)
    assert found.move is not None
    shown = rules.show_move(state, found.move)
    if as_json:
        head = {"game": game, "position": position}
        print(json.dumps({**head, **found.to_json(), "move": shown, "pv": line}))
        return
    score = found.score.show(rules.pawn) if found.score else "unknown"
    print(f"{shown}   {score}")
    print(f"depth {found.depth}, {found.nodes} nodes, {found.seconds:.3f} s, {found.mode}; line: {' '.join(line)}")
