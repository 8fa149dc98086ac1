"""Inviting to a final: sending by the line, answering, passing down, reminding.

Every command here takes the final's lock first and the circuit's row after it, so an answer, the end of a deadline and
a withdrawal come one after the other, and no place is given twice. What a command does to a place stands in the
circuit's own chain, one row each (:class:`.invitation_models.Place` is told there); its owner reads them.
"""

from datetime import datetime, timedelta
from typing import TypedDict

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import SYSTEM, Command, command
from ledger.errors import UserError
from ledger.names import reason_of
from tournaments.entries.award_services import award
from tournaments.entries.models import Entry
from tournaments.entries.services import enter_invited, move_up, places_left
from tournaments.events.kinds import first_format
from tournaments.events.models import Tournament
from tournaments.events.services import lock, refuse_rehearsal, require_state

from .invitation_gift_services import USUAL_DAYS, held
from .invitation_line import HOLDS, Ranked, brought, next_of, places_given
from .invitation_models import Gift, Place
from .models import Circuit


class AboutPlace(TypedDict):
    """The place that a command was about, and how it stands."""

    place: int
    state: str


class Passed(TypedDict):
    """The places (ids) that were given by a command."""

    places: list[int]


State = Place.State
TAKES = (Tournament.State.ENTRY, Tournament.State.CHECK_IN)
"""States of a final in which somebody can say yes."""
DAY = timedelta(days=1)
AT_ONCE = 200


@command("place.send")
def place_send(cmd: Command, *, tournament: Tournament, circuit_id: int) -> Passed:
    """Invite the line of a circuit that has ended to its final, the best first. Twice is once."""
    final = lock(cmd, tournament)
    circuit = held(cmd, circuit_id, organizing=True)
    if circuit.state != Circuit.State.CLOSED:
        raise UserError("not_ended", _("The circuit has not ended yet: its ladder can still change."))
    refuse_rehearsal(final)
    if final.state not in TAKES:
        raise UserError("final_closed", _("Open entry for the final first, so that people can say yes."))
    if not places_given(Gift.objects.filter(circuit=circuit), final.pk):
        raise UserError("no_places", _("This circuit gives no places in this final."))
    if places_left(final) < 0:
        raise UserError("no_room", _("The final has fewer places than are given. Add places to it first."))
    made = _fill(cmd, circuit, final)
    cmd.record(circuit=circuit.pk, places=made)
    return {"places": made}


@command("place.accept", public=True)
def place_accept(cmd: Command, *, tournament: Tournament, place_id: int) -> AboutPlace:
    """The actor says yes: they are entered in the final, with the byes and the seed that they won. Twice is once."""
    final = lock(cmd, tournament)
    refuse_rehearsal(final)
    place = _own(cmd, final, place_id)
    if place.state == State.ACCEPTED:
        return _said(place)
    if place.state != State.OPEN or place.deadline <= cmd.at:
        raise UserError("not_open", _("This place is no longer waiting for your answer."))
    require_state(final, *TAKES)
    _stands(place, State.ACCEPTED, cmd.at)
    entry = enter_invited(cmd, final, cmd.actor.user, Entry.State.ENTERED)
    if first_format(final.policy).awards:
        award(cmd, entry, max(entry.byes, place.byes), place.seed or entry.seed)
    if places_left(final) < 0:
        raise UserError("full", _("The final is full. Ask its organizer to add a place."))
    cmd.record(place=place.pk, entry=entry.pk)
    return _said(place)


@command("place.decline")
def place_decline(cmd: Command, *, tournament: Tournament, place_id: int) -> AboutPlace:
    """The actor says no; the next in line is invited at once. Twice is once."""
    final = lock(cmd, tournament)
    place = _own(cmd, final, place_id)
    if place.state == State.DECLINED:
        return _said(place)
    if place.state != State.OPEN:
        raise UserError("not_open", _("This place is no longer waiting for your answer."))
    _stands(place, State.DECLINED, cmd.at)
    _pass(cmd, place.circuit, final)
    cmd.record(place=place.pk)
    return _said(place)


@command("place.withdraw")
def place_withdraw(cmd: Command, *, tournament: Tournament, place_id: int, reason: str) -> AboutPlace:
    """The organizer of the circuit takes a place back that waits for an answer; the next in line is invited.

    The ``reason`` is read by the person whose place it was.
    """
    final = lock(cmd, tournament)
    found = Place.objects.filter(final=final, pk=place_id).first()
    if found is None:
        raise UserError("no_place", _("There is no such place."))
    circuit = held(cmd, found.circuit_id, organizing=True)
    place = Place.objects.get(pk=place_id)
    if place.state == State.WITHDRAWN:
        return _said(place)
    if place.state != State.OPEN:
        raise UserError(
            "answered", _("This person has answered already. Their entry is in the final's list.")
        )
    cmd.explain(reason_of(reason, needed=_("Write down why: this person reads it."), fewest=10, most=300))
    _stands(place, State.WITHDRAWN, cmd.at)
    cmd.notify("final.withdrawn", [place.user_id], place=place.pk)
    _pass(cmd, circuit, final)
    cmd.record(place=place.pk)
    return _said(place)


@command("place.pass", own_chain=True)
def place_pass(cmd: Command, *, tournament: Tournament, circuit_id: int) -> Passed:
    """End what is past its deadline or without its person, and invite the next in line; nothing due writes nothing."""
    final = lock(cmd, tournament)
    circuit = held(cmd, circuit_id)
    for place in due(cmd.at).filter(circuit=circuit, final=final):
        _stands(place, _ends_as(place, final, cmd.at), cmd.at)
        if place.state == State.MISSED:
            cmd.notify("final.missed", [place.user_id], place=place.pk)
    return {"places": _pass(cmd, circuit, final)}


@command("place.remind", own_chain=True)
def place_remind(cmd: Command, *, tournament: Tournament, place_id: int) -> AboutPlace:
    """Remind somebody of a place that waits for their answer: half-way, and a day before the deadline."""
    final = lock(cmd, tournament)
    place = Place.objects.select_for_update(no_key=True).get(final=final, pk=place_id)
    if place.state != State.OPEN or place.remind_at is None or not place.remind_at <= cmd.at < place.deadline:
        return _said(place)
    place.reminded += 1
    last = place.deadline - DAY
    place.remind_at = last if cmd.at < last else None
    place.save(update_fields=["reminded", "remind_at"])
    cmd.notify("final.reminder", [place.user_id], place=place.pk)
    return _said(place)


def places_sweep() -> None:
    """What the relay does every few seconds: pass down what is due, remind whom it is time to remind."""
    now = timezone.now()
    waiting = due(now).order_by("final", "circuit").values_list("final", "circuit").distinct()[:AT_ONCE]
    for final, circuit in waiting:
        place_pass(actor=SYSTEM, tournament=Tournament.objects.get(pk=final), circuit_id=circuit)
    late = Place.objects.filter(state=State.OPEN, remind_at__lte=now, deadline__gt=now)
    for place in late.select_related("final").order_by("pk")[:AT_ONCE]:
        place_remind(actor=SYSTEM, tournament=place.final, place_id=place.pk)


def due(at: datetime) -> QuerySet[Place]:
    """Places that end without an answer: the time is over, the final or the person is gone, or the entry withdrawn."""
    over = Q(deadline__lte=at) | Q(user__is_active=False) | ~Q(final__state__in=TAKES)
    gone = Entry.objects.filter(
        tournament=OuterRef("final"), user=OuterRef("user"), state=Entry.State.WITHDRAWN
    )
    left = Q(state=State.ACCEPTED, final__state__in=TAKES) & Exists(gone)
    return Place.objects.filter(Q(state=State.OPEN) & over | left)


def _ends_as(place: Place, final: Tournament, at: datetime) -> str:
    if place.state == State.ACCEPTED:
        return State.DECLINED
    over = final.state in TAKES and place.deadline > at  # so the person is gone
    return State.WITHDRAWN if over or final.state == Tournament.State.CANCELLED else State.MISSED


def _own(cmd: Command, final: Tournament, place_id: int) -> Place:
    """The actor's own place, read under the circuit's lock; refused for everybody else's."""
    own = Place.objects.filter(final=final, pk=place_id, user=cmd.actor.user)
    found = own.first()
    if found is None:
        raise UserError("no_place", _("There is no such place."))
    held(cmd, found.circuit_id)
    return own.select_related("circuit").get()


def _stands(place: Place, state: str, at: datetime) -> None:
    place.state, place.answered_at, place.remind_at = state, at, None
    place.save(update_fields=["state", "answered_at", "remind_at"])


def _said(place: Place) -> AboutPlace:
    return {"place": place.pk, "state": place.state}


def _pass(cmd: Command, circuit: Circuit, final: Tournament) -> list[int]:
    """Invite the next in line to what is free; where nobody is left, the waiting list of the final moves up."""
    if final.state not in TAKES:
        return []
    made = _fill(cmd, circuit, final)
    move_up(cmd, final)
    return made


def _fill(cmd: Command, circuit: Circuit, final: Tournament) -> list[int]:
    """Give every free place of a final to the next in line, under the locks of both."""
    gifts = list(Gift.objects.filter(circuit=circuit))
    known = list(Place.objects.filter(circuit=circuit))
    held_here = sum(one.final_id == final.pk and one.state in HOLDS for one in known)
    free = places_given(gifts, final.pk) - held_here
    if free <= 0:
        return []
    days = max(one.value for one in gifts if one.kind == Gift.Kind.PLACE and one.final_id == final.pk)
    deadline = min(cmd.at + timedelta(days=days or USUAL_DAYS), final.starts_at)
    if deadline <= cmd.at:
        return []
    return [
        _invite(cmd, circuit, final, gifts, one, deadline)
        for one in next_of(circuit, final, gifts, known, free, cmd.at)
    ]


def _invite(
    cmd: Command, circuit: Circuit, final: Tournament, gifts: list[Gift], one: Ranked, deadline: datetime
) -> int:
    byes, seed = brought(gifts, final.pk, one.line)
    place = Place.objects.create(
        circuit=circuit,
        final=final,
        user_id=one.user_id,
        line=one.line,
        rank=one.rank,
        byes=byes,
        seed=seed,
        made_at=cmd.at,
        deadline=deadline,
        remind_at=cmd.at + (deadline - cmd.at) / 2,
    )
    cmd.notify("final.offered", [one.user_id], place=place.pk)
    return place.pk
