"""The pages without a browser: NiceGUI's simulated user."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from nicegui.testing import User, user_simulation

from plytree.interfaces.web import explain_page, play, study_page
from plytree.interfaces.web.board import BoardView
from plytree.interfaces.web.services import Services


def simulate(test: Callable[[User], Awaitable[None]]) -> None:
    """Run a test with a simulated user of a server of its own."""

    async def run() -> None:
        async with user_simulation(root=lambda: None) as user:
            services = Services(workers=1, max_seconds=5)
            for page in (play, explain_page, study_page):
                page.register(services)
            await test(user)

    asyncio.run(run())


def test_moves_are_played_and_nonsense_from_the_browser_changes_nothing() -> None:
    async def test(user: User) -> None:
        await user.open("/?game=tictactoe&first=human&second=human")
        await user.should_see("X to move")
        board = user.find(kind=BoardView)
        for nonsense in ("4", None, {"id": 4}, 99, -1, [], 1e300):
            board.trigger("move", nonsense)
        await user.should_see("X to move")
        board.trigger("move", 4)
        await user.should_see("O to move")

    simulate(test)


def test_the_engine_answers_and_its_thoughts_are_shown() -> None:
    async def test(user: User) -> None:
        await user.open("/?game=tictactoe&moves=1,4,2&first=human&second=depth:4&time=5")
        await user.should_see("waits")
        user.find(marker="go").click()
        await user.should_see("Your move", retries=100)
        await user.should_see("O: ", retries=20)

    simulate(test)


def test_a_position_is_set_up_from_text_or_refused_with_a_sentence() -> None:
    async def test(user: User) -> None:
        await user.open("/?game=tictactoe&first=human&second=human")
        user.find(marker="position").clear().type("XX.......")
        user.find(marker="set-position").click()
        await user.should_see("X begins")
        user.find(marker="position").clear().type("XOX......")
        user.find(marker="set-position").click()
        await user.should_see("O to move")

    simulate(test)


def test_unknown_games_and_files_open_the_landing_page_with_a_sentence() -> None:
    async def test(user: User) -> None:
        for name in ("nothing", "/etc/passwd", "my_game.py"):
            await user.open(f"/?game={name}")
            await user.should_see("is not a game here")
            await user.should_see("Your move")

    simulate(test)


def test_the_other_pages_open() -> None:
    async def test(user: User) -> None:
        await user.open("/explain")
        await user.should_see("Before the search")
        user.find(marker="last-step").click()
        await user.should_see("best move D", retries=5)
        await user.open("/studies?show=../../etc")
        await user.should_see("Start a small study")

    simulate(test)
