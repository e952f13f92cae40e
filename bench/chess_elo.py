"""Chess: the Elo of so many nodes a move, on the scale of Stockfish's UCI_Elo; where our own UCI_Elo comes from.

    python bench/chess_elo.py [--games 40] [--out elo.sqlite] [--stockfish PATH]

The engine with a few nodes a move plays Stockfish limited to an Elo and 0.1 s a move; a straight line through the
results, weighted by their intervals, says what a doubling of the nodes is worth. Broken off, the same command goes on.
"""

from __future__ import annotations

import argparse
import math
import shutil
from pathlib import Path

import numpy as np
from rich.progress import Progress

from plytree.interfaces.uci.options import KNOWN_NODES
from plytree.matches.elo import show_interval
from plytree.matches.match import Plan, play, prepare
from plytree.matches.match_store import MatchStore
from plytree.matches.playing import MatchRules

ANCHORS = ((500, 1350), (2_000, 1500), (8_000, 1700), (32_000, 1900), (128_000, 2100))  # nodes a move, Stockfish's Elo


def plan(stockfish: str, games: int) -> Plan:
    players, matchups = {}, []
    for nodes, elo in ANCHORS:
        players[f"{nodes} nodes"] = f"engine:nodes={nodes}"
        players[f"Elo {elo}"] = f"uci:{stockfish},time=0.1,option.UCI_LimitStrength=true,option.UCI_Elo={elo}"
        matchups.append((f"{nodes} nodes", f"Elo {elo}"))
    rules = MatchRules(agree_plies=6, decisive=1000)
    return Plan(game="chess", players=players, matchups=tuple(matchups), pairs=games // 2, rules=rules)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40, help="against each opponent")
    parser.add_argument("--out", type=Path, default=Path("elo.sqlite"))
    parser.add_argument("--stockfish", default=shutil.which("stockfish") or "/usr/games/stockfish")
    options = parser.parse_args()
    match = plan(options.stockfish, options.games)
    prepare(match)
    run = MatchStore(options.out).begin("match", match.game, match.seed, match.settings())
    with Progress() as progress:
        bar = progress.add_task("games", total=options.games * len(ANCHORS))
        standing = play(match, run, on_pair=lambda now, _: progress.update(bar, completed=now.games))
    print("| nodes | Stockfish's UCI_Elo | won, drawn, lost | Elo |\n|---:|---:|---|---|")
    rows = []
    for (nodes, elo), matchup in zip(ANCHORS, standing.matchups, strict=True):
        found = standing.results[matchup].estimate()
        if found is None or not math.isfinite(found.elo):
            continue
        won, drawn, lost = standing.results[matchup].games()
        interval = show_interval(elo + found.low, elo + found.high).replace("+", "")
        print(f"| {nodes:,} | {elo} | {won}, {drawn}, {lost} | {elo + found.elo:.0f} {interval} |")
        rows.append((math.log2(nodes), elo + found.elo, found.error / 1.96))
    doublings, elos, errors = (np.array(column) for column in zip(*rows, strict=True))
    (slope, offset), covariance = np.polyfit(doublings, elos, 1, w=1 / errors, cov="unscaled")
    error = 1.96 * math.sqrt(covariance[0, 0])
    print(f"\none more doubling: {slope:.0f} Elo [{slope - error:.0f}, {slope + error:.0f}]")
    print(f"{KNOWN_NODES:,} nodes: {offset + slope * math.log2(KNOWN_NODES):.0f} Elo")


if __name__ == "__main__":
    main()
