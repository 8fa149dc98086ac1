"""Columns of percentages: match wins and game wins of an entrant, of the opponents, and of theirs."""

from __future__ import annotations

from tournaments.standings.tally import Column, Tally, means, shares_of
from fractions import Fraction


def opponents_match_win(t: Tally) -> Column:
    """Mean of the floored match-win shares of the real opponents (MTR appendix C); 0 without one."""
    return means(*t.match_shares, t.opponents)


def game_win(t: Tally) -> Column:
    """Own game-win share, never floored."""
    shares = shares_of(t.game_pairs, Fraction(0))
    return Column(shares.numerators, shares.denominator)


def opponents_game_win(t: Tally) -> Column:
    """Mean of the floored game-win shares of the real opponents; 0 without one."""
    return means(*t.game_shares, t.opponents)


def opponents_opponents_match_win(t: Tally) -> Column:
    """Mean of the OMW of the real opponents; 0 without one."""
    first = opponents_match_win(t)
    return means([n or 0 for n in first.numerators], first.denominator, t.opponents)
