"""What a measurement must say about where it was made: processor and versions, and nothing that names the machine."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import plytree


def cpu_model() -> str:
    """The processor and its number of cores, like `AMD EPYC, 2 cores`."""
    return f"{_processor()}, {os.cpu_count()} cores"


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine() or "unknown processor"


def python_version() -> str:
    return platform.python_version()


def versions() -> dict[str, str]:
    """plytree, Python and the packages that decide about speed."""
    found = {"plytree": plytree.__version__, "python": python_version()}
    for package in ("numba", "numpy"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found
