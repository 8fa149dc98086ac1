"""What one more event can give one person: each place with its worth, what it replaces, and bounds of the rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import pairwise

from tournaments.season_points.check import MAX_FIELD, check
from tournaments.season_points.circuit import EventClass
from tournaments.season_points.counting import Raw, by_person, raws, why_not
from tournaments.season_points.ladder import Key, Standing, standing
from tournaments.season_points.model import Event, Finish, Member, Result, Season, SeasonError
from tournaments.standings.model import Sentence

LAST_KEY = "\U0010ffff" * 201
"""The key of the coming event: it goes after all keys that files allow."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The places `first` to `last`, all with this outcome. Ranks are None without any points.

    `best_rank` and `worst_rank` are the least and the greatest over everything the others can do in the event.
    """

    first: int
    last: int
    worth: Fraction
    points: Fraction
    change: Fraction
    replaces: Result | None
    best_rank: int | None
    worst_rank: int | None


@dataclass(frozen=True)
class _Run:
    """Places of one worth, `units`; place 1 is apart, since it may decide a tie."""

    first: int
    last: int
    units: int


def what_one_more_can_give(season: Season, of: str, on: date, size: int, person: str) -> tuple[Chance, ...]:
    """Every place of an event of class `of` with `size` entrants on a day, best first, and what it would change.

    Exact, and by the same functions as the ladder. Raises SeasonError when the event would not count, with the
    reason as code.
    """
    check(season)
    if not 1 <= size <= MAX_FIELD:
        raise SeasonError("size", Sentence("must be from %(low)s to %(high)s", low=1, high=MAX_FIELD), "size")
    rules = replace(season.circuit, also=season.circuit.also | {LAST_KEY})
    then = replace(season, circuit=rules, on=max(season.day or on, on))
    coming = Event(LAST_KEY, of, on, (), size)
    reason = why_not(coming, rules, then.on or on)
    wanted = rules.class_of(of)
    if reason or wanted is None:
        raise SeasonError(reason, "this event would not count", "class" if wanted is None else "date")
    mine = [raw for raw in raws(season, season.day or on) if raw.member.person == person]
    now = standing(mine, season).units
    return _merged(list(_chances(then, coming, _runs(wanted, size, rules.scale), person, now)))


def _runs(of: EventClass, size: int, scale: int) -> list[_Run]:
    starts = {1, 2, *(band.to + 1 for band in of.bands), size + 1}
    inside = sorted(start for start in starts if start <= size + 1)
    return [_Run(first, after - 1, int(of.worth(first, size) * scale)) for first, after in pairwise(inside)]


def _with(results: list[Raw], coming: Event, run: _Run, person: str, season: Season) -> Standing:
    finish = Finish(run.first, (Member(person),))
    window = season.circuit.window_of(coming.on)
    state = "" if run.units else "zero"
    order = (-run.units, coming.on, coming.key)
    raw = Raw(order, run.units, coming, finish, finish.members[0], state, window)
    return standing([*results, raw], season)


def _chances(season: Season, coming: Event, runs: list[_Run], person: str, now: int) -> Iterator[Chance]:
    everybody = by_person(season, season.on or coming.on)
    mine = everybody.pop(person, [])
    alone = standing(mine, season)
    mine_then = [_with(mine, coming, run, person, season) for run in runs]
    others = _Others(everybody, coming, runs, season, mine_then)
    scale = season.circuit.scale
    for index, (run, one) in enumerate(zip(runs, mine_then, strict=True)):
        gone = _kept(alone) - _kept(one)
        lost = next((raw for raw in alone.raws if raw.event.key in gone), None)
        best, worst = others.bounds(one.key, index) if one.units else (None, None)
        yield Chance(
            run.first,
            run.last,
            Fraction(run.units, scale),
            Fraction(one.units, scale),
            Fraction(one.units - now, scale),
            lost and Result(lost.event, lost.finish, Fraction(lost.units, scale), "kept"),
            best,
            worst,
        )


def _kept(one: Standing) -> set[str]:
    return {raw.event.key for raw in one.raws if raw.state == "kept"}


class _Others:
    """Everybody else: where they stand without the coming event, and with each run of places in it."""

    def __init__(
        self,
        everybody: Mapping[str, list[Raw]],
        coming: Event,
        runs: list[_Run],
        season: Season,
        mine: list[Standing],
    ) -> None:
        """`mine`: what the asking person can reach, best first. Out of reach are those before the best of it, who
        stay there unless the mere number of events decides a tie, and those who come before the least of it by no
        place: a result adds at most its worth.
        """
        best, least = mine[0].key, mine[-1].units - runs[0].units
        self.runs = runs
        self.without = []
        self.open: list[tuple[Key | None, list[Key]]] = []
        for person, results in everybody.items():
            one = standing(results, season)
            key = one.key if one.units else None
            if key is not None:
                self.without.append(key)
            may_fall = "events" in season.circuit.tie_breaks
            if one.units >= least and (key is None or key >= best or may_fall):
                self.open.append((key, self._keys(results, coming, person, season)))
        self.stranger = self._keys([], coming, "", season)

    def _keys(self, results: list[Raw], coming: Event, person: str, season: Season) -> list[Key]:
        return [_with(results, coming, run, person, season).key for run in self.runs]

    def bounds(self, mine: Key, index: int) -> tuple[int, int]:
        """The best and the worst rank of whoever has this key from a place of the run with that index.

        Somebody behind comes before by any run up to the lowest one that is enough; somebody before falls behind by
        any run from the first one that gives too little. Runs that suit one person less well suit fewer persons, so
        taking the most willing at each run fills as many places as any choice could.
        """
        before = sum(key < mine for key in self.without)
        places = [run.last - run.first + 1 - (number == index) for number, run in enumerate(self.runs)]
        rising, falling = [0] * len(places), [0] * len(places)
        for key, keys in self.open:
            need = _need(keys, mine)
            if key is None or key >= mine:
                rising[need] += need >= 0
            elif need + 1 < len(places):
                falling[need + 1] += 1
        anybody = _need(self.stranger, mine)
        up = _filled(places[anybody + 1 :][::-1], rising[anybody + 1 :][::-1]) + sum(places[: anybody + 1])
        return 1 + before - _filled(places, falling), 1 + before + up


def _filled(places: list[int], coming: list[int]) -> int:
    """How many find a place when `coming[i]` may take places from the i-th kind on."""
    waiting = taken = 0
    for free, more in zip(places, coming, strict=True):
        waiting += more
        taken += min(free, waiting)
        waiting -= min(free, waiting)
    return taken


def _need(keys: list[Key], mine: Key) -> int:
    """The lowest run of places that puts somebody before `mine`; -1 if none does. A better run never does less."""
    return max((run for run, key in enumerate(keys) if key < mine), default=-1)


def _merged(chances: list[Chance]) -> tuple[Chance, ...]:
    out: list[Chance] = []
    for one in chances:
        if out and replace(out[-1], first=one.first, last=one.last) == one:
            out[-1] = replace(out[-1], last=one.last)
        else:
            out.append(one)
    return tuple(out)
