"""The explain page: a tree or a position, searched step by step, by one variant or by two side by side."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from fastapi import Request
from nicegui import Client, ui
from nicegui.events import KeyEventArguments

from plytree.errors import InputError
from plytree.explain.diff import compare, render_difference
from plytree.explain.outline import Path
from plytree.explain.render import ENDINGS, FORMATS, render
from plytree.explain.stepping import StepPictures
from plytree.explain.trace import Trace
from plytree.explain.words import sentence, summary
from plytree.games.trees.random_trees import random_tree
from plytree.interfaces.web import layout
from plytree.interfaces.web.lesson import DEEPEST, PRESETS, WIDEST, Lesson
from plytree.interfaces.web.pool import CrowdedError
from plytree.interfaces.web.quiz_panel import QuizPanel
from plytree.interfaces.web.services import Services
from plytree.interfaces.web.treeview import TreeView
from plytree.interfaces.web.widgets import button, card, label, named
from plytree.search.textbook.algorithms import VARIANTS

PLAY_SECONDS = 1.1  # between two steps when it plays by itself
KEYS = "Keys: ← → step · Space play · Home, End · + − 0 zoom · W A S D move · drag a node to reorder · ⊖ folds"


class ExplainPage:
    """One visitor's explain page."""

    def __init__(self, lesson: Lesson, services: Services, visitor: str):
        self.lesson, self.services, self.visitor, self.dark = lesson, services, visitor, False
        self._quiet = False
        self._pictures: dict[str, tuple[tuple[Any, ...], StepPictures]] = {}  # by prefix, with what they were made for
        self._build()
        self.problem.text = lesson.note
        self.quiz.set_trace(lesson.trace, lesson.key)
        self.refresh()

    # ---- what is on the page ---------------------------------------------------------------------------------------

    def _build(self) -> None:
        with ui.element("div").classes("stack"), ui.element("div").classes("explain"):
            with ui.element("div").classes("stack"):
                with ui.element("div").classes("card picture"):
                    self.says = label(name="sentence", classes="sentence")
                    self.says.props('role="status" aria-live="polite"')
                    with ui.element("div").classes("pictures"):
                        self.view = named(
                            TreeView(
                                on_node=self._node, on_reorder=self._reorder, on_fold=self._fold, on_theme=self._theme
                            ),
                            "tree",
                        )
                        self.second = named(
                            TreeView(
                                on_node=self._node,
                                on_reorder=self._reorder,
                                on_fold=self._fold,
                                on_theme=lambda _: None,
                            ),
                            "second-tree",
                        )
                self._build_steps()
                self.outcome = label(name="outcome", classes="quiet")
                self.difference = label(name="difference", classes="difference")
                ui.label(KEYS).classes("quiet small gt-sm")
            with ui.element("div").classes("stack"):
                self._build_source()
                self.quiz = QuizPanel(self.refresh, lambda: self.go(self.lesson.steps))
                self._build_story()
        ui.keyboard(self._key, ignore=["input", "select", "textarea"])
        self.timer = ui.timer(PLAY_SECONDS, self._play_on, active=False)

    def _build_source(self) -> None:
        with card("Tree"):
            self.text = ui.textarea(value=self.lesson.text, on_change=self._edited).props(
                "outlined dense autogrow debounce=250"
            )
            named(self.text.classes("w-full position"), "tree-text")
            self.problem = label(name="tree-problem", classes="problem small")
            with ui.row(wrap=False).classes("w-full gap-2"):
                self.preset = ui.select([*PRESETS, "A random tree"], label="Examples", on_change=self._preset_chosen)
                named(self.preset.props("outlined dense options-dense").classes("grow"), "preset")
            with ui.row(wrap=False).classes("w-full gap-2"):
                names = list(VARIANTS)
                self.variant = ui.select(
                    names, label="Variant", value=self.lesson.variant, on_change=self._variant_chosen
                )
                named(self.variant.props("outlined dense options-dense").classes("grow"), "variant")
                beside = {"": "nothing", **{name: name for name in names}}
                self.compare = ui.select(
                    beside, label="Beside it", value=self.lesson.compare, on_change=self._variant_chosen
                )
                named(self.compare.props("outlined dense options-dense").classes("grow"), "compare")
            if not self.lesson.on_paper:
                self.text.set_visibility(False)
                self.preset.set_visibility(False)
                ui.label(f"{self.lesson.game_name} {self.lesson.position or 'from the start'}").classes(
                    "position small"
                )
                with ui.row(wrap=False).classes("w-full gap-2"):
                    self.depth = ui.number(
                        "Depth", value=self.lesson.depth, min=1, max=DEEPEST, step=1, on_change=self._size_chosen
                    )
                    named(self.depth.props("outlined dense debounce=400").classes("grow"), "depth")
                    self.width = ui.number(
                        "Moves each (0: all)",
                        value=self.lesson.width,
                        min=0,
                        max=WIDEST,
                        step=1,
                        on_change=self._size_chosen,
                    )
                    named(self.width.props("outlined dense debounce=400").classes("grow"), "width")

    def _build_steps(self) -> None:
        with ui.element("div").classes("buttons steps").props('role="toolbar" aria-label="Steps"'):
            for name, icon, words, action in (
                ("first-step", "first_page", "To the beginning", lambda: self.go(0)),
                ("back", "chevron_left", "One step back", lambda: self.go(self.lesson.step - 1)),
                ("play", "play_arrow", "Play", self._toggle_play),
                ("forward", "chevron_right", "One step on", lambda: self.go(self.lesson.step + 1)),
                ("last-step", "last_page", "To the end", lambda: self.go(self.lesson.steps)),
            ):
                made = button("", action, name=name, icon=icon).props(f'aria-label="{words}"').tooltip(words)
                if name == "play":
                    self.play = made
            self.slider = ui.slider(min=0, max=1, value=0, on_change=self._slid).props('aria-label="Step"')
            named(self.slider.classes("grow").style("min-width: 6rem; align-self: center"), "step")
            self.count = label(name="step-count", classes="quiet small self-center")

    def _build_story(self) -> None:
        with card("Step by step"):
            self.story = named(ui.element("ol").classes("story"), "story")
        with card("Download"), ui.element("div").classes("buttons"):
            for format in FORMATS:
                button(format, lambda format=format: self._download(format), name=f"download-{format}", small=True)

    # ---- drawing ---------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Draw the lesson at its step, or the blank tree of a quiz."""
        lesson, quiz = self.lesson, self.quiz.quiz
        step = 0 if quiz is not None else lesson.step
        self.view.show(
            self._picture(lesson.trace, "node"),
            min(step, len(lesson.trace.events)),
            draggable=lesson.on_paper and quiz is None,
            marks=self.quiz.marks(),
        )
        self.second.set_visibility(lesson.other is not None and quiz is None)
        if lesson.other is not None and quiz is None:
            self.second.show(
                self._picture(lesson.other, "second"),
                min(step, len(lesson.other.events)),
                draggable=lesson.on_paper,
            )
        self.says.text = self._sentence(step) if quiz is None else "Fill in what alpha-beta does here"
        self._quiet = True
        self.slider.props(f"max={max(lesson.steps, 1)}")
        self.slider.value = step
        self._quiet = False
        self.count.text = f"{step} / {lesson.steps}"
        self.outcome.text = " ".join(summary(lesson.trace)) if step == lesson.steps and quiz is None else ""
        self.difference.text = self._difference() if quiz is None else ""
        self._show_story(step if quiz is None else 0)
        ui.run_javascript(f"plytree.address({json.dumps(lesson.query())})")

    def _picture(self, trace: Trace, prefix: str) -> StepPictures:
        """The pictures of a trace; the same object as long as nothing but the step changes."""
        lesson = self.lesson
        title = trace.variant if lesson.other is not None else ""
        made_for = (trace, self.dark, title, frozenset(lesson.shut), frozenset(lesson.opened))
        kept = self._pictures.get(prefix)
        if kept is None or kept[0][0] is not trace or kept[0][1:] != made_for[1:]:
            theme = "dark" if self.dark else "light"
            kept = (made_for, StepPictures(lesson.shown(trace), theme, prefix=prefix, title=title))  # type: ignore[arg-type]
            self._pictures[prefix] = kept
        return kept[1]

    def _sentence(self, step: int) -> str:
        if step == 0:
            return "Before the search. Step on with the arrow keys."
        return sentence(self.lesson.trace, min(step, len(self.lesson.trace.events)) - 1)

    def _difference(self) -> str:
        """What two variants do differently on a tree on paper, and whether it matters."""
        lesson = self.lesson
        if lesson.other is None or not lesson.on_paper:
            return ""
        return render_difference(compare(lesson.tree(), lesson.variant, lesson.compare)).strip()

    def _show_story(self, step: int) -> None:
        self.story.clear()
        first = max(0, step - 8)
        with self.story:
            for number in range(first, min(step, len(self.lesson.trace.events))):
                line = ui.element("li").props(f"value={number + 1}").classes("now" if number == step - 1 else "")
                with line:
                    ui.label(sentence(self.lesson.trace, number))
                line.on("click", lambda number=number: self.go(number + 1))

    # ---- what the visitor does -------------------------------------------------------------------------------------

    def go(self, step: int) -> None:
        """To a step; also ends a quiz's blank picture."""
        self.quiz.leave()
        self.lesson.step = min(max(step, 0), self.lesson.steps)
        self.refresh()

    def _slid(self) -> None:
        if not self._quiet:
            self.go(int(self.slider.value))

    def _toggle_play(self) -> None:
        if self.timer.active:
            self._pause()
            return
        if self.lesson.step >= self.lesson.steps:
            self.go(0)
        self.timer.activate()
        self.play.props("icon=pause")

    def _pause(self) -> None:
        self.timer.deactivate()
        self.play.props("icon=play_arrow")

    def _play_on(self) -> None:
        self.go(self.lesson.step + 1)
        if self.lesson.step >= self.lesson.steps:
            self._pause()

    def _key(self, event: KeyEventArguments) -> None:
        if not event.action.keydown or event.modifiers.ctrl or event.modifiers.alt or event.modifiers.meta:
            return
        name = str(event.key.name)
        lesson = self.lesson
        steps = {"ArrowRight": lesson.step + 1, "ArrowLeft": lesson.step - 1, "Home": 0, "End": lesson.steps}
        if name in steps:
            self._pause()
            self.go(steps[name])
        elif name == " ":
            self._toggle_play()

    def _edited(self) -> None:
        if not self._quiet:
            self._attempt(lambda: self.lesson.edit(str(self.text.value or "")))

    def _preset_chosen(self) -> None:
        chosen = str(self.preset.value)
        self.text.value = PRESETS.get(chosen) or str(random_tree(random.Random(), 3, 3, 9, narrowest=2))

    async def _variant_chosen(self) -> None:
        self.lesson.variant, self.lesson.compare = str(self.variant.value), str(self.compare.value or "")
        await self._search_again()

    async def _size_chosen(self) -> None:
        before = self.lesson.depth, self.lesson.width
        self.lesson.depth, self.lesson.width = int(self.depth.value or 0), int(self.width.value or 0)
        if not await self._search_again():
            self.lesson.depth, self.lesson.width = before

    async def _search_again(self) -> bool:
        """Search with other settings; a game's tree is searched in the pool, because it may take a while."""
        if self.lesson.on_paper:
            return self._attempt(self.lesson.run)
        try:
            async with self.services.pool.turn(self.visitor):
                await self.services.in_thread(self.lesson.run)
        except InputError as error:
            self.problem.text = str(error)
            return False
        return self._attempt(lambda: None)

    def _attempt(self, change: Callable[[], None]) -> bool:
        """Change the lesson and draw it; say what was wrong if it cannot be done."""
        try:
            change()
        except InputError as error:
            self.problem.text = str(error)
            return False
        self.problem.text = ""
        self.quiz.set_trace(self.lesson.trace, self.lesson.key)
        self.refresh()
        return True

    def _reorder(self, path: Path, to: int) -> None:
        if self._attempt(lambda: self.lesson.reorder(path, to)):
            self._quiet = True
            self.text.value = self.lesson.text
            self._quiet = False

    def _fold(self, path: Path) -> None:
        self.lesson.fold(path)
        self.refresh()

    def _node(self, path: Path) -> None:
        if self.quiz.quiz is not None:
            self.quiz.choose(path)
            return
        events = self.lesson.trace.events
        later = [i for i, event in enumerate(events) if event.path == path]
        after = [i for i in later if i >= self.lesson.step]
        if later:
            self.go((after or later)[0] + 1)

    def _theme(self, dark: bool) -> None:
        if dark != self.dark:
            self.dark = dark
            self.refresh()

    def _download(self, format: str) -> None:
        text = render(self.lesson.trace, format)
        ui.download(text.encode(), f"plytree-{self.lesson.variant}.{ENDINGS[format]}")


def lesson_from_query(services: Services, query: dict[str, str]) -> tuple[Lesson, str]:
    """The lesson that an address asks for, and a sentence about what in it could not be used."""
    try:
        number = {key: int(query[key]) for key in ("depth", "width", "step") if query.get(key, "").isdecimal()}
        common = {"variant": query.get("variant", "fail-soft"), "compare": query.get("compare", ""), **number}
        if "game" in query:
            game = services.game(query["game"])
            position = query.get("position", "")
            return Lesson(game_name=query["game"], game=game, position=position, fit=True, **common), ""  # type: ignore[arg-type]
        if "tree" in query:
            return Lesson(text=query["tree"], **common), ""  # type: ignore[arg-type]
        return Lesson(**common), ""  # type: ignore[arg-type]
    except InputError as error:
        return Lesson(), str(error)


def register(services: Services) -> None:
    """Put the explain page at `/explain`."""

    @ui.page("/explain", dark=None, response_timeout=30.0)
    async def explain_page(request: Request, client: Client) -> None:
        query = dict(request.query_params)
        with layout.page("/explain", "Explain"):
            if "game" in query:  # its tree may take seconds: not for those who only fetch the page
                await client.connected()
            if client.is_deleted:
                return
            try:
                async with services.pool.turn(client.id):
                    lesson, complaint = await services.in_thread(lesson_from_query, services, query)
            except CrowdedError as error:
                ui.label(str(error))
                return
            ExplainPage(lesson, services, client.id)
        if complaint:
            ui.notify(complaint, type="warning")
