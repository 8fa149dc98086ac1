"""Query plans of the entries room."""

from django.db.models import Case, F, QuerySet, Value, When

from ledger.people import Person
from tournaments.events.models import Tournament

from .models import Entry
from .questions import shows_real_name, waits_for_guardian

State = Entry.State


def entry_of(user: Person, tournament: Tournament) -> Entry | None:
    """A person's own entry."""
    if not user.is_authenticated:
        return None
    return (
        Entry.objects.select_related("registration", "user").filter(tournament=tournament, user=user).first()
    )


def entries_for_desk(tournament: Tournament) -> QuerySet[Entry]:
    """All entries with their deck's state, in alphabetical order."""
    return (
        Entry.objects.filter(tournament=tournament)
        .select_related("registration", "user")
        .order_by("sort_name", "number")
    )


def without_deck(tournament: Tournament) -> list[Entry]:
    """Players who are here and have submitted no deck, where this tournament asks for one, by name."""
    if not tournament.policy.deck_required:
        return []
    here = Entry.objects.filter(tournament=tournament, state=State.CHECKED_IN, registration__current=None)
    return list(here.order_by("sort_name", "number"))


def guardians_waiting(tournament: Tournament) -> int:
    """How many players of 12 to 15 are here with whose guardian this desk has not spoken."""
    rows = Entry.objects.filter(waits_for_guardian("user__"), tournament=tournament)
    return rows.exclude(state__in=(State.WITHDRAWN, State.NO_SHOW)).count()


def guest_entries(tournament: Tournament) -> list[Entry]:
    """The entries of guests, who have no account here, in alphabetical order."""
    guests = Entry.objects.filter(tournament=tournament, user__guest_of=tournament.chain_key)
    return list(guests.exclude(state=State.WITHDRAWN).select_related("user").order_by("sort_name", "number"))


def public_entries(tournament: Tournament) -> QuerySet[Entry]:
    """Who takes part, as everybody may know it: ``real_name`` is empty unless the person shows it to everybody."""
    return (
        Entry.objects.filter(tournament=tournament)
        .annotate(
            real_name=Case(When(shows_real_name("user__"), then=F("user__real_name")), default=Value(""))
        )
        .exclude(state__in=(State.WITHDRAWN, State.NO_SHOW))
        .select_related("team")
        .order_by("sort_name", "number")
    )
