"""How Numba compiles: without Python's lock, and with numbers that divide as processors do."""

from __future__ import annotations

OPTIONS = {"nogil": True, "error_model": "numpy"}
INNER = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # for what only native code calls
