"""Elo, LOS, SPRT and ratings agree with published figures to the printed digit."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plytree.errors import InputError
from plytree.matches.elo import elo_of, estimate, pair_counts, score_of
from plytree.matches.ratings import LOGIT, Matchup, ratings
from plytree.matches.sprt import Sprt, Verdict

# Where the figures come from. Counts are lost, drawn, won, or pairs that scored 0, 1/2, 1, 3/2, 2 points.
# FASTCHESS: github.com/Disservin/fastchess, app/tests/elo_test.cpp and sprt_test.cpp
# CUTECHESS: its output in github.com/archishou/MidnightChessEngine changelog.md, JoAnnP38/PedanticRF pulls 51 and 41,
#   Dragjon/Nectar release V0.0.7, GediminasMasaitis/Chess-Challenge-Submission. Its LOS sees wins and losses only, so
#   the last digit can differ from ours, which is fishtest's.
# FISHTEST: tests.stockfishchess.org, quoted in the Stockfish commits 37bd1e7, 5c03883, 58746d9 and e277dda
# OPENBENCH: github.com/official-clockwork/Clockwork pull 364, codedeliveryservice/Reckless pull 893


@pytest.mark.parametrize(
    ("counts", "elo", "error", "los"),
    [
        ((96, 111, 136), "40.70", "30.43", "99.60"),  # FASTCHESS
        ((34, 54, 63, 64, 75), "55.58", "27.65", "100.00"),
        ((332, 433, 498, 333, 334), "-8.64", "10.33", "5.05"),
        ((7895, 8757, 5685, 568, 9999), "-21.04", "2.95", None),
        ((1, 6, 45, 38, 98), "241.40", "37.08", "100.00"),  # fastchess output, GyatsoYT/GyatsoChess release v1.4.0
        ((276, 275, 449), "60.7", "18.5", "100.0"),  # CUTECHESS
        ((320, 298, 382), "21.6", "18.1", None),
        ((896, 1998, 1013), "10.4", "7.6", "99.6"),
        ((537, 904, 663), "20.8", "11.2", "100.0"),
        ((543, 180, 652), "27.6", "17.2", "99.9"),
        ((4211, 787, 2), "-426.4", "12.1", "0.0"),
        ((31, 5598, 13579, 5754, 38), "1.18", "1.5", "94.3"),  # FISHTEST
        ((200, 4860, 10023, 4742, 175), "-1.46", "1.8", "5.5"),
        ((398, 4112, 7672, 4336, 430), "2.95", "2.18", None),  # OPENBENCH
        ((56, 1144, 2546, 1310, 77), "7.04", "3.62", None),
        ((496, 21664, 48379, 22161, 542), "1.10", "0.80", None),
    ],
)
def test_elo_interval_and_los_as_published(counts: tuple[int, ...], elo: str, error: str, los: str | None) -> None:
    found = estimate(counts)
    assert printed(found.elo, elo) == elo
    assert printed(found.error, error) == error
    assert los is None or printed(100 * found.los, los) == los


@pytest.mark.parametrize(
    ("counts", "nelo", "error"),
    [
        ((89, 123, 76), "-20.76", "40.13"),  # FASTCHESS
        ((96, 111, 136), "49.77", "36.77"),
        ((34, 54, 63, 64, 75), "57.94", "28.28"),
        ((7895, 8757, 5685, 568, 9999), "-19.01", "2.65"),
        ((1, 6, 45, 38, 98), "312.12", "35.12"),
        ((31, 5598, 13579, 5754, 38), "2.45", "3.0"),  # FISHTEST
        ((200, 4860, 10023, 4742, 175), "-2.77", "3.4"),
    ],
)
def test_normalized_elo_as_published(counts: tuple[int, ...], nelo: str, error: str) -> None:
    found = estimate(counts)
    assert printed(found.nelo, nelo) == nelo
    assert printed(found.nelo_error, error) == error


@pytest.mark.parametrize(
    ("model", "bounds", "counts", "llr"),
    [
        ("normalized", (0, 2), (36027, 68692, 36433), "0.92"),  # FASTCHESS
        ("normalized", (-1.75, 0.25), (10650, 20431, 10871), "2.30"),
        ("logistic", (0.5, 2.5), (21184, 40708, 21404), "-1.57"),
        ("logistic", (0, 2), (57030, 106593, 57433), "-2.59"),
        ("normalized", (0, 2), (365, 16618, 36229, 16974, 390), "2.25"),
        ("normalized", (-1.75, 0.25), (127, 4883, 10712, 5150, 104), "3.01"),
        ("logistic", (0.5, 2.5), (223, 9863, 21279, 10037, 246), "-3.07"),
        ("logistic", (0, 2), (871, 26175, 55983, 26678, 821), "-4.98"),
        ("normalized", (0, 5), (1, 6, 45, 38, 98), "2.90"),
        ("logistic", (-0.5, 1.5), (795, 5276, 10352, 5500, 813), "2.96"),  # FISHTEST
        ("logistic", (0.25, 1.75), (156, 2090, 6658, 2298, 170), "2.94"),
        ("normalized", (0, 2), (50, 1682, 3371, 1471, 34), "-2.94"),
        ("normalized", (0, 2), (6, 3111, 8717, 3387, 7), "2.95"),
        ("normalized", (0.5, 2.5), (3, 3455, 10850, 3758, 1), "2.95"),
        ("normalized", (0, 2), (303, 11350, 26991, 11698, 330), "2.93"),
        ("normalized", (0, 3), (398, 4112, 7672, 4336, 430), "2.96"),  # OPENBENCH
        ("normalized", (0, 3), (496, 21664, 48379, 22161, 542), "3.08"),
    ],
)
def test_llr_as_published(model: str, bounds: tuple[float, float], counts: tuple[int, ...], llr: str) -> None:
    assert printed(Sprt(*bounds, model=model).llr(counts), llr) == llr  # type: ignore[arg-type]


def test_sprt_bounds_and_verdicts() -> None:
    test = Sprt(0, 10)  # fishtest prints (-2.94,2.94) for alpha = beta = 0.05
    assert (f"{test.lower:.2f}", f"{test.upper:.2f}") == ("-2.94", "2.94")
    assert Sprt(0, 5, beta=0.1).upper == pytest.approx(2.89, abs=0.005)  # fastchess prints (-2.25, 2.89)
    assert Sprt(0, 5, beta=0.1).lower == pytest.approx(-2.25, abs=0.005)
    assert test.verdict((0, 0, 10, 0, 0)) is Verdict.OPEN
    assert test.verdict((0, 0, 0, 0, 200)) is Verdict.H1
    assert test.verdict((200, 0, 0, 0, 0)) is Verdict.H0
    assert test.llr((0, 0, 0, 0, 0)) == 0


@pytest.mark.parametrize(
    ("won", "drawn", "elo"), [(44.97, 49.20, 144), (41.27, 54.00, 133), (36.67, 57.93, 112), (32.67, 63.03, 101)]
)
def test_elo_of_a_score_as_published(won: float, drawn: float, elo: int) -> None:
    """Strangmueller's doubling matches of Komodo 9.3, Chess Programming Wiki, "Match Statistics"."""
    assert round(elo_of((won + drawn / 2) / 100)) == elo


def test_ratings_as_published() -> None:
    """Baseball, American League East 1987: Agresti, Categorical Data Analysis (2002), table 10.11, column 3."""
    wins = [
        [0, 7, 9, 7, 7, 9, 11],  # Milwaukee
        [6, 0, 7, 5, 11, 9, 9],  # Detroit
        [4, 6, 0, 7, 7, 8, 12],  # Toronto
        [6, 8, 6, 0, 6, 7, 10],  # New York
        [6, 2, 6, 7, 0, 7, 12],  # Boston
        [4, 4, 5, 6, 6, 0, 6],  # Cleveland
        [2, 4, 1, 3, 1, 7, 0],  # Baltimore
    ]
    matchups = [Matchup(a, b, (wins[b][a], 0, wins[a][b])) for a in range(7) for b in range(a)]
    found = [f"{rating.elo / LOGIT:.2f}" for rating in ratings(7, matchups, anchor=6)]
    assert found == ["1.58", "1.44", "1.29", "1.25", "1.11", "0.68", "0.00"]


@given(st.lists(st.integers(0, 40), min_size=5, max_size=5).filter(lambda c: sum(map(bool, c)) > 1))
def test_two_players_are_rated_like_a_match(counts: list[int]) -> None:
    match = estimate(tuple(counts))
    rated = ratings(2, [Matchup(0, 1, tuple(counts))], anchor=1)[0]
    assert rated.elo == pytest.approx(match.elo, abs=2.0)
    assert rated.low < rated.elo < rated.high


@given(st.lists(st.integers(0, 30), min_size=5, max_size=5).filter(sum))
def test_a_match_seen_from_the_other_side(counts: list[int]) -> None:
    mine, theirs = estimate(tuple(counts)), estimate(tuple(counts[::-1]))
    assert mine.elo == pytest.approx(-theirs.elo)
    assert mine.low == pytest.approx(-theirs.high)
    assert mine.los == pytest.approx(1 - theirs.los)
    assert mine.low <= mine.elo <= mine.high
    assert Sprt(-5, 5).llr(counts) == pytest.approx(-Sprt(-5, 5).llr(counts[::-1]), abs=1e-6)


def test_a_clean_sweep_has_no_upper_bound_but_a_lower_one() -> None:
    ten, hundred = estimate((0, 0, 0, 0, 10)), estimate((0, 0, 0, 0, 100))
    assert ten.elo == ten.high == math.inf
    assert 0 < ten.low < hundred.low < math.inf


def test_pairs_resolve_more_than_single_games_when_openings_decide() -> None:
    pairs = pair_counts([(1, 0)] * 90 + [(1, 1)] * 8 + [(0, 0)] * 2)
    singles = (94, 0, 106)
    assert estimate(pairs).elo == pytest.approx(estimate(singles).elo, abs=0.01)
    assert estimate(pairs).error < 0.5 * estimate(singles).error


def test_elo_and_score_are_inverse() -> None:
    assert elo_of(score_of(123.0)) == pytest.approx(123.0)


def test_wrong_input() -> None:
    with pytest.raises(InputError, match="no game"):
        estimate((0, 0, 0))
    with pytest.raises(InputError, match=r"\[1, 2\]"):
        estimate((1, 2))
    with pytest.raises(InputError, match="10,0"):
        Sprt(10, 0)
    with pytest.raises(InputError, match="'ten'"):
        Sprt.parse("ten")
    with pytest.raises(InputError, match="player 2"):
        ratings(3, [Matchup(0, 1, (1, 2, 3))])


def printed(value: float, like: str) -> str:
    """A value with as many decimals as the published text has."""
    return f"{value:.{len(like.partition('.')[2])}f}"
