"""Time for a move out of a clock."""

from hypothesis import given
from hypothesis import strategies as st

from plytree import Clock, Limits
from plytree.search.clock import budget, divide

seconds = st.floats(min_value=0.001, max_value=10_000)


@given(seconds, st.floats(min_value=0, max_value=60), st.none() | st.integers(min_value=1, max_value=80))
def test_a_move_never_takes_more_than_is_left(remaining, increment, moves_to_go):
    share = divide(Clock(remaining=remaining, increment=increment, moves_to_go=moves_to_go))
    assert 0 < share.soft <= share.hard
    assert share.hard <= max(0.001, 0.9 * remaining)


@given(seconds)
def test_a_game_of_sixty_moves_on_one_clock_is_not_lost_on_time(remaining):
    left = remaining
    for _ in range(60):
        left -= divide(Clock(remaining=max(0.0, left))).hard
    assert left > -0.06 or remaining < 0.06


def test_more_time_to_the_control_means_more_time_for_the_move():
    few, many = (divide(Clock(remaining=60.0, moves_to_go=moves)) for moves in (5, 40))
    assert few.soft > many.soft


def test_the_increment_is_used():
    assert divide(Clock(remaining=10.0, increment=1.0)).soft > divide(Clock(remaining=10.0)).soft


def test_a_time_per_move_bounds_the_share_of_the_clock():
    assert budget(Limits(seconds=0.1, clock=Clock(remaining=600.0))).hard == 0.1
    assert budget(Limits(seconds=0.1)).hard == 0.1
    assert budget(Limits(depth=3)).hard is None
