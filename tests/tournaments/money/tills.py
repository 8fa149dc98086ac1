"""An event with a fee, and who stands where in it."""

from typing import Any

from django.test import Client

from ledger.commands import Actor
from tests.tournaments.hall import enter, make_tournament, organizer_of, staff_actor
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_check_in, tournament_open_entry
from tournaments.money.fee_services import fee_set
from tournaments.money.payment_services import payment_take


def event(players: int = 4, name: str = "Coin Cup", **fee: Any) -> tuple[Tournament, list[Entry]]:
    """An event at check-in that costs 7.50, or what is said."""
    tournament = make_tournament(name)
    organizer = organizer_of(tournament)
    tournament_open_entry(actor=organizer, tournament=tournament, casual=True)
    entries = enter(tournament, players)
    tournament_open_check_in(actor=organizer, tournament=tournament)
    fee_set(actor=organizer, tournament=tournament, **({"cents": 750} | fee))
    tournament.refresh_from_db()
    return tournament, entries


def door_of(tournament: Tournament) -> Actor:
    """A door helper."""
    return staff_actor(tournament, "door")


def take(tournament: Tournament, entry: Entry, method: str = "cash", **more: Any) -> int:
    """The fee of an entry is taken by the organizer, or by ``actor``; the number of its row."""
    actor = more.pop("actor", None) or organizer_of(tournament)
    return payment_take(actor=actor, tournament=tournament, entry_id=entry.pk, method=method, **more)[
        "booking"
    ]


def browser(actor: Actor) -> Client:
    """Somebody's browser."""
    client = Client()
    client.force_login(actor.user)
    return client
