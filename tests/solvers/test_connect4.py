"""The solver's scores are exact: against plain minimax on small boards, and against published facts."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from plytree.errors import InputError
from plytree.games.placing.connect4 import ConnectFour, State
from plytree.search.score import Score
from plytree.solvers.connect4 import Solver, to_score
from plytree.solvers.native import kernel

SMALL = [(4, 4), (5, 4)]


@cache
def minimax(game: ConnectFour, state: State) -> int:
    """The definition: a win scores how many stones of his the winner has left, plus one."""
    best = -99
    for move in game.moves(state):
        child = game.play(state, move)
        result = game.result(child)
        stones = (state.mine | state.theirs).bit_count()
        if result is None:
            value = -minimax(game, child)
        else:
            value = 0 if result == 0 else (game.width * game.height + 1 - stones) // 2
        best = max(best, value)
    return best


def random_state(game: ConnectFour, stones: int, seed: int) -> State:
    """A position of an unfinished game."""
    rng = random.Random(seed)
    while True:
        state = game.initial()
        for _ in range(stones):
            state = game.play(state, rng.choice(game.moves(state)))
            if game.result(state) is not None:
                break
        else:
            return state


@pytest.fixture(scope="module")
def solvers() -> dict[tuple[int, int], Solver]:
    return {size: Solver(*size) for size in [*SMALL, (7, 6)]}


@pytest.mark.parametrize("size", SMALL)
def test_scores_are_those_of_plain_minimax(solvers: dict[tuple[int, int], Solver], size: tuple[int, int]) -> None:
    solver = solvers[size]
    game = ConnectFour(*size)
    cells = size[0] * size[1]
    for seed in range(150):
        state = random_state(game, cells - 12 + seed % 12, seed)
        exact = minimax(game, state)
        assert solver.solve(state) == exact
        assert solver.solve(state, weak=True) == (exact > 0) - (exact < 0)


@pytest.mark.parametrize("size", SMALL)
def test_each_bound_of_the_search_holds(solvers: dict[tuple[int, int], Solver], size: tuple[int, int]) -> None:
    """search(alpha) returns r with score > alpha and score >= r, or score <= alpha and score <= r."""
    solver, game, code = solvers[size], ConnectFour(*size), kernel(*size)
    tried = 0
    for seed in range(200):
        state = random_state(game, size[0] * size[1] - 12 + seed % 9, seed)
        mine, mask = np.uint64(state.mine), np.uint64(state.mine | state.theirs)
        my_wins = np.uint64(code.winning_squares(mine, mask))
        their_wins = np.uint64(code.winning_squares(mine ^ mask, mask))
        exact = minimax(game, state)
        lost_at_once = exact == -((size[0] * size[1] - int(mask).bit_count()) // 2)
        if int(my_wins & (mask + code.BOTTOM)) or lost_at_once:
            continue  # the search is only asked about the others
        for alpha in range(exact - 3, exact + 4):
            context = solver._furnish(0).addresses[0]
            bound = code.search(mine, mask, my_wins, their_wins, alpha, context)
            assert exact > alpha and exact >= bound if bound > alpha else exact <= bound
            tried += 1
    assert tried > 300


def test_follow_up_proofs_are_never_wrong() -> None:
    """Wherever a bound is claimed for a position of 4x4 or 5x4, plain minimax agrees."""
    claimed = 0
    for size in SMALL:
        game, code = ConnectFour(*size), kernel(*size)
        for seed in range(600):
            state = random_state(game, size[0] * size[1] - 10 + seed % 8, seed)
            mine, mask = np.uint64(state.mine), np.uint64(state.mine | state.theirs)
            possible = mask + code.BOTTOM & code.BOARD
            my_wins = np.uint64(code.winning_squares(mine, mask))
            their_wins = np.uint64(code.winning_squares(mine ^ mask, mask))
            if int(possible & my_wins) or int(possible & their_wins):
                continue  # the search asks only where nobody wins at once
            upper = code.follow_up_upper(mine, mask, possible, their_wins)
            lower = code.follow_up_lower(mine, mask, possible)
            assert lower <= minimax(game, state) <= upper
            claimed += upper < 32 or lower > -32
    assert claimed > 50


@pytest.mark.parametrize(
    ("moves", "score"),
    [("4455", 18), ("44455554221", -15), ("274552224131661", 0)],
)
def test_published_scores(solvers: dict[tuple[int, int], Solver], moves: str, score: int) -> None:
    game = ConnectFour()
    assert solvers[7, 6].solve(game.from_text(moves)) == score


def test_analyse_scores_every_legal_move(solvers: dict[tuple[int, int], Solver]) -> None:
    game = ConnectFour()
    state = game.from_text("4444445623236215")
    scores = solvers[7, 6].analyse(state)
    assert list(scores) == game.moves(state)
    assert max(scores.values()) == solvers[7, 6].solve(state)
    for move, score in scores.items():
        assert -score == solvers[7, 6].solve(game.play(state, move))


def test_a_winning_move_is_scored_without_search(solvers: dict[tuple[int, int], Solver]) -> None:
    assert solvers[7, 6].analyse(ConnectFour().from_text("112233"))[3] == 18


def test_two_threads_find_the_same_scores() -> None:
    game, one, two = ConnectFour(), Solver(), Solver(threads=2)
    for seed in range(30):
        state = random_state(game, 16 + seed % 8, seed)
        assert one.solve(state) == two.solve(state)


def test_a_tiny_table_changes_nothing_but_the_work() -> None:
    game, small, large = ConnectFour(), Solver(table_mb=0.01), Solver(table_mb=4)
    for seed in range(30):
        state = random_state(game, 18 + seed % 8, seed)
        assert small.solve(state) == large.solve(state)


def test_a_board_of_64_bits() -> None:
    """8x7 needs all bits of a word, the top one for the row that stays empty."""
    game, solver = ConnectFour(8, 7), Solver(8, 7)
    for seed in range(6):
        state = random_state(game, 44 + seed, seed)
        assert solver.solve(state) == minimax(game, state)


def test_a_finished_game_is_refused(solvers: dict[tuple[int, int], Solver]) -> None:
    with pytest.raises(InputError, match="finished"):
        solvers[7, 6].solve(ConnectFour().from_text("1122334"))


def test_scores_become_distances() -> None:
    game = ConnectFour()
    assert to_score(18, game.from_text("4455")) == Score.win(3)
    assert to_score(-15, game.from_text("44455554221")) == Score.loss(2)
    assert to_score(1, game.initial()) == Score.win(41)
