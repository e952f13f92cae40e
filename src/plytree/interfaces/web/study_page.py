"""The studies page: what `plytree study` found, with charts to hover over; and a small study to start from here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import Request
from nicegui import ui

from plytree.errors import InputError
from plytree.interfaces.web import layout
from plytree.interfaces.web.services import Services
from plytree.interfaces.web.study_charts import chart_options
from plytree.interfaces.web.study_runs import StudyRun, running, start
from plytree.interfaces.web.widgets import button, card, label, named
from plytree.studies.findings import Findings, ReportTable, load_findings
from plytree.studies.listing import StudyEntry, list_studies
from plytree.studies.pruning import Pruning
from plytree.studies.report import shown
from plytree.studies.strength import Strength
from plytree.studies.study import Study

QUESTIONS = {
    "pruning": "What pruning saves: nodes against depth",
    "strength": "What thinking longer is worth: Elo against nodes",
}
TAKEN = (".html", ".csv", ".svg", ".png", ".pdf")  # files of a study for people
MOST_ROWS = 60  # of a table in the page


def small_study(kind: str, game: str) -> Study:
    """A study with an answer within a minute or so; the same on every machine, because it counts nodes."""
    if kind == "pruning":
        return Pruning(game=game, depth=5, positions=4)
    if kind == "strength":
        return Strength(game=game, times=(100, 400, 1600), limit="nodes", games=20)
    raise InputError(f"{kind!r} is not a study that can be started here; expected one of {', '.join(QUESTIONS)}")


class Starter:
    """Starts a small study, and shows those that run, with a way to end them."""

    def __init__(self, services: Services):
        self.services = services
        self._shown: list[StudyRun] = []
        with card("Start a small study"), ui.element("div").classes("buttons items-center"):
            kind = ui.select(QUESTIONS, value="pruning").props('outlined dense options-dense aria-label="Question"')
            self.kind = named(kind.style("min-width: 18rem"), "study-kind")
            games = [offer.name for offer in services.offers() if offer.source != "your file"]
            first = "connect4" if "connect4" in games else games[0]
            game = ui.select(games, value=first).props('outlined dense options-dense aria-label="Game"')
            self.game = named(game.style("min-width: 9rem"), "study-game")
            button("Start", self._start, name="study-start", icon="play_arrow").classes("primary")
        self.list = named(ui.element("div").classes("stack"), "study-runs")
        self._look()
        ui.timer(0.5, self._look)

    def _start(self) -> None:
        try:
            start(self.services, small_study(str(self.kind.value), str(self.game.value)))
        except InputError as error:
            ui.notify(str(error), type="warning")
        self._look()

    def _look(self) -> None:
        """Bring the list of running studies up to date; one that ended here leads to its report."""
        now = running()
        for run in self._shown:
            if run.done:
                self._ended(run)
        if now != self._shown:
            self.list.clear()
            with self.list:
                for run in now:
                    _show_run(run)
            self._shown = now

    def _ended(self, run: StudyRun) -> None:
        with self.list:
            if run.problem:
                ui.notify(f"{run.title}: {run.problem}", type="warning")
            else:
                ui.navigate.to(f"/studies?show={run.folder.name}")


def _show_run(run: StudyRun) -> None:
    with card(f"Running: {run.title}"):
        bar = named(ui.linear_progress(value=run.share, show_value=False), "study-progress")
        says = label(name="study-says", classes="quiet")
        button("Cancel", run.cancel, name="study-cancel", icon="close", small=True)

    def look() -> None:
        bar.value, says.text = run.share, run.says

    ui.timer(0.5, look)


def find(name: str) -> StudyEntry | None:
    """The study of that name in the user's data folder; a visitor's text never becomes a path."""
    return next((entry for entry in list_studies() if entry.folder.name == name), None)


def show_list(entries: list[StudyEntry]) -> None:
    with card("Studies"):
        if not entries:
            ui.label("None yet. Start one above, or run: plytree study strength --game connect4 --quick").classes(
                "quiet"
            )
        for entry in entries:
            with ui.link(target=f"/studies?show={entry.folder.name}").classes("study-link"):
                ui.label(entry.title).classes("study-title")
                ui.label(entry.headline + ("" if entry.complete else "  (not finished)"))
                ui.label(f"{entry.game} · {entry.created[:16].replace('T', ' ')}").classes("quiet small")


def show_findings(findings: Findings) -> None:
    """A study's report: what it found, charts, tables, how."""
    label(findings.title, name="study-title", classes="title")
    ui.label(findings.question).classes("quiet")
    with ui.element("ul").classes("findings"):
        for sentence in findings.sentences:
            with ui.element("li"):
                ui.label(sentence)
    for chart in findings.charts:
        with card(chart.title):
            ui.echart(chart_options(chart)).style("height: 340px; width: 100%").classes("study-chart")
    for table in findings.tables:
        _table(table)
    with card("How it was done"):
        for sentence in findings.method:
            ui.label(sentence).classes("small")
        facts = ", ".join(
            f"{key} {value}" for key, value in findings.facts.items() if key in ("seed", "seconds", "created")
        )
        ui.label(facts).classes("quiet small")


def show_files(entry: StudyEntry) -> None:
    """The report, its tables and its pictures, to be taken along."""
    with card("Download"), ui.element("div").classes("buttons"):
        for path in sorted(entry.folder.rglob("*")):
            if path.is_file() and path.suffix in TAKEN:
                button(path.name, lambda path=path: _download(path), name=f"download-{path.name}", small=True)


def _download(path: Path) -> None:
    ui.download(path.read_bytes(), path.name)


def _table(table: ReportTable) -> None:
    with card(table.title), ui.element("div").classes("table-box"), ui.element("table").classes("plain-table"):
        with ui.element("tr"):
            for column in table.columns:
                with ui.element("th"):
                    ui.label(column)
        for row in table.rows[:MOST_ROWS]:
            with ui.element("tr"):
                for cell in row:
                    with ui.element("td"):
                        ui.label(shown(cell))


def register(services: Services) -> None:
    """Put the studies page at `/studies`."""

    @ui.page("/studies", dark=None)
    def studies(request: Request) -> None:
        wanted: Any = request.query_params.get("show", "")
        with layout.page("/studies", "Studies"), ui.element("div").classes("stack"):
            entry = find(wanted) if wanted else None
            if entry is not None:
                ui.link("← All studies", "/studies")
                show_findings(load_findings(entry.folder))
                show_files(entry)
                return
            Starter(services)
            show_list(list_studies())
