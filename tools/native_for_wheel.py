"""Native code of the built-in games for a wheel: compiled for all usual processors of this kind of machine.

python tools/native_for_wheel.py                     all built-in games, into src/plytree/native/
python tools/native_for_wheel.py chess connect4      only these; what is there already and fits is kept

`make wheel` runs it and then builds the wheel. What it makes is never part of the repository. A wheel that is to serve
several systems gets the folders of each (`native/linux-x86_64`, `native/darwin-aarch64`) from a machine of that kind.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SOLVER = "solver"  # the exact solver of Connect Four on its usual board
NOT_SHIPPED = {"handtree"}  # a tree made of text has native code of its own each time


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="names of built-in games, or 'solver' [default: all]")
    parser.add_argument("--out", type=Path, default=ROOT / "src/plytree/native", help="the folder to be made")
    options = parser.parse_args()
    from plytree.errors import InputError
    from plytree.games.catalog import load_game
    from plytree.search.acquire import shipped

    try:
        games = {name: None if name == SOLVER else load_game(name) for name in options.games or wanted()}
    except InputError as error:
        sys.exit(f"{error}, or {SOLVER}")
    target = shipped.target()
    if target is None:
        sys.exit(f"there is no name for the usual processors of {shipped.system()}; see USUAL in shipped.py")
    os.environ.update(NUMBA_CPU_NAME=target[0], NUMBA_CPU_FEATURES="")
    with tempfile.TemporaryDirectory(prefix="plytree-native-") as folder:
        os.environ["PLYTREE_CACHE"] = folder
        shipped.FOLDER = options.out  # what is there already and fits is not compiled again
        entries = compile_all(games)
    shipped.write(options.out, entries)
    print(
        f"{len(entries)} entries, {sum(map(len, entries.values())) / 1e6:.1f} MB, in {options.out / shipped.system()}"
    )


def wanted() -> list[str]:
    from plytree.games.catalog import BUILT_IN

    return [*(name for name in BUILT_IN if name not in NOT_SHIPPED), SOLVER]


def compile_all(games: dict[str, Any]) -> dict[str, bytes]:
    """Compile each in a process of its own; name of entry -> content of its file."""
    from plytree.search.acquire import cache, shipped

    kept = {name: content for name in shipped.manifest() if (content := shipped.read(name)) is not None}
    for number, (name, game) in enumerate(games.items(), 1):
        begin = time.perf_counter()
        print(f"[{number}/{len(games)}] {name}: ", end="", flush=True)
        sentence = compile_solver() if game is None else compile_game(game)
        print(sentence or f"{time.perf_counter() - begin:.1f} s", flush=True)
    fresh = [path for path, _ in cache.files(cache.base()) if path.suffix == ".code"]
    return {**kept, **{path.name: path.read_bytes() for path in fresh}}


def compile_game(game: Any) -> str:
    """Why there is no native code of a game; "" if there is."""
    from plytree.search.acquire.provider import provider

    source = provider(game)
    if not source.cached:
        source.wait()
    return source.note


def compile_solver() -> str:
    from plytree.solvers import native

    native.prepare(7, 6)
    while native._begun:
        time.sleep(0.1)
    return "" if native.is_ready(7, 6) else "not made"


if __name__ == "__main__":
    main()
