"""The judge's viewer in Chromium: board and verdict in one view, keys, a closer look, a card on a tap, axe."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.tournaments.gamelogs.test_logs import Table
from tests.tournaments.gamelogs.test_viewer import LONG_GAME, faulty, played
from tests.tournaments.hall import logged
from tournaments.gamelogs.models import GameLog

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def open_page(page: Page, live_server: LiveServer, client: Client, url: str) -> None:
    """Open a page as the person who is signed in with this test client."""
    cookie = client.cookies["sessionid"]
    page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": live_server.url}])
    page.goto(f"{live_server.url}{url}")


def address(table: Table, log: GameLog) -> str:
    return f"/t/{table.tournament.slug}/judge/logs/{log.pk}/"


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_verdict_and_whole_board_stand_in_one_view(
    page: Page, live_server: LiveServer, width: int, height: int
) -> None:
    table = Table()
    page.set_viewport_size({"width": width, "height": height})
    open_page(page, live_server, table.judge, address(table, faulty(table)))
    for part in ("#verdict > summary", ".theatre .board"):
        box = page.locator(part).bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= height, part
    board = page.locator(".theatre .board").bounding_box()
    assert board is not None and board["width"] >= min(width, 480) * 0.85
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert Axe().run(page).violations_count == 0


@pytest.mark.journey
def test_keys_step_jump_and_look_closer(page: Page, live_server: LiveServer) -> None:
    table = Table()
    log = table.checked(played(table))
    open_page(page, live_server, table.judge, f"{address(table, log)}?step=30")
    count = page.locator("[data-replay-count]")
    expect(count).to_contain_text("30 /")
    page.keyboard.press("ArrowRight")
    expect(count).to_contain_text("31 /")
    draws = page.locator("[data-jump=draw]").get_attribute("data-steps")
    assert draws is not None
    later = next(int(step) for step in draws.split() if int(step) > 31)
    page.keyboard.press("d")
    expect(count).to_contain_text(f"{later} /")
    assert page.url.endswith(f"#step={later}")
    page.locator("[data-closer-open]").click()
    closer = page.locator("[data-closer-box] h2")
    expect(closer).to_contain_text(str(later))
    page.keyboard.press("ArrowRight")
    expect(closer).to_contain_text(str(later + 1))


def test_a_far_turn_of_a_long_game_is_told_when_one_opens_it_or_comes_there(
    page: Page, live_server: LiveServer
) -> None:
    table = Table()
    log = table.checked(logged(table.match, LONG_GAME))
    open_page(page, live_server, table.judge, f"{address(table, log)}?step=300")
    far = page.locator("[data-untold]")
    untold = far.count()
    assert untold > 2
    far.first.click()
    expect(far).to_have_count(untold - 1)
    expect(page.locator(".turn-steps").first.locator(":focus")).to_have_count(1)
    page.keyboard.press("Tab")
    page.locator("[data-go=last]").click()
    expect(far).to_have_count(untold - 2)
    page.locator("[data-replay-steps]").scroll_into_view_if_needed()
    expect(page.locator("[data-replay-steps] [aria-current=step]")).to_be_in_viewport()
    assert Axe().run(page).violations_count == 0


def test_a_tap_shows_a_card_and_escape_puts_it_back(page: Page, live_server: LiveServer) -> None:
    table = Table()
    log = table.checked(played(table))
    open_page(page, live_server, table.judge, f"{address(table, log)}?step=40")
    page.route("**/peek/", lambda route: route.fulfill(content_type="text/html", body="<h3>A card</h3>"))
    page.locator(".card-small").first.click()
    expect(page.locator("dialog.card-peek")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.card-peek")).to_be_hidden()
    assert page.evaluate("document.activeElement.classList.contains('card-small')")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_pieces_glide_and_what_is_hit_flashes_unless_somebody_wants_no_motion(
    page: Page, live_server: LiveServer, motion: str
) -> None:
    table = Table()
    log = table.checked(played(table))
    page.add_init_script(
        "window.moved = []; const real = Element.prototype.animate;"
        "Element.prototype.animate = function (...said) {"
        " window.moved.push(Object.keys(said[0][0])[0]); return real.apply(this, said); };"
    )
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]  # one of two words
    open_page(page, live_server, table.judge, address(table, log) + "?step=30")
    total = int(page.locator("[data-replay]").get_attribute("data-total") or 0)
    page.evaluate(
        "async (last) => { const list = document.querySelector('[data-replay-slider]');"
        " for (let step = 31; step <= last; step += 1) { list.value = step;"
        " list.dispatchEvent(new Event('input')); await new Promise((done) => { setTimeout(done, 0); }); } }",
        total,
    )
    expect(page.locator("[data-replay-count]")).to_contain_text(f"{total} /")
    wanted = {"transform", "stroke", "opacity"} if motion == "no-preference" else set()
    assert set(page.evaluate("window.moved")) == wanted
