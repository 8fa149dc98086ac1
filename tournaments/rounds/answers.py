"""What the rooms below ask of rounds, answered in this room's own words."""

from django.db.models import Count, Q

from ledger.commands import Command
from tournaments.entries import questions as of_entries
from tournaments.entries.keys import entry_number
from tournaments.entries.models import Entry
from tournaments.events import questions as of_events
from tournaments.events.models import Tournament
from tournaments.money import questions as of_money

from .formats import format_of
from .models import ROUND_LOCK, Match, Round, Seat
from .pairing_services import draft_again
from .places import final_places
from .snapshot_services import snapshot_take
from .units import unit_of

State = Round.State


@of_events.rounds_so_far.answered_by
def rounds_so_far(tournament: Tournament) -> of_events.RoundsSoFar:
    """How many rounds a tournament has of each state."""
    counts = Round.objects.filter(tournament=tournament).aggregate(
        drafts=Count("pk", filter=Q(state=State.DRAFT)),
        running=Count("pk", filter=Q(state=State.PUBLISHED)),
        completed=Count("pk", filter=Q(state=State.COMPLETED)),
    )
    return of_events.RoundsSoFar(**counts)


@of_events.before_step.answered_by
def before_step(cmd: Command, tournament: Tournament) -> None:
    """Take a snapshot of the rounds."""
    snapshot_take(cmd, tournament)


@of_entries.sits_in_open_match.answered_by
def sits_in_open_match(entry: Entry) -> bool:
    """Whether the entry has a match in a published round, and no final result of it."""
    seats = Seat.objects.filter(entry=entry, round__state=State.PUBLISHED)
    return seats.exclude(match__state=Match.State.FINAL).exists()


@of_entries.sits_in_draft.answered_by
def sits_in_draft(entry: Entry) -> bool:
    """Whether the entry is seated in a round that is still a draft."""
    return Seat.objects.filter(entry=entry, round__state=State.DRAFT).exists()


@of_entries.draft_follows.answered_by
def draft_follows(cmd: Command, tournament: Tournament) -> bool:
    """Pair a draft again with everybody who is here now; what staff changed by hand is theirs to pair again."""
    round_ = Round.objects.filter(tournament=tournament, state=State.DRAFT).first()
    fixed = round_ is not None and not format_of(round_.stage).gathers  # a bracket does not ask who is here
    if round_ is None or fixed or round_.certificate.get("changed_by_hand"):
        return False
    cmd.lock(ROUND_LOCK, round_.pk)
    draft_again(cmd, tournament, round_)
    return True


@of_entries.clock_runs_for.answered_by
def clock_runs_for(entry: Entry) -> bool:
    """Whether the time of its match runs; without a time limit, from the moment the round is published."""
    seats = Seat.objects.filter(entry=entry, round__state=State.PUBLISHED).exclude(
        match__state=Match.State.FINAL
    )
    return seats.filter(Q(round__started_at__isnull=False) | Q(round__minutes=0)).exists()


@of_money.final_numbers.answered_by
def final_numbers(tournament: Tournament) -> list[tuple[int, int]]:
    """The final places; every member of a team or crew has the place of all."""
    if tournament.state != Tournament.State.FINISHED:
        return []
    found = [
        (entry_number(line["key"]), line["place"])
        for line in final_places(tournament)
        if line["place"] is not None
    ]
    if unit_of(tournament).alone:
        return found
    mates: dict[int, list[int]] = {}
    for team, number in Entry.objects.filter(tournament=tournament).values_list("team", "number"):
        mates.setdefault(team or -number, []).append(number)
    with_mates = {number: numbers for numbers in mates.values() for number in numbers}
    return [(number, place) for one, place in found for number in sorted(with_mates.get(one, [one]))]
