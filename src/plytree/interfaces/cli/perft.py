"""The command `perft`: count the tree of a game."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from plytree.interfaces.cli.basics import GameArgument, JsonOption


def register(app: typer.Typer) -> None:
    app.command()(perft)


def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Argument(help="Plies to count")],
    position: Annotated[
        str, typer.Option("--position", "--fen", help="Count from this position instead of the start")
    ] = "",
    split: Annotated[bool, typer.Option("--divide", help="Also count for each move of the position")] = False,
    as_json: JsonOption = False,
) -> None:
    """Count the positions of a game tree, to test rules against published counts."""
    from time import perf_counter

    from plytree.errors import InputError
    from plytree.games.catalog import load_game
    from plytree.games.contract.game import has_hook
    from plytree.games.contract.records import RecordView
    from plytree.matches.session import read_position
    from plytree.search.perft.perft import Counts, divide
    from plytree.search.perft.perft import perft as count

    rules = load_game(game)
    root = read_position(rules, position) if position else rules.initial()
    if split and depth < 1:
        raise InputError(f"depth {depth} cannot be divided by moves; expected 1 or more")
    if isinstance(rules, RecordView) and has_hook(rules.records, "no_moves") and 1 <= depth <= 60:
        count_leaves(game, rules, root, position, depth, split, as_json)
        return
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


def count_leaves(game: str, rules: Any, root: Any, position: str, depth: int, split: bool, as_json: bool) -> None:
    """The same for games whose leaves native code counts."""
    from time import perf_counter

    from plytree.search.perft.native_perft import NativePerft

    counter = NativePerft(rules, leaves_only=True)
    begin = perf_counter()
    parts: dict[str, int] = {}
    if split:
        for move in rules.moves(root):
            child = rules.play(root, move)
            parts[rules.show_move(root, move)] = counter.leaves(child, depth - 1) if depth > 1 else 1
    total = sum(parts.values()) if split else counter.leaves(root, depth)
    seconds = perf_counter() - begin
    if as_json:
        moves = {"divide": parts} if split else {}
        head = {"game": game, "position": position, "depth": depth, "leaves": total}
        print(json.dumps({**head, "seconds": round(seconds, 6), **moves}))
        return
    for shown, leaves in parts.items():
        print(f"{shown}: {leaves}")
    speed = f", {total / seconds / 1e6:.1f} M leaves/s" if seconds > 0.001 else ""
    print(f"leaves at depth {depth}: {total}, {seconds:.3f} s{speed}")
