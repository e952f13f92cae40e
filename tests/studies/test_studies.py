"""Studies: the same table whatever happens to the workers or to the run; a folder that explains and repeats itself."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plytree.errors import InputError
from plytree.games.catalog import load_game
from plytree.jobs.local import LocalPool
from plytree.studies.charts import Chart
from plytree.studies.effort import applicable, least_nodes, tree_sizes
from plytree.studies.findings import load_findings
from plytree.studies.listing import find_study, list_studies
from plytree.studies.pruning import Pruning
from plytree.studies.strength import Strength
from plytree.studies.study import Crew, load_config, rewrite_report, run_study, to_toml
from plytree.studies.techniques import TechniqueStudy
from plytree.studies.truth import Truth

STUDY = Strength(game="tictactoe", times=(1, 2, 3), limit="depth", games=12, openings=2, options="mode=python", seed=5)


def table(folder: Path) -> list[Any]:
    return list(csv.reader((folder / "matches.csv").open(encoding="utf-8")))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study") / "undisturbed"
    run_study(STUDY, folder, Crew(workers=2), "plytree study strength ...")
    return folder


def test_a_report_is_complete_and_works_offline(undisturbed: Path) -> None:
    findings = load_findings(undisturbed)
    assert findings.complete
    for name in ("report.html", "study.toml", "study.json", "matches.csv", "ratings.csv", "games.sqlite"):
        assert (undisturbed / name).stat().st_size > 0
    for chart in findings.charts:
        for ending in ("png", "svg"):
            assert (undisturbed / "figures" / f"{chart.name}.{ending}").stat().st_size > 1000
    page = (undisturbed / "report.html").read_text(encoding="utf-8")
    assert not re.search(r"""(src|href)=["']|@import|url\(|fetch\(|https?://(?!www\.w3\.org)""", page)
    assert "plytree study strength ..." in page
    assert all(sentence.split(":")[0][:30] in page.replace("&#x27;", "'") for sentence in findings.sentences)
    assert findings.facts["seed"] == 5
    assert set(findings.facts["versions"]) == {"plytree", "python", "numba", "numpy"}
    assert json.loads((undisturbed / "study.json").read_text())["config"]["times"] == [1, 2, 3]


def test_a_killed_worker_changes_nothing(undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pools: list[LocalPool] = []
    make = LocalPool.__init__

    def remember(self: LocalPool, count: int) -> None:
        make(self, count)
        pools.append(self)

    monkeypatch.setattr(LocalPool, "__init__", remember)
    killed: list[int] = []

    def kill_one(summary: Any, standing: str, per_job: int) -> None:
        if summary.done == 3:
            killed.append(pools[-1].pids()[0])
            os.kill(killed[0], signal.SIGKILL)

    run_study(STUDY, tmp_path / "killed", Crew(workers=2, step=kill_one), "")
    assert len(killed) == 1
    assert table(tmp_path / "killed") == table(undisturbed)


@pytest.mark.usefixtures("one_cluster")
def test_a_killed_worker_of_a_ray_cluster_changes_nothing(undisturbed: Path, tmp_path: Path) -> None:
    ours = os.getpid()
    killed: list[int] = []

    def kill_one(summary: Any, standing: str, per_job: int) -> None:
        if summary.done >= 2 and not killed:
            workers = [pid for pid in _descendants(ours) if _command(pid).startswith(("ray::call", "ray::IDLE"))]
            killed.extend(workers[:1])
            for pid in workers[:1]:
                os.kill(pid, signal.SIGKILL)

    run_study(STUDY, tmp_path / "ray", Crew(workers=2, cluster="auto", step=kill_one), "")
    assert len(killed) == 1
    assert table(tmp_path / "ray") == table(undisturbed)


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(errors="replace")
    except OSError:
        return ""


def _descendants(pid: int) -> list[int]:
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        parents.setdefault(parent, []).append(int(entry.name))
    found, todo = [], [pid]
    while todo:
        children = parents.get(todo.pop(), [])
        found += children
        todo += children
    return found


@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path, stop: signal.Signals) -> None:
    study = replace(STUDY, games=60)  # long enough to be stopped in the middle
    run_study(study, tmp_path / "whole", Crew(workers=2), "")
    everything = len(study.store(tmp_path / "whole").done())
    folder = tmp_path / "stopped"
    folder.mkdir()
    (folder / "study.toml").write_text(to_toml(study.config()))
    command = [sys.executable, "-m", "plytree", "study", "run", str(folder), "--workers", "1"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    pipes: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    run = subprocess.Popen(command, env=environment, **pipes)
    seen = 0
    while seen < 3:
        assert run.poll() is None
        time.sleep(0.02)
        seen = len(study.store(folder).done()) if (folder / "games.sqlite").exists() else 0
    run.send_signal(stop)
    _, said = run.communicate(timeout=60)
    assert 3 <= len(study.store(folder).done()) < everything
    if stop == signal.SIGINT:
        assert run.returncode == 130
        assert "goes on from here" in said
    findings = run_study(study, folder, Crew(workers=2), "")
    assert findings.complete
    assert table(folder) == table(tmp_path / "whole")
    assert folder in [found.folder for found in list_studies(tmp_path)]


def test_an_interrupted_study_says_that_it_is_not_finished(tmp_path: Path) -> None:
    def stop(summary: Any, standing: str, per_job: int) -> None:
        if summary.done == 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(STUDY, tmp_path, Crew(step=stop), "")
    assert not load_findings(tmp_path).complete
    assert "not finished" in (tmp_path / "report.html").read_text()


def test_settings_are_kept_and_another_study_is_refused(undisturbed: Path, tmp_path: Path) -> None:
    assert load_config(undisturbed / "study.toml") == STUDY
    with pytest.raises(InputError, match="another study"):
        run_study(replace(STUDY, seed=6), undisturbed, Crew(), "")
    (tmp_path / "study.toml").write_text('kind = "strength"\ngame = "tictactoe"\ntime = 3\n')
    with pytest.raises(InputError, match="'time'"):
        load_config(tmp_path / "study.toml")
    (tmp_path / "study.toml").write_text('kind = "speed"\n')
    with pytest.raises(InputError, match="'speed'"):
        load_config(tmp_path / "study.toml")


def test_studies_are_found(undisturbed: Path) -> None:
    assert [entry.title for entry in list_studies(undisturbed.parent)] == ["Strength against depth: tictactoe"]
    assert find_study(str(undisturbed)) == undisturbed
    assert find_study("undisturbed", undisturbed.parent) == undisturbed
    with pytest.raises(InputError, match="'nowhere'"):
        find_study("nowhere")


def test_a_report_can_be_written_again_without_new_games(undisturbed: Path) -> None:
    before = (undisturbed / "study.json").read_text()
    (undisturbed / "report.html").unlink()
    rewrite_report(undisturbed)
    assert (undisturbed / "study.json").read_text() == before
    assert (undisturbed / "report.html").exists()


def test_charts_survive_their_journey_through_json(undisturbed: Path) -> None:
    chart = load_findings(undisturbed).charts[0]
    assert Chart.from_json(json.loads(json.dumps(chart.to_json()))).series[0].x == chart.series[0].x


def test_a_pruning_study_stays_between_the_least_possible_and_minimax(tmp_path: Path) -> None:
    study = Pruning(game="tictactoe", depth=4, positions=3, first_ply=1, last_ply=1)
    findings = run_study(study, tmp_path, Crew(), "")
    nodes = findings.tables[0]
    for row in nodes.rows:
        figures = dict(zip(nodes.columns, row, strict=True))
        assert figures["least possible"] <= figures["alpha-beta"] * 1.001
        assert figures["alpha-beta"] <= figures["minimax"]


def test_tree_sizes_are_those_of_perft() -> None:
    game = load_game("tictactoe")
    assert tree_sizes(game, game.initial(), 6) == [1, 9, 72, 504, 3024, 15120, 54720]  # published perft counts
    assert least_nodes([1, 9, 72], 1) == 10
    assert least_nodes([1, 9, 72], 2) == 10 + 9 + 8 - 1


def test_a_techniques_study_knows_what_a_game_can_use(tmp_path: Path) -> None:
    assert "quiescence" not in applicable(load_game("tictactoe"))
    assert "symmetry" in applicable(load_game("connect4"))
    study = TechniqueStudy(
        game="tictactoe", time=0.001, games=4, openings=1, depth=3, positions=3, techniques=("table", "iterative")
    )
    findings = run_study(study, tmp_path, Crew(), "")
    assert [row[0] for row in findings.tables[0].rows] == ["table", "iterative"]
    assert findings.tables[0].rows[1][1] == ""  # no Elo without iterative deepening
    with pytest.raises(InputError, match="'magic'"):
        TechniqueStudy(game="tictactoe", techniques=("magic",))


def test_a_steady_study_gives_each_time_its_nodes() -> None:
    study = Strength(game="tictactoe", times=(0.001, 0.002), speed=5e6)
    assert list(study.plan().players.values()) == ["engine:nodes=5000", "engine:nodes=10000"]
    assert load_truth(5e6).players()["time=0.01"] == "engine:nodes=50000,mode=best"
    assert load_truth(0).players()["time=0.01"] == "engine:time=0.01,mode=best"


def load_truth(speed: float) -> Truth:
    return Truth(times=(0.01,), depths=(2,), positions=1, speed=speed)


def test_truth_is_asked_where_something_can_go_wrong(tmp_path: Path) -> None:
    """Judged by hand: one position where one move of two keeps the win, one where nothing matters."""
    lines = [
        {"ply": 9, "scores": {"0": 3, "1": -2}, "moves": {"time=0.01": {"move": 1, "depth": 4, "nodes": 9},
                                                          "depth=2": {"move": 0, "depth": 2, "nodes": 5}}},
        {"ply": 10, "scores": {"0": 3, "1": 2}, "moves": {"time=0.01": {"move": 0, "depth": 4, "nodes": 9},
                                                          "depth=2": {"move": 1, "depth": 2, "nodes": 5}}},
    ]  # fmt: skip
    text = "".join(json.dumps({"id": str(i), "result": line}) + "\n" for i, line in enumerate(lines))
    (tmp_path / "results.jsonl").write_text(text)
    rows = {row[0]: row for row in load_truth(0).findings(tmp_path).tables[0].rows}
    assert (rows["time=0.01"][1], rows["time=0.01"][4]) == (0.0, 50.0)  # lost the win; optimal once in two
    assert (rows["depth=2"][1], rows["depth=2"][4]) == (100.0, 50.0)  # kept it; optimal once in two
    with pytest.raises(InputError, match="'tictactoe'"):
        Truth(game="tictactoe")


def test_eight_times_the_effort_is_stronger_beyond_doubt(tmp_path: Path) -> None:
    study = Strength(game="tictactoe", times=(20, 160), limit="nodes", games=60, openings=2, options="mode=python")
    findings = run_study(study, tmp_path, Crew(workers=2), "")
    assert findings.tables[1].rows[0][-1] > 0.99
