"""One search from start to end: iterative deepening over the core, with limits, threads and live progress."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from plytree.errors import GameError
from plytree.games.contract.game import NATURE, Game, has_hook, side_to_move
from plytree.search.clock import budget
from plytree.search.compile.kernel import Kernel
from plytree.search.compile.memory import (
    FAULT_BAD_MOVE,
    FAULT_MANY_MOVES,
    FAULT_NO_MOVES,
    FAULT_SIDE,
    INFINITE,
    KNOWN_WIN,
    MAX_DEPTH,
    PLIES,
    WIN,
    WIN_MIN,
)  # fmt: skip
from plytree.search.knowledge import Knowledge, best_line, move_scores
from plytree.search.limits import Limits
from plytree.search.result import Iteration, Progress, SearchResult
from plytree.search.score import Kind, Score
from plytree.search.techniques import Techniques

NO_LIMIT = 1 << 62
# techniques that may overlook something, with the hooks that bring them to life
TRUSTING = {
    "null_move": ("pass_turn",), "reductions": ("quiet",), "margins": ("gain",), "exchange": ("safe",),
    "extension": ("in_check",), "singular": ("quiet",),
}  # fmt: skip
COUNTED = ("nodes", "cutoffs", "first_cutoffs", "table_hits", "known")
SHOWN = 0.02  # seconds for the rest of a line that tables know
Line = tuple[int, Score, tuple[int, ...]]


@dataclass
class Bench:
    """A kernel with its memory (one for each thread) and table: what an engine keeps between searches."""

    kernel: Kernel
    memories: list[Any]
    table: Any
    age: int = 0


@dataclass
class Task:
    """What to search."""

    game: Game[Any]
    state: Any
    limits: Limits
    techniques: Techniques
    history: Sequence[Any] = ()
    moves: Sequence[int] = ()  # the root moves to look at; all legal ones by default
    multipv: int = 1
    knowledge: Knowledge | None = None
    begin: float = field(default_factory=time.perf_counter)

    @property
    def side(self) -> int:
        """Whose score it is that the search finds."""
        return side_to_move(self.game, self.state, self.history)


class Run:
    """A search that is being done. `bench` gives the kernel to use; it is asked again before each depth, so that a
    search begun in Python goes on in native code as soon as there is some."""

    def __init__(self, task: Task, bench: Callable[[], Bench], on_iteration: Callable[[Iteration], None]):
        self.task, self._ask, self._on_iteration = task, bench, on_iteration
        self._time = budget(task.limits)
        self._stopped = threading.Event()
        self._helpers: list[threading.Thread] = []
        self._helped: list[tuple[int, Line]] = []  # depths that helpers have completed
        self._depth = 0  # being searched
        self._bench: Bench | None = None
        self._counted = [0] * len(COUNTED)  # by kernels used before
        self._asked = 0  # positions that tables have answered at the root
        self._exact: Score | None = None  # what tables say of the root
        self._root = list(task.moves)
        self.iterations: list[Iteration] = []
        self.lines: tuple[Line, ...] = ()

    # ---- control -------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """End the search at once, from any thread."""
        self._stopped.set()
        bench = self._bench
        if bench is not None:
            for w in bench.memories:
                w.limit = -1

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set()

    def swap(self) -> None:
        """There is a better kernel now: break off the depth being searched and do it again with that one."""
        bench = self._bench
        if bench is not None and bench.kernel.mode == "python":
            bench.memories[0].limit = -1

    def progress(self) -> Progress:
        """Where the search stands now; from any thread."""
        last = self.iterations[-1] if self.iterations else None
        return Progress(
            depth=last.depth if last else 0, score=last.score if last else None, pv=last.pv if last else (),
            **self._figures(),
        )  # fmt: skip

    def _figures(self) -> dict[str, Any]:
        memories = self._bench.memories if self._bench else []
        sums = {
            name: before + sum(int(getattr(w, name)) for w in memories)
            for name, before in zip(COUNTED, self._counted, strict=True)
        }
        sums["known"] += self._asked
        deepest = max((int(w.seldepth) for w in memories), default=0)
        entries = self._bench.table.words[1:401:2] if self._bench else []  # a sample
        full = sum(1 for entry in entries if entry) / max(1, len(entries))
        seconds = time.perf_counter() - self.task.begin
        return {**sums, "seldepth": deepest, "seconds": seconds, "table_full": full, "side": self.task.side}

    # ---- the search ----------------------------------------------------------------------------------------------

    def run(self) -> SearchResult:
        task = self.task
        timer = None
        if self._time.hard is not None:
            left = max(0.0, self._time.hard - (time.perf_counter() - task.begin))
            timer = threading.Timer(left, self.stop)
            timer.daemon = True
            timer.start()
        try:
            if self._root and not self._know():
                self._deepen()
        finally:
            if timer is not None:
                timer.cancel()
            if self._helpers:
                self.stop()
                for helper in self._helpers:
                    helper.join()
        self._take_helped()
        return self._result()

    def _know(self) -> bool:
        """Do tables say what to play? If the position is drawn, they only say which moves keep the draw."""
        task = self.task
        if task.knowledge is None or not task.techniques.knowledge or task.knowledge.score(task.state) is None:
            return False
        scores = move_scores(task.game, task.knowledge, task.state, self._root)
        self._asked = 1 + len(scores)
        if len(scores) < len(self._root):
            return False
        self._root.sort(key=lambda move: scores[move], reverse=True)
        self._exact = scores[self._root[0]]
        if self._exact.kind is Kind.DRAW and task.multipv == 1:
            self._root = [move for move in self._root if scores[move] == self._exact]
            return False
        best, lines = self._root[: task.multipv], []
        for move in best:
            seconds = SHOWN / len(best) if self._time.hard is None else min(SHOWN, self._time.hard / 4) / len(best)
            lines.append((move, scores[move], best_line(task.game, task.knowledge, task.state, move, seconds)))
        self._finish_depth(lines, 1)
        return True

    def _deepen(self) -> None:
        task = self.task
        deepest = min(task.limits.depth or MAX_DEPTH, MAX_DEPTH)
        first = 1 if task.techniques.iterative else deepest
        depth = first
        while depth <= deepest:
            bench = self._ask()
            if bench is not self._bench:
                self._begin(bench, depth)
            if self._stopped.is_set() and depth > first:
                return
            self._depth = depth
            if self._iterate(depth):
                if self._enough(depth):
                    self._seek_faster_win(depth)
                    return
                depth += 1
            elif self._stopped.is_set() or self._ask() is bench:
                return

    def _order_root(self, bench: Bench) -> None:
        """The root's moves in the order that the game wishes."""
        if has_hook(self.task.game, "order") and self.task.techniques.order:
            w = bench.memories[0]
            self._root.sort(key=lambda move: -bench.kernel.order(w, move))

    def _begin(self, bench: Bench, depth: int) -> None:
        """Make a kernel's memory ready for this search, and let its helpers run."""
        if self._bench is not None:
            self._counted = [
                before + int(getattr(self._bench.memories[0], name))
                for name, before in zip(COUNTED, self._counted, strict=True)
            ]
        task = self.task
        bench.age = (bench.age + 1) & 7
        threads = len(bench.memories)
        for w in bench.memories:
            for name in (*COUNTED, "seldepth", "fault", "game_plies"):
                setattr(w, name, 0)
            w.knowledge = task.knowledge.address if task.knowledge and task.techniques.knowledge else 0
            bench.kernel.choose(w, task.techniques)
            w.age = bench.age
            use = task.techniques
            w.sorting = int(use.table or use.killers or use.history or (use.order and has_hook(task.game, "order")))
            w.table_mask = bench.table.buckets - 1
            bench.kernel.forget(w)
            w.limit = max(1, task.limits.nodes // threads) if task.limits.nodes else NO_LIMIT
            bench.kernel.set_root(w, task.state, task.history)
            if self._bench is None and w is bench.memories[0]:
                self._order_root(bench)
            self._set_moves(w, self._root)
        if bench.kernel.mode == "python":  # it looks at the clock itself: the timer's thread would have to wait for it
            bench.memories[0].deadline = math.inf if self._time.hard is None else task.begin + self._time.hard
        self._bench = bench
        if self._stopped.is_set():
            self.stop()
        self._helpers = [
            threading.Thread(target=self._help, args=(bench, number, depth), daemon=True)
            for number in range(1, threads)
        ]
        for helper in self._helpers:
            helper.start()

    def _help(self, bench: Bench, number: int, depth: int) -> None:
        """Search along on the shared table, every second helper one ply ahead (Lazy SMP)."""
        w, score, ahead = bench.memories[number], None, (number + 1) % 2
        depth += ahead
        while depth <= MAX_DEPTH:
            value = self._window(w, depth, score)
            if value is None or abs(value) >= WIN_MIN or w.complete:
                return
            pv, score = self._line(w), to_score(self.task.game, value, False)
            self._helped.append((depth, (pv[0], score, pv)))
            moves = [int(move) for move in w.root_moves[: w.root_count]]
            self._set_moves(w, [pv[0], *(move for move in moves if move != pv[0])])
            depth = max(depth + 1, self._depth + ahead)

    def _take_helped(self) -> None:
        """Where time ends the search, a helper may have completed a greater depth than the search itself: it counts."""
        if not self._helped or not self.iterations or self.task.limits.depth is not None or self.task.multipv > 1:
            return
        depth, line = max(self._helped, key=lambda found: found[0])
        if depth > self.iterations[-1].depth and not self.lines[0][1].proven:
            self._finish_depth([line], depth)

    @staticmethod
    def _set_moves(w: Any, moves: Sequence[int]) -> None:
        for i, move in enumerate(moves):
            w.root_moves[i] = move
        w.root_count = len(moves)

    def _iterate(self, depth: int) -> bool:
        """Search one depth; False if it was not finished."""
        assert self._bench is not None
        w = self._bench.memories[0]
        lines: list[Line] = []
        for place in range(min(self.task.multipv, len(self._root))):
            taken = {line[0] for line in lines}
            self._set_moves(w, [move for move in self._root if move not in taken])
            last = self.lines[place][1] if place < len(self.lines) else None
            value = self._window(w, depth, last)
            self._check_fault(w)
            if value is None:
                self._take_unfinished(w, lines, depth)
                return False
            pv = self._line(w)
            lines.append((pv[0], to_score(self.task.game, value, bool(w.complete)), pv))
        lines.sort(key=lambda line: line[1], reverse=True)
        self._finish_depth(lines, depth)
        return True

    def _finish_depth(self, lines: list[Line], depth: int) -> None:
        self.lines = tuple(lines)
        front = [line[0] for line in lines]
        self._root = front + [move for move in self._root if move not in front]
        shown = self.lines if self.task.multipv > 1 else ()
        iteration = Iteration(depth=depth, score=lines[0][1], pv=lines[0][2], lines=shown, **self._figures())
        self.iterations.append(iteration)
        self._on_iteration(iteration)

    def _window(self, w: Any, depth: int, last: Score | None) -> int | None:
        """The exact value of the root: first in a window around the last one, then in wider ones."""
        assert self._bench is not None
        alpha, beta, width = -INFINITE, INFINITE, max(16, self.task.game.pawn // 3)
        if self.task.techniques.aspiration and depth >= 4 and last is not None and not last.proven:
            assert last.value is not None
            alpha, beta = last.value - width, last.value + width
        while True:
            w.best_move, w.complete, w.horizon = -1, 0, 0
            value = self._bench.kernel.search(w, self._bench.table, alpha, beta, depth)
            if w.nodes <= w.limit and alpha < value < beta:
                return value
            if w.nodes > w.limit or self._stopped.is_set():
                return None
            width *= 4
            if value <= alpha:
                alpha = value - width if value - width > -WIN_MIN else -INFINITE
            else:
                beta = value + width if value + width < WIN_MIN else INFINITE

    def _take_unfinished(self, w: Any, lines: list[Line], depth: int) -> None:
        """An unfinished depth counts if it has found a move that is better than the last best one."""
        if lines or self.task.multipv > 1 or w.best_move < 0:
            return
        move, value = int(w.best_move), int(w.best_value)
        if self.lines and move == self.lines[0][0]:
            return
        self.lines = ((move, to_score(self.task.game, value, False), self._line(w)),)

    def _whole(self, line: Line) -> Line:
        """A proven line is cut short where the table knew the rest: read the rest from the table, while time allows."""
        move, score, pv = line
        late = math.inf if self._time.hard is None else time.perf_counter() + 0.005
        bench, game, state = self._bench, self.task.game, self.task.state
        if bench is None or not score.proven or not self.task.techniques.table:
            return line
        for played in pv:
            state = game.play(state, played)
        while game.result(state) is None and len(pv) < (score.plies or PLIES) and time.perf_counter() < late:
            found = look_up(bench.table.words, bench.table.buckets, bench.kernel.key(bench.memories[0], state))
            if found not in [int(legal) for legal in game.moves(state)]:
                break
            pv, state = (*pv, found), game.play(state, found)
        bench.kernel.key(bench.memories[0], self.task.state)  # the root back onto the stack
        return move, score, pv

    @staticmethod
    def _line(w: Any) -> tuple[int, ...]:
        return tuple(int(move) for move in w.pv[: int(w.pv_length[0])])

    def _enough(self, depth: int) -> bool:
        """Is there nothing left to find out, or no time for another depth?"""
        task, score = self.task, self.lines[0][1]
        if all(line[1].proven and (line[1].plies is None or line[1].plies <= depth) for line in self.lines):
            return True
        timed = self._time.hard is not None
        if len(self._root) == 1 and timed:
            return True
        spent = time.perf_counter() - task.begin
        return score is not None and self._time.soft is not None and spent > 0.6 * self._time.soft

    def _seek_faster_win(self, depth: int) -> None:
        """A win may be hidden by techniques that trust the game's judgement: look for a faster one without them."""
        assert self._bench is not None
        trusting = [name for name, hooks in TRUSTING.items() if any(has_hook(self.task.game, hook) for hook in hooks)]
        w = self._bench.memories[0]
        while trusting and self.task.multipv == 1 and self.lines[0][1].kind is Kind.WIN:
            plies = self.lines[0][1].plies or 0
            if plies < 3:
                return
            # the table is not asked either: what it holds was found by trusting
            self._bench.kernel.choose(w, self.task.techniques.without(*trusting, "table"))
            value = self._bench.kernel.search(w, self._bench.table, WIN - plies, INFINITE, plies - 2)
            self._bench.kernel.choose(w, self.task.techniques)
            if w.nodes > w.limit or value <= WIN - plies:
                return
            pv = self._line(w)
            self._finish_depth([(pv[0], to_score(self.task.game, value, True), pv)], depth)

    def _check_fault(self, w: Any) -> None:
        if w.fault:
            raise fault_of(self.task.game, int(w.fault))

    def _result(self) -> SearchResult:
        last = self.iterations[-1] if self.iterations else None
        self.lines = tuple(self._whole(line) for line in self.lines)
        if self.lines:
            move, score, pv = self.lines[0]
            score = self._exact or score
        else:
            move, score, pv = (self._root[0], None, (self._root[0],)) if self._root else (None, None, ())  # type: ignore[assignment]
        return SearchResult(
            depth=last.depth if last else 0, score=score, pv=pv, move=move, **self._figures(),
            mode=self._bench.kernel.mode if self._bench else "python", iterations=tuple(self.iterations),
            lines=self.lines if self.task.multipv > 1 else (),
        )  # fmt: skip


def fault_of(game: Game[Any], fault: int) -> GameError:
    """What is wrong with a game, in one sentence."""
    what = {
        FAULT_NO_MOVES: "moves(s) gives no move in a state that result(s) calls unfinished",
        FAULT_MANY_MOVES: f"moves(s) gives more than max_moves = {game.max_moves} moves",
        FAULT_BAD_MOVE: f"moves(s) gives a move outside range(num_moves) = range({game.num_moves})",
        FAULT_SIDE: f"to_move(s) gives something other than 0 and 1; {NATURE}",
    }[fault]
    return GameError(f"{type(game).__name__}.{what}")


def look_up(words: Any, buckets: int, key: int) -> int:
    """The move that the table holds for a state, -1 if none; as core.probe."""
    at = 4 * (key & (buckets - 1))
    for place in (at, at + 2):
        data = int(words[place + 1])
        if data and int(words[place]) ^ data == key:
            return (data & 0xFFFFF) - 1
    return -1


def to_score(game: Game[Any], value: int, complete: bool) -> Score:
    """A value of the core as a Score."""
    if game.max_utility > 1:
        return Score.utility(value) if complete else Score.estimate(value)
    if value >= WIN_MIN:
        return Score.win(None if value <= KNOWN_WIN else WIN - value)
    if value <= -WIN_MIN:
        return Score.loss(None if value >= -KNOWN_WIN else WIN + value)
    return Score.draw() if complete else Score.estimate(value)
