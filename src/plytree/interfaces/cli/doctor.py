"""The command `check`: is a game fit to be searched?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from plytree.interfaces.cli.basics import GameArgument, JsonOption

if TYPE_CHECKING:
    from plytree.games.doctor.examine import Report


def register(app: typer.Typer) -> None:
    app.command()(check)


def check(
    game: GameArgument,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="Random games to play")] = 2000,
    seed: Annotated[int, typer.Option(help="Where the random games begin")] = 0,
    time: Annotated[float, typer.Option(help="Stop after this many seconds")] = 60.0,
    native: Annotated[bool, typer.Option(help="Also try to compile the game to native code")] = True,
    as_json: JsonOption = False,
) -> None:
    """Look for faults in a game: play it at random and show what would break a search."""
    from rich.console import Console
    from rich.progress import Progress, TimeElapsedColumn

    from plytree.games.catalog import load_game
    from plytree.games.doctor.examine import examine
    from plytree.games.doctor.suspicions import speeds
    from plytree.search.acquire.diagnose import native_verdict

    rules = load_game(game, look=False)
    console = Console(stderr=True)
    columns = (*Progress.get_default_columns()[:-1], TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("random games", total=games)
        report = examine(
            rules, games=games, seed=seed, seconds=time, progress=lambda done: bar.update(task, completed=done)
        )
        taken = speeds(rules, report.sample) if report.healthy else {}
        compiles: dict[str, str | bool | None] = {}
        if native and report.healthy:
            bar.update(task, description="compiling", completed=None, total=None)
            refusal = native_verdict(rules)
            compiles = {"native": refusal is None, "native_note": refusal}
    if as_json:
        print(json.dumps({**report.to_json(), "microseconds": taken, **compiles}))
    else:
        print(f"{report.game}: {report.games} random games, {report.positions} different positions looked at")
        for note in report.notes:
            print(f"note: {note}")
        for fault in report.faults:
            print(f"fault ({fault.check}): {fault.sentence}")
        if compiles:
            refused = compiles["native_note"]
            print("it compiles to native code" if refused is None else f"it runs in Python only: {refused}")
        if taken:
            each = ", ".join(f"{method} {seconds:.3g}" for method, seconds in taken.items())
            print(f"microseconds a call in Python: {each}; slowest: {max(taken, key=taken.__getitem__)}")
        print(verdict(report))
    if not report.healthy:
        raise typer.Exit(1)


def verdict(report: Report) -> str:
    """The last line: faults counted, or how much the absence of faults is worth."""
    number = len(report.faults)
    if number:
        return "1 fault found" if number == 1 else f"{number} faults found"
    if report.complete:
        return f"no fault found: all {report.positions} positions of the game were looked at"
    if report.enough:
        return "no fault found"
    return (
        f"nothing can be said: only {report.positions} positions and {report.games} whole games were looked at; give "
        "it more time with --time"
    )
