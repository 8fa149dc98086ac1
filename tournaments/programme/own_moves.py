"""What moved for one person lately, and why, in words that name nobody else."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.utils.translation import ngettext

from tournaments.season_points import Ladder

from .ladder_services import Moved, Why, moves_in
from .models import Change
from .words import number, why_words

READ, SHOWN = 20, 4
"""So many changes are looked through, the newest first, and so many of a circuit are shown."""


@dataclass(frozen=True)
class OwnMove:
    """A move of somebody: from which place to which ("" is none), the points, and why."""

    at: datetime
    before: str
    after: str
    points_before: str
    points_after: str
    why: list[str]


def own_moves(person: str, tables: Mapping[int, Ladder]) -> dict[int, list[OwnMove]]:
    """By circuit what moved for somebody, the newest first; one query, none without circuits."""
    found: dict[int, list[OwnMove]] = {}
    changes = Change.objects.filter(circuit__in=tables).order_by("-at", "-pk")[:READ] if tables else ()
    for change in changes:
        moved = next((one for one in moves_in(change) if one.person == person), None)
        own = found.setdefault(change.circuit_id, [])
        if moved is not None and len(own) < SHOWN:
            own.append(_own_move(change.at, moved, tables[change.circuit_id]))
    return found


def _own_move(at: datetime, moved: Moved, table: Ladder) -> OwnMove:
    names = {event.key: event.title for event in table.season.events}
    return OwnMove(
        at=at,
        before=str(moved.rank_before or ""),
        after=str(moved.rank_after or ""),
        points_before=number(Fraction(moved.points_before)),
        points_after=number(Fraction(moved.points_after)),
        why=[_why(one, names) for one in moved.reasons],
    )


def _why(why: Why, names: Mapping[str, str]) -> str:
    count = len(why.people) + why.more
    if why.code == "passed_by":
        return ngettext("%(count)s player passed you", "%(count)s players passed you", count) % {
            "count": count
        }
    if why.code == "passed":
        text = ngettext("you passed %(count)s player", "you passed %(count)s players", count)
        return text % {"count": count}
    return why_words(why, {}, names)
