"""The pages without a browser: NiceGUI's simulated user."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from nicegui.testing import User, user_simulation

from plytree.games.catalog import load_game
from plytree.interfaces.web import explain_page, play, study_page
from plytree.interfaces.web.board import BoardView
from plytree.interfaces.web.services import Services
from plytree.interfaces.web.visit import Visit
from plytree.players.player import make_player
from plytree.players.thinking import Choice
from plytree.search.acquire import compilers
from plytree.search.acquire.compilers import Compiling
from plytree.search.score import Score


def simulate(test: Callable[..., Awaitable[None]], with_services: bool = False) -> None:
    """Run a test with a simulated user of a server of its own."""

    async def run() -> None:
        async with user_simulation(root=lambda: None) as user:
            services = Services(workers=1, max_seconds=5)
            for page in (play, explain_page, study_page):
                page.register(services)
            await (test(user, services) if with_services else test(user))

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
        await user.open("/?game=tictactoe&moves=1,4,2&first=human&second=engine:depth=4&time=5")
        await user.should_see("waits")
        user.find(marker="go").click()
        await user.should_see("Your move", retries=100)
        await user.should_see("O: ", retries=20)

    simulate(test)


def test_a_score_says_whose_it_is_also_when_the_other_side_is_to_move() -> None:
    """White has lost its queen: whoever is to move when it is shown, the good score is Black's."""
    rules = load_game("chess")
    game = Visit("chess", rules)
    game.set_up("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1")
    thinking = make_player("engine:depth=1,mode=python", rules).start(game.session.state, game.session.history)
    before = thinking.result()
    game.session.play(Choice.of(before).move)
    after = make_player("engine:depth=1,mode=python", rules).start(game.session.state, game.session.history).result()
    assert [game.side_names()[found.side] for found in (before, after)] == ["Black", "White"]
    assert before.score is not None
    assert after.score is not None
    assert before.score > Score.draw() > after.score


def test_an_address_without_a_socket_starts_no_thinking() -> None:
    """A robot that only fetches pages makes no work; the first socket does."""

    async def test(user: User, services: Services) -> None:
        path = "/?game=tictactoe&first=engine&second=engine&time=5"
        for _ in range(3):
            assert (await user.http_client.get(path)).status_code == 200
        await asyncio.sleep(0.3)
        assert services.pool.running == 0
        assert services.pool.places() == []
        await user.open(path)
        await user.should_see("draw", retries=100)

    simulate(test, with_services=True)


def test_bad_players_in_an_address_get_a_sentence() -> None:
    async def test(user: User) -> None:
        for spec in ("uci:/bin/sh", "depth:6", "engine:eval=/etc/passwd"):
            await user.open(f"/?game=tictactoe&second={spec}")
            await user.should_see("is not a player here")
            await user.should_see("Your move")

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


def test_a_banner_says_how_far_the_compiler_of_the_game_is(monkeypatch: pytest.MonkeyPatch) -> None:
    working = [Compiling("othello", "code", 1.0, 2.0, 1), Compiling("tictactoe", "code", 4.0, 10.0, 2)]
    monkeypatch.setattr(compilers, "under_way", lambda: working)

    async def test(user: User) -> None:
        await user.open("/?game=tictactoe&first=human&second=human")
        await user.should_see("Compiling tictactoe: 40%. Until then it plays weakly.", retries=30)
        working.clear()
        await user.should_not_see("Compiling", retries=60)

    simulate(test)


def test_an_opening_has_its_name_and_an_ending_its_distance() -> None:
    async def test(user: User) -> None:
        await user.open("/?game=chess&moves=e4,c5&first=human&second=human")
        await user.should_see("Sicilian Defence")
        await user.open("/?game=chess&position=8/8/8/8/8/4k3/8/R3K3 w - - 0 1&first=human&second=human")
        user.find(marker="hints").click()
        await user.should_see("(exact)", retries=200)

    simulate(test)
