"""Perft as native code: published counts, and the same as Python where a board reaches into the sign bit."""

import random

from plytree import load_game
from plytree.search.perft.native_perft import NativePerft
from plytree.search.perft.perft import Counts, perft


def late_positions(game, seed, plies):
    """The last positions of one random game, before its end."""
    rng, states = random.Random(seed), [game.initial()]
    while game.result(states[-1]) is None:
        states.append(game.play(states[-1], rng.choice(game.moves(states[-1]))))
    return states[-1 - plies : -1]


def test_othello_as_native_code_gives_the_published_count_and_is_right_in_the_last_corner():
    # OEIS A124004: 3005288 games of 9 plies, 24571056 of 10. A. Bik, "Perft for Reversi"
    # (https://aartbik.blogspot.com/2009/02/perft-for-reversi.html) adds the games that ended before: 24571284
    game = load_game("othello")
    native = NativePerft(game)
    assert Counts(*native.count(game.initial(), 9)) == Counts(leaves=3005288, nodes=3460509, finished=228)
    ten = Counts(*native.count(game.initial(), 10))
    assert ten.leaves == 24571056
    assert ten.leaves + 228 == 24571284
    reached = 0
    for seed in range(5):
        for state in late_positions(game, seed, 12):
            reached += (state.mine | state.theirs) < 0  # h8 is taken: the sign bit is set
            assert Counts(*native.count(state, 4)) == perft(game, 4, state)
    assert reached > 20
