"""Training: a teacher at work for some time or some games, with checkpoints on the way and a curve of how it went."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.learning.settings import Settings
from plytree.learning.teacher import Teacher

SAVED_EVERY = 10.0  # seconds: what a killed training loses at most
ROUND = 0.25  # seconds that the teacher is asked to work without a break
FIRST_ROUND = 50  # games, before it is known how long they take
GAMES = 400  # of tables against tables, for a point of the curve
MOST_ELO = 800.0  # a step of the curve is not believed to be more


@dataclass(frozen=True)
class Moment:
    """How a training stands."""

    share: float  # of the training, 0 to 1
    seconds: float  # of processor time, since the first game of all
    games: int
    speed: float  # games a second


@dataclass(frozen=True)
class Point(Moment):
    """A point of the curve: the tables as they are against those of the point before, without search."""

    score: float
    elo: float  # summed up since the first point; against the tables that knew nothing


class Training:
    """Teaches until `seconds` of processor time or `games` are reached, counted over all runs on this file."""

    def __init__(self, teacher: Teacher, out: Path | None, *, seconds: float | None = None, games: int | None = None):
        self.teacher, self.out, self.seconds, self.games = teacher, out, seconds, games
        self.elo = 0.0
        self._before = teacher.weights

    def run(self) -> Iterator[Moment]:
        """Work, and say how it stands several times a second; what was learned is saved even if this is broken off."""
        saved, due, speed = time.monotonic(), self.teacher.seconds + 0.5, 0.0
        try:
            while (share := self._share()) < 1:
                speed = self._round(speed)
                if time.monotonic() - saved > SAVED_EVERY:
                    self.save()
                    saved = time.monotonic()
                if self.teacher.seconds >= due or self._share() >= 1:
                    yield self._point(speed)
                    due = 2 * self.teacher.seconds
                yield Moment(share, self.teacher.seconds, self.teacher.games, speed)
        finally:
            self.save()

    def _share(self) -> float:
        if self.games is not None:
            return min(1.0, self.teacher.games / self.games)
        return min(1.0, self.teacher.seconds / (self.seconds or math.inf))

    def _round(self, speed: float) -> float:
        """Teach for a moment; how many games a second that were."""
        games = max(1, round(speed * ROUND)) if speed else FIRST_ROUND
        if self.games is not None:
            games = min(games, self.games - self.teacher.games)
        begun = time.perf_counter()
        self.teacher.teach(games)
        return games / max(time.perf_counter() - begun, 1e-9)

    def _point(self, speed: float) -> Point:
        score = self.teacher.score_against(self._before, GAMES if self.teacher.native else 20)
        self._before = self.teacher.weights
        if 0 < score < 1:
            self.elo += max(-MOST_ELO, min(MOST_ELO, -400 * math.log10(1 / score - 1)))
        else:
            self.elo += MOST_ELO if score == 1 else -MOST_ELO
        return Point(self._share(), self.teacher.seconds, self.teacher.games, speed, score, self.elo)

    def save(self) -> None:
        """The tables, and beside them what is needed to go on."""
        if self.out is not None:
            self.teacher.save(checkpoint(self.out))
            self.teacher.tables().save(self.out)


def checkpoint(out: Path) -> Path:
    """The file that a training needs to go on, beside the tables."""
    return out.with_name(out.name + ".teacher")


def begin_or_go_on(
    game: Game[Any], out: Path, settings: Settings, *, pupils: int = 1, mode: str = "native", restart: bool = False
) -> Teacher:
    """A new teacher, or the one that left a checkpoint; InputError if that one taught with other settings."""
    path = checkpoint(out)
    if not restart and path.exists():
        teacher = Teacher.resume(path, game, mode=mode, pupils=pupils)
        if teacher.settings != settings:
            raise InputError(
                f"{str(path)!r} was begun with other settings, {teacher.settings}: use another --out, or --restart"
            )
        return teacher
    if not restart and out.exists():
        raise InputError(
            f"{str(out)!r} exists, but not {path.name!r} to go on from: choose another --out, or --restart"
        )
    return Teacher(game, settings, mode=mode, pupils=pupils)
