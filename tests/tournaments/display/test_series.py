"""A series at a glance: numbers of its dates for its organizer, and nobody's name joined with another."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from rules_engine.drawing.season import Stop, season_svg
from tests.tournaments.display.test_winner import finished
from tests.tournaments.hall import make_tournament, organizer_of, staff_actor
from tournaments.display.series import played_dates, series_chart
from tournaments.entries.models import Entry
from tournaments.events.models import Staff, Tournament

pytestmark = pytest.mark.django_db


def dates(count: int = 2) -> list[Tournament]:
    """Finished dates of one series by one organizer, a week apart; the first two players of the first play them all."""
    made = [finished() for _date in range(count)]
    owner = organizer_of(made[0]).user
    regulars = list(Entry.objects.filter(tournament=made[0], number__lte=2).order_by("number"))
    for number, one in enumerate(made):
        start = timezone.now() - timedelta(weeks=count - number)
        Tournament.objects.filter(pk=one.pk).update(
            series="weekly", name=f"Date {number + 1}", starts_at=start, created_by=owner
        )
        Staff.objects.filter(tournament=one, role=Staff.Role.ORGANIZER).update(user=owner)
        for regular in regulars:
            Entry.objects.filter(tournament=one, number=regular.number).update(user=regular.user)
        one.refresh_from_db()
    return made


def seen_by(person: Any, tournament: Tournament, status: int = 200) -> str:
    """The page as this person reads it."""
    client = Client()
    client.force_login(person)
    answer = client.get(f"/t/{tournament.slug}/desk/series/")
    assert answer.status_code == status
    return answer.content.decode()


def test_each_date_has_its_players_those_who_came_back_and_its_winner() -> None:
    first, second, third = made = dates(3)
    later = Entry.objects.get(tournament=second, number=3).user
    Entry.objects.filter(tournament=third, number=3).update(user=later)
    chart = series_chart(played_dates(second, organizer_of(second).user))
    assert chart is not None
    assert [(row[0], *row[2:4]) for row in chart.rows] == [
        ("Date 1", "4", "0"), ("Date 2", "4", "2"), ("Date 3", "4", "3")
    ]  # fmt: skip
    for one, row in zip(made, chart.rows, strict=True):
        page = Client().get(f"/t/{one.slug}/winner/").content.decode()
        assert row[4]
        assert row[4].split(", ")[0] in page
    page = seen_by(organizer_of(first).user, first)
    assert page.count("season-place") == 4  # two dates on which somebody came back, wide and for phones
    assert "Date 3" in page


def test_only_dates_that_were_played_and_that_the_reader_organizes_are_counted() -> None:
    first, second = dates(2)
    owner = organizer_of(first).user
    for state in ("draft", "entry", "cancelled"):
        other = make_tournament(f"Still {state}")
        Tournament.objects.filter(pk=other.pk).update(series="weekly", state=state)
        Staff.objects.create(tournament=other, user=owner, role=Staff.Role.ORGANIZER)
    assert played_dates(second, owner) == [first, second]
    Staff.objects.filter(tournament=first, user=owner).delete()
    assert played_dates(second, owner) == [second]
    assert "Date 1" not in seen_by(owner, second)


def test_a_tournament_without_a_series_says_how_to_make_one_and_staff_below_the_organizer_see_none() -> None:
    alone = make_tournament("Alone")
    assert f"/t/{alone.slug}/desk/copy/" in seen_by(organizer_of(alone).user, alone)
    seen_by(staff_actor(alone, "judge").user, alone, status=403)


def test_the_number_of_queries_does_not_depend_on_the_dates() -> None:
    first, *others = dates(3)
    reader = organizer_of(first).user
    series_chart(played_dates(first, reader))  # places are worked out once
    counted = []
    for _less in range(2):
        with CaptureQueriesContext(connection) as queries:
            series_chart(played_dates(first, reader))
        counted.append(len(queries))
        Tournament.objects.filter(pk__in=[one.pk for one in others]).update(series="")
    assert counted[0] == counted[1]


def test_a_ring_of_one_person_is_no_first_place() -> None:
    stops = [Stop("1-1", 8, (1,))]
    assert "season-place first" in season_svg(stops, "a year")
    assert "first" not in season_svg(stops, "a series", crowned=False)
