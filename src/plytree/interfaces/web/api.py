"""JSON over HTTP: games, legal moves, playing a move, the best move. Stateless: each request brings its position."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from fastapi import APIRouter, FastAPI, HTTPException
from fastapi import Request as HttpRequest
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException as AnyHttpError

from plytree.advice.exact import make_solver, solver_board, solver_ready
from plytree.errors import InputError
from plytree.explain.render import render
from plytree.games.contract.game import Game, has_hook
from plytree.interfaces.web import api_models as models
from plytree.interfaces.web.lesson import LARGEST_ANSWER, Lesson
from plytree.interfaces.web.pool import CrowdedError
from plytree.interfaces.web.services import Services
from plytree.matches.session import Session, read_position, show_line
from plytree.search.limits import Limits
from plytree.solvers.connect4 import Solver, to_score

T = TypeVar("T")
DEFAULT_SECONDS = 1.0
GONE_CHECK = 0.25  # seconds between looks whether the client still waits
ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": models.Problem, "description": "The request was wrong: one sentence that says why"},
    422: {"model": models.Problem, "description": "The request has not the right form"},
    429: {"model": models.Problem, "description": "Too many searches wait already"},
}


def install(app: FastAPI, services: Services) -> None:
    """Put the interface under /api and answer every error with one sentence."""
    app.include_router(_router(services))

    @app.api_route("/api/{rest:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"],
                   include_in_schema=False)  # fmt: skip
    def unknown(rest: str, request: HttpRequest) -> None:
        known = {path: set(operations) for path, operations in app.openapi()["paths"].items()}
        methods = known.get(f"/api/{rest}")
        if methods is None:
            raise HTTPException(404, f"there is no /api/{rest[:80]}; expected one of {', '.join(known)}")
        allowed = ", ".join(sorted(method.upper() for method in methods))
        raise HTTPException(405, f"/api/{rest} takes {allowed}, not {request.method}", headers={"Allow": allowed})

    @app.exception_handler(InputError)
    def wrong_input(request: HttpRequest, error: InputError) -> JSONResponse:
        status = 429 if isinstance(error, CrowdedError) else 400
        headers = {"Retry-After": "2"} if status == 429 else None
        return JSONResponse({"error": str(error)}, status, headers)

    @app.exception_handler(RequestValidationError)
    def wrong_form(request: HttpRequest, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:] if first["type"] != "json_invalid") or "the request"
        return JSONResponse({"error": f"{where}: {first['msg'].lower()}"}, 422)

    @app.exception_handler(AnyHttpError)
    def http_error(request: HttpRequest, error: AnyHttpError) -> JSONResponse:
        return JSONResponse({"error": str(error.detail)}, error.status_code, error.headers)


def _router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["plytree"])

    @router.get("/games", response_model=models.Games)
    def games() -> models.Answer:
        """What can be played, and how long a search may take."""
        offers = [{"name": o.name, "summary": o.summary, "source": o.source} for o in services.offers()]
        return {"games": offers, "max_seconds": services.max_seconds}

    @router.post("/moves", response_model=models.State, responses=ERRORS)
    def moves(body: models.Position) -> models.Answer:
        """The legal moves of a position."""
        return describe(body.game, read_session(services.game(body.game), body.position, body.moves))

    @router.post("/play", response_model=models.State, responses=ERRORS)
    def play(body: models.Move) -> models.Answer:
        """The position after a move."""
        game = services.game(body.game)
        return describe(body.game, read_session(game, body.position, [*body.moves, body.move]))

    @router.post("/best", response_model=models.BestMove, responses=ERRORS)
    async def best(body: models.Best, request: HttpRequest) -> models.Answer:
        """The best move that a search finds within the limits."""
        game = services.game(body.game)
        session = read_session(game, body.position, body.moves)
        if session.outcome is not None:
            raise InputError("the game is over; expected a position with a move to make")
        limits = _limits(body, services.max_seconds)
        thinking = services.think(
            body.game, visitor_of(request), "engine", session.state, session.history, limits
        )  # fmt: skip
        found = await while_wanted(request, thinking)
        assert found.move is not None
        line = show_line(game, session.state, found.pv)
        head = {"game": body.game, "position": session.position_text()}
        return {**head, **found.to_json(), "move": game.show_move(session.state, found.move), "pv": line}

    @router.post("/solve", response_model=models.Solved, responses=ERRORS)
    async def solve(body: models.Solve, request: HttpRequest) -> models.Answer:
        """The exact score of a Connect Four position and of every move in it."""
        game = services.game(body.game)
        session = read_session(game, body.position, body.moves)
        if session.outcome is not None:
            raise InputError("the game is over; expected a position with a move to make")
        board = solver_board(game, session.state)
        if board is None:
            raise InputError(
                f"{body.game!r} has no solver that answers soon in this position; try a later one of connect4"
            )
        if not solver_ready(board):
            raise CrowdedError("the solver is being compiled; try again in a few seconds")
        solved = services.with_helper(
            f"solver {body.game}", visitor_of(request), lambda: make_solver(board), Solver.analyse, session.state
        )
        values = await while_wanted(request, solved)
        best, cells = max(values.values()), board.width * board.height
        shown = {game.show_move(session.state, move): value for move, value in values.items()}
        return {
            "game": body.game, "position": session.position_text(), "score": best, "moves": shown,
            "outcome": str(to_score(best, session.state, cells)),
            "best": [move for move, value in shown.items() if value == best],
        }  # fmt: skip

    @router.post("/explain", response_model=models.Explained, responses=ERRORS)
    async def explain(body: models.Explain, request: HttpRequest) -> models.Answer:
        """A whole search, step by step, of a tree or of a position."""
        if bool(body.tree) == bool(body.game):
            raise InputError("give either a tree, like [[3,5],[2,9]], or a game")
        async with services.pool.turn(visitor_of(request)):
            return await services.in_thread(explained, services, body)

    return router


def explained(services: Services, body: models.Explain) -> models.Answer:
    """The answer of /api/explain."""
    game = services.game(body.game) if body.game else None
    if game is not None:
        read_session(game, body.position, [])  # says it well if the position is wrong
    lesson = Lesson(
        text=body.tree if isinstance(body.tree, str) else json.dumps(body.tree),
        game_name=body.game,
        game=game,
        position=body.position,
        depth=body.depth,
        variant=body.variant,
    )
    trace = lesson.trace
    content = render(trace.limited(LARGEST_ANSWER) if trace.size > LARGEST_ANSWER else trace, body.format)
    value = None if trace.value is None else float(trace.value)
    return {
        "variant": body.variant, "format": body.format, "value": value, "visited": trace.leaves_seen,
        "content": content,
    }  # fmt: skip


def read_session(game: Game[Any], position: str, moves: Sequence[str]) -> Session:
    """The game that a request describes; InputError whatever is wrong with it."""
    try:
        session = Session(game, read_position(game, position) if position.strip() else None)
        for move in moves:
            if session.outcome is not None:
                raise InputError(f"move {move!r} comes after the end of the game")
            session.play(game.read_move(session.state, move))
    except InputError:
        raise
    except Exception as error:  # a game of the owner's own may fail in any way on a visitor's text
        raise InputError(f"the game cannot read this position: {type(error).__name__}: {error}") from error
    return session


def describe(name: str, session: Session) -> models.Answer:
    """A position as the interface tells it."""
    game, state = session.game, session.state
    result = game.result(state)
    cells = [list(row) for row in game.board(state).cells] if has_hook(game, "board") else None
    return {
        "game": name,
        "position": session.position_text(),
        "side": session.side(),
        "moves": [game.show_move(state, move) for move in session.legal_moves()],
        "result": None if result is None else int(result),
        "cells": cells,
    }


def visitor_of(request: HttpRequest) -> str:
    """Who asks, for the fair queue."""
    return f"api:{request.client.host if request.client else ''}"


async def while_wanted(request: HttpRequest, work: Coroutine[Any, Any, T]) -> T:
    """The result of the work, which is cancelled when the client hangs up."""
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait([task], timeout=GONE_CHECK))[0]:
            if await request.is_disconnected():
                raise HTTPException(499, "the client went away")
        return task.result()
    finally:
        task.cancel()


def _limits(body: models.Best, longest: float) -> Limits:
    seconds = body.seconds
    if seconds is not None and seconds > longest:
        raise InputError(f"seconds={seconds:g} is more than this server allows; expected at most {longest:g}")
    if seconds is None:
        seconds = longest if body.depth is not None else min(DEFAULT_SECONDS, longest)
    return Limits(seconds=seconds, depth=body.depth)
