"""Looking a position up in tables of weights, kept up to date from one position to the next.

How to read it: as `search/alphabeta/core.py`; it runs as plain Python and compiled for one game. `t` is the record of
the tables, `m` the memory of who looks (records.py says what is in them). A position is seen from a `view`, 0 or 1.
Each view remembers the cells it saw last (`m.seen`) and, for each group of cells, the number of its contents
(`m.index`). The position that is looked at next is usually a move or two away, so only the groups of the cells that
differ change.
"""

from __future__ import annotations

from typing import Any

i64 = int


def update(t: Any, m: Any, view: int) -> None:
    """Bring the indices of a view up to date with the cells in m.fresh."""
    if m.ready == 0:
        m.ready = 1
        for group in range(t.groups):
            m.index[group] = t.first[group]
            m.index[t.groups + group] = t.first[group]
    at, groups = view * t.cells, view * t.groups
    for cell in range(t.cells):
        change = i64(m.fresh[cell]) - i64(m.seen[at + cell])
        if change != 0:
            m.filled[view] += i64(m.fresh[cell] != 0) - i64(m.seen[at + cell] != 0)
            m.seen[at + cell] = m.fresh[cell]
            for e in range(t.start[cell], t.start[cell + 1]):
                m.index[groups + t.group[e]] += t.power[e] * change


def block(t: Any, m: Any, view: int, stage: int) -> int:
    """Where the weights of a stage of the game begin: the game's own stage, then how full the board is."""
    if t.phases == 1:
        return i64(stage * t.span)
    phase = (i64(m.filled[view]) - t.fewest) * t.phases // (t.most - t.fewest + 1)
    phase = min(i64(t.phases) - 1, max(i64(0), phase))
    return i64((stage * t.phases + phase) * t.span)


def total(t: Any, m: Any, view: int, stage: int) -> int:
    """The sum of the weights that a view looks up, whole numbers."""
    at, base, found = view * t.groups, block(t, m, view, stage), i64(0)
    for group in range(t.groups):
        found += i64(t.weights[base + m.index[at + group]])
    return found
