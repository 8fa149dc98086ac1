"""A circuit that has ended, with people in line and a final that they can be invited to."""

from datetime import date, timedelta
from typing import Any, NamedTuple

from django.utils import timezone

from ledger.commands import Actor
from tests.tournaments import crowd
from tests.tournaments.hall import make_tournament, make_user
from tests.tournaments.organizations.found import found
from tests.tournaments.programme.season import circuit_of
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.programme.invitation_gift_services import gift_add
from tournaments.programme.invitation_models import Place
from tournaments.programme.invitation_services import place_send
from tournaments.programme.ladders import packed_season
from tournaments.programme.models import Circuit, Frozen
from tournaments.season_points import CIRCUITS, Event, Finish, Season


class Final(NamedTuple):
    """The circuit, its final, everybody in line (the best first), and who organizes both."""

    circuit: Circuit
    final: Tournament
    people: list[Any]
    organizer: Actor

    def place(self, person: int) -> Place:
        """The place of whoever stands there in line, from 0."""
        return Place.objects.get(final=self.final, user=self.people[person])

    def states(self) -> dict[int, str]:
        """By their place in line, from 0, how everybody's invitation stands."""
        order = {one.pk: number for number, one in enumerate(self.people)}
        rows = Place.objects.filter(final=self.final)
        return {order[user]: state for user, state in rows.values_list("user", "state")}

    def send(self) -> list[int]:
        """Invite."""
        return place_send(actor=self.organizer, tournament=self.final, circuit_id=self.circuit.pk)["places"]


def some_final(
    people: int = 6, places: int = 2, *, gifts: Any = (), end: bool = True, **params: Any
) -> Final:
    """A final in which entry is open; ``gifts``: more rules, as arguments of the service."""
    number = next(crowd.numbers)
    organization = found(f"Orbit Club {number}")
    organizer = Actor(organization.created_by, "organizer")
    circuit = circuit_of(organization, name=f"season-{number}")
    values = {"starts_at": timezone.now() + timedelta(days=40), "capacity": 16} | params
    final = make_tournament("The Final", by=organizer.user, organization_id=organization.pk, **values)
    tournament_open_entry(actor=organizer, tournament=final, casual=True)
    for gift in ({"kind": "place", "first": 1, "last": places, "value": 10}, *gifts):
        where = {} if gift["kind"] == "title" else {"final": final.slug}
        gift_add(actor=organizer, circuit=circuit, **where, **gift)
    final.refresh_from_db()
    made = Final(circuit, final, [make_user(f"Player {number}") for number in range(people)], organizer)
    if end:
        ended(made)
    return made


def ended(made: Final, *, level: bool = False) -> None:
    """End the circuit: one evening, in which they came in as they stand in line; ``level``: all shared a place."""
    people = [str(one.pk) for one in made.people]
    finishes = tuple(Finish.of(1 if level else place, one) for place, one in enumerate(people, start=1))
    season = Season(CIRCUITS["vekn"], (Event("only", "event", date(2026, 5, 1), finishes, 200),))
    if not level:  # every place pays another worth, so that nobody shares a rank
        events = tuple(
            Event(f"e{place}", "event", date(2026, 5, 1) + timedelta(days=day), (Finish.of(1, one),), 200)
            for place, one in enumerate(people)
            for day in range(len(people) - place)
        )
        events = tuple(
            Event(f"e{number}", one.of, one.on, one.finishes, one.size) for number, one in enumerate(events)
        )
        season = Season(CIRCUITS["vekn"], events)
    Circuit.objects.filter(pk=made.circuit.pk).update(state="closed", closed_at=timezone.now())
    made.circuit.refresh_from_db()
    Frozen.objects.create(
        circuit=made.circuit, at=timezone.now(), heads={"t-one": [1, "ab"]}, packed=packed_season(season)
    )
