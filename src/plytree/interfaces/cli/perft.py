"""The command `perft`: count the tree of a game."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from plytree.interfaces.cli.basics import GameArgument, JsonOption


def register(app: typer.Typer) -> None:
    app.command()(perft)


def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Argument(help="Plies to count")],
    position: Annotated[str, typer.Option(help="Count from this position instead of the start")] = "",
    split: Annotated[bool, typer.Option("--divide", help="Also count for each move of the position")] = False,
    as_json: JsonOption = False,
) -> None:
    """Count the positions of a game tree, to test rules against published counts."""
    from time import perf_counter

    from plytree.errors import InputError
    from plytree.games.catalog import load_game
    from plytree.matches.session import read_position
    from plytree.search.perft import Counts, divide
    from plytree.search.perft import perft as count

    rules = load_game(game)
    root = read_position(rules, position) if position else rules.initial()
    if split and depth < 1:
        raise InputError(f"depth {depth} cannot be divided by moves; expected 1 or more")
    begin = perf_counter()
    parts: dict[str, Counts] = {}
    if split:
        parts = {rules.show_move(root, move): found for move, found in divide(rules, depth, root, "auto").items()}
        total = sum(parts.values(), Counts(leaves=0, nodes=1, finished=int(rules.result(root) is not None)))
    else:
        total = count(rules, depth, root, "auto")
    seconds = perf_counter() - begin
    if as_json:
        moves = {"divide": {move: part.leaves for move, part in parts.items()}} if split else {}
        counts = {"leaves": total.leaves, "nodes": total.nodes, "finished": total.finished}
        head = {"game": game, "position": position, "depth": depth}
        print(json.dumps({**head, **counts, "seconds": round(seconds, 6), **moves}))
        return
    for move, part in parts.items():
        print(f"{move}: {part.leaves}")
    speed = f", {total.nodes / seconds / 1e6:.2f} M nodes/s" if seconds > 0.01 else ""
    print(f"leaves at depth {depth}: {total.leaves}")
    print(f"nodes: {total.nodes}, finished games: {total.finished}, {seconds:.3f} s{speed}")
