"""Results rebuilt from the ledger alone, compared with those in the tables."""

from collections.abc import Iterator

from django.db.models import Q

from ledger.audits import Difference
from ledger.hashing import canonical
from ledger.models import LedgerRow
from ledger.shapes import Json
from tournaments.events.models import Tournament

from .models import Match, Report, Round, Seat
from .outcomes import plain
from .selectors import seating_of

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


def reports_audit() -> Iterator[Difference]:
    """What a player says of a table is what they said last; a report that no row tells is one too many."""
    for tournament in Tournament.objects.order_by("pk").iterator():
        told = _reports_in_ledger(tournament.chain_key)
        for report in Report.objects.filter(match__tournament=tournament).order_by("pk"):
            said = told.get((report.match_id, report.entry_id))
            if said is None or canonical(said) != canonical(plain(report.outcome)):
                text = f"match {report.match_id}: entry {report.entry_id} has reported otherwise than the ledger says"
                yield Difference(tournament.chain_key, text)


def _reports_in_ledger(chain_key: str) -> dict[tuple[int, int], Json]:
    rows = LedgerRow.objects.filter(chain_id=chain_key, action="result.report").order_by("number")
    told: dict[tuple[int, int], Json] = {}
    for data in rows.values_list("data", flat=True).iterator():
        if "entry" in data and "outcome" in data:
            told[data["match"], data["entry"]] = data["outcome"]
    return told


def seating_audit() -> Iterator[Difference]:
    """In every round that was shown everybody sits where the last row says that changed it, and it has its seed.

    A round that is older than these rows, or came from a file, is not told of.
    """
    for tournament in Tournament.objects.order_by("pk").iterator():
        seats, seeds = _seats_in_ledger(tournament.chain_key)
        for round_ in Round.objects.filter(tournament=tournament).order_by("number"):
            text = f"round {round_.number}: "
            if round_.pk in seeds and round_.seed != seeds[round_.pk]:
                yield Difference(tournament.chain_key, text + "it has another seed than the ledger says")
            told = seats.get(round_.pk)
            if told is None or round_.state == Round.State.DRAFT:
                continue
            rows = Seat.objects.filter(round=round_).values_list("match_id", "position", "entry_id")
            if seating_of(rows) != told:
                yield Difference(tournament.chain_key, text + "somebody sits elsewhere than the ledger says")


def _seats_in_ledger(chain_key: str) -> tuple[dict[int, str], dict[int, str]]:
    """By round what was told last of who sits where, and of its seed."""
    seats: dict[int, str] = {}
    seeds: dict[int, str] = {}
    asked = Q(data__has_key="seating") | Q(data__has_key="seated") | Q(action__startswith="round.")
    rows = LedgerRow.objects.filter(asked, chain_id=chain_key).order_by("number")
    for data in rows.values_list("data", flat=True).iterator():
        seats |= {int(pk): said for pk, said in data.get("seated", {}).items()}
        if "seating" in data:
            seats[data["round"]] = data["seating"]
        if "seed" in data and "round" in data:
            seeds[data["round"]] = data["seed"]
    return seats, seeds
