"""Snapshots: how the rounds of a tournament stood before a step, as plain data, and what is different now.

A snapshot holds every row of the rounds (stages, rounds, matches, seats, reports, disputes) by the names of its
columns, and when entries joined and left. Reasons that somebody wrote stay out: they stand in the ledger, where they
can be erased.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import msgspec
from django.db import models

from ledger.hashing import canonical, digest
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament

from .models import Dispute, Match, Report, Round, Seat, Snapshot
from .outcomes import Outcome, OutcomeField
from .outcomes import plain as plain_outcome

Columns = dict[str, Any]
Rows = dict[int, Columns]
"""Rows by primary key, each by the names of its columns, as JSON holds them."""

WRITTEN = ("reason",)
"""Columns with what somebody wrote; they are in no snapshot."""
LEFT = ("joined_round", "dropped_after", "state")
"""What a snapshot knows of an entry."""


@dataclass(frozen=True)
class Picture:
    """All rows of the rounds at one moment, by table."""

    state: str
    stages: Rows
    rounds: Rows
    matches: Rows
    seats: Rows
    reports: Rows
    disputes: Rows
    entries: Rows

    @cached_property
    def _grouped(self) -> dict[int, list[list[Columns]]]:
        found: dict[int, list[list[Columns]]] = {pk: [[], [], []] for pk in self.matches}
        for place, rows in enumerate((self.seats, self.reports, self.disputes)):
            for _pk, row in sorted(rows.items()):
                found[row["match_id"]][place].append(row)
        return found

    def seats_of(self, match: int) -> list[Columns]:
        """The seats of a match by position; none of one that is not here."""
        seats = self._grouped[match][0] if match in self._grouped else []
        return sorted(seats, key=lambda seat: seat["position"])

    def reports_of(self, match: int) -> list[Columns]:
        """What was reported of a match."""
        return self._grouped[match][1]

    @cached_property
    def last_rounds(self) -> dict[int, int]:
        """By entry, the newest round that everybody sees in which it sits."""
        found: dict[int, int] = {}
        for row in self.seats.values():
            round_ = self.rounds[row["round_id"]]
            if round_["state"] != Round.State.DRAFT:
                found[row["entry_id"]] = max(found.get(row["entry_id"], 0), round_["number"])
        return found


def picture_of(tournament: Tournament) -> Picture:
    """How the rounds stand now; seven queries."""
    mine = {"tournament": tournament}
    of_match = {"match__tournament": tournament}
    entries = Entry.objects.filter(**mine).order_by("pk").values("pk", *LEFT)
    return Picture(
        state=tournament.state,
        stages=_rows(Stage.objects.filter(**mine)),
        rounds=_rows(Round.objects.filter(**mine)),
        matches=_rows(Match.objects.filter(**mine)),
        seats=_rows(Seat.objects.filter(**of_match)),
        reports=_rows(Report.objects.filter(**of_match)),
        disputes=_rows(Dispute.objects.filter(**of_match)),
        entries={row.pop("pk"): row for row in entries},
    )


def packed(picture: Picture) -> bytes:
    """A picture as a snapshot holds it."""
    return zlib.compress(canonical({name: getattr(picture, name) for name in Picture.__dataclass_fields__}))


def opened(snapshot: Snapshot) -> Picture:
    """What a snapshot holds."""
    said = json.loads(zlib.decompress(bytes(snapshot.data)))
    tables = {
        name: {int(pk): row for pk, row in rows.items()} for name, rows in said.items() if name != "state"
    }
    return Picture(state=said["state"], **tables)


def _rows(query: models.QuerySet[Any]) -> Rows:
    columns = [field for field in query.model._meta.concrete_fields if field.name not in WRITTEN]
    found: Rows = {}
    for values in query.order_by("pk").values_list(*(field.attname for field in columns)):
        row = {field.attname: _stored(field, value) for field, value in zip(columns, values, strict=True)}
        found[row.pop("id")] = row
    return found


def _stored(field: models.Field[Any, Any], value: Any) -> Any:
    if value is None:
        return None
    if isinstance(field, OutcomeField):
        return plain_outcome(value)
    return value.isoformat() if isinstance(field, models.DateTimeField) else value


def as_row(model: type[models.Model], pk: int, row: Mapping[str, Any]) -> Any:
    """A row of a snapshot as an object of its model; columns it does not know get their default."""
    made = model(pk=pk)
    for field in model._meta.concrete_fields:
        if field.attname in row:
            setattr(made, field.attname, as_value(field, row[field.attname]))
    return made


def as_value(field: models.Field[Any, Any], value: object) -> Any:
    """What a column of a snapshot holds, as its field reads it."""
    if isinstance(field, OutcomeField):
        return outcome_of(value)
    return field.to_python(value) if isinstance(field, models.DateTimeField) else value


def outcome_of(value: object) -> Outcome | None:
    """The outcome of a match in a picture."""
    return None if value is None else msgspec.convert(value, Outcome)


# --- what is different ------------------------------------------------------------------------------------

PASSING = ("version", "moved_at", "corrected_at", "extension_minutes")
"""Columns of a match that a restore leaves as they are: what was said of it, and time that was given."""


class Differences(NamedTuple):
    """What bringing a picture back would do to the one of now.

    ``gone``: rounds (ids) there are now and were not then; ``back``: the other way round. ``changed``: matches (ids)
    of rounds in both whose state, result, seats or reports differ, or that are in one picture alone. ``drafted``:
    rounds that everybody sees now and that were drafts. ``token``: says all of it.
    """

    gone: list[int]
    back: list[int]
    changed: list[int]
    drafted: list[int]
    token: str

    @property
    def any(self) -> bool:
        """Whether anything differs."""
        return bool(self.gone or self.back or self.changed or self.drafted)


def differences(now: Picture, then: Picture) -> Differences:
    """What is different; the token changes with everything that a restore would change."""
    gone = sorted(now.rounds.keys() - then.rounds.keys())
    back = sorted(then.rounds.keys() - now.rounds.keys())
    both = now.rounds.keys() & then.rounds.keys()
    here = {pk for picture in (now, then) for pk, row in picture.matches.items() if row["round_id"] in both}
    grouped = _by_match(now), _by_match(then)
    changed = sorted(pk for pk in here if grouped[0].get(pk) != grouped[1].get(pk))
    drafted = sorted(
        pk for pk in both if then.rounds[pk]["state"] == Round.State.DRAFT != now.rounds[pk]["state"]
    )
    states = [now.state, then.state, now.stages, then.stages, now.rounds, then.rounds]
    token = digest([states, gone, back, [grouped[0].get(pk) for pk in changed], _by_match_of(now, gone)])[:16]
    return Differences(gone, back, changed, drafted, token)


def _by_match(picture: Picture) -> dict[int, Any]:
    found: dict[int, list[Any]] = {
        pk: [{name: value for name, value in row.items() if name not in PASSING}, [], [], []]
        for pk, row in picture.matches.items()
    }
    for place, rows in enumerate((picture.seats, picture.reports, picture.disputes), start=1):
        for pk, row in sorted(rows.items()):
            said = {name: value for name, value in row.items() if name != "at"}
            found[row["match_id"]][place].append([pk if place == 3 else 0, said])
    return found


def _by_match_of(picture: Picture, rounds: Iterable[int]) -> list[Any]:
    chosen = set(rounds)
    grouped = _by_match(picture)
    return [grouped[pk] for pk, row in sorted(picture.matches.items()) if row["round_id"] in chosen]
