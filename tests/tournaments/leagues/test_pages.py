"""The pages of a league: what each shows, to whom, and what is pressed on them."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from msgspec.structs import replace

from tests.tournaments.hall import enter, make_tournament, make_user, organizer_of, staff_actor
from tests.tournaments.leagues.league import Clock, agreed, league, offered, reported, table
from tests.tournaments.submissions.deck_hall import browser
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.leagues.models import Appointment
from tournaments.rounds.models import Match, Round

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def text(client: Any, page: str, status: int = 200) -> str:
    answer = client.get(page)
    assert answer.status_code == status
    return " ".join(answer.content.decode().split())


def test_everybody_reads_who_waits_for_whom_and_only_two_and_the_staff_when() -> None:
    cup = league(4, name="Winter League")
    match, ann, bob = table(cup)
    page = f"/t/{cup.slug}/league/"
    stranger, staff = browser(make_user()), browser(cup.created_by)
    assert "nobody has offered a time" in text(stranger, page)
    offered(match, ann)
    assert "waits for an answer" in text(stranger, page) and f"of {bob.name}" in text(stranger, page)
    made = agreed(match, bob, ann, 50)
    when = timezone.localtime(made.starts_at).strftime("%H:%M")
    assert made.starts_at is not None and f", {when}" not in text(stranger, page)
    assert f", {when}" in text(staff, page) and "agreed" in text(stranger, page)
    open_ = replace(cup.policy, times_public=True)
    Tournament.objects.filter(pk=cup.pk).update(policy=open_)
    assert f", {when}" in text(stranger, page)
    reported(match)
    assert "played" in text(stranger, page)
    assert browser(make_user()).get(f"/t/{make_tournament(name='Hall').slug}/league/").status_code == 404


def test_before_the_first_round_and_after_the_last_the_page_says_what_comes() -> None:
    cup = make_tournament(name="Spring League", template="league")
    tournament_open_entry(actor=organizer_of(cup), tournament=cup, casual=True)
    [entry] = enter(cup, 1)
    assert "The first round has not begun" in text(browser(None), f"/t/{cup.slug}/league/")
    assert "No match to agree on" in text(browser(entry.user), f"/t/{cup.slug}/league/mine/")
    assert "The league begins with its first round" in text(
        browser(cup.created_by), f"/t/{cup.slug}/desk/league/"
    )
    played = league(2, name="Autumn League")
    reported(table(played)[0])
    Tournament.objects.filter(pk=played.pk).update(state="finished")
    assert "played" in text(browser(None), f"/t/{played.slug}/league/")


def test_a_match_is_agreed_on_by_two_clocks(clock: Clock) -> None:
    cup = league(2)
    match, ann, bob = table(cup)
    get_user_model().objects.filter(pk=bob.user_id).update(time_zone="America/New_York")
    page = f"/t/{cup.slug}/league/mine/"
    one, other = browser(ann.user), browser(bob.user)
    tomorrow = (timezone.localtime(timezone.now()) + timedelta(days=1)).strftime("%Y-%m-%d")
    assert "Nothing is agreed yet" in text(one, page)
    assert one.post(page, {"do": "offer", "first": "never", "place": "online"}).status_code == 422
    one.post(page, {"do": "offer", "first": f"{tomorrow}T20:00", "place": "online"})
    assert (
        "14:00" in text(other, page)
        and f"for {ann.name}" in text(other, page)
        and "20:00" in text(other, page)
    )
    offer = Appointment.objects.get().offers.get()
    other.post(page, {"do": "accept", "offer": offer.pk})
    made = Appointment.objects.get()
    assert made.state == "agreed" and "14:00" in text(one, page)
    one.post(page, {"do": "postpone", "version": made.version})
    assert Appointment.objects.get().state == "open"
    other.post(page, {"do": "offer", "first": f"{tomorrow}T21:00", "place": "online"})
    assert (
        timezone.localtime(Appointment.objects.get().offers.get().starts_at).hour == 3
    )  # six hours later here
    other.post(page, {"do": "take_back"})
    assert not Appointment.objects.get().offers.exists()
    agreed(match, ann, bob)
    clock.on(hours=25)
    one.post(page, {"do": "absent"})
    one.post(page, {"do": "no such button"})
    assert "A judge has been told" in text(other, page)
    assert browser(make_user()).get(page).status_code == 404


def test_the_desk_decides_what_waits(clock: Clock) -> None:
    cup = league(4)
    page = f"/t/{cup.slug}/desk/league/"
    match, ann, bob = table(cup)
    late = table(cup, 2)[0]
    agreed(match, ann, bob)
    staff, judge = browser(cup.created_by), browser(staff_actor(cup, "judge").user)
    clock.on(days=8)
    assert text(staff, page).count("days over, waits for the organizer") == 2
    assert browser(ann.user).get(page).status_code == 403

    def press(client: Any, **said: Any) -> int:
        return int(client.post(page, said).status_code)

    assert press(staff, do="extend_table", match=late.pk, days=2) == 302
    assert press(judge, do="extend", round=late.round_id, days=2) == 403
    assert press(judge, do="stop", entry=ann.pk) == press(staff, do="absence", match=match.pk) == 403
    assert press(judge, do="absence", match=match.pk, absent="second", reason="not there") == 302
    assert press(staff, do="extend", round=late.round_id, days=1) == 302
    assert press(staff, do="stop", entry=ann.pk) == press(staff, do="no such button") == 302
    match.refresh_from_db()
    late.refresh_from_db()
    assert (match.kind, match.source) == ("forfeit", "judge") and late.extension_minutes == 2 * 24 * 60
    assert "Still to be played" in text(staff, page)
    assert Round.objects.get().minutes > 7 * 24 * 60 and Match.objects.filter(seats__entry=ann).count() == 1


def test_the_pages_need_as_many_queries_for_twelve_as_for_four() -> None:
    found = []
    for players in (4, 12):
        cup = league(players, name=f"League of {players}")
        for number in range(1, players // 2 + 1):
            offered(*table(cup, number)[:2])
        match, ann, bob = table(cup)
        agreed(match, ann, bob, 30)
        counts = []
        for user, page in ((None, "league/"), (ann.user, "league/mine/"), (cup.created_by, "desk/league/")):
            client = browser(user)
            with CaptureQueriesContext(connection) as asked:
                assert client.get(f"/t/{cup.slug}/{page}").status_code == 200
            counts.append(len(asked))
        found.append(counts)
    assert found[0] == found[1] and max(found[0]) <= 24, found
