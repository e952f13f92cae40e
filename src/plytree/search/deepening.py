"""Iterative deepening: depth after depth of the alpha-beta core, with aspiration windows and helping threads."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Any

from plytree.games.contract.game import has_hook
from plytree.search.compile.memory import INFINITE, MAX_DEPTH, PLIES, WIN, WIN_MIN
from plytree.search.course import Bench, Course, Line, set_moves, to_score
from plytree.search.knowledge import best_line, move_scores
from plytree.search.score import Kind, Score

# techniques that may overlook something, with the hooks that bring them to life
TRUSTING = {
    "null_move": ("pass_turn",), "reductions": ("quiet",), "margins": ("gain",), "exchange": ("safe",),
    "extension": ("in_check",), "singular": ("quiet",),
}  # fmt: skip
SHOWN = 0.02  # seconds for the rest of a line that tables know


class Deepening:
    """One search by iterative deepening. `ask` gives the kernel to use; it is asked again before each depth, so that a
    search begun in Python goes on in native code as soon as there is some."""

    def __init__(self, course: Course, ask: Callable[[], Bench]):
        self.course, self.task, self._ask = course, course.task, ask
        self._helpers: list[threading.Thread] = []
        self._helped: list[tuple[int, Line]] = []  # depths that helpers have completed
        self._depth = 0  # being searched

    def run(self) -> None:
        try:
            if not self._know():
                self._deepen()
        finally:
            if self._helpers:
                self.course.stop()
                for helper in self._helpers:
                    helper.join()
        self._take_helped()
        self.course.lines = tuple(self._whole(line) for line in self.course.lines)

    def _know(self) -> bool:
        """Do tables say what to play? If the position is drawn, or if they do not know how soon it is won, they only
        say which moves keep that."""
        task, course = self.task, self.course
        if task.knowledge is None or not task.techniques.knowledge or task.knowledge.score(task.state) is None:
            return False
        scores = move_scores(task.game, task.knowledge, task.state, course.root)
        course.counted["known"] = 1 + len(scores)
        if len(scores) < len(course.root):
            return False
        course.root.sort(key=lambda move: scores[move], reverse=True)
        course.exact = scores[course.root[0]]
        if task.multipv == 1 and (course.exact.kind is Kind.DRAW or _far(course.exact)):
            keep = [move for move in course.root if scores[move] == course.exact]
            sooner = getattr(task.knowledge, "quickest", None) if _far(course.exact) else None
            course.root = sooner(task.state, keep) if sooner else keep
            return False
        best, lines = course.root[: task.multipv], []
        for move in best:
            seconds = SHOWN / len(best) if course.time.hard is None else min(SHOWN, course.time.hard / 4) / len(best)
            lines.append((move, scores[move], best_line(task.game, task.knowledge, task.state, move, seconds)))
        course.report(1, lines)
        return True

    def _deepen(self) -> None:
        task = self.task
        deepest = min(task.limits.depth or MAX_DEPTH, MAX_DEPTH)
        first = 1 if task.techniques.iterative else deepest
        depth = first
        while depth <= deepest:
            bench = self._ask()
            if bench is not self.course.bench:
                self._begin(bench, depth)
            if self.course.stopped and depth > first:
                return
            self._depth = depth
            if self._iterate(depth):
                if self._enough(depth):
                    self._seek_faster_win(depth)
                    return
                depth += 1
            elif self.course.stopped or self._ask() is bench:
                return

    def _begin(self, bench: Bench, depth: int) -> None:
        """Make a kernel's memory ready for this search, and let its helpers run."""
        self.course.use(bench)
        self._helpers = [
            threading.Thread(target=self._help, args=(bench, number, depth), daemon=True)
            for number in range(1, len(bench.memories))
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
            set_moves(w, [pv[0], *(move for move in moves if move != pv[0])])
            depth = max(depth + 1, self._depth + ahead)

    def _take_helped(self) -> None:
        """Where time ends the search, a helper may have completed a greater depth than the search itself: it counts."""
        if (
            not self._helped
            or not self.course.iterations
            or self.task.limits.depth is not None
            or self.task.multipv > 1
        ):
            return
        depth, line = max(self._helped, key=lambda found: found[0])
        if depth > self.course.iterations[-1].depth and not self.course.lines[0][1].proven:
            self.course.report(depth, [line])

    def _iterate(self, depth: int) -> bool:
        """Search one depth; False if it was not finished."""
        assert self.course.bench is not None
        w = self.course.bench.memories[0]
        lines: list[Line] = []
        for place in range(min(self.task.multipv, len(self.course.root))):
            taken = {line[0] for line in lines}
            set_moves(w, [move for move in self.course.root if move not in taken])
            last = self.course.lines[place][1] if place < len(self.course.lines) else None
            value = self._window(w, depth, last)
            self.course.check_fault(w)
            if value is None:
                self._take_unfinished(w, lines, depth)
                return False
            pv = self._line(w)
            lines.append((pv[0], to_score(self.task.game, value, bool(w.complete)), pv))
        lines.sort(key=lambda line: line[1], reverse=True)
        self.course.report(depth, lines)
        return True

    def _window(self, w: Any, depth: int, last: Score | None) -> int | None:
        """The exact value of the root: first in a window around the last one, then in wider ones."""
        assert self.course.bench is not None
        alpha, beta, width = -INFINITE, INFINITE, max(16, self.task.game.pawn // 3)
        if self.task.techniques.aspiration and depth >= 4 and last is not None and not last.proven:
            assert last.value is not None
            alpha, beta = last.value - width, last.value + width
        while True:
            w.best_move, w.complete, w.horizon = -1, 0, 0
            value = self.course.bench.kernel.search(w, self.course.bench.table, alpha, beta, depth)
            if w.nodes <= w.limit and alpha < value < beta:
                return value
            if w.nodes > w.limit or self.course.stopped:
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
        if self.course.lines and move == self.course.lines[0][0]:
            return
        self.course.lines = ((move, to_score(self.task.game, value, False), self._line(w)),)

    def _whole(self, line: Line) -> Line:
        """A proven line is cut short where the table knew the rest: read the rest from the table, while time allows."""
        move, score, pv = line
        late = math.inf if self.course.time.hard is None else time.perf_counter() + 0.005
        bench, game, state = self.course.bench, self.task.game, self.task.state
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
        task, score = self.task, self.course.lines[0][1]
        if all(line[1].proven and (line[1].plies is None or line[1].plies <= depth) for line in self.course.lines):
            return True
        timed = self.course.time.hard is not None
        if len(self.course.root) == 1 and timed:
            return True
        spent = time.perf_counter() - task.begin
        return score is not None and self.course.time.soft is not None and spent > 0.6 * self.course.time.soft

    def _seek_faster_win(self, depth: int) -> None:
        """A win may be hidden by techniques that trust the game's judgement: look for a faster one without them."""
        assert self.course.bench is not None
        trusting = [name for name, hooks in TRUSTING.items() if any(has_hook(self.task.game, hook) for hook in hooks)]
        w = self.course.bench.memories[0]
        if w.selective:
            trusting = sorted({*trusting, "reductions", "margins"})
        while trusting and self.task.multipv == 1 and self.course.lines[0][1].kind is Kind.WIN:
            plies = self.course.lines[0][1].plies or 0
            if plies < 3:
                return
            # the table is not asked either: what it holds was found by trusting
            self.course.bench.kernel.choose(w, self.task.techniques.without(*trusting, "table"))
            value = self.course.bench.kernel.search(w, self.course.bench.table, WIN - plies, INFINITE, plies - 2)
            self.course.bench.kernel.choose(w, self.task.techniques)
            if w.nodes > w.limit or value <= WIN - plies:
                return
            pv = self._line(w)
            self.course.report(depth, [(pv[0], to_score(self.task.game, value, True), pv)])


def _far(score: Score) -> bool:
    """Is it won or lost, and nobody knows how soon?"""
    return score.kind is not Kind.DRAW and score.plies is None and score.value is None


def look_up(words: Any, buckets: int, key: int) -> int:
    """The move that the table holds for a state, -1 if none; as core.probe."""
    at = 4 * (key & (buckets - 1))
    for place in (at, at + 2):
        data = int(words[place + 1])
        if data and int(words[place]) ^ data == key:
            return (data & 0xFFFFF) - 1
    return -1
