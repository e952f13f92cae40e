"""The quiz beside the tree: a table to fill in, nodes to strike, and what was wrong."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from plytree.errors import InputError
from plytree.explain.exams.check import FIELDS
from plytree.explain.outline import Path
from plytree.explain.trace import Trace
from plytree.interfaces.web.quiz import Finding, Quiz
from plytree.interfaces.web.widgets import button, card, label, named


class QuizPanel:
    """Starts, checks and ends a quiz; `quiz` is None while there is none."""

    def __init__(self, on_change: Callable[[], None], on_solution: Callable[[], None]):
        self.on_change, self.on_solution = on_change, on_solution
        self.quiz: Quiz | None = None
        self._trace: Trace | None = None
        self._findings: list[Finding] | None = None
        with card("Quiz"):
            self.start = button("Fill it in yourself", self._start, name="quiz", icon="edit")
            self.form = ui.element("div").classes("stack")
        self.form.set_visibility(False)

    def set_trace(self, trace: Trace) -> None:
        """Another tree: a running quiz ends."""
        self._trace = trace
        self._close()

    def leave(self) -> None:
        if self.quiz is not None:
            self._close()

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
            self.quiz, self._findings = Quiz(self._trace), None
        except InputError as error:
            ui.notify(str(error), type="warning")
            return
        self._fill_form(self.quiz)
        self.form.set_visibility(True)
        self.start.set_visibility(False)
        self.on_change()

    def _close(self) -> None:
        self.quiz = self._findings = None
        self.form.set_visibility(False)
        self.start.set_visibility(True)

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
            self.verdict = label(name="quiz-verdict", classes="verdict")
            self.faults = named(ui.element("ul").classes("faults"), "quiz-faults")

    def _row(self, quiz: Quiz, path: Path, text: str) -> None:
        shown = ".".join(map(str, path))
        with ui.element("tr"):
            with ui.element("td"):
                ui.label(text).classes("small")
            for name in FIELDS:
                with ui.element("td"):
                    cell = ui.input(on_change=lambda e, name=name: quiz.fill(path, name, str(e.value or "")[:30]))
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
