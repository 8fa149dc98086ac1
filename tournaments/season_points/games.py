"""Finished games as plain records: what ratings and head-to-heads are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from tournaments.season_points.model import SeasonError
from tournaments.standings.model import Sentence

MAX_SIDES = 20


@dataclass(frozen=True, slots=True)
class Game:
    """One finished game: who sat on which side, and where each side came in (lower is better, equal is a tie)."""

    key: str
    on: date
    pool: str
    sides: tuple[tuple[str, ...], ...]
    ranks: tuple[int, ...]
    number: int = 0

    @property
    def order(self) -> tuple[date, int, str]:
        """When it was played, among others."""
        return self.on, self.number, self.key


def check_games(games: Iterable[Game]) -> None:
    """Raise SeasonError for a game that contradicts itself, or a key that stands there twice."""
    seen: set[str] = set()
    for game in games:
        where = f"games.{game.key}"
        people = [one for side in game.sides for one in side]
        wrong = {
            "game_twice": game.key in seen,
            "sides": not 2 <= len(game.sides) <= MAX_SIDES
            or not all(1 <= len(side) <= MAX_SIDES for side in game.sides),
            "ranks": len(game.ranks) != len(game.sides),
            "person_twice": len(set(people)) != len(people),
        }
        said = {
            "game_twice": "there are two games with this key",
            "sides": Sentence("must be 2 to %(most)s sides of 1 to %(most)s people", most=MAX_SIDES),
            "ranks": "there must be one rank for each side",
            "person_twice": "somebody stands in this game twice",
        }
        for code, is_wrong in wrong.items():
            if is_wrong:
                raise SeasonError(code, said[code], where)
        seen.add(game.key)
