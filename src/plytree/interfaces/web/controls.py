"""Which game, who plays, how long the computer thinks."""

from __future__ import annotations

import math
from collections.abc import Callable

from nicegui import ui

from plytree.interfaces.web.seats import HUMAN, MENU, USUAL_NUMBER, chosen_seat, menu_for
from plytree.interfaces.web.services import SHORTEST_THOUGHT, Services
from plytree.interfaces.web.visit import Visit
from plytree.interfaces.web.widgets import button, label, named

STEPS = 100  # of the slider, which is logarithmic


class Controls:
    """The settings of a visit. `on_change(new_game)` is told after the visit has changed."""

    def __init__(self, services: Services, visit: Visit, on_change: Callable[[bool], None]):
        self.services, self.visit, self.on_change = services, visit, on_change
        self._quiet = False  # set while the widgets follow the visit, so that they do not answer
        with ui.element("section").classes("card stack").props('aria-label="Settings"'):
            names = {offer.name: offer.name for offer in services.offers()}
            names.setdefault(visit.name, visit.name)
            self.game = ui.select(names, label="Game", value=visit.name, on_change=self._game_changed)
            named(self.game.props("outlined dense options-dense").classes("w-full"), "game")
            self.kinds: list[ui.select] = []
            self.numbers: list[ui.number] = []
            for side in (0, 1):
                with ui.row(wrap=False).classes("w-full items-center gap-2"):
                    kind = ui.select({}, on_change=lambda side=side: self._seat_changed(side))
                    named(kind.props("outlined dense options-dense").classes("grow"), ("first", "second")[side])
                    number = ui.number(
                        min=1, max=MENU["depth"].most, step=1, on_change=lambda side=side: self._seat_changed(side)
                    )
                    number.props('outlined dense aria-label="Number"').style("width: 84px")
                    named(number, ("first-number", "second-number")[side])
                self.kinds.append(kind)
                self.numbers.append(number)
            button("Swap sides", self._swap, name="swap", icon="swap_vert", small=True)
            with ui.element("div").classes("w-full"):
                with ui.row().classes("w-full justify-between small"):
                    ui.label("Time for each move").classes("quiet")
                    self.time_text = label(name="time-text")
                self.slider = ui.slider(
                    min=0, max=STEPS, value=self._to_step(visit.seconds), on_change=self._time_changed
                )
                named(self.slider.props('aria-label="Seconds for each move"'), "time")
        self.refresh()

    def refresh(self) -> None:
        """Show what the visit holds."""
        self._quiet = True
        kinds, sides = menu_for(self.visit.game), self.visit.side_names()
        for side, seat in enumerate(self.visit.seats):
            if self.kinds[side].options != kinds or self.kinds[side].value != seat.key:
                self.kinds[side].set_options(kinds, value=seat.key)
            self.kinds[side].props(f'label="{sides[side]}{" (begins)" if side == 0 and sides[0] != "First" else ""}"')
            self.numbers[side].set_visibility(bool(seat.number))
            if seat.number:
                self.numbers[side].value = seat.number
        self.time_text.text = f"{self.visit.seconds:.2g} s"
        self._quiet = False

    def _game_changed(self) -> None:
        if self._quiet:
            return
        name = str(self.game.value)
        fresh = Visit(name, self.services.game(name))
        self.visit.name, self.visit.game, self.visit.position = fresh.name, fresh.game, ""
        kinds = menu_for(fresh.game)
        self.visit.seats = [seat if seat.key in kinds else chosen_seat("time") for seat in self.visit.seats]
        self.visit.session, self.visit.paused = fresh.session, False
        self.on_change(True)

    def _seat_changed(self, side: int) -> None:
        if self._quiet:
            return
        key, number = str(self.kinds[side].value or HUMAN), self.numbers[side].value
        stays = self.visit.seats[side].key == key and number and math.isfinite(number)
        self.visit.seats[side] = chosen_seat(key, int(number) if stays else USUAL_NUMBER)
        self.on_change(False)

    def _swap(self) -> None:
        self.visit.seats.reverse()
        board = self.visit.board()
        if board is not None and board.style == "chess":  # one looks at it from one's own side
            self.visit.flipped = not self.visit.flipped
        self.on_change(False)

    def _time_changed(self) -> None:
        self.visit.seconds = float(f"{self._to_seconds(float(self.slider.value)):.2g}")
        self.time_text.text = f"{self.visit.seconds:.2g} s"

    def _to_seconds(self, step: float) -> float:
        top = max(self.services.max_seconds, SHORTEST_THOUGHT)
        return float(SHORTEST_THOUGHT * (top / SHORTEST_THOUGHT) ** (step / STEPS))

    def _to_step(self, seconds: float) -> int:
        top = max(self.services.max_seconds, SHORTEST_THOUGHT * 1.01)
        return round(
            STEPS * math.log(max(seconds, SHORTEST_THOUGHT) / SHORTEST_THOUGHT) / math.log(top / SHORTEST_THOUGHT)
        )
