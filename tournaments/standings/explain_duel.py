"""Worked-out lines of the head-to-head metrics; `group` are the entrants level so far, the one asked for included."""

from __future__ import annotations

from fractions import Fraction

from tournaments.standings.explain_own import Lines, names, points_of, round_line, total
from tournaments.standings.model import Step
from tournaments.standings.tally import Tally


def _others(t: Tally, index: int, group: list[int]) -> list[int]:
    return sorted((other for other in group if other != index), key=lambda other: t.entrants[other].id)


def _met(t: Tally, index: int) -> set[int]:
    return {other for entry in t.history[index] for other in entry.opponents}


def all_met(t: Tally, index: int, group: list[int]) -> Lines:
    """The points from the matches among those who are level, when all of them met."""
    others = _others(t, index, group)
    if not others:
        return [Step("not_level", {}, None)], None
    opening = Step("level_with", {"others": names(t, others)}, None)
    if any(not set(group) - {member} <= _met(t, member) for member in group):
        return [opening, Step("not_all_met", {}, None)], None
    duels = [entry for entry in t.history[index] if set(entry.opponents) & set(others)]
    steps, value = total([round_line(t, entry) for entry in duels])
    return [opening, *steps], value


def only_two(t: Tally, index: int, group: list[int]) -> Lines:
    """As `all_met`, but only for exactly two."""
    if len(group) > 2:
        opening = Step("level_with", {"others": names(t, _others(t, index, group))}, None)
        return [opening, Step("not_two", {}, None)], None
    return all_met(t, index, group)


def recursive(t: Tally, index: int, group: list[int]) -> Lines:
    """How many of the others this one ends above, mini-league by mini-league."""
    steps, value = all_met(t, index, group)
    if value is None:
        return steps, None
    league = {member: _league_points(t, member, group) for member in group}
    below = [member for member in group if league[member] < league[index]]
    level = [member for member in group if league[member] == league[index]]
    count = Fraction(len(below))
    if below:
        steps.append(
            Step("above", {"others": names(t, sorted(below, key=lambda m: t.entrants[m].id))}, count)
        )
    if 1 < len(level) < len(group):
        inner, more = recursive(t, index, level)
        steps, count = [*steps, *inner], count + (more or 0)
    return [*steps, Step("sum", {"value": count}, count)], count


def _league_points(t: Tally, index: int, group: list[int]) -> Fraction:
    others = set(group) - {index}
    return sum((points_of(t, e) for e in t.history[index] if others & set(e.opponents)), start=Fraction(0))
