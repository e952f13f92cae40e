"""Other chess programs as players: `uci:/usr/games/stockfish,time=0.1,option.Hash=16`, or `xboard:` for older ones.

The command may have arguments (`uci:gnuchess -u,time=1`). Needs python-chess, from the extra `plytree[chess]`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import signal
from collections.abc import Sequence
from typing import Any

from plytree.errors import InputError
from plytree.games.contract.game import Game, game_name
from plytree.players.searching import timed
from plytree.players.spec import reject_unknown, take_limits
from plytree.players.thinking import Choice, Thinking, working
from plytree.search.limits import Limits
from plytree.search.score import Score

PATIENCE = 1.0  # seconds that a program has to end after it has been told to


class ExternalPlayer:
    """Plays what another program answers. The program is started again after it has failed."""

    def __init__(self, game: Any, command: str, limits: Limits, options: dict[str, str], protocol: str = "uci"):
        try:
            import chess.engine
        except ImportError:
            raise InputError(
                "other chess programs need python-chess; expected it to be installed: pip install 'plytree[chess]'"
            ) from None
        self._chess: Any = chess
        self.game, self.limits, self.options, self._protocol = game, limits, options, protocol
        self.command, self.name = shlex.split(command), f"{protocol}:{command}"
        self._engine: Any = None
        self._states: list[Any] = []  # the game so far, and the same for python-chess
        self._board: Any = None
        self._start()

    def _start(self) -> None:
        engines = self._chess.engine
        start = engines.SimpleEngine.popen_uci if self._protocol == "uci" else engines.SimpleEngine.popen_xboard
        try:
            self._engine = start(self.command)
            self._engine.configure(self._typed_options())
        except InputError:
            self.close()
            raise
        except FileNotFoundError:
            raise InputError(f"{self.command[0]!r} is not a program that can be started") from None
        except (engines.EngineError, TimeoutError) as error:
            self.close()
            raise InputError(f"{self.name!r} does not work as a {self._protocol} engine: {error}") from None

    def _typed_options(self) -> dict[str, Any]:
        known = {name.lower(): option for name, option in self._engine.options.items()}
        typed: dict[str, Any] = {}
        for name, text in self.options.items():
            option = known.get(name.lower())
            if option is None:
                raise InputError(f"{self.name!r} has no option {name!r}; it has {', '.join(sorted(known))}")
            typed[option.name] = text.lower() == "true" if option.type == "check" else text
        return typed

    def new_game(self, seed: int) -> None:
        self._states, self._board = [], None

    def start(
        self, state: Any, history: Sequence[Any] = (), limits: Limits | None = None, *, multipv: int = 1
    ) -> Thinking:
        return working(lambda: self.choose(state, history, limits), self.game, state, history)

    def choose(self, state: Any, history: Sequence[Any] = (), limits: Limits | None = None) -> Choice:
        if self._engine is None:
            self._start()
        engines, limit = self._chess.engine, limits or self.limits
        self._follow([*history, state])
        try:
            answer = self._engine.play(
                self._board,
                engines.Limit(time=limit.seconds, depth=limit.depth, nodes=limit.nodes),
                game=id(self._states[0]) if self._states else None,
                info=engines.INFO_ALL,
            )
        except (engines.EngineError, TimeoutError, ValueError) as error:
            self.close()
            raise RuntimeError(f"{self.name} failed: {error or type(error).__name__}") from None
        if answer.move is None:
            raise RuntimeError(f"{self.name} gave no move")
        info = answer.info
        return Choice(
            move=self.game.read_move(state, answer.move.uci()),
            score=_score(info["score"].relative) if "score" in info else None,
            depth=info.get("depth", 0),
            nodes=info.get("nodes", 0),
        )

    def _follow(self, states: list[Any]) -> None:
        """Bring python-chess's board to the last state, move by move, so that the program sees repetitions."""
        known = len(self._states)
        if self._board is None or states[:known] != self._states:
            self._board, known = self._chess.Board(self.game.to_text(states[0])), 1
        for before, after in zip(states[known - 1 :], states[known:], strict=False):
            move = next(move for move in self.game.moves(before) if self.game.play(before, move) == after)
            self._board.push_san(self.game.show_move(before, move))
        self._states = states

    def close(self) -> None:
        """End the program: not all of them end by themselves when nobody speaks to them any more."""
        engine, self._engine = self._engine, None
        if engine is None:
            return
        engine.timeout = PATIENCE
        with contextlib.suppress(self._chess.engine.EngineError, TimeoutError, asyncio.TimeoutError):
            engine.quit()
        if engine.transport.get_returncode() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(engine.transport.get_pid(), getattr(signal, "SIGKILL", signal.SIGTERM))
        engine.close()


def _score(score: Any) -> Score:
    if score.is_mate():
        moves = score.mate()
        return Score.win(2 * moves - 1) if moves > 0 else Score.loss(-2 * moves)
    return Score.estimate(score.score())


def from_options(game: Game[Any], options: dict[str, str], protocol: str = "uci") -> ExternalPlayer:
    if game_name(game) != "chess":
        raise InputError(f"other programs play chess only, not {game_name(game)!r}")
    left = dict(options)
    command = left.pop("", "")
    if not command:
        raise InputError(
            f"{protocol} needs a program; expected something like {protocol}:/usr/games/stockfish,time=0.1"
        )
    settings = {key.removeprefix("option."): left.pop(key) for key in list(left) if key.startswith("option.")}
    limits = timed(take_limits(left))
    reject_unknown(left, protocol, "time, depth, nodes or option.NAME")
    return ExternalPlayer(game, command, limits, settings, protocol)


def xboard_from_options(game: Game[Any], options: dict[str, str]) -> ExternalPlayer:
    return from_options(game, options, "xboard")
