"""Circuits and finished tournaments for tests, through the services the pages use."""

from datetime import date
from typing import Any

from django.utils import timezone

from ledger.names import fold
from tests.tournaments.hall import organizer_of, play, running_tournament
from tests.tournaments.organizations.found import found
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_finish
from tournaments.organizations.models import Organization
from tournaments.programme.ladders import ladder_of
from tournaments.programme.models import Circuit, Counts
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_correct
from tournaments.season_points import circuit as preset
from tournaments.season_points.circuit_files import to_json

BY_LEVEL = {"1": "evening", "2": "open", "3": "championship"}


def circuit_of(organization: Organization | None = None, key: str = "x610z", **values: Any) -> Circuit:
    """An open circuit by a preset; the organization's own events count by their size."""
    name = values.pop("name", "Season")
    return Circuit.objects.create(
        organization=organization or found(),
        slug=fold(name),
        name=name,
        folded=fold(name),
        state="open",
        made_at=timezone.now(),
        **{"by_level": BY_LEVEL, "rules": to_json(preset(key)), **values},
    )


def finished(
    organization: Organization | None, players: int = 4, rounds: int = 1, **params: Any
) -> Tournament:
    """A finished tournament: in every match the first seat won."""
    if organization is not None:
        params = {"by": organization.created_by, "organization_id": organization.pk} | params
    changes = {"rounds": rounds} | params.pop("changes", {})
    tournament = running_tournament(players, changes=changes, **params)
    for number in range(1, rounds + 1):
        play(tournament, number)
    return finish(tournament)


def finish(tournament: Tournament) -> Tournament:
    """Let it end."""
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    tournament.refresh_from_db()
    return tournament


def correct(tournament: Tournament) -> Match:
    """The second seat won at the first table, it turns out."""
    match = Match.objects.filter(round__tournament=tournament, kind="played").order_by("pk")[0]
    said = {"match_id": match.pk, "said": (0, 2, 0), "version": match.version, "reason": "Read wrongly"}
    result_correct(actor=organizer_of(tournament), tournament=tournament, **said)
    return match


def counts(circuit: Circuit, tournament: Tournament, of: str) -> Counts:
    """Let an event count, whoever's it is."""
    return Counts.objects.create(circuit=circuit, tournament=tournament, of=of, made_at=timezone.now())


def points(circuit: Circuit) -> dict[str, tuple[int, str]]:
    """By the name that was entered: rank and points of everybody on the ladder."""
    names = dict(Entry.objects.values_list("user_id", "name"))
    return {names[int(row.person)]: (row.rank, str(row.points)) for row in ladder_of(circuit).rows}


def day_of(tournament: Tournament) -> date:
    """The day it was played."""
    return timezone.localtime(tournament.starts_at).date()
