"""How much does alpha-beta save, and with which order of moves? Nodes against depth, from minimax to the minimum."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from plytree.errors import InputError
from plytree.games.catalog import load_game
from plytree.games.contract.game import Game
from plytree.jobs import Job, LinesStore, run_jobs
from plytree.matches.match import absolute_spec
from plytree.search.engine import Engine
from plytree.studies.charts import Chart, Series
from plytree.studies.effort import applicable, geometric_interval, geometric_mean, least_nodes
from plytree.studies.findings import Findings, ReportTable
from plytree.studies.positions import sample_positions
from plytree.studies.study import Crew, Study

RESULTS = "results.jsonl"
Nodes = dict[str, dict[int, list[float]]]  # search -> depth -> one number for each position
MINIMAX, LEAST = "minimax", "least possible"


@dataclass(frozen=True, kw_only=True)
class Pruning(Study):
    """Nodes of a search to a fixed depth, over the same positions, for each way to order moves."""

    kind: ClassVar[str] = "pruning"
    depth: int = 8
    positions: int = 20
    first_ply: int = 2
    last_ply: int = 10

    def __post_init__(self) -> None:
        if self.depth < 2 or self.positions < 2:
            raise InputError(f"depth={self.depth}, positions={self.positions}: expected at least 2 of each")

    def quick(self) -> Pruning:
        return replace(self, depth=min(self.depth, 6), positions=min(self.positions, 8))

    def variants(self, game: Game[Any]) -> dict[str, tuple[str, ...]]:
        """The searches that are compared, by the techniques they use: orders alone, then together, then everything."""
        orders = tuple(name for name in ("order", "killers", "history") if name in applicable(game))
        found: dict[str, tuple[str, ...]] = {"alpha-beta": ()}
        words = {"order": "game's order", "killers": "killers", "history": "history"}
        found |= {f"alpha-beta, {words[name]}": (name,) for name in orders}
        found["alpha-beta, all orders"] = orders
        found["all orders, table, deepening"] = (*orders, "table", "iterative")
        found["the same with PVS"] = (*orders, "table", "iterative", "pvs", "aspiration")
        if "symmetry" in applicable(game):
            found["the same with symmetry"] = (*orders, "table", "iterative", "pvs", "aspiration", "symmetry")
        return found

    def run(self, folder: Path, crew: Crew) -> None:
        rules = load_game(self.game)
        Engine(rules, mode="best", table_mb=1, on_wait=crew.say)
        run_jobs(
            self.jobs(rules),
            LinesStore(folder / RESULTS),
            workers=crew.workers,
            cluster=crew.cluster,
            seed=self.seed,
            on_result=lambda job, result, summary: crew.step(summary, job.id, 1),
        )

    def jobs(self, rules: Game[Any]) -> list[Job]:
        spec, depths = absolute_spec(self.game), list(range(1, self.depth + 1))
        jobs = []
        positions = sample_positions(rules, self.positions, self.first_ply, self.last_ply, self.seed)
        for number, moves in enumerate(positions):
            base = {"game": spec, "moves": moves}
            jobs.append(Job(f"{MINIMAX}/{number}", "plytree.studies.effort:tree", {**base, "depth": self.depth}))
            for name, techniques in self.variants(rules).items():
                more = {"techniques": list(techniques), "depths": depths}
                jobs.append(Job(f"{name}/{number}", "plytree.studies.effort:measure", {**base, **more}))
        return jobs

    def findings(self, folder: Path) -> Findings:
        rules = load_game(self.game)
        names = [MINIMAX, *self.variants(rules), LEAST]
        nodes, used, done = self._nodes(LinesStore(folder / RESULTS).results, names)
        last = {name: geometric_mean(nodes[name][self.depth]) for name in names}
        share = 100 * last["alpha-beta"] / last[MINIMAX]
        return Findings(
            kind=self.kind,
            game=self.game,
            title=f"What pruning saves: {self.game}",
            question=f"How many nodes does a search to depth {self.depth} visit, and what does the order of moves do?",
            headline=f"alpha-beta visits {share:.2g} % of minimax at depth {self.depth}",
            sentences=self._sentences(nodes, last, used),
            tables=(self._table(nodes, names), self._growth_table(nodes, names)),
            charts=(self._chart(nodes, names), self._bars(nodes, names)),
            method=(
                "The same positions for all: from games of which a third of the moves was drawn at random. A position "
                "counts only if no search proves its value before the last depth: a proof would end the search early.",
                "Minimax visits every node of the tree. The least possible is Knuth and Moore's bound with the mean "
                "width of each ply, so it is approximate where a tree is uneven; a transposition table can go below "
                "it, because it searches a graph and not a tree.",
                "Means over positions are geometric: each position counts alike.",
            ),
            complete=done,
        )

    def _nodes(self, results: dict[str, Any], names: list[str]) -> tuple[Nodes, int, bool]:
        """name -> depth -> nodes of each position that counts; how many count; whether all results are there."""
        searched = names[1:-1]
        nodes: Nodes = {name: {d: [] for d in range(1, self.depth + 1)} for name in names}
        used, here = 0, 0
        for number in range(self.positions):
            entries = {name: results.get(f"{name}/{number}") for name in (MINIMAX, *searched)}
            if any(entry is None for entry in entries.values()):
                continue
            here += 1
            runs = {name: {e["depth"]: e for e in entries[name] or []} for name in searched}
            if any(self.depth not in run or run[self.depth - 1]["proven"] for run in runs.values()):
                continue
            used += 1
            sizes = entries[MINIMAX] or []
            for depth in range(1, self.depth + 1):
                nodes[MINIMAX][depth].append(sum(sizes[: depth + 1]))
                nodes[LEAST][depth].append(least_nodes(sizes, depth))
                for name in searched:
                    nodes[name][depth].append(max(1, runs[name][depth]["nodes"]))
        if not used:
            raise InputError("no position is left that stays undecided; choose another depth or earlier plies")
        return nodes, used, here == self.positions

    def _sentences(self, nodes: Nodes, last: dict[str, float], used: int) -> tuple[str, ...]:
        depth = self.depth

        def share(name: str, of: str) -> str:
            ratios = [a / b for a, b in zip(nodes[name][depth], nodes[of][depth], strict=True)]
            middle, low, high = geometric_interval(ratios)
            return f"{100 * middle:.3g} % (95 % interval {100 * low:.3g} to {100 * high:.3g} %)"

        best = min((name for name in last if name.startswith("alpha-beta")), key=lambda name: last[name])
        final = list(last)[-2]
        return (
            f"At depth {depth} minimax visits {last[MINIMAX]:,.0f} nodes on average of {used} positions; plain "
            f"alpha-beta visits {share('alpha-beta', MINIMAX)} of them.",
            f"The best order of moves without memory is '{best}': {share(best, 'alpha-beta')} of the nodes of plain "
            f"alpha-beta, and {last[best] / last[LEAST]:.2g} times the least possible number.",
            f"With everything ('{final}') it is {share(final, 'alpha-beta')} of plain alpha-beta, "
            f"{last[final] / last[LEAST]:.2g} times the least possible for a tree.",
            f"One ply more multiplies the nodes by {self._growth(nodes[MINIMAX]):.2f} for minimax, by "
            f"{self._growth(nodes['alpha-beta']):.2f} for plain alpha-beta, and by {self._growth(nodes[final]):.2f} "
            f"with everything; the square root of minimax's factor is {self._growth(nodes[MINIMAX]) ** 0.5:.2f}.",
        )

    def _growth(self, by_depth: dict[int, list[float]]) -> float:
        """The factor for a ply, over the last two plies (odd and even depths differ)."""
        back = min(2, self.depth - 1)
        ratio = geometric_mean(by_depth[self.depth]) / geometric_mean(by_depth[self.depth - back])
        return float(ratio ** (1 / back))

    def _table(self, nodes: Nodes, names: list[str]) -> ReportTable:
        rows = tuple(
            (depth, *(round(geometric_mean(nodes[name][depth]), 1) for name in names))
            for depth in range(1, self.depth + 1)
        )
        return ReportTable("nodes", "Nodes to a depth (geometric means)", ("depth", *names), rows)

    def _growth_table(self, nodes: Nodes, names: list[str]) -> ReportTable:
        rows = tuple((name, round(self._growth(nodes[name]), 2)) for name in names)
        return ReportTable("growth", "Factor for one ply more", ("search", "factor"), rows)

    def _chart(self, nodes: Nodes, names: list[str]) -> Chart:
        depths = tuple(range(1, self.depth + 1))
        lines = tuple(
            Series(name, depths, tuple(geometric_mean(nodes[name][d]) for d in depths), dashed=name in (MINIMAX, LEAST))
            for name in names
        )
        title = f"Nodes against depth: {self.game}"
        return Chart(name="nodes", title=title, x_label="depth in plies", y_label="nodes", series=lines, log_y=True)

    def _bars(self, nodes: Nodes, names: list[str]) -> Chart:
        shown = [name for name in names if name not in (MINIMAX, LEAST)]
        ratios = [
            geometric_interval([a / b for a, b in zip(nodes[name][self.depth], nodes[LEAST][self.depth], strict=True)])
            for name in shown
        ]
        middle, low, high = zip(*ratios, strict=True)
        line = Series("", tuple(range(len(shown))), middle, low, high)
        return Chart(
            name="above-least",
            title=f"How far above the least possible, at depth {self.depth}",
            x_label="",
            y_label="nodes / least possible",
            series=(line,),
            labels=tuple(shown),
        )
