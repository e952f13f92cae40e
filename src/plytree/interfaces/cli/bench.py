"""Command: bench. Runs the benchmark scripts that come with the source."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

USUAL = ("speed", "pruning", "timeliness", "threads", "startup")
SIGNATURE: dict[str, dict[str, int]] = {  # game: position: depth; in Python, so that nothing has to be compiled
    "tictactoe": {"": 9, "X...O....": 9},
    "connect4": {"": 8, "4453": 8, "3637": 8, "112255": 8},
    "othello": {"": 5},
    "nim": {"": 9},
    "dots:2x2": {"": 6},
    # the only one with pawn, quiet, pass_turn, tactical, safe, clock: a middle game, and an ending deep enough for all
    "chess": {
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 5": 5,
        "8/5k2/8/3p1p2/3P1K2/6P1/8/8 w - - 0 1": 9,
    },
}


def register(app: typer.Typer) -> None:
    app.command()(bench)


def bench(
    names: Annotated[list[str] | None, typer.Argument(help=f"Benchmarks to run [default: {' '.join(USUAL)}]")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer and smaller runs")] = False,
    out: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write all figures there")] = None,
    signature: Annotated[
        bool, typer.Option("--signature", help="Only one node count over fixed positions: what the search does")
    ] = False,
) -> None:
    """Measure speed, pruning, timeliness, threads and start-up."""
    if signature:
        print(node_signature())
        return
    run_scripts(names or list(USUAL), quick, out)


def node_signature(names: Sequence[str] = tuple(SIGNATURE)) -> int:
    """The nodes that fixed searches visit: a change that is meant to change nothing leaves it as it is."""
    from plytree.games.catalog import load_game
    from plytree.search.engine import Engine
    from plytree.search.limits import Limits

    nodes = 0
    for name in names:
        game = load_game(name)
        for position, depth in SIGNATURE[name].items():
            engine = Engine(game, mode="python", table_mb=16)
            state = game.from_text(position) if position else game.initial()
            nodes += engine.search(state, Limits(depth=depth)).nodes
    return nodes


def run_scripts(names: list[str], quick: bool, out: Path | None) -> None:
    import os
    import platform
    import subprocess
    import tempfile

    import plytree
    from plytree.errors import InputError
    from plytree.files import require_writable, write_text

    if out is not None:
        require_writable(out)
    folder = Path(plytree.__file__).parents[2] / "bench"
    if not folder.is_dir():
        raise InputError("the benchmarks are part of the source, not of the installed package: run this in a checkout")
    known = sorted(script.stem for script in folder.glob("*.py"))
    for name in names:
        if name not in known:
            raise InputError(f"{name!r} is not a benchmark; expected one of {', '.join(known)}")
    figures: dict[str, object] = {
        "version": plytree.__version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
    }
    with tempfile.TemporaryDirectory() as folder_of_figures:
        for name in names:
            file = Path(folder_of_figures) / f"{name}.json"
            command = [sys.executable, str(folder / f"{name}.py"), "--json", str(file)]
            done = subprocess.run(command + (["--quick"] if quick else []))
            if done.returncode:
                print(f"plytree: the benchmark {name} failed", file=sys.stderr)
                raise typer.Exit(1)
            figures[name] = json.loads(file.read_text())
    if out is not None:
        write_text(out, json.dumps(figures, indent=2) + "\n")
