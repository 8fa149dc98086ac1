"""From columns to ranked rows: groups of tied entrants, split by one metric after the other."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tournaments.standings.metrics import Metric, metric
from tournaments.standings.model import Entrant, Match, Row
from tournaments.standings.presets import Preset
from tournaments.standings.tally import Column, Tally, tally


@dataclass
class Group:
    """Entrants (indices) tied on every metric so far; `split_by` put them below the group above."""

    members: list[int]
    split_by: str | None = None


def compute(
    entrants: Iterable[Entrant], matches: Iterable[Match], preset: Preset, through_round: int | None = None
) -> list[Row]:
    """The standings after `through_round` (None: after the last row), best first.

    Exact: no rounding anywhere, ties are ties. The order of the input rows never matters. Entrants that joined
    later than `through_round` are left out; dropped ones stay. Raises StandingsError when rows contradict each
    other, name nobody, or have no result.
    """
    with _collector_paused():
        return _ranked(entrants, matches, preset, through_round)


def _ranked(
    entrants: Iterable[Entrant], matches: Iterable[Match], preset: Preset, through_round: int | None
) -> list[Row]:
    """A function of its own, so that all its small tuples are gone before the collector wakes up."""
    chosen = [metric(key) for key in preset.metrics]
    columns: dict[str, Column] = {}
    t = tally(entrants, matches, preset, through_round)
    return _rows(t, tie_groups(t, chosen, columns), columns)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """No cycle is ever made here, but 150,000 small tuples would wake the cycle collector again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def tie_groups(t: Tally, chosen: Iterable[Metric], columns: dict[str, Column]) -> list[Group]:
    """Everybody who is ranked, best group first, after all `chosen` metrics; fills `columns` on the way."""
    groups = _ranked_groups(t)
    people = sum(len(group.members) for group in groups)
    for m in chosen:
        if m.column is not None:
            columns[m.key] = m.column(t)
            if len(groups) < people:  # otherwise everybody stands alone already
                groups = [part for group in groups for part in split(group, columns[m.key].numerators, m)]
        else:
            groups = _split_groups(t, groups, m, columns)
    return groups


def _ranked_groups(t: Tally) -> list[Group]:
    """Everybody together before any metric; the disqualified below them, or left out where the policy says so."""
    apart = [i for i, e in enumerate(t.entrants) if e.disqualified and t.preset.disqualified != "ranked"]
    honest = sorted({*range(len(t.entrants))}.difference(apart))
    groups = [Group(honest)] if honest else []
    if apart and t.preset.disqualified != "removed":
        groups.append(Group(apart, "disqualified" if honest else None))
    return groups


def _split_groups(t: Tally, groups: list[Group], m: Metric, columns: dict[str, Column]) -> list[Group]:
    numerators: list[int | None] = [None] * len(t.entrants)
    out: list[Group] = []
    for group in groups:
        scores = m.league(t, group.members) if m.league and len(group.members) > 1 else None
        if scores is None:
            out.append(group)
            continue
        for i, score in scores.items():
            numerators[i] = score
        out.extend(split(group, numerators, m))
    columns[m.key] = Column(numerators, 1 if m.style == "count" else t.scale)
    return out


def split(group: Group, numerators: Sequence[int | None], m: Metric) -> list[Group]:
    """One group by one metric, best first; the first part keeps what put the whole group in its place."""
    if len(group.members) == 1:
        return [group]
    buckets: dict[int, list[int]] = {}
    for i in group.members:
        buckets.setdefault(numerators[i] or 0, []).append(i)
    if len(buckets) == 1:
        return [group]
    parts = [Group(buckets[score], m.key) for score in sorted(buckets, reverse=m.better == "high")]
    parts[0].split_by = group.split_by
    return parts


def _rows(t: Tally, groups: list[Group], columns: dict[str, Column]) -> list[Row]:
    sums = t.totals
    cells = [column.values() for column in columns.values()]
    values = [dict(zip(columns, row, strict=True)) for row in zip(*cells, strict=True)]
    rows: list[Row] = []
    for group in groups:
        members = group.members
        if len(members) > 1:
            members = sorted(members, key=lambda i: (t.entrants[i].name_key, t.entrants[i].id))
        tie = tuple([t.entrants[i].id for i in members])
        place = len(rows) + 1
        for number, i in enumerate(members):
            entrant = t.entrants[i]
            out = entrant.disqualified and t.preset.disqualified == "unranked"
            rows.append(
                Row(
                    rank=None if out else place,
                    id=entrant.id,
                    tie=(entrant.id,) if out else tie,
                    values=values[i],
                    record=(t.won[i], sums.losses[i], sums.draws[i] + sums.half_byes[i]),
                    played=sums.played[i],
                    byes=sums.byes[i] + sums.half_byes[i],
                    dropped=t.dropped[i],
                    disqualified=entrant.disqualified,
                    decided_by=group.split_by if number == 0 and rows else None,
                )
            )
    return rows
