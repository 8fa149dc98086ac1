"""Setting up a hall for tests, through the same services the pages use."""

from collections.abc import Sequence
from datetime import timedelta
from functools import cache
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from decks.registration.models import DeckRevision, Registration
from ledger.commands import Actor
from ledger.hashing import digest
from rules_engine.testing import random_game
from rules_engine.x610z.cards import load_pool
from tests.tournaments import crowd
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_check_in, entry_create, tournament_start
from tournaments.events.models import Staff, Tournament
from tournaments.events.services import (
    tournament_create,
    tournament_open_check_in,
    tournament_open_entry,
)
from tournaments.events.telling_services import event_tell
from tournaments.rounds.models import Match, Round
from tournaments.rounds.pairing_services import round_complete, round_draft, round_publish
from tournaments.rounds.services import result_enter
from x610z_site.accounts.services import link_create

PASSWORD = "correct horse battery"


def make_user(name: str = "", **fields: Any) -> Any:
    """A person who can sign in with ``PASSWORD``."""
    number = next(crowd.numbers)
    display = name or f"Player {number}"
    user = get_user_model().objects.create_user(f"user{number}", display_name=display, **fields)
    return user


def staff_actor(tournament: Tournament, role: str, user: Any = None) -> Actor:
    """A person with a role in this tournament."""
    user = user or make_user(f"{role} of {tournament.slug}")
    Staff.objects.get_or_create(tournament=tournament, user=user, role=role)
    return Actor(user, role)


def organizer_of(tournament: Tournament) -> Actor:
    """The person who made it."""
    return Actor(tournament.created_by, "organizer")


def make_tournament(name: str = "Test Cup", by: Any = None, **params: Any) -> Tournament:
    """A tournament in preparation, made from the community template; its lots are those of its name, every time."""
    params = {"template": "constructed-community", "starts_at": timezone.now() + timedelta(hours=1)} | params
    answer = tournament_create(actor=Actor(by or make_user("Organizer"), "organizer"), name=name, **params)
    Tournament.objects.filter(pk=answer["id"]).update(seed=digest(["seed", name])[:32])
    return Tournament.objects.get(pk=answer["id"])


def tell(tournament: Tournament) -> None:
    """Tell in the ledger what a hall was given without a command: other lots, staff."""
    event_tell(actor=organizer_of(tournament), tournament=tournament)


def hand_in_deck(entry: Entry) -> None:
    """Give an entry a handed-in deck without going through the validator."""
    registration = entry.registration
    assert registration is not None
    revision = crowd.deck_of(registration, entry.user)
    revision.save()
    Registration.objects.filter(pk=registration.pk).update(current=revision, state="submitted")


def enter(tournament: Tournament, players: int) -> list[Entry]:
    """Enter this many people, each with a deck."""
    if crowd.fits(tournament, players):
        return crowd.entered(tournament, crowd.people([""] * players))
    return enter_by_commands(tournament, players)


def enter_by_commands(tournament: Tournament, players: int) -> list[Entry]:
    """The same, each by their own command."""
    entries = []
    for _number in range(players):
        answer = entry_create(actor=Actor(make_user(), "player"), tournament=tournament)
        entry = Entry.objects.get(pk=answer["entry"])
        hand_in_deck(entry)
        entries.append(entry)
    return entries


def become_guest(entry: Entry) -> None:
    """Make the person of an entry a guest of its tournament, as if the desk had entered them."""
    guest_of = entry.tournament.chain_key
    get_user_model().objects.filter(pk=entry.user_id).update(guest_of=guest_of, password="!")
    entry.user.refresh_from_db()


def let_in(tournament: Tournament, entry: Entry) -> Client:
    """The browser of a guest who has opened a new personal link; their deck is handed in after that."""
    token = link_create(actor=organizer_of(tournament), tournament=tournament, user=entry.user)["token"]
    client = Client()
    assert client.post("/link/", {"code": token}).status_code == 302
    DeckRevision.objects.filter(registration=entry.registration_id).update(at=timezone.now())
    return client


def running_tournament(players: int = 8, **params: Any) -> Tournament:
    """A tournament with everybody checked in and started, no round paired yet."""
    tournament = make_tournament(**params)
    actor = organizer_of(tournament)
    tournament_open_entry(actor=actor, tournament=tournament, casual=True)
    entries = enter(tournament, players)
    tournament_open_check_in(actor=actor, tournament=tournament)
    if crowd.fits(tournament, 0):
        crowd.checked_in(tournament, entries, actor)
    else:
        check_in_by_commands(tournament, entries)
    tournament_start(actor=actor, tournament=tournament)
    tournament.refresh_from_db()
    return tournament


def check_in_by_commands(tournament: Tournament, entries: Sequence[Entry]) -> None:
    """Check people in at the desk, each by a command."""
    for entry in entries:
        entry_check_in(actor=organizer_of(tournament), tournament=tournament, entry_id=entry.pk)


def approved_tournament(players: int = 8, **params: Any) -> Tournament:
    """A running tournament that the office approved, as the front page shows."""
    return approve(running_tournament(players, **params))


def approve(tournament: Tournament) -> Tournament:
    """The same tournament as if the office had approved it before it began."""
    Tournament.objects.filter(pk=tournament.pk).update(approval=Tournament.Approval.APPROVED)
    tournament.refresh_from_db()
    return tournament


def draft(tournament: Tournament, number: int = 1) -> Round:
    """Pair a round as a draft."""
    answer = round_draft(actor=organizer_of(tournament), tournament=tournament, number=number)
    return Round.objects.get(pk=answer["round"])


def publish(tournament: Tournament, number: int = 1) -> Round:
    """Pair and publish a round."""
    round_ = draft(tournament, number)
    round_publish(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk, start_clock=True)
    round_.refresh_from_db()
    return round_


def play(tournament: Tournament, number: int = 1) -> Round:
    """A whole round: paired, published, all results entered (first seat wins 2-0), completed."""
    return play_out(tournament, publish(tournament, number))


def play_out(tournament: Tournament, round_: Round) -> Round:
    """The rest of a published round: all results entered, completed."""
    for match in Match.objects.filter(round=round_, kind="played"):
        result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)
    round_.refresh_from_db()
    return round_


def of_table(match: Match) -> dict[str, str]:
    """What every form of a player's screen says of the table it was shown for."""
    return {"match": str(match.pk), "version": str(match.version)}


@cache
def legal_deck(pool_key: str = "demo") -> tuple[str, ...]:
    """Fifty card numbers that constructed play allows together: crystals, summons and effects within their copies."""
    pool = load_pool(pool_key)
    deck: list[str] = []
    for kinds, size in ((("energy_crystal",), 20), (("summon",), 30), (("effect", "summon_effect"), 50)):
        cards = [
            card for card in pool.cards if card.kind in kinds and not card.is_life_base and not card.manual
        ]
        for copy in range(9):
            fits = [card.number for card in cards if card.restriction is None or copy < card.restriction]
            deck += fits[: size - len(deck)]
    return tuple(deck)


def logged(match: Match, seed: int = 3, **header: Any) -> bytes:
    """A log of a whole legal game between the players of a match, by the law of its event."""
    keys = [seat.entry.key for seat in match.seats.select_related("entry").order_by("position")]
    return logged_between(tuple(keys), seed, **header)


@cache
def logged_between(keys: tuple[str, ...], seed: int = 3, pool_key: str = "demo", **header: Any) -> bytes:
    """A log of a whole legal game between players named like that."""
    decks = [legal_deck(pool_key)] * len(keys)
    return random_game(seed, len(keys), decks=decks, players=keys, pool=load_pool(pool_key), **header)
