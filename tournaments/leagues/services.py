"""Appointments of a league: times offered, one accepted, put off once by each, and somebody who does not come.

Everybody who writes here holds the round's lock shared and the match's row alone, as whoever writes a result does. So
of two answers at once one comes first, and the second is to what the first made of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import StaleError, UserError
from ledger.quotas import require_quota
from tournaments.agenda.services import place_of
from tournaments.events.access import Right, has_judge
from tournaments.events.models import Staff, Tournament
from tournaments.events.notices import announce
from tournaments.judging.call_services import opened
from tournaments.judging.models import JudgeCall
from tournaments.rounds.models import Match, Seat
from tournaments.rounds.services import locked_match, match_ends_at
from tournaments.rounds.units import unit_of

from .models import PLACE_LENGTH, Appointment, Offer, Postponement
from .selectors import ONLINE, may_type_a_place, places_of


class AppointmentIs(TypedDict):
    """The appointment of a table, and how it stands."""

    match: int
    state: str
    version: int


State = Appointment.State
MOST_TIMES = 5
"""So many times one side offers at once."""
MOST_A_DAY = 40
"""So often one person offers times, puts off or says that somebody is absent within a day."""
GRACE = timedelta(minutes=15)
"""So long after the time that was agreed somebody may say that the other did not come."""


@dataclass(frozen=True)
class Held:
    """A table that a command holds: the appointment, the seat for which the actor speaks, and the one across."""

    match: Match
    appointment: Appointment
    own: Seat
    other: Seat


def require_league(tournament: Tournament) -> None:
    """Refuse what only a league has."""
    if not tournament.policy.window_days:
        raise UserError("no_league", _("This tournament is no league: there are no appointments."))


def appointment_of(match: Match) -> Appointment:
    """The appointment of a match that the command holds; made where nobody said anything yet."""
    return Appointment.objects.get_or_create(match=match)[0]


def held(cmd: Command, tournament: Tournament, match_id: int) -> Held:
    """A table of the actor that is still to be played, its row held until commit; refused for every other one."""
    require_league(tournament)
    match = locked_match(cmd, tournament, match_id)
    own = unit_of(tournament).reporter(match, cmd.actor.user)
    if own is None:
        raise UserError("not_your_match", _("This is not your match."))
    other = next((seat for seat in match.seats.select_related("entry") if seat.pk != own.pk), None)
    if other is None or match.table is None:
        raise UserError("no_table", _("You have no opponent in this round."))
    if match.state == Match.State.FINAL:
        raise UserError("final", _("The result of this match is final. Ask at the desk if it is wrong."))
    return Held(match, appointment_of(match), own, other)


def _is(cmd: Command, one: Appointment) -> AppointmentIs:
    cmd.record(match=one.match_id, appointment=one.state, version=one.version)
    return {"match": one.match_id, "state": one.state, "version": one.version}


def _changed(cmd: Command, table: Held, fact: str) -> AppointmentIs:
    """Keep a change, and tell the other side of it."""
    one, match = table.appointment, table.match
    one.version += 1
    one.save()
    people = unit_of(match.tournament).people([table.other.entry_id])
    announce(cmd, fact, people, round=match.round.number, table=match.table or 0)
    return _is(cmd, one)


def _stale() -> StaleError:
    return StaleError("stale", _("This appointment has changed meanwhile. Look at it again."))


@command("appointment.offer", public=True)
def appointment_offer(
    cmd: Command, *, tournament: Tournament, match_id: int, times: Sequence[datetime], place: str = ""
) -> AppointmentIs:
    """Say when one can play, and where: these times take the place of those one offered before.

    The other accepts one of them, or offers other times. What was agreed is put off first.
    """
    require_quota(cmd, MOST_A_DAY)
    table = held(cmd, tournament, match_id)
    one = table.appointment
    if one.state == State.AGREED:
        raise _stale()
    where = _place(tournament, place)
    moments = _moments(cmd, table.match, times)
    one.offers.filter(entry=table.own.entry_id).delete()
    Offer.objects.bulk_create(
        Offer(appointment=one, entry_id=table.own.entry_id, starts_at=at, place=where) for at in moments
    )
    one.waits_for_id = table.other.entry_id
    cmd.record(entry=table.own.entry_id, times=len(moments))
    return _changed(cmd, table, "appointment.offered")


def _moments(cmd: Command, match: Match, times: Sequence[datetime]) -> list[datetime]:
    """The times in order, each once; refused for none or too many, and for one that lies outside the table's time."""
    moments = sorted({at.replace(second=0, microsecond=0) for at in times})
    if not 1 <= len(moments) <= MOST_TIMES:
        text = _("Offer between 1 and %(most)s times.") % {"most": MOST_TIMES}
        raise UserError("times", text, field="times")
    ends = match_ends_at(match)
    if moments[0] <= cmd.at or ends is None or moments[-1] >= ends:
        text = _("Offer times between now and the end of your match's days.")
        raise UserError("times", text, field="times")
    return moments


def _place(tournament: Tournament, text: str) -> str:
    """Where to play: online, a place of the league, or, where nobody in it is 12 to 15, a short text of one's own."""
    place = place_of(text, PLACE_LENGTH) or ONLINE
    if place not in places_of(tournament) and not may_type_a_place(tournament):
        raise UserError("place", _("Choose one of the places that the league offers."), field="place")
    return place


@command("appointment.take_back", public=True)
def appointment_take_back(cmd: Command, *, tournament: Tournament, match_id: int) -> AppointmentIs:
    """Offer none of one's times any longer; twice is once. What was agreed stays."""
    table = held(cmd, tournament, match_id)
    one = table.appointment
    if one.state == State.AGREED:
        raise _stale()
    mine = one.offers.filter(entry=table.own.entry_id)
    if not mine.exists():
        return _is(cmd, one)
    mine.delete()
    one.waits_for_id = table.own.entry_id if one.offers.exists() else None
    return _changed(cmd, table, "appointment.offered")


@command("appointment.accept", public=True)
def appointment_accept(
    cmd: Command, *, tournament: Tournament, match_id: int, offer_id: int
) -> AppointmentIs:
    """Agree to a time that the other side offers; it stands in both agendas from now on. Twice is once."""
    table = held(cmd, tournament, match_id)
    one = table.appointment
    offer = one.offers.filter(pk=offer_id, entry=table.other.entry_id).first()
    if offer is None or (one.state == State.AGREED and one.starts_at != offer.starts_at):
        raise _stale()
    if one.state == State.AGREED:
        return _is(cmd, one)
    if offer.starts_at <= cmd.at:
        raise UserError("over", _("This moment has passed. Offer other times."))
    one.state, one.starts_at, one.place, one.agreed_at = State.AGREED, offer.starts_at, offer.place, cmd.at
    one.waits_for_id = one.day_told_at = one.hour_told_at = None
    one.offers.exclude(pk=offer.pk).delete()
    cmd.record(entry=table.own.entry_id)
    return _changed(cmd, table, "appointment.agreed")


@command("appointment.postpone", public=True)
def appointment_postpone(
    cmd: Command, *, tournament: Tournament, match_id: int, version: int
) -> AppointmentIs:
    """Put off what was agreed, before it begins: once for each of the two at a table. Then times are offered anew."""
    require_quota(cmd, MOST_A_DAY)
    table = held(cmd, tournament, match_id)
    one = table.appointment
    if one.state != State.AGREED or one.version != version or one.starts_at is None:
        raise _stale()
    if one.starts_at <= cmd.at:
        raise UserError("over", _("Your match has begun by what you agreed. Ask a judge."))
    if not Postponement.objects.get_or_create(
        appointment=one, entry_id=table.own.entry_id, defaults={"at": cmd.at}
    )[1]:
        raise UserError("postponed", _("You have put this match off once already. Ask the organizer."))
    reopen(one)
    one.waits_for_id = table.own.entry_id
    cmd.record(entry=table.own.entry_id)
    return _changed(cmd, table, "appointment.postponed")


def reopen(one: Appointment) -> None:
    """Nothing is agreed any longer, nothing is offered, and nobody is said to be absent; the caller saves it."""
    one.offers.all().delete()
    one.state, one.starts_at, one.place, one.agreed_at = State.OPEN, None, "", None
    one.waits_for = one.absent_said_by = one.absent_said_at = one.day_told_at = one.hour_told_at = None


@command("appointment.absent", public=True)
def appointment_absent(cmd: Command, *, tournament: Tournament, match_id: int) -> AppointmentIs:
    """Say that the other did not come. Nothing follows from it by itself: a judge decides, and is called here.

    Twice is once; whoever of the two says it first is the one who said it.
    """
    require_quota(cmd, MOST_A_DAY)
    table = held(cmd, tournament, match_id)
    one, match = table.appointment, table.match
    if one.state != State.AGREED or one.starts_at is None:
        raise UserError(
            "not_agreed", _("Nothing was agreed, so nobody is absent. Offer times, or ask the organizer.")
        )
    if cmd.at < one.starts_at + GRACE:
        text = _("Wait %(minutes)s minutes from the time you agreed.")
        raise UserError("early", text % {"minutes": int(GRACE.total_seconds()) // 60})
    if one.absent_said_by_id is not None:
        return _is(cmd, one)
    one.absent_said_by_id, one.absent_said_at = table.own.entry_id, cmd.at
    cmd.record(entry=table.own.entry_id)
    if has_judge(tournament):
        opened(cmd.also("call.open", public=True), tournament, match.pk, JudgeCall.Reason.ABSENT)
    announce(cmd, "league.absent", deciding(tournament), round=match.round.number, table=match.table or 0)
    return _changed(cmd, table, "appointment.absent")


def deciding(tournament: Tournament) -> list[int]:
    """Who decides what becomes of a table: judges and organizers."""
    rows = Staff.objects.filter(tournament=tournament, role__in={*Right.RULE.roles, *Right.STAFF.roles})
    return list(rows.values_list("user_id", flat=True))
