"""Query plans of penalties. What comes out of here goes to judges of the tournament, or to the player concerned."""

from dataclasses import dataclass

from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match, Round

from .infractions import Level, usual_level
from .models import CheckedDeck, Penalty, PenaltyEvent

State = Penalty.State


@dataclass(frozen=True)
class Proposal:
    """What the table of infractions says: the step, and how many earlier ones of the same code led there."""

    level: Level
    earlier: int


def penalties_of(tournament: Tournament) -> list[Penalty]:
    """All penalties of a tournament, newest first; one query."""
    return list(
        Penalty.objects.filter(tournament=tournament).select_related(
            "entry", "round", "match", "given_by", "found_in__check_made"
        )
    )


def penalty_numbered(tournament: Tournament, number: int) -> Penalty | None:
    """One penalty with everything its page needs."""
    return (
        Penalty.objects.filter(tournament=tournament, number=number)
        .select_related("entry", "round", "match__round", "given_by", "other", "found_in__check_made", "case")
        .first()
    )


def history_of(penalty: Penalty) -> list[PenaltyEvent]:
    """Everything that was done to a penalty, in its order."""
    return list(PenaltyEvent.objects.filter(penalty=penalty).select_related("by"))


def penalties_of_entry(entry: Entry) -> list[Penalty]:
    """What one player got so far, newest first, for judges: also what was taken back."""
    return list(Penalty.objects.filter(entry=entry).select_related("round", "match"))


def own_penalties(entry: Entry) -> list[Penalty]:
    """What a player sees of the own penalties: those that count now; of a guest's, those since the present link."""
    given = Penalty.objects.filter(entry=entry, state=State.GIVEN).select_related("round", "match")
    if entry.user.guest_of:
        since = entry.user.guest_since
        given = given.filter(at__gte=since) if since else given.none()
    return list(given)


def proposal(tournament: Tournament, entry: Entry, code: str, *, worse: bool = False) -> Proposal:
    """The step for this player and code now; what was taken back does not count. ``KeyError`` for another code."""
    earlier = Penalty.objects.filter(entry=entry, code=code).exclude(state=State.WITHDRAWN).count()
    play = tournament.policy.level
    return Proposal(usual_level(code, play, earlier, worse=worse), earlier)


def matches_of_entry(entry: Entry) -> list[Match]:
    """The matches of one player that everybody may know of, newest first."""
    return list(
        Match.objects.filter(seats__entry=entry)
        .exclude(round__state=Round.State.DRAFT)
        .exclude(kind=Match.Kind.BYE)
        .select_related("round")
        .order_by("-round__number")
    )


def entries_to_choose(tournament: Tournament) -> list[Entry]:
    """Every player of the tournament, in alphabetical order."""
    return list(Entry.objects.filter(tournament=tournament).order_by("sort_name", "number"))


def limited_entries(tournament: Tournament) -> list[Entry]:
    """The players with their registered decks, in alphabetical order, for comparing what they opened."""
    entries = Entry.objects.filter(tournament=tournament, registration__isnull=False)
    return list(entries.select_related("registration__current").order_by("sort_name", "number"))


def checked_deck(tournament: Tournament, check: int, entry_number: int) -> CheckedDeck | None:
    """One player's deck in a check of this tournament."""
    return (
        CheckedDeck.objects.filter(
            check_made__tournament=tournament, check_made__number=check, entry__number=entry_number
        )
        .select_related("check_made__match", "entry")
        .first()
    )
