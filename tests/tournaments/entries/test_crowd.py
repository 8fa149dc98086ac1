"""The quick way to fill a hall for a test writes what the commands write: every row of every table, value by value."""

from collections.abc import Callable
from datetime import datetime
from itertools import count
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import ForeignKey

from ledger.commands import Actor
from ledger.selectors import verify_chain
from tests.tournaments import crowd
from tests.tournaments.hall import check_in_by_commands, enter_by_commands, make_tournament, organizer_of
from tournaments.entries.models import Entry
from tournaments.entries.services import tournament_start
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_check_in, tournament_open_entry

pytestmark = [pytest.mark.django_db]
PLAYERS = 3
NEVER_THE_SAME = {"password", "previous", "hash", "head_hash"}
"""Made out of chance or of keys that differ; the chain is verified instead."""
Rows = dict[str, list[dict[str, Any]]]


def by_commands(tournament: Tournament, actor: Actor) -> None:
    entries = enter_by_commands(tournament, PLAYERS)
    tournament_open_check_in(actor=actor, tournament=tournament)
    check_in_by_commands(tournament, entries)


def quickly(tournament: Tournament, actor: Actor) -> None:
    entries = crowd.entered(tournament, crowd.people([""] * PLAYERS))
    tournament_open_check_in(actor=actor, tournament=tournament)
    crowd.checked_in(tournament, entries, actor)


def rows_of(fill: Callable[[Tournament, Actor], None], tournament: Tournament, actor: Actor) -> Rows:
    """Every row that is new or different when the hall is filled like that and started; then it is undone."""
    crowd.numbers = count(1_000_000)
    with transaction.atomic():
        before = {model: set(map(repr, _rows(model))) for model in apps.get_models()}
        fill(tournament, actor)
        tournament_start(actor=actor, tournament=tournament)
        assert not verify_chain(tournament.chain_key)
        made = {
            model._meta.label: [values for values in _rows(model) if repr(values) not in known]
            for model, known in before.items()
        }
        transaction.set_rollback(True)
    # The same person has another key each time: a key is told by its place among those of its table.
    places = {
        (label, values["id"]): f"{label} {place}"
        for label, rows in made.items()
        for place, values in enumerate(rows)
        if "id" in values
    }
    return {
        label: [_told(apps.get_model(label), values, places) for values in rows]
        for label, rows in made.items()
        if rows
    }


def _rows(model: Any) -> list[dict[str, Any]]:
    return list(
        model._base_manager.order_by("pk").values(*(one.attname for one in model._meta.concrete_fields))
    )


def _told(model: Any, values: dict[str, Any], places: dict[tuple[str, Any], str]) -> dict[str, Any]:
    told = {}
    for field in model._meta.concrete_fields:
        value = values[field.attname]
        if field.name in NEVER_THE_SAME or (field.name == "id" and (model._meta.label, value) in places):
            continue
        if isinstance(field, ForeignKey):
            value = places.get((field.related_model._meta.label, value), value)
        elif field.name == "data":  # of the ledger: ids
            labels = {"entry": Entry._meta.label, "user": get_user_model()._meta.label}
            value = {key: places[labels[key], one] if key in labels else one for key, one in value.items()}
            rows = value.get("rows", {}).get(
                "entry", {}
            )  # by the same keys, and with other lots, people, moments
            value["rows"] = [
                (places[Entry._meta.label, int(key)], said["number"], said["state"])
                for key, said in rows.items()
            ]
        elif isinstance(value, datetime):
            value = "a time"
        told[field.name] = value
    return told


def test_the_quick_hall_has_every_row_that_the_commands_write_with_the_same_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crowd, "numbers", count())
    tournament = make_tournament()
    actor = organizer_of(tournament)
    tournament_open_entry(actor=actor, tournament=tournament, casual=True)
    slow = rows_of(by_commands, tournament, actor)
    assert {label: len(rows) for label, rows in slow.items()}["ledger.LedgerRow"] == 2 * PLAYERS + 2
    assert rows_of(quickly, tournament, actor) == slow


def test_who_would_wait_for_a_place_or_needs_a_crew_enters_by_the_command() -> None:
    tournament = make_tournament()
    assert not crowd.fits(tournament, 2)  # nobody may enter yet
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    Tournament.objects.filter(pk=tournament.pk).update(capacity=2)
    assert crowd.fits(tournament, 2) and not crowd.fits(tournament, 3)
    assert [entry.state for entry in enter_by_commands(tournament, 3)] == ["entered", "entered", "waiting"]
