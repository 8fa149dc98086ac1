"""Honours by written rules: who has earned what, and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.season_points.circuit import HonourRule
from tournaments.season_points.clans import clan_ladder
from tournaments.season_points.ladder import ladder
from tournaments.season_points.model import NOT_COUNTED, Ladder, Result, Season


@dataclass(frozen=True, slots=True)
class Award:
    """One honour for one person or clan: by a `rank`, or by `events` (their keys)."""

    rule: HonourRule
    who: str
    rank: int | None = None
    events: tuple[str, ...] = ()


def honours(season: Season, table: Ladder | None = None) -> tuple[Award, ...]:
    """All awards in the order of the circuit's rules; `table` spares making the ladder again."""
    table = table or ladder(season)
    out: list[Award] = []
    for rule in season.circuit.honours:
        if rule.kind == "rank":
            out += [Award(rule, row.person, row.rank) for row in table.rows if row.rank <= rule.place]
        elif rule.kind == "clan_rank":
            clans = clan_ladder(season)
            out += [Award(rule, row.clan, row.rank) for row in clans if row.rank and row.rank <= rule.place]
        else:
            out += _counted(rule, table)
    return tuple(out)


def _counted(rule: HonourRule, table: Ladder) -> list[Award]:
    out = []
    for person, results in table.results.items():
        events = tuple(one.event.key for one in results if _fits(rule, one))
        if len(events) >= rule.times:
            out.append(Award(rule, person, None, events))
    return out


def _fits(rule: HonourRule, one: Result) -> bool:
    if one.state in NOT_COUNTED or one.state in ("disqualified", "unclaimed"):
        return False
    of_class = rule.of is None or one.event.of == rule.of
    return of_class and (rule.kind == "events" or one.finish.place <= rule.place)
