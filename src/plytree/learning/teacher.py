"""Teacher(game): teaches tables by self-play, in native code where the game compiles; it can stop and go on."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.learning.records import COUNTERS, LEARNED, new_lesson, new_pupil
from plytree.learning.running import Classroom, NativeClassroom, PlainClassroom
from plytree.learning.settings import Settings
from plytree.learning.sight import sight_of
from plytree.learning.tables import Tables, patterns_for, read_archive, write_archive
from plytree.search.acquire.diagnose import native_verdict
from plytree.search.compile.kernel import rules_of

CHECKPOINT = "plytree teacher 2"


class Teacher:
    """Plays a game against itself and learns from it, as long as it is asked to.

    With one pupil the same seed gives the same weights, however the work is cut into calls of `teach`, also across
    `save` and `resume`. More pupils play in threads of their own and learn into the same tables without waiting for
    each other: faster, but no two runs are quite the same. `native` says whether the game runs as native code; `note`
    why it does not.
    """

    def __init__(self, game: Game[Any], settings: Settings | None = None, *, mode: str = "native", pupils: int = 1):
        if pupils < 1:
            raise InputError(f"{pupils} pupils cannot learn; expected 1 or more")
        self.settings = settings or Settings()
        self.game = game
        self.sight = sight_of(game)
        self.patterns = patterns_for(self.sight, self.settings.patterns)
        self.note = (native_verdict(game) or "") if mode == "native" else "plain Python was asked for"
        self.native = not self.note
        self.lesson = new_lesson(self.patterns, self.sight, self.settings.phases)
        most = rules_of(game).max_moves
        self.pupils = [new_pupil(self.patterns, self.settings, most, i) for i in range(pupils if self.native else 1)]
        self._rooms = [self._room() for _ in self.pupils]
        self.seconds = 0.0  # of processor time, spent on teaching
        self._rival: tuple[Any, Any] | None = None

    def _room(self) -> Classroom:
        if self.native:
            return NativeClassroom(self.game, self.lesson, self.pupils[0])
        return PlainClassroom(self.game)

    # ---- teaching -------------------------------------------------------------------------------------------------

    def teach(self, games: int) -> None:
        """Play that many games and learn from them."""
        begun = time.process_time()
        if len(self.pupils) == 1:
            self._rooms[0].teach(self.lesson, self.pupils[0], games)
        else:
            shares = [
                games * (i + 1) // len(self.pupils) - games * i // len(self.pupils) for i in range(len(self.pupils))
            ]
            with ThreadPoolExecutor(len(self.pupils)) as threads:
                work = zip(self._rooms, self.pupils, shares, strict=True)
                list(threads.map(lambda each: each[0].teach(self.lesson, each[1], each[2]), work))
        self.seconds += time.process_time() - begun
        if not np.isfinite(self.lesson[0]["weights"]).all():
            raise InputError("the weights ran away: choose a smaller rate")

    def count(self, name: str) -> int:
        """One of COUNTERS, of all pupils."""
        return sum(int(pupil[0][name]) for pupil in self.pupils)

    @property
    def games(self) -> int:
        return self.count("games")

    def score_against(self, weights: Any, games: int = 200) -> float:
        """The share of points, in short games without search, of the tables as they are now against other weights."""
        if self._rival is None:
            most = rules_of(self.game).max_moves
            self._rival = (
                new_lesson(self.patterns, self.sight, self.settings.phases),
                new_pupil(self.patterns, self.settings, most, len(self.pupils)),
            )
        other, rival = self._rival
        other[0]["weights"] = weights
        pupil = self.pupils[0].copy()
        return self._rooms[0].duel(self.lesson, pupil, other, rival, games) / (2 * games)

    @property
    def weights(self) -> Any:
        """A copy of the weights as they are now."""
        return np.array(self.lesson[0]["weights"])

    def tables(self) -> Tables:
        """What has been learned so far."""
        history = {
            "games": self.games, "positions": self.count("positions"), "seconds": round(self.seconds, 2),
            "settings": asdict(self.settings),
        }  # fmt: skip
        return Tables(self.sight, self.patterns, self.settings.phases, self.weights, history)

    # ---- stop and go on -------------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Everything needed to go on, in one file."""
        about = {
            "format": CHECKPOINT, "game": self.sight.name, "cells": self.sight.cells, "settings": asdict(self.settings),
            "seconds": self.seconds,
        }  # fmt: skip
        arrays = {name: np.array(self.lesson[0][name]) for name in LEARNED}
        numbers = np.array([[int(pupil[0][name]) for name in COUNTERS] for pupil in self.pupils], np.int64)
        write_archive(path, about, {**arrays, "numbers": numbers})

    @classmethod
    def resume(cls, path: Path, game: Game[Any], *, mode: str = "native", pupils: int | None = None) -> Teacher:
        """A teacher that goes on where another was saved; InputError if the file is none of this game's."""
        about, arrays = read_archive(path, CHECKPOINT)
        try:
            settings = Settings(**about["settings"])
            numbers = arrays["numbers"].reshape(-1, len(COUNTERS)).tolist()
            seconds = float(about["seconds"])
        except (KeyError, TypeError, ValueError):
            known = ", ".join(field.name for field in fields(Settings))
            raise InputError(f"{str(path)!r} was written by another version; expected settings {known}") from None
        teacher = cls(game, settings, mode=mode, pupils=pupils or len(numbers))
        if about.get("game") != teacher.sight.name or about.get("cells") != teacher.sight.cells:
            raise InputError(f"{str(path)!r} belongs to {about.get('game')!r}, not to {teacher.sight.name!r}")
        for name in LEARNED:
            if name not in arrays or arrays[name].shape != teacher.lesson[0][name].shape:
                raise InputError(f"{str(path)!r} is damaged: {name} has the wrong size")
            teacher.lesson[0][name][...] = arrays[name]
        for number, counts in enumerate(numbers):
            for name, count in zip(COUNTERS, counts, strict=True):
                if number < len(teacher.pupils):
                    teacher.pupils[number][0][name] = count
                elif name != "random":  # fewer pupils than before: what the others did still counts
                    teacher.pupils[0][0][name] += count
        teacher.seconds = seconds
        return teacher
