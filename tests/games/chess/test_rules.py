"""The rules of chess against published counts and against python-chess."""

import random
import warnings

import chess
import pytest
from tests.games.chess.positions import PERFT

from plytree.games.catalog import load_game
from plytree.games.chess.notation import uci
from plytree.games.chess.play import hash_key
from plytree.matches.session import Session

GAME = load_game("chess")


def perft(state, depth):
    moves = GAME.moves(state)
    return len(moves) if depth == 1 else sum(perft(GAME.play(state, move), depth - 1) for move in moves)


@pytest.mark.parametrize("fen", PERFT)
def test_counts_the_leaves_of_the_usual_suite(fen):
    assert perft(GAME.from_text(fen), 2) == PERFT[fen][1]


@pytest.mark.parametrize("seed", range(2))
def test_random_games_equal_python_chess(seed):
    """Legal moves, FEN, notation and outcome in every position; and no number overflows on the way."""
    choose = random.Random(seed)
    board, session = chess.Board(), Session(GAME)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        while True:
            outcome = expected_outcome(board)
            ours = session.outcome
            assert (ours and (ours.utility, ours.reason)) == outcome, board.fen()
            if outcome:
                break
            state = session.state
            assert sorted(uci(move) for move in GAME.moves(state)) == sorted(move.uci() for move in board.legal_moves)
            assert GAME.to_text(state) == board.fen()
            assert GAME.from_text(board.fen()) == state
            record = GAME.record(state)
            assert record.key == hash_key(GAME.records.tables, record)
            move = choose.choice(GAME.moves(state))
            theirs = chess.Move.from_uci(uci(move))
            shown = GAME.show_move(state, move)
            assert shown == board.san(theirs)
            assert GAME.read_move(state, shown) == GAME.read_move(state, theirs.uci()) == move
            session.play(move)
            board.push(theirs)


def expected_outcome(board):
    """What python-chess says, if both players claim every draw: (utility for White, reason)."""
    if board.is_checkmate():
        return (-1 if board.turn == chess.WHITE else 1), "checkmate"
    for over, reason in (
        (board.is_stalemate(), "stalemate"),
        (board.is_insufficient_material(), "insufficient material"),
        (board.is_fifty_moves(), "fifty-move rule"),
        (board.is_repetition(3), "threefold repetition"),
    ):
        if over:
            return 0, reason
    return None


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80", -1),  # mate counts although the fiftieth move is made
        ("6k1/5ppp/8/8/8/8/8/R3K3 b - - 100 80", 0),
        ("7k/8/6QK/8/8/8/8/8 b - - 0 1", 0),  # stalemate
        ("8/8/4k3/8/8/3NK3/8/8 w - - 0 1", 0),  # a knight cannot mate
        ("8/8/4k3/5b2/8/3BK3/8/8 w - - 0 1", 0),  # bishops on squares of one colour cannot mate
        ("8/8/4k3/4b3/8/3BK3/8/8 w - - 0 1", None),
        ("8/8/4k3/8/8/2NNK3/8/8 w - - 0 1", None),
    ],
)
def test_results_on_the_board(fen, result):
    assert GAME.result(GAME.from_text(fen)) == result


def test_draws_that_nobody_claims_are_declared_later():
    shuffle = ["Ng1f3", "Ng8f6", "Nf3g1", "Nf6g8"]
    claiming, patient = Session(GAME), Session(load_game("chess:noclaim"))
    for session, rounds, reason in ((claiming, 2, "threefold repetition"), (patient, 4, "fivefold repetition")):
        for text in shuffle * rounds:
            assert session.outcome is None
            session.play(session.game.read_move(session.state, text))
        assert (session.outcome.utility, session.outcome.reason) == (0, reason)
    late = "6k1/5ppp/8/8/8/8/8/R3K3 b - - {} 100"
    assert Session(patient.game, patient.game.from_text(late.format(149))).outcome is None
    assert Session(patient.game, patient.game.from_text(late.format(150))).outcome.reason == "seventy-five-move rule"


def test_en_passant_is_remembered_only_if_it_is_legal():
    """After e4 the pawn on d4 is pinned against its king on the rank: the positions are the same without the mark."""
    state = GAME.from_text("8/8/8/8/R2p3k/8/4P3/4K3 w - - 0 1")
    after = GAME.play(state, GAME.read_move(state, "e4"))
    assert GAME.to_text(after) == "8/8/8/8/R2pP2k/8/8/4K3 b - - 0 1"
