"""Circuits and finished tournaments for tests, through the services the pages use."""

from collections.abc import Callable
from typing import Any

import pytest

from ledger.commands import Actor
from tests.tournaments.hall import organizer_of, play, running_tournament
from tests.tournaments.organizations.found import found
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_finish
from tournaments.organizations.models import Organization
from tournaments.programme.agreement import MovesAskedError
from tournaments.programme.circuit_services import (
    circuit_create,
    circuit_edit,
    circuit_open,
    values_of,
    values_token,
)
from tournaments.programme.counting_services import circuit_answer, circuit_count
from tournaments.programme.ladder_services import ladders_sweep, moves_in
from tournaments.programme.ladders import ladder_of
from tournaments.programme.models import Change, Circuit, Counts
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_correct

BY_LEVEL = {"1": "evening", "2": "open", "3": "championship"}


def circuit_of(organization: Organization | None = None, key: str = "x610z", **values: Any) -> Circuit:
    """An open circuit by a preset, as its organization's owner makes it; own events count by their size.

    ``rules`` and ``by_level`` in place of those of the preset.
    """
    organization = organization or found()
    changes = {name: values.pop(name) for name in ("rules", "by_level") if name in values}
    asked = {"name": "Season", "game": "x610z", "preset": key, **values}
    made = circuit_create(actor=owner(organization), organization=organization, **asked)
    circuit = Circuit.objects.get(pk=made["circuit"])
    if changes:
        edit(circuit, **changes)
    circuit_open(actor=owner(organization), circuit=circuit)
    circuit.refresh_from_db()
    return circuit


def owner(of: Organization | Circuit) -> Actor:
    """Whoever founded the organization."""
    organization = of.organization if isinstance(of, Circuit) else of
    return Actor(organization.created_by, "owner")


def edit(circuit: Circuit, **changes: Any) -> Any:
    """Change values of a circuit as its owner does; fields of the rules by ``rules``, over those it has."""
    circuit.refresh_from_db()
    more = {name: changes.pop(name) for name in ("agreed", "reason") if name in changes}
    values = {**values_of(circuit), **changes, "rules": {**circuit.rules, **changes.get("rules", {})}}
    shown = values_token(circuit)
    circuit_edit(actor=owner(circuit), circuit=circuit, values=values, shown=shown, **more)
    circuit.refresh_from_db()


def agreed(change: Callable[..., Any], reason: str = "Asked by everybody") -> Any:
    """Carry out what must be agreed to: what moves, as it was asked."""
    with pytest.raises(MovesAskedError) as asked:
        change()
    change(agreed=asked.value.token, reason=reason)
    return asked.value.moves


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


def counts(circuit: Circuit, event: Tournament, of: str, **more: Any) -> Counts:
    """Let an event count, as the circuit's owner asks, and the event's organizer says yes where it is not theirs."""
    asked = {"circuit": circuit, "event": event, "of": of, **more}
    row = circuit_count(actor=owner(circuit), **asked)
    if row["state"] == "asked":
        circuit_answer(actor=organizer_of(event), counts_id=row["counts"], event=event, accept=True)
    return Counts.objects.get(pk=row["counts"])


def told(circuit: Circuit) -> list[tuple[str, str, list[tuple[str, int | None, int | None]]]]:
    """The changes of a circuit, the oldest first: cause, event, who moved from where to where."""
    ladders_sweep()
    names = dict(Entry.objects.values_list("user_id", "name"))
    return [
        (
            change.cause,
            change.tournament.name if change.tournament else "",
            [(names[int(one.person)], one.rank_before, one.rank_after) for one in moves_in(change)],
        )
        for change in Change.objects.filter(circuit=circuit).order_by("pk")
    ]


def points(circuit: Circuit) -> dict[str, tuple[int, str]]:
    """By the name that was entered: rank and points of everybody on the ladder."""
    names = dict(Entry.objects.values_list("user_id", "name"))
    return {names[int(row.person)]: (row.rank, str(row.points)) for row in ladder_of(circuit).rows}
