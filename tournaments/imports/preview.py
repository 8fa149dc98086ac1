"""What a file would become, before anything is written: sizes, rounds, standings, and the file's own beside ours."""

import base64
import binascii
import zlib
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ledger.errors import UserError
from ledger.shapes import Context
from tournaments.display.standings_page import HIDDEN_METRICS, metric_name, shown
from tournaments.standings import PRESETS, compute, metric
from tournaments.standings.compare import compare

from .reading import FinishedEvent, read_event
from .services import imported
from .words import worded

MAX_BYTES = 1_000_000
MOST_PLAYERS = 2_000
MOST_MATCHES = 20_000
SHOWN = 64
_LARGEST_PACKED = 1_500_000


@dataclass(frozen=True)
class Upload:
    """A file somebody sent, and what they said about it: ``policy`` is a key of ``PRESETS`` or empty."""

    data: bytes
    filename: str
    policy: str = ""

    def packed(self) -> str:
        """The file as text for a hidden field: until the person confirms, nothing is kept on our side."""
        return base64.b64encode(zlib.compress(self.data, 9)).decode()

    @classmethod
    def unpacked(cls, text: str, filename: str, policy: str) -> "Upload":
        """Undo :meth:`packed`. Raises UserError for what no page of ours sent, or a file that unpacks too large."""
        try:
            if len(text) > _LARGEST_PACKED:
                raise ValueError("too long")
            unpacker = zlib.decompressobj()
            data = unpacker.decompress(base64.b64decode(text.encode(), validate=True), MAX_BYTES + 1)
            if len(data) > MAX_BYTES or not unpacker.eof:
                raise ValueError("too long or cut off")
        except (ValueError, binascii.Error, zlib.error) as error:
            raise UserError("file", _("The file was lost on the way. Please choose it again.")) from error
        return cls(data, filename, policy)

    def read(self) -> FinishedEvent:
        """The event in the file, within the limits of the page. Raises UserError naming every problem."""
        if len(self.data) > MAX_BYTES:
            raise UserError("too_long", _("The file is larger than 1 MB."), field="file")
        try:
            event = read_event(self.data, filename=self.filename, policy=PRESETS.get(self.policy))
        except (ArithmeticError, RecursionError) as error:
            raise UserError(
                "number", _("The file has a number that we cannot calculate with."), field="file"
            ) from error
        if len(event.names) > MOST_PLAYERS or len(event.lines) > MOST_MATCHES:
            words = {"players": MOST_PLAYERS, "matches": MOST_MATCHES}
            text = _("This page takes at most %(players)s players and %(matches)s matches.") % words
            raise UserError("too_many", text, field="file")
        return event


def preview(event: FinishedEvent) -> Context:
    """What the page shows of an event: facts, rounds, standings, and how they compare with the file's own."""
    results = event.results
    return {
        "event": event,
        "known": imported(event.sha256),
        "players": len(event.names),
        "matches": sum(line.kind != "bye" for line in event.lines),
        "rounds": _rounds(event),
        "standings": _standings(event),
        "knock_out": results.knock_out is not None,
        "more": max(0, len(event.names) - SHOWN),
        "compared": _compared(event) if results.published else None,
    }


def _compared(event: FinishedEvent) -> list[str]:
    """Where the file's own standings differ from ours, in words; empty: nowhere."""
    return [worded(line, event.names) for line in compare(event.results, event.policy).differences]


def _rounds(event: FinishedEvent) -> Context:
    rows = []
    for number in range(1, event.results.rounds + 1):
        kinds = [line.kind for line in event.lines if line.round == number]
        byes = kinds.count("bye")
        rows.append({"cells": [number, len(kinds) - byes, byes]})
    columns = [
        {"label": _("Round"), "number": True},
        {"label": _("Matches"), "number": True},
        {"label": _("Byes"), "number": True},
    ]
    return {"caption": _("Rounds"), "columns": columns, "rows": rows}


def _standings(event: FinishedEvent) -> Context:
    results, policy = event.results, event.policy
    keys = [key for key in policy.metrics if key not in HIDDEN_METRICS][:4]
    rows = [
        {
            "cells": [
                "–" if row.rank is None else row.rank,
                event.names[row.id],
                "-".join(map(str, row.record)),
                *(shown(key, row.values[key]) for key in keys),
            ]
        }
        for row in compute(results.entrants, results.matches, policy, results.rounds)[:SHOWN]
    ]
    columns = [
        {"label": _("Place"), "number": True},
        {"label": _("Player")},
        {"label": _("Won-lost-drawn"), "number": True},
        *(
            {"label": _(metric(key).short), "title": metric_name(key), "number": True, "optional": place > 0}
            for place, key in enumerate(keys)
        ),
    ]
    return {"caption": _("Standings, recalculated"), "columns": columns, "rows": rows, "head": 1}
