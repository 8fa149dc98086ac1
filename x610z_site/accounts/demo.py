"""The people of the demo: accounts, the office (which also keeps the cards), and personal links."""

from decks.cards.services import keeper_make
from ledger.commands import SYSTEM
from tournaments.demo import people
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match

from .models import User
from .services import account_create, account_make_office, link_create


def make_person(person: people.Person) -> User:
    """An account of the demo, through the sign-up everybody uses."""
    answer = account_create(
        actor=SYSTEM, username=person.username, password=people.PASSWORD, display_name=person.name
    )
    user = User.objects.get(pk=answer["user"])
    if person is people.OFFICE:
        account_make_office(actor=SYSTEM, user=user)
        keeper_make(actor=SYSTEM, user=user)
    return user


def personal_links(tournament: Tournament) -> list[tuple[str, str]]:
    """Name and new link of two guests whose report is awaited; earlier links and their sessions end."""
    links = []
    for state in (Match.State.OPEN, Match.State.REPORTED):
        match = Match.objects.filter(tournament=tournament, round__state="published", state=state)
        entry = (
            Entry.objects.filter(seats__match__in=match, user__guest_of=tournament.chain_key)
            .exclude(reports__match__in=match)
            .select_related("user")
            .order_by("number")
            .first()
        )
        if entry is not None:
            token = link_create(actor=SYSTEM, tournament=tournament, user=entry.user)["token"]
            links.append((entry.name, f"/link/#{token}"))
    return links
