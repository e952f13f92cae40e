"""Every number of the evaluation, in one place, as (middle game, end game) in hundredths of a pawn.

The code in evaluation.py and pawns.py only says what is counted. All weights were fitted by bench/chess_tune.py to
381,831 positions of bench/chess_positions.py. It began with the values of men and squares that Ronald Friederich fitted
for his program RofChade and published ("PeSTO", https://www.chessprogramming.org/PeSTO%27s_Evaluation_Function), and
with guesses of our own for the rest.
"""

from __future__ import annotations

from plytree.games.chess.squares import MEN, SQUARES

Pair = tuple[int, int]

PHASE = (0, 1, 1, 2, 4, 0)  # how much a man counts towards the middle game; all men together 24
EXCHANGE = (100, 320, 330, 500, 950, 20_000)  # what a man counts for in an exchange

TERMS: dict[str, Pair | list[Pair]] = {
    "tempo": (47, 23),  # to be on the move
    # ---- how many squares a man can go to that no pawn attacks
    "knight_mobility": [(-29, -54), (-7, -27), (1, 20), (4, 30), (11, 47), (20, 44), (20, 52), (18, 42), (28, 31)],
    "bishop_mobility": [
        (-36, -52), (-22, -25), (-15, 10), (-6, 10), (3, 28), (3, 35), (7, 43), (5, 35), (12, 33), (5, 34), (17, 25),
        (1, 30), (22, 26), (25, 28),
    ],
    "rook_mobility": [
        (-69, -58), (-45, -47), (-34, -17), (-26, 3), (-14, 8), (-17, 35), (-16, 45), (-16, 42), (-6, 47), (-5, 53),
        (2, 58), (6, 48), (13, 53), (6, 55), (79, -32),
    ],
    "queen_mobility": [
        (-14, -36), (-39, -34), (-36, -29), (-30, -25), (-30, -41), (-27, -22), (-25, -27), (-25, -41), (-20, -26),
        (-16, -18), (-12, -4), (-11, -3), (-10, 5), (-14, 12), (-9, 22), (-5, 19), (-9, 35), (0, 27), (13, 32),
        (11, 27), (21, 32), (19, 12), (14, 32), (16, 29), (9, 29), (12, 31), (10, 30), (10, 29),
    ],
    # ---- men
    "bishop_pair": (35, 49),
    "bishop_own_pawns": (-3, 3),  # each own pawn on squares of its colour
    "rook_open_file": (20, 9),  # no pawn on its file
    "rook_half_open_file": (9, 23),  # only enemy pawns
    "outpost": (13, 10),  # a knight or bishop far ahead, covered by a pawn, that no pawn can ever attack
    # ---- what stands attacked
    "threat_by_pawn": (80, 51),  # a man by a pawn,
    "threat_by_step": (24, 14),  # or after one step of a pawn
    "threat_by_minor": (65, 26),  # a rook or queen by a knight or bishop
    "minor_by_minor": (29, 22),  # one knight or bishop by another, without a pawn's cover
    "threat_by_rook": (76, 18),  # a queen by a rook
    "minor_by_rook": (20, 21),
    "hanging": (17, 24),  # a man by anything, undefended
    "hanging_pawn": (11, 40),
    # ---- pawns
    "isolated": (-5, -1),
    "doubled": (-5, -32),
    "backward": (-2, 5),
    "supported": (9, 6),  # covered by a pawn
    "beside": (5, 1),  # a pawn on the next square of the rank
    "connected_ahead": (11, 5),  # more for both of those beyond the middle
    # by rank, counted from the pawn's own side
    "passed": [(0, 0), (4, 35), (-14, 28), (-17, 31), (5, 44), (21, 67), (36, 71), (0, 0)],
    # nothing in its way
    "passed_free": [(0, 0), (-13, 17), (-15, 15), (-32, 22), (-16, 38), (5, 47), (28, 73), (0, 0)],
    # its next square, too
    "passed_safe": [(0, 0), (-14, 8), (-12, 17), (-21, 37), (-23, 35), (-8, 39), (7, 123), (0, 0)],
    # own men attack that square
    "passed_backed": [(0, 0), (25, -5), (0, 5), (25, -1), (18, 15), (28, 36), (28, 55), (0, 0)],
    # each step away
    "passed_enemy_king": [(0, 0), (-14, -6), (2, 0), (-4, 10), (-7, 22), (-10, 36), (-6, 43), (0, 0)],
    "passed_own_king": [(0, 0), (12, -6), (-7, -6), (8, -16), (3, -21), (4, -27), (-7, -39), (0, 0)],
    # ---- the king
    "shield_near": (7, 19),  # each pawn right in front of him,
    "shield_far": (0, 13),  # and one step further
    "shield_none": (-16, 24),  # each file in front of him without a pawn of his,
    "king_open_file": (-19, 1),  # and without any
    "storm": (-5, -4),  # each enemy pawn up to three steps in front of him
}  # fmt: skip

# Units of danger to a king, which count by their square (evaluation.py).
UNITS: dict[str, int | list[int]] = {
    "base_units": -128,
    "no_queen_units": -199,  # instead, if the attacker has no queen
    "attacker_units": [0, 58, 42, 48, 84],  # each pawn, knight, bishop, rook, queen that attacks squares around him,
    "hit_units": 23,  # and each of these squares
    "weak_units": 24,  # each attacked square next to him that only he defends
    "check_units": [0, 66, 22, 90, 37],  # a knight, bishop, rook, queen can give check without being taken
}

FIELDS = [(name, "i8", (len(v),) if isinstance(v, list) else ()) for name, v in (*TERMS.items(), *UNITS.items())]


def pack(middle: int, end: int) -> int:
    """Both values in one number, so that one addition adds both: evaluation.py takes them apart again."""
    return middle + (end << 32)


def placement(kind: int, square: int) -> int:
    """The worth of White's man of this kind on this square, packed."""
    seen = square ^ 56  # the tables show the board as White sees it, the eighth rank on top
    middle, end = MEN[kind]
    return pack(middle + SQUARES[kind * 128 + seen], end + SQUARES[kind * 128 + 64 + seen])
