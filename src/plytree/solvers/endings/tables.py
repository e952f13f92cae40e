"""Tables of chess endings at hand: those that come with plytree and those that the user has built.

    endings = Endings()
    endings.score(chess.from_text("8/8/8/8/8/4k3/8/R3K3 w - - 0 1"))      # wins in 23

A score is the distance to mate in plies, by the rules without the fifty-move rule; positions in which somebody may
castle are not in any table.
"""

from __future__ import annotations

import functools
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from plytree.errors import InputError
from plytree.games.chess import notation
from plytree.games.chess.board import EN_PASSANT, NO_SQUARE, PAWN, STATE
from plytree.games.chess.game import tables as chess_tables
from plytree.games.chess.knowledge import EMPTY, KNOWLEDGE, TABLES, find, place_in
from plytree.games.chess.play import play_move
from plytree.games.contract.primitives import popcount
from plytree.search.score import Score
from plytree.solvers.endings.file import SUFFIX, EndingTable
from plytree.solvers.endings.geometry import pairs
from plytree.solvers.endings.lookup import fill_directory
from plytree.solvers.endings.material import MOST_MEN
from plytree.solvers.endings.verify import better
from plytree.solvers.folder import data_folder

SHIPPED = Path(__file__).parent / "shipped"
FIFTY = 100  # plies without capture or pawn move after which a game may be drawn


def chess_folder() -> Path:
    return data_folder() / "chess"


class Endings:
    """All tables in some folders. One that cannot be read counts as absent; `complaints` says which, and why."""

    def __init__(self, *folders: Path, longest: int | None = None):
        """`longest`: plies without capture or pawn move after which a game is drawn, if that is to count."""
        self.complaints: list[str] = []
        self.longest = longest
        self._paths: dict[str, Path] = {}
        for folder in folders or (SHIPPED, chess_folder()):
            for path in sorted(folder.glob(f"K*K*{SUFFIX}")):
                self._paths[path.name.removesuffix(SUFFIX)] = path
        self._open: dict[str, EndingTable] = {}
        self._checked = False

    @property
    def names(self) -> list[str]:
        return sorted(self._paths, key=lambda name: (len(name), name))

    def table(self, name: str) -> EndingTable:
        """One table; InputError if it is not there or cannot be read."""
        if name not in self._open:
            if name not in self._paths:
                raise InputError(f"there is no table of {name}; 'plytree tables build chess {name}' makes one")
            self._open[name] = EndingTable(self._paths[name])
            if self._open[name].name != name:
                raise InputError(f"{str(self._paths[name])!r} is a table of {self._open[name].name}, not of {name}")
        return self._open[name]

    # ---- all tables as one block of memory --------------------------------------------------------------------------

    @functools.cached_property
    def _memory(self) -> Any:
        """What the hook `look_up` of chess reads: a directory, and where the outcomes of all tables are."""
        usable = [name for name in self.names if self._usable(name)][: TABLES // 2]
        memory = np.zeros(1, KNOWLEDGE)
        k = memory[0]
        k.number[:] = pairs()[0].number
        self._slots = fill_directory(k, usable)
        self._geometries = [_plain_fields(k.slots[slot]) for slot in range(len(self._slots))]
        self._directory = _plain_fields(k, "number", "most", counted=k.counted, slot=k.slot)
        for slot, name in enumerate(self._slots):
            table = self.table(name)
            k.outcomes[slot] = table.outcomes.ctypes.data
            k.slow[slot] = max(table.facts[side]["longest_win"] for side in ("white", "black")) > FIFTY
        return memory

    def _usable(self, name: str) -> bool:
        try:
            self.table(name)
        except InputError as error:
            self.complaints.append(str(error))
            self._paths.pop(name, None)
            return False
        return True

    @property
    def address(self) -> int:
        """Of the memory that native code reads; 0 if there is no table."""
        if not self._checked:
            self._checked = True
            threading.Thread(target=self._check, args=(self._memory[0],), daemon=True).start()
        return int(self._memory.ctypes.data) if self._slots else 0

    def _check(self, k: Any) -> None:
        """Read through all outcomes once, in the background."""
        for name, table in list(self._open.items()):
            try:
                table.check_outcomes()
            except InputError as error:
                self._give_up(k, name, error)

    def _give_up(self, k: Any, name: str, error: InputError) -> None:
        """Nobody asks a damaged table any more, a running search included."""
        k.slot[np.isin(k.slot, [slot for slot, other in enumerate(self._slots) if other == name])] = EMPTY
        self.complaints.append(str(error))
        self._paths.pop(name, None)

    # ---- values -----------------------------------------------------------------------------------------------------

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
        k, fields = self._memory[0], _plain_fields(s, "kinds", "sides", "side", "castling")
        slot = int(find(self._directory, fields))
        if slot < 0:
            return None
        name = self._slots[slot]
        try:
            return self.table(name).value(int(place_in(self._directory, self._geometries[slot], fields)))
        except InputError as error:
            self._give_up(k, name, error)
            return None

    def score(self, s: Any) -> Score | None:
        """The proven score for the side to move, None if no table knows.

        If `longest` is given, a mate that comes too late for that rule, on the way of the shortest mate, is a draw.
        """
        record = np.frombuffer(s, STATE)[0] if isinstance(s, bytes) else s
        value = self.value(record)
        if value is None:
            return None
        if value == 0 or (self.longest is not None and not self._in_time(record, value, self.longest)):
            return Score.draw()
        return Score.loss(value - 1) if value & 1 else Score.win(value - 1)

    def _in_time(self, s: Any, value: int, longest: int) -> bool:
        """Does the shortest mate come before the rule ends the game?"""
        t = chess_tables()[0]
        while True:
            if value <= 1 or int(s.clock) + value - 1 <= longest:
                return True
            if int(s.clock) >= longest:
                return False
            for move in notation.legal_moves(t, s):
                child = np.zeros(1, STATE)[0]
                play_move(t, s, move, child)
                if self.value(child) == value - 1:
                    s, value = child, value - 1
                    break
            else:
                return False


def _plain_fields(record: Any, *names: str, **more: Any) -> Any:
    """Fields of a record as Python's own numbers and lists, which Python reads many times faster."""
    return SimpleNamespace(**{name: record[name].tolist() for name in names or record.dtype.names}, **more)


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
