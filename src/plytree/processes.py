"""Processes that this one starts end with it."""

from __future__ import annotations

import os
import signal
import sys

DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux's prctl


def end_with_parent() -> None:
    """Have the system kill this process when the thread that started it is gone, however that came about.

    Called first thing in a child, whose parent's thread must wait for it. Only Linux can do it; elsewhere a child must
    notice that its standard input has ended.
    """
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    started_by = os.environ.get("PLYTREE_PARENT", "")
    ctypes.CDLL(None).prctl(DEATH_SIGNAL, int(signal.SIGKILL), 0, 0, 0)
    if started_by and started_by != str(os.getppid()):  # it was gone before we could say so
        os._exit(1)


def child_environment() -> dict[str, str]:
    """The environment in which a child can import what this process can, and knows whose child it is."""
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    return {**os.environ, "PYTHONPATH": path, "PLYTREE_PARENT": str(os.getpid())}
