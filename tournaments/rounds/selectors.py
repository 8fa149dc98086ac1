"""Query plans of the rounds room: each page's rows in a fixed number of queries."""

from typing import Any

from django.db.models import Prefetch, QuerySet

from tournaments.entries.models import Entry
from tournaments.events.models import Tournament

from .models import Match, Round, Seat


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Matches with their seats and players, two queries however many."""
    seats = Seat.objects.select_related("entry").order_by("position")
    return matches.prefetch_related(Prefetch("seats", queryset=seats))


def current_round(tournament: Tournament, *, drafts: bool = False) -> Round | None:
    """The newest round everyone may see, or with ``drafts`` the newest at all."""
    rounds = Round.objects.filter(tournament=tournament).order_by("-number")
    return (rounds if drafts else rounds.exclude(state=Round.State.DRAFT)).first()


def matches_of(round_: Round) -> list[Match]:
    """All matches of a round by table."""
    return list(with_seats(Match.objects.filter(round=round_)))


def pairings_by_name(round_: Round) -> list[dict[str, Any]]:
    """Every player of a round with table and opponent, in alphabetical order."""
    lines = []
    for match in matches_of(round_):
        seats = list(match.seats.all())
        for seat in seats:
            other = next((one.entry for one in seats if one.pk != seat.pk), None)
            lines.append({"entry": seat.entry, "opponent": other, "match": match})
    return sorted(lines, key=lambda line: (line["entry"].sort_name, line["entry"].number))


def match_of_entry(entry: Entry, round_: Round) -> Match | None:
    """The match of one player in one round, with both seats."""
    return with_seats(Match.objects.filter(round=round_, seats__entry=entry)).select_related("round").first()


def open_tables(round_: Round) -> QuerySet[Match]:
    """What blocks the next round: matches without a final result."""
    return with_seats(Match.objects.filter(round=round_).exclude(state=Match.State.FINAL))


def results_of_entry(entry: Entry) -> list[Match]:
    """All matches of one player that everyone may see, in order of the rounds."""
    matches = (
        Match.objects.filter(seats__entry=entry)
        .exclude(round__state=Round.State.DRAFT)
        .select_related("round")
    )
    return list(with_seats(matches).order_by("round__number"))
