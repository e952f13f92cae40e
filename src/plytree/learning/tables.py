"""Learned tables: which cells they look at, and a weight for everything that can be there. A file on disk.

A file is a numpy archive without any code in it: the weights as 16-bit numbers, and a description in JSON.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.files import write_bytes
from plytree.games.contract.game import Game
from plytree.learning.patterns import Patterns, make_patterns
from plytree.learning.sight import Sight, sight_of

FORMAT = "plytree tables 1"
UNIT = 4096  # a weight of 1.0 as a 16-bit number
SCORE = 1000  # an evaluation of 1000 is a sum of weights of 1.0: about three games of four are won


@dataclass
class Tables:
    """Weights for a game's patterns, for each of the game's stages and of `phases` by how full the board is."""

    sight: Sight
    patterns: Patterns
    phases: int
    weights: Any  # float32, sight.stages * phases * patterns.weights
    history: dict[str, Any] = field(default_factory=dict)  # how they were learned

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all."""
        about = {
            "format": FORMAT, "sight": asdict(self.sight), "patterns": self.patterns.text, "phases": self.phases,
            "unit": UNIT, "history": self.history,
        }  # fmt: skip
        write_archive(path, about, {"weights": quantised(self.weights)})

    @classmethod
    def load(cls, path: Path, game: Game[Any]) -> Tables:
        """Read a file of tables for this game; InputError, one sentence, if it is none."""
        about, arrays = read_archive(path, FORMAT)
        sight = sight_of(game)
        try:
            wanted = about["sight"]
            same = ("cells", "kinds", "stages")
            if any(wanted[name] != getattr(sight, name) for name in same) or wanted["shape"] != _plain(sight.shape):
                raise InputError(
                    f"{str(path)!r} was learned for {wanted['name']} with {wanted['cells']} cells of {wanted['kinds']} "
                    f"kinds; {sight.name} has {sight.cells} of {sight.kinds}"
                )
            phases = int(about["phases"])
            seen = Sight(**{**asdict(sight), "fewest": int(wanted["fewest"]), "most": int(wanted["most"])})
            patterns = patterns_for(sight, str(about["patterns"]))
            weights = arrays["weights"].astype(np.float32) / int(about["unit"])
            if weights.shape != (sight.stages * phases * patterns.weights,):
                raise InputError(f"{str(path)!r} holds {weights.size:,} weights; expected {patterns.weights:,} a stage")
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{str(path)!r} is damaged: {type(error).__name__} in its description") from None
        return cls(seen, patterns, phases, weights, dict(about.get("history", {})))


def patterns_for(sight: Sight, text: str) -> Patterns:
    return make_patterns(text, sight.shape, sight.cells, sight.kinds, sight.symmetries)


def quantised(weights: Any) -> Any:
    """Weights as 16-bit numbers."""
    return np.clip(np.round(weights * UNIT), -32767, 32767).astype(np.int16)


def _plain(shape: tuple[int, int] | None) -> list[int] | None:
    return None if shape is None else list(shape)


# ---- archives: arrays and a description, no code -------------------------------------------------------------------


def write_archive(path: Path, about: dict[str, Any], arrays: dict[str, Any]) -> None:
    """Arrays and a JSON description in one file, written whole or not at all."""
    content = io.BytesIO()
    np.savez_compressed(content, about=np.frombuffer(json.dumps(about).encode(), np.uint8), **arrays)
    write_bytes(path, content.getvalue())


def read_archive(path: Path, kind: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The description and the arrays of a file of this kind; InputError if it is damaged or another kind of file."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        about = json.loads(bytes(arrays.pop("about")))
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise InputError(f"{str(path)!r} is damaged or no learned file: {str(error).splitlines()[0]}") from None
    if not isinstance(about, dict) or about.get("format") != kind:
        raise InputError(f"{str(path)!r} is not what was expected here: {kind!r}")
    return about, arrays
