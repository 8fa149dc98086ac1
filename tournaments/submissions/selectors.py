"""Query plans of the deck pages. What comes out of here about a deck goes to its owner and to judges only."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import QuerySet

from decks.registration.models import DeckRevision, Registration
from ledger.people import Account
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.policy import LIMITED

from .rules import DeckRules, deck_rules, opened_cards
from .services import TAKES_PART, deck_closed_since

NOT_YET, DRAFT, ILLEGAL, HANDED_IN, LOCKED, MISSING = (
    "not_yet",
    "draft",
    "illegal",
    "handed_in",
    "locked",
    "missing",
)
WANTED = (NOT_YET, DRAFT, ILLEGAL, MISSING)
"""The states of somebody whose deck still has to come."""


@dataclass(frozen=True)
class DeckStatus:
    """Whether somebody has submitted a deck: all that the desk may know of it.

    ``extended_until``: the person's own later deadline while it lasts. ``reminded_at``: when they were last asked.
    """

    number: int
    name: str
    state: str
    taking_part: bool
    extended_until: datetime | None = None
    reminded_at: datetime | None = None

    @property
    def wanted(self) -> bool:
        """Whether staff still wait for this deck."""
        return self.taking_part and self.state in WANTED


def registration_of(entry: Entry) -> Registration:
    """The registration of an entry that was selected for having one."""
    if entry.registration is None:
        raise LookupError(f"entry {entry.pk} has no registration")
    return entry.registration


def own_deck_entry(user: Account, tournament: Tournament) -> Entry | None:
    """A person's own entry with its registration and the current revision, in one query."""
    return (
        Entry.objects.filter(tournament=tournament, user=user, registration__isnull=False)
        .select_related("registration__current__by", "tournament", "user")
        .first()
    )


def sheet_entry(tournament: Tournament, number: int) -> Entry | None:
    """The entry with this number, its registration and current revision: for judges."""
    return (
        Entry.objects.filter(tournament=tournament, number=number, registration__isnull=False)
        .select_related("registration__current__by", "tournament")
        .first()
    )


def revisions_of(registration: Registration) -> QuerySet[DeckRevision]:
    """Every revision submitted, newest first, with who made it."""
    return DeckRevision.objects.filter(registration=registration).select_related("by").order_by("-number")


def deck_statuses(tournament: Tournament, at: datetime) -> list[DeckStatus]:
    """Who has submitted, in alphabetical order; of a draft only whether there is one and whether it is legal.

    Reads no list that was submitted. Four queries at most, however many players.
    """
    entries = list(
        Entry.objects.filter(tournament=tournament, registration__isnull=False)
        .exclude(state=Entry.State.WITHDRAWN)
        .select_related("registration")
        .defer("registration__draft_text", "registration__draft_name")
        .order_by("sort_name", "number")
    )
    drafts = _drafts(tournament, [entry for entry in entries if registration_of(entry).current_id is None])
    return [_status(tournament, entry, at, drafts) for entry in entries]


def _drafts(tournament: Tournament, entries: list[Entry]) -> dict[int, str]:
    """By registration, what the drafts of those are who have not submitted: DRAFT when legal, else ILLEGAL."""
    ids = [registration_of(entry).pk for entry in entries if registration_of(entry).draft_saved_at]
    written = Registration.objects.filter(pk__in=ids).exclude(draft_text="").select_related("opened_pool")
    found: dict[int, str] = {}
    shared: DeckRules | None = None
    for registration in written:
        shared = shared or deck_rules(tournament, registration)
        rules = replace(shared, opened=opened_cards(registration)) if shared.play == LIMITED else shared
        found[registration.pk] = DRAFT if rules.report(registration.draft_text).legal else ILLEGAL
    return found


def _status(tournament: Tournament, entry: Entry, at: datetime, drafts: dict[int, str]) -> DeckStatus:
    registration = registration_of(entry)
    closed = deck_closed_since(tournament, registration, at) is not None
    if registration.current_id is not None:
        state = LOCKED if closed else HANDED_IN
    elif registration.pk in drafts:
        state = drafts[registration.pk]
    else:
        state = MISSING if closed else NOT_YET
    extended = registration.extended_until
    return DeckStatus(
        entry.number,
        entry.name,
        state,
        entry.state in TAKES_PART,
        extended if extended is not None and extended > at else None,
        registration.reminded_at,
    )
