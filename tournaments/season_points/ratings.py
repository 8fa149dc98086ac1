"""Ratings from plain results: the one place that knows the library, and the one function that the site calls.

Plackett-Luce of `openskill`, by ranks alone (decision 561). A curiosity: nothing here ranks a season or opens a door.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from tournaments.season_points.games import Game, check_games

SHOWN_AFTER = 8
"""Games after which a rating is shown."""


@dataclass(frozen=True, slots=True)
class Rating:
    """One person in one pool after all games. `shown`: the public number; None until enough games."""

    pool: str
    person: str
    mu: float
    sigma: float
    games: int

    @property
    def shown(self) -> int | None:
        """`round(1000 + 40 * (mu - 25))`, once there are 8 games."""
        return round(1000 + 40 * (self.mu - 25)) if self.games >= SHOWN_AFTER else None

    @property
    def sure(self) -> float:
        """What orders a pool: `mu - 3 * sigma`."""
        return self.mu - 3 * self.sigma


def rate(games: Iterable[Game]) -> dict[str, list[Rating]]:
    """The ratings of every pool, best first. Raises SeasonError for games that mean nothing.

    A game moves its people by what all of them had before it, so games are taken in the order of date, number and
    key; inside a game sides and partners are put in an order of their own, so that not even rounding depends on how
    they were written down.
    """
    ordered = sorted(games, key=lambda game: game.order)
    check_games(ordered)
    model = PlackettLuce()
    now: dict[tuple[str, str], PlackettLuceRating] = {}
    played: dict[tuple[str, str], int] = {}
    for game in ordered:
        sides = sorted((rank, tuple(sorted(side))) for side, rank in zip(game.sides, game.ranks, strict=True))
        before = [[now.get((game.pool, one)) or model.rating() for one in side] for _, side in sides]
        after = model.rate(before, ranks=[float(rank) for rank, _ in sides])
        for (_, side), ratings in zip(sides, after, strict=True):
            for one, rating in zip(side, ratings, strict=True):
                now[game.pool, one] = rating
                played[game.pool, one] = played.get((game.pool, one), 0) + 1
    out: dict[str, list[Rating]] = {}
    for (pool, person), rating in now.items():
        found = Rating(pool, person, rating.mu, rating.sigma, played[pool, person])
        out.setdefault(pool, []).append(found)
    return {pool: sorted(out[pool], key=lambda one: (-one.sure, one.person)) for pool in sorted(out)}
