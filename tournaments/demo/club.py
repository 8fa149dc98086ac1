"""The demo's club: a venue, two evenings behind it and one to come, a league in its first week, and their circuit."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from ledger.commands import Actor
from rules_engine.kernel.stream import Stream
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_check_in, entry_create, tournament_start
from tournaments.events.models import Tournament
from tournaments.events.services import (
    tournament_create,
    tournament_finish,
    tournament_open_check_in,
    tournament_open_entry,
)
from tournaments.leagues.models import Appointment
from tournaments.leagues.services import appointment_accept, appointment_offer
from tournaments.organizations.member_services import member_answer, member_ask
from tournaments.organizations.models import Asked, Level, Member, Organization
from tournaments.organizations.services import organization_create, organization_decide_level
from tournaments.organizations.venue_services import VenueValues, venue_add
from tournaments.programme.circuit_services import circuit_create, circuit_open
from tournaments.programme.models import Circuit
from tournaments.rounds.models import Match
from tournaments.rounds.pairing_services import round_complete, round_draft, round_publish
from tournaments.rounds.services import result_enter, result_report

from . import people
from .clock import demo_set_back
from .people import Users

CLUB, CIRCUIT = "Orbit Club Utrecht", "Orbit Circuit"
PLAYERS = (*(one.username for one in people.PLAYERS), *(one.username for one in people.CREW_PEOPLE))
"""Who comes to the club, by username; Fenna and Óscar first."""
PLACES = 8
ABOUT = "Every other Friday evening, and a league at home in between. Bring a deck or borrow one."
VENUE: VenueValues = {
    "name": "De Sterrenzaal",
    "street": "Ringkade 610",
    "postcode": "3511 AA",
    "town": "Utrecht",
    "country": "NL",
    "latitude": 52.0907,
    "longitude": 5.1214,
    "tables": 24,
    "wheelchair": True,
    "hours": "Friday 19:00 to 23:00",
    "house_rules": "Drinks stay off the tables.",
}
EVENINGS = ((4, "Friday Orbits 11"), (2, "Friday Orbits 12"))
"""The evenings that are over: weeks ago, name."""
ROUNDS = 3


def club(users: Users) -> Organization:
    """Make the club and all it has; ``users`` are the accounts of the demo by username."""
    organization = _founded(users)
    for weeks, name in EVENINGS:
        _evening(users, organization, name, friday(-weeks, hour=22))
    _next_evening(users, organization)
    _league(users, organization)
    _circuit(users, organization)
    return organization


def friday(weeks: int, hour: int) -> datetime:
    """That hour, half past, of the Friday so many weeks from the last one."""
    now = timezone.localtime().replace(hour=hour, minute=30, second=0, microsecond=0)
    return now + timedelta(days=7 * weeks - (now.weekday() - 4) % 7)


def _founded(users: Users) -> Organization:
    """The club with its owner, a judge, its venue and the office's trust."""
    owner, judge = _by(users, people.ORGANIZER), _by(users, people.HEAD_JUDGE)
    made = organization_create(actor=owner, name=CLUB, kind=Organization.Kind.CLUB, about_it=ABOUT)
    organization = Organization.objects.get(pk=made["organization"])
    member_ask(
        actor=owner, organization=organization, username=people.HEAD_JUDGE.username, role=Member.Role.JUDGE
    )
    asked = Asked.objects.get(organization=organization)
    member_answer(actor=judge, organization=organization, asked_id=asked.pk, accept=True)
    venue_add(actor=owner, organization=organization, values=VENUE)
    organization_decide_level(actor=_by(users, people.OFFICE), organization=organization, level=Level.OPEN)
    return organization


def _circuit(users: Users, organization: Organization) -> None:
    """A circuit by the house's preset, for which the club's own events count by their size."""
    owner = _by(users, people.ORGANIZER)
    today = timezone.localdate()
    made = circuit_create(
        actor=owner,
        organization=organization,
        name=CIRCUIT,
        game=Tournament.objects.filter(organization=organization)[0].game,
        starts=today - timedelta(weeks=EVENINGS[0][0] + 2),
        ends=today + timedelta(weeks=12),
    )
    circuit_open(actor=owner, circuit=Circuit.objects.get(pk=made["circuit"]))


def _opened(
    users: Users,
    organization: Organization,
    name: str,
    starts_at: datetime,
    template: str = "constructed-quick",
) -> Tournament:
    """An event of the club at its venue, with entry open."""
    owner = _by(users, people.ORGANIZER)
    made = tournament_create(
        actor=owner,
        template=template,
        name=name,
        starts_at=starts_at,
        capacity=24,
        organization_id=organization.pk,
        venue_id=organization.venues.get().pk,
        changes={"deck_required": False},
        demo=True,
    )
    tournament = Tournament.objects.get(pk=made["id"])
    tournament_open_entry(actor=owner, tournament=tournament)
    return tournament


def _begun(users: Users, tournament: Tournament, names: Sequence[str]) -> None:
    """Enter these people by their usernames, check them in and begin."""
    owner = _by(users, people.ORGANIZER)
    for name in names:
        entry_create(actor=Actor(users[name], "player"), tournament=tournament)
    tournament_open_check_in(actor=owner, tournament=tournament)
    for entry in Entry.objects.filter(tournament=tournament).order_by("number"):
        entry_check_in(actor=owner, tournament=tournament, entry_id=entry.pk)
    tournament_start(actor=owner, tournament=tournament)


def _evening(users: Users, organization: Organization, name: str, last: datetime) -> None:
    """An evening of eight; its ``last`` round was being played at that moment."""
    owner, stream = _by(users, people.ORGANIZER), Stream(name)
    tournament = _opened(users, organization, name, timezone.now() + timedelta(minutes=30))
    _begun(users, tournament, stream.shuffled([*PLAYERS])[:PLACES])
    for number in range(1, ROUNDS + 1):
        made = round_draft(actor=owner, tournament=tournament, number=number)["round"]
        round_publish(actor=owner, tournament=tournament, round_id=made, start_clock=True)
        for match in Match.objects.filter(round=made).prefetch_related("seats__entry"):
            first, second = (1 + Stream(f"strength {seat.entry.name}").below(9) for seat in match.seats.all())
            score = (1, 0, 0) if stream.below(first + second) < first else (0, 1, 0)
            result_enter(actor=owner, tournament=tournament, match_id=match.pk, said=score)
        round_complete(actor=owner, tournament=tournament, round_id=made)
    tournament_finish(actor=owner, tournament=tournament)
    demo_set_back(actor=owner, tournament=tournament, at=last)


def _next_evening(users: Users, organization: Organization) -> None:
    """An evening to come, which some have entered."""
    tournament = _opened(users, organization, "Friday Orbits 13", friday(2, hour=19))
    for name in PLAYERS[1:5]:
        entry_create(actor=Actor(users[name], "player"), tournament=tournament)


def _league(users: Users, organization: Organization) -> None:
    """A league of six in its first week: one match played, one agreed on, and times offered to Fenna."""
    yesterday = timezone.now() - timedelta(days=1)
    tournament = _opened(users, organization, "Winter League, Utrecht", yesterday, "league")
    _begun(users, tournament, PLAYERS[:6])
    owner = _by(users, people.ORGANIZER)
    made = round_draft(actor=owner, tournament=tournament, number=1)["round"]
    round_publish(actor=owner, tournament=tournament, round_id=made, start_clock=True)
    matches = list(Match.objects.filter(round=made).prefetch_related("seats__entry__user"))
    fenna = users[people.OPEN_PLAYER.username]
    matches.sort(key=lambda match: fenna not in [seat.entry.user for seat in match.seats.all()])
    offered, agreed, played = matches
    _offer(tournament, offered, next(seat.entry for seat in offered.seats.all() if seat.entry.user != fenna))
    one, other = (seat.entry for seat in agreed.seats.all())
    _offer(tournament, agreed, one)
    offer = Appointment.objects.get(match=agreed).offers.order_by("pk")[0]
    appointment_accept(actor=_plays(other), tournament=tournament, match_id=agreed.pk, offer_id=offer.pk)
    for seat in played.seats.all():
        result_report(actor=_plays(seat.entry), tournament=tournament, match_id=played.pk, said=(2, 1, 0))


def _offer(tournament: Tournament, match: Match, by: Entry) -> None:
    """Two evenings offered."""
    day = timezone.localtime().replace(hour=20, minute=0, second=0, microsecond=0)
    times = [day + timedelta(days=2), day + timedelta(days=4)]
    appointment_offer(
        actor=_plays(by), tournament=tournament, match_id=match.pk, times=times, place=str(tournament.venue)
    )


def _plays(entry: Entry) -> Actor:
    return Actor(entry.user, "player")


def _by(users: Users, person: people.Person) -> Actor:
    return Actor(users[person.username], person.role)
