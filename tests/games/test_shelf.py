"""The shelf: rules against published counts, against slow rules, and against what is known about who wins."""

import contextlib
import random
from collections import Counter

import pytest
from tests.games import slow_rules

from plytree import Engine, InputError, Limits, load_game
from plytree.games.catalog import BUILT_IN

SLOW = {
    "isolation:4x3": slow_rules.Isolation(4, 3),
    "isolation": slow_rules.Isolation(8, 6),
    "pentago": slow_rules.Pentago(),
    "quarto": slow_rules.Quarto(),
    "morris": slow_rules.Morris(),
    "hounds": slow_rules.Hounds(),
    "hex:4": slow_rules.Hex(4),
    "gomoku:5x4x3": slow_rules.Gomoku(5, 4, 3, exact=False),
    "gomoku:standard,4x4x3": slow_rules.Gomoku(4, 4, 3, exact=True),
}
SIZES = ["breakthrough:5x6", "hexapawn:4x5", "domineering:5x3", "kalah:3x3", "amazons:6", "morris:6", "morris:3"]
SHELF = [spec for spec in [*BUILT_IN, *SIZES, *SLOW] if spec not in ("chess", "handtree")]


def random_game(game, seed, longest=200):
    rng, state = random.Random(seed), game.initial()
    for _ in range(longest):
        yield state
        if game.result(state) is not None:
            return
        state = game.play(state, rng.choice(list(game.moves(state))))


@pytest.mark.parametrize("spec", SLOW)
def test_rules_are_those_that_people_say(spec):
    game, slow = load_game(spec), SLOW[spec]
    for seed in range(3):
        for state in random_game(game, seed, longest=60):
            text = game.to_text(state)
            assert game.result(state) == slow.over(text), text
            if game.result(state) is None:
                after = [game.to_text(game.play(state, move)) for move in game.moves(state)]
                assert Counter(after) == Counter(slow.children(text)), text


def perft(game, s, depth):
    if depth == 0:
        return 1
    if game.result(s) is not None:
        return 0
    moves = game.moves(s)
    return len(moves) if depth == 1 else sum(perft(game, game.play(s, move), depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("spec", "counts"),
    [
        # A. Bik, Perft for Checkers; OEIS A133046
        ("draughts", [7, 49, 302, 1469, 7361, 36768]),
        # 2,176 first turns is the number usually given; its source was not looked up
        ("amazons", [80, 2176]),
        # every place, every piece, until four stand on the board
        ("quarto", [16, 16 * 16, 16 * 16 * 15, 16 * 16 * 15 * 15]),
        # 36 places and 8 turns: N. Buescher, On Solving Pentago (2011)
        ("pentago", [288, 288 * 35 * 8]),
        ("morris", [24, 24 * 23, 24 * 23 * 22]),
        ("gomoku", [225]),
        ("domineering", [56]),
        ("breakthrough", [22, 22 * 22]),
        # the first move is free, then the square names the board; the same board is the board of its own square
        ("ultimate", [81, 80 + 8 * 80, 6336]),
    ],
)
def test_counts_of_the_first_moves(spec, counts):
    game = load_game(spec)
    assert [perft(game, game.initial(), depth + 1) for depth in range(len(counts))] == counts


def score(spec, text=""):
    """What a position is worth with best play, for the player to move."""
    game = load_game(spec)
    state = game.from_text(text) if text else game.initial()
    found = Engine(game, mode="python", table_mb=16).search(state, Limits(depth=60)).score
    assert found.proven
    return found


def worth(spec, text=""):
    return score(spec, text).kind.value


@pytest.mark.parametrize(
    ("rows", "columns", "winner"),
    [(2, 2, "1"), (2, 3, "1"), (2, 4, "H"), (2, 5, "V"), (2, 6, "1"), (3, 3, "1"), (3, 4, "H"), (3, 5, "H"),
     (4, 4, "1"), (4, 5, "V")],
)  # fmt: skip
def test_domineering_is_won_by_whom_the_literature_says(rows, columns, winner):
    # D. Breuker, J. Uiterwijk, J. van den Herik, Solving 8x8 Domineering, Theoretical Computer Science 230 (2000)
    spec, empty = f"domineering:{columns}x{rows}", "." * (rows * columns)
    outcome = {"V": ("win", "loss"), "H": ("loss", "win"), "1": ("win", "win"), "2": ("loss", "loss")}[winner]
    assert (worth(spec, f"{empty} V"), worth(spec, f"{empty} H")) == outcome


@pytest.mark.parametrize(("pits", "outcomes"), [(1, "DLWLD"), (2, "WLLLW"), (3, "DW"), (4, "W"), (5, "D")])
def test_kalah_small_boards_keep_their_worth(pits, outcomes):
    # 1, 2, 3 ... seeds in each pit, as our own search finds them. They agree with the table of Irving, Donkers and
    # Uiterwijk (2000) as it is quoted to us, except one pit with five seeds: quoted as won, here a draw (a forced line:
    # 5 seeds each at the end). The table itself was not at hand.
    found = [worth(f"kalah:{pits}x{seeds + 1}") for seeds in range(len(outcomes))]
    assert "".join(kind[0].upper() for kind in found) == outcomes


@pytest.mark.parametrize(
    ("spec", "outcome"),
    [
        # M. Gardner, Scientific American, March 1962
        ("hexapawn", "loses in 6"),
        # J. Uiterwijk, J. van den Herik, The Advantage of the Initiative, Information Sciences 122 (2000): m,n,k-games
        ("gomoku:4x4x3", "wins in 5"),
        # the first player wins on every board: M. Gardner, Scientific American, July 1957, after J. Nash
        ("hex:2", "wins in 3"),
        ("hex:3", "wins in 5"),
        # our own search; nothing published was found for this size
        ("breakthrough:4x4", "loses in 14"),
    ],
)
def test_small_boards_are_won_by_whom_the_literature_says(spec, outcome):
    assert str(score(spec)) == outcome


def test_three_mens_morris_is_won_from_the_middle():
    # often said of the game; the figure is that of our own search
    game = load_game("morris:3")
    found = Engine(game, mode="python", table_mb=16).search(limits=Limits(depth=9))
    assert (str(found.score), game.show_move(game.initial(), found.move)) == ("wins in 9", "b2")


def slow_worth(slow, text, known):
    """By brute force: the result of best play for the player to move."""
    if text not in known:
        result = slow.over(text)
        if result is None:
            same = text.split(" ")[-1].upper()
            result = max(
                slow_worth(slow, after, known) * (1 if after.split(" ")[-1].upper() == same else -1)
                for after in slow.children(text)
            )
        known[text] = result
    return known[text]


def late_positions(spec, squares, count):
    """Positions of random games with so many empty squares."""
    game, found, seed = load_game(spec), [], 0
    while len(found) < count:
        seed += 1
        for state in random_game(game, seed):
            text = game.to_text(state)
            if text.split(" ")[0].count(".") == squares and game.result(state) is None:
                found.append(text)
                break
    return found


@pytest.mark.parametrize(("spec", "empty"), [("quarto", 5), ("pentago", 2), ("isolation:4x3", 5), ("hex:4", 7)])
def test_late_positions_against_brute_force(spec, empty):
    for text in late_positions(spec, empty, 4):
        expected = slow_worth(SLOW[spec], text, {})
        assert worth(spec, text) == {1: "win", 0: "draw", -1: "loss"}[expected], text


# ---- what all games of the shelf have in common -------------------------------------------------------------------


@pytest.mark.parametrize("spec", SHELF)
def test_a_text_leads_back_to_the_position_and_a_board_shows_every_move(spec):
    game = load_game(spec)
    for state in random_game(game, 1, longest=15):
        assert game.from_text(game.to_text(state)) == state
        board = game.board(state)
        if game.result(state) is None:
            assert set(board.squares) == set(game.moves(state))
            shown = [game.show_move(state, move) for move in game.moves(state)]
            assert len(set(shown)) == len(shown)
            assert all(0 <= row < len(board.cells) for places in board.squares.values() for row, _ in places)


@pytest.mark.parametrize("spec", SHELF)
def test_cells_are_always_as_many_and_within_their_range(spec):
    game = load_game(spec)
    length = len(game.cells(game.initial()))
    assert game.shape is None or game.shape[0] * game.shape[1] == length or spec in ("hounds",)
    for way in game.symmetries():
        assert sorted(way) == list(range(length))
    for state in random_game(game, 2, longest=15):
        cells = list(game.cells(state))
        assert len(cells) == length
        assert all(0 <= cell < game.cell_kinds for cell in cells)


@pytest.mark.parametrize("spec", SHELF)
@pytest.mark.parametrize("text", ["", " ", "XO", "?" * 200, "W", "0 0 0 0 0", "....", ". . . . . . ."])
def test_texts_that_are_no_positions_get_a_sentence(spec, text):
    game = load_game(spec)
    with contextlib.suppress(InputError):  # anything else is a fault
        state = game.from_text(text)
        assert game.from_text(game.to_text(state)) == state


@pytest.mark.parametrize(
    "spec",
    ["breakthrough:1x1", "breakthrough:9x9", "hexapawn:0x3", "hex:99", "hex:a", "gomoku:99x99", "gomoku:renju",
     "kalah:0x4", "kalah:99x9", "domineering:9x9", "isolation:1x9",
     "amazons:3", "morris:5", "draughts:10", "quarto:5", "hounds:2"],
)  # fmt: skip
def test_impossible_sizes_get_a_sentence(spec):
    with pytest.raises(InputError) as caught:
        load_game(spec)
    assert "\n" not in str(caught.value)
