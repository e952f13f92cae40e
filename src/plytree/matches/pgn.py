"""Games of chess as PGN, which every chess program reads."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TextIO

from plytree.errors import InputError
from plytree.games.catalog import load_game
from plytree.games.contract.game import game_name
from plytree.matches.match_store import SavedMatch
from plytree.matches.record import as_text, wrapped
from plytree.matches.session import Session

NAMED = 24  # plies that the name of an opening may need
START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LARGEST = 200_000  # letters of a game that is read
_TAG = re.compile(r'^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$', re.MULTILINE)
_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


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


def session_pgn(session: Session, tags: Iterable[tuple[str, str]] = ()) -> str:
    """One game of chess as PGN, as it stands."""
    fen, outcome = session.game.to_text(session.start), session.outcome
    white_begins = fen.split()[1] == "w"
    result = "*"
    if outcome is not None:
        utility = outcome.utility if white_begins else -outcome.utility
        result = "1-0" if utility > 0 else "0-1" if utility < 0 else "1/2-1/2"
    seven = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
    head = {**seven, **dict(tags), "Result": result}
    if fen != START_FEN:
        head |= {"SetUp": "1", "FEN": fen}
    words, number = list[str](), int(fen.split()[5])
    for ply, move in enumerate(session.shown_moves(), start=0 if white_begins else 1):
        words += [f"{number + ply // 2}."] if ply % 2 == 0 else [f"{number}..."] if not words else []
        words.append(move)
    quoted = {name: value.replace("\\", "\\\\").replace('"', '\\"') for name, value in head.items()}
    lines = [f'[{name} "{value}"]' for name, value in quoted.items()]
    return "\n".join([*lines, "", *wrapped([*words, result], 79)]) + "\n"


def read_pgn(game: Any, text: str) -> Session:
    """The first game of a PGN text: its main line; comments, variations and marks are passed over. InputError says
    which move cannot be played."""
    if len(text) > LARGEST:
        raise InputError(f"the text has {len(text)} letters; expected a PGN of at most {LARGEST}")
    tags, text = _first_game(text)
    session = Session(game, game.from_text(tags["FEN"]) if "FEN" in tags else None, referee=False)
    for word in _words(text):
        if word in _RESULTS:
            break
        move = re.sub(r"^\d+\.+", "", word).rstrip("!?")
        if not move or move.isdigit():
            continue
        try:
            session.play(game.read_move(session.state, move))
        except InputError as error:
            number = len(session.moves) // 2 + 1
            raise InputError(f"move {number} of the PGN, {move[:20]!r}, cannot be played: {error}") from None
    if not session.moves and "FEN" not in tags:
        raise InputError(f"{text[:40]!r} is not a game; expected PGN like 1. e4 e5 2. Nf3")
    return session


def _first_game(text: str) -> tuple[dict[str, str], str]:
    """The tags of the first game, and what stands between them and the tags of the next."""
    tags, rest = dict[str, str](), text.lstrip("\ufeff \t\r\n")
    while (found := _TAG.match(rest)) is not None:
        tags[found[1]], rest = found[2], rest[found.end() :].lstrip()
    following = _TAG.search(rest)
    return tags, rest if following is None else rest[: following.start()]


def _words(text: str) -> Iterable[str]:
    """The words of the main line: what stands in braces, after a semicolon or in parentheses is left out."""
    plain = re.sub(r"\{[^}]*\}|;[^\n]*|\$\d+", " ", text)
    depth = 0
    for part in re.split(r"([()])", plain):
        if part in ("(", ")"):
            depth = max(0, depth + (1 if part == "(" else -1))
        elif depth == 0:
            yield from part.split()
