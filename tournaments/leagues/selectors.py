"""What of a league is read: its windows, its tables with their appointments, who waits for whom."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from tournaments.agenda.questions import young
from tournaments.entries.models import Entry, Team
from tournaments.entries.teams import members_of
from tournaments.events.models import Tournament
from tournaments.events.policy import CREW_SIZE
from tournaments.events.standing import Power, has_power
from tournaments.organizations.models import Venue
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.schedule import Planned, plan_of
from tournaments.rounds.services import match_ends_at
from tournaments.rounds.stages import stages_of
from tournaments.rounds.units import unit_of

from .models import PLACE_LENGTH, Appointment, Offer

ONLINE = "online"
"""How a place is stored that is none: both play from where they are."""
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Window:
    """A round of a league in days: planned, being played, or over. ``last_day`` is the day after which it ends."""

    number: int
    name: str
    starts_at: datetime
    ends_at: datetime
    state: str
    played: int = 0
    tables: int = 0

    @property
    def last(self) -> datetime:
        """A moment of its last day: it ends with that day."""
        return self.ends_at - timedelta(minutes=2)


@dataclass(frozen=True)
class TableOf:
    """A table of a league as pages read it: the seats by position, its appointment, and until when it may be played."""

    match: Match
    seats: Sequence[Seat]
    appointment: Appointment | None
    ends_at: datetime | None

    @property
    def final(self) -> bool:
        """Whether there is a result."""
        return self.match.state == Match.State.FINAL

    @property
    def agreed(self) -> bool:
        """Whether it is agreed when it is played."""
        return self.appointment is not None and self.appointment.state == Appointment.State.AGREED

    @property
    def absent(self) -> Seat | None:
        """Who is said not to have come, while that is undecided."""
        said = self.appointment.absent_said_by_id if self.appointment is not None else None
        if said is None or self.final:
            return None
        return next((seat for seat in self.seats if seat.entry_id != said), None)

    @property
    def over(self) -> bool:
        """Whether its days are over without a result."""
        return not self.final and self.ends_at is not None and self.ends_at <= timezone.now()

    @property
    def awaited(self) -> Seat | None:
        """Who must answer now."""
        who = self.appointment.waits_for_id if self.appointment is not None else None
        if self.final or self.agreed or who is None:
            return None
        return next((seat for seat in self.seats if seat.entry_id == who), None)

    @property
    def state(self) -> str:
        """In one word: played, absent, over, agreed, waiting or open."""
        if self.final:
            return "played"
        if self.absent is not None:
            return "absent"
        if self.over:
            return "over"
        if self.agreed:
            return "agreed"
        return "open" if self.awaited is None else "waiting"


def is_league(tournament: Tournament) -> bool:
    """Whether its rounds are windows of days."""
    return bool(tournament.policy.window_days)


def places_of(tournament: Tournament) -> list[str]:
    """Where a match can be played, as a form offers it: online first, then what the organizer has; one query."""
    venues = Venue.objects.filter(closed_at=None, organization=tournament.organization_id)
    named = [str(one)[:PLACE_LENGTH] for one in venues] if tournament.organization_id is not None else []
    return list(dict.fromkeys([ONLINE, *([tournament.location] if tournament.location else []), *named]))


def may_type_a_place(tournament: Tournament) -> bool:
    """Whether a place may be written by hand: not where anybody of the league is 12 to 15.

    It is asked of the league and never of a table, so that nobody learns of one person how old they are. Anybody can
    found a casual league, and for one person alone: there it is never allowed.
    """
    if not has_power(tournament, Power.GUARDIANS):
        return False
    people = Entry.objects.filter(tournament=tournament).values_list("user_id", flat=True)
    return not young(people)


def tables_of(tournament: Tournament, rounds: Iterable[Round]) -> list[TableOf]:
    """Every table of these rounds with its appointment, by table; nobody who has a bye. Four queries at most."""
    known = {round_.pk: round_ for round_ in rounds}
    rows = Match.objects.filter(round__in=known, table__isnull=False).select_related("appointment")
    matches = list(rows.order_by("round__number", "table").prefetch_related(_seats()))
    for match in matches:
        match.tournament, match.round = tournament, known[match.round_id]
    unit_of(tournament).label(tournament, matches)
    return [table_of(match) for match in matches]


def table_of(match: Match) -> TableOf:
    """One table, fetched with seats and round."""
    seats = sorted(match.seats.all(), key=lambda seat: seat.position)
    return TableOf(match, seats, getattr(match, "appointment", None), match_ends_at(match))


def _seats() -> Prefetch:
    return Prefetch("seats", Seat.objects.select_related("entry__user").order_by("position"))


def rounds_of(tournament: Tournament) -> list[Round]:
    """The rounds that everybody may see, in order; one query."""
    rows = Round.objects.filter(tournament=tournament).exclude(state=Round.State.DRAFT)
    return list(rows.select_related("stage").order_by("number"))


def windows_of(tournament: Tournament, rounds: Sequence[Round], tables: Sequence[TableOf]) -> list[Window]:
    """Every window, the coming ones as they follow one another; one query."""
    stages = stages_of(tournament)
    days = timedelta(days=tournament.policy.window_days)
    found: list[Window] = []
    free = rounds[-1].ends_at if rounds and rounds[-1].ends_at else tournament.starts_at
    known = {round_.number: round_ for round_ in rounds}
    for planned in plan_of(tournament.policy, stages) if stages else ():
        round_ = known.get(planned.number)
        if round_ is not None:
            found.append(_window(round_, planned, tables))
            continue
        begins = timezone.localtime(free)
        ends = timezone.make_aware((begins.replace(tzinfo=None) + days).replace(hour=0, minute=0, second=0))
        found.append(Window(planned.number, planned.name, free, ends, "planned"))
        free = ends
    return found


def _window(round_: Round, planned: Planned, tables: Sequence[TableOf]) -> Window:
    mine = [table for table in tables if table.match.round_id == round_.pk]
    begins = round_.started_at or round_.published_at or timezone.now()
    ends = min(filter(None, (round_.completed_at, round_.ends_at)), default=begins)
    played = sum(table.final for table in mine)
    return Window(planned.number, planned.name, begins, ends, round_.state, played, len(mine))


def own_table(tournament: Tournament, entry: Entry) -> TableOf | None:
    """The table of this player in the window that is being played; None without one."""
    holder = unit_of(tournament).entry_of(entry)
    rows = Match.objects.filter(round__tournament=tournament, seats__entry=holder, table__isnull=False)
    rows = rows.filter(round__state=Round.State.PUBLISHED).select_related("round__stage", "appointment")
    match = rows.prefetch_related(_seats()).first()
    if match is None:
        return None
    match.tournament = match.round.tournament = tournament
    unit_of(tournament).label(tournament, [match])
    return table_of(match)


def offers_of(appointment: Appointment | None) -> list[Offer]:
    """What both sides offer, in order of time."""
    return [] if appointment is None else list(appointment.offers.all())


def postponed_by(appointment: Appointment | None) -> set[int]:
    """Whose entries have put this match off."""
    if appointment is None:
        return set()
    return set(appointment.postponements.values_list("entry_id", flat=True))


def crew_of(entry: Entry) -> tuple[list[Entry], list[Entry]]:
    """Those who play for a crew, and those who stand by; nobody where it is none. Two queries."""
    team = Team.objects.filter(pk=entry.team_id or 0, clan__isnull=False).prefetch_related("members").first()
    if team is None:
        return [], []
    members = list(members_of(team))
    return members[:CREW_SIZE], members[CREW_SIZE:]


def standing_by(tournament: Tournament, tables: Iterable[TableOf]) -> dict[int, list[Entry]]:
    """By the number of a crew who of it takes part and has no seat at any of these tables; two queries."""
    seated = {seat.entry_id for table in tables for seat in table.seats}
    crews = Team.objects.filter(tournament=tournament, clan__isnull=False).prefetch_related("members")
    return {
        crew.pk: [
            one for one in members_of(crew) if one.pk not in seated and one.state == Entry.State.CHECKED_IN
        ]
        for crew in crews
    }


def appointments_of(user_id: int, since: datetime, until: datetime) -> QuerySet[Appointment]:
    """What a person agreed for this time in tournaments everybody may know of, with whom; for a team, each member."""
    seats = Q(match__seats__entry__user=user_id) | Q(match__seats__entry__captain_of__members__user=user_id)
    rows = Appointment.objects.filter(seats, state=Appointment.State.AGREED)
    rows = rows.filter(starts_at__gt=since, starts_at__lt=until).exclude(match__state=Match.State.FINAL)
    rows = rows.filter(
        match__tournament__state=Tournament.State.RUNNING, match__round__state=Round.State.PUBLISHED
    )
    return (
        rows.distinct()
        .select_related("match__tournament")
        .prefetch_related(Prefetch("match__seats", Seat.objects.select_related("entry")))
    )
