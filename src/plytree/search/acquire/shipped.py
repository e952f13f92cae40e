"""Native code that comes with the package, so that a fresh install plays at full speed at once.

A wheel may hold `plytree/native/`: entries of the cache that were compiled for all usual processors of a kind
(tools/native_for_wheel.py makes them), and a manifest that says what they were made from and for, with a hash of each.
It is read like a second cache, after the user's own, and never written to. Whoever can write there can write to the
sources beside it too, so it is trusted as they are.

Nothing of it is used if anything differs: the sources, the version of Python, Numba or NumPy (they are in the names of
entries), the system, an ability that the processor does not have, the hash. Then the code is compiled as ever.
"""

from __future__ import annotations

import functools
import hashlib
import json
import platform
from pathlib import Path
from typing import Any

from plytree.search.acquire.sources import PACKAGE, sources_hash

FOLDER = PACKAGE / "native"
MANIFEST = "manifest.json"
FORMAT = 1
# The name that LLVM has for the usual processors of a kind, and the abilities that it takes them to have
USUAL: dict[str, tuple[str, frozenset[str]]] = {
    "x86_64": (
        "x86-64-v3",  # since 2013 (Intel Haswell) and 2015 (AMD Excavator)
        frozenset(
            {"avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sahf", "sse4.2", "xsave"}
        ),
    ),
    "aarch64": ("generic", frozenset({"neon"})),
}


def system() -> str:
    """The kind of system that code is made for, such as `linux-x86_64`."""
    machine = platform.machine().lower()
    return f"{platform.system().lower()}-{ {'amd64': 'x86_64', 'arm64': 'aarch64'}.get(machine, machine) }"


def target() -> tuple[str, frozenset[str]] | None:
    """What code for a wheel is made for on this kind of machine: LLVM's name and the abilities; None if unknown."""
    return USUAL.get(system().partition("-")[2])


def read(name: str) -> bytes | None:
    """The content of an entry that came with the package, if it is whole and made for this machine."""
    wanted = manifest().get(name)
    if wanted is None or not runs_here():
        return None
    try:
        content = (FOLDER / system() / name).read_bytes()
    except OSError:
        return None
    return content if hashlib.sha256(content).hexdigest() == wanted else None


@functools.cache
def manifest() -> dict[str, str]:
    """The entries for this system, name -> hash; none if they were made from other sources."""
    try:
        facts = json.loads((FOLDER / system() / MANIFEST).read_text("utf-8"))
        if facts["format"] != FORMAT or facts["sources"] != sources_hash():
            return {}
        return {str(name): str(wanted) for name, wanted in facts["entries"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


@functools.cache
def runs_here() -> bool:
    """Has this processor all abilities that the code was made for?"""
    made_for = target()
    if made_for is None:
        return False
    from llvmlite import binding

    try:
        able = binding.get_host_cpu_features()
    except RuntimeError:  # LLVM does not know this processor
        return False
    return all(able.get(ability, False) for ability in made_for[1])


def made_for_all(machine: Any) -> bool:
    """Is this `machine` of saved code (triple, processor, abilities) the one that entries of a wheel are made for?"""
    made_for = target()
    return made_for is not None and runs_here() and tuple(machine)[1:] == (made_for[0], "")


def write(folder: Path, entries: dict[str, bytes]) -> None:
    """Make such a folder; for the tool that prepares a wheel."""
    place = folder / system()
    place.mkdir(parents=True, exist_ok=True)
    for name, content in entries.items():
        (place / name).write_bytes(content)
    facts = {
        "format": FORMAT, "sources": sources_hash(), "python": platform.python_version(), "processor": target(),
        "entries": {name: hashlib.sha256(content).hexdigest() for name, content in sorted(entries.items())},
    }  # fmt: skip
    (place / MANIFEST).write_text(json.dumps(facts, indent=1, default=sorted) + "\n", "utf-8")
