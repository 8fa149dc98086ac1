"""A tournament with players, judges and desk, for the tests of decks."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from tests.tournaments.hall import make_tournament, make_user, organizer_of, staff_actor
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_create
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry


@dataclass
class Hall:
    """An open tournament: player A and player B have entered, and everybody who works there."""

    tournament: Tournament
    a: Any
    b: Any
    outsider: Any
    judge: Any
    head_judge: Any
    scorekeeper: Any
    organizer: Any
    foreign_judge: Any
    office: Any

    def entry(self, user: Any) -> Entry:
        """The entry of a player, read anew."""
        return Entry.objects.select_related("registration__current").get(
            tournament=self.tournament, user=user
        )

    def close(self) -> None:
        """Let the deadline have passed a minute ago."""
        self.tournament.deck_deadline = timezone.now() - timedelta(minutes=1)
        self.tournament.save(update_fields=["deck_deadline"])


def make_hall(**params: Any) -> Hall:
    """The hall; decks may change for another hour."""
    now = timezone.now()
    times = {"starts_at": now + timedelta(hours=2), "deck_deadline": now + timedelta(hours=1)}
    tournament = make_tournament(**(times | params))
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    tournament.refresh_from_db()
    a, b = make_user("Ann"), make_user("Bob")
    for user in (a, b):
        entry_create(actor=Actor(user, "player"), tournament=tournament)
    other = make_tournament("Other Cup")
    return Hall(
        tournament,
        a,
        b,
        make_user("Outsider"),
        staff_actor(tournament, "judge").user,
        staff_actor(tournament, "head_judge").user,
        staff_actor(tournament, "scorekeeper").user,
        tournament.created_by,
        staff_actor(other, "judge").user,
        make_user("Office", is_office=True),
    )


def browser(user: Any | None) -> Client:
    """A browser in which this person is signed in."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client
