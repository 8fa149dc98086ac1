"""Head to head: how often two people met, and who came in before whom. The same plain games as the ratings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.season_points.games import Game, check_games


@dataclass(frozen=True, slots=True)
class Meetings:
    """The games of one person against another, on different sides: keys in the order they were played."""

    won: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    level: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How often they met."""
        return len(self.won) + len(self.lost) + len(self.level)


def meetings(games: Iterable[Game], person: str) -> dict[str, Meetings]:
    """Everybody this person played against, by key. Partners of one side are no opponents.

    Won: one's own side came in before theirs; level: both came in alike, so in a pod with one winner the losers.
    Raises SeasonError for games that mean nothing.
    """
    ordered = sorted(games, key=lambda game: game.order)
    check_games(ordered)
    found: dict[str, dict[str, list[str]]] = {}
    for game in ordered:
        own = next((rank for side, rank in zip(game.sides, game.ranks, strict=True) if person in side), None)
        if own is None:
            continue
        for side, rank in zip(game.sides, game.ranks, strict=True):
            how = "won" if own < rank else "lost" if own > rank else "level"
            for other in side if person not in side else ():
                found.setdefault(other, {}).setdefault(how, []).append(game.key)
    return {
        other: Meetings(**{how: tuple(keys) for how, keys in found[other].items()}) for other in sorted(found)
    }
