"""Databases of exact scores: tables build, probe, verify, info."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plytree.errors import InputError
from plytree.interfaces.cli.basics import GameArgument, JsonOption

if TYPE_CHECKING:
    from plytree.games.contract.game import Game

NamesArgument = Annotated[list[str] | None, typer.Argument(help="Endings of chess, like KBNK KQKR")]
MenOption = Annotated[int | None, typer.Option(min=3, max=5, help="Chess: all endings with up to so many men")]
FolderOption = Annotated[
    Path | None, typer.Option(help="Where tables are [default: the user's data folder, or PLYTREE_TABLES]")
]

tables_app = typer.Typer(
    help="Tables of exact scores: chess endings, and every position of small games.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    app.add_typer(tables_app, name="tables")


def _load(game: str) -> tuple[Game[Any], bool]:
    """A game, and whether it is chess."""
    from plytree.games.catalog import load_game
    from plytree.games.chess.game import Chess
    from plytree.search.compile.kernel import rules_of

    rules = load_game(game)
    return rules, isinstance(rules_of(rules), Chess)


def _place(folder: Path | None) -> Path:
    from plytree.solvers.folder import data_folder

    return folder or data_folder()


@tables_app.command()
def build(
    game: GameArgument,
    names: NamesArgument = None,
    men: MenOption = None,
    folder: FolderOption = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes (chess), or threads")] = 2,
    ray: Annotated[str | None, typer.Option(help="A Ray cluster to work on: auto, or its address (chess)")] = None,
    memory: Annotated[float, typer.Option(min=1, help="Megabytes that may be taken at most")] = 8000,
    as_json: JsonOption = False,
) -> None:
    """Work out exact scores and keep them: all positions of a game, or endings of chess.

    A build that was stopped goes on where it was when the same command is given again.
    """
    begin = time.perf_counter()
    rules, is_chess = _load(game)
    if is_chess:
        facts = _build_chess(names or [], men, _place(folder) / "chess", workers, ray, memory)
    elif names or men:
        given = names[0] if names else f"--men {men}"
        raise InputError(f"{given!r}: only chess has endings; expected 'plytree tables build {game}'")
    else:
        facts = _build_game(rules, _place(folder), workers, memory)
    facts["seconds"] = round(time.perf_counter() - begin, 2)
    if as_json:
        print(json.dumps({"game": game, **facts}))
    else:
        print(
            ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in facts.items() if not isinstance(value, list))
        )


def _build_chess(
    names: list[str], men: int | None, folder: Path, workers: int, ray: str | None, memory: float
) -> dict[str, Any]:
    from plytree.interfaces.cli.progress import ProgressBar
    from plytree.solvers.endings.build import build, file_of
    from plytree.solvers.endings.material import canonical, every, with_needs

    if not names and men is None:
        raise InputError("which endings? expected --men 3, --men 4, or names like KBNK KQKR")
    wanted = [canonical(name) for name in names]
    for count in range(3, (men or 2) + 1):
        wanted += every(count)
    total = sum(map(len, with_needs(wanted)))
    done: list[str] = []
    with ProgressBar(total, "tables") as bar:

        def step(name: str, _: Any) -> None:
            done.append(name)
            bar.progress.update(bar.task, advance=1, description=f"last: {name}")

        built = build(folder, wanted, workers=workers, cluster=ray, memory_mb=memory, on_result=step)
    size = sum(file_of(folder, name).stat().st_size for stage in with_needs(wanted) for name in stage)
    return {"folder": str(folder), "built": built, "tables_built": len(built), "tables": total, "bytes": size}


def _build_game(rules: Game[Any], folder: Path, workers: int, memory: float) -> dict[str, Any]:
    from plytree.interfaces.cli.progress import ProgressBar
    from plytree.solvers.retrograde import solve
    from plytree.solvers.retrograde.file import GameTable, file_of, write

    path = file_of(folder, rules)
    if not path.is_file():
        with ProgressBar(1, "") as bar:
            part = path.with_name(path.name + ".part")
            write(path, solve(rules, memory_mb=memory, threads=workers, folder=part, on_step=bar.say))
    table = GameTable(path, rules)
    score = table.score(table.game.initial())
    assert score is not None
    return {"file": str(path), "initial_position": str(score), **_shown(table.facts), "bytes": path.stat().st_size}


def _shown(facts: dict[str, Any]) -> dict[str, Any]:
    return {key: facts[key] for key in ("positions", "moves", "wins", "draws", "losses", "longest")}


@tables_app.command()
def probe(
    game: GameArgument,
    position: Annotated[str, typer.Argument(help="A position in the game's notation; empty: the start")] = "",
    folder: FolderOption = None,
    fifty: Annotated[
        bool, typer.Option("--fifty", help="Chess: a mate too late for the fifty-move rule is a draw")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """The exact score of a position, of every move in it, and the line of best play.

    Chess endings: plies to mate. A position that no table knows is an error.
    """
    from plytree.matches.session import read_position
    from plytree.search.knowledge import best_line, move_scores
    from plytree.solvers.endings.tables import Endings
    from plytree.solvers.known import known

    rules, _ = _load(game)
    state = read_position(rules, position) if position else rules.initial()
    tables = known(rules, folder)
    if tables is None:
        raise InputError(f"there is no table of {game}; 'plytree tables build {game}' makes one")
    if isinstance(tables, Endings) and not fifty:
        tables.longest = None
    score = tables.score(state)
    for complaint in getattr(tables, "complaints", []):
        print(f"plytree: {complaint}", file=sys.stderr)
    if score is None:
        raise InputError(f"{position!r} is in no table{_wanted(rules, state)}")
    scores = {} if rules.result(state) is not None else move_scores(rules, tables, state)
    ranked = sorted(scores, key=lambda move: scores[move], reverse=True)
    moves = [(rules.show_move(state, move), scores[move]) for move in ranked]
    line = _line(rules, state, best_line(rules, tables, state))
    if as_json:
        found = [{"move": move, "score": worth.to_json()} for move, worth in moves]
        head = {"game": game, "position": position, "score": score.to_json(), "move": moves[0][0] if moves else None}
        print(json.dumps({**head, "moves": found, "pv": line}))
        return
    print(f"the player to move: {score.show(rules.pawn)}")
    for move, worth in moves:
        print(f"  {move:8s} {worth.show(rules.pawn)}")
    if line:
        print(f"line  {' '.join(line)}")


def _wanted(rules: Game[Any], state: Any) -> str:
    """Which table would have to be built, for a position of chess."""
    from plytree.games.chess.board import STATE
    from plytree.games.contract.records import RecordView
    from plytree.solvers.endings.tables import ending_name

    if not isinstance(rules, RecordView) or rules.records.dtype != STATE:
        return ""
    record = rules.record(state)
    name = ending_name(record)
    if record.castling:
        return ": somebody may castle, which no table counts"
    return f"; 'plytree tables build chess {name}' makes one" if name else "; tables go up to five men"


def _line(rules: Game[Any], state: Any, moves: tuple[int, ...]) -> list[str]:
    from plytree.matches.session import show_line

    return list(show_line(rules, state, moves))


@tables_app.command()
def verify(
    game: GameArgument,
    names: NamesArgument = None,
    folder: FolderOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check tables: every file whole, and every entry what the positions say that its moves lead to."""
    from plytree.interfaces.cli.progress import ProgressBar

    rules, is_chess = _load(game)
    wrong: dict[str, int] = {}
    with ProgressBar(1, "") as bar:
        if is_chess:
            from plytree.solvers.endings.material import canonical
            from plytree.solvers.endings.tables import SHIPPED, Endings
            from plytree.solvers.endings.verify import verify

            endings = Endings(SHIPPED, _place(folder) / "chess")
            for name in [canonical(name) for name in names or []] or endings.names:
                wrong[name] = verify(name, endings.table, bar.say)
        else:
            from plytree.solvers.retrograde.file import GameTable, file_of

            path = file_of(_place(folder), rules)
            if not path.is_file():
                raise InputError(f"there is no table of {game}; 'plytree tables build {game}' makes one")
            wrong[game] = GameTable(path, rules).verify(bar.say)
    total = sum(wrong.values())
    if as_json:
        print(json.dumps({"game": game, "tables": wrong, "inconsistent": total}))
    else:
        print(f"{len(wrong)} tables, {total} entries that do not follow from their successors")
    if total:
        raise typer.Exit(1)


@tables_app.command()
def info(game: GameArgument, folder: FolderOption = None, as_json: JsonOption = False) -> None:
    """What tables there are: positions, how they end, the longest way to win, bytes."""
    from rich.console import Console
    from rich.table import Table as Grid

    rules, is_chess = _load(game)
    rows, complaints = _chess_info(_place(folder)) if is_chess else _game_info(rules, _place(folder))
    for complaint in complaints:
        print(f"plytree: {complaint}", file=sys.stderr)
    if as_json:
        print(json.dumps({"game": game, "folder": str(_place(folder)), "tables": rows}))
        return
    grid = Grid(box=None)
    for column in rows[0] if rows else ():
        grid.add_column(column.replace("_", " "), justify="left" if column == "name" else "right")
    for row in rows:
        grid.add_row(*map(str, row.values()))
    Console().print(grid if rows else f"no tables of {game} in {_place(folder)}")


def _chess_info(folder: Path) -> tuple[list[dict[str, Any]], list[str]]:
    from plytree.solvers.endings.tables import SHIPPED, Endings

    endings = Endings(SHIPPED, folder / "chess")
    rows, complaints = [], []
    for name in endings.names:
        try:
            facts = endings.table(name).facts
        except InputError as error:
            complaints.append(str(error))
            continue
        white, black = facts["white"], facts["black"]
        positions = sum(side[kind] for side in (white, black) for kind in ("wins", "draws", "losses"))
        rows.append(
            {
                "name": name,
                "positions": positions,
                "white_wins": white["wins"] + black["losses"],
                "draws": white["draws"] + black["draws"],
                "black_wins": white["losses"] + black["wins"],
                "longest_mate": (max(white["longest_win"], black["longest_win"]) + 1) // 2,
                "bytes": facts["bytes"],
            }
        )
    return rows, complaints


def _game_info(rules: Game[Any], folder: Path) -> tuple[list[dict[str, Any]], list[str]]:
    from plytree.solvers.retrograde.file import GameTable, file_of

    path = file_of(folder, rules)
    if not path.is_file():
        return [], []
    try:
        facts = GameTable(path, rules).facts
    except InputError as error:
        return [], [str(error)]
    return [{"name": facts["game"], **_shown(facts), "bytes": path.stat().st_size}], []
