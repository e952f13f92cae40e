"""Everything that a stranger, a student, a fault or a slip of the hand can try, as a table: tried and failed.

    python bench/attack.py [--quick] [--only http,pages] [--json FILE]

Attacks only servers and processes that it starts itself, on the loopback address and in temporary folders, and ends by
itself. What failed is listed below the table, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

Row = tuple[str, str]
HERE = Path(__file__).parent


def part(name: str) -> Callable[[bool], list[Row]]:
    return lambda quick: list(importlib.import_module(f"attacks.{name}").rows(quick))


def students(quick: bool) -> list[Row]:
    sys.path.insert(0, str(HERE.parent / "tests" / "explain"))
    hostile = importlib.import_module("hostile")
    return list(hostile.attack(families=("files",) if quick else ()))


def caches(quick: bool) -> list[Row]:
    rows = importlib.import_module("damaged_caches").measure(True)
    return [(row["damage"], row["wrong"]) for row in rows if "damage" in row]


PARTS: dict[str, tuple[str, Callable[[bool], list[Row]]]] = {
    "http": ("raw HTTP requests and frames of sockets", part("http")),
    "work": ("work that strangers try to start", part("work")),
    "pages": ("pages opened and closed", part("pages")),
    "arguments": ("wrong arguments on the command line", part("arguments")),
    "students": ("hostile student programs", students),
    "caches": ("damaged caches of native code", caches),
    "machine": ("faults of the machine", part("machine")),
    "resume": ("kills, and going on", part("resume")),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="a few of each kind")
    parser.add_argument("--only", default=",".join(PARTS), help=f"parts of {', '.join(PARTS)}")
    parser.add_argument("--json", metavar="FILE", help="write all rows there")
    given = parser.parse_args()
    console, rows = Console(width=120), dict[str, list[Row]]()
    table = Table("part", "what")
    for column in ("tried", "failed", "seconds"):
        table.add_column(column, justify="right")
    for name in given.only.split(","):
        what, attack = PARTS[name]
        begin = time.perf_counter()
        print(f"{name}: {what} ...", file=sys.stderr, flush=True)
        rows[name] = attack(given.quick)
        failed = sum(bool(wrong) for _, wrong in rows[name])
        table.add_row(name, what, str(len(rows[name])), str(failed), f"{time.perf_counter() - begin:.0f}")
    console.print(table)
    for name, found in rows.items():
        for tried, wrong in found:
            if wrong:
                console.print(f"{name}: {tried}: {wrong}", markup=False)
    if given.json:
        Path(given.json).write_text(json.dumps(rows, indent=1) + "\n")
    raise SystemExit(1 if any(wrong for found in rows.values() for _, wrong in found) else 0)


if __name__ == "__main__":
    main()
