"""Windows of days: when they end, what becomes of tables without a result, and what an organizer adds to them."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from ledger.commands import SYSTEM
from tests.tournaments.hall import make_tournament, organizer_of, staff_actor
from tests.tournaments.leagues.league import Clock, agreed, code_of, league, reported, table, told
from tournaments.leagues import desk_services as desk
from tournaments.leagues.models import Appointment
from tournaments.leagues.selectors import rounds_of, tables_of, windows_of
from tournaments.leagues.window_services import leagues_sweep, window_turn
from tournaments.rounds.clock import window_minutes
from tournaments.rounds.models import Match, Round
from tournaments.rounds.pairing_services import round_pause_clock
from tournaments.rounds.services import result_enter

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.mark.parametrize(
    ("since", "days", "ends"),
    [
        ("2027-01-04T18:30", 7, "2027-01-11T00:00"),
        ("2027-01-04T00:00", 1, "2027-01-05T00:00"),
        ("2027-03-25T12:00", 7, "2027-04-01T00:00"),  # an hour is skipped
        ("2027-10-28T12:00", 7, "2027-11-04T00:00"),  # an hour comes twice
    ],
)
def test_a_window_ends_at_midnight_after_its_last_day_whatever_the_clocks_do(
    since: str, days: int, ends: str
) -> None:
    zone = ZoneInfo("Europe/Amsterdam")
    begins = datetime.fromisoformat(since).replace(tzinfo=zone)
    after = begins.astimezone(UTC) + timedelta(minutes=window_minutes(begins, days))
    assert after.astimezone(zone).replace(tzinfo=None).isoformat(timespec="minutes") == ends


def test_a_window_ends_by_itself_and_the_next_begins_once_every_table_has_a_result(clock: Clock) -> None:
    cup = league()
    first = Round.objects.get()
    assert first.ends_at is not None and timezone.localtime(first.ends_at).strftime("%H:%M") == "00:00"
    for number in (1, 2):
        reported(table(cup, number)[0])
    clock.on(days=3)
    assert Round.objects.count() == 1
    clock.on(days=5)
    first.refresh_from_db()
    second = Round.objects.get(number=2)
    assert first.state == "completed" and second.state == "published" and second.started_at is not None
    leagues_sweep()
    assert Round.objects.count() == 2 and window_turn(actor=SYSTEM, tournament=cup)["turn"] == ""
    for _window in (2, 3):
        for number in (1, 2):
            reported(table(cup, number)[0])
        clock.on(days=8)
    assert [one.state for one in Round.objects.order_by("number")] == ["completed"] * 3
    names = [
        (one.number, one.state, one.played)
        for one in windows_of(cup, rounds_of(cup), tables_of(cup, rounds_of(cup)))
    ]
    assert names == [(1, "completed", 2), (2, "completed", 2), (3, "completed", 2)]


def test_a_table_without_a_result_is_told_once_and_nobody_loses_by_it(clock: Clock) -> None:
    cup = league()
    match, one, other = table(cup, 2)
    reported(table(cup)[0])
    clock.on(days=8)
    for _again in range(2):
        leagues_sweep()
    match.refresh_from_db()
    assert match.state == "open" and Round.objects.count() == 1
    assert told("league.over") == [sorted({cup.created_by_id, one.user_id, other.user_id})]
    desk.table_extend(actor=organizer_of(cup), tournament=cup, match_id=match.pk, days=2)
    leagues_sweep()
    assert len(told("league.over")) == 1 and len(told("league.extended")) == 1
    clock.on(days=3)
    assert len(told("league.over")) == 2
    result_enter(actor=organizer_of(cup), tournament=cup, match_id=match.pk, said=(2, 1, 0))
    leagues_sweep()
    assert Round.objects.get(number=2).state == "published"


def test_a_window_that_is_extended_ends_so_many_days_later_and_one_that_stands_still_does_not_end(
    clock: Clock,
) -> None:
    cup = league(2, template="league-swiss")
    first = Round.objects.get()
    before = timezone.localtime(first.ends_at)
    about: dict[str, Any] = {"actor": organizer_of(cup), "tournament": cup, "round_id": first.pk}
    assert code_of(lambda: desk.window_extend(days=29, **about)) == "days"
    desk.window_extend(days=3, **about)
    first.refresh_from_db()
    after = timezone.localtime(first.ends_at)
    assert (after.date() - before.date()).days == 3 and after.strftime("%H:%M") == "00:00"
    reported(table(cup)[0])
    round_pause_clock(**about)
    clock.on(days=12)
    first.refresh_from_db()
    assert first.state == "published"
    assert code_of(lambda: desk.window_extend(days=1, **(about | {"round_id": 0}))) == "not_published"


def test_only_a_league_has_windows() -> None:
    cup = make_tournament()
    about: dict[str, Any] = {"actor": organizer_of(cup), "tournament": cup}
    assert code_of(lambda: desk.window_extend(round_id=1, days=1, **about)) == "no_league"
    assert cup.policy.minutes_of(knock_out=False) == 60
    leagues_sweep()


# --- who did not come ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("absent", "kind", "won"),
    [
        ("first", "forfeit", (0, 2)),
        ("second", "forfeit", (2, 0)),
        ("both", "double_loss", (0, 0)),
        ("nobody", "played", None),
    ],
)
def test_a_judge_decides_who_did_not_come(
    clock: Clock, absent: str, kind: str, won: tuple[int, int] | None
) -> None:
    cup = league(2)
    match, one, other = table(cup)
    agreed(match, one, other)
    judge = staff_actor(cup, "judge")
    about: dict[str, Any] = {"actor": judge, "tournament": cup, "match_id": match.pk}
    assert code_of(lambda: desk.absence_rule(absent=absent, reason="", **about)) == "reason_needed"
    assert code_of(lambda: desk.absence_rule(absent="all", reason="why", **about)) == "absent"
    desk.absence_rule(absent=absent, reason="nobody there", **about)
    match.refresh_from_db()
    assert match.kind == kind and (match.outcome.won if match.outcome else None) == won
    made = Appointment.objects.get()
    assert (made.state == "agreed") is (won is not None)
    if won is not None:
        assert match.source == Match.Source.JUDGE
        assert code_of(lambda: desk.absence_rule(absent=absent, reason="again", **about)) == "stale"
