"""Simulated Swiss tournaments: the states that tests, the campaign and the benchmark pair.

Everything is drawn from a hash of the seed, so a state can be named by its seed alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256

from tournaments.pairing import Options, Pair, Player, RoundDraft, pair_round


class Dice:
    """A stream of whole numbers from a seed; nothing but hashes."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.count = 0

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit`` - 1."""
        self.count += 1
        return int.from_bytes(sha256(f"{self.seed}|{self.count}".encode()).digest()[:8], "big") % limit

    def chance(self, per_mille: int) -> bool:
        """Return True with the given probability in thousandths."""
        return self.below(1000) < per_mille


@dataclass(frozen=True, slots=True)
class Season:
    """What kind of tournament to simulate; probabilities in thousandths per match or per player and round."""

    players: int
    rounds: int
    seed: str = "season"
    draws: int = 50
    drops: int = 4
    clans: int = 0
    clan_size: int = 9
    awarded_byes: int = 0
    victory_points: bool = False
    cliques: tuple[int, ...] = ()
    options: Options = field(default_factory=Options)

    def forbidden(self) -> tuple[tuple[str, str], ...]:
        """Return the pairs the staff keeps apart: cliques of the given sizes from the first player on."""
        pairs: list[tuple[str, str]] = []
        start = 0
        for size in self.cliques:
            ids = [f"p{place:05}" for place in range(start, min(start + size, self.players))]
            pairs += [(one, two) for place, one in enumerate(ids) for two in ids[place + 1 :]]
            start += size
        return tuple(pairs)


PairIt = Callable[[list[Player], int], RoundDraft]


def states(season: Season, pair: PairIt | None = None) -> Iterator[tuple[int, list[Player]]]:
    """Yield the round number and the active players before each round, then play the round.

    pair: how to pair (default: this package with the options of the season).
    """

    def by_package(players: list[Player], number: int) -> RoundDraft:
        return pair_round(
            players,
            seed=season.seed,
            number=number,
            options=season.options,
            forbidden_pairs=season.forbidden(),
        )

    dice = Dice(season.seed)
    table = {player.id: player for player in _entries(season)}
    pair_it = pair or by_package
    for number in range(1, season.rounds + 1):
        players = [player for player in table.values() if player.active]
        if len(players) < 2:
            return
        yield number, players
        for match in pair_it(players, number).pairs:
            _play(table, match, dice, season)
        for player in players:
            if dice.chance(season.drops):
                table[player.id] = replace(table[player.id], active=False)


def _entries(season: Season) -> list[Player]:
    entries = []
    for place in range(season.players):
        clan = place // season.clan_size
        entries.append(
            Player(
                f"p{place:05}",
                3 if place < season.awarded_byes else 0,
                (None,) if place < season.awarded_byes else (),
                byes=int(place < season.awarded_byes),
                group=f"clan{clan}" if clan < season.clans else None,
            )
        )
    return entries


def _play(table: dict[str, Player], match: Pair, dice: Dice, season: Season) -> None:
    one = table[match.a]
    if match.b is None:
        win = 20 if season.victory_points else 3
        table[one.id] = replace(
            one, score=one.score + win, opponents=(*one.opponents, None), byes=one.byes + 1
        )
        return
    two = table[match.b]
    first, second = _result(dice, season)
    for player, other, points in ((one, two, first), (two, one, second)):
        table[player.id] = replace(
            player,
            score=player.score + points,
            opponents=(*player.opponents, other.id),
            floats=player.floats + int(one.score != two.score),
        )


def _result(dice: Dice, season: Season) -> tuple[int, int]:
    if season.victory_points:
        points = dice.below(21)
        return points, 20 - points
    if dice.chance(season.draws):
        return 1, 1
    return (3, 0) if dice.below(2) else (0, 3)
