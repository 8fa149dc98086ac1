"""The desk by keyboard and a player's phone, in a hall whose network goes away for a while (S11)."""

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.recorder_hall import Open
from tests.tournaments.entries.test_door import arriving
from tests.tournaments.hall import publish, running_tournament, staff_actor
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DESK, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}


def kept(page: Page) -> None:
    """Wait until the page lies in the phone for a hall without network."""
    page.wait_for_selector("html[data-kept=yes]")


def states(tournament: Tournament) -> list[str]:
    found = Match.objects.filter(tournament=tournament).order_by("table")
    return list(found.values_list("state", flat=True))


def type_lines(page: Page, *lines: str) -> None:
    """Nothing but the keyboard: the field has the focus and keeps it."""
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")


def cut(context: BrowserContext, *, off: bool) -> None:
    context.set_offline(off)


def test_results_and_a_report_wait_for_the_network_and_what_contradicts_becomes_a_dispute(
    phone_of: Open, live_server: LiveServer, problems: list[str], no_runtime: None
) -> None:
    tournament = running_tournament(8)
    round_ = publish(tournament)
    first, second, third, fourth = Match.objects.filter(round=round_).order_by("table")
    scorekeeper: Any = staff_actor(tournament, "scorekeeper").user
    desk_at = phone_of(scorekeeper, DESK)
    desk = desk_at.new_page()
    desk.goto(f"/t/{tournament.slug}/desk/rounds/1/results/")
    kept(desk)

    # By keyboard: a wrong line is said at once and stands there to be mended, the next goes on from there.
    type_lines(desk, "99 2-0")
    expect(desk.get_by_role("alert")).to_contain_text("There is no table 99")
    expect(desk.locator("#line")).to_have_value("99 2-0")
    expect(desk.locator("#line")).to_be_focused()
    type_lines(desk, "1 2-0")  # what was refused is marked, so typing replaces it
    expect(desk.locator("#slip-said li").first).to_contain_text("2–0 is saved")
    expect(desk.locator("#line")).to_be_focused()
    expect(desk.locator("#grid-missing")).to_have_text("3 results missing")
    assert states(tournament) == ["final", "open", "open", "open"]

    # A player's phone, and the desk, lose the network; what they say is kept and the pages stay, also over a reload.
    one, _other = third.seats.order_by("position")
    phone_at = phone_of(one.entry.user, PHONE)
    phone = phone_at.new_page()
    phone.goto(f"/t/{tournament.slug}/me/")
    kept(phone)
    boxes = [one.bounding_box() for one in phone.locator(".score-buttons button").all()]
    assert len(boxes) == 4 and all(box and box["y"] + box["height"] <= PHONE["height"] for box in boxes), (
        boxes
    )
    for at in (phone_at, desk_at):
        cut(at, off=True)
    phone.get_by_role("button", name=re.compile("^2–1")).click()
    expect(phone.locator("[data-waiting]")).to_contain_text("2–1")
    expect(phone.locator(".match-table")).to_be_visible()
    phone.reload()
    expect(phone.locator("[data-waiting]")).to_contain_text("2–1")
    type_lines(desk, "2 2-1", "4 0-2")
    expect(desk.locator("[data-waiting] li")).to_have_count(2)
    desk.reload()
    expect(desk.locator("[data-waiting] li")).to_have_count(2)
    assert states(tournament) == ["final", "open", "open", "open"]

    # Meanwhile another at the desk, with a network of their own, enters table 2 otherwise.
    helper = phone_of(staff_actor(tournament, "organizer").user, DESK).new_page()
    helper.goto(f"/t/{tournament.slug}/desk/rounds/1/results/")
    type_lines(helper, "2 2-0")
    expect(helper.locator("#slip-said li").first).to_contain_text("2–0 is saved")

    # The network is back: everything leaves by itself, each once; nobody overwrites anybody.
    for at in (phone_at, desk_at):
        cut(at, off=False)
    expect(phone.locator("[data-waiting]")).to_be_hidden()
    expect(phone.locator("#me")).to_contain_text("You have reported")
    expect(desk.locator("[data-waiting]")).to_be_hidden()
    expect(desk.locator("#grid-missing")).to_have_text("2 results missing")
    assert states(tournament) == ["final", "disputed", "reported", "final"]
    assert second.disputes.get().claim is not None and fourth.reports.count() == 0

    # A mis-tap is taken back until the other has reported.
    expect(phone.locator("#me")).to_contain_text("2–1")
    phone.get_by_role("button", name="That was a mistake: undo it").click()
    expect(phone.get_by_role("heading", name="Report the result")).to_be_visible()
    assert states(tournament)[2] == "open" and not third.reports.exists()
    assert first.version == 1 and problems == []


@pytest.mark.journey
def test_the_door_goes_on_without_network_and_sends_when_it_is_back(
    phone_of: Open, live_server: LiveServer, problems: list[str], no_runtime: None
) -> None:
    tournament, (one, two, three) = arriving(3)
    door_at = phone_of(staff_actor(tournament, "door").user, PHONE)
    door = door_at.new_page()
    door.goto(f"/t/{tournament.slug}/desk/door/")
    kept(door)
    here = Entry.objects.filter(tournament=tournament, state="checked_in").order_by("number")
    cut(door_at, off=True)
    for entry in (one, two):  # typing finds the player, without a button and without network
        door.locator("#q").fill(entry.name)
        expect(door.locator("#door-rows li:visible")).to_have_count(1)
        door.locator(f"#door-{entry.pk} button").click()
    expect(door.locator("[data-waiting] li")).to_have_count(2)
    door.reload()
    expect(door.locator("[data-waiting] li")).to_have_count(2)
    expect(door.locator(f"#door-{three.pk} button")).to_be_visible()
    assert not here.exists()
    cut(door_at, off=False)
    expect(door.locator("#door-here")).to_contain_text("2 of 3 are here")
    assert list(here) == [one, two]
    assert problems == []


def without_queue(route: Route) -> None:
    answer = route.fetch()
    body = re.sub(r"<script[^>]*/waiting[^>]*></script>", "", answer.text())
    assert body != answer.text()
    route.fulfill(response=answer, body=body)


def test_what_the_grid_kept_is_counted_and_sent_from_any_page_of_staff(
    phone_of: Open, no_runtime: None
) -> None:
    tournament = running_tournament(4)
    publish(tournament)
    desk = phone_of(tournament.created_by, DESK, service_workers="block").new_page()
    desk.goto(f"/t/{tournament.slug}/desk/rounds/1/results/")
    desk.route(
        "**/results/", lambda route: route.abort() if route.request.method == "POST" else route.fallback()
    )
    type_lines(desk, "1 2-0")
    expect(desk.locator("[data-waiting] li")).to_have_count(1)
    staff_actor(tournament, "judge", tournament.created_by)
    judged = ("judge/", "judge/cases/", "judge/checks/", "judge/audits/")
    for page in ("desk/", "desk/entries/", "desk/rounds/1/", *judged):
        desk.goto(f"/t/{tournament.slug}/{page}")
        expect(desk.locator("[data-waiting] li"), page).to_have_count(1)
    assert states(tournament) == ["open", "open"]
    # The control: a page without the queue's script counts nothing.
    desk.route("**/desk/", without_queue)
    desk.goto(f"/t/{tournament.slug}/desk/")
    expect(desk.locator("[data-waiting]")).to_be_hidden()
    desk.unroute("**/desk/")
    desk.goto(f"/t/{tournament.slug}/desk/")
    expect(desk.locator("[data-waiting] li")).to_have_count(1)
    desk.unroute("**/results/")
    expect(desk.locator("[data-waiting]")).to_be_hidden()
    assert states(tournament) == ["final", "open"]


def test_a_refused_line_does_not_come_back_once_another_was_sent(phone_of: Open, no_runtime: None) -> None:
    tournament = running_tournament(4)
    publish(tournament)
    desk = phone_of(tournament.created_by, DESK).new_page()
    desk.goto(f"/t/{tournament.slug}/desk/rounds/1/results/")
    held: list[Route] = []
    desk.route(
        "**/results/",
        lambda route: held.append(route) if route.request.method == "POST" and not held else route.fallback(),
    )
    type_lines(desk, "99 2-1", "1 2-0")
    held[0].fallback()
    expect(desk.locator("#slip-said li")).to_have_count(2)
    expect(desk.locator("#line")).to_have_value("")
    type_lines(desk, "99 2-1")
    expect(desk.locator("#line")).to_have_value("99 2-1")
