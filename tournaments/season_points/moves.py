"""What moved between two ladders, and why: the page after a correction, a claim, a ruling or an erasure."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tournaments.season_points.model import Event, Ladder, Result

OFF = 10**9
"""The rank of whoever is not on a ladder: behind everybody, and level with all others who are not."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a place moved: a code of docs/season-points.md, with the event and what changed, or with the people."""

    code: str
    event: Event | None = None
    before: str | Fraction | None = None
    after: str | Fraction | None = None
    people: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody whose rank or points differ; no rank: not on that ladder."""

    person: str
    rank_before: int | None
    rank_after: int | None
    points_before: Fraction
    points_after: Fraction
    reasons: tuple[Reason, ...]


def moves(before: Ladder, after: Ladder) -> tuple[Move, ...]:
    """Everybody who moved or whose points changed, by rank after, then rank before, then key."""
    ranks = {row.person: (row.rank, OFF) for row in before.rows}
    for row in after.rows:
        ranks[row.person] = (ranks.get(row.person, (OFF, OFF))[0], row.rank)
    passed_by, passed = _passing(ranks)
    out = []
    for person, (old, new) in sorted(ranks.items(), key=lambda one: (one[1][1], one[1][0], one[0])):
        points = before.points(person), after.points(person)
        if old == new and points[0] == points[1]:
            continue
        own = _own(before.results.get(person, ()), after.results.get(person, ()))
        met = [
            Reason(code, people=tuple(sorted(people)))
            for code, people in (("passed_by", passed_by.get(person)), ("passed", passed.get(person)))
            if people
        ]
        reasons = (*own, *met) or (Reason("same_points"),)
        out.append(Move(person, _rank(old), _rank(new), *points, reasons))
    return tuple(out)


def _rank(rank: int) -> int | None:
    return None if rank == OFF else rank


def _own(before: tuple[Result, ...], after: tuple[Result, ...]) -> Iterator[Reason]:
    old, new = ({one.event.key: one for one in results} for results in (before, after))
    yield from (Reason("result_new", one.event) for one in after if one.event.key not in old)
    yield from (Reason("result_gone", one.event) for one in before if one.event.key not in new)
    both = [(old[one.event.key], one) for one in after if one.event.key in old]
    for was, now in both:
        if was.worth != now.worth:
            yield Reason("worth_changed", now.event, was.worth, now.worth)
    for was, now in both:
        if was.state != now.state:
            yield Reason("state_changed", now.event, was.state, now.state)


def _passing(ranks: dict[str, tuple[int, int]]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """For each person who passed them, and whom they passed.

    Going down the old ladder, those who stood before and are now behind are the end of a list kept by new rank:
    so the work grows with how many pairs changed sides, not with all pairs.
    """
    passed_by: dict[str, list[str]] = {}
    passed: dict[str, list[str]] = {}
    ordered = sorted(ranks, key=lambda person: ranks[person])
    met: list[tuple[int, str]] = []
    start = 0
    while start < len(ordered):
        rank = ranks[ordered[start]][0]
        end = start
        while end < len(ordered) and ranks[ordered[end]][0] == rank:
            end += 1
        level = ordered[start:end]
        for person in level:
            for _, other in met[bisect_right(met, (ranks[person][1], "\U0010ffff" * 201)) :]:
                passed.setdefault(person, []).append(other)
                passed_by.setdefault(other, []).append(person)
        for person in level:
            insort(met, (ranks[person][1], person))
        start = end
    return passed_by, passed
