"""Teacher(game): teaches tables by self-play, in native code where the game compiles; it can stop and go on."""

from __future__ import annotations

import time
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.contract.game import Game
from plytree.learning import running
from plytree.learning.records import COUNTERS, LEARNED, new_pupil
from plytree.learning.settings import Settings
from plytree.learning.sight import sight_of
from plytree.learning.tables import Tables, patterns_for, read_archive, write_archive
from plytree.search.acquire.diagnose import native_verdict
from plytree.search.compile.kernel import rules_of

CHECKPOINT = "plytree teacher 1"


class Teacher:
    """Plays a game against itself and learns from it, as long as it is asked to.

    On one thread the same seed gives the same weights, however the work is cut into calls of `teach`, also across
    `save` and `resume`. `native` says whether the game runs as native code; `note` why it does not.
    """

    def __init__(self, game: Game[Any], settings: Settings | None = None, *, mode: str = "native"):
        self.settings = settings or Settings()
        self.game, self.rules = game, rules_of(game)
        self.sight = sight_of(game)
        self.patterns = patterns_for(self.sight, self.settings.patterns)
        self.note = (native_verdict(game) or "") if mode == "native" else "plain Python was asked for"
        self.native = not self.note
        self.pupil = new_pupil(self.patterns, self.sight, self.settings, self.rules.max_moves)
        self._run = (running.native if self.native else running.plain)(game, self.pupil)
        self.seconds = 0.0  # of processor time, spent on teaching

    # ---- teaching -------------------------------------------------------------------------------------------------

    def teach(self, games: int) -> None:
        """Play that many games and learn from them."""
        begun = time.process_time()
        self._run(games)
        self.seconds += time.process_time() - begun
        if not np.isfinite(self.pupil[0]["weights"]).all():
            raise InputError("the weights ran away: choose a smaller rate")

    @property
    def games(self) -> int:
        return int(self.pupil[0]["games"])

    def tables(self) -> Tables:
        """What has been learned so far."""
        history = {
            "games": self.games, "positions": int(self.pupil[0]["positions"]), "seconds": round(self.seconds, 2),
            "settings": asdict(self.settings),
        }  # fmt: skip
        weights = np.array(self.pupil[0]["weights"])
        return Tables(self.sight, self.patterns, self.settings.phases, weights, history)

    # ---- stop and go on -------------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Everything needed to go on, in one file."""
        about = {
            "format": CHECKPOINT, "game": self.sight.name, "cells": self.sight.cells, "settings": asdict(self.settings),
            "seconds": self.seconds,
        }  # fmt: skip
        arrays = {name: np.array(self.pupil[0][name]) for name in LEARNED}
        numbers = np.array([int(self.pupil[0][name]) for name in COUNTERS], np.int64)
        write_archive(path, about, {**arrays, "numbers": numbers})

    @classmethod
    def resume(cls, path: Path, game: Game[Any], *, mode: str = "native") -> Teacher:
        """A teacher that goes on where another was saved; InputError if the file is none of this game's."""
        about, arrays = read_archive(path, CHECKPOINT)
        known = {field.name for field in fields(Settings)}
        settings = about.get("settings")
        if not isinstance(settings, dict) or set(settings) != known:
            raise InputError(f"{str(path)!r} was written by another version: its settings are {settings!r}")
        teacher = cls(game, Settings(**settings), mode=mode)
        if about.get("game") != teacher.sight.name or about.get("cells") != teacher.sight.cells:
            raise InputError(f"{str(path)!r} belongs to {about.get('game')!r}, not to {teacher.sight.name!r}")
        for name in LEARNED:
            if arrays[name].shape != teacher.pupil[0][name].shape:
                raise InputError(f"{str(path)!r} is damaged: {name} has the wrong size")
            teacher.pupil[0][name][...] = arrays[name]
        for name, number in zip(COUNTERS, arrays["numbers"].tolist(), strict=True):
            teacher.pupil[0][name] = number
        teacher.seconds = float(about["seconds"])
        return teacher
