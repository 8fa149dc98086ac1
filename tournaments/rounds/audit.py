"""Results rebuilt from the ledger alone, compared with those in the tables."""

from collections.abc import Iterator

from django.db.models import Q

from ledger.hashing import canonical
from ledger.models import LedgerRow
from ledger.shapes import Json
from tournaments.events.models import Tournament

from .models import Match, Round
from .outcomes import plain
from .selectors import placed


def results_audit(tournament: Tournament) -> Iterator[str]:
    """Every final result is the one that the last command about its match stored, and its match is still there."""
    told = results_in_ledger(tournament.chain_key)
    matches = {match.pk: match for match in Match.objects.filter(tournament=tournament)}
    for pk, match in sorted(matches.items()):
        by_itself = match.kind == Match.Kind.BYE or (
            match.source == Match.Source.IMPORT and tournament.policy.imported is not None and not told
        )
        if text := _difference(match, told.get(pk), by_itself=by_itself):
            yield f"match {pk} (table {match.table}): {text}"


def results_in_ledger(chain_key: str) -> dict[int, Json]:
    """By match, the data of the last row that stored a result."""
    told: dict[int, Json] = {}
    said = Q(data__has_any_keys=["match", "restored", "played"])
    rows = LedgerRow.objects.filter(said, chain_id=chain_key).order_by("number")
    for data in rows.values_list("data", flat=True).iterator():
        # A restore and an imported file tell many. A report says an outcome as well, and stores none.
        many = data.get("restored", data.get("played"))
        stored = many if many is not None else [data] if "before" in data else []
        for one in stored:
            told[one["match"]] = one
            if (
                one.get("outcome") is None
            ):  # a result that was taken away, by a slip that came late or a restore
                del told[one["match"]]
    return told


def _difference(match: Match, told: Json | None, *, by_itself: bool) -> str:
    final = match.state == Match.State.FINAL
    if told is None:
        return "final, and no row says so" if final and not by_itself else ""
    if not final:
        return "not final, and a row stored a result"
    stored = [canonical(plain(match.outcome)), match.kind, match.source]
    said = [canonical(told["outcome"]), told["kind"], told["source"]]
    return "" if stored == said else f"the table says {stored}, the ledger {said}"


def seating_audit(tournament: Tournament) -> Iterator[str]:
    """In every round that was shown everybody sits where the last row says that changed it, at those tables.

    A round that is older than these rows, or came from a file, is not told of.
    """
    told = _seats_in_ledger(tournament.chain_key)
    for round_ in Round.objects.filter(tournament=tournament, pk__in=told).order_by("number"):
        now = placed(round_) if round_.state != Round.State.DRAFT else {}
        if any(now[name] != said for name, said in told[round_.pk].items() if name in now):
            yield f"round {round_.number}: somebody sits elsewhere than the ledger says"


def _seats_in_ledger(chain_key: str) -> dict[int, dict[str, str]]:
    """By round what was told last of who sits where (:func:`placed`); rows of before told less."""
    seats: dict[int, dict[str, str]] = {}
    asked = Q(data__has_any_keys=["seating", "seated", "placed"])
    rows = LedgerRow.objects.filter(asked, chain_id=chain_key).order_by("number")
    for data in rows.values_list("data", flat=True).iterator():
        seats |= {int(pk): {"seating": said} for pk, said in data.get("seated", {}).items()}
        seats |= {int(pk): said for pk, said in data.get("placed", {}).items()}
        if "seating" in data:
            seats[data["round"]] = {name: data[name] for name in ("seating", "places") if name in data}
    return seats
