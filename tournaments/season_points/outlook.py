"""How likely somebody is among the best at the end: the rest of the season, played many times on paper.

The model (docs/season-points.md) knows how often each person came, how strong their games say they are, and nothing
else. Every draw is a hash of the seed, the number of the season and the person, so a season is always the same, and
what changes for one person changes no draw of another.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from hashlib import blake2b
from statistics import NormalDist
from struct import unpack
from typing import NamedTuple

from tournaments.season_points.check import check
from tournaments.season_points.circuit import Circuit, EventClass
from tournaments.season_points.counting import Raw, by_person, why_not
from tournaments.season_points.ladder import Key, standing
from tournaments.season_points.model import Event, Finish, Member, Season

USUAL, SPREAD = 25.0, 25.0 / 3
"""The strength of somebody of whom nothing is known, and how unsure that is: where ratings begin."""
DAILY = 25.0 / 6
"""How far somebody plays above or below their strength on one day."""
_NORMAL = NormalDist()
_SIZE = 1 << 32
_IN_ONE = 16  # draws of 32 bits in one hash


class Coming(NamedTuple):
    """An event that is still to be held: its class, its day, and how many are expected."""

    key: str
    of: str
    on: date
    size: int


class Strength(NamedTuple):
    """What the games of somebody say: the middle, and how unsure it is."""

    mu: float = USUAL
    sigma: float = SPREAD


class Drawn(NamedTuple):
    """Where somebody ended in one season: how many are before them, and how many level with them, they included."""

    before: int
    level: int

    def share(self, places: int) -> Fraction:
        """Which part of a place that is: all, none, or what a lot among those who are level gives."""
        return min(Fraction(1), max(Fraction(0), Fraction(places - self.before, self.level or 1)))


@dataclass
class Outlook:
    """What many seasons add up to for one person. ``hits``: places won; ``ranks``: how often each rank, 0 for none."""

    seasons: int = 0
    hits: Fraction = Fraction(0)
    ranks: Counter[int] = field(default_factory=Counter)

    def add(self, drawn: Drawn, places: int) -> None:
        """One season more."""
        self.seasons += 1
        self.hits += drawn.share(places) if drawn.level else 0
        self.ranks[drawn.before + 1 if drawn.level else 0] += 1


def attendance(season: Season, of: Iterable[str], day: date) -> dict[str, dict[str, float]]:
    """For each of these classes, how often each person comes to an event of it.

    (came + usual) / (held + 1): ``came`` to so many of the ``held`` counting events of the class, ``usual`` the same
    over all classes, where in turn the average of everybody stands for ``usual``. So one evening
    says little, and somebody new is neither sure to come nor sure to stay away.
    """
    held: Counter[str] = Counter()
    came: dict[str, Counter[str]] = {}
    for event in season.events:
        if why_not(event, season.circuit, day):
            continue
        held[event.of] += 1
        for finish in event.finishes:
            for member in finish.members:
                if member.paid:
                    came.setdefault(member.person, Counter())[event.of] += 1
    everything = held.total()
    usual = sum(one.total() for one in came.values()) / (everything * len(came)) if came else 0.0
    own = {person: (one.total() + usual) / (everything + 1) for person, one in came.items()}
    return {
        key: {person: (one[key] + own[person]) / (held[key] + 1) for person, one in came.items()}
        for key in of
    }


class Rest:
    """The rest of a season, ready to be played: who may come to what, and where everybody stands without it.

    Raises SeasonError for a season that contradicts itself. What would not count is left out of ``coming``.
    """

    def __init__(
        self,
        season: Season,
        coming: Iterable[Coming],
        strengths: Mapping[str, Strength],
        seed: str,
    ) -> None:
        check(season)
        events = sorted(coming, key=lambda one: (one.on, one.key))
        last = max((one.on for one in events), default=season.day or date.max)
        self.day = max(season.day or last, last)
        self.season = replace(season, on=self.day)
        kept = [one for one in events if self._counts(one)]
        self.events = [Event(one.key, one.of, one.on, (), one.size) for one in kept]
        self.strengths, self.seed = strengths, seed
        self.results = by_person(self.season, self.day)
        self.now = {person: standing(found, self.season) for person, found in self.results.items()}
        self.sorted = sorted(one.key for one in self.now.values() if one.units)
        shares = attendance(season, {one.of for one in kept}, season.day or self.day)
        self.doors = {
            person: [int(shares[one.of].get(person, 0.0) * _SIZE) for one in kept] for person in self.results
        }
        self._known: dict[tuple[str, tuple[tuple[int, int, bool], ...]], Key | None] = {}
        self._paying = _all_paying(kept, season.circuit)

    def _counts(self, one: Coming) -> bool:
        rules = replace(self.season.circuit, only=None)
        return not why_not(Event(one.key, one.of, one.on), rules, self.day)

    def as_events(self, number: int) -> tuple[Event, ...]:
        """Season ``number`` as events with the places of everybody who is known: for whoever checks this."""
        made = []
        for index, people in enumerate(self._who_comes(number)):
            size = max(self.events[index].field, len(people))
            finishes = self._finishes(number, index, people, size)
            made.append(
                replace(self.events[index], size=size, finishes=tuple(Finish.of(*one) for one in finishes))
            )
        return tuple(made)

    def played(self, number: int) -> dict[str, Key | None]:
        """Season ``number``: the new key of everybody who came to anything, None without a point."""
        there = self._who_comes(number)
        places: dict[str, list[tuple[int, int, bool]]] = {}
        for index, people in enumerate(there):
            size = max(self.events[index].field, len(people))
            for place, person in self._finishes(number, index, people, size):
                units = self._paying[index].units(place, size)
                places.setdefault(person, []).append((index, units, place == 1))
        return {person: self._key(person, tuple(found)) for person, found in places.items()}

    def drawn(self, person: str, new: Mapping[str, Key | None]) -> Drawn:
        """Where somebody ends when these people have these new keys."""
        mine = new[person] if person in new else self._old(person)
        if mine is None:
            return Drawn(len(self.sorted), 0)
        before = bisect_left(self.sorted, mine)
        level = bisect_right(self.sorted, mine) - before
        for one, key in new.items():
            old = self._old(one)
            before += (key is not None and key < mine) - (old is not None and old < mine)
            level += (key == mine) - (old == mine)
        return Drawn(before, level)

    def outlook(self, person: str, places: int, numbers: Iterable[int]) -> Outlook:
        """These seasons, for one person and so many places."""
        made = Outlook()
        for number in numbers:
            made.add(self.drawn(person, self.played(number)), places)
        return made

    def _old(self, person: str) -> Key | None:
        one = self.now.get(person)
        return one.key if one is not None and one.units else None

    def _who_comes(self, number: int) -> list[list[str]]:
        there: list[list[str]] = [[] for _event in self.events]
        for person, doors in self.doors.items():
            for index, (draw, door) in enumerate(zip(self._draws(number, person), doors, strict=True)):
                if draw < door:
                    there[index].append(person)
        return there

    def _draws(self, number: int, name: str) -> Sequence[int]:
        """A number below 2**32 for each event."""
        out: list[int] = []
        while len(out) < len(self.events):
            text = f"{self.seed}|{number}|{name}|{len(out)}".encode()
            out += unpack("<16I", blake2b(text, digest_size=4 * _IN_ONE).digest())
        return out[: len(self.events)]

    def _normal(self, number: int, name: str) -> float:
        text = f"{self.seed}|{number}|{name}/n".encode()
        draw = int.from_bytes(blake2b(text, digest_size=8).digest(), "little")
        return _NORMAL.inv_cdf((draw + 0.5) / (1 << 64)) if draw + 0.5 < 1 << 64 else 0.0

    def _finishes(
        self, number: int, index: int, people: Sequence[str], size: int
    ) -> Iterable[tuple[int, str]]:
        """The places of those who came; everybody else in the field is somebody new of usual strength."""
        line: list[tuple[float, str]] = []
        for person in people:
            known = self.strengths.get(person) or Strength()
            strength = known.mu + known.sigma * self._normal(number, person)
            line.append((-(strength + DAILY * self._normal(number, f"{person}/{index}")), person))
        wide = (SPREAD * SPREAD + DAILY * DAILY) ** 0.5
        line += [
            (-(USUAL + wide * self._normal(number, f"/{index}/{one}")), "")
            for one in range(size - len(people))
        ]
        return [(place, person) for place, (_level, person) in enumerate(sorted(line), start=1) if person]

    def _key(self, person: str, found: tuple[tuple[int, int, bool], ...]) -> Key | None:
        known = (person, found)
        if known not in self._known:
            more = [self._raw(person, *one) for one in found]
            made = standing([*self.results[person], *more], self.season)
            self._known[known] = made.key if made.units else None
        return self._known[known]

    def _raw(self, person: str, index: int, units: int, won: bool) -> Raw:
        event = self.events[index]
        finish = Finish(1 if won else 2, (Member(person),))
        window = self.season.circuit.window_of(event.on)
        state = "" if units else "zero"
        return Raw((-units, event.on, event.key), units, event, finish, finish.members[0], state, window)


class _Paying:
    """What a class pays, in whole units."""

    def __init__(self, of: EventClass, scale: int) -> None:
        self.of, self.scale = of, scale
        self._known: dict[tuple[int, int], int] = {}

    def units(self, place: int, size: int) -> int:
        """For a place among so many."""
        if (place, size) not in self._known:
            self._known[place, size] = int(self.of.worth(place, size) * self.scale)
        return self._known[place, size]


def _all_paying(coming: Iterable[Coming], rules: Circuit) -> list[_Paying]:
    """What each event pays; those of no class are not among them."""
    classes = {of.key: of for of in rules.classes}
    return [_Paying(classes[one.of], rules.scale) for one in coming]
