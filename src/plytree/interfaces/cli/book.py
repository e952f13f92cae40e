"""Opening books: book build, book show."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plytree.errors import InputError
from plytree.interfaces.cli.basics import GameArgument, JsonOption, PositionArgument
from plytree.interfaces.cli.solve import SizeOption

if TYPE_CHECKING:
    from plytree.games.contract.game import Game
    from plytree.solvers.openings.file import BookEntry

COMPLAINTS = 5  # about bad games that are shown one by one
book_app = typer.Typer(help="Opening books, made from games, from self-play or by the engine.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(book_app, name="book")


@book_app.command()
def build(
    game: GameArgument,
    plies: Annotated[
        int | None, typer.Option(min=0, help="How deep it goes [default: 8 for connect4, else 24]")
    ] = None,
    size: SizeOption = "7x6",
    out: Annotated[Path | None, typer.Option(help="The file to write; chess: NAME.bin is a Polyglot book")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes (connect4)")] = 1,
    table_mb: Annotated[float, typer.Option(help="Megabytes of table for each process (connect4)")] = 4,
    games: Annotated[
        list[Path] | None, typer.Option("--from", help="Games: PGN, or moves with a result after each game")
    ] = None,
    least: Annotated[int, typer.Option(min=1, help="Leave out positions of fewer games than this")] = 1,
    selfplay: Annotated[int, typer.Option(min=0, help="Add so many games of the engine against itself")] = 0,
    positions: Annotated[int, typer.Option(min=0, help="Add so many positions by the engine's judgement")] = 0,
    named: Annotated[bool, typer.Option("--named", help="Chess: widen from all openings that have a name")] = False,
    nodes: Annotated[int, typer.Option(min=100, help="Positions searched for one move")] = 20_000,
    seed: Annotated[int, typer.Option(help="Of the games")] = 1,
) -> None:
    """Make an opening book.

    Connect Four: the exact score of every position up to a ply; a build that was stopped goes on where it was. Other
    games: from games (--from, --selfplay) and from the engine's judgement (--positions), best-first.
    """
    if game.partition(":")[0] == "connect4" and not (games or selfplay or positions):
        _build_exact(game, 8 if plies is None else plies, size, out, workers, table_mb)
        return
    if not (games or selfplay or positions):
        raise InputError("nothing to make a book from; expected --from FILE, --selfplay GAMES or --positions NUMBER")
    from plytree.games.catalog import load_game
    from plytree.games.contract.game import game_name
    from plytree.solvers.openings.build import merge
    from plytree.solvers.openings.file import OpeningBook, write

    rules = load_game(game)
    target = out or Path(f"{game_name(rules)}.openings")
    if target.suffix == ".bin" and game_name(rules) != "chess":
        raise InputError(f"{str(target)!r}: only chess has Polyglot books; expected a name that does not end in .bin")
    _require_room(target)
    depth = 24 if plies is None else plies
    parts: list[dict[int, BookEntry]] = []
    how: list[str] = []
    if games:
        parts.append(_from_files(rules, games, depth, least))
        how.append(f"from {', '.join(path.name for path in games)}")
    if selfplay or positions:
        parts += _by_engine(rules, selfplay, positions, named, nodes, depth, seed)
        how += [f"{selfplay} games of self-play"] * bool(selfplay) + [f"{nodes} nodes a position"] * bool(positions)
    entries = merge(*parts)
    if target.suffix == ".bin":
        _write_bin(target, rules, entries)
        return
    write(target, rules, entries, "; ".join(how))
    print(f"{target}: {len(OpeningBook(target, rules))} positions")


def _build_exact(game: str, plies: int, size: str, out: Path | None, workers: int, table_mb: float) -> None:
    from plytree.interfaces.cli.progress import ProgressBar
    from plytree.interfaces.cli.solve import connect_four
    from plytree.solvers.book import build

    rules = connect_four(game, size)
    if plies > 16:
        raise InputError(f"--plies {plies} is too deep for a book of exact scores; expected at most 16")
    target = out or Path(f"connect4_{rules.width}x{rules.height}_{plies}.book")
    _require_room(target)
    with ProgressBar(1, "positions") as bar:
        book = build(
            target, plies=plies, width=rules.width, height=rules.height, workers=workers, table_mb=table_mb,
            on_result=lambda summary: bar.step(summary, ""),
        )  # fmt: skip
    print(f"{target}: {len(book)} positions up to {plies} plies")


def _require_room(target: Path) -> None:
    """InputError if the book cannot be written there; a folder that is missing is made."""
    from plytree.files import require_writable

    if target.parent.exists():
        require_writable(target)


def _from_files(rules: Game[Any], files: list[Path], plies: int, least: int) -> dict[int, BookEntry]:
    from plytree.files import read_text
    from plytree.interfaces.cli.progress import ProgressBar
    from plytree.solvers.openings.build import count_games, read_games

    complaints: list[str] = []
    read = 0
    with ProgressBar(1, "") as bar:

        def all_games() -> Iterator[tuple[list[Any], int | None]]:
            nonlocal read
            for path in files:
                text = read_text(path, "games as PGN, or moves with a result after each game")
                for found in read_games(rules, text, lambda words, path=path: complaints.append(f"{path}: {words}")):  # type: ignore[misc]
                    read += 1
                    bar.say(f"{read} games")
                    yield found

        entries = count_games(rules, all_games(), plies, least)
    for words in complaints[:COMPLAINTS]:
        print(f"plytree: {words}", file=sys.stderr)
    if len(complaints) > COMPLAINTS:
        print(f"plytree: and {len(complaints) - COMPLAINTS} more games with mistakes", file=sys.stderr)
    if not read:
        raise InputError(f"there is no game in {', '.join(map(str, files))}; expected PGN or moves")
    return entries


def _by_engine(
    rules: Game[Any], selfplay: int, positions: int, named: bool, nodes: int, plies: int, seed: int
) -> list[dict[int, BookEntry]]:  # fmt: skip
    from plytree.games.contract.game import game_name
    from plytree.interfaces.cli.progress import ProgressBar
    from plytree.search.engine import Engine
    from plytree.search.limits import Limits
    from plytree.solvers.known import known
    from plytree.solvers.openings.build import count_games, self_play, widen

    engine = Engine(rules, mode="best", table_mb=32, knowledge=known(rules))
    limits, parts = Limits(nodes=nodes), []
    if selfplay:
        with ProgressBar(selfplay, "games") as bar:
            played = self_play(rules, engine, selfplay, limits, plies, seed)
            parts.append(count_games(rules, bar.progress.track(played, task_id=bar.task), plies))
    if positions:
        lines: list[list[Any]] = []
        if named and game_name(rules) == "chess":
            from plytree.solvers.openings.names import lines as openings
            from plytree.solvers.openings.names import states_of

            lines = [states_of(moves) for _, moves in openings()]
        with ProgressBar(positions, "positions") as bar:
            done = lambda count: bar.progress.update(bar.task, completed=count)  # noqa: E731
            parts.append(widen(rules, engine, positions, limits, lines, on_step=done))
    return parts


def _write_bin(target: Path, rules: Game[Any], entries: dict[int, BookEntry]) -> None:
    import tempfile

    from plytree.solvers.openings.file import OpeningBook, write
    from plytree.solvers.openings.polyglot import write_polyglot

    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "book"
        write(path, rules, entries, "")
        print(f"{target}: {write_polyglot(target, OpeningBook(path, rules))} moves")


@book_app.command()
def show(
    game: GameArgument,
    position: PositionArgument = "",
    file: Annotated[Path | None, typer.Option(help="The book [default: the one that comes with plytree]")] = None,
    as_json: JsonOption = False,
) -> None:
    """The moves that a book knows in a position."""
    from plytree.games.catalog import load_game
    from plytree.matches.session import read_position
    from plytree.players.opening_book import DrawnBook, book_of

    rules = load_game(game)
    book = book_of(rules, str(file) if file else "")
    if not isinstance(book, DrawnBook):
        raise InputError(f"no opening book of moves comes with plytree for {game!r}; expected --file BOOK")
    state = read_position(rules, position) if position else rules.initial()
    found = [] if rules.result(state) is not None else book.book.moves(state)
    rows = [
        {"move": rules.show_move(state, move.move), "games": move.games, "points": move.points / 2, "value": move.value}
        for move in found
    ]
    if as_json:
        print(json.dumps({"game": game, "position": position, "book": len(book.book), "moves": rows}))
        return
    print(f"{len(book.book)} positions in the book; {len(rows)} moves here")
    for row in rows:
        played = f"{row['games']} games, {row['points']:g} points" if row["games"] else ""
        judged = "" if row["value"] is None else f"{row['value'] / (rules.pawn or 1):+.2f}"
        print(f"  {row['move']:8s} {judged:8s} {played}".rstrip())
