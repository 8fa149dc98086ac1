"""The floor of a round as a judge sees it: every table, who needs somebody now, and who is on the way.

A fixed number of queries, however many tables play. Nothing here is secret: what a table is about stands in a case.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import IntEnum

from django.db.models import Count, OuterRef, Prefetch, Subquery

from tournaments.events.models import Tournament
from tournaments.events.zones import Zone, judges_of_zone, uncovered, zones_of
from tournaments.recordings.models import Recording
from tournaments.rounds.models import Match, Round
from tournaments.rounds.selectors import current_round, matches_of, with_seats
from tournaments.rounds.services import match_ends_at
from tournaments.rounds.stages import match_names

from .call_services import lost_minutes
from .models import OPEN_CALLS, DeckCheck, JudgeCall

SOON = timedelta(minutes=5)


class Need(IntEnum):
    """How much a table needs somebody: nobody is there yet; somebody is; its time is up; it soon is; it plays."""

    URGENT = 0
    WATCHED = 1
    OVER = 2
    SOON_OVER = 3
    PLAYING = 4


@dataclass(frozen=True)
class FloorTable:
    """One table: what happens there, until when it plays, and who is there.

    ``since`` is when somebody began to wait; ``proposed`` the minutes that its call has cost so far. ``zone``: whose
    zone the table is in, empty for nobody's.
    """

    match: Match
    need: Need
    ends_at: datetime | None
    call: JudgeCall | None
    check: DeckCheck | None
    since: datetime | None
    proposed: int
    zone: str
    title: str = ""
    """What people call the match, where it stands in the queue: round 3, final, third place."""

    @property
    def judge(self) -> str:
        """Who is at the table, or on the way there; empty when nobody is."""
        if self.call is not None and self.call.claimed_by is not None:
            return str(self.call.claimed_by.display_name)
        return str(self.check.opened_by.display_name) if self.check is not None else ""

    @property
    def may_be_claimed(self) -> bool:
        """Whether a judge can say that they go there: nobody has yet, and it does not wait for the head judge."""
        return self.call is None or (self.call.claimed_by is None and self.call.escalated_at is None)

    @property
    def for_head_judge(self) -> bool:
        """Whether it waits for the head judge, and nobody has come."""
        return self.call is not None and self.call.claimed_by is None and self.call.escalated_at is not None

    @property
    def disputed(self) -> bool:
        """Whether the players reported different results."""
        return self.match.state == Match.State.DISPUTED


@dataclass(frozen=True)
class Floor:
    """A round on the floor: who needs a judge, the tables that still play, and how many are done.

    ``hidden``: how many play outside the zone that is shown; ``uncovered``: the tables in nobody's zone, as text.
    """

    round: Round | None
    queue: list[FloorTable]
    tables: list[FloorTable]
    done: int
    hidden: int
    uncovered: str = ""


def floor_of(
    tournament: Tournament,
    at: datetime,
    zone: tuple[int, int] | None = None,
    zones: list[Zone] | None = None,
) -> Floor:
    """The running round by need, then by the end of each table's time. ``zone``: only tables from … to … play here.

    ``zones``: who looks after which tables, where that is read already. Anyone who waits for a judge is shown whatever
    the zone: nobody waits because a judge looks elsewhere.
    """
    round_ = current_round(tournament)
    calls = _open_calls(tournament)
    zones = zones_of(tournament) if zones is None else zones
    if round_ is None or round_.state != Round.State.PUBLISHED:
        return Floor(None, _in_line(tournament, _waiting(calls, at, zones)), [], 0, 0)
    matches = [match for match in matches_of(round_) if match.kind != Match.Kind.BYE]
    found = _tables(tournament, round_, matches, calls, at, zones)
    queue = [one for one in found if one.since is not None] + _waiting(calls, at, zones)
    playing = [one for one in found if one.since is None and one.match.state != Match.State.FINAL]
    inside = [one for one in playing if _inside(one.match, zone)]
    done = sum(match.state == Match.State.FINAL for match in matches)
    return Floor(
        round_,
        _in_line(tournament, queue),
        sorted(inside, key=_ending),
        done,
        len(playing) - len(inside),
        uncovered(zones, (match.table for match in matches)),
    )


def _tables(
    tournament: Tournament,
    round_: Round,
    matches: Sequence[Match],
    calls: dict[int | None, JudgeCall],
    at: datetime,
    zones: list[Zone],
) -> list[FloorTable]:
    """The tables of a round that is played, each with its call, which is taken out of ``calls``."""
    checks, disputes = _open_checks(tournament), _disputed_since(matches)
    for match in matches:
        match.round = round_
    return [
        _table(match, calls.pop(match.pk, None), checks.get(match.pk), at, zones, disputes.get(match.pk))
        for match in matches
    ]


def _waiting(calls: Mapping[int | None, JudgeCall], at: datetime, zones: list[Zone]) -> list[FloorTable]:
    """The tables of these calls, of rounds that are over."""
    return [_table(call.match, call, None, at, zones) for call in calls.values() if call.match is not None]


def _in_line(tournament: Tournament, queue: Sequence[FloorTable]) -> list[FloorTable]:
    """The queue by urgency, each table with the name of its match."""
    if not queue:
        return []
    name = match_names(tournament)
    return [replace(one, title=name(one.match)) for one in sorted(queue, key=_urgency)]


def disputes_of(tournament: Tournament) -> dict[int, Match]:
    """The disputed tables by id, with what was reported there and what was recorded."""
    disputed = Match.objects.filter(tournament=tournament, state=Match.State.DISPUTED).select_related("round")
    disputed = disputed.prefetch_related("reports__entry", "recordings")
    return {match.pk: match for match in with_seats(disputed)}


def call_of_match(match: Match) -> JudgeCall | None:
    """The open call of a table with who goes there, for the players who sit at it."""
    return JudgeCall.objects.filter(match=match, state__in=OPEN_CALLS).select_related("claimed_by").first()


def unanswered(tournament: OuterRef) -> Subquery:
    """How many tables of a tournament wait for a judge and nobody goes there yet, inside another query; None for 0."""
    calls = JudgeCall.objects.filter(tournament=tournament, state=JudgeCall.State.WAITING)
    return Subquery(calls.values("tournament").annotate(number=Count("pk")).values("number"))


def _open_calls(tournament: Tournament) -> dict[int | None, JudgeCall]:
    calls = JudgeCall.objects.filter(tournament=tournament, state__in=OPEN_CALLS, match__isnull=False)
    calls = calls.select_related("claimed_by", "entry", "match__round").prefetch_related(
        "match__seats__entry",
        Prefetch("match__recordings", Recording.objects.only("match", "game_number", "state")),
    )
    return {call.match_id: call for call in calls}


def _open_checks(tournament: Tournament) -> dict[int, DeckCheck]:
    checks = DeckCheck.objects.filter(tournament=tournament, state=DeckCheck.State.OPEN)
    return {check.match_id: check for check in checks.select_related("opened_by")}


def _disputed_since(matches: Iterable[Match]) -> dict[int, datetime]:
    disputed = Match.objects.filter(
        pk__in=[match.pk for match in matches if match.state == Match.State.DISPUTED],
        disputes__settled_at=None,
    )
    return dict(disputed.values_list("pk", "disputes__opened_at"))


def _table(
    match: Match,
    call: JudgeCall | None,
    check: DeckCheck | None,
    at: datetime,
    zones: list[Zone],
    disputed_at: datetime | None = None,
) -> FloorTable:
    ends = match_ends_at(match)
    since = call.opened_at if call is not None else disputed_at
    lost = lost_minutes(call, match, at) if call is not None else 0
    need = _need(match, call, check, ends, since, at)
    zone = judges_of_zone(zones, match.table)
    return FloorTable(match, need, ends, call, check, since, lost, zone)


def _need(
    match: Match,
    call: JudgeCall | None,
    check: DeckCheck | None,
    ends: datetime | None,
    since: datetime | None,
    at: datetime,
) -> Need:
    somebody = check is not None or (call is not None and call.claimed_by_id is not None)
    if since is not None:
        return Need.WATCHED if somebody else Need.URGENT
    if ends is None or match.round.paused_at is not None:
        return Need.PLAYING
    if ends <= at:
        return Need.OVER
    return Need.SOON_OVER if ends - at <= SOON else Need.PLAYING


def _inside(match: Match, zone: tuple[int, int] | None) -> bool:
    return zone is None or match.table is None or zone[0] <= match.table <= zone[1]


def _urgency(one: FloorTable) -> tuple[int, bool, float, int]:
    """Nobody there yet before somebody is; the head judge's own first; then anyone who waits longest."""
    escalated = one.call is not None and one.call.escalated_at is not None
    since = one.since.timestamp() if one.since is not None else 0
    return one.need, not escalated, since, one.match.table or 0


def _ending(one: FloorTable) -> tuple[bool, datetime | int, int]:
    """By the end of the table's time, the latest last; without a limit by number."""
    return one.ends_at is None, one.ends_at or 0, one.match.table or 0
