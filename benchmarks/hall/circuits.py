"""Circuits for measuring: finished tournaments as rows, and a wide ladder of kept outcomes."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import F
from django.utils import timezone

from benchmarks.standings import event as played_event
from ledger.commands import Actor
from ledger.models import Chain
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.events.plans import resolve
from tournaments.organizations.models import Organization
from tournaments.organizations.services import organization_create
from tournaments.programme.circuit_services import circuit_create, circuit_open
from tournaments.programme.models import Circuit, Outcome
from tournaments.programme.outcome_services import packed
from tournaments.programme.results import Played
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.outcomes import Games
from tournaments.season_points import Event, Finish

TEMPLATE = "constructed-community"


def people(count: int, prefix: str) -> list[Any]:
    """So many accounts."""
    model = get_user_model()
    names = [f"{prefix}{number}" for number in range(count)]
    return list(
        model.objects.bulk_create(model(username=name, display_name=f"Player {name}") for name in names)
    )


def _circuit(organization: Organization, name: str) -> Circuit:
    actor = Actor(organization.created_by, "owner")
    made = circuit_create(actor=actor, organization=organization, name=name, game="x610z")
    circuit = Circuit.objects.get(pk=made["circuit"])
    circuit_open(actor=actor, circuit=circuit)
    circuit.refresh_from_db()
    return circuit


def _tournament(organization: Organization, name: str, number: int) -> Tournament:
    moment = timezone.now() - timedelta(days=number % 360)
    made = Tournament.objects.create(
        slug=name,
        name=name,
        template=TEMPLATE,
        policy=resolve(TEMPLATE),
        state=Tournament.State.FINISHED,
        starts_at=moment,
        deck_deadline=moment,
        seed=name,
        created_by=organization.created_by,
        organization=organization,
        scale=1 + (number % 5 == 4) + (number % 25 == 24),
    )
    Chain.objects.create(key=made.chain_key, length=1)
    return made


def played(tournaments: int, players: int, rounds: int) -> Circuit:
    """A circuit of finished tournaments with every entry, round, match and seat as rows."""
    founder = people(1, "founder")[0]
    made = organization_create(actor=Actor(founder, "player"), name="Measured Club", kind="club")
    club = Organization.objects.get(pk=made["organization"])
    circuit, everybody, dice = _circuit(club, "Measured"), people(3000, "m"), random.Random(1)
    for number in range(tournaments):
        tournament = _tournament(club, f"m-{number}", number)
        entrants, matches = played_event(players, rounds, number)
        _entries(tournament, [one.id for one in entrants], dice.sample(everybody, len(entrants)))
        _matches(tournament, rounds, matches, [one.id for one in entrants])
    return circuit


def _entries(tournament: Tournament, keys: list[str], users: list[Any]) -> None:
    now = timezone.now()
    Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            user=user,
            number=number,
            name=user.display_name,
            sort_name=user.display_name.casefold(),
            state=Entry.State.CHECKED_IN,
            random=number,
            entered_at=now,
        )
        for number, (_key, user) in enumerate(zip(keys, users, strict=True), start=1)
    )


def _matches(tournament: Tournament, rounds: int, matches: Any, keys: list[str]) -> None:
    stage = Stage.objects.create(tournament=tournament, kind="swiss", rounds=rounds)
    now, numbers = timezone.now(), {key: number for number, key in enumerate(keys, start=1)}
    entries = {entry.number: entry for entry in Entry.objects.filter(tournament=tournament)}
    made = Round.objects.bulk_create(
        Round(tournament=tournament, stage=stage, number=number, state="completed", seed="s", drafted_at=now)
        for number in range(1, rounds + 1)
    )
    of_number = {one.number: one for one in made}
    rows, seats = [], []
    for number, one in enumerate(matches):
        solo = one.players[1] is None
        won = tuple(one.games[:1]) if solo and one.games else (2,) if solo else tuple(one.games[:2])
        kind = "bye" if solo else "played"
        rows.append(
            Match(
                tournament=tournament,
                round=of_number[one.round],
                table=None if solo else number + 1,
                state="final",
                kind=kind,
                source="bye" if solo else "staff",
                outcome=Games(won=won, drawn=0 if solo else one.games[2]),
            )
        )
    stored = Match.objects.bulk_create(rows)
    for match, one in zip(stored, matches, strict=True):
        for position, key in enumerate(key for key in one.players if key is not None):
            seats.append(Seat(match=match, round=match.round, entry=entries[numbers[key]], position=position))
    Seat.objects.bulk_create(seats)


def correct(circuit: Circuit) -> None:
    """One result of one event turns out otherwise, and its ledger grows."""
    match = Match.objects.filter(tournament__slug="m-3", kind="played").order_by("pk")[0]
    won = match.outcome.won
    Match.objects.filter(pk=match.pk).update(outcome=Games(won=(won[1], won[0]), drawn=match.outcome.drawn))
    Chain.objects.filter(pk="t-m-3").update(length=F("length") + 1)


def large(club: Organization, rows: int) -> Circuit:
    """A circuit with so many people on its ladder: events whose outcomes are kept, of a club of its own."""
    founder = people(1, "other")[0]
    made = organization_create(actor=Actor(founder, "player"), name="Wide Club", kind="club")
    wide = Organization.objects.get(pk=made["organization"])
    everybody, dice = people(rows, "w"), random.Random(2)
    for number in range(max(1, rows // 100)):
        tournament = _tournament(wide, f"w-{number}", number)
        part = everybody[100 * number : 100 * (number + 1)]
        here = [*part, *dice.sample(everybody, 100)]
        keys = list(dict.fromkeys(str(one.pk) for one in here))
        finishes = tuple(Finish.of(place, key) for place, key in enumerate(dice.sample(keys, len(keys)), 1))
        day = timezone.localtime(tournament.starts_at).date()
        event = Event(tournament.slug, "", day, finishes, len(keys), "single", tournament.name)
        Outcome.objects.create(
            tournament=tournament, number=1, packed=packed(Played(event, ())), made_at=timezone.now()
        )
    return _circuit(wide, "Wide")
