"""Query plans of penalties. What comes out of here goes to judges of the tournament, or to the player concerned."""

from dataclasses import dataclass

from tournaments.entries.models import Entry
from tournaments.events.access import HEAD_JUDGE, JUDGE, roles_of, takes_part
from tournaments.events.models import Staff, Tournament
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


def given_as(penalty: Penalty) -> str:
    """The role in which it was given."""
    given = PenaltyEvent.objects.filter(penalty=penalty, kind=PenaltyEvent.Kind.GIVEN).order_by("pk")
    return given.values_list("role", flat=True).first() or ""


def judges_can_confirm(penalty: Penalty) -> bool:
    """Whether a judge of the tournament can be the second of the two who disqualify somebody."""
    tournament = penalty.tournament
    needed = {JUDGE, HEAD_JUDGE} if given_as(penalty) == HEAD_JUDGE else {HEAD_JUDGE}
    rows = Staff.objects.filter(tournament=tournament, role__in=needed).select_related("user").order_by("pk")
    others = {row.user for row in rows if row.user_id not in (penalty.given_by_id, penalty.entry.user_id)}
    return any(needed & roles_of(user, tournament) and not takes_part(user, tournament) for user in others)


def waiting_for_office() -> list[Penalty]:
    """Disqualifications that no judge of their tournament can confirm, the oldest first."""
    waiting = Penalty.objects.filter(state=State.WAITING, tournament__rehearsal_until=None).exclude(
        tournament__state=Tournament.State.CANCELLED
    )
    found = waiting.select_related("tournament", "entry", "round", "match", "given_by", "case")
    return [one for one in found.order_by("at", "pk") if not judges_can_confirm(one)]


def penalties_of_entry(entry: Entry) -> list[Penalty]:
    """What one player got so far, newest first, for judges: also what was taken back."""
    return list(Penalty.objects.filter(entry=entry).select_related("round", "match"))


def own_penalties(entry: Entry) -> list[Penalty]:
    """What a player sees of their own penalties: those that count now; of a guest's, those since the present link."""
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
