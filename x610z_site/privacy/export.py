"""The file of everything the site keeps about a person: a ZIP with one JSON, a page to read, logs, recorded games."""

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from itertools import groupby
from operator import itemgetter

from django.apps import apps
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from ledger import archive
from ledger.hashing import plain
from ledger.models import LedgerRow
from ledger.people import Account
from ledger.shapes import Json
from tournaments.events.models import Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.recordings.models import RecordingEntry

from .inventory import EXPORTED
from .tables import Table

FORMAT = "x610z-person/1"
OVER = (Tournament.State.FINISHED, Tournament.State.CANCELLED)
_MOST = 20_000  # rows of one table; nobody has a tenth of it
Told = Callable[[int, int], None]


def rows_of(table: Table, user: Account) -> list[Json]:
    """What one table holds of a person, as plain data under the names of its fields."""
    rows = apps.get_model(table.label)._default_manager.filter(**{table.person: user.pk})
    if table.after:
        rows = rows.filter(**{f"{table.after}__state__in": OVER})
    return [
        {name.replace("__", "."): plain(value) for name, value in row.items()}
        for row in rows.order_by("pk").values(*table.export.split())[:_MOST]
    ]


def person_zip(user: Account, *, language: str, tell: Told) -> bytes:
    """The whole file; ``tell`` hears after each part how many of how many are done."""
    parts = len(EXPORTED) + 1
    data: Json = {"format": FORMAT, "made_at": timezone.now().isoformat(), "person": user.pk}
    sections = []
    for number, table in enumerate(EXPORTED, 1):
        with archive.brought_back(archive.by(user.pk) if table.label == LedgerRow._meta.label else ()):
            rows = rows_of(table, user)
        data[table.label] = rows
        sections.append((table, rows))
        tell(number, parts)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("person.json", json.dumps(data, ensure_ascii=False, indent=1))
        with translation.override(language):
            file.writestr("index.html", _page(user, sections))
        for name, original in _logs(user):
            file.writestr(name, original)
        for name, written in _recorded(user):
            file.writestr(name, written)
    tell(parts, parts)
    return target.getvalue()


def _page(user: Account, sections: list[tuple[Table, list[Json]]]) -> str:
    shown = [
        {
            "title": _(table.title),
            "columns": list(rows[0]) if rows else [],
            "rows": [[_cell(value) for value in row.values()] for row in rows],
        }
        for table, rows in sections
    ]
    return render_to_string("privacy/export_page.html", {"person": user, "sections": shown})


def _cell(value: object) -> str:
    if value is None or value == "":
        return "–"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)


def _logs(user: Account) -> Iterator[tuple[str, bytes]]:
    logs = GameLog.objects.filter(entry__user=user).order_by("pk")
    for log in logs.iterator(chunk_size=10):
        yield f"logs/match-{log.match_id}-game-{log.game_number}-{log.pk}.jsonl", bytes(log.original)


def _recorded(user: Account) -> Iterator[tuple[str, str]]:
    """Of each recorded game what this person wrote into its journal, one entry a line: lines, notes, calls."""
    rows = RecordingEntry.objects.filter(author=user.pk).order_by("recording_id", "seq")
    said = rows.values("recording_id", "seq", "kind", "body", "received_at").iterator(chunk_size=1_000)
    for recording, entries in groupby(said, key=itemgetter("recording_id")):
        lines = (
            json.dumps({name: plain(one) for name, one in row.items()}, ensure_ascii=False) for row in entries
        )
        yield f"recordings/{recording}.jsonl", "\n".join(lines) + "\n"
