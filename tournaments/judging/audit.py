"""Penalties compared with the judges' chain."""

from collections.abc import Iterator
from datetime import timedelta

from django.utils import timezone

from ledger.audits import Difference
from ledger.models import LedgerRow
from ledger.shapes import Json
from tournaments.events.models import Tournament

from .judges_chain import judges_book
from .models import Penalty

KEPT = timedelta(days=365)
"""No penalty is forgotten sooner; one that is missing after that may have had its time."""


def penalties_audit() -> Iterator[Difference]:
    """Every penalty is what the judges' chain says of it; none is missing before it may be, and none was added."""
    for tournament in Tournament.objects.order_by("pk").iterator():
        chain = judges_book(tournament)
        told = _told(chain)
        stored = {one.pk: one for one in Penalty.objects.filter(tournament=tournament)}
        for number in sorted({*told, *stored}):
            if text := _difference(stored.get(number), told.get(number)):
                yield Difference(chain, f"penalty {number}: {text}")


def _told(chain: str) -> dict[int, Json]:
    """By penalty, what was given, and the state that the last row left it in."""
    told: dict[int, Json] = {}
    rows = LedgerRow.objects.filter(chain_id=chain, data__has_key="penalty").order_by("number")
    for at, data in rows.values_list("at", "data").iterator():
        told.setdefault(data["penalty"], {"at": at}).update(
            {name: data[name] for name in ("entry", "code", "level", "state") if name in data}
        )
    return told


def _difference(stored: Penalty | None, told: Json | None) -> str:
    if told is None:
        return "no row gave it"
    if stored is None:
        return "gone, and it had not had its time" if told["at"] > timezone.now() - KEPT else ""
    here = {"entry": stored.entry_id, "code": stored.code, "level": stored.level, "state": stored.state}
    return "; ".join(
        f"{name} is {value}, the ledger says {told.get(name)}"
        for name, value in here.items()
        if told.get(name) != value
    )
