"""The people of the demo: accounts, the office (which also keeps the cards), and personal links."""

from dataclasses import dataclass

from decks.cards.services import keeper_make
from ledger.commands import SYSTEM, Actor
from tournaments.demo import people
from tournaments.entries.models import Entry
from tournaments.entries.questions import PAGE_PARTS
from tournaments.events.models import Tournament
from tournaments.recordings.models import Recording
from tournaments.recordings.opening import seated
from tournaments.rounds.models import Match

from .models import User
from .questions import page_opened
from .services import account_create, account_make_office, account_rename, link_create


def make_person(person: people.Person) -> User:
    """An account of the demo, through the sign-up everybody uses; one of them opens their page to everybody."""
    office = person is people.OFFICE
    answer = account_create(
        actor=SYSTEM,
        username=person.username,
        password=people.PASSWORD,
        display_name="Demo" if office else person.name,
    )
    user = User.objects.get(pk=answer["user"])
    if office:
        account_make_office(actor=SYSTEM, user=user)
        account_rename(
            actor=Actor(user, "person"), display_name=person.name
        )  # which nobody else may be called
        user.refresh_from_db()
        keeper_make(actor=SYSTEM, user=user)
    if person is people.OPEN_PLAYER:
        page_opened(Actor(user, "person"), PAGE_PARTS)
    return user


@dataclass(frozen=True)
class RecordedGame:
    """A recorded game of the demo: what it shows, where it is, and how each of its players gets in."""

    shows: str
    address: str
    players: list[tuple[str, str]]


def recorded_games(links: dict[str, str]) -> list[RecordedGame]:
    """A recorded game of each match of the demo; a guest of them gets a new link, unless ``links`` has one by name."""
    found: list[RecordedGame] = []
    shown: set[int] = set()
    recordings = Recording.objects.filter(match__tournament__demo=True).select_related(
        "match__round", "match__tournament"
    )
    for recording in recordings.order_by("match__tournament", "state", "pk"):
        match = recording.match
        if match is None or match.pk in shown:
            continue
        shown.add(match.pk)
        tournament = match.tournament
        shows = {"disputed": "signed, in a dispute", "final": "signed, the result is verified"}.get(
            match.state, "being recorded"
        )
        players = [(entry.name, _way_in(tournament, entry, links)) for entry in seated(match)]
        shows = f"{tournament.game_name}, {shows}"
        found.append(RecordedGame(shows, f"/t/{tournament.slug}/recordings/{recording.pk}/", players))
    return found


def _way_in(tournament: Tournament, entry: Entry, links: dict[str, str]) -> str:
    """The username of an account, or the personal link of a guest."""
    if entry.user.guest_of != tournament.chain_key:
        return str(entry.user.username)
    if entry.name not in links:
        token = link_create(actor=SYSTEM, tournament=tournament, user=entry.user)["token"]
        links[entry.name] = f"/link/#{token}"
    return links[entry.name]


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
