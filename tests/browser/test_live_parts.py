"""Every part of a page that follows by itself ends at what was heard last, in whatever order answers come."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db.models import F
from playwright.sync_api import Page, Route, expect

from ledger.models import Chain
from tests.browser.recorder_hall import Open
from tests.patience import wait_until
from tests.tournaments.hall import organizer_of, play, publish, running_tournament, staff_actor
from tournaments.events.models import Tournament
from tournaments.rounds.stage_services import stage_cut

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TEMPLATES = Path(__file__).parents[2] / "templates"
FOLLOWS = re.compile(r'id="([a-z-]+)"(?:(?!id=")[^>])*hx-trigger="live:ask', re.S)
"""The id of every part that follows."""


def in_hall(
    user: Any, path: str, part: str, tournament: Tournament
) -> tuple[Any, str, str, Callable[[], None]]:
    """Somebody, an address, the part there, and how its version rises."""

    def rise() -> None:
        Chain.objects.filter(key=tournament.chain_key).update(version=F("version") + 1)

    return user, path, part, rise


def pages() -> Iterator[tuple[Any, str, str, Callable[[], None]]]:
    """Every part that follows, each once."""
    running = running_tournament(5)
    publish(running)
    boss, at = organizer_of(running).user, f"/t/{running.slug}"
    player = running.entries.order_by("number")[0].user  # type: ignore[attr-defined]  # reverse relation
    yield in_hall(player, f"{at}/me/", "me", running)
    yield in_hall(boss, f"{at}/tables/", "pairings", running)
    yield in_hall(boss, f"{at}/standings/", "standings", running)
    yield in_hall(boss, f"{at}/schedule/", "schedule", running)
    yield in_hall(boss, f"{at}/desk/rounds/1/", "round-tables", running)
    yield in_hall(boss, f"{at}/desk/rounds/1/results/", "grid-tables", running)
    yield in_hall(boss, f"{at}/desk/door/", "door-rows", running)
    yield in_hall(staff_actor(running, "judge").user, f"{at}/judge/", "judge", running)
    cut = running_tournament(9, template="constructed-championship", changes={"rounds": 1})
    play(cut)
    stage_cut(actor=organizer_of(cut), tournament=cut, third_place=False)
    publish(cut, 2)
    yield in_hall(organizer_of(cut).user, f"/t/{cut.slug}/bracket/", "bracket", cut)


class Hall:
    """What stands between a page and its server: news that comes when the test says so, answers that wait."""

    def __init__(self, page: Page, part: str) -> None:
        self.page, self.part = page, part
        self.news: list[Route] = []
        self.held: list[Route] = []
        self.answers: list[int] = []
        self.hold = True
        page.route("**/live/*/", lambda route: self.news.append(route))
        page.route("**/*", self._answer)

    def _answer(self, route: Route) -> None:
        if route.request.headers.get("hx-request") != "true":
            route.fallback()
        elif self.hold:
            self.held.append(route)
        else:
            self.pass_on(route)

    def pass_on(self, route: Route, answer: Any = None) -> None:
        """Give an answer to the page, with a mark on the part that says how new it is."""
        answer = answer or route.fetch()
        text = answer.text()
        said = answer.headers.get("x-shows") or re.findall(r'data-version="(\d+)"', text)[0]
        self.answers.append(int(said))
        route.fulfill(
            response=answer, body=text.replace(f'id="{self.part}"', f'id="{self.part}" data-new="{said}"')
        )

    def waits(self, what: list[Route]) -> Route:
        """The next of these, once it is there."""
        assert wait_until(lambda: self.page.wait_for_timeout(20) or what)  # type: ignore[func-returns-value]
        return what.pop(0)

    def tell(self, version: int) -> None:
        """News of a version; the stream ends with it, and the page listens again."""
        body = f"retry: 50\nevent: version\ndata: {json.dumps({'version': version, 'jitter': 0})}\n\n"
        self.waits(self.news).fulfill(content_type="text/event-stream", body=body)

    def shows(self, version: int) -> None:
        """Wait for an answer that is as new as this."""
        assert wait_until(lambda: self.page.wait_for_timeout(20) or version in self.answers), self.answers  # type: ignore[func-returns-value]


def version_of(page: Page) -> int:
    return int(page.locator("body").get_attribute("data-version") or 0)


@pytest.mark.parametrize(
    "first", ["slow", *(pytest.param(one, marks=pytest.mark.night) for one in ("lost", "broken"))]
)
def test_every_part_ends_at_what_was_heard_last(phone_of: Open, problems: list[str], first: str) -> None:
    """A second change comes while the answer about the first is on its way; that one is old, lost or an error."""
    seen = set()
    for user, path, part, rise in pages():
        page = phone_of(user).new_page()
        hall = Hall(page, part)
        answer = page.goto(path)
        assert answer is not None and answer.ok, path
        start = version_of(page)
        rise()
        hall.tell(start + 1)
        route = hall.waits(hall.held)
        old = route.fetch() if first == "slow" else None
        rise()
        hall.tell(start + 2)
        hall.hold = False
        if first == "lost":
            route.abort()
        elif first == "broken":
            route.fulfill(status=500, body="")
        else:
            hall.pass_on(route, old)
        hall.shows(start + 2)
        if part != "me":  # its inside is replaced
            expect(page.locator(f"#{part}[data-new]").first).to_have_attribute("data-new", str(start + 2))
        expect(page.locator("#live-status")).to_be_hidden()
        page.context.close()
        seen.add(part)
    everywhere = {found for one in TEMPLATES.rglob("*.html") for found in FOLLOWS.findall(one.read_text())}
    # The front page has its own story (tests/tournaments/display/test_front_browser.py), and so has the recorder.
    assert everywhere - seen == {"living", "live-table"}
    assert problems == []


def test_a_part_that_does_not_come_says_that_the_page_is_late(phone_of: Open) -> None:
    tournament = running_tournament(4)
    publish(tournament)
    page = phone_of(organizer_of(tournament).user).new_page()
    hall = Hall(page, "grid-tables")
    page.goto(f"/t/{tournament.slug}/desk/rounds/1/results/")
    start = version_of(page)
    Chain.objects.filter(key=tournament.chain_key).update(version=start + 1)
    hall.tell(start + 1)
    route = hall.waits(hall.held)
    expect(page.locator("#live-status")).to_have_text("Something changed. This page is catching up …")
    # Signed out meanwhile: what stands there stays.
    route.fulfill(body="<html><body><h1>Sign in</h1></body></html>", content_type="text/html")
    route = hall.waits(hall.held)  # it is asked for again
    expect(page.locator("#grid-tables")).to_be_visible()
    expect(page.locator("#live-status")).to_be_visible()
    hall.hold = False
    hall.pass_on(route)
    expect(page.locator("#live-status")).to_be_hidden()
