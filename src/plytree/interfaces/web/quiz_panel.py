"""The quiz beside the tree: a table to fill in, nodes to strike, and what was wrong.

Answers are kept: whoever looks at a step, or at another tree, finds them again. Only "Start over" throws them away, and
asks before; even that can be taken back.
"""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from plytree.errors import InputError
from plytree.explain.exams.check import FIELDS
from plytree.explain.outline import Path
from plytree.explain.trace import Trace
from plytree.interfaces.web.quiz import Finding, Quiz
from plytree.interfaces.web.widgets import button, card, label, named

MOST_KEPT = 20  # attempts at different trees


class QuizPanel:
    """Starts, checks and ends a quiz; `quiz` is None while there is none to be seen."""

    def __init__(self, on_change: Callable[[], None], on_solution: Callable[[], None]):
        self.on_change, self.on_solution = on_change, on_solution
        self.quiz: Quiz | None = None
        self._trace: Trace | None = None
        self._key = ""
        self._kept: dict[str, Quiz] = {}  # attempts, by tree and variant
        self._discarded: Quiz | None = None
        self._findings: list[Finding] | None = None
        self.card = card("Quiz")
        with self.card:
            self.start = button("Fill it in yourself", self._start, name="quiz", icon="edit")
            self.back = button("Bring the answers back", self._bring_back, name="quiz-undo", icon="undo", small=True)
            self.form = ui.element("div").classes("stack")
        self.back.set_visibility(False)
        self.form.set_visibility(False)

    def set_trace(self, trace: Trace, key: str) -> None:
        """Another tree or variant; `key` tells them apart."""
        self._close()
        self._trace, self._key, self._discarded = trace, key, None
        self.back.set_visibility(False)
        self._name_start()

    def leave(self) -> None:
        """Look at the search; the answers wait."""
        if self.quiz is not None:
            self._close()

    def _name_start(self) -> None:
        begun = self._key in self._kept and self._kept[self._key].begun
        self.start.text = "Go on with the quiz" if begun else "Fill it in yourself"

    def choose(self, path: Path) -> None:
        """A node of the picture was clicked: strike it out, or take that back."""
        if self.quiz is not None:
            self.quiz.strike(path)
            self._findings = None
            self.on_change()

    def marks(self) -> dict[Path, str]:
        """How nodes of the picture look during the quiz."""
        if self.quiz is None:
            return {}
        marks = {path: "struck" for path in self.quiz.struck}
        if self._findings is not None:
            wrong = self.quiz.wrong_paths(self._findings)
            marks = {node.path: "right" for node in self.quiz.trace.nodes() if not node.is_leaf} | marks
            marks |= {path: "wrong" for path in wrong}
        return marks

    def _start(self) -> None:
        assert self._trace is not None
        try:
            kept = self._kept.get(self._key)
            self.quiz, self._findings = kept or Quiz(self._trace), None
        except InputError as error:
            ui.notify(str(error), type="warning")
            return
        self._kept[self._key] = self.quiz
        while len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        self._fill_form(self.quiz)
        self.form.set_visibility(True)
        self.start.set_visibility(False)
        self.on_change()

    def _close(self) -> None:
        self.quiz = self._findings = None
        self.form.set_visibility(False)
        self.start.set_visibility(True)
        self._name_start()

    async def _start_over(self) -> None:
        if self.quiz is None:
            return
        if self.quiz.begun and not await self._sure():
            return
        self._discarded = self._kept.pop(self._key, None)
        self._close()
        with self.card:  # the button that was clicked goes with the old form
            self._start()
        self.back.set_visibility(self._discarded is not None and self._discarded.begun)

    async def _sure(self) -> bool:
        with self.card, ui.dialog() as dialog, ui.card():
            ui.label("Throw your answers away?")
            with ui.element("div").classes("buttons"):
                button("Start over", lambda: dialog.submit(True), name="quiz-sure").classes("primary")
                button("Keep them", lambda: dialog.submit(False), name="quiz-keep")
        return bool(await dialog)

    def _bring_back(self) -> None:
        if self._discarded is not None:
            self._close()
            self._kept[self._key], self._discarded = self._discarded, None
            self.back.set_visibility(False)
            self._start()

    def _fill_form(self, quiz: Quiz) -> None:
        self.form.clear()
        with self.form:
            ui.label("The last alpha, beta and value of each node; leave empty what is never visited.").classes("small")
            ui.label("Click a node of the tree to strike it out.").classes("small")
            with ui.element("table").classes("quiz-table"):
                with ui.element("tr"):
                    for text in ("", "α", "β", "value"):
                        with ui.element("th"):
                            ui.label(text)
                for node in quiz.inner_nodes():
                    self._row(quiz, node.path, f"{node.name} {node.kind.upper()}")
            with ui.element("div").classes("buttons"):
                button("Check", self._check, name="quiz-check", icon="check").classes("primary")
                button("Solution", self._end, name="quiz-end", icon="visibility")
                button("Start over", self._start_over, name="quiz-over", icon="restart_alt")
            self.verdict = label(name="quiz-verdict", classes="verdict")
            self.faults = named(ui.element("ul").classes("faults"), "quiz-faults")

    def _row(self, quiz: Quiz, path: Path, text: str) -> None:
        shown = ".".join(map(str, path))
        with ui.element("tr"):
            with ui.element("td"):
                ui.label(text).classes("small")
            for name in FIELDS:
                with ui.element("td"):
                    cell = ui.input(
                        value=quiz.answers.get((path, name), ""),
                        on_change=lambda e, name=name: quiz.fill(path, name, str(e.value or "")[:30]),
                    )
                    named(cell.props(f'dense outlined aria-label="{name} of {text}"'), f"quiz-{shown}-{name}")

    def _check(self) -> None:
        if self.quiz is None:
            return
        self._findings = self.quiz.check()
        wrong = len(self._findings)
        self.verdict.text = (
            "All right!" if not wrong else f"{wrong} {'thing is' if wrong == 1 else 'things are'} not right yet:"
        )
        self.faults.clear()
        with self.faults:
            for finding in self._findings[:12]:
                with ui.element("li"):
                    ui.label(finding.text)
        self.on_change()

    def _end(self) -> None:
        self._close()
        self.on_solution()
