"""The list of the API, newest first, wherever the rows lie."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.hall import make_tournament, organizer_of
from tournaments.events.services import tournament_open_entry

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_the_newest_tournament_stands_first_wherever_its_row_lies() -> None:
    nine = timezone.now().replace(hour=9, minute=0, second=0, microsecond=0)
    for name, days in (("Bravo", 2), ("Delta", 3), ("Alpha", 2), ("Charlie", 1)):
        tournament = make_tournament(name, starts_at=nine + timedelta(days=days))
        tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    expected = ["Delta", "Alpha", "Bravo", "Charlie"]
    assert [one["name"] for one in Client().get("/api/v1/tournaments/").json()] == expected
