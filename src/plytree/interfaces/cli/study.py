"""Studies: study strength | techniques | truth | pruning | learning | run | show."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plytree.errors import InputError
from plytree.interfaces.cli.match import ClusterOption, GameOption, SeedOption, WorkersOption

if TYPE_CHECKING:
    from plytree.studies.study import Study

OutOption = Annotated[Path | None, typer.Option(help="Folder of the study [default: the user's data folder]")]
QuickOption = Annotated[bool, typer.Option("--quick", help="A smaller study with an answer within two minutes")]
SteadyOption = Annotated[
    bool, typer.Option("--steady", help="Count time in nodes at the engine's speed: other work does not disturb")
]
OpeningsOption = Annotated[int, typer.Option(min=0, help="Random plies that each pair of games starts with")]

app = typer.Typer(help="Questions answered by many games: how strong, for how much time, thanks to what?")


def register(main: typer.Typer) -> None:
    main.add_typer(app, name="study")


@app.command()
def strength(
    game: GameOption,
    times: Annotated[str, typer.Option(help="Seconds a move, growing")] = "0.005,0.01,0.02,0.05,0.1,0.2,0.5",
    nodes: Annotated[str, typer.Option(help="Instead of times: nodes a move (the same on every machine)")] = "",
    depths: Annotated[str, typer.Option(help="Instead of times: search depths")] = "",
    games: Annotated[int, typer.Option(min=2, help="Games for each two neighbours")] = 200,
    openings: OpeningsOption = 4,
    options: Annotated[str, typer.Option(help="More options of the engine, like threads=2,-killers")] = "",
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    out: OutOption = None,
    steady: SteadyOption = False,
    quick: QuickOption = False,
) -> None:
    """Elo against thinking time: what a doubling is worth, with the depth and nodes reached."""
    from plytree.studies.strength import Strength

    limit, text = ("nodes", nodes) if nodes else ("depth", depths) if depths else ("time", times)
    study = Strength(
        game=game, times=numbers(text), games=games, openings=openings, options=options, limit=limit, seed=seed,
        speed=speed_of(game, seed, out) if steady and limit == "time" else 0.0,
    )  # fmt: skip
    carry_out(study, out, workers, cluster, quick)


@app.command()
def techniques(
    game: GameOption,
    names: Annotated[str, typer.Option("--techniques", help="Which ones, like table,killers [default: all]")] = "",
    time: Annotated[float, typer.Option(help="Seconds a move in the games")] = 0.02,
    games: Annotated[int, typer.Option(min=2, help="Games for each technique")] = 200,
    openings: OpeningsOption = 4,
    depth: Annotated[int, typer.Option(min=1, help="The depth to which nodes and seconds are counted")] = 8,
    positions: Annotated[int, typer.Option(min=2, help="Positions for that")] = 20,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    out: OutOption = None,
    quick: QuickOption = False,
) -> None:
    """What each technique of the engine is worth in Elo, nodes and time."""
    from plytree.studies.techniques import TechniqueStudy

    study = TechniqueStudy(
        game=game, time=time, games=games, openings=openings, depth=depth, positions=positions, seed=seed,
        techniques=tuple(filter(None, names.split(","))),
    )  # fmt: skip
    carry_out(study, out, workers, cluster, quick)


@app.command()
def truth(
    game: Annotated[str, typer.Option("--game", "-g", help="connect4, of any size up to 42 squares")] = "connect4",
    times: Annotated[str, typer.Option(help="Seconds a move")] = "0.005,0.01,0.02,0.05,0.1,0.2",
    depths: Annotated[str, typer.Option(help="Search depths")] = "2,4,6,8,10,12",
    positions: Annotated[int, typer.Option(min=1, help="Positions that are judged")] = 400,
    plies: Annotated[str, typer.Option(help="At which plies of a game they are taken: first,last")] = "8,31",
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    out: OutOption = None,
    steady: SteadyOption = False,
    quick: QuickOption = False,
) -> None:
    """Connect Four: how often the engine's move keeps the true value, and how often it is optimal."""
    from plytree.studies.truth import Truth

    first, last = ply_range(plies)
    study = Truth(
        game=game, times=numbers(times), depths=numbers(depths), positions=positions, first_ply=first, last_ply=last,
        seed=seed, speed=speed_of(game, seed, out) if steady else 0.0,
    )  # fmt: skip
    carry_out(study, out, workers, cluster, quick)


@app.command()
def pruning(
    game: GameOption,
    depth: Annotated[int, typer.Option(min=2, help="The deepest search")] = 8,
    positions: Annotated[int, typer.Option(min=2, help="Positions that are searched")] = 20,
    plies: Annotated[str, typer.Option(help="At which plies of a game they are taken: first,last")] = "2,10",
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    out: OutOption = None,
    quick: QuickOption = False,
) -> None:
    """Nodes against depth: minimax, alpha-beta, each order of moves, and the least possible number."""
    from plytree.studies.pruning import Pruning

    first, last = ply_range(plies)
    study = Pruning(game=game, depth=depth, positions=positions, first_ply=first, last_ply=last, seed=seed)
    carry_out(study, out, workers, cluster, quick)


@app.command()
def learning(
    game: Annotated[str, typer.Option("--game", "-g", help="connect4, of any size up to 42 squares")] = "connect4",
    seconds: Annotated[str, typer.Option(help="Seconds of learning, growing")] = "0.3,1,3,10,30,100",
    depths: Annotated[str, typer.Option(help="Search depths; 1 is what the evaluation knows by itself")] = "1,4",
    positions: Annotated[int, typer.Option(min=1, help="Positions that are judged")] = 400,
    patterns: Annotated[str, typer.Option(help="Groups of cells, as in `learn tables`")] = "",
    plies: Annotated[str, typer.Option(help="At which plies of a game they are taken: first,last")] = "8,31",
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    out: OutOption = None,
    quick: QuickOption = False,
) -> None:
    """Connect Four: what hand-made weights, tuned weights and tables are worth, by seconds of learning."""
    from plytree.studies.learning import Learning

    first, last = ply_range(plies)
    study = Learning(
        game=game, seconds=numbers(seconds), depths=numbers(depths), positions=positions, patterns=patterns,
        first_ply=first, last_ply=last, seed=seed,
    )  # fmt: skip
    carry_out(study, out, workers, cluster, quick)


@app.command()
def run(
    config: Annotated[Path, typer.Argument(help="A study.toml, or the folder that holds one")],
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    out: OutOption = None,
) -> None:
    """Run a study from its settings: repeat it elsewhere with --out, or go on with one that was stopped."""
    from plytree.studies.study import CONFIG, load_config

    path = config / CONFIG if config.is_dir() else config
    carry_out(load_config(path), out or path.parent, workers, cluster, False)


@app.command()
def report(study: Annotated[str, typer.Argument(help="A study's folder or name")]) -> None:
    """Write a study's report again from its results, without any new game."""
    from plytree.studies.listing import find_study
    from plytree.studies.study import rewrite_report

    folder = find_study(study)
    rewrite_report(folder)
    print(f"report: {folder / 'report.html'}")


@app.command()
def show(
    folders: Annotated[list[str] | None, typer.Argument(help="Studies to compare; none: list all")] = None,
    root: Annotated[Path | None, typer.Option(help="Where to look [default: the user's data folder]")] = None,
) -> None:
    """List studies, or show and compare some."""
    from rich.console import Console
    from rich.table import Table

    from plytree.studies.findings import load_findings
    from plytree.studies.listing import default_root, find_study, list_studies

    if folders:
        for name in folders:
            folder = find_study(name, root)
            findings = load_findings(folder)
            print(f"{findings.title}  ({folder})")
            for sentence in findings.sentences:
                print(f"  - {sentence}")
        if len(folders) > 1:
            compare([(name, load_findings(find_study(name, root))) for name in folders])
        return
    found = list_studies(root)
    if not found:
        print(f"no studies in {root or default_root()}; `plytree study strength --game connect4 --quick` makes one")
        return
    table = Table(box=None)
    for heading in ("study", "kind", "game", "found", "made", ""):
        table.add_column(heading)
    for entry in found:
        state = "" if entry.complete else "not finished"
        table.add_row(entry.folder.name, entry.kind, entry.game, entry.headline, entry.created[:16], state)
    Console().print(table)


def compare(studies: list[tuple[str, Any]]) -> None:
    """The first tables of studies of one kind side by side, rows matched by their first cell."""
    from rich.console import Console
    from rich.table import Table

    if len({findings.kind for _, findings in studies}) > 1:
        raise InputError("studies of different kinds cannot be compared; expected studies of one kind")
    first = studies[0][1].tables[0]
    table = Table(box=None, title=f"{first.title}: {first.columns[1]}")
    for heading in (first.columns[0], *(name for name, _ in studies)):
        table.add_column(heading, justify="right")
    cells = [{str(row[0]): str(row[1]) for row in findings.tables[0].rows} for _, findings in studies]
    for key in dict.fromkeys(key for column in cells for key in column):
        table.add_row(key, *(column.get(key, "") for column in cells))
    Console().print(table)


def carry_out(study: Study, out: Path | None, workers: int | None, cluster: str | None, quick: bool) -> None:
    """Run a study with a progress bar and say where its report is."""
    from plytree.interfaces.cli.progress import ProgressBar
    from plytree.jobs import default_workers
    from plytree.studies.study import Crew, default_folder, run_study

    if quick:
        study = study.quick()
    folder = out or default_folder(study)
    command = shlex.join(["plytree", *sys.argv[1:]])
    with ProgressBar(1, study.unit) as bar:
        crew = Crew(workers or default_workers(), cluster, bar.say, bar.step)
        findings = run_study(study, folder, crew, command)
    print(findings.title)
    for sentence in findings.sentences:
        print(f"- {sentence}")
    print(f"report: {folder / 'report.html'}")


def speed_of(game: str, seed: int, out: Path | None) -> float:
    """The speed that a study in this folder has used so far, or a new measurement."""
    from plytree.studies.speed import measure_speed
    from plytree.studies.study import CONFIG, load_config

    if out and (out / CONFIG).exists():
        return float(getattr(load_config(out / CONFIG), "speed", 0.0))
    return measure_speed(game, seed)


def numbers(text: str) -> tuple[float, ...]:
    """`0.01,0.02` -> (0.01, 0.02)"""
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise InputError(f"{text!r} is not a list of numbers; expected something like 0.01,0.02,0.05") from None


def ply_range(text: str) -> tuple[int, int]:
    """`2,10` -> (2, 10)"""
    try:
        first, last = (int(part) for part in text.split(","))
    except ValueError:
        raise InputError(f"{text!r} is not a range of plies; expected first,last like 2,10") from None
    return first, last
