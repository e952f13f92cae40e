"""A table of an ending on disk.

    a line that names the format, a line of JSON, filled up to HEAD bytes
    win, draw or loss: 2 bits a position (4 to a byte, the first one lowest), mapped into memory, not read
    where each block begins (8 bytes, little-endian), one more than there are blocks
    blocks: one byte a position (kernel.py says what it means), BLOCK positions at a time, compressed by zlib

Positions that cannot be carry whatever makes the blocks small. The file holds nothing but the positions' values, so it
is the same whoever builds it and however often the build was stopped.
"""

from __future__ import annotations

import functools
import hashlib
import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.chess.knowledge import DRAW, LOSS, NO_POSITION, WIN
from plytree.solvers.endings.geometry import size
from plytree.solvers.endings.kernel import ILLEGAL
from plytree.solvers.whole import write_whole

MAGIC = b"plytree chess ending 1\n"
HEAD = 4096
BLOCK = 1 << 16
SUFFIX = ".ending"
_OUTCOME = np.array([DRAW, *(LOSS if value & 1 else WIN for value in range(1, 255)), NO_POSITION], np.uint8)


def write(path: Path, name: str, values: Any) -> None:
    """Write a table whole or not at all."""
    outcomes = np.empty(len(values) // 4, np.uint8)
    counts = np.zeros((2, 256), np.int64)
    for first in range(0, len(outcomes), BLOCK):
        part = _OUTCOME[values[4 * first : 4 * (first + BLOCK)]].reshape(-1, 4)
        outcomes[first : first + BLOCK] = part[:, 0] | part[:, 1] << 2 | part[:, 2] << 4 | part[:, 3] << 6
    for side in (0, 1):
        counts[side] = np.bincount(values[side * size(name) : (side + 1) * size(name)], minlength=256)
    blocks = [_compress(values[first : first + BLOCK]) for first in range(0, len(values), BLOCK)]
    starts = np.cumsum([0, *map(len, blocks)]).astype("<u8").tobytes()
    facts = {
        "name": name,
        "positions": size(name),
        "white": _facts(counts[0]),
        "black": _facts(counts[1]),
        "outcomes_crc": zlib.crc32(outcomes.tobytes()),
        "blocks": len(blocks),
        "bytes": HEAD + len(outcomes) + len(starts) + sum(map(len, blocks)),
        "starts_crc": zlib.crc32(starts),
        "sha256": hashlib.sha256(b"".join([outcomes.tobytes(), starts, *blocks])).hexdigest(),
    }
    head = (MAGIC + json.dumps(facts).encode() + b"\n").ljust(HEAD, b"\0")
    assert len(head) == HEAD
    write_whole(path, [head, outcomes.tobytes(), starts, *blocks])


def _facts(counts: Any) -> dict[str, int]:
    """How the positions of one side to move end, and the longest way to mate in plies."""
    won, lost = counts[2:ILLEGAL:2], counts[1:ILLEGAL:2]
    return {
        "wins": int(won.sum()),
        "draws": int(counts[0]),
        "losses": int(lost.sum()),
        "longest_win": 2 * int(won.nonzero()[0].max()) + 1 if won.any() else 0,
        "longest_loss": 2 * int(lost.nonzero()[0].max()) if lost.any() else 0,
    }


def _compress(values: Any) -> bytes:
    """A block, in which impossible positions repeat what stands before them."""
    places = np.where(values == ILLEGAL, 0, np.arange(len(values)))
    return zlib.compress(np.where(values == ILLEGAL, 0, values)[np.maximum.accumulate(places)].tobytes(), 9)


class EndingTable:
    """A table file, opened. InputError, one sentence, if it is none or is damaged."""

    def __init__(self, path: Path):
        self.path = path
        try:
            with path.open("rb") as file:
                head = file.read(HEAD)
            if not head.startswith(MAGIC):
                raise InputError(f"{str(path)!r} is not a table of a chess ending")
            self.facts: dict[str, Any] = json.loads(head[len(MAGIC) :].split(b"\n")[0])
            self.name = str(self.facts["name"])
            self.size, blocks = size(self.name), int(self.facts["blocks"])
            if path.stat().st_size != self.facts["bytes"]:
                raise InputError(
                    f"{str(path)!r} has {path.stat().st_size} bytes where its head says {self.facts['bytes']}; "
                    f"build it again with 'plytree tables build chess {self.name}'"
                )
            self.outcomes = np.memmap(path, np.uint8, "r", HEAD, (self.size // 2,))
            self._starts = np.memmap(path, "<u8", "r", HEAD + self.size // 2, (blocks + 1,))
            if zlib.crc32(self._starts.tobytes()) != self.facts["starts_crc"]:
                raise self._damaged()
        except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{str(path)!r} cannot be read as a table of a chess ending") from error
        self.block = functools.lru_cache(maxsize=64)(self._block)

    def _damaged(self) -> InputError:
        return InputError(
            f"{str(self.path)!r} is damaged; build it again with 'plytree tables build chess {self.name}'"
        )

    def _block(self, number: int) -> bytes:
        first = HEAD + self.size // 2 + self._starts.nbytes
        begin, end = int(self._starts[number]), int(self._starts[number + 1])
        try:
            with self.path.open("rb") as file:
                file.seek(first + begin)
                content = zlib.decompress(file.read(end - begin))
        except (OSError, zlib.error) as error:
            raise self._damaged() from error
        if len(content) != min(BLOCK, 2 * self.size - number * BLOCK):
            raise self._damaged()
        return content

    def value(self, at: int) -> int:
        """Of the position at a place: 0 a draw, else plies to mate + 1."""
        return self.block(at // BLOCK)[at % BLOCK]

    def outcome(self, at: int) -> int:
        """DRAW, WIN or LOSS of a position, NO_POSITION if there is none."""
        return int(self.outcomes[at // 4]) >> 2 * (at % 4) & 3

    def values(self) -> Any:
        """All values; ILLEGAL where there is no position."""
        found = np.empty(2 * self.size, np.uint8)
        for number in range(len(self._starts) - 1):
            content = np.frombuffer(self._block(number), np.uint8)
            found[number * BLOCK : number * BLOCK + len(content)] = content
        for part in range(4):
            found[part::4][(self.outcomes >> 2 * part & 3) == NO_POSITION] = ILLEGAL
        return found

    def check_outcomes(self) -> None:
        """InputError if win, draw and loss are not what was written."""
        if zlib.crc32(self.outcomes.data) != self.facts["outcomes_crc"]:
            raise self._damaged()

    def check(self) -> None:
        """InputError if a single byte is not what was written."""
        with self.path.open("rb") as file:
            file.seek(HEAD)
            if hashlib.file_digest(file, "sha256").hexdigest() != self.facts["sha256"]:
                raise self._damaged()
