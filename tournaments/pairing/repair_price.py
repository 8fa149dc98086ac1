"""What a mended round costs: one measure over the whole round, whatever plan made it.

The measure has the order of the pairing itself: who has no opponent, pairs kept apart, second byes, rematches, clan
pairs under the strict rule, squared point gaps, the place of the bye, clan pairs. A match of somebody who left has
no gap: it is not played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from math import isqrt
from typing import NamedTuple

from tournaments.pairing.bounds import lower_bound
from tournaments.pairing.lookahead import SMALL_FIELD, most_rounds
from tournaments.pairing.model import CurrentPair, Options, Pair, Player, Problem

Measure = tuple[int, ...]
Link = tuple[str, str | None]
Mates = Mapping[str | None, str | None]
"""Whom everybody meets in a round, None for the bye; who has no match is not in it."""
NOTHING: Measure = (0,) * 8
GAPS = 5
"""The place of the squared gaps in a measure; what stands before it are rules."""


class WholeRound(NamedTuple):
    """What is weak in a round, who has no opponent, and its widest gap."""

    problems: tuple[Problem, ...]
    alone: tuple[str, ...]
    widest: int


@dataclass(frozen=True, slots=True)
class Prices:
    """The rules of a round that exists: everybody by id, who is kept apart, and which pairs nobody asks about.

    foes: whom each active player has met or is kept apart from; the same for every plan, so it is read once.
    known: what has been asked already, since the plans of a round share most of their pairs.
    """

    players: Mapping[str, Player]
    options: Options
    apart: Collection[frozenset[str]]
    settled: Collection[frozenset[str | None]]
    fewest: int
    floor: int
    places: Mapping[str, int]
    foes: Mapping[str, Set[str]]
    known: dict[Link, Measure] = field(default_factory=dict)

    def of(self, a: str, b: str | None) -> Measure:
        """Return the measure of one pair; ``NOTHING`` for a pair of equals that breaks no rule."""
        price = self.known.get((a, b))
        if price is None:
            price = self._of(a, b)
            price = self.known[a, b] = price if any(price) else NOTHING
        return price

    def _of(self, a: str, b: str | None) -> Measure:
        one = self.players[a]
        if b is None:
            alone = int(not one.active)
            gap = one.score - self.floor
            return alone, 0, one.byes - self.fewest, 0, 0, gap * gap, self.places[a], 0
        two = self.players[b]
        if not (one.active and two.active):
            waiting = frozenset((a, b)) not in self.settled
            return int(waiting and one.active) + int(waiting and two.active), 0, 0, 0, 0, 0, 0, 0
        met = two.id in one.opponents or one.id in two.opponents
        rule = self.options.group_rule
        clan = int(one.group is not None and one.group == two.group)
        gap = one.score - two.score
        return (
            0,
            int(bool(self.apart) and frozenset((a, b)) in self.apart),
            0,
            int(met),
            clan if rule == "strict" else 0,
            gap * gap,
            0,
            clan if rule == "soft" else 0,
        )

    def total(self, pairs: Iterable[Link], waiting: int = 0) -> Measure:
        """Return the measure of a round in which ``waiting`` players have no match."""
        return added((self.of(one, two) for one, two in pairs), waiting)

    def plainly_best(self, measure: Measure) -> bool:
        """True when no round of these players can cost less: no rule, the bound of the gaps, the last in standing."""
        active = [player for player in self.players.values() if player.active]
        bound = lower_bound([player.score for player in active], self.floor)
        place = min((self.places[one.id] for one in active if one.byes == self.fewest), default=0)
        bye = place if len(active) % 2 else 0
        return measure == (0,) * GAPS + (bound, bye, 0)


def added(prices: Iterable[Measure], waiting: int = 0) -> Measure:
    """Return the measure of a round from those of its pairs, when ``waiting`` players have no match."""
    weighty = [price for price in prices if price is not NOTHING]
    return tuple(map(sum, zip((waiting, *NOTHING[1:]), *weighty, strict=True)))


def mates_of(links: Iterable[Link]) -> dict[str | None, str | None]:
    """Return whom everybody meets."""
    pairs = list(links)
    mates: dict[str | None, str | None] = dict(pairs)
    mates.update([(two, one) for one, two in pairs])
    return mates


def make_prices(
    players: Mapping[str, Player],
    options: Options,
    forbidden: Iterable[tuple[str, str]],
    current: Iterable[CurrentPair],
) -> Prices:
    """Read the prices off a round; a finished or locked match is played or spoken of, no matter who left since."""
    active = [player for player in players.values() if player.active]
    last = 1 << 60
    order = sorted(active, key=lambda one: (one.score, -(one.rank if one.rank is not None else last)))
    places: dict[str, int] = dict.fromkeys(players, 0)
    if options.bye_choice == "standing":
        below: dict[tuple[int, int | None], int] = {}
        for count, player in enumerate(order):
            places[player.id] = below.setdefault((player.score, player.rank), count)
    apart = {frozenset(pair) for pair in forbidden}
    return Prices(
        players,
        options,
        apart,
        {frozenset((pair.a, pair.b)) for pair in current if pair.finished or pair.locked},
        min((player.byes for player in active), default=0),
        min((player.score for player in active), default=0) - options.bye_step,
        places,
        _foes(active, apart),
    )


def _foes(active: Iterable[Player], apart: Iterable[frozenset[str]]) -> dict[str, set[str]]:
    """Return for each active player whom of the others nobody would let them meet, no matter who of the two says so."""
    met = {player.id: player.opponents for player in active}
    foes = {one: met.keys() & others for one, others in met.items()}
    # Who is named by somebody names them as well, nearly always: only the others are written down.
    unsaid = [(one, two) for one, others in foes.items() for two in others if one not in foes[two]]
    for one, two in (*unsaid, *(tuple(pair) for pair in apart if len(pair) == 2)):
        if one in foes and two in foes:
            foes[one].add(two)
            foes[two].add(one)
    return foes


def whole_round(prices: Prices, pairs: Sequence[Pair], mates: Mates) -> tuple[WholeRound, Measure]:
    """Return what is to be told of a round, and its measure."""
    people = prices.players
    measures = [prices.of(one, two) for one, two, _ in pairs]
    alone = set(prices.foes.keys() - mates.keys())
    problems: list[Problem] = []
    widest = 0
    for pair, price in zip(pairs, measures, strict=True):
        if price is NOTHING:
            continue
        if price[0]:
            alone.update(who for who in pair.ids if people[who].active)
        if pair.b in people:
            widest = max(widest, price[GAPS])
        problems.extend(_problems(people[pair.a], people.get(pair.b or ""), price))
    waiting = sum(who not in mates for who in alone)
    return WholeRound(tuple(problems), tuple(sorted(alone)), isqrt(widest)), added(measures, waiting)


def _problems(one: Player, two: Player | None, price: Measure) -> Iterator[Problem]:
    """What is to be told of one pair, or of a bye."""
    if two is None:
        if price[2]:
            yield Problem("second_bye", {"player": one.id, "byes": one.byes}, "warning")
        return
    if price[3]:
        last = max(_last(one, two.id), _last(two, one.id))
        yield Problem("rematch", {"a": one.id, "b": two.id, "last": last}, "warning")
    if price[1]:
        yield Problem("forbidden_pair", {"a": one.id, "b": two.id}, "warning")
    if price[4] or price[7]:
        yield Problem("same_group", {"a": one.id, "b": two.id, "group": one.group}, "warning")


def _last(player: Player, other: str) -> int:
    if isinstance(player.opponents, Set):
        return 0
    return max((number for number, who in enumerate(player.opponents, 1) if who == other), default=0)


def later_rounds(prices: Prices, mates: Mates, number: int) -> tuple[int | None, int]:
    """Return how many of the announced later rounds stay possible without a rematch, and the fewest opponents left.

    The first is None when no number of rounds is announced, or in a large field where it is not plain. Anyone who has
    half of the others left can be paired, and loses one of them a round (Dirac).
    """
    foes = prices.foes
    most = max(map(len, foes.values()), default=-1)
    for who, met in foes.items():
        if len(met) == most and _newly_met(foes, who, mates):
            most += 1
            break
    fewest = len(foes) - 1 - most
    total = prices.options.total_rounds
    if total is None:
        return None, fewest
    wanted = max(0, total - number)
    size = len(foes) + len(foes) % 2
    if size <= SMALL_FIELD:
        left = {who: foes.keys() - met - {who, *_newly_met(foes, who, mates)} for who, met in foes.items()}
        able = [
            who for who in foes if prices.players[who].byes + (mates.get(who, "") is None) <= prices.fewest
        ]
        return most_rounds(left, able if len(foes) % 2 else None, wanted), fewest
    sure = max(0, fewest - size // 2 + 1)
    return (wanted if sure >= wanted else None), fewest


def _newly_met(foes: Mapping[str, Set[str]], who: str, mates: Mates) -> set[str]:
    """Return whom somebody meets in this round whom they might have met later: one player or nobody."""
    mate = mates.get(who)
    return set() if mate is None or mate not in foes or mate in foes[who] else {mate}
