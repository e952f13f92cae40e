"""Exact answers: solve."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plytree.errors import InputError
from plytree.solvers.whole import write_whole

if TYPE_CHECKING:
    from plytree.games.placing.connect4 import ConnectFour, State
    from plytree.solvers.connect4 import Solver

SolvedArgument = Annotated[str, typer.Argument(help="A game, or a file with one; connect4 has a solver of its own")]
SizeOption = Annotated[str, typer.Option("--size", help="Board, WIDTHxHEIGHT with width x (height + 1) <= 64")]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object on stdout and nothing else")]


def register(app: typer.Typer) -> None:
    app.command()(solve)


def solve(
    game: SolvedArgument,
    position: Annotated[str, typer.Argument(help="Of connect4 columns played, like 4453; - reads one a line")] = "",
    size: SizeOption = "7x6",
    weak: Annotated[bool, typer.Option("--weak", help="Only won (1), drawn (0) or lost (-1); faster")] = False,
    threads: Annotated[int, typer.Option(min=1, help="Threads that search together")] = 1,
    book: Annotated[bool, typer.Option("--book/--no-book", help="Look early positions up in the opening book")] = True,
    time: Annotated[float, typer.Option(help="Seconds for a proof of a game other than connect4")] = 60.0,
    certificate: Annotated[str, typer.Option(help="Write a proof that can be checked into this file (JSON)")] = "",
    as_json: JsonOption = False,
) -> None:
    """The exact score of a position. Of Connect Four, also of each move in it; other games are proven by alpha-beta.

    Connect Four: 0 is a draw. n > 0: the player to move wins; 1 with the last stone he could have, 2 one stone
    earlier, and so on. n < 0: he loses that way. `-` reads positions from stdin and prints one score a line.
    """
    from plytree.solvers.connect4 import Solver

    if game.partition(":")[0] != "connect4":
        raise typer.Exit(_prove(game, position, threads, time, certificate, as_json))
    rules = connect_four(game, size)
    solver = Solver(rules.width, rules.height, threads=threads, book=book)
    if position == "-":
        raise typer.Exit(_filter(solver, sys.stdin, weak))
    state = rules.from_text(position)
    if rules.result(state) is not None:
        raise InputError(f"{position!r} is a finished game; expected a position with a move to make")
    _answer(solver, position, state, weak, as_json)


def _prove(game: str, position: str, threads: int, seconds: float, file: str, as_json: bool) -> int:
    """Any other game, by the engine; an exit code: 0 if the score is proven."""
    from plytree.games.catalog import load_game
    from plytree.matches.session import read_position, show_line
    from plytree.search.engine import Engine
    from plytree.search.result import Iteration
    from plytree.solvers.proving import certify, check, prove

    rules = load_game(game)
    state = read_position(rules, position) if position else rules.initial()
    if rules.result(state) is not None:
        raise InputError(f"{position!r} is a finished game; expected a position with a move to make")

    def say(what: str) -> None:
        if not as_json:
            print(what, file=sys.stderr)

    engine = Engine(rules, mode="best", threads=threads, on_wait=say)

    def watch(iteration: Iteration) -> None:
        say(f"depth {iteration.depth}: {iteration.nodes} nodes, {iteration.seconds:.1f} s, {iteration.score}")

    found = prove(engine, state, seconds, watch)
    proven = found.score is not None and found.score.proven
    assert found.move is not None
    if file and proven:
        assert found.score is not None
        made = certify(engine, state, found.score)
        assert check(engine.game, state, made) == ""
        text = json.dumps({"game": game, "position": position, **made.to_json()})
        write_whole(Path(file), [text.encode()])
        say(f"{len(made.mover) + len(made.other)} positions with their moves in {file}, checked")
    best, line = rules.show_move(state, found.move), show_line(rules, state, found.pv)
    if as_json:
        head = {"game": game, "position": position, "proven": proven, "outcome": str(found.score)}
        print(json.dumps({**head, **found.to_json(), "move": best, "pv": line}))
    else:
        words = str(found.score) if str(found.score) == "draw" else f"the player to move {found.score}"
        print(words if proven else f"not proven within {seconds:g} s: {found.score}")
        print(f"best  {best}   line: {' '.join(line)}")
        print(f"{found.nodes} nodes, {found.seconds:.3f} s, {found.mode}")
    return 0 if proven else 1


def connect_four(game: str, size: str) -> ConnectFour:
    from plytree.games.placing.connect4 import ConnectFour

    name, _, parameters = game.partition(":")
    if name != "connect4":
        raise InputError(f"{game!r} has no solver; expected connect4")
    board = ConnectFour.from_spec(parameters or size)
    if board.connect != 4:
        raise InputError(f"{game!r} asks for {board.connect} in a row; the solver knows only four")
    return board


def _answer(solver: Solver, position: str, state: State, weak: bool, as_json: bool) -> None:
    import time

    from plytree.solvers.connect4 import to_score

    begin = time.perf_counter()
    moves = solver.analyse(state, weak)
    seconds = time.perf_counter() - begin
    score = max(moves.values())
    shown = {solver.game.show_move(state, move): value for move, value in moves.items()}
    best = [move for move, value in shown.items() if value == score]
    words = {1: "wins", 0: "draw", -1: "loses"}[score] if weak else str(to_score(score, state, solver.cells))
    if as_json:
        found = {
            "game": "connect4", "size": f"{solver.game.width}x{solver.game.height}", "position": position,
            "score": score, "weak": weak, "outcome": words, "best": best, "moves": shown, "nodes": solver.nodes,
            "seconds": round(seconds, 6),
        }  # fmt: skip
        print(json.dumps(found))
        return
    print(f"score {score:+d}   the player to move {words}" if score else "score 0   draw")
    print(f"best  {' '.join(best)}")
    print("moves " + "  ".join(f"{move}:{value:+d}" if value else f"{move}:0" for move, value in shown.items()))
    print(f"{solver.nodes} nodes, {seconds:.3f} s")


def _filter(solver: Solver, lines: Iterable[str], weak: bool) -> int:
    """One score a line, as the positions come; an exit code."""
    from plytree.interfaces.cli.progress import LineProgress

    code = 0
    with LineProgress("positions", sys.stdout, lines) as progress:
        for number, line in enumerate(lines, start=1):
            try:
                print(solver.solve(solver.game.from_text(line.strip()), weak), flush=progress.interactive)
            except InputError as error:
                code = 2
                print("?", flush=True)
                print(f"line {number}: {error}", file=sys.stderr)
            progress.step(number)
    return code
