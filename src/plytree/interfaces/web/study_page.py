"""The studies page: what `plytree study` found, with charts to hover over; and a small study to start from here."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import Request
from nicegui import Client, background_tasks, ui

from plytree.errors import InputError
from plytree.interfaces.web import layout
from plytree.interfaces.web.services import Services
from plytree.interfaces.web.study_charts import chart_options
from plytree.interfaces.web.widgets import button, card, label, named
from plytree.jobs import Summary
from plytree.studies.findings import Findings, ReportTable, load_findings
from plytree.studies.listing import Entry, list_studies
from plytree.studies.pruning import Pruning
from plytree.studies.report import shown
from plytree.studies.strength import Strength
from plytree.studies.study import Crew, Study, default_folder, run_study

QUESTIONS = {
    "pruning": "What pruning saves: nodes against depth",
    "strength": "What thinking longer is worth: Elo against nodes",
}
MOST_WAITING = 4  # studies that may wait for their turn
MOST_ROWS = 60  # of a table in the page


def small_study(kind: str, game: str) -> Study:
    """A study with an answer within a minute or so; the same on every machine, because it counts nodes."""
    if kind == "pruning":
        return Pruning(game=game, depth=5, positions=4)
    if kind == "strength":
        return Strength(game=game, times=(100, 400, 1600), limit="nodes", games=20)
    raise InputError(f"{kind!r} is not a study that can be started here; expected one of {', '.join(QUESTIONS)}")


class Starter:
    """Starts a small study in the slow lane and shows how far it is."""

    def __init__(self, services: Services, visitor: str):
        self.services, self.visitor = services, visitor
        self._running = False
        with card("Start a small study"), ui.element("div").classes("buttons items-center"):
            kind = ui.select(QUESTIONS, value="pruning").props('outlined dense options-dense aria-label="Question"')
            self.kind = named(kind.style("min-width: 18rem"), "study-kind")
            games = [offer.name for offer in services.offers() if offer.source != "your file"]
            first = "connect4" if "connect4" in games else games[0]
            game = ui.select(games, value=first).props('outlined dense options-dense aria-label="Game"')
            self.game = named(game.style("min-width: 9rem"), "study-game")
            self.start = button("Start", self._start, name="study-start", icon="play_arrow").classes("primary")
            self.progress = named(ui.linear_progress(value=0, show_value=False).classes("w-full"), "study-progress")
            self.says = label(name="study-says", classes="quiet")
        self.progress.set_visibility(False)

    def _start(self) -> None:
        if self._running or len(self.services.slow_pool.places()) >= MOST_WAITING:
            ui.notify("Other studies run or wait already; try again in a minute.", type="warning")
            return
        try:
            study = small_study(str(self.kind.value), str(self.game.value))
            self.services.game(study.game)
        except InputError as error:
            ui.notify(str(error), type="warning")
            return
        self._running = True
        self.start.set_enabled(False)
        self.progress.set_visibility(True)
        background_tasks.create(self._run(study), name="study")

    async def _run(self, study: Study) -> None:
        loop = asyncio.get_running_loop()

        def step(summary: Summary, standing: str, per_job: int) -> None:
            share = (summary.kept + summary.done) / max(summary.total, 1)
            loop.call_soon_threadsafe(self._step, share, standing)

        def say(what: str) -> None:
            loop.call_soon_threadsafe(self._step, None, what)

        def place(number: int) -> None:
            self.says.text = f"place {number} in the queue" if number else "running"

        folder = default_folder(study)
        try:
            async with self.services.slow_pool.turn(self.visitor, place):
                crew = Crew(workers=1, say=say, step=step)
                await self.services.in_thread(run_study, study, folder, crew, "plytree", slow=True)
        except InputError as error:
            self.says.text = str(error)
            return
        finally:
            self._running = False
            self.start.set_enabled(True)
            self.progress.set_visibility(False)
        self.says.text = ""
        with self.says:
            ui.navigate.to(f"/studies?show={folder.name}")

    def _step(self, share: float | None, words: str) -> None:
        if share is not None:
            self.progress.value = share
        self.says.text = words


def find(name: str) -> Entry | None:
    """The study of that name in the user's data folder; a visitor's text never becomes a path."""
    return next((entry for entry in list_studies() if entry.folder.name == name), None)


def show_list(entries: list[Entry]) -> None:
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
    def studies(request: Request, client: Client) -> None:
        wanted: Any = request.query_params.get("show", "")
        with layout.page("/studies", "Studies"), ui.element("div").classes("stack"):
            entry = find(wanted) if wanted else None
            if entry is not None:
                ui.link("← All studies", "/studies")
                show_findings(load_findings(entry.folder))
                return
            Starter(services, client.id)
            show_list(list_studies())
