"""The command `explain`: see an algorithm work on a tree or on a position."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from plytree.explain.trace import Trace
    from plytree.search.textbook.tree import GameTree

FORMATS = ("text", "json", "svg", "dot", "mermaid", "latex", "csv")


def register(app: typer.Typer) -> None:
    app.command()(explain)


def explain(
    tree: Annotated[str, typer.Argument(help="[[3,5],[2,9]], ((a=3,b=5),(c=2,d=9)), a file, or - for stdin")] = "",
    variant: Annotated[
        str, typer.Option(help="minimax, fail-soft, strict, fail-hard, no-v, listing, negamax, functional; or engine")
    ] = "fail-soft",
    techniques: Annotated[str, typer.Option("--with", help="With --variant engine: table,killers,pvs,...")] = "",
    format: Annotated[str, typer.Option(help=", ".join(FORMATS))] = "text",
    game: Annotated[str, typer.Option(help="Explain a position of this game instead of a tree")] = "",
    position: Annotated[str, typer.Option(help="With --game: the position; empty: the start")] = "",
    root: Annotated[str, typer.Option(help="Who moves at the root of a tree: max or min")] = "max",
    leaves: Annotated[str, typer.Option(help="Values of leaves that are letters: a=3,b=5 for [[a,b]]")] = "",
    last_cuts: Annotated[bool, typer.Option("--last-cuts", help="Show cutoffs after the last child too")] = False,
    depth: Annotated[int | None, typer.Option(min=1, help="Plies to search [default with --game: 3]")] = None,
    theme: Annotated[str, typer.Option(help="Colours of svg: auto, light or dark")] = "auto",
    lang: Annotated[str, typer.Option(help="Language of text: en or de")] = "en",
    step: Annotated[int | None, typer.Option(min=0, help="Show the state after so many steps")] = None,
    max_nodes: Annotated[int, typer.Option(min=1, help="Show at most so many nodes")] = 5000,
    out: Annotated[Path | None, typer.Option(help="Write to this file instead of standard output")] = None,
    diff: Annotated[str, typer.Option(help="Run two variants in lockstep: fail-soft,no-v")] = "",
    find_difference: Annotated[str, typer.Option(help="A smallest tree that separates two variants: A,B")] = "",
    ties: Annotated[str, typer.Option(help="With --find-difference: first, last or any; or one for each: A,B")] = "",
    by: Annotated[str, typer.Option(help="With --find-difference: differ by move, leaves or steps")] = "",
    best_order: Annotated[bool, typer.Option("--best-order", help="An order of children with fewest leaves")] = False,
    distances: Annotated[
        bool, typer.Option("--distances", help="With --game: the line to the end, by tables of exact values")
    ] = False,
    move: Annotated[str, typer.Option(help="With --distances: the first move of the line")] = "",
) -> None:
    """Show every step of alpha-beta (or minimax) on a tree or a position.

    Try: plytree explain "[[3,5],[2,9]]"
    """
    from plytree.errors import InputError
    from plytree.explain.render import render
    from plytree.explain.trace import explain as run
    from plytree.files import require_writable

    if out is not None:
        require_writable(out)
    if format not in FORMATS:
        raise InputError(f"{format!r} is not a format; expected one of {', '.join(FORMATS)}")
    if sum(map(bool, (diff, find_difference, best_order))) > 1:
        raise InputError("--diff, --find-difference and --best-order are three questions; ask one at a time")
    if (diff or find_difference or best_order) and format not in ("text", "json"):
        raise InputError(f"{format!r} is a format for one trace; this question is answered in text or json")
    if distances:
        _write(_distances(game, position, move, lang), out)
        return
    if find_difference:
        _write(_found_difference(find_difference, ties, by, format), out)
        return
    given = _tree(tree, game, position, depth, root, leaves)
    if diff:
        _write(_compared(given, diff, format), out)
        return
    if best_order:
        _write(_ordered(given, variant, format), out)
        return
    if variant == "engine":
        trace = _engine_trace(given, techniques)
    else:
        trace = run(given, variant, last_cuts=last_cuts)
    if step is not None:
        trace = trace.at(step)
    trace = _limited(trace, max_nodes)
    _write(render(trace, format, theme, lang), out)  # type: ignore[arg-type]


def _distances(game: str, position: str, move: str, lang: str) -> str:
    """Why a move keeps the win, in an ending that tables know."""
    from plytree.errors import InputError
    from plytree.explain.distances import WORDS, line_of_distances, tell
    from plytree.games.catalog import load_game
    from plytree.matches.session import read_position
    from plytree.solvers.known import known

    if not game:
        raise InputError("--distances is about a position of a game; name it with --game")
    if lang not in WORDS:
        raise InputError(f"{lang!r} is not a language; expected {' or '.join(WORDS)}")
    rules = load_game(game)
    tables = known(rules)
    if tables is None:
        raise InputError(f"there is no table of {game}; 'plytree tables build {game}' makes one")
    state = read_position(rules, position) if position else rules.initial()
    if rules.result(state) is not None:
        raise InputError(f"{position!r} is a finished game; expected a position with a move to make")
    return tell(line_of_distances(rules, tables, state, rules.read_move(state, move) if move else None), lang)


def _tree(tree: str, game: str, position: str, depth: int | None, root: str, leaves: str) -> GameTree:
    from plytree.errors import InputError
    from plytree.games.catalog import load_game
    from plytree.games.trees.handtree import read_tree, with_leaves
    from plytree.matches.session import read_position
    from plytree.search.textbook.tree import GameTree, PaperTree

    if root not in ("max", "min"):
        raise InputError(f"{root!r} is not a player; expected --root max or --root min")
    if game and root == "min":
        raise InputError("--root min belongs to a tree; in a game the player to move is MAX")
    if game and tree:
        raise InputError(f"give a tree ({tree[:40]!r}) or a game (--game {game}), not both")
    if game:
        rules = load_game(game)
        state: Any = read_position(rules, position) if position else rules.initial()
        return GameTree(rules, state, 3 if depth is None else depth)
    if position:
        raise InputError(f"--position {position!r} belongs to a game; name it with --game")
    if not tree:
        raise InputError("there is no tree to explain; expected one like [[3,5],[2,9]], a file, - or --game GAME")
    return PaperTree(read_tree(with_leaves(tree, leaves) if leaves else tree), depth, max_begins=root == "max")


def _engine_trace(tree: GameTree, techniques: str) -> Trace:
    """The engine's own search; it plays games, so a tree on paper becomes the game that is played on it."""
    from plytree.errors import InputError
    from plytree.explain.engine_trace import explain_engine, named_techniques
    from plytree.games.trees.handtree import MAX_DEPTH, HandTree
    from plytree.search.textbook.tree import GameTree, PaperTree

    if isinstance(tree, PaperTree):
        if not tree.max_begins:
            raise InputError("the engine plays a tree as a game, where the root is MAX; expected another --variant")
        tree = GameTree(HandTree(tree.state), depth=tree.depth or MAX_DEPTH)
    return explain_engine(tree, named_techniques([name.strip() for name in techniques.split(",") if name.strip()]))


def _limited(trace: Trace, max_nodes: int) -> Trace:
    if trace.size <= max_nodes:
        return trace
    print(
        f"plytree: the trace has {trace.size} nodes; shown are the first {max_nodes} breadth-first "
        f"(--max-nodes {trace.size} shows all)",
        file=sys.stderr,
    )
    return trace.limited(max_nodes)


def _two(text: str, option: str, example: str) -> tuple[str, str]:
    from plytree.errors import InputError

    names = [name.strip() for name in text.split(",")]
    if len(names) != 2:
        raise InputError(f"{option} {text!r} is not a pair; expected two names like {example}")
    return names[0], names[1]


def _compared(tree: GameTree, pair: str, format: str) -> str:
    from plytree.explain.diff import compare, difference_to_json, render_difference

    difference = compare(tree, *_two(pair, "--diff", "fail-soft,no-v"))
    return json.dumps(difference_to_json(difference)) + "\n" if format == "json" else render_difference(difference)


def _found_difference(pair: str, ties: str, by: str, format: str) -> str:
    from plytree.explain.separate import (
        Player,
        find_difference,
        most_telling_difference,
        render_separation,
        separation_to_json,
    )

    first, second = _two(pair, "--find-difference", "fail-soft,no-v")
    if ties or by:
        one, two = _two(ties, "--ties", "first,last") if "," in ties else (ties or "first", ties or "first")
        found = find_difference(Player(first, one), Player(second, two), by or "move")  # type: ignore[arg-type]
    else:
        found = most_telling_difference(first, second)
    return json.dumps(separation_to_json(found)) + "\n" if format == "json" else render_separation(found)


def _ordered(tree: GameTree, variant: str, format: str) -> str:
    from plytree.errors import InputError
    from plytree.explain.ordering import best_order, order_to_json, render_order
    from plytree.search.textbook.tree import PaperTree

    if not isinstance(tree, PaperTree) or tree.depth is not None or not tree.max_begins:
        raise InputError(
            "--best-order reorders a whole tree; expected one like [[3,5],[2,9]], without --game, --depth or --root min"
        )
    order = best_order(tree.state, variant)
    return json.dumps(order_to_json(order)) + "\n" if format == "json" else render_order(order)


def _write(text: str, out: Path | None) -> None:
    """To standard output, or whole into a file."""
    from plytree.files import write_text

    if out is None:
        sys.stdout.write(text)
    else:
        write_text(out, text)
