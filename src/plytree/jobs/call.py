"""How a job is carried out, in whatever process: look the function up by its name and call it."""

from __future__ import annotations

import hashlib
import importlib
import traceback
from typing import Any

from plytree.errors import InputError


def seed_of(run_seed: int, job_id: str) -> int:
    """The seed of one job: 63 bits that depend on the run's seed and the job's id, and on nothing else.

    >>> seed_of(1, "a") == seed_of(1, "a"), seed_of(1, "a") == seed_of(2, "a")
    (True, False)
    """
    return int.from_bytes(hashlib.sha256(f"{run_seed}/{job_id}".encode()).digest()[:8], "big") >> 1


def find_function(name: str) -> Any:
    """The function that `module:function` names."""
    module, colon, attribute = name.partition(":")
    if not colon:
        raise InputError(f"{name!r} does not name a function; expected module:function")
    return getattr(importlib.import_module(module), attribute)


def call(message: dict[str, Any]) -> dict[str, Any]:
    """Carry out a job; an exception becomes an answer, so that one bad job does not end a worker."""
    try:
        return {"result": find_function(message["function"])(message["arguments"], message["seed"])}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}", "traceback": traceback.format_exc()}
