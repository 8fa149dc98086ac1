"""Leagues of tests, and the clock of the site that a test moves."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from ledger.commands import Actor
from ledger.models import OutboxMessage
from tests.tournaments.hall import publish, running_tournament
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.leagues.models import Appointment
from tournaments.leagues.services import appointment_accept, appointment_offer
from tournaments.leagues.window_services import leagues_sweep
from tournaments.rounds.models import Match, Round
from tournaments.rounds.services import result_report


class Clock:
    """The clock of the site: real until a test moves it, and then as far ahead."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead, self.real = timedelta(), timezone.now
        monkeypatch.setattr(timezone, "now", lambda: self.real() + self.ahead)

    def to(self, moment: datetime) -> None:
        """Let it be this moment, and the relay look after leagues once."""
        self.ahead = moment - self.real()
        leagues_sweep()

    def on(self, **by: float) -> None:
        """Let so much time pass."""
        self.to(timezone.now() + timedelta(**by))


def acts(entry: Entry) -> Actor:
    return Actor(entry.user, "player")


def league(players: int = 4, template: str = "league", **params: Any) -> Tournament:
    """A league whose first window is being played."""
    made = running_tournament(players, template=template, **params)
    publish(made)
    return made


def table(tournament: Tournament, number: int = 1) -> tuple[Match, Entry, Entry]:
    """A table of the newest window, and who sits there."""
    newest = Round.objects.filter(tournament=tournament).order_by("-number").first()
    match = Match.objects.get(round=newest, table=number)
    one, other = (seat.entry for seat in match.seats.select_related("entry__user").order_by("position"))
    match.tournament = tournament
    return match, one, other


def offered(match: Match, by: Entry, *hours: float, place: str = "online") -> Appointment:
    times = [timezone.now() + timedelta(hours=one) for one in hours or (24,)]
    about = {"tournament": match.tournament, "match_id": match.pk}
    appointment_offer(actor=acts(by), times=times, place=place, **about)
    return Appointment.objects.get(match=match)


def agreed(match: Match, one: Entry, other: Entry, hours: float = 24) -> Appointment:
    made = offered(match, one, hours)
    offer = made.offers.get(entry=one)
    appointment_accept(actor=acts(other), tournament=match.tournament, match_id=match.pk, offer_id=offer.pk)
    made.refresh_from_db()
    return made


def reported(match: Match, *said: int) -> None:
    """Both report the same."""
    for seat in match.seats.select_related("entry__user"):
        about = {"tournament": match.tournament, "match_id": match.pk}
        result_report(actor=acts(seat.entry), said=said or (2, 0, 0), **about)


def told(fact: str) -> list[list[int]]:
    """Who was told of a fact, in order."""
    rows = OutboxMessage.objects.filter(topic="notice", payload__name=fact).order_by("pk")
    return [row.payload["people"] for row in rows]


def code_of(call: Callable[[], Any]) -> str:
    """By which code a command is refused; empty when it goes through."""
    from ledger.errors import UserError

    try:
        call()
    except UserError as error:
        return error.code
    return ""
