"""One game, or one pair of games, between two players. Whoever fails loses that game, and the reason is kept."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from plytree.errors import InputError
from plytree.games.catalog import load_game
from plytree.games.contract.game import Game
from plytree.matches.record import GameRecord, Thought
from plytree.matches.session import Session, Termination
from plytree.numbers import LONGEST, real, whole
from plytree.players.player import Player, begin_game, make_player
from plytree.players.thinking import Choice, start
from plytree.search.limits import Limits
from plytree.search.score import Kind, Score

MOST_PLIES = 10**9


@dataclass(frozen=True, kw_only=True)
class MatchRules:
    """The rules of a match beyond those of the game."""

    seconds: float | None = None  # time for a move of a player that has no limit of its own
    grace: float = 0.5  # a move may take so many seconds more: the clock also sees the machine's other work
    patience: float = 60.0  # seconds for a move of a player without any limit
    max_plies: int = 1000  # then the game is a draw
    agree_plies: int = 0  # so many plies in a row both players call the same side the winner: adjudged; 0: never
    decisive: int | None = None  # an estimate so large calls a winner too; None: only a proof does

    def __post_init__(self) -> None:
        if self.seconds is not None:
            real(self.seconds, "seconds", "a time to think", LONGEST)
        real(self.grace, "grace", "a time", LONGEST, above=False)
        real(self.patience, "patience", "a time", LONGEST)
        whole(self.max_plies, "max_plies", "a number of plies", 1, MOST_PLIES)
        whole(self.agree_plies, "agree_plies", "a number of plies", 0, MOST_PLIES)
        if self.decisive is not None:
            whole(self.decisive, "decisive", "an advantage", 1, MOST_PLIES)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def play_pair(arguments: dict[str, Any], seed: int) -> list[dict[str, Any]]:
    """The job of a match: one opening, played with both colours. Players `a` and `b` stay warm between jobs."""
    game = warm_game(arguments["game"])
    rules = MatchRules(**arguments["rules"])
    players = [warm_player(arguments["game"], arguments[side], side) for side in ("a", "b")]
    specs = [arguments["a"], arguments["b"]]
    records = []
    for number in range(2):
        pair, names = players[::-1] if number else players, specs[::-1] if number else specs
        record = play_game(game, (pair[0], pair[1]), (names[0], names[1]), arguments["opening"], rules, seed + number)
        records.append(record.to_json())
        if record.termination in (Termination.TIME, Termination.CRASH):
            _PLAYERS.clear()  # whatever state the player is in, the next game starts with a new one
            players = [warm_player(arguments["game"], arguments[side], side) for side in ("a", "b")]
    return records


def play_game(
    game: Game[Any],
    players: tuple[Player, Player],
    names: tuple[str, str],
    opening: list[int],
    rules: MatchRules,
    seed: int,
) -> GameRecord:
    """Play from an opening to the end. `players[0]` is the side to move at the start of the game."""
    session = Session(game)
    for move in opening:
        session.play(move)
    thoughts: list[Thought] = []
    for side, player in enumerate(players):
        begin_game(player, seed * 2 + side)
    while session.outcome is None:
        player = players[session.side()]
        if len(session.moves) >= rules.max_plies:
            session.adjudicate(0, f"draw after {rules.max_plies} plies")
        elif (winner := _agreed_winner(thoughts, rules)) is not None:
            session.adjudicate(1 if winner == 0 else -1, f"both players agreed for {rules.agree_plies} plies")
        else:
            _turn(session, player, rules, thoughts)
    outcome = session.outcome
    return GameRecord(
        players=names, opening=tuple(opening), thoughts=tuple(thoughts), utility=outcome.utility,
        termination=outcome.termination, reason=outcome.reason, seed=seed,
    )  # fmt: skip


def _turn(session: Session, player: Player, rules: MatchRules, thoughts: list[Thought]) -> None:
    """Let a player move; a player that fails forfeits."""
    own = getattr(player, "limits", None)
    limits = None if own is not None or rules.seconds is None else Limits(seconds=rules.seconds)
    allowed = _allowed_seconds(own, rules)
    begin = time.perf_counter()
    try:
        choice = _choose(player, session, limits, None if allowed is None else allowed + rules.grace)
    except _Overdue:
        session.forfeit(Termination.TIME, f"no move after {allowed:g} s and {rules.grace:g} s of grace")
        return
    except Exception as error:  # a player's failure costs it the game, not us the match
        session.forfeit(Termination.CRASH, f"{type(error).__name__}: {error}"[:500])
        return
    seconds = time.perf_counter() - begin
    if allowed is not None and seconds > allowed + rules.grace:
        session.forfeit(
            Termination.TIME, f"{seconds:.3f} s for a move, allowed were {allowed:g} s and {rules.grace:g} s"
        )
        return
    side = session.side()
    try:
        session.play(choice.move)
    except InputError as error:
        session.forfeit(Termination.ILLEGAL, str(error)[:500])
        return
    score = choice.score.to_json() if choice.score else None
    thoughts.append(
        Thought(
            side=side, move=choice.move, seconds=round(seconds, 6), depth=choice.depth, nodes=choice.nodes, score=score
        )
    )


def _allowed_seconds(own: Limits | None, rules: MatchRules) -> float | None:
    if own is not None:
        return own.seconds  # None: limited by depth or nodes, so time does not matter
    return rules.patience if rules.seconds is None else rules.seconds


class _Overdue(Exception):
    pass


def _choose(player: Player, session: Session, limits: Limits | None, deadline: float | None) -> Choice:
    """Ask a player; _Overdue if it has not answered at the deadline (then it is told to stop and left to itself)."""
    if deadline is None:
        return Choice.read(player.choose(session.state, session.history, limits))
    begin = time.perf_counter()
    thinking = start(player, session.game, session.state, session.history, limits)
    try:
        return Choice.of(thinking.result(deadline + 0.05))
    except TimeoutError:
        if time.perf_counter() - begin < deadline:
            raise  # the player's own failure
        thinking.stop()
        raise _Overdue from None


def _agreed_winner(thoughts: list[Thought], rules: MatchRules) -> int | None:
    """The side that both players have called the winner for the last plies."""
    if not rules.agree_plies or len(thoughts) < rules.agree_plies:
        return None
    winners = {_called_winner(thought, rules.decisive) for thought in thoughts[-rules.agree_plies :]}
    return winners.pop() if len(winners) == 1 else None


def _called_winner(thought: Thought, decisive: int | None) -> int | None:
    if thought.score is None:
        return None
    score = Score(**thought.score)
    for side, seen in ((thought.side, score), (1 - thought.side, -score)):
        large = decisive is not None and seen.value is not None and seen.value >= decisive
        if seen.kind == Kind.WIN or large:
            return side
    return None


@lru_cache(maxsize=8)
def warm_game(spec: str) -> Game[Any]:
    """A game that this process may have loaded before."""
    return load_game(spec)


_PLAYERS: OrderedDict[tuple[str, str, str], Player] = OrderedDict()
WARM = 8  # players that a worker keeps; each may hold a transposition table


def warm_player(game: str, spec: str, slot: str) -> Player:
    """A player that this process may have made before. The two sides never share one: they would share its memory."""
    key = (game, spec, slot)
    if key not in _PLAYERS:
        _PLAYERS[key] = player = make_player(spec, warm_game(game))
        # the first search also pays for its memory
        player.choose(warm_game(game).initial(), [], Limits(depth=1, nodes=100))
        while len(_PLAYERS) > WARM:
            _PLAYERS.popitem(last=False)[1].close()
    _PLAYERS.move_to_end(key)
    return _PLAYERS[key]
