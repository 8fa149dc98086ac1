"""The list of tournaments, newest first: a query that counts players would forget its order."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.hall import make_tournament, organizer_of
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_the_newest_tournament_stands_first_wherever_its_row_lies() -> None:
    for name, days in (("Bravo", 2), ("Delta", 3), ("Alpha", 2), ("Charlie", 1)):
        tournament = make_tournament(name)
        tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
        begins = timezone.now().replace(hour=9, minute=0, second=0, microsecond=0) + timedelta(days=days)
        Tournament.objects.filter(pk=tournament.pk).update(starts_at=begins)
    expected = ["Delta", "Alpha", "Bravo", "Charlie"]
    assert [one.name for one in Client().get("/t/").context["tournaments"]] == expected
    assert [one["name"] for one in Client().get("/api/v1/tournaments/").json()] == expected
