"""The demo day: a 16-player tournament in round 3 of 4, one that can be entered, one that is over, two of crews, one
of Z/X, and a club with its evenings, a league and a circuit.

Everything goes through the services, so the ledger is real. At the end the clock is set back: what took seconds
to load looks as if it had taken an afternoon.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from decks.cards.packaged import cards_load_packaged
from ledger.commands import Actor
from ledger.people import Account
from rules_engine.kernel.stream import Stream
from tournaments.clans.services import clan_show
from tournaments.demo.people import Users
from tournaments.entries.invitation_services import entry_claim
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_add_at_desk, entry_check_in, entry_create, tournament_start
from tournaments.events.invitation_services import invitation_make
from tournaments.events.models import Invitation, Tournament
from tournaments.events.services import (
    tournament_create,
    tournament_decide_approval,
    tournament_open_check_in,
    tournament_open_entry,
    tournament_request_approval,
)
from tournaments.imports.reading import read_event
from tournaments.imports.services import results_import
from tournaments.rounds.models import Match, Round
from tournaments.rounds.outcomes import Score
from tournaments.rounds.pairing_services import round_complete, round_draft, round_publish, round_redraft
from tournaments.rounds.selectors import matches_of
from tournaments.rounds.services import result_enter, result_report

from . import people
from .clock import demo_set_back
from .club import club
from .crews import crew_cup, crew_evening
from .decks import keep_decks, submit_decks
from .judges import appealed_ruling, calls
from .logs import LoggedGame, logged_game, submit
from .recordings import live_game, practise, signed_game, signed_games
from .staff import take_role
from .zx import zx_evening

FINISHED_EVENT = Path(__file__).parent / "data" / "spring-orbit-open.json"
CLAIMED = "P10"
"""The second of the finished event: in the demo this is the player with a page of her own."""
TEMPLATE = "constructed-community"
DRAFTS = 12  # attempts to seat the two players with log-ins at different tables

MakePerson = Callable[[people.Person], Account]

LIVE_DELAY = 5
"""Minutes after which the audience may follow the recorded games of the demonstration."""


@dataclass(frozen=True)
class Hall:
    """The tournament being built and who works there."""

    tournament: Tournament
    organizer: Actor
    scorekeeper: Actor
    stream: Stream


def demo_tournament() -> Tournament | None:
    """The demo tournament in the middle of its day, if the demo is loaded."""
    made = Tournament.objects.filter(demo=True, created_by__username=people.ORGANIZER.username)
    return made.order_by("pk").first()


@transaction.atomic
def load(make_person: MakePerson) -> Tournament:
    """Load the whole demo, or nothing; ``make_person`` makes an account and returns the user."""
    cards_load_packaged()
    users = {person.username: make_person(person) for person in (*people.ACCOUNTS, *people.CREW_PEOPLE)}
    hall = _open_hall(users)
    _enter_everybody(hall, users)
    keep_decks(users[people.OPEN_PLAYER.username])
    practise(users[people.OPEN_PLAYER.username])
    _play_rounds(hall, users)
    crew_evening(users)
    crew_cup(users)
    zx_evening(users)
    club(users)
    # Last of what is running: the front page shows the tournament in which something happened last.
    demo_set_back(actor=hall.organizer, tournament=hall.tournament)
    _second_tournament(users)
    _finished_tournament(users)
    hall.tournament.refresh_from_db()
    return hall.tournament


def _actor(users: Users, person: people.Person) -> Actor:
    return Actor(users[person.username], person.role)


def _approved(users: Users, name: str, location: str, starts_at: datetime, capacity: int) -> Tournament:
    """A tournament with entry open, approved by the office."""
    organizer = _actor(users, people.ORGANIZER)
    answer = tournament_create(
        actor=organizer,
        template=TEMPLATE,
        name=name,
        starts_at=starts_at,
        deck_deadline=starts_at - timedelta(minutes=15),
        capacity=capacity,
        location=location,
        town=location.rpartition(", ")[2],
        demo=True,
        changes={"live_delay": LIVE_DELAY},
    )
    tournament = Tournament.objects.get(pk=answer["id"])
    tournament_request_approval(actor=organizer, tournament=tournament)
    tournament_decide_approval(actor=_actor(users, people.OFFICE), tournament=tournament, approve=True)
    tournament_open_entry(actor=organizer, tournament=tournament)
    return tournament


def _open_hall(users: Users) -> Hall:
    soon = timezone.now() + timedelta(hours=1)
    tournament = _approved(users, "Ring and Orbit Cup, Utrecht", "De Sterrenzaal, Utrecht", soon, 16)
    organizer = _actor(users, people.ORGANIZER)
    for person in people.STAFF[1:]:
        take_role(organizer, tournament, users[person.username], person.role)
    return Hall(tournament, organizer, _actor(users, people.SCOREKEEPER), Stream("demo day"))


def _enter_everybody(hall: Hall, users: Users) -> None:
    for person in people.PLAYERS:
        entry_create(actor=_actor(users, person), tournament=hall.tournament)
    for name in people.AT_THE_DESK:
        entry_add_at_desk(actor=hall.scorekeeper, tournament=hall.tournament, name=name)
    entries = list(Entry.objects.filter(tournament=hall.tournament).select_related("user").order_by("number"))
    submit_decks(hall.tournament, entries)
    tournament_open_check_in(actor=hall.organizer, tournament=hall.tournament)
    for entry in entries:
        entry_check_in(actor=hall.scorekeeper, tournament=hall.tournament, entry_id=entry.pk)
    tournament_start(actor=hall.organizer, tournament=hall.tournament)


# --- the rounds ------------------------------------------------------------------------------------------


def _play_rounds(hall: Hall, users: Users) -> None:
    for number, logged in ((1, {1: "", 3: "", 6: ""}), (2, {1: "", 2: "", 4: "class_in_play"})):
        round_ = _published(hall, number, users)
        for match in matches_of(round_):
            game = logged_game(match, logged[match.table]) if match.table in logged else None
            _finish(hall, match, game)
            if game is not None and logged.get(match.table or 0):
                appealed_ruling(users, match)
        round_complete(actor=hall.scorekeeper, tournament=hall.tournament, round_id=round_.pk)
    _third_round(hall, _published(hall, 3, users), users)


def _published(hall: Hall, number: int, users: Users) -> Round:
    actor, tournament = hall.scorekeeper, hall.tournament
    round_id = round_draft(actor=actor, tournament=tournament, number=number)["round"]
    for _attempt in range(DRAFTS):
        if number < 3 or not _together(round_id):
            break
        round_id = round_redraft(actor=actor, tournament=tournament, round_id=round_id)["round"]
    round_publish(actor=actor, tournament=tournament, round_id=round_id, start_clock=True)
    return Round.objects.get(pk=round_id)


def _together(round_id: int) -> bool:
    """Whether the two players with log-ins sit at one table."""
    names = [person.username for person in people.PLAYERS]
    seats = Match.objects.filter(round_id=round_id, seats__entry__user__username__in=names)
    return seats.distinct().count() < len(names)


def _finish(hall: Hall, match: Match, game: LoggedGame | None = None) -> None:
    """A final result: confirmed by both, or at every fourth table entered from the slip."""
    score = _score(hall.stream, match, game.winner if game else None)
    if match.table is not None and match.table % 4 == 0 and game is None:
        result_enter(actor=hall.scorekeeper, tournament=hall.tournament, match_id=match.pk, said=score)
    else:
        for seat in match.seats.all():
            _report(hall, match, seat.entry, score)
    if game is not None:
        submit(hall.tournament, match, game)


def _score(stream: Stream, match: Match, winner: int | None = None) -> Score:
    """A likely score: the stronger player wins more often, one match in three goes to a third game."""
    if winner is None:
        chances = [1 + Stream(f"strength {seat.entry.name}").below(9) for seat in match.seats.all()]
        winner = 0 if stream.below(sum(chances)) < chances[0] else 1
    lost = 1 if stream.chance(35) else 0
    return (2, lost, 0) if winner == 0 else (lost, 2, 0)


def _report(hall: Hall, match: Match, entry: Entry, score: Score) -> None:
    result_report(
        actor=Actor(entry.user, "player"), tournament=hall.tournament, match_id=match.pk, said=score
    )


def _third_round(hall: Hall, round_: Round, users: Users) -> None:
    """Round 3 as it stands after 22 minutes: final results, single reports, a dispute, games still going on."""
    waiting = []
    for match in matches_of(round_):
        usernames = {seat.entry.user.username for seat in match.seats.all()}
        if people.DISPUTED_PLAYER.username in usernames:
            _dispute(hall, match)
        elif people.OPEN_PLAYER.username in usernames:
            live_game(match)
        else:
            waiting.append(match)
    calls(users, waiting[0], waiting[2])
    for place, match in enumerate(waiting):
        if place == 1:
            signed_games(match)
        elif place in (3, 4):
            _finish(hall, match)
        elif place in (2, 5):
            _report(hall, match, match.seats.all()[place % 2].entry, _score(hall.stream, match))


def _dispute(hall: Hall, match: Match) -> None:
    """Both say they won; the log of the first game shows why: a summon that was not paid for.

    The other player hands in the same game as it was meant: a judge lays both side by side. The second was recorded
    and signed: a judge has its log beside both claims.
    """
    game = logged_game(match, "underpaid")
    signed_game(match, 2)
    for seat in match.seats.all():
        _report(hall, match, seat.entry, (2, 1, 0) if seat.position == 0 else (1, 2, 0))
    submit(hall.tournament, match, game)
    submit(hall.tournament, match, LoggedGame(game.meant, 1 - game.winner))


# --- the other two tournaments ---------------------------------------------------------------------------


def _second_tournament(users: Users) -> None:
    day = timezone.localtime() + timedelta(days=9)
    starts_at = day.replace(hour=11, minute=0, second=0, microsecond=0)
    tournament = _approved(users, "Harbour Ring Open, Rotterdam", "Loods 610, Rotterdam", starts_at, 32)
    for name in people.EARLY_BIRDS:
        entry_add_at_desk(actor=_actor(users, people.ORGANIZER), tournament=tournament, name=name)


def _finished_tournament(users: Users) -> None:
    """An imported event, in which Fenna takes her place over, so that her page shows what it is for."""
    event = read_event(FINISHED_EVENT.read_bytes(), filename=FINISHED_EVENT.name)
    player, organizer = people.OPEN_PLAYER, users[people.HEAD_JUDGE.username]
    answer = results_import(
        actor=_actor(users, people.ORGANIZER),
        event=replace(event, names={**event.names, CLAIMED: player.name}),
        organizer=organizer,
        starts_at=timezone.now() - timedelta(days=24),
        demo=True,
    )
    tournament = Tournament.objects.get(pk=answer["id"])
    place = Entry.objects.get(tournament=tournament, name=player.name).number
    asked = invitation_make(
        actor=Actor(organizer, "organizer"),
        tournament=tournament,
        username=player.username,
        kind=Invitation.Kind.CLAIM,
        entry_number=place,
    )
    entry_claim(actor=_actor(users, player), tournament=tournament, invitation_id=asked["invitation"])
    clan_show(actor=_actor(users, player), shown=True)
