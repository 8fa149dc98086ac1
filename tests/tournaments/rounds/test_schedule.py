"""The day's clock: a guess at first, then what the event has measured; open tables, extensions and pauses move it."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.test import Client
from django.utils import timezone, translation

from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.tournaments.hall import (
    make_tournament,
    make_user,
    organizer_of,
    play,
    publish,
    running_tournament,
    staff_actor,
)
from tournaments.desk.outstanding import outstanding
from tournaments.display.shelf import SHELF
from tournaments.events.closing_services import tournament_set_closing
from tournaments.events.models import Stage, Tournament
from tournaments.judging.call_services import call_claim
from tournaments.rounds.models import Match, Round
from tournaments.rounds.pairing_services import round_complete
from tournaments.rounds.schedule import BETWEEN, OVER, TURNS, Planned, Played, day_of, pace_of, project
from tournaments.rounds.services import match_extend, result_enter

NOON = datetime(2026, 5, 2, 12, tzinfo=timezone.get_default_timezone())
PLAN = [Planned(number, f"Round {number}", 60) for number in (1, 2, 3)]


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def played(number: int, start: datetime, length: float | None, **fields: Any) -> Played:
    """A round of 60 minutes; ``length`` None: it is being played at two tables."""
    end = None if length is None else start + minutes(length)
    values: dict[str, Any] = {"minutes": 60, "paused_at": None, "paused_seconds": 0, "most_extension": 0}
    values |= {"open_tables": 2 if end is None else 0, "published_at": start, "started_at": start}
    return Played(number=number, completed_at=end, **values | fields)


def day(
    *rounds: Played, now: datetime = NOON, closes_at: datetime | None = None, starts: datetime = NOON
) -> Any:
    return project(PLAN, rounds, pace_of(rounds, 60), starts_at=starts, now=now, closes_at=closes_at)


def test_before_the_first_round_the_day_is_reckoned_with_a_guess() -> None:
    slots = day().slots
    assert day().pace.measured == 0
    assert slots[0].starts_at == NOON and slots[0].ends_at == NOON + minutes(60) + OVER
    assert slots[1].starts_at == slots[0].ends_at + BETWEEN
    assert not any(slot.started or slot.ended for slot in slots)


def test_every_measured_round_pulls_the_forecast_towards_it_and_the_guess_counts_once() -> None:
    first = played(1, NOON, 100)  # 40 minutes after its clock
    now = NOON + minutes(100)
    assert day(first, now=now).pace.over == (OVER + minutes(40)) / 2
    second = played(2, now + minutes(20), 100)
    later = day(first, second, now=now + minutes(120))
    assert later.pace.over == (OVER + minutes(80)) / 3
    assert later.pace.between == (BETWEEN + minutes(20)) / 2
    assert later.pace.measured == 2
    assert [slot.ended for slot in later.slots] == [True, True, False]
    assert later.slots[2].starts_at == now + minutes(120) + later.pace.between


def test_rounds_that_end_early_bring_the_end_of_the_day_forward() -> None:
    quick = day(played(1, NOON, 35), now=NOON + minutes(35))
    assert quick.pace.over < timedelta()
    assert quick.slots[1].ends_at - quick.slots[1].starts_at < minutes(60)


def test_neither_a_fire_alarm_nor_a_meal_is_learned() -> None:
    alarm = played(1, NOON, 90, paused_seconds=20 * 60)
    assert pace_of([alarm], 60).over == (OVER + minutes(10)) / 2
    after_a_meal = played(2, NOON + minutes(90 + 55), None)
    assert pace_of([alarm, after_a_meal], 60).between == BETWEEN


def test_an_extension_of_an_open_table_and_a_pause_move_the_next_start() -> None:
    now = NOON + minutes(20)
    usual = day(played(1, NOON, None), now=now)
    assert usual.next is not None and usual.next.number == 2
    assert usual.next.starts_at == NOON + minutes(60) + OVER + BETWEEN
    longer = day(played(1, NOON, None, most_extension=15), now=now)
    assert longer.next.starts_at == usual.next.starts_at + minutes(15)
    paused = day(played(1, NOON, None, paused_seconds=240), now=now)
    assert paused.next.starts_at == usual.next.starts_at + minutes(4)
    standing = day(played(1, NOON, None, paused_at=NOON + minutes(15)), now=now)
    assert standing.next.starts_at == usual.next.starts_at + minutes(5)


def test_the_last_table_is_given_its_last_turns_and_the_forecast_is_never_in_the_past() -> None:
    fast = pace_of([played(1, NOON - minutes(100), 30)], 60)
    late = NOON + minutes(61)
    current = played(2, NOON, None)
    shown = project(PLAN, [played(1, NOON - minutes(100), 30), current], fast, starts_at=NOON, now=late)
    assert shown.slots[1].ends_at == NOON + minutes(60) + TURNS
    much_later = NOON + minutes(200)
    shown = day(played(1, NOON, None), now=much_later)
    assert shown.slots[0].ends_at == much_later
    assert shown.next.starts_at > much_later


def test_with_the_last_result_the_next_round_follows_at_once() -> None:
    now = NOON + minutes(44)
    done = day(played(1, NOON, None, open_tables=0), now=now)
    assert done.next.starts_at == now + done.pace.between


def test_a_round_without_a_limit_takes_as_long_as_one_with_a_clock_until_one_was_played() -> None:
    free = played(1, NOON, 130, minutes=0, started_at=None)
    assert pace_of([], 60).length(0) == minutes(60) + OVER
    assert pace_of([free], 60).length(0) == (minutes(70) + minutes(130)) / 2
    assert free.length == minutes(130)


def test_the_closing_of_the_hall_marks_the_rounds_that_end_after_it() -> None:
    shown = day(closes_at=NOON + minutes(160))
    assert [slot.past_closing for slot in shown.slots] == [False, False, True]
    assert shown.fits == 2
    assert shown.late == (3 * 70 + 2 * 8) - 160
    assert day(closes_at=NOON + minutes(226)).late == 0


# --- in the hall ---------------------------------------------------------------------------------------------


@pytest.fixture
def hall() -> Tournament:
    """Round 1 took 95 minutes; round 2 is played and has been for 50 minutes; then a knock-out of two."""
    cache.clear()
    caches[SHELF].clear()
    tournament = running_tournament(6)
    Stage.objects.filter(tournament=tournament).update(cut=2, rounds=3)
    play(tournament, 1)
    now = timezone.now()
    Round.objects.filter(tournament=tournament).update(
        published_at=now - minutes(155), started_at=now - minutes(155), completed_at=now - minutes(60)
    )
    publish(tournament, 2)
    Round.objects.filter(tournament=tournament, number=2).update(started_at=now - minutes(50))
    return tournament


def reader(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def shown(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return " ".join(answer.content.decode().partition("<main")[2].split())


def clock(moment: datetime) -> str:
    return timezone.localtime(moment).strftime("%H:%M")


@pytest.mark.django_db
@pytest.mark.sqlite
def test_the_schedule_knows_measured_rounds_coming_rounds_and_the_knock_out(hall: Tournament) -> None:
    day_ = day_of(hall)
    assert day_ is not None
    slots = day_.at(timezone.now()).slots
    assert [slot.number for slot in slots] == [1, 2, 3, 4]
    assert [(slot.started, slot.ended) for slot in slots] == [
        (True, True),
        (True, False),
        (False, False),
        (False, False),
    ]
    assert slots[3].name == "Final"
    page = shown(Client(), f"/t/{hall.slug}/schedule/")
    assert "from the 1 round that was played here" in page
    assert clock(slots[0].ends_at) in page
    assert "The hall closes" not in page and "Reckoned with" not in page


@pytest.mark.django_db
@pytest.mark.sqlite
def test_wall_and_waiting_players_read_the_next_start_and_it_moves_with_an_extension(
    hall: Tournament,
) -> None:
    organizer = organizer_of(hall)
    matches = list(Match.objects.filter(round__number=2, tournament=hall).order_by("table"))
    done, slow = matches[0], matches[1]
    result_enter(actor=organizer, tournament=hall, match_id=done.pk, said=(2, 0, 0))
    waiting = done.seats.select_related("entry__user").order_by("position")[0].entry.user
    playing = slow.seats.select_related("entry__user").order_by("position")[0].entry.user
    before = day_of(hall)
    assert before is not None
    expected = before.at(timezone.now()).next
    assert expected is not None
    words = f"Round 3 starts at about {clock(expected.starts_at)}"
    assert words in shown(Client(), f"/t/{hall.slug}/screen/")
    assert words in shown(reader(waiting), f"/t/{hall.slug}/me/")
    assert "starts at about" not in shown(reader(playing), f"/t/{hall.slug}/me/")
    match_extend(actor=organizer, tournament=hall, match_id=slow.pk, minutes=12)
    words = f"Round 3 starts at about {clock(expected.starts_at + minutes(12))}"
    assert words in shown(Client(), f"/t/{hall.slug}/screen/")
    assert words in shown(reader(waiting), f"/t/{hall.slug}/me/")
    with translation.override("nl"):
        caches[SHELF].clear()
    client = reader(waiting)
    client.cookies["django_language"] = "nl"
    assert "begint om ongeveer" in shown(client, f"/t/{hall.slug}/me/")


@pytest.mark.django_db
@pytest.mark.sqlite
def test_who_has_dropped_or_sees_the_last_round_waits_for_nothing(hall: Tournament) -> None:
    Stage.objects.filter(tournament=hall).update(cut=0, rounds=2)
    match = Match.objects.filter(round__number=2, tournament=hall).order_by("table")[0]
    result_enter(actor=organizer_of(hall), tournament=hall, match_id=match.pk, said=(2, 0, 0))
    player = match.seats.select_related("entry__user").order_by("position")[0].entry.user
    assert "starts at about" not in shown(reader(player), f"/t/{hall.slug}/me/")
    assert "starts at about" not in shown(Client(), f"/t/{hall.slug}/screen/")


@pytest.mark.django_db
@pytest.mark.sqlite
def test_the_organizer_is_warned_of_the_closing_hall_and_nobody_else_is_told(hall: Tournament) -> None:
    organizer = organizer_of(hall)
    desk, page = f"/t/{hall.slug}/desk/", f"/t/{hall.slug}/schedule/"
    assert "after the hall closes" not in shown(reader(organizer.user), desk)
    closes = timezone.localtime(timezone.now() + minutes(90)).replace(second=0, microsecond=0)
    Tournament.objects.filter(pk=hall.pk).update(starts_at=timezone.now() - minutes(160))
    answer = reader(organizer.user).post(page, {"closes_at": closes.strftime("%Y-%m-%dT%H:%M")})
    assert answer.status_code == 302
    hall.refresh_from_db()
    assert hall.closes_at == closes
    for path in (desk, page):
        assert f"after the hall closes at {clock(closes)}" in shown(reader(organizer.user), path)
    assert "1 of 4 rounds ends before that" not in shown(Client(), page)
    assert "closes" not in shown(Client(), page)
    player = reader(hall.entries.select_related("user").order_by("number")[0].user)
    assert player.post(page, {"closes_at": ""}).status_code == 403
    assert Client().post(page, {"closes_at": ""}).status_code == 403
    assert reader(organizer.user).post(page, {"closes_at": ""}).status_code == 302
    hall.refresh_from_db()
    assert hall.closes_at is None
    rows = LedgerRow.objects.filter(chain_id=hall.chain_key, action="tournament.set_closing")
    assert rows.count() == 2


@pytest.mark.django_db
@pytest.mark.sqlite
def test_a_closing_before_the_start_is_refused_and_the_form_says_so() -> None:
    tournament = make_tournament()
    organizer = organizer_of(tournament)
    before = tournament.starts_at - minutes(5)
    with pytest.raises(UserError, match="after the start"):
        tournament_set_closing(actor=organizer, tournament=tournament, closes_at=before)
    with pytest.raises(UserError, match="within two weeks"):
        tournament_set_closing(
            actor=organizer, tournament=tournament, closes_at=tournament.starts_at + timedelta(days=15)
        )
    local = timezone.localtime(before).strftime("%Y-%m-%dT%H:%M")
    answer = reader(organizer.user).post(f"/t/{tournament.slug}/schedule/", {"closes_at": local})
    assert answer.status_code == 422
    assert b"The hall closes after the start" in answer.content


@pytest.mark.django_db
@pytest.mark.sqlite
def test_before_the_start_the_page_reckons_with_the_places_and_a_finished_event_shows_what_was() -> None:
    tournament = make_tournament(capacity=32)
    page = f"/t/{tournament.slug}/schedule/"
    assert Client().get(page).status_code == 404
    organizer = reader(organizer_of(tournament).user)
    text = shown(organizer, page)
    assert "No round has been played here yet" in text
    assert clock(tournament.starts_at) in text
    Tournament.objects.filter(pk=tournament.pk).update(state="finished")
    assert "Expected times" not in shown(Client(), page)


@pytest.mark.django_db
@pytest.mark.sqlite
def test_open_tables_stand_by_the_end_of_their_time_with_the_judge_and_the_reason(hall: Tournament) -> None:
    organizer, judge = organizer_of(hall), staff_actor(hall, "judge", make_user("Jette Rechter"))
    Round.objects.filter(tournament=hall, number=2).update(started_at=timezone.now() - minutes(70))
    round_ = Round.objects.select_related("stage", "tournament").get(tournament=hall, number=2)
    late, called, long_ = Match.objects.filter(round=round_).order_by("table")
    match_extend(actor=organizer, tournament=hall, match_id=long_.pk, minutes=15)
    match_extend(actor=organizer, tournament=hall, match_id=called.pk, minutes=3)
    call_claim(actor=judge, tournament=hall, match_id=called.pk)
    found = outstanding(round_, timezone.now())
    assert [one.match.pk for one in found] == [late.pk, called.pk, long_.pk]
    assert [(one.over, one.late, one.visit.judge if one.visit else "") for one in found] == [
        (True, True, ""),
        (True, False, "Jette Rechter"),
        (False, False, ""),
    ]
    text = shown(reader(organizer.user), f"/t/{hall.slug}/desk/")
    assert "time is up, no result yet" in text and "Jette Rechter" in text and "15 min more" in text
    rows = [text.index(f"matches/{one.pk}/") for one in (late, called, long_)]
    assert rows == sorted(rows)
    match_extend(actor=organizer, tournament=hall, match_id=long_.pk, minutes=-15)
    assert "15 min more" not in shown(reader(organizer.user), f"/t/{hall.slug}/desk/")


@pytest.mark.django_db
@pytest.mark.sqlite
def test_the_schedule_of_a_complete_round_is_what_was_measured(hall: Tournament) -> None:
    organizer = organizer_of(hall)
    for match in Match.objects.filter(tournament=hall, round__number=2).order_by("table"):
        result_enter(actor=organizer, tournament=hall, match_id=match.pk, said=(2, 0, 0))
    round_ = Round.objects.get(tournament=hall, number=2)
    round_complete(actor=organizer, tournament=hall, round_id=round_.pk)
    round_.refresh_from_db()
    day_ = day_of(hall)
    assert day_ is not None
    schedule = day_.at(timezone.now())
    assert schedule.pace.measured == 2
    assert schedule.slots[1].ends_at == round_.completed_at
