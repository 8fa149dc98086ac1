"""Results rebuilt from the ledger alone, compared with those in the tables."""

from collections.abc import Iterator

from django.db.models import Q

from ledger.audits import Difference
from ledger.hashing import canonical
from ledger.models import LedgerRow
from ledger.shapes import Json
from tournaments.events.models import Tournament

from .models import Match
from .outcomes import plain

_BY_ITSELF = (Match.Source.BYE, Match.Source.IMPORT)
"""Sources of results that are part of the pairing or of a file, not of a command about the match."""


def results_audit() -> Iterator[Difference]:
    """Every final result is the one that the last command about its match stored."""
    for tournament in Tournament.objects.order_by("pk").iterator():
        told = results_in_ledger(tournament.chain_key)
        matches = Match.objects.filter(tournament=tournament).order_by("pk")
        for match in matches:
            if text := _difference(match, told.get(match.pk)):
                yield Difference(tournament.chain_key, f"match {match.pk} (table {match.table}): {text}")


def results_in_ledger(chain_key: str) -> dict[int, Json]:
    """By match, the data of the last row that stored a result."""
    told: dict[int, Json] = {}
    said = Q(data__has_key="match") | Q(data__has_key="restored")
    rows = LedgerRow.objects.filter(said, chain_id=chain_key).order_by("number")
    for data in rows.values_list("data", flat=True).iterator():
        # A report says an outcome as well, and stores none.
        stored = data.get("restored", [data] if "before" in data else [])
        for one in stored:
            told[one["match"]] = one
            if (
                one.get("outcome") is None
            ):  # a result that was taken away, by a slip that came late or a restore
                del told[one["match"]]
    return told


def _difference(match: Match, told: Json | None) -> str:
    final = match.state == Match.State.FINAL
    if told is None:
        return "final, and no row says so" if final and match.source not in _BY_ITSELF else ""
    if not final:
        return "not final, and a row stored a result"
    stored = [canonical(plain(match.outcome)), match.kind, match.source]
    said = [canonical(told["outcome"]), told["kind"], told["source"]]
    return "" if stored == said else f"the table says {stored}, the ledger {said}"
