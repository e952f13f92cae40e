"""The game doctor: looks for what breaks search in a game, and shows each fault by a short sequence of moves.

First all positions near the start, nearest first; then random games. A fault found far from the start is shortened:
moves are left out as long as the fault stays.
"""

from __future__ import annotations

import math
import random
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from plytree.games.contract.game import Game, game_name, has_hook
from plytree.games.doctor.checks import CHECKS, Broken, ask, check_state, frozen, legal_moves, rebuilt, result_of, short
from plytree.games.doctor.paths import Path, Paths, after
from plytree.games.doctor.suspicions import Suspicions

NEAR = 400  # positions near the start that are looked at
WIDE = 10_000  # positions among which the shortest pair of a wrong symmetry is looked for
LONGEST = 2000  # plies after which a random game is given up
SAMPLE = 0.25  # of the positions of random games get all checks, and each last one; moves and play are checked always
LEAST_GAMES, LEAST_POSITIONS = 10, 100  # fewer say nothing, unless they are all there are
SAMPLE_STATES = 100
MOST_MOVES = 64  # of one position that are played to be checked, taken at random where there are more
ENOUGH = 15  # decided games for each player to move at the end, before the winners say something


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: which check found it, what it is, and the moves that lead there."""

    check: str
    what: str
    moves: tuple[str, ...]

    @property
    def sentence(self) -> str:
        return f"{self.what}, {after(self.moves)}"


@dataclass
class Report:
    """What the doctor found."""

    game: str
    games: int = 0
    positions: int = 0
    complete: bool = False  # every position of the game was looked at
    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    sample: list[Any] = field(default_factory=list, repr=False)  # some unfinished states

    @property
    def healthy(self) -> bool:
        return not self.faults

    @property
    def enough(self) -> bool:
        """Was enough looked at to say that nothing is wrong?"""
        return self.complete or (self.games >= LEAST_GAMES and self.positions >= LEAST_POSITIONS)

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def to_json(self) -> dict[str, Any]:
        faults = [{"check": f.check, "sentence": f.sentence, "moves": list(f.moves)} for f in self.faults]
        head = {"game": self.game, "healthy": self.healthy, "games": self.games, "positions": self.positions}
        return {**head, "enough": self.enough, "faults": faults, "notes": self.notes}


def examine(
    game: Game[Any],
    *,
    games: int = 1000,
    seed: int = 0,
    seconds: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Look at positions near the start and at `games` random games, for at most `seconds`.

    Of each kind of fault only one is reported, by the shortest sequence found. `progress` is called with the number of
    games played.
    """
    report = Report(game_name(game))
    try:
        first = game.initial()
        over = result_of(game, first) is not None
    except Broken as broken:
        report.faults = [Fault(broken.method, str(broken), ())]
    except Exception as error:
        report.faults = [Fault("initial", f"initial() raised {type(error).__name__}: {short(str(error))}", ())]
    else:
        if over:
            report.faults = [Fault("result", "result() says that the game is over before the first move", ())]
        else:
            _Doctor(game, first, seed, report).examine(games, seconds, progress)
    return report


class _Seen(NamedTuple):
    state: Any
    path: Path


class _Doctor:
    def __init__(self, game: Game[Any], first: Any, seed: int, report: Report):
        self.game, self.first, self.report = game, first, report
        self.paths, self.random = Paths(game, first), random.Random(seed)
        self.found: dict[str, Fault] = {}
        self.seen: set[Any] = set()
        self.by_key: dict[int, _Seen] = {}
        self.ends: dict[tuple[int, int], tuple[int, Path]] = {}  # (side, sign of result) -> how often, shortest path
        self.attributes = _attributes(game)
        self.suspicions = Suspicions(game)

    def examine(self, games: int, seconds: float | None, progress: Callable[[int], None] | None) -> None:
        begin, allowed = time.monotonic(), math.inf if seconds is None else seconds
        deadline = begin + allowed
        self.look_near(begin + allowed / 3)
        for number in range(games):
            if time.monotonic() > deadline:
                self.report.note(f"stopped after {seconds:g} seconds with {number} of {games} games played")
                break
            if self.play_at_random(deadline):
                self.report.games += 1
            if progress:
                progress(number + 1)
        self.look_at_winners()
        if "symmetry" in self.found:
            self.shorten_symmetry()
        for note in self.suspicions.notes():
            self.report.note(note)
        if self.report.complete and not self.suspicions.ended:
            self.add("result", "result() never says that the game is over, in any position that can be reached", ())
        self.report.faults = sorted(self.found.values(), key=lambda fault: len(fault.moves))

    # ---- where to look ------------------------------------------------------------------------------------------

    def look_near(self, deadline: float) -> None:
        self.seen.add(frozen(self.first))
        self.look(_Seen(self.first, ()))
        waiting = deque([_Seen(self.first, ())])
        while waiting and self.report.positions < NEAR and time.monotonic() < deadline:
            here = waiting.popleft()
            for move in self.paths.moves_from(here.state):
                if time.monotonic() > deadline:
                    return
                child = self.child(here, move)
                if child is not None and self.is_new(child.state):
                    self.look(child)
                    waiting.append(child)
        self.report.complete = not waiting and not self.found

    def play_at_random(self, deadline: float) -> bool:
        """One random game; was it played to its end, as far as that goes?"""
        here = _Seen(self.first, ())
        before = {frozen(here.state)}
        for _ in range(LONGEST):
            moves = self.paths.moves_from(here.state)
            if (not moves or self.random.random() < SAMPLE) and self.is_new(here.state):
                self.look(here, far=True)
            if not moves:
                self.count_end(here)
                return True
            if time.monotonic() > deadline:
                return False
            child = self.child(here, self.random.choice(moves))
            if child is None:
                return True
            here = child
            picture = frozen(here.state)
            if picture in before and not has_hook(self.game, "clock"):
                self.report.note("a position can come back within one game, and no rule (clock) makes that a draw")
            before.add(picture)
        self.suspicions.endless += 1
        self.report.note(f"a random game did not end within {LONGEST} plies")
        return True

    def is_new(self, state: Any) -> bool:
        picture = frozen(state)
        if picture in self.seen:
            return False
        self.seen.add(picture)
        return True

    def child(self, here: _Seen, move: int) -> _Seen | None:
        """What a move leads to, None if play() fails. A play() that changes its argument is reported by look()."""
        try:
            child = _Seen(self.game.play(rebuilt(here.state), move), (*here.path, move))
            self.suspicions.played(here.state, child.state, lambda: after(self.paths.texts(child.path)))
            return child
        except Exception:
            if self.is_new(here.state):
                self.look(here, far=True)
            return None

    # ---- what to look for ---------------------------------------------------------------------------------------

    def look(self, here: _Seen, far: bool = False) -> None:
        self.report.positions += 1
        for check, what in self.faults_of(here.state).items():
            self.add(check, what, here.path, far)
        if not self.found.keys() & {"moves", "play", "result", "key", "evaluate"}:
            self.look_at_symmetry(here)
        changed = _changed(self.attributes, _attributes(self.game))
        if changed:
            self.add("attributes", f"the attribute {changed!r} of the game changed while it was played", here.path)
            self.attributes = _attributes(self.game)

    def faults_of(self, state: Any) -> dict[str, str]:
        """All that is wrong in one position, by check."""
        faults: dict[str, str] = {}
        try:
            check_state(self.game, state, self.first)
            result = result_of(self.game, state)
            moves = legal_moves(self.game, state) if result is None else []
        except Broken as broken:
            return {broken.method: str(broken)}
        self.suspicions.saw(state, moves)
        if moves and len(self.report.sample) < SAMPLE_STATES:
            self.report.sample.append(state)
        for move in moves if len(moves) <= MOST_MOVES else self.random.sample(moves, MOST_MOVES):
            try:
                ask(self.game, "play", state, move)
            except Broken as broken:
                faults["play"] = f"{broken} for move {self.paths.text(state, move)}"
                break
        for name, check in CHECKS.items():
            try:
                for what in check(self.game, state, result, moves):
                    faults[name] = what
            except Broken as broken:
                faults[name] = str(broken)
        return faults

    def look_at_symmetry(self, here: _Seen) -> None:
        """States that share a key must be images of each other: the same worth, and children with the same keys."""
        if not has_hook(self.game, "key"):
            return
        other = self.by_key.setdefault(int(self.game.key(here.state)), here)
        if frozen(other.state) == frozen(here.state):
            return
        try:
            mine, theirs = self.profile(here.state), self.profile(other.state)
        except Broken:
            return  # reported where it belongs
        if has_hook(self.game, "clock") and 0 in (mine[0], theirs[0]):
            return  # a draw by the clock, which is no part of a key
        for what, one, two in zip(("result", "estimate", "number of moves", "children"), mine, theirs, strict=True):
            if one != two:
                values = "" if what == "children" else f" ({one} and {two})"
                place = after(self.paths.texts(other.path))
                self.add("symmetry", f"key() is the same as {place}, but the positions differ in their {what}{values}",
                         here.path)  # fmt: skip
                return

    def shorten_symmetry(self) -> None:
        """Two paths cannot be shortened one by one: look for the pair again, level by level from the start."""
        known, looked = self.found.pop("symmetry"), 0
        self.by_key.clear()
        self.seen.clear()
        level = [_Seen(self.first, ())]
        while level and len(level[0].path) < len(known.moves) and looked < WIDE and "symmetry" not in self.found:
            looked += len(level)
            for here in level:
                self.look_at_symmetry(here)
            children = [self.child(here, move) for here in level for move in self.paths.moves_from(here.state)]
            level = [child for child in children if child is not None and self.is_new(child.state)]
        self.found.setdefault("symmetry", known)

    def profile(self, state: Any) -> tuple[int | None, int, int, list[int]]:
        """What images of each other have in common."""
        result = result_of(self.game, state)
        if result is not None:
            return result, 0, 0, []
        children = [ask(self.game, "play", state, move) for move in legal_moves(self.game, state)]
        keys = sorted(int(self.game.key(child)) for child in children)
        return None, int(ask(self.game, "evaluate", state)), len(children), keys

    def count_end(self, end: _Seen) -> None:
        """Remember who was to move where a game ended, and who had won."""
        try:
            result = result_of(self.game, end.state)
        except Broken:
            return  # reported where it belongs
        self.suspicions.finished(result or 0)
        if result:
            turns = has_hook(self.game, "to_move")
            side = int(self.game.to_move(end.state) != self.game.to_move(self.first)) if turns else len(end.path) % 2
            often, path = self.ends.get((side, int(result > 0)), (0, end.path))
            self.ends[side, int(result > 0)] = (often + 1, min(path, end.path, key=len))

    def look_at_winners(self) -> None:
        """If one side won every game, whoever was to move at the end, the result is likely his and not the mover's."""
        for winner in (0, 1):
            ends = [self.ends.get(end, (0, ())) for end in ((winner, 1), (1 - winner, 0))]
            enough = len(self.ends) == 2 and min(often for often, _ in ends) >= ENOUGH
            if self.game.max_utility == 1 and enough:
                side = ("first", "second")[winner]
                what = f"result() looks like the view of one player: the {side} player won all random games"
                path = min((path for _, path in ends), key=len)
                self.add("zero-sum", what + ", with either player to move at their end", path)

    def add(self, check: str, what: str, path: Path, far: bool = False) -> None:
        known = self.found.get(check)
        if known is not None and len(known.moves) <= len(path):
            return
        if far and known is None:
            path, what = self.paths.shorten(path, what, lambda state: self.faults_of(state).get(check))
        self.found[check] = Fault(check, what, self.paths.texts(path))


def _attributes(game: Game[Any]) -> dict[str, Any]:
    """The parameters of a game; names with an underscore are its own business."""
    return {name: frozen(value) for name, value in vars(game).items() if not name.startswith("_")}


def _changed(before: dict[str, Any], now: dict[str, Any]) -> str | None:
    return next((name for name in sorted(now) if name not in before or before[name] != now[name]), None)
