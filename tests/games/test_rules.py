"""Connect Four, Othello and Nim: rules against published counts, notation, limits."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plytree import InputError, load_game
from plytree.games.contract.bits import mix
from plytree.games.contract.primitives import popcount
from plytree.games.counting.dots import Dots
from plytree.games.counting.nim import Nim
from plytree.games.placing.connect4 import ConnectFour
from plytree.games.placing.othello import Othello


def perft(game, s, depth):
    if depth == 0:
        return 1
    if game.result(s) is not None:
        return 0
    return sum(perft(game, game.play(s, move), depth - 1) for move in game.moves(s))


def finished_games(game, s, known):
    """In how many ways a game can go on to its end from here."""
    if game.result(s) is not None:
        return 1
    if s not in known:
        known[s] = sum(finished_games(game, game.play(s, move), known) for move in game.moves(s))
    return known[s]


def positions(game, plies):
    """The numbers of different positions after 0, 1, 2, ... plies."""
    level = {game.initial()}
    counts = [1]
    for _ in range(plies):
        level = {game.play(s, move) for s in level if game.result(s) is None for move in game.moves(s)}
        counts.append(len(level))
    return counts


def random_game(game, seed):
    """The states of one random game."""
    rng, states = random.Random(seed), [game.initial()]
    while game.result(states[-1]) is None:
        states.append(game.play(states[-1], rng.choice(game.moves(states[-1]))))
    return states


# ---- Connect Four ---------------------------------------------------------------------------------------------------


def test_connect_four_positions_after_n_plies():
    # J. Tromp, OEIS A212693: legal 7 x 6 positions after n plies
    assert positions(ConnectFour(), 7) == [1, 7, 49, 238, 1120, 4263, 16422, 54859]


@pytest.mark.parametrize(("width", "height", "games"), [(2, 1, 2), (3, 2, 90), (4, 3, 356232)])
def test_connect_four_finished_games(width, height, games):
    # R. Jehn, OEIS A342329: different games of Connect Four on an (n + 1) x n board
    game = ConnectFour(width, height)
    assert finished_games(game, game.initial(), {}) == games


@pytest.mark.parametrize(
    ("spec", "text", "line"),
    [
        ("connect4", "1122334", [(5, 0), (5, 1), (5, 2), (5, 3)]),
        ("connect4", "1212121", [(2, 0), (3, 0), (4, 0), (5, 0)]),
        ("connect4", "12233434464", [(2, 3), (3, 2), (4, 1), (5, 0)]),
        ("connect4", "76655454424", [(2, 3), (3, 4), (4, 5), (5, 6)]),
        ("connect4:5x4x3", "11223", [(3, 0), (3, 1), (3, 2)]),
    ],
)
def test_connect_four_lines_in_all_directions(spec, text, line):
    game = load_game(spec)
    state = game.from_text(text)
    assert game.result(state) == -1
    assert sorted(game.board(state).line) == line


@given(st.sampled_from(["connect4", "connect4:8x7", "connect4:10x5x4", "connect4:4x4x3"]), st.integers())
def test_connect_four_text_leads_back_to_the_position_at_every_ply(spec, seed):
    game = load_game(spec)
    for state in random_game(game, seed):
        assert game.from_text(game.to_text(state)) == state


@given(st.sampled_from(["connect4", "connect4:8x7"]), st.integers())
def test_connect_four_mirror_images_share_a_key_of_64_bits(spec, seed):
    game = load_game(spec)
    for state in random_game(game, seed):
        mirrored = type(state)(game.mirror(state.mine), game.mirror(state.theirs))
        assert game.key(mirrored) == game.key(state)
        assert 0 <= game.key(state) < 2**64


def test_connect_four_keys_are_shared_by_mirror_images_only():
    game = ConnectFour()
    level = {game.initial()}
    for _ in range(6):
        level = {game.play(s, move) for s in level for move in game.moves(s)}
    images = {frozenset([s, (game.mirror(s.mine), game.mirror(s.theirs))]) for s in level}
    assert len({game.key(s) for s in level}) == len(images)


def test_connect_four_board_shows_where_a_stone_lands():
    game = ConnectFour()
    board = game.board(game.from_text("44"))
    assert board.squares[3] == ((3, 3),)
    assert board.squares[0] == ((5, 0),)
    assert (board.cells[5][3], board.cells[4][3], board.cells[3][3]) == ("X", "O", "")
    assert board.mover == "X"


@pytest.mark.parametrize(
    ("spec", "text", "sentence"),
    [
        ("connect4", "48", "move 2, '8', is no column from 1 to 7"),
        ("connect4", "4444444", "move 7 goes into column 4, which is full"),
        ("connect4", "11223344", "the game is over before move 8"),
        ("connect4:10x5", "1b", "move 2, 'b', is no column from 1 to a"),
    ],
)
def test_connect_four_wrong_positions_are_refused(spec, text, sentence):
    with pytest.raises(InputError, match=sentence):
        load_game(spec).from_text(text)


@pytest.mark.parametrize("parameters", ["8", "8x", "8x8", "0x5", "7x6x1", "-7x6", "7x6x4x2", "1000x1", "¹x²"])
def test_connect_four_impossible_boards_are_refused(parameters):
    with pytest.raises(InputError, match=r"board|too big"):
        load_game(f"connect4:{parameters}")


# ---- Othello --------------------------------------------------------------------------------------------------------


def test_othello_perft():
    # A. Bik, "Perft for Reversi", https://aartbik.blogspot.com/2009/02/perft-for-reversi.html
    game = Othello()
    assert [perft(game, game.initial(), depth) for depth in range(1, 8)] == [4, 12, 56, 244, 1396, 8200, 55092]


def slow_turned(cells, size, square, mover):
    """The rules as people say them: walk from a square in all directions over the other's stones to an own one."""
    turned = set()
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            row, column, passed = square // size + down, square % size + right, []
            while 0 <= row < size and 0 <= column < size and cells[row * size + column] not in (".", mover):
                passed.append(row * size + column)
                row, column = row + down, column + right
            if 0 <= row < size and 0 <= column < size and cells[row * size + column] == mover:
                turned |= set(passed)
    return turned


@given(st.sampled_from([4, 6, 8]), st.integers())
def test_othello_moves_turn_what_the_rules_say(size, seed):
    game = Othello(size)
    for state in random_game(game, seed):
        if game.result(state) is not None:
            continue
        cells, _, mover = game.to_text(state).partition(" ")
        legal = {i for i in range(size * size) if cells[i] == "." and slow_turned(cells, size, i, mover)}
        assert set(game.moves(state)) == (legal or {game.skip})
        for move in legal:
            after = list(cells)
            for square in {move, *slow_turned(cells, size, move, mover)}:
                after[square] = mover
            assert game.to_text(game.play(state, move)) == "".join(after) + (" O" if mover == "X" else " X")


@given(st.integers())
def test_othello_keeps_its_boards_within_int64(seed):
    for state in random_game(Othello(), seed):
        assert -(2**63) <= state.mine < 2**63
        assert -(2**63) <= state.theirs < 2**63
        assert state.mine & state.theirs == 0


def test_othello_must_pass_and_ends_when_nobody_can_move():
    game = Othello(4)
    stuck = game.from_text("XO.............O O")  # O cannot turn anything, X can
    assert [game.show_move(stuck, move) for move in game.moves(stuck)] == ["pass"]
    assert game.result(stuck) is None
    after = game.play(stuck, game.skip)
    assert [game.show_move(after, move) for move in game.moves(after)] == ["c1"]
    assert game.result(game.from_text("XX.............. O")) == -1
    assert game.result(game.from_text("XX............OO X")) == 0


# ---- Nim ------------------------------------------------------------------------------------------------------------


def test_nim_is_lost_where_the_heaps_xor_to_nothing():
    # C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901)
    game = Nim((2, 3, 4))
    values: dict[int, int] = {}

    def value(s):
        if s not in values:
            result = game.result(s)
            values[s] = result if result is not None else max(-value(game.play(s, move)) for move in game.moves(s))
        return values[s]

    value(game.initial())
    assert len(values) == 3 * 4 * 5
    for s, worth in values.items():
        a, b, c = (game.size(s, heap) for heap in range(3))
        assert worth == (-1 if a ^ b ^ c == 0 else 1)


def test_nim_keys_are_the_same_for_heaps_in_any_order():
    game = Nim((5, 5, 5))
    assert game.key(game.from_text("1,4,2")) == game.key(game.from_text("4,2,1"))
    assert len({game.key(s) for s in range(6**3)}) == 56  # multisets of three numbers from 0 to 5


@pytest.mark.parametrize("parameters", ["", ",", "3,", "a", "0,0", "-1,2", "99999", "9999,9999", ",".join(["9"] * 30)])
def test_nim_any_heaps_within_stated_limits(parameters):
    if parameters == "":
        assert load_game("nim").to_text(load_game("nim").initial()) == "3,5,7"
        return
    with pytest.raises(InputError, match=r"heaps"):
        load_game(f"nim:{parameters}")


# ---- bits -----------------------------------------------------------------------------------------------------------


@given(st.integers(-(2**63), 2**63 - 1))
def test_bits_of_an_int_and_of_its_unsigned_twin_are_the_same(x):
    assert popcount(x) == bin(x & 2**64 - 1).count("1") == popcount(x & 2**64 - 1)
    assert mix(x) == mix(x & 2**64 - 1)
    assert 0 <= mix(x) < 2**63


# ---- Dots and Boxes -------------------------------------------------------------------------------------------------


def best(game, s, known):
    """The value of a state for its mover, where a player may move twice in a row."""
    if game.result(s) is not None:
        return game.result(s)
    key = (s.lines, game.evaluate(s))
    if key not in known:
        children = [game.play(s, move) for move in game.moves(s)]
        known[key] = max(best(game, c, known) * (1 if c.mover == s.mover else -1) for c in children)
    return known[key]


def test_dots_two_by_two_is_won_by_an_outer_line_only():
    # E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 16: the first player wins 3-1
    game, known = Dots(2, 2), {}
    values = {move: -best(game, game.play(game.initial(), move), known) for move in range(12)}
    inner = {2, 3, 7, 10}
    assert {move for move, value in values.items() if value == 2} == set(range(12)) - inner
    assert all(values[move] == 0 for move in inner)


def test_dots_who_closes_a_box_owns_it_and_draws_again():
    game = Dots(1, 2)
    state = game.initial()
    movers = []
    for text in ["b1", "b3", "a2", "d1", "c2", "d3", "e2"]:
        movers.append(game.board(state).mover)
        state = game.play(state, game.read_move(state, text))
    assert movers == ["A", "B", "A", "B", "A", "A", "B"]
    assert game.to_text(state) == "+-+-+/|A|B|/+-+-+ B"
    assert game.result(state) == 0


@pytest.mark.parametrize("text", ["", "+.+ A", "+-+/|.|/+-+ A", "+.+/.A./+.+ B", "+.+/.../+.+ C", "+|+/.../+.+ A"])
def test_dots_impossible_positions_are_refused(text):
    with pytest.raises(InputError, match="is not a position"):
        Dots(1, 1).from_text(text)
