"""Compile a game, or say in one sentence why it stays in Python; then make sure that both ways agree."""

from __future__ import annotations

from typing import Any

from plytree.errors import GameError
from plytree.games.game import Game
from plytree.search import cache
from plytree.search.fingerprint import native_fingerprint
from plytree.search.kernel import Kernel, rules_of


def native_verdict(game: Game[Any]) -> str | None:
    """Why a game cannot run as native code, in one sentence; None if it can. Waits for the compiler."""
    from plytree.search.provider import provider

    source = provider(game)
    source.wait()
    return source.note or None


def prepare(game: Game[Any]) -> tuple[Kernel | None, str]:
    """Native code for a game, from the cache or the compiler, or else a sentence why there is none.

    New code is compared with Python on random games before it is trusted. What was found out is kept on disk.
    """
    from plytree.search.native import NativeKernel

    digest = native_fingerprint(rules_of(game))
    try:
        kernel = NativeKernel(game)
    except GameError as error:
        return _refuse(digest, str(error))
    except Exception as error:
        return _refuse(digest, f"{type(game).__name__} cannot be compiled: {str(error).splitlines()[0]}")
    if kernel.compiled:
        kernel.save()
    return kernel, ""


def _refuse(digest: str, sentence: str) -> tuple[None, str]:
    cache.save(f"{digest}.verdict", sentence)
    return None, sentence
