"""What one person may do within a day is counted in the ledger."""

from datetime import timedelta

import pytest
from django.utils import timezone

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.tournaments import hall
from tournaments.events import services
from tournaments.events.services import tournament_create
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
    assert "that is the most" in answer.content.decode()


def test_files_of_ones_data_have_a_quota(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(privacy_services, "MOST_FILES", 2)
    actor = Actor(hall.make_user(), "person")
    for _number in range(2):
        export_ask(actor=actor, language="en")
        Export.objects.all().delete()
    with pytest.raises(UserError):
        export_ask(actor=actor, language="en")
