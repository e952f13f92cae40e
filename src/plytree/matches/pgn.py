"""Games of chess as PGN, which every chess program reads."""

from __future__ import annotations

from typing import TextIO

from plytree.errors import InputError
from plytree.games.catalog import load_game
from plytree.games.contract.game import game_name
from plytree.matches.record import as_text
from plytree.matches.store import Run


def write_pgn(run: Run, file: TextIO) -> None:
    """All games of a run; InputError if it is not a run of chess."""
    game = load_game(run.game)
    if game_name(game) != "chess":
        raise InputError(f"only chess has PGN, and this is a match in {run.game!r}; expected --text for other games")
    for stored in run.games():
        tags = [
            ("Event", f"plytree match {stored.a} - {stored.b}"),
            ("Site", "?"),
            ("Date", run.created[:10].replace("-", ".")),
            ("Round", f"{stored.pair + 1}.{stored.number + 1}"),
        ]
        file.write(as_text(stored.record, game, tags, ("White", "Black")) + "\n")
