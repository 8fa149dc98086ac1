"""The tables by the time they have left: every table that plays in exactly one line, in words and in the picture."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.hall import organizer_of, publish, running_tournament, staff_actor
from tournaments.desk.time_left import time_left_chart
from tournaments.rounds.models import Match, Round
from tournaments.rounds.selectors import matches_of
from tournaments.rounds.services import result_enter

pytestmark = [pytest.mark.django_db]


def playing(players: int = 8, minutes_gone: int = 10, **changed: Any) -> Round:
    """A first round of fifty minutes whose clock has run for a while."""
    round_ = publish(running_tournament(players))
    started = timezone.now() - timedelta(minutes=minutes_gone)
    Round.objects.filter(pk=round_.pk).update(started_at=started, minutes=50, **changed)
    round_.refresh_from_db()
    return round_


def chart(round_: Round) -> Any:
    """The chart as the desk shows it now."""
    return time_left_chart(round_, matches_of(round_), timezone.now())


def extend(round_: Round, table: int, minutes: int) -> None:
    """More time for one table."""
    Match.objects.filter(round=round_, table=table).update(extension_minutes=minutes)


def test_the_first_to_end_stand_on_top_and_every_playing_table_is_named_once() -> None:
    round_ = playing()
    extend(round_, 3, 7)
    first, second = chart(round_).rows
    assert (first[0], first[1], first[2]) == ("1, 2, 4", "3", "40 minutes left")
    assert (second[0], second[1], second[2]) == ("3", "1", "47 minutes left")
    assert "Table 3<" in chart(round_).wide and "Tables 1, 2, 4<" in chart(round_).wide
    match = Match.objects.get(round=round_, table=3)
    result_enter(
        actor=organizer_of(round_.tournament), tournament=round_.tournament, match_id=match.pk, said=(2, 0, 0)
    )
    assert [row[0] for row in chart(round_).rows] == ["1, 2, 4"]


def test_a_table_over_its_time_says_so_in_words_and_not_by_colour_alone() -> None:
    round_ = playing(minutes_gone=52)
    extend(round_, 1, 5)
    assert [row[2] for row in chart(round_).rows] == ["2 minutes over", "3 minutes left"]
    assert chart(round_).wide.count("left over") == 1


def test_while_the_clock_stands_every_table_keeps_what_it_had() -> None:
    round_ = playing(paused_at=timezone.now() - timedelta(minutes=5))
    assert chart(round_).rows[0][2] == "45 minutes left"
    assert chart(round_).rows[0][3] == "–"
    assert "is stopped" in chart(round_).about


def test_there_is_no_picture_without_a_clock_or_without_a_table_that_plays() -> None:
    round_ = playing()
    Round.objects.filter(pk=round_.pk).update(started_at=None)
    round_.refresh_from_db()
    assert chart(round_) is None
    other = playing(2)
    for match in Match.objects.filter(round=other):
        result_enter(
            actor=organizer_of(other.tournament),
            tournament=other.tournament,
            match_id=match.pk,
            said=(2, 0, 0),
        )
    assert chart(other) is None


def test_many_moments_are_drawn_as_far_as_one_looks_and_all_are_in_the_table() -> None:
    round_ = playing(32)
    for table in range(1, 17):
        extend(round_, table, table)
    drawn = chart(round_)
    assert len(drawn.rows) == 16
    assert drawn.wide.count("chart-track") == 12


def test_the_desk_and_the_floor_show_it_and_a_player_does_not() -> None:
    round_ = playing()
    slug = round_.tournament.slug
    organizer, judge = Client(), Client()
    organizer.force_login(organizer_of(round_.tournament).user)
    judge.force_login(staff_actor(round_.tournament, "judge").user)
    mark = 'id="chart-time-left"'
    assert mark in organizer.get(f"/t/{slug}/desk/rounds/1/").content.decode()
    floor = judge.get(f"/t/{slug}/judge/").content.decode()
    assert mark in floor
    assert "Tables 1, 2, 3, 4<" in floor
    assert "Table 2<" in judge.get(f"/t/{slug}/judge/?from=2&to=2").content.decode()
