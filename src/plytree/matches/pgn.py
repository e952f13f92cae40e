"""Games of chess as PGN, which every chess program reads."""

from __future__ import annotations

from typing import TextIO

from plytree.errors import InputError
from plytree.games.catalog import load_game
from plytree.games.contract.game import game_name
from plytree.matches.match_store import SavedMatch
from plytree.matches.record import as_text
from plytree.matches.session import Session

NAMED = 24  # plies that the name of an opening may need


def write_pgn(saved: SavedMatch, file: TextIO) -> None:
    """All games of a run; InputError if it is not a run of chess."""
    game = load_game(saved.game)
    if game_name(game) != "chess":
        raise InputError(f"only chess has PGN, and this is a match in {saved.game!r}; expected --text for other games")
    for stored in saved.games():
        tags = [
            ("Event", f"plytree match {stored.a} - {stored.b}"),
            ("Site", "?"),
            ("Date", saved.created[:10].replace("-", ".")),
            ("Round", f"{stored.pair + 1}.{stored.number + 1}"),
        ]
        session = Session(game)
        for move in stored.record.moves[:NAMED]:
            session.play(move)
        if session.opening:
            tags.append(("Opening", session.opening))
        file.write(as_text(stored.record, game, tags, ("White", "Black")) + "\n")
