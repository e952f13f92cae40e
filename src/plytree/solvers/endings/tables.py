"""Tables of chess endings at hand: those that come with plytree and those that the user has built.

    endings = Endings()
    endings.score(chess.from_text("8/8/8/8/8/4k3/8/R3K3 w - - 0 1"))      # wins in 23

A score is the distance to mate in plies, by the rules without the fifty-move rule; positions in which somebody may
castle are not in any table.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from plytree.errors import InputError
from plytree.games.chess import notation
from plytree.games.chess.board import EN_PASSANT, NO_SQUARE, PAWN, STATE
from plytree.games.chess.game import tables as chess_tables
from plytree.games.chess.play import play_move
from plytree.games.contract.primitives import popcount
from plytree.search.score import Score
from plytree.solvers.endings.file import SUFFIX, Table
from plytree.solvers.endings.geometry import MEN, pairs
from plytree.solvers.endings.lookup import directory, find, place_in
from plytree.solvers.endings.material import MOST_MEN
from plytree.solvers.endings.verify import better

SHIPPED = Path(__file__).parent / "shipped"
FIFTY = 100  # plies without capture or pawn move after which a game is drawn


def data_folder() -> Path:
    """Where built tables are kept; PLYTREE_TABLES names another place."""
    return Path(os.environ.get("PLYTREE_TABLES") or Path(platformdirs.user_data_dir("plytree")) / "tables")


def chess_folder() -> Path:
    return data_folder() / "chess"


class Endings:
    """All tables in some folders. One that cannot be read counts as absent; `complaints` says which, and why."""

    def __init__(self, *folders: Path):
        self.complaints: list[str] = []
        self._paths: dict[str, Path] = {}
        for folder in folders or (SHIPPED, chess_folder()):
            for path in sorted(folder.glob(f"K*K*{SUFFIX}")):
                self._paths[path.name.removesuffix(SUFFIX)] = path
        self._open: dict[str, Table] = {}
        self._arrange()

    def _arrange(self) -> None:
        self.names = sorted(self._paths, key=lambda name: (len(name), name))
        made, self._slots = directory(self.names)
        self._directory = made[0]
        self._names = {int(self._slots[i].offset): name for i, name in self._slot_names()}

    def _slot_names(self) -> list[tuple[int, str]]:
        from plytree.solvers.endings.geometry import size

        offsets, end = {}, 0
        for name in self.names:
            offsets[end] = name
            end += 2 * size(name)
        return [(i, offsets[int(slot.offset)]) for i, slot in enumerate(self._slots) if slot.men]

    def table(self, name: str) -> Table:
        """One table; InputError if it is not there or cannot be read."""
        if name not in self._open:
            if name not in self._paths:
                raise InputError(f"there is no table of {name}; 'plytree tables build chess {name}' makes one")
            self._open[name] = Table(self._paths[name])
            if self._open[name].name != name:
                raise InputError(f"{str(self._paths[name])!r} is a table of {self._open[name].name}, not of {name}")
        return self._open[name]

    def value(self, s: Any) -> int | None:
        """Of a record of chess: 0 a draw, plies to mate + 1 (even: won), None if no table knows."""
        if popcount(s.sides[0] | s.sides[1]) == 2:
            return 0
        plain = self._plain(s)
        if plain is None or s.en_passant == NO_SQUARE:
            return plain
        t, child, best = chess_tables()[0], np.zeros(1, STATE)[0], -1
        legal = notation.legal_moves(t, s)
        for move in legal:
            if move >> 12 == EN_PASSANT:
                play_move(t, s, move, child)
                after = self.value(child)
                if after is None:
                    return None
                best = int(better(best, after))
        if all(move >> 12 == EN_PASSANT for move in legal):
            return best
        return best if plain == 1 else int(better(best, max(plain - 1, 0)))

    def _plain(self, s: Any) -> int | None:
        """The value without en passant."""
        slot = int(find(self._directory, s))
        if slot < 0:
            return None
        g = self._slots[slot]
        name = self._names[int(g.offset)]
        try:
            return self.table(name).value(int(place_in(pairs()[0], g, s, [0] * MEN)))
        except InputError as error:
            self.complaints.append(str(error))
            del self._paths[name]
            self._open.pop(name, None)
            self._arrange()
            return None

    def score(self, s: Any, fifty: bool = False) -> Score | None:
        """The proven score for the side to move, None if no table knows.

        With `fifty` a mate that comes too late for the fifty-move rule, on the way of the shortest mate, is a draw.
        """
        record = np.frombuffer(s, STATE)[0] if isinstance(s, bytes) else s
        value = self.value(record)
        if value is None:
            return None
        if value == 0 or (fifty and not self._in_time(record)):
            return Score.draw()
        return Score.loss(value - 1) if value & 1 else Score.win(value - 1)

    def _in_time(self, s: Any) -> bool:
        """Does the shortest mate come before the fifty-move rule?"""
        t = chess_tables()[0]
        while True:
            value = self.value(s)
            if value is None or value <= 1:
                return True
            if int(s.clock) + value - 1 <= FIFTY:
                return True
            if int(s.clock) >= FIFTY:
                return False
            for move in notation.legal_moves(t, s):
                child = np.zeros(1, STATE)[0]
                play_move(t, s, move, child)
                if self.value(child) == value - 1:
                    s = child
                    break
            else:
                return False


def men(s: Any) -> int:
    """How many men stand on the board of a record."""
    return popcount(s.sides[0] | s.sides[1])


def ending_name(s: Any) -> str | None:
    """The table in which a position would be; None if it has too many men or bare kings."""
    from plytree.solvers.endings.material import name_of

    if not 3 <= men(s) <= MOST_MEN:
        return None
    letters = "PNBRQ"
    white, black = (
        "".join(letters[kind] * popcount(s.kinds[kind] & s.sides[side]) for kind in range(PAWN, len(letters)))
        for side in (0, 1)
    )
    return name_of(white, black)
