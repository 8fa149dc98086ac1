"""A ladder as files for others: the season it is made of (`season/1`), the ladder itself (`ladder/1`), and a table.

What everybody may know and no more. Only results that may be paid are in a season: whoever was put out, or has no
account, is left out and keeps the place, so that the file gives the same ladder. For which clan somebody played is in
it for crews alone; who belongs to a clan is theirs to tell.
"""

import csv
import io
import json
from collections.abc import Iterable

from ledger.names import safe_cell
from ledger.shapes import Json
from tournaments.clans.models import Clan
from tournaments.season_points import Event, Finish, Ladder, Member
from tournaments.season_points.circuit_files import to_json
from tournaments.season_points.output import ladder_json

from .ladders import ladder_of
from .models import Circuit
from .words import named


def season_file(circuit: Circuit) -> str:
    """The season as `season/1` (docs/season-points.md), with names in the place of keys."""
    table = ladder_of(circuit)
    people, clans = _people(table), _clans(table.season.events)
    data: Json = {
        "format": "season/1",
        "name": circuit.name,
        "circuit": to_json(table.season.circuit),
        "events": [_event(event, people, clans) for event in table.season.events],
    }
    if table.day is not None:
        data["on"] = table.day.isoformat()
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def ladder_file(circuit: Circuit) -> str:
    """The ladder as `ladder/1`, with names in the place of keys; what clans and honours make of it is left out."""
    table = ladder_of(circuit)
    people = _people(table)
    data = ladder_json(circuit.name, table, (), ())
    data["rows"] = [
        row
        | {
            "person": people[row["person"]],
            "tied_with": sorted(people[one] for one in row["tied_with"]),
            "results": [one for one in row["results"] if one["state"] not in ("disqualified", "unclaimed")],
        }
        for row in data["rows"]
    ]
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def ladder_table(circuit: Circuit) -> str:
    """The ladder as CSV: rank, name, points, and each tie-break; exact numbers, and no cell is a formula."""
    table = ladder_of(circuit)
    people = _people(table)
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\r\n")
    keys = table.season.circuit.tie_breaks
    write.writerow(["rank", "name", "points", *keys])
    for row in table.rows:
        values = [_said(row.values[key]) for key in keys]
        write.writerow([row.rank, safe_cell(people[row.person]), row.points, *values])
    return text.getvalue()


def _said(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _people(table: Ladder) -> dict[str, str]:
    """By key what everybody with a result is called; equal names are told apart by a number."""
    return _apart({person: name for person, (name, _page) in named(table.results).items()})


def _clans(events: Iterable[Event]) -> dict[str, str]:
    keys = {finish.clan for event in events for finish in event.finishes if finish.clan is not None}
    found = Clan.objects.filter(pk__in=[int(key) for key in keys if key.isdigit()]).order_by("pk")
    return _apart({str(pk): name for pk, name in found.values_list("pk", "name")})


def _apart(names: dict[str, str]) -> dict[str, str]:
    """The same with a number behind every name that somebody before has."""
    out: dict[str, str] = {}
    taken = set()
    for key, name in sorted(names.items(), key=lambda one: int(one[0])):
        tries = (name, *(f"{name} ({number})" for number in range(2, len(names) + 2)))
        out[key] = next(one for one in tries if one not in taken)
        taken.add(out[key])
    return out


def _event(event: Event, people: dict[str, str], clans: dict[str, str]) -> Json:
    finishes = [found for one in event.finishes if (found := _finish(one, event, people, clans)) is not None]
    said: Json = {
        "key": event.key,
        "name": event.title,
        "class": event.of,
        "date": event.on.isoformat(),
        "kind": event.kind,
        "size": event.field,
        "finishes": finishes,
    }
    return said | ({"imported": True} if event.imported else {})


def _finish(finish: Finish, event: Event, people: dict[str, str], clans: dict[str, str]) -> Json | None:
    """A line of the places, with those who may be paid; None where nobody may."""
    paid = [one.person for one in finish.members if _may_be_paid(finish, one)]
    if not paid:
        return None
    if event.kind == "single":
        return {"place": finish.place, "person": people[paid[0]]}
    said: Json = {"place": finish.place, "members": [people[one] for one in paid]}
    # Of a circuit that ended a crew may be of a clan that was left unsaid: that has a key, and no name.
    return said | ({"clan": clans.get(finish.clan, finish.clan)} if finish.clan is not None else {})


def _may_be_paid(finish: Finish, member: Member) -> bool:
    return not finish.state_of(member)
