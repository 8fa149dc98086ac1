"""Columns that need only an entrant's own rounds."""

from __future__ import annotations

from tournaments.standings.tally import Column, Tally


def match_points(t: Tally) -> Column:
    """All points from matches and byes."""
    return Column(t.points, t.scale)


def last_round(t: Tally) -> Column:
    """The number of the last round with a row; 0 for nobody's round."""
    return Column([history[-1].round if history else 0 for history in t.history])


def random_lot(t: Tally) -> Column:
    """The stored lot."""
    return Column([entrant.random for entrant in t.entrants])
