"""What the rooms below ask of entries, answered in this room's own words."""

from typing import Any

from django.db.models import Count, Q

from tournaments.events import questions as of_events
from tournaments.events.models import Tournament

from .models import Entry

TAKING_PART = (Entry.State.ENTERED, Entry.State.CHECKED_IN, Entry.State.DROPPED)


@of_events.is_entered.answered_by
def is_entered(user: Any, tournament: Tournament) -> bool:
    """Whether the person has an entry that was not withdrawn."""
    mine = Entry.objects.filter(tournament=tournament, user=user)
    return mine.exclude(state=Entry.State.WITHDRAWN).exists()


@of_events.players_counted.answered_by
def players_counted() -> Count:
    """How many are in, whether they are here yet or have left since; in a query of tournaments."""
    return Count("entries", filter=Q(entries__state__in=TAKING_PART), distinct=True)
