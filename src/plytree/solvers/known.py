"""What is known exactly about positions of a game: its table of all positions, or the tables of chess endings.

tables = known(game)                      # None if there are none
tables.score(state)                       # a proven score, or None
Engine(game, knowledge=tables)            # an engine that asks them
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plytree.errors import InputError
from plytree.games.contract.game import Game, has_hook
from plytree.games.contract.records import as_game
from plytree.search.compile.kernel import rules_of
from plytree.search.knowledge import Knowledge
from plytree.solvers.folder import data_folder


def known(game: Game[Any], folder: Path | None = None, syzygy: str = "", fifty: bool = True) -> Knowledge | None:
    """The tables that there are for a game; one that cannot be read counts as absent.

    Chess: `syzygy` names a folder of Syzygy files, InputError if it has none; `fifty`: does the fifty-move rule count?
    """
    place, rules = folder or data_folder(), rules_of(game)
    if has_hook(rules, "look_up"):
        from plytree.games.chess.game import Chess
        from plytree.solvers.endings.tables import SHIPPED, Endings

        if not isinstance(rules, Chess):
            return None
        endings = Endings(SHIPPED, place / "chess", longest=rules.longest if fifty else None)
        if not syzygy:
            return endings
        from plytree.solvers.syzygy import Syzygy, Together

        return Together(endings, Syzygy(as_game(rules), Path(syzygy), fifty))
    if not place.is_dir():
        return None
    from plytree.solvers.retrograde.file import GameTable, file_of

    path = file_of(place, game)
    try:
        return GameTable(path, game) if path.is_file() else None
    except InputError:
        return None
