"""What the rooms below ask of entries, answered in this room's own words."""

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from ledger.commands import Command
from ledger.people import Account
from tournaments.events import questions as of_events
from tournaments.events.models import Tournament

from .models import Entry
from .services import TAKES_A_PLACE, move_up

WAITING_MOVES = (Tournament.State.ENTRY, Tournament.State.CHECK_IN)
TAKING_PART = (Entry.State.ENTERED, Entry.State.CHECKED_IN, Entry.State.DROPPED)


@of_events.is_entered.answered_by
def is_entered(user: Account, tournament: Tournament) -> bool:
    """Whether the person has an entry that was not withdrawn."""
    mine = Entry.objects.filter(tournament=tournament, user=user)
    return mine.exclude(state=Entry.State.WITHDRAWN).exists()


@of_events.players_counted.answered_by
def players_counted() -> Coalesce:
    """How many are in, here yet or left since: in a query of tournaments, counted for the rows it gives."""
    entered = Entry.objects.filter(tournament=OuterRef("pk"), state__in=TAKING_PART).order_by()
    return Coalesce(Subquery(entered.values("tournament").annotate(many=Count("pk")).values("many")), 0)


@of_events.places_given.answered_by
def places_given(tournament: Tournament) -> int:
    """Who is entered or checked in."""
    return Entry.objects.filter(tournament=tournament, state__in=TAKES_A_PLACE).count()


@of_events.players_told.answered_by
def players_told(tournament: Tournament) -> list[int]:
    """Everybody who plays or waits."""
    states = (*TAKES_A_PLACE, Entry.State.WAITING)
    rows = Entry.objects.filter(tournament=tournament, state__in=states).order_by("number")
    return list(rows.values_list("user_id", flat=True))


@of_events.more_places.answered_by
def more_places(cmd: Command, tournament: Tournament) -> list[int]:
    """The longest waiting first; not once rounds are being played."""
    return move_up(cmd, tournament) if tournament.state in WAITING_MOVES else []
