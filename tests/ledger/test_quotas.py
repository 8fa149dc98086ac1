"""What one person may do within a day is counted in the ledger."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.tournaments import hall
from tests.tournaments.imports.test_import import EVENT
from tournaments.clans import services as clan_services
from tournaments.entries import services as entry_services
from tournaments.events import services
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_create, tournament_open_entry
from tournaments.imports import services as import_services
from tournaments.imports.reading import read_event
from tournaments.imports.services import results_import
from x610z_site.privacy import services as privacy_services
from x610z_site.privacy.models import Export
from x610z_site.privacy.services import export_ask

pytestmark = pytest.mark.django_db


def make(actor: Actor, name: str = "Cup") -> None:
    tournament_create(actor=actor, name=name, template="constructed-community", starts_at=timezone.now())


def test_one_person_makes_so_many_tournaments_a_day_and_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_MADE", 3)
    one, other = (Actor(hall.make_user(), "organizer") for _number in range(2))
    for _number in range(3):
        make(one)
    with pytest.raises(UserError) as refused:
        make(one)
    assert refused.value.code == "quota"
    assert LedgerRow.objects.filter(action="tournament.create", actor_id=one.user.pk).count() == 3
    make(other)
    LedgerRow.objects.filter(actor_id=one.user.pk).update(at=timezone.now() - timedelta(hours=25))
    make(one)


def test_the_page_says_it_in_the_form(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.test import Client

    monkeypatch.setattr(services, "MOST_MADE", 0)
    client = Client()
    client.force_login(hall.make_user())
    data = {
        "template": "constructed-community",
        "name": "Cup",
        "starts_at": "2027-01-01T10:00",
        "capacity": "8",
    }
    answer = client.post("/t/new/", data)
    assert answer.status_code == 422
    assert "which is the limit" in answer.content.decode()


def test_files_of_ones_data_have_a_quota(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(privacy_services, "MOST_FILES", 2)
    actor = Actor(hall.make_user(), "person")
    for _number in range(2):
        export_ask(actor=actor, language="en")
        Export.objects.all().delete()
    with pytest.raises(UserError):
        export_ask(actor=actor, language="en")


def refused_at_the_quota(do: Callable[[], Any]) -> None:
    with pytest.raises(UserError) as refused:
        do()
    assert refused.value.code == "quota"


def test_files_of_results_have_a_quota_and_the_same_file_again_costs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(import_services, "MOST_IMPORTED", 1)
    actor, other = (Actor(hall.make_user(), "organizer") for _number in range(2))
    first, second = (read_event(EVENT.read_bytes() + more) for more in (b"", b"\n"))
    results_import(actor=actor, event=first)
    refused_at_the_quota(lambda: results_import(actor=actor, event=second))
    assert Tournament.objects.count() == 1
    assert results_import(actor=actor, event=first)["new"] is False
    assert results_import(actor=other, event=second)["new"] is True


def test_guests_at_the_desk_have_a_quota(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_services, "MOST_GUESTS", 2)
    cup = hall.make_tournament()
    tournament_open_entry(actor=hall.organizer_of(cup), tournament=cup, casual=True)
    add = partial(entry_services.entry_add_at_desk, tournament=cup, name="Gust")
    for _number in range(2):
        add(actor=hall.organizer_of(cup))
    refused_at_the_quota(lambda: add(actor=hall.organizer_of(cup)))
    assert cup.entries.count() == 2
    add(actor=hall.staff_actor(cup, "scorekeeper"))


def test_clans_have_a_quota_of_founding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clan_services, "MOST_FOUNDED", 2)
    actor = Actor(hall.make_user(), "player")
    for number in range(2):
        clan_services.clan_create(actor=actor, name=f"Clan {number}")
        clan_services.clan_leave(actor=actor)
    refused_at_the_quota(lambda: clan_services.clan_create(actor=actor, name="One more"))
    clan_services.clan_create(actor=Actor(hall.make_user(), "player"), name="Of another")
