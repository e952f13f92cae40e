"""Every number of the evaluation, in one place, as (middle game, end game) in hundredths of a pawn.

A tuner may fit `TERMS`; the code in evaluation.py only says what they count. The values of the men and of their squares
are the "PeSTO" tables that Ronald Friederich fitted for his program RofChade and published
(https://www.chessprogramming.org/PeSTO%27s_Evaluation_Function); all other numbers are our own.
"""

from __future__ import annotations

from plytree.games.chess.squares import MEN, SQUARES

Pair = tuple[int, int]

PHASE = (0, 1, 1, 2, 4, 0)  # how much a man counts towards the middle game; all men together 24
EXCHANGE = (100, 320, 330, 500, 950, 20_000)  # what a man counts for in an exchange

TERMS: dict[str, Pair | list[Pair]] = {
    "tempo": (12, 8),  # to be on the move
    # ---- how many squares a man can go to that no pawn attacks
    "knight_mobility": [(-36, -46), (-24, -28), (-12, -14), (-5, -6), (1, 0), (6, 6), (11, 10), (15, 11), (19, 10)],
    "bishop_mobility": [
        (-34, -44), (-22, -28), (-11, -14), (-5, -6), (0, 0), (4, 6), (8, 11), (11, 14), (13, 17), (15, 19), (17, 20),
        (19, 20), (22, 20), (24, 20),
    ],
    "rook_mobility": [
        (-22, -50), (-14, -30), (-9, -18), (-6, -10), (-4, -3), (-2, 3), (0, 8), (3, 12), (6, 16), (8, 19), (10, 22),
        (12, 24), (14, 26), (15, 27), (16, 27),
    ],
    "queen_mobility": [(min(-14 + n, 10), min(-36 + 3 * n, 30)) for n in range(28)],
    # ---- men
    "bishop_pair": (26, 46),
    "rook_open_file": (28, 8),  # no pawn on its file
    "rook_half_open_file": (12, 8),  # only enemy pawns
    "outpost": (20, 12),  # a knight or bishop far ahead, covered by a pawn, that no pawn can ever attack
    # ---- what stands attacked by something cheaper
    "threat_by_pawn": (50, 34),
    "threat_by_minor": (32, 26),
    "threat_by_rook": (34, 18),
    # ---- pawns
    "isolated": (-8, -10),
    "doubled": (-6, -16),
    "backward": (-7, -8),
    "connected": (8, 4),
    "connected_ahead": (12, 16),  # more for those beyond the middle
    # by rank, counted from the pawn's own side
    "passed": [(0, 0), (-2, 4), (-4, 8), (0, 20), (14, 40), (30, 64), (46, 84), (0, 0)],
    "passed_free": [(0, 0), (0, 0), (0, 2), (2, 6), (4, 16), (12, 34), (22, 60), (0, 0)],  # nothing in its way
    "passed_enemy_king": [(0, 0), (0, 0), (0, 1), (0, 4), (0, 9), (0, 15), (0, 18), (0, 0)],  # each step away
    "passed_own_king": [(0, 0), (0, 0), (0, -1), (0, -3), (0, -6), (0, -9), (0, -9), (0, 0)],
    # ---- the king
    "shield_near": (14, 0),  # each pawn right in front of him,
    "shield_far": (7, 0),  # and one step further
    # by the units that evaluation.py adds up for men that attack squares around him
    "danger": [(min(n * n // 14, 600), min(n * n // 120, 60)) for n in range(128)],
}  # fmt: skip
ATTACKER_UNITS = (0, 7, 6, 8, 12)  # for each attacking pawn, knight, bishop, rook, queen,
HIT_UNITS = 3  # and for each square around the king that it attacks

FIELDS = [(name, "i8", (len(v),)) if isinstance(v, list) else (name, "i8", ()) for name, v in TERMS.items()]


def pack(middle: int, end: int) -> int:
    """Both values in one number, so that one addition adds both: evaluation.py takes them apart again."""
    return middle + (end << 32)


def placement(kind: int, square: int) -> int:
    """The worth of White's man of this kind on this square, packed."""
    seen = square ^ 56  # the tables show the board as White sees it, the eighth rank on top
    middle, end = MEN[kind]
    return pack(middle + SQUARES[kind * 128 + seen], end + SQUARES[kind * 128 + 64 + seen])
