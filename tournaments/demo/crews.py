"""The demo's crews: an evening at check-in, and a cup in its second round.

The evening has a card with a team restriction, and a crew that holds one too many of it. Fenna is the captain who sees
the count; Óscar, in her crew, sees only that something is too many. In the other crew somebody has left the clan, so
that crew cannot check in. In the cup Fenna's crew plays three others.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from decks.cards.pool_services import pool_freeze
from decks.cards.pools import pool_for
from decks.cards.services import card_publish, keeper_of, set_describe
from ledger.commands import Actor
from ledger.errors import UserError
from ledger.people import Account
from rules_engine.kernel.decklist import format_decklist
from rules_engine.x610z.cards import DEFAULT_POOL, load_pool
from rules_engine.x610z.pool import ready_decks
from tournaments.clans.models import Clan, Membership
from tournaments.clans.services import clan_create, clan_join, clan_leave
from tournaments.demo.people import Users
from tournaments.entries.models import Entry, Team
from tournaments.entries.services import entry_check_in, entry_create, tournament_start
from tournaments.entries.team_services import team_create, team_join
from tournaments.events.models import Tournament
from tournaments.events.services import (
    tournament_create,
    tournament_open_check_in,
    tournament_open_entry,
)
from tournaments.rounds.models import Match
from tournaments.rounds.pairing_services import round_complete, round_draft, round_publish
from tournaments.rounds.services import result_enter
from tournaments.submissions.services import deck_submit

from . import people
from .staff import take_role

POOL = "crews"
HERONS = "Grey Herons"
CARD = {
    "number": "C1.1/001/001-U",
    "name": "Rations",
    "name_nl": "Rantsoenen",
    "type": "Effect Card",
    "cost": "C1",
    "restriction": "3",
    "team_restriction": "4",
    "text": "Draw 2 cards from your deck.",
    "text_nl": "Trek 2 kaarten van je deck.",
}


def crew_evening(users: Users) -> Tournament:
    """Make the tournament, at check-in; ``users`` are the accounts of the demo by username."""
    _print_card(users[people.OFFICE.username])
    tournament = _open(users)
    members = _enter(tournament, users)
    for name, crew, three in (
        (HERONS, "Heron Crew", members[:3]),
        ("North Star", "Polaris", members[3:]),
    ):
        _crew(tournament, name, crew, three)
    for user, copies in zip(members, (2, 2, 1, 1, 1, 1), strict=True):
        _hand_in(tournament, user, copies)
    tournament_open_check_in(actor=_organizer(users), tournament=tournament)
    clan_leave(actor=Actor(members[-1], "player"))
    return tournament


def crew_cup(users: Users) -> Tournament:
    """Make the cup, after the evening: four crews, round 1 complete, one seat of every match of round 2 decided."""
    organizer = _organizer(users)
    tournament = _cup(organizer)
    herons = Membership.objects.filter(clan__name=HERONS).order_by("place").select_related("user")
    members = [one.user for one in herons]
    for user in members:
        entry_create(actor=Actor(user, "player"), tournament=tournament)
    _team(tournament, "Heron Crew", members)
    for name, people_of in people.CUP_CREWS:
        for person in people_of:
            entry_create(actor=_player(users, person), tournament=tournament)
        entered = Entry.objects.filter(tournament=tournament, name__in=people_of).select_related("user")
        _crew(tournament, name, name, [entry.user for entry in entered.order_by("number")])
    tournament_open_check_in(actor=organizer, tournament=tournament)
    for entry in Entry.objects.filter(tournament=tournament).order_by("number"):
        entry_check_in(actor=organizer, tournament=tournament, entry_id=entry.pk)
    tournament_start(actor=organizer, tournament=tournament)
    _cup_round(organizer, tournament, 1, tables=(1, 2, 3, 4, 5, 6))
    _cup_round(organizer, tournament, 2, tables=(1, 4))
    return tournament


def _cup(organizer: Actor) -> Tournament:
    soon = timezone.now() + timedelta(minutes=30)
    answer = tournament_create(
        actor=organizer,
        template="constructed-quick",
        name="Cup of Crews, Zwolle",
        starts_at=soon,
        capacity=12,
        location="De Spinner, Zwolle",
        town="Zwolle",
        changes={"teams": True, "crews": True, "deck_required": False},
        demo=True,
    )
    tournament = Tournament.objects.get(pk=answer["id"])
    tournament_open_entry(actor=organizer, tournament=tournament, casual=True)
    return tournament


def _cup_round(organizer: Actor, tournament: Tournament, number: int, tables: Sequence[int]) -> None:
    """Pair and publish a round and enter these tables, each won by who entered first; complete it when all are in."""
    made = round_draft(actor=organizer, tournament=tournament, number=number)["round"]
    round_publish(actor=organizer, tournament=tournament, round_id=made, start_clock=True)
    matches = list(Match.objects.filter(round=made).prefetch_related("seats__entry"))
    for match in matches:
        if match.table in tables:
            first, second = (seat.entry.number for seat in match.seats.all())
            score = (1, 0, 0) if first < second else (0, 1, 0)
            result_enter(actor=organizer, tournament=tournament, match_id=match.pk, said=score)
    if len(tables) == len(matches):
        round_complete(actor=organizer, tournament=tournament, round_id=made)


def _player(users: Users, name: str) -> Actor:
    return Actor(users[people.username_of(name)], "player")


def _organizer(users: Users) -> Actor:
    return Actor(users[people.ORGANIZER.username], "organizer")


def _print_card(office: Account) -> None:
    """A card with a team restriction, and a pool of it and the usual cards."""
    key, code = "demo crews", CARD["number"].split("/")[0]
    card_publish(actor=keeper_of(office), key=f"{key} card", row=CARD)
    set_describe(
        actor=keeper_of(office), key=f"{key} set", code=code, name="Crew cards", name_nl="Crewkaarten"
    )
    acts = sorted({card.number.split("/")[0] for card in load_pool(DEFAULT_POOL).cards})
    pool_freeze(
        actor=keeper_of(office),
        key=f"{key} pool",
        slug=POOL,
        label="Act D1 and the crew cards",
        label_nl="Act D1 en de crewkaarten",
        sets=[*acts, code],
    )


def _open(users: Users) -> Tournament:
    starts_at = timezone.now() + timedelta(hours=2)
    answer = tournament_create(
        actor=_organizer(users),
        template="constructed-community",
        name="Crew Evening, The Hague",
        starts_at=starts_at,
        deck_deadline=starts_at,
        capacity=12,
        location="Clubhuis De Ooievaar, The Hague",
        town="Den Haag",
        changes={"teams": True, "crews": True, "pool": POOL, "min_competitors": 2},
        demo=True,
    )
    tournament = Tournament.objects.get(pk=answer["id"])
    take_role(_organizer(users), tournament, users[people.JUDGE.username], "judge")
    tournament_open_entry(actor=_organizer(users), tournament=tournament, casual=True)
    return tournament


def _enter(tournament: Tournament, users: Users) -> list[Any]:
    """The two players with log-ins enter first, then their clan mates; the people in that order."""
    for person in people.PLAYERS:
        entry_create(actor=Actor(users[person.username], "player"), tournament=tournament)
    for name in people.CLAN_MATES:
        entry_create(actor=_player(users, name), tournament=tournament)
    entries = Entry.objects.filter(tournament=tournament).select_related("user").order_by("number")
    return [entry.user for entry in entries]


def _crew(tournament: Tournament, clan_name: str, crew_name: str, members: list[Any]) -> None:
    """A clan of these people, founded by the first, and their crew, whose captain that is."""
    actors = [Actor(user, "player") for user in members]
    clan = Clan.objects.get(pk=clan_create(actor=actors[0], name=clan_name)["clan"])
    for actor in actors[1:]:
        clan_join(actor=actor, code=clan.code)
    _team(tournament, crew_name, members)


def _team(tournament: Tournament, crew_name: str, members: list[Any]) -> None:
    actors = [Actor(user, "player") for user in members]
    made = team_create(actor=actors[0], tournament=tournament, name=crew_name)
    for actor in actors[1:]:
        team_join(actor=actor, tournament=tournament, code=Team.objects.get(pk=made["team"]).code)


def _hand_in(tournament: Tournament, user: Account, copies: int) -> None:
    """A ready-made deck with so many of the card; the third of the first crew is refused, and that is the point."""
    number = Entry.objects.get(tournament=tournament, user=user).number
    ready = ready_decks(load_pool(DEFAULT_POOL))
    chosen = ready[number % len(ready)]
    text = f"{copies} {CARD['name']}\n{format_decklist(chosen.deck, pool_for(POOL))}"
    try:
        deck_submit(actor=Actor(user, "player"), tournament=tournament, text=text, name=chosen.name)
    except UserError as error:
        if error.code != "team_restriction":
            raise
