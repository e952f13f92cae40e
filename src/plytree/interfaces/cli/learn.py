"""Learning: learn tables | weights | cuts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plytree.errors import InputError
from plytree.interfaces.cli.match import ClusterOption, WorkersOption

if TYPE_CHECKING:
    from plytree.learning.training import Point
    from plytree.learning.weights import Fit

app = typer.Typer(help="Let it teach itself a game.", no_args_is_help=True)
GameArgument = Annotated[str, typer.Argument(help="The game: connect4, othello, my_game.py, ...")]
SeedOption = Annotated[int, typer.Option(min=0, help="With one worker the same seed learns the same")]


def register(main: typer.Typer) -> None:
    main.add_typer(app, name="learn")


@app.command()
def tables(
    game: GameArgument,
    minutes: Annotated[float, typer.Option(help="Minutes of work, over all runs on the same file")] = 1.0,
    games: Annotated[int | None, typer.Option(min=1, help="Instead of minutes: games of self-play")] = None,
    seed: SeedOption = 1,
    out: Annotated[Path | None, typer.Option(help="The file of tables [default: GAME.tables]")] = None,
    patterns: Annotated[
        str, typer.Option(help="Groups of cells, like lines4+blocks2x3+walks6 [default: usual ones for the board]")
    ] = "",
    phases: Annotated[int, typer.Option(help="Separate weights for so many phases of the game")] = 1,
    rate: Annotated[float, typer.Option(help="How far a correction goes")] = 2.0,
    workers: Annotated[int, typer.Option(min=1, help="Threads that play and learn at the same time")] = 1,
    restart: Annotated[bool, typer.Option("--restart", help="Forget what the file has learned before")] = False,
    python: Annotated[bool, typer.Option("--python", help="In plain Python, to follow it step by step")] = False,
) -> None:
    """Teach tables of weights by self-play, from the rules alone.

    The result is an evaluation for the engine: engine:eval=FILE wherever a player is named. A run that was stopped goes
    on from where it was; so does one that is given more minutes.
    """
    from plytree.files import hold, require_writable
    from plytree.games.catalog import load_game
    from plytree.games.contract.game import game_name
    from plytree.interfaces.cli.progress import ShareBar
    from plytree.learning.settings import Settings
    from plytree.learning.training import Point, Training, begin_or_go_on

    if not 0 < minutes < 1e6:
        raise InputError(f"--minutes {minutes}: expected a number above 0, like 0.5 or 10")
    rules = load_game(game)
    file = out or Path(f"{game_name(rules).replace(':', '-')}.tables")
    require_writable(file)
    settings = Settings(patterns=patterns, phases=phases, rate=rate, seed=seed)
    mode = "python" if python else "native"
    teacher = begin_or_go_on(rules, file, settings, pupils=workers, mode=mode, restart=restart)
    if not teacher.native and not python:
        print(f"plytree: it learns slowly, in plain Python: {teacher.note}", file=sys.stderr)
    if teacher.games:
        print(f"going on after {teacher.games:,} games")
    print(
        f"{teacher.patterns.text}: {len(teacher.patterns.groups)} groups, {teacher.lesson[0]['weights'].size:,} weights"
    )
    training = Training(teacher, file, seconds=None if games else 60 * minutes, games=games)
    print(" seconds      games  games/s  against the row above")
    with hold(file), ShareBar() as bar:
        for progress in training.run():
            if isinstance(progress, Point):
                print(_row(progress))
            bar.move(progress.share, f"{progress.games:,} games, {progress.speed:,.0f}/s")
    print(f"written: {file} ({file.stat().st_size / 1e3:.0f} kB); try it: plytree match engine:time=0.05,eval={file} "
          f"engine:time=0.05 --game {game}")  # fmt: skip


@app.command()
def cuts(
    game: GameArgument,
    minutes: Annotated[float, typer.Option(help="Minutes of measuring")] = 1.0,
    seed: SeedOption = 1,
    out: Annotated[
        Path | None, typer.Option(help="Write it there [default: where the engine looks, the user's data folder]")
    ] = None,
) -> None:
    """Measure how well a shallow search foretells a deep one, so that the engine may stop at the shallow one (ProbCut).

    For games that write evaluate but not quiet. Used from then on wherever time or nodes are the limit.
    """
    from plytree.games.catalog import load_game
    from plytree.interfaces.cli.progress import ShareBar
    from plytree.search.selective.cuts import file_of, fit_cuts, folder
    from plytree.search.selective.numbers import TUNED

    if not 0 < minutes < 1e4:
        raise InputError(f"--minutes {minutes}: expected a number above 0, like 0.5 or 10")
    rules = load_game(game)
    with ShareBar() as bar:
        fit = fit_cuts(rules, 60 * minutes, seed, lambda share, count: bar.move(share, f"{count:,} positions"))
    print(f"{fit.positions:,} positions; the unit of the evaluation is {fit.unit}")
    print(" depth  foretold by depth  slope   offset  deviation")
    for row in fit.rows:
        print(f"{row.deep:6} {row.shallow:18} {row.slope:6.3f} {row.offset:8.2f} {row.deviation:10.2f}")
    if not fit.rows:
        raise InputError(f"{game}: too few positions were searched deep enough; give it more than {minutes} minutes")
    file = out or folder() / file_of(rules)
    fit.save(file)
    print(f"written: {file}; a search is cut where the shallow one is {TUNED.sure} deviations beyond the window")


def _row(point: Point) -> str:
    return f"{point.seconds:8.1f} {point.games:10,} {point.speed:8,.0f}  {point.score:6.1%}   {point.elo:+5.0f} Elo"


@app.command()
def weights(
    game: GameArgument,
    games: Annotated[int, typer.Option(min=10, help="Games of self-play to learn from")] = 1000,
    depth: Annotated[int, typer.Option(min=1, max=30, help="How deep the engine searches in them")] = 4,
    results: Annotated[
        float, typer.Option(min=0, max=1, help="How much the games' results count; the rest is what the searches saw")
    ] = 0.5,
    seed: SeedOption = 1,
    out: Annotated[Path | None, typer.Option(help="The file of weights [default: GAME.weights]")] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
) -> None:
    """Learn the weights of a game's own evaluation from self-play, and which of its features matter.

    The game's evaluate() multiplies features with self.weights. The result is used as engine:eval=FILE; if you like it,
    write the numbers into the game. A run that was stopped goes on from where it was.
    """
    from plytree.games.catalog import load_game
    from plytree.games.contract.game import game_name
    from plytree.interfaces.cli.progress import ProgressBar
    from plytree.jobs import LinesStore, default_workers, run_jobs
    from plytree.learning.weights import GAMES_A_JOB, check_game, fit, jobs_for, save_weights
    from plytree.search.compile.kernel import rules_of

    rules = load_game(game)
    check_game(rules)
    file = out or Path(f"{game_name(rules).replace(':', '-')}.weights")
    jobs = jobs_for(game, games, depth, rules_of(rules).weights)
    settings = f"seed{seed}-depth{depth}"
    store = LinesStore(file.with_name(f"{file.name}.{settings}.games"))
    with ProgressBar(games, "games") as bar:
        summary = run_jobs(
            jobs, store, workers=workers or default_workers(), cluster=cluster, seed=seed,
            on_result=lambda job, found, now: bar.step(now, "", GAMES_A_JOB),
        )  # fmt: skip
    if summary.failed:
        raise InputError(f"games could not be played: {next(iter(summary.failed.values()))}")
    wanted = {job.id for job in jobs}
    found = fit(rules, [row for job in sorted(wanted, key=int) for row in store.results[job]], results)
    save_weights(file, rules, found)
    _report(found)
    print(f"written: {file}; try it: plytree match engine:time=0.05,eval={file} engine:time=0.05 --game {game}")


def _report(found: Fit) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None)
    for heading in ("feature", "before", "after", "95 % between", "moves a position by"):
        table.add_column(heading, justify="left" if heading == "feature" else "right")
    for weight in found.weights:
        between = f"{weight.low:.1f} and {weight.high:.1f}" + ("" if weight.is_sure else " (may be nothing)")
        table.add_row(weight.name, f"{weight.before:g}", f"{weight.after:.1f}", between, f"{weight.matters:.1f}")
    Console().print(table)
    print(
        f"{found.positions:,} positions; error on games kept aside: {found.error_before:.4f} before, "
        f"{found.error_after:.4f} after"
    )
