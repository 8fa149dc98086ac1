"""Who stands in line for a final when a circuit has ended: the frozen ladder, by lot where it is level on everything.

The lot needs no draw: it follows from the heads of the ledgers that the ladder was frozen with, which nobody can choose
and everybody can compute again (decision 631).
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth import get_user_model

from ledger.hashing import digest
from tournaments.events.models import Tournament
from tournaments.organizations.selectors import barred_among

from .invitation_models import Gift, Place
from .ladders import frozen_ladder
from .models import Circuit, Frozen

Kind = Gift.Kind
HOLDS = (Place.State.OPEN, Place.State.ACCEPTED)
"""States in which a place is somebody's."""
AT_ONCE = 200


class Ranked(NamedTuple):
    """One person in line: where they stand in it, the rank of their ladder, and who they are (id)."""

    line: int
    rank: int
    user_id: int


def lot_of(heads: object) -> str:
    """The seed of the lot: published with the frozen ladder, since everybody knows its heads."""
    return digest(["lot", heads])[:32]


def line_of(circuit: Circuit) -> list[Ranked]:
    """Everybody on the frozen ladder, best first; those who share a rank by lot. Empty before the end. Two queries."""
    heads = Frozen.objects.filter(circuit=circuit).order_by("-pk").values_list("heads", flat=True).first()
    if heads is None:
        return []
    lot = lot_of(heads)
    rows = sorted(frozen_ladder(circuit).rows, key=lambda row: (row.rank, digest([lot, row.person])))
    return [Ranked(number, row.rank, int(row.person)) for number, row in enumerate(rows, start=1)]


def places_given(gifts: Iterable[Gift], final_id: int | None) -> int:
    """How many places these rules give in a final: everybody in line whom any of them names, once."""
    named: set[int] = set()
    for one in gifts:
        if one.kind == Kind.PLACE and one.final_id == final_id:
            named.update(range(one.first, one.last + 1))
    return len(named)


def starts_at(gifts: Iterable[Gift], final_id: int | None) -> int:
    """Where in line the places of a final begin."""
    mine = (one.first for one in gifts if one.kind == Kind.PLACE and one.final_id == final_id)
    return min(mine, default=1)


def next_of(
    circuit: Circuit,
    final: Tournament,
    gifts: Iterable[Gift],
    known: Sequence[Place],
    count: int,
    at: datetime,
) -> list[Ranked]:
    """The next so many in line for a final; ``gifts`` and ``known``: all rules and all places of the circuit.

    Left out: whoever was invited to it before, has a place in another final of the circuit or in this one by another
    circuit, closed their account, or is kept out by the final's organization. The line begins where the places of the
    final do.
    """
    invited = {one.user_id for one in known if one.final_id == final.pk or one.state in HOLDS}
    placed = Place.objects.filter(final=final, state__in=HOLDS).values("user")
    first = starts_at(gifts, final.pk)
    line = [one for one in line_of(circuit) if one.line >= first and one.user_id not in invited]
    found: list[Ranked] = []
    for start in range(0, len(line), AT_ONCE):
        people = [one.user_id for one in line[start : start + AT_ONCE]]
        there = get_user_model().objects.filter(pk__in=people, is_active=True, guest_of="")
        can = set(there.exclude(pk__in=placed).values_list("pk", flat=True)) - barred_among(
            people, final.organization_id, at
        )
        found += [one for one in line[start : start + AT_ONCE] if one.user_id in can]
        if len(found) >= count:
            break
    return found[:count]


def brought(gifts: Iterable[Gift], final_id: int, line: int) -> tuple[int, int | None]:
    """The byes and the seed of whoever stands there in line; the best of several rules counts."""
    mine = [one for one in gifts if one.final_id == final_id and one.first <= line <= one.last]
    byes = max((one.value for one in mine if one.kind == Kind.BYES), default=0)
    return byes, line if any(one.kind == Kind.SEED for one in mine) else None


def titles_of(circuit: Circuit, line: Iterable[Ranked]) -> Iterator[tuple[str, int]]:
    """Every title with the person (id) it is given to."""
    people = {one.line: one.user_id for one in line}
    for gift in Gift.objects.filter(circuit=circuit, kind=Kind.TITLE):
        for number in range(gift.first, gift.last + 1):
            if number in people:
                yield gift.title, people[number]
