"""A league of twelve through its weeks: the clock of the site is moved, and each has a phone of their own."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.recorder_hall import SMALL, WIDE, Open, accessible
from tests.browser.test_dutch import TOO_WIDE
from tests.tournaments.hall import logged, publish, running_tournament, staff_actor
from tests.tournaments.leagues.league import Clock, acts, agreed, offered, reported, table
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.services import log_submit
from tournaments.gamelogs.tasks import replay_log
from tournaments.rounds.models import Match, Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class League:
    """The league, its people's phones, and the clock."""

    def __init__(self, phone_of: Open, clock: Clock) -> None:
        self.phone_of, self.clock = phone_of, clock
        changes = {"rounds": 6, "games": 1}
        self.cup: Tournament = running_tournament(
            12, template="league-swiss", name="Winter League", changes=changes
        )
        self.judge = staff_actor(self.cup, "judge").user
        publish(self.cup)

    def open(self, user: Any, page: str, size: dict[str, int] = SMALL) -> Page:
        """A page of the league on a phone of this person's own; their session is of this week."""
        found = self.phone_of(user, size).new_page()
        found.goto(f"/t/{self.cup.slug}/{page}")
        accessible(found)
        assert found.evaluate(TOO_WIDE) == []
        return found

    def mine(self, entry: Entry) -> Page:
        return self.open(entry.user, "league/mine/")

    def rest_plays(self, *but: int) -> None:
        """Every other table has its result."""
        newest = Round.objects.filter(tournament=self.cup).latest("number")
        for match in newest.matches.exclude(table__in=but).exclude(state=Match.State.FINAL):
            match.tournament = self.cup
            reported(match, 1, 0, 0)


def evening(days: int) -> str:
    """Eight in the evening in so many days, as a picker types it."""
    return (timezone.localtime(timezone.now()) + timedelta(days=days)).strftime("%Y-%m-%dT20:00")


def agree_on_two_clocks_and_play_a_verified_game(play: League) -> None:
    match, ann, bob = table(play.cup)
    get_user_model().objects.filter(pk=bob.user_id).update(time_zone="America/New_York")
    one = play.mine(ann)
    one.get_by_label("I can play on").fill(evening(2))
    one.get_by_role("button", name="Offer these times").click()
    expect(one.get_by_text("waits for an answer")).to_be_visible()
    other = play.mine(bob)
    other.locator("button[value=accept]").click()
    expect(other.get_by_text("agreed", exact=True)).to_be_visible()
    expect(other.get_by_text(f"by the clock of {ann.name}")).to_be_visible()
    everybody = play.open(play.judge, "league/", WIDE)
    expect(everybody.get_by_text("nobody has offered a time").first).to_be_visible()
    play.clock.on(days=2, hours=2)
    sent = log_submit(actor=acts(ann), tournament=play.cup, match_id=match.pk, data=logged(match))
    replay_log(sent["log"])
    assert GameLog.objects.get(pk=sent["log"]).verdict == "ok"
    for entry in (ann, bob):
        phone = play.open(entry.user, "me/")
        won = "1–0" if entry == ann else "0–1"
        with phone.expect_response(lambda answer: answer.request.method == "POST"):
            phone.get_by_role("button", name=won).click()
    match.refresh_from_db()
    assert (match.state, match.source) == ("final", "both")
    play.rest_plays()


def a_match_is_put_off_once(play: League) -> None:
    match, ann, bob = table(play.cup)
    agreed(match, ann, bob, 30)
    phone = play.mine(bob)
    phone.get_by_text("I cannot play then").click()
    phone.get_by_role("button", name="Put it off").click()
    expect(phone.get_by_text("It is put off. Offer other times.")).to_be_visible()
    agreed(match, ann, bob, 50)
    phone.reload()
    phone.get_by_text("I cannot play then").click()
    expect(phone.get_by_text("You have put this match off once already. Ask the organizer.")).to_be_visible()
    play.rest_plays()


def somebody_does_not_come_and_a_judge_decides(play: League) -> None:
    match, ann, bob = table(play.cup)
    agreed(match, ann, bob, 30)
    play.rest_plays(1)
    play.clock.on(hours=31)
    phone = play.mine(ann)
    phone.get_by_role("button", name=f"{bob.name} did not come").click()
    expect(phone.get_by_text("A judge has been told")).to_be_visible()
    match.refresh_from_db()
    assert match.state == "open"
    desk = play.open(play.judge, "desk/league/", WIDE)
    case = desk.locator(".league-case").first
    case.get_by_label("Who did not come?").select_option("second")
    case.get_by_label("Reason").fill("Waited half an hour")
    case.get_by_role("button", name="Decide").click()
    expect(desk.get_by_text("Decided; both will hear of it.")).to_be_visible()
    match.refresh_from_db()
    assert (match.kind, match.source, match.outcome.winner) == ("forfeit", "judge", 0)


def a_table_gets_more_days(play: League) -> None:
    match, ann, _bob = table(play.cup)
    offered(match, ann)
    play.rest_plays(1)
    play.clock.on(days=8)
    desk = play.open(play.cup.created_by, "desk/league/", WIDE)
    expect(desk.get_by_text("days over, waits for the organizer")).to_be_visible()
    desk.get_by_role("button", name="Extend this table").click()
    expect(desk.get_by_text("This table has more days.")).to_be_visible()
    match.refresh_from_db()
    assert match.state == "open"
    reported(match, 1, 0, 0)


def somebody_stops(play: League) -> None:
    match, ann, bob = table(play.cup)
    phone = play.mine(bob)
    phone.get_by_text("Stop playing in this league").click()
    phone.get_by_role("button", name="I stop").click()
    expect(phone.get_by_text("You no longer play in this league.")).to_be_visible()
    match.refresh_from_db()
    assert match.kind == "forfeit" and ann.user_id
    play.rest_plays()


def test_a_league_of_twelve_is_played_through_its_weeks(
    phone_of: Open, problems: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play = League(phone_of, Clock(monkeypatch))
    weeks = [
        agree_on_two_clocks_and_play_a_verified_game,
        somebody_does_not_come_and_a_judge_decides,
        a_match_is_put_off_once,
        a_table_gets_more_days,
        somebody_stops,
        League.rest_plays,
    ]
    for number, week in enumerate(weeks, start=1):
        week(play)
        play.clock.on(days=8)
        newest = Round.objects.filter(tournament=play.cup).latest("number")
        assert (newest.number, newest.state) == (
            (6, "completed") if number == 6 else (number + 1, "published")
        )
    everybody = play.open(play.judge, "league/", WIDE)
    expect(everybody.locator(".window.completed")).to_have_count(len(weeks))
    assert problems == []
