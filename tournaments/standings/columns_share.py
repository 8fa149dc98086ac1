"""Columns of percentages and averages over opponents. An entrant without a real opponent gets 0: it sorts last."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from tournaments.standings.columns_basic import average_points, ctb, loss_rate
from tournaments.standings.tally import Column, Shares, Tally, means, once, shares_of


def match_win(t: Tally) -> Column:
    """Own match-win share, neither floored nor capped."""
    return Column(*shares_of(t.totals.match_shares, Fraction(0)))


@once
def opponents_match_win(t: Tally) -> Column:
    """Mean of the floored and capped match-win shares of the real opponents (MTR appendix C)."""
    return _over_opponents(t, t.match_shares)


def game_win(t: Tally) -> Column:
    """Own game-win share, never floored."""
    return Column(*shares_of(t.totals.game_shares, Fraction(0)))


def game_win_floored(t: Tally) -> Column:
    """Own game-win share lifted to the floor, as an opponent sees it."""
    return Column(*t.game_shares)


def opponents_game_win(t: Tally) -> Column:
    """Mean of the floored game-win shares of the real opponents."""
    return _over_opponents(t, t.game_shares)


def opponents_opponents_match_win(t: Tally) -> Column:
    """Mean of the OMW of the real opponents."""
    return _mean_of(t, opponents_match_win(t))


@once
def strength_of_schedule(t: Tally) -> Column:
    """Mean of the opponents' points per round (Netrunner: SoS). Their byes count, own bye rounds are skipped."""
    return _mean_of(t, average_points(t))


def extended_strength_of_schedule(t: Tally) -> Column:
    """Mean of the opponents' strength of schedule (Netrunner: ESoS)."""
    return _mean_of(t, strength_of_schedule(t))


def opponents_loss_rate(t: Tally) -> Column:
    """Mean of the opponents' loss rates (Flesh and Blood: OML)."""
    return _mean_of(t, loss_rate(t))


def opponents_ctb(t: Tally) -> Column:
    """Mean of the opponents' cumulative tie-breakers (Flesh and Blood: OCTB)."""
    return _mean_of(t, ctb(t))


def opponents_average(t: Tally) -> Column:
    """Pods: mean of the opponents' points per round; each bye adds `bye_opponents` virtual ones.

    A virtual opponent scores `bye_opponent_share` of a win in every round.
    """
    mean = average_points(t)
    return _with_virtual(t, Shares([n or 0 for n in mean.numerators], mean.denominator), t.preset.win)


def opponents_win_rate(t: Tally) -> Column:
    """Pods: mean of the opponents' floored shares of rounds won; each bye adds `bye_opponents` virtual ones."""
    pairs = list(zip(t.won, (len(history) for history in t.history), strict=True))
    return _with_virtual(t, shares_of(pairs, t.preset.match_floor), Fraction(1))


def _over_opponents(t: Tally, shares: Shares) -> Column:
    return means(shares.numerators, shares.denominator, t.opponents)


def _mean_of(t: Tally, column: Column) -> Column:
    return means([n or 0 for n in column.numerators], column.denominator, t.opponents)


def _with_virtual(t: Tally, shares: Shares, full: Fraction) -> Column:
    virtual = t.preset.bye_opponent_share * full
    common = lcm(shares.denominator, virtual.denominator)
    stretch = common // shares.denominator
    worth = virtual.numerator * (common // virtual.denominator)
    stand_ins: Sequence[int] = [count * t.preset.bye_opponents for count in t.totals.byes]
    sums = [
        sum(map(shares.numerators.__getitem__, group)) * stretch + extra * worth
        for group, extra in zip(t.opponents, stand_ins, strict=True)
    ]
    counts = [len(group) + extra for group, extra in zip(t.opponents, stand_ins, strict=True)]
    whole = lcm(*{count for count in counts if count})
    return Column(
        [total * (whole // count) if count else 0 for total, count in zip(sums, counts, strict=True)],
        common * whole,
    )
