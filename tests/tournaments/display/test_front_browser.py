"""The front page and the wall in Chromium: readable for everyone, never a scroll bar on the wall."""

from itertools import product
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.tournaments import hall
from tests.tournaments.display.test_front import log_of
from tournaments.display.screen import ROWS
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE, DESK, WALL = (390, 844), (1280, 900), (1920, 1080)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PLAYERS = 40


def resize(page: Page, size: tuple[int, int]) -> None:
    """Make the window this wide and high."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


def test_the_front_page_has_no_accessibility_violation_and_never_scrolls_sideways(
    page: Page, live_server: LiveServer
) -> None:
    cache.clear()
    tournament = hall.approved_tournament(8)
    log_of(Match.objects.filter(round=hall.play(tournament, 1)).order_by("table")[0])
    hall.publish(tournament, 2)
    for size, scheme in product((PHONE, DESK, WALL), SCHEMES):
        resize(page, size)
        page.emulate_media(color_scheme=scheme)
        page.goto(live_server.url + "/")
        expect(page.locator(".front-board svg.board:visible")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def check_wall(page: Page, url: str, size: str, window: tuple[int, int]) -> None:
    """Every name of the first page is in sight, and there is no scroll bar."""
    resize(page, window)
    page.goto(f"{url}?size={size}")
    rows = page.locator(".screen-names li")
    assert rows.count() == PLAYERS // -(-PLAYERS // ROWS[size])  # pages of one length
    boxes = rows.evaluate_all("all => all.map(e => e.getBoundingClientRect()).map(b => [b.right, b.bottom])")
    assert max(box[0] for box in boxes) <= window[0]
    assert max(box[1] for box in boxes) <= window[1]
    whole = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert whole == list(window)
    assert Axe().run(page).violations_count == 0


def test_the_wall_shows_every_name_without_a_scroll_bar_and_turns_its_pages(
    page: Page, live_server: LiveServer
) -> None:
    cache.clear()
    tournament = hall.running_tournament(PLAYERS, capacity=64)
    hall.publish(tournament, 1)
    url = f"{live_server.url}/t/{tournament.slug}/screen/"
    for size, window in product(ROWS, (WALL, DESK)):
        check_wall(page, url, size, window)
    page.clock.install()
    page.goto(f"{url}?size=XL")
    expect(page.locator(".screen-page")).to_contain_text("1")
    first = page.locator(".screen-names li").first.inner_text()
    page.clock.run_for(13_000)
    expect(page.locator(".screen-names li").first).not_to_have_text(first.replace("\n", ""))
    expect(page.locator(".screen-page")).to_contain_text("2")
    page.clock.run_for(13_000)
    expect(page.locator(".screen-names li").first).to_have_text(first.replace("\n", ""))
