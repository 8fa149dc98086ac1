"""Query plans of the deck pages. What comes out of here about a deck goes to its owner and to judges only."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from decks.registration.models import DeckRevision, Registration
from tournaments.events.models import Tournament

from .deck_services import TAKES_PART, deck_closed_since
from .models import Entry

NOT_YET, HANDED_IN, LOCKED, MISSING = "not_yet", "handed_in", "locked", "missing"


@dataclass(frozen=True)
class DeckStatus:
    """Whether somebody has handed in a deck: all that the desk may know of it."""

    number: int
    name: str
    state: str
    taking_part: bool


def registration_of(entry: Entry) -> Registration:
    """The registration of an entry that was selected for having one."""
    if entry.registration is None:
        raise LookupError(f"entry {entry.pk} has no registration")
    return entry.registration


def own_deck_entry(user: Any, tournament: Tournament) -> Entry | None:
    """A person's own entry with its registration and the current revision, in one query."""
    return (
        Entry.objects.filter(tournament=tournament, user=user, registration__isnull=False)
        .select_related("registration__current__by")
        .first()
    )


def sheet_entry(tournament: Tournament, number: int) -> Entry | None:
    """The entry with this number, its registration and current revision: for judges."""
    return (
        Entry.objects.filter(tournament=tournament, number=number, registration__isnull=False)
        .select_related("registration__current__by")
        .first()
    )


def revisions_of(registration: Registration) -> QuerySet[DeckRevision]:
    """Every revision handed in, newest first, with who made it."""
    return DeckRevision.objects.filter(registration=registration).select_related("by").order_by("-number")


def deck_statuses(tournament: Tournament, at: datetime) -> list[DeckStatus]:
    """Who has handed in, in alphabetical order; reads no list, name or draft of any deck."""
    entries = (
        Entry.objects.filter(tournament=tournament, registration__isnull=False)
        .exclude(state=Entry.State.WITHDRAWN)
        .select_related("registration")
        .only(
            "number",
            "name",
            "state",
            "tournament",
            "registration__state",
            "registration__locked_at",
            "registration__current",
        )
        .order_by("sort_name", "number")
    )
    return [
        DeckStatus(entry.number, entry.name, _state(tournament, entry, at), entry.state in TAKES_PART)
        for entry in entries
    ]


def _state(tournament: Tournament, entry: Entry, at: datetime) -> str:
    registration = registration_of(entry)
    closed = deck_closed_since(tournament, registration, at) is not None
    if registration.current_id is None:
        return MISSING if closed else NOT_YET
    return LOCKED if closed else HANDED_IN
