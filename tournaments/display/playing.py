"""Where somebody plays now: of several events of one day the one whose match is running comes first."""

from django.db.models import QuerySet

from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.recordings.models import Recording
from tournaments.rounds.models import Match, Round

WRITTEN = (Recording.State.OPEN, Recording.State.FROZEN)


def matches_now(person: int) -> QuerySet[Match]:
    """A person's matches without a final result in rounds that are played, of events in which they are checked in."""
    return (
        Match.objects.filter(
            kind=Match.Kind.PLAYED,
            round__state=Round.State.PUBLISHED,
            tournament__state=Tournament.State.RUNNING,
            seats__entry__user=person,
            seats__entry__state=Entry.State.CHECKED_IN,
        )
        .exclude(state=Match.State.FINAL)
        .distinct()
    )


def plays_now(person: int) -> Tournament | None:
    """The event that is being played and in which this person is checked in.

    Of several one whose game is being recorded comes before one whose clock runs, that before one with any match that
    is not final, and else the one that began last.
    """
    here = Tournament.objects.filter(
        state=Tournament.State.RUNNING, entries__user=person, entries__state=Entry.State.CHECKED_IN
    )
    events = list(here.order_by("-starts_at", "-pk").distinct())
    if len(events) < 2:
        return events[0] if events else None
    matches = list(matches_now(person).select_related("round"))
    games = Recording.objects.filter(match__in=matches, state__in=WRITTEN)
    written = set(games.values_list("match__tournament", flat=True))
    ticking = {
        one.tournament_id
        for one in matches
        if one.round.started_at is not None and one.round.paused_at is None
    }
    running = {one.tournament_id for one in matches}
    # of equal ones the first, which began last
    return max(events, key=lambda event: (event.pk in written, event.pk in ticking, event.pk in running))


def elsewhere(entry: Entry) -> list[Tournament]:
    """The other events in which a match of this player is being played, as their page in this one names them."""
    others = matches_now(entry.user_id).exclude(tournament=entry.tournament_id).select_related("tournament")
    return list({match.tournament_id: match.tournament for match in others}.values())
