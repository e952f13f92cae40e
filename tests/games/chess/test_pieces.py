"""Attacks, exchanges and the evaluation."""

import random

import chess
import numpy as np
import pytest

from plytree.games.catalog import load_game
from plytree.games.chess import attacks
from plytree.games.chess.exchange import wins_at_least
from plytree.games.contract.primitives import bit, gather, highest, lowest, popcount

GAME = load_game("chess")
TABLES = GAME.records.tables


def test_sliders_by_table_and_by_rays_equal_python_chess(monkeypatch):
    choose = random.Random(3)
    for _ in range(300):
        square, occupied = choose.randrange(64), choose.getrandbits(64) & choose.getrandbits(64)
        expected = {}
        for kind in (chess.ROOK, chess.BISHOP):
            attackers = chess.BaseBoard.empty()
            for other in chess.SquareSet(occupied):
                attackers.set_piece_at(other, chess.Piece(chess.PAWN, chess.BLACK))
            attackers.set_piece_at(square, chess.Piece(kind, chess.WHITE))
            expected[kind] = int(attackers.attacks(square))
        for by_table in (True, False):
            monkeypatch.setattr(attacks, "BY_TABLE", by_table)
            assert attacks.rook_attacks(TABLES, square, np.uint64(occupied)) == expected[chess.ROOK]
            assert attacks.bishop_attacks(TABLES, square, np.uint64(occupied)) == expected[chess.BISHOP]


def test_primitives():
    x = np.uint64(0b1011_0000)
    assert (popcount(x), lowest(x), highest(x), int(bit(63))) == (3, 4, 7, 1 << 63)
    assert gather(np.uint64(0b1010_0101), np.uint64(0b1100_1100)) == 0b1001


@pytest.mark.parametrize(
    ("fen", "move", "worth"),
    [
        ("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "Rxd5", 100),  # a pawn for nothing
        ("4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "Rxd5", -400),  # covered: a rook for a pawn
        ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 100),  # the rook behind takes back
        ("4k3/8/2n5/4p3/8/5N2/8/4K3 w - - 0 1", "Nxe5", -220),
        ("4k3/8/8/8/8/8/3R4/4K3 w - - 0 1", "Rd5", 0),
        ("4k3/8/4p3/8/8/8/3R4/4K3 w - - 0 1", "Rd5", -500),
        ("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 100),  # the king cannot take: the second rook covers
    ],
)
def test_static_exchange(fen, move, worth):
    state = GAME.from_text(fen)
    record, move = GAME.record(state), GAME.read_move(state, move)
    assert wins_at_least(TABLES, record, move, worth)
    assert not wins_at_least(TABLES, record, move, worth + 1)


@pytest.mark.parametrize(
    "fen",
    [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "5k2/8/8/8/8/8/8/4K2R w K - 0 1",  # castling gives check
        "8/8/8/1k1pP2B/8/8/8/4K3 w - d6 0 1",
        "6k1/8/8/3pP3/8/8/B7/4K3 w - d6 0 1",  # en passant opens a line
        "3k4/1P6/8/8/8/8/8/4K3 w - - 0 1",
    ],
)
def test_knows_which_moves_give_check(fen):
    choose = random.Random(7)
    for _ in range(6):
        state = GAME.from_text(fen)
        for _ in range(30):
            if GAME.result(state) is not None or not GAME.moves(state):
                break
            board = chess.Board(GAME.to_text(state))
            for move in GAME.moves(state):
                assert GAME.gives_check(state, move) == board.gives_check(board.parse_san(GAME.show_move(state, move)))
            state = GAME.play(state, choose.choice(GAME.moves(state)))


def test_evaluation_is_the_same_for_both_colours():
    """A position and its mirror image with colours exchanged are worth the same to the side to move."""
    choose = random.Random(5)
    for _ in range(12):
        state = GAME.initial()
        for _ in range(choose.randrange(4, 60)):
            if GAME.result(state) is not None:
                break
            mirrored = chess.Board(GAME.to_text(state)).mirror()
            assert GAME.evaluate(state) == GAME.evaluate(GAME.from_text(mirrored.fen()))
            state = GAME.play(state, choose.choice(GAME.moves(state)))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1", "4k3/pppppppp/8/8/8/8/PPPPPPPP/3RK3 w - - 0 1"),
        ("4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", "4k3/3p4/8/3P4/8/8/8/4K3 w - - 0 1"),  # passed, and not
        ("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/8/8/8/8/P7/P7/4K3 w - - 0 1"),  # connected, and doubled
        ("4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", "4k3/p7/8/8/8/P7/1R6/4K3 b - - 0 1"),  # on the move
    ],
)
def test_evaluation_prefers(better, worse):
    assert GAME.evaluate(GAME.from_text(better)) > GAME.evaluate(GAME.from_text(worse))
