"""Who won, by what way, and with which card: the facts of a finished tournament's page of honour.

The deck says something only where its list is open to everybody; nothing here asks who reads.
"""

import json
from collections.abc import Callable
from typing import TypedDict, cast

from decks.cards.faces import card_face
from decks.cards.selectors import pictures_by_number
from decks.registration.models import Registration
from decks.registration.tiles import telling_order
from ledger.shapes import Context
from rules_engine.games import game_of
from rules_engine.x610z.cards import Pool
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.field import standings_rows
from tournaments.rounds.formats import knock_out_in
from tournaments.rounds.models import Match, Round
from tournaments.rounds.selectors import with_seats
from tournaments.rounds.stages import knock_out_of, match_names
from tournaments.rounds.units import unit_of
from tournaments.rounds.words import line_names
from tournaments.submissions.access import open_list
from tournaments.submissions.rules import pool_of
from tournaments.submissions.selectors import registration_of

from .cache import by_version, unreported

STEPS = 3
"""So many places are named: the first, and two more."""


class Honour(TypedDict):
    """A place with everybody who has it."""

    place: int
    keys: list[str]
    names: list[str]


def podium_of(tournament: Tournament) -> list[Honour]:
    """The first three places of a finished tournament, best first; empty before that and where nobody has the first."""
    if tournament.state != Tournament.State.FINISHED:
        return []
    number = unreported(tournament.chain_key)  # before everything that the places are made of
    text = by_version(tournament, "podium", lambda: json.dumps(_podium(tournament)), number=number)
    podium: list[Honour] = json.loads(text)
    return podium


def _podium(tournament: Tournament) -> list[Honour]:
    stage = knock_out_of(tournament)
    if stage is not None:
        places = [(place, list(keys)) for place, keys in knock_out_in(stage).places(stage)]
    else:
        places = []
        for row in standings_rows(tournament):
            if row.rank is None or row.rank > STEPS:
                continue
            if places and places[-1][0] == row.rank:
                places[-1][1].append(row.id)
            else:
                places.append((row.rank, [row.id]))
    if not places or places[0][0] != 1:
        return []
    names = line_names(tournament)
    return [
        {"place": place, "keys": keys, "names": [names[key] for key in keys]}
        for place, keys in places
        if place <= STEPS
    ]


class Won(TypedDict):
    """A table of the way: what the round is called, against whom, how it ended from the winner's side."""

    round: str
    others: str
    score: str
    won: bool
    bye: bool


def way_of(tournament: Tournament, entry: Entry) -> list[Won]:
    """Every table that the winner sat at, in order of the rounds; for a team or crew those of its members' seats."""
    mates = [entry.pk]
    if entry.team_id is not None:
        mates = list(Entry.objects.filter(team=entry.team_id).values_list("pk", flat=True))
    found = Match.objects.filter(tournament=tournament, state=Match.State.FINAL, seats__entry__in=mates)
    found = found.exclude(round__state=Round.State.DRAFT).distinct().select_related("round")
    names = match_names(tournament)
    ordered = list(with_seats(found.order_by("round__number", "table", "pk")))
    unit_of(tournament).label(tournament, ordered)
    return [_won(match, set(mates), names) for match in ordered]


def _won(match: Match, mates: set[int], names: Callable[[Match], str]) -> Won:
    seats = list(match.seats.all())
    own = next(seat for seat in seats if seat.entry_id in mates)
    others = [seat for seat in seats if seat.entry_id not in mates]
    games = [seat.games_won for seat in (own, *others)]
    counted = len(seats) == 2 and None not in games
    return {
        "round": names(match) or str(match.round.number),
        "others": ", ".join(seat.name for seat in others),
        "score": f"{games[0]}–{games[1]}" if counted else "",
        "won": own.result == "w",
        "bye": match.kind == Match.Kind.BYE,
    }


def signature_of(tournament: Tournament, entry: Entry, language: str) -> Context | None:
    """The face of the winner's most telling card; None unless the list is open to everybody."""
    opened = open_list(tournament, entry.number)
    registration: Registration | None = registration_of(opened) if opened is not None else None
    if registration is None or registration.current is None:
        return None
    if not game_of(registration.game).pools.in_catalogue:
        return None  # the page draws faces of the catalogue alone
    pool = cast(Pool, pool_of(registration, registration.current))
    card = next(iter(telling_order(game_of(registration.game).pools, pool, registration.current.main)), None)
    if card is None:
        return None
    picture = pictures_by_number(registration.game, [card.number]).get(card.number)
    return {**card_face(card, language, picture=picture), "element_key": card.element.lower()}
