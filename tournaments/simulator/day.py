"""How long rounds take: drawn from measured ones, or from a model of single matches."""

from __future__ import annotations

from math import exp, log

from tournaments.simulator.dice import normal_quantile, pick, uniform
from tournaments.simulator.settings import Clock

WIDTH = 0.6  # waits differ from 0.7 to 1.3 times their average


def round_minutes(
    clock: Clock, seed: str, number: int, matches: int, drawn: int, *, knock_out: bool = False
) -> float:
    """Minutes from the start of a round to its last result; nothing when everybody has the bye.

    Measured rounds are used as they are, for Swiss rounds only. Else a round lasts as long as its longest match:
    lengths are log-normal, and the longest of n is where all n stay below, so one draw is enough. A match that is
    still going at the end of time, and every drawn one (106.1a), ends in the overtime.
    """
    if not matches:
        return 0.0
    draw = uniform(seed, number, "/length")
    if clock.round_lengths and not knock_out:
        return clock.round_lengths[pick(draw, len(clock.round_lengths))]
    longest = exp(log(clock.match) + clock.spread * normal_quantile(draw ** (1.0 / matches)))
    limit = clock.cut_minutes if knock_out else clock.minutes
    if limit and (drawn or longest > limit):
        return limit + 2.0 * clock.overtime * uniform(seed, number, "/overtime")
    return longest


def between_minutes(clock: Clock, seed: str, number: int) -> float:
    """Minutes from the last result of round ``number`` to the start of what comes next."""
    draw = uniform(seed, number, "/between")
    if clock.betweens:
        return clock.betweens[pick(draw, len(clock.betweens))]
    return clock.between * (1.0 + WIDTH * (draw - 0.5))
