"""The wall of the hall fills its columns, however many play: nothing is cut off, and no half of it stays empty."""

import re
from typing import Any

import pytest
from django.db.models import F
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from ledger.models import Chain
from tests.browser.conftest import Open
from tests.patience import comes_true
from tests.speeds import few_by_day
from tests.tournaments.hall import publish, running_tournament
from tournaments.display.front_views import _largest
from tournaments.display.screen import screen_page
from tournaments.entries.models import Entry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FILLED = 0.8
"""So much of the height of the wall the fullest column takes, unless a longer line would cut a name."""
MEASURED = """list => {
  const box = list.getBoundingClientRect();
  const items = [...list.children].map((one) => one.getBoundingClientRect());
  return {
    height: (Math.max(...items.map((one) => one.bottom)) - box.top) / box.height,
    right: Math.max(...items.map((one) => one.right)) / innerWidth,
    bottom: Math.max(...items.map((one) => one.bottom)) / innerHeight,
    left: Math.min(...items.map((one) => one.left)),
  };
}"""


def wall_of(count: int) -> str:
    """The first page of a hall of so many, as the site makes it."""
    names = [
        {
            "name": f"{'Noor' if one % 3 else 'Thandiwe'} van den Berg {one}",
            "number": one,
            "table": one // 2 + 1,
        }
        for one in range(1, count + 1)
    ]
    size = _largest(count)
    rows, page, pages = screen_page(names, size, 1)
    context: dict[str, Any] = {
        "title": "Round 3: find your table",
        "subtitle": "Cup",
        "names": rows,
        "size": size,
    }
    context |= {"page": page, "pages": pages, "next_url": "/style/", "seconds": 600, "own": 0}
    return render_to_string("screen.html", context, RequestFactory().get("/"))


@pytest.mark.journey
@pytest.mark.parametrize("count", few_by_day([226, 8, 20, 40, 2000], 1, "walls of every size"))
def test_the_wall_is_full_and_nothing_leaves_it(page: Page, live_server: LiveServer, count: int) -> None:
    body = wall_of(count)
    page.route("**/style/", lambda route: dressed(route, body))
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{live_server.url}/style/")
    page.evaluate("document.fonts.ready")
    found = page.locator(".screen-names").evaluate(MEASURED)
    assert found["right"] <= 1 and found["bottom"] <= 1 and found["left"] >= 0
    assert found["height"] >= FILLED, found
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def dressed(route: Route, body: str) -> None:
    """Answer with the wall, under the headers of the site."""
    route.fulfill(response=route.fetch(), body=body)


def test_who_is_signed_in_finds_their_own_row_marked_and_the_wall_itself_marks_nobody(
    phone_of: Open, page: Page, live_server: LiveServer
) -> None:
    tournament = running_tournament(4)
    publish(tournament)
    entry = Entry.objects.select_related("user").get(tournament=tournament, number=2)
    own = phone_of(entry.user).new_page()
    own.goto(f"/t/{tournament.slug}/screen/")
    expect(own.locator(".screen-names [aria-current]")).to_have_count(1)
    expect(own.locator(".screen-names [aria-current]")).to_contain_text(entry.name)
    page.goto(f"{live_server.url}/t/{tournament.slug}/screen/")
    expect(page.locator(".screen-names li")).to_have_count(4)
    assert page.locator(".screen-names [aria-current]").count() == 0


def test_a_page_turned_before_the_news_does_not_come_back_after_it(
    page: Page, live_server: LiveServer
) -> None:
    """The wall turns by itself; the answer to that comes after the answer about something newer."""
    tournament = running_tournament(4)
    publish(tournament)
    turned: list[tuple[Route, Any]] = []

    def wall(route: Route) -> None:
        answer = route.fetch()
        if route.request.is_navigation_request():
            route.fulfill(
                response=answer, body=re.sub(r'data-seconds="\d+"', 'data-seconds="0.1"', answer.text())
            )
        elif not turned:
            turned.append((route, answer))
        else:
            route.fulfill(response=answer)

    page.route("**/screen/*", wall)
    page.goto(f"{live_server.url}/t/{tournament.slug}/screen/")
    assert comes_true(page, lambda: turned)
    entry = Entry.objects.get(tournament=tournament, number=2)
    Entry.objects.filter(pk=entry.pk).update(name="Somebody Renamed")
    Chain.objects.filter(key=tournament.chain_key).update(version=F("version") + 1)
    version = Chain.objects.get(key=tournament.chain_key).version
    page.evaluate(
        "v => document.body.dispatchEvent(new CustomEvent('live:update', {detail: {version: v}}))", version
    )
    expect(page.get_by_text("Somebody Renamed")).to_be_visible()
    route, old = turned[0]
    assert entry.name in old.text()
    with page.expect_response("**/screen/*"):
        route.fulfill(response=old)
    page.wait_for_timeout(500)  # by and by the wall would turn to the right page again
    assert page.get_by_text("Somebody Renamed").is_visible()
