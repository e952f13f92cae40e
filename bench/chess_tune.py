"""Fit the weights of the chess evaluation to positions with known scores ("Texel" tuning).

    python bench/chess_tune.py positions.txt [--out fitted.json] [--write]

The file is that of chess_positions.py. The evaluation is linear in its weights, but for the danger to a king, so the
share of each weight in a position is found by adding one to it and looking at the difference. The weights that make the
mean squared error of the expected score least are then found by L-BFGS. A tenth of the positions is kept aside to see
that what was learned holds elsewhere. `--write` puts the weights into games/chess/weights.py and squares.py.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from scipy import sparse
from scipy.optimize import minimize, minimize_scalar

from plytree.games.chess import squares, weights
from plytree.games.chess.board import PIECES, STATE
from plytree.games.chess.evaluation import FULL_PHASE, FULL_SCALE, HALF, judge, winnable
from plytree.games.chess.tables import make_tables
from plytree.search.compile.game_type import OPTIONS, adopt

SOURCES = Path(weights.__file__).parent
NATIVE = {f.__name__: njit(**OPTIONS)(adopt(f, {}, "tune")) for f in (judge, winnable)}


def read_positions(path: Path, most: int) -> tuple[Any, Any, Any]:
    """Records of the positions, centipawns and results, all for White."""
    lines = path.read_text().splitlines()
    step = max(1, len(lines) // most)
    parts = [line.split(";") for line in lines[::step]]
    states = np.zeros(len(parts), STATE)
    board = np.full((len(parts), 64), 12, np.uint8)
    for i, (fen, _, _) in enumerate(parts):
        text, side = fen.split()[:2]
        states[i]["side"] = side == "b"
        for rank, row in enumerate(text.split("/")):
            at = 56 - 8 * rank
            for letter in row:
                if letter.isdigit():
                    at += int(letter)
                else:
                    board[i, at] = PIECES.index(letter)
                    at += 1
    states["squares"] = board
    bits = np.left_shift(np.uint64(1), np.arange(64, dtype=np.uint64))
    for piece in range(12):
        men = ((board == piece) * bits).sum(axis=1, dtype=np.uint64)
        states["kinds"][:, piece % 6] |= men
        states["sides"][:, piece // 6] |= men
        states["phase"] += (board == piece).sum(axis=1) * weights.PHASE[piece % 6]
    return states, np.array([float(p[1]) for p in parts]), np.array([float(p[2]) for p in parts])


def _all_scores(judge: Any) -> Any:
    @njit(**OPTIONS)
    def scores(tables: Any, states: Any, out: Any) -> None:
        for i in range(len(states)):
            score, to_black, to_white = judge(tables[0], states[i])
            out[i, 0], out[i, 1], out[i, 2] = score, to_black, to_white

    return scores


class Model:
    """The evaluation as a function of its weights: X for what is added up, U and V for the units of danger."""

    def __init__(self, states: Any):
        count = len(states)
        self.states = states
        tables = make_tables()
        scores = _all_scores(NATIVE["judge"])
        base, other = np.zeros((count, 3), np.int64), np.zeros((count, 3), np.int64)
        scores(tables, states, base)
        self.names = [(n, i) for n, v in weights.TERMS.items() for i in range(len(v) if isinstance(v, list) else 1)]
        self.units = [(n, i) for n, v in weights.UNITS.items() for i in range(len(v) if isinstance(v, list) else 1)]
        columns = [self._placement(states)]
        for name, i in self.names:
            scores(_raised(tables, name, i), states, other)
            columns.append(sparse.csr_matrix((other[:, :1] - base[:, :1]).astype(np.float32)))
        u, v = [], []
        for name, i in self.units:
            scores(_raised(tables, name, i), states, other)
            u.append(other[:, 1] - base[:, 1])
            v.append(other[:, 2] - base[:, 2])
        self.x = sparse.hstack(columns).tocsr().astype(np.float64)
        self.xt = self.x.T.tocsr()
        self.u, self.v = np.array(u, float).T.copy(), np.array(v, float).T.copy()
        self.phase = np.minimum(states["phase"], FULL_PHASE) / FULL_PHASE
        scales = [np.array([NATIVE["winnable"](s, side) for s in states]) / FULL_SCALE for side in (0, 1)]
        self.scale_white, self.scale_black = scales
        end = (base[:, 0] + HALF) >> 32
        self.start_sums = base[:, 0] - (end << 32), end

    @staticmethod
    def _placement(states: Any) -> Any:
        """Which man stands where: columns [kind * 64 + square as White sees it, eighth rank first]."""
        board = states["squares"].astype(np.int64)
        rows, at = np.nonzero(board < 12)
        piece = board[rows, at]
        seen = np.where(piece < 6, at ^ 56, at)
        values = np.where(piece < 6, 1.0, -1.0)
        return sparse.csr_matrix((values, (rows, piece % 6 * 64 + seen)), shape=(len(board), 384))

    def start(self) -> Any:
        """The weights as they are, in one vector: middle game, end game, units."""
        pairs = [
            (m + squares.SQUARES[k * 128 + i], e + squares.SQUARES[k * 128 + 64 + i])
            for k, (m, e) in enumerate(squares.MEN)
            for i in range(64)
        ]
        pairs += [_at(weights.TERMS[name], i) for name, i in self.names]
        units = [_at(weights.UNITS[name], i) for name, i in self.units]
        return np.array([p[0] for p in pairs] + [p[1] for p in pairs] + units, float)

    def split(self, w: Any) -> tuple[Any, Any, Any]:
        n = self.x.shape[1]
        return w[:n], w[n : 2 * n], w[2 * n :]

    def values(self, w: Any) -> tuple[Any, Any]:
        """The estimates for White, and what their gradient needs."""
        middle, end, units = self.split(w)
        u, v = np.maximum(self.u @ units, 0), np.maximum(self.v @ units, 0)
        m = self.x @ middle + (u * u - v * v) / 1024
        e = self.x @ end + (u * u - v * v) / 8192
        part = (1 - self.phase) * np.where(e > 0, self.scale_white, self.scale_black)
        return m * self.phase + e * part, (u, v, part)

    def error(self, w: Any, k: float, target: Any, start: Any, pull: float, rows: Any) -> tuple[float, Any]:
        """Mean squared error over some positions and its gradient; `pull` holds weights that matter little in place."""
        value, (u, v, part) = self.values(w)
        p = 1 / (1 + np.exp(-k * value))
        wrong = (p - target) * rows
        total = rows.sum()
        g = 2 * k * wrong * p * (1 - p) / total
        by_danger = g * (self.phase / 1024 + part / 8192) * 2
        gradient = np.concatenate(
            [self.xt @ (g * self.phase), self.xt @ (g * part), self.u.T @ (by_danger * u) - self.v.T @ (by_danger * v)]
        )
        away = w - start
        return float((wrong**2).sum() / total + pull * (away**2).sum()), gradient + 2 * pull * away


def _at(value: Any, i: int) -> Any:
    return value[i] if isinstance(value, list) else value


def _raised(tables: Any, name: str, i: int) -> Any:
    """A copy of the tables with one weight one higher."""
    changed = tables.copy()
    if changed[name].ndim > 1:
        changed[name][0, i] += 1
    else:
        changed[name][0] += 1
    return changed


def write_sources(model: Model, w: Any) -> None:
    """Put fitted weights into the sources."""
    middle, end, units = (np.rint(part).astype(int).tolist() for part in model.split(w))
    text = (SOURCES / "squares.py").read_text()
    lines = []
    for kind, name in enumerate(("pawns", "knights", "bishops", "rooks", "queens", "kings")):
        for stage, part, man in (("middle", middle, squares.MEN[kind][0]), ("end", end, squares.MEN[kind][1])):
            lines.append(f"    # {name}, {stage} game")
            table = [0 if kind == 0 and i // 8 in (0, 7) else part[kind * 64 + i] - man for i in range(64)]
            lines += ["    " + " ".join(f"{x:4}," for x in table[r * 8 : r * 8 + 8]) for r in range(8)]
    text = re.sub(r"(SQUARES[^\n]*= \(\n).*?(\n\))", lambda m: m[1] + "\n".join(lines) + m[2], text, flags=re.S)
    (SOURCES / "squares.py").write_text(text)
    fitted: dict[str, list[Any]] = {}
    for at, (name, _) in enumerate(model.names):
        fitted.setdefault(name, []).append((middle[384 + at], end[384 + at]))
    for at, (name, _) in enumerate(model.units):
        fitted.setdefault(name, []).append(units[at])
    text = (SOURCES / "weights.py").read_text()
    for name, values in fitted.items():
        old = weights.TERMS.get(name, weights.UNITS.get(name))
        new = wrapped(values) if isinstance(old, list) else str(values[0])
        text = re.sub(rf'("{name}": )(\[.*?\](?=,)|\(.*?\)|-?\d+)', lambda m, new=new: m[1] + new, text, flags=re.S)
    (SOURCES / "weights.py").write_text(text)


def wrapped(values: list[Any]) -> str:
    """A list as source, in lines that fit."""
    if len(str(values)) < 90:
        return str(values)
    lines = [""]
    for value in values:
        if len(lines[-1]) + len(str(value)) > 108:
            lines.append("")
        lines[-1] += f"{value}, "
    return "[\n" + "\n".join("        " + line.rstrip() for line in lines) + "\n    ]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--most", type=int, default=400_000, help="positions to use")
    parser.add_argument("--score-share", type=float, default=0.75, help="of the target; the rest is the game's result")
    parser.add_argument("--pull", type=float, default=3e-10)
    parser.add_argument("--iterations", type=int, default=250)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    states, cp, results = read_positions(options.file, options.most)
    model = Model(states)
    w = start = model.start()
    terms = model.x[:, 384:]  # the records were made without the sums of the squares
    sums = [terms @ part[384:] for part in model.split(start)[:2]]
    assert all(np.allclose(a, b) for a, b in zip(sums, model.start_sums, strict=True)), "the features do not add up"
    a = minimize_scalar(lambda a: ((1 / (1 + np.exp(-a * cp)) - results) ** 2).mean(), (0.001, 0.01)).x
    target = options.score_share / (1 + np.exp(-a * cp)) + (1 - options.score_share) * results
    kept = np.arange(len(cp)) // 100 % 10 == 0  # whole stretches, so that neighbours of a position are not learned from
    learn, check = (~kept).astype(float), kept.astype(float)
    value = model.values(start)[0]
    k = minimize_scalar(lambda k: ((1 / (1 + np.exp(-k * value)) - target) ** 2).mean(), (0.001, 0.01)).x
    print(f"{len(cp)} positions; a pawn of the oracle {a * 100:.3f}, one of ours {k * 100:.3f} in log odds")

    def errors(w: Any) -> str:
        return " and ".join(f"{model.error(w, k, target, start, 0.0, rows)[0]:.6f}" for rows in (learn, check))

    print(f"error before, learned from and kept aside: {errors(w)}", flush=True)
    found = minimize(
        model.error, start, (k, target, start, options.pull, learn), jac=True, method="L-BFGS-B",
        options={"maxiter": options.iterations, "maxcor": 30, "ftol": 1e-12, "gtol": 1e-12},
    )  # fmt: skip
    w = found.x
    print(f"after {found.nit} iterations: {errors(w)}")
    if options.out:
        middle, end, units = model.split(w)
        named = {f"{n}[{i}]": (middle[384 + j], end[384 + j]) for j, (n, i) in enumerate(model.names)}
        named |= {f"{n}[{i}]": units[j] for j, (n, i) in enumerate(model.units)}
        options.out.write_text(json.dumps(named, indent=1))
    if options.write:
        write_sources(model, w)


if __name__ == "__main__":
    main()
