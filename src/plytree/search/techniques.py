"""The switches of the engine's search, so that each technique can be studied."""

from __future__ import annotations

from dataclasses import dataclass, fields

from plytree.errors import InputError


@dataclass(frozen=True, kw_only=True)
class Techniques:
    """What the search uses. A switch whose hook the game has not written changes nothing."""

    iterative: bool = True  # iterative deepening, the order kept from the last iteration
    table: bool = True  # transposition table
    killers: bool = True  # killer moves
    history: bool = True  # history heuristic
    order: bool = True  # the game's order hook
    pvs: bool = True  # principal variation search: null windows after the first move
    aspiration: bool = True  # aspiration windows around the last iteration's score
    symmetry: bool = True  # the game's key hook; off: a hash of the whole state
    quiescence: bool = True  # variable depth through the tactical hook
    extension: bool = True  # one ply more in check
    singular: bool = True  # one ply more for the table's move if no other comes near it, where the game sets `pawn`
    null_move: bool = True  # through pass_turn
    reductions: bool = True  # late-move reductions of quiet moves, where the game writes `quiet`
    margins: bool = True  # futility pruning, where the game sets `pawn`
    exchange: bool = True  # static-exchange pruning through safe
    repetition: bool = True  # draws by repetition through clock
    knowledge: bool = True  # exact values from tables, if the engine is given some; inside the search through look_up

    @staticmethod
    def none(**switches: bool) -> Techniques:
        """Everything off except what is named: plain alpha-beta to a fixed depth."""
        off = {f.name: False for f in fields(Techniques)}
        return Techniques(**{**off, **switches})

    @staticmethod
    def names() -> tuple[str, ...]:
        return tuple(f.name for f in fields(Techniques))

    def without(self, *names: str) -> Techniques:
        """The same with some switches off; InputError for a name that is none."""
        for name in names:
            if name not in self.names():
                raise InputError(f"{name!r} is not a technique; expected one of {', '.join(self.names())}")
        switches = {name: getattr(self, name) and name not in names for name in self.names()}
        return Techniques(**switches)
