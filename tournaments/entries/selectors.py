"""Query plans of the entries room."""

from django.db.models import QuerySet

from tournaments.events.access import Person
from tournaments.events.models import Tournament

from .models import Entry

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


def guest_entries(tournament: Tournament) -> list[Entry]:
    """The entries of guests, who have no account here, in alphabetical order."""
    guests = Entry.objects.filter(tournament=tournament, user__guest_of=tournament.chain_key)
    return list(guests.exclude(state=State.WITHDRAWN).select_related("user").order_by("sort_name", "number"))


def public_entries(tournament: Tournament) -> QuerySet[Entry]:
    """Who takes part, as everybody may know it."""
    return (
        Entry.objects.filter(tournament=tournament)
        .exclude(state__in=(State.WITHDRAWN, State.NO_SHOW))
        .select_related("team")
        .order_by("sort_name", "number")
    )
