"""Let players play each other: match."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from plytree.matches.match import Plan, Standing
    from plytree.matches.match_store import SavedMatch
    from plytree.matches.sprt import Sprt

PlayersArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="A B ...",
        help="Players: engine:time=0.1,threads=2 · engine:depth=6,-killers · level:3 · perfect · mcts:time=0.1 "
        "· tree:time=1 · uci:/usr/games/stockfish,time=0.1,option.Hash=16 · random · file.py:MyPlayer. "
        "More than two play everybody against everybody.",
    ),
]
GameOption = Annotated[str, typer.Option("--game", "-g", help="The game: connect4, tictactoe, my_game.py, ...")]
SeedOption = Annotated[int, typer.Option(help="Same seed, same openings; with depth or node limits the same games")]
WorkersOption = Annotated[
    int | None, typer.Option(min=1, help="Games played at the same time [default: the cores of this machine less one]")
]
ClusterOption = Annotated[str | None, typer.Option(metavar="ADDRESS|auto", help="Play on a Ray cluster instead")]


def register(app: typer.Typer) -> None:
    app.command()(match)


def match(
    players: PlayersArgument,
    game: GameOption,
    games: Annotated[
        int, typer.Option("--games", "-n", min=2, help="Games for each two players; rounded up to pairs")
    ] = 100,
    openings: Annotated[int, typer.Option(min=0, help="Random plies that each pair of games starts with")] = 4,
    seed: SeedOption = 1,
    time: Annotated[
        float | None, typer.Option(help="Seconds a move for players that set no limit of their own")
    ] = None,
    grace: Annotated[float, typer.Option(min=0, help="Seconds a move may take beyond its limit before it loses")] = 0.5,
    max_plies: Annotated[int, typer.Option(min=1, help="A game that is longer is a draw")] = 1000,
    agree: Annotated[
        int, typer.Option(min=0, help="End a game after so many plies in which both call the same winner; 0: never")
    ] = 0,
    decisive: Annotated[
        int | None, typer.Option(min=1, help="With --agree: an estimate so large calls a winner too, not only a proof")
    ] = None,
    sprt: Annotated[
        str | None, typer.Option(metavar="ELO0,ELO1", help="Stop as soon as one of the two is accepted")
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    out: Annotated[
        Path | None, typer.Option(help="SQLite file for the games [default: in the user's data folder]")
    ] = None,
    csv: Annotated[Path | None, typer.Option(help="Write the games as a CSV table")] = None,
    text: Annotated[Path | None, typer.Option(help="Write the games for people to read, like PGN")] = None,
    pgn: Annotated[Path | None, typer.Option(help="Write games of chess as PGN")] = None,
    games_json: Annotated[Path | None, typer.Option(help="Write everything about the games as JSON")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout and nothing else")] = False,
) -> None:
    """Players against each other: who is stronger, by how much, and how sure that is."""
    from plytree.errors import InputError
    from plytree.files import require_writable
    from plytree.files import write_text as write_whole
    from plytree.interfaces.cli.progress import MatchProgress
    from plytree.jobs import default_workers
    from plytree.matches.export import write_csv, write_json, write_text
    from plytree.matches.match import Plan, play, prepare
    from plytree.matches.match_store import MatchStore, default_store
    from plytree.matches.pgn import write_pgn
    from plytree.matches.playing import MatchRules
    from plytree.matches.sprt import Sprt

    if len(players) < 2:
        raise InputError(f"{players!r} cannot play each other; expected at least two players")
    test = Sprt.parse(sprt) if sprt else None
    if test and len(players) > 2:
        raise InputError(f"an SPRT compares two players, but {len(players)} were given")
    names = _distinct(players)
    plan = Plan(
        game=game,
        players=dict(zip(names, players, strict=True)),
        matchups=tuple((a, b) for i, a in enumerate(names) for b in names[i + 1 :]),
        pairs=(games + 1) // 2,
        opening_plies=openings,
        seed=seed,
        rules=MatchRules(seconds=time, grace=grace, max_plies=max_plies, agree_plies=agree, decisive=decisive),
    )
    wanted = ((csv, write_csv), (text, write_text), (pgn, write_pgn), (games_json, write_json))
    exports = [(path, write) for path, write in wanted if path]
    for path, _ in exports:
        require_writable(path)
    store = MatchStore(out or default_store())
    with MatchProgress(plan, quiet=as_json) as progress:
        prepare(plan, progress.say)
        saved = store.begin("match", game, seed, plan.settings())
        before = len(saved.done())
        standing = play(
            plan, saved, workers=workers or default_workers(), cluster=cluster, sprt=test, on_pair=progress.update
        )
    for path, write in exports:
        file = StringIO(newline="")
        write(saved, file)
        write_whole(path, file.getvalue())
    if as_json:
        print(json.dumps(summary(plan, standing, test)))
    else:
        show(plan, standing, test, before, saved)


def _distinct(specs: list[str]) -> list[str]:
    """The players' names: their specs, numbered where one comes twice."""
    return [spec if spec not in specs[:i] else f"{spec} #{i + 1}" for i, spec in enumerate(specs)]


def summary(plan: Plan, standing: Standing, test: Sprt | None) -> dict[str, Any]:
    """The outcome as JSON."""
    tables = []
    for (a, b), table in standing.results.items():
        found = table.estimate()
        won, drawn, lost = table.games()
        entry: dict[str, Any] = {
            "a": a, "b": b, "won": won, "drawn": drawn, "lost": lost, "pairs": list(table.counts()),
            "terminations": dict(table.terminations),
        }  # fmt: skip
        if found:
            entry |= {
                "score": found.score, "elo": _finite(found.elo), "low": _finite(found.low), "high": _finite(found.high),
                "los": found.los,
            }  # fmt: skip
        if test:
            entry |= {"llr": test.llr(table.counts()), "verdict": test.verdict(table.counts()).value}
        tables.append(entry)
    return {"game": plan.game, "seed": plan.seed, "matchups": tables, "failed": standing.failed}


def _finite(value: float) -> float | None:
    """JSON knows no infinity."""
    return value if abs(value) < float("inf") else None


def show(plan: Plan, standing: Standing, test: Sprt | None, before: int, saved: SavedMatch) -> None:
    from plytree.matches.match import decided_at

    if before:
        print(f"{2 * before} games were in the store already (another --seed plays new ones)")
    for (a, b), table in standing.results.items():
        found = table.estimate()
        if found is None:
            continue
        won, drawn, lost = table.games()
        print(f"{a} against {b}: {won} won, {drawn} drawn, {lost} lost ({100 * found.score:.1f} %)")
        print(f"  {found}")
        print(f"  pairs that scored 0, 1/2, 1, 3/2, 2: {', '.join(map(str, table.counts()))}")
        forfeits = {why: n for why, n in table.terminations.items() if why != "rules"}
        if forfeits:
            print("  games not ended by the rules: " + ", ".join(f"{n} {why}" for why, n in forfeits.items()))
        if test:
            pairs = decided_at(table, test)
            counts = table.counts(pairs)
            after = f" after {2 * pairs} games" if pairs else ""
            print(
                f"  SPRT {test.elo0:g},{test.elo1:g}: LLR {test.llr(counts):.2f}, {test.verdict(counts).value}{after}"
            )
    if len(plan.players) > 2:
        _show_ratings(plan, standing)
    for job, reason in standing.failed.items():
        print(f"  left out: pair {job}: {reason}")
    print(f"games: {saved.store.path}")


def _show_ratings(plan: Plan, standing: Standing) -> None:
    from plytree.matches.elo import show_elo, show_interval
    from plytree.matches.ratings import Matchup, ratings

    names = list(plan.players)
    matchups = [Matchup(names.index(a), names.index(b), t.counts()) for (a, b), t in standing.results.items()]
    rated = sorted(zip(ratings(len(names), matchups), names, strict=True), key=lambda pair: -pair[0].elo)
    print(f"ratings relative to {names[0]}:")
    for rating, name in rated:
        print(f"  {show_elo(rating.elo):>6} {show_interval(rating.low, rating.high):>16}  {name}")
