"""Shares with their intervals, held against other ways of reckoning."""

from math import comb, sqrt

import pytest

from rules_engine.kernel.shares import Z95, paired_difference, share
from rules_engine.kernel.stream import Stream
from tournaments.simulator import answers


@pytest.mark.parametrize(("hits", "of"), [(0, 0), (0, 7), (7, 7), (1, 3), (81, 263), (999, 2000)])
def test_a_share_is_what_the_forecasts_reckon_as_well(hits: int, of: int) -> None:
    one, other = share(hits, of), answers.share(hits, of)
    assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high))


@pytest.mark.parametrize(("hits", "of"), [(3, 10), (81, 263)])
def test_the_bounds_of_a_share_are_where_the_score_test_just_refuses_them(hits: int, of: int) -> None:
    for bound in (share(hits, of).low, share(hits, of).high):
        assert abs(hits / of - bound) / sqrt(bound * (1 - bound) / of) == pytest.approx(Z95)


PUBLISHED = [
    # From the examples of Newcombe 1998 (Statistics in Medicine 17, 2635-2650), by his method 10.
    ((36, 12, 2, 0), (0.0569, 0.3404)),
    ((20, 12, 2, 16), (0.0562, 0.3292)),
]


@pytest.mark.parametrize(("cells", "bounds"), PUBLISHED)
def test_a_difference_of_pairs_has_the_published_bounds(
    cells: tuple[int, int, int, int], bounds: tuple[float, float]
) -> None:
    found = paired_difference(*cells)
    assert (found.low, found.high) == pytest.approx(bounds, abs=0.0001)


def test_of_many_pairs_it_is_what_the_normal_approximation_says() -> None:
    both, first, second, neither = 700, 260, 200, 840
    n = both + first + second + neither
    value = (first - second) / n
    error = sqrt((first + second) / n - value * value) / sqrt(n)
    found = paired_difference(both, first, second, neither)
    assert found.value == pytest.approx(value)
    assert (found.low, found.high) == pytest.approx((value - Z95 * error, value + Z95 * error), abs=0.0006)


def test_it_tells_a_difference_where_the_exact_test_of_the_pairs_that_differ_does() -> None:
    """McNemar's test by the binomial distribution, of pairs like those of a card; both draw the line at 5 in 100."""
    for second in range(0, 120, 5):
        found = paired_difference(500, 120, second, 380)
        n, least = 120 + second, min(120, second)
        chance = min(1.0, 2 * sum(comb(n, k) for k in range(least + 1)) / 2**n)
        if not 0.03 < chance < 0.08:  # at the line itself the one may say what the other does not
            assert found.tells == (chance < 0.05)


def test_the_true_difference_lies_inside_95_times_out_of_100() -> None:
    stream, inside, trials = Stream("coverage"), 0, 400
    for _ in range(trials):
        cells = [0, 0, 0, 0]
        for _ in range(100):
            mark = stream.below(100)
            cells[0 if mark < 40 else 1 if mark < 60 else 2 if mark < 70 else 3] += 1
        found = paired_difference(*cells)
        inside += found.low <= 0.10 <= found.high
    assert 0.92 * trials <= inside


def test_nothing_played_tells_nothing() -> None:
    assert paired_difference(0, 0, 0, 0).tells is False
    assert (share(0, 0).low, share(0, 0).high) == (0, 1)
    assert paired_difference(30, 0, 0, 30).tells is False
