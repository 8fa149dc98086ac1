"""The style guide in Chromium: no accessibility violation in any dress, and every moving part moves."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.patience import patient
from tests.speeds import few_by_day

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


def opened(page: Page, live_server: LiveServer, path: str = "/style/") -> list[str]:
    """Open a page and return the list that collects what goes wrong on it."""
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    page.goto(live_server.url + path, wait_until="load")
    return problems


@pytest.mark.journey
@pytest.mark.parametrize("size", few_by_day([PHONE, DESK], 1, "every size of window"), ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", few_by_day(["light", "dark"], 1, "every scheme of colours"))
def test_no_accessibility_violation_in_any_dress(
    page: Page, live_server: LiveServer, size: dict[str, int], scheme: Any
) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]  # the two sizes above have both keys
    page.emulate_media(color_scheme=scheme)
    problems = opened(page, live_server)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert problems == []


def test_a_phone_never_scrolls_sideways(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    opened(page, live_server)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_table_number_on_the_phone_is_at_least_four_rem(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # has both keys
    opened(page, live_server)
    size = page.locator(".match-card.big .match-table strong").evaluate("e => getComputedStyle(e).fontSize")
    assert float(size.removesuffix("px")) >= 64


def test_buttons_are_large_enough_for_a_thumb(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # has both keys
    opened(page, live_server)
    heights = page.locator("main .button:visible").evaluate_all("all => all.map(e => e.offsetHeight)")
    assert heights
    assert min(heights) >= 44


def test_the_clock_counts_down_and_says_once_that_time_is_up(page: Page, live_server: LiveServer) -> None:
    opened(page, live_server)
    face = page.locator("[data-clock-face]").first
    expect(face).to_have_text(re.compile(r"^21:[0-3]\d$"))
    before = face.inner_text()
    expect(face).not_to_have_text(before)
    clock = page.locator("[data-clock]").first
    said = clock.locator("[data-clock-speech]")
    expect(said).to_have_attribute("aria-live", "off")
    clock.evaluate(
        "one => { one.dataset.endsAt = new Date(Date.now() + Number(one.dataset.offset) + 1500).toISOString() }"
    )
    expect(said).to_have_text("Time is up: finish the turn")
    expect(said).to_have_attribute("aria-live", "polite")
    expect(clock.locator("[data-clock-label]")).to_have_text("Over time by")


def test_arrow_keys_step_through_the_game_and_the_address_follows(
    page: Page, live_server: LiveServer
) -> None:
    opened(page, live_server)
    page.locator("body").press("ArrowLeft")
    expect(page.locator("[data-replay-count]")).to_have_text("1 / 3")
    expect(page.locator("[data-replay-sentence]")).to_contain_text("one dot along the orbit")
    assert page.url.endswith("#step=1")
    page.locator("body").press("ArrowRight")
    page.locator("body").press("ArrowRight")
    expect(page.locator("[data-replay-count]")).to_have_text("3 / 3")
    expect(page.locator("#replay .path-broken:visible")).to_have_count(1)


def test_a_deep_link_opens_its_step(page: Page, live_server: LiveServer) -> None:
    opened(page, live_server, "/style/#step=3")
    expect(page.locator("[data-replay-count]")).to_have_text("3 / 3")
    expect(page.locator("#replay [aria-current=step]")).to_contain_text("turns back")


def test_the_slider_and_the_list_step_too(page: Page, live_server: LiveServer) -> None:
    opened(page, live_server)
    page.locator("[data-replay-slider]").fill("0")
    expect(page.locator("[data-replay-count]")).to_have_text("0 / 3")
    page.locator("[data-step-link='2']").click()
    expect(page.locator("[data-replay-count]")).to_have_text("2 / 3")


def test_space_plays_to_the_end_and_stops(page: Page, live_server: LiveServer) -> None:
    opened(page, live_server)
    page.locator("body").press("Space")
    expect(page.locator("[data-go=play]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-replay-count]")).to_have_text("3 / 3")
    expect(page.locator("[data-go=play]")).to_have_attribute("aria-pressed", "false")


def test_without_javascript_the_steps_are_links(browser: Any, live_server: LiveServer) -> None:
    context = patient(browser.new_context(java_script_enabled=False))
    page = context.new_page()
    page.goto(f"{live_server.url}/style/?step=2")
    page.locator("[data-go=next]").click()
    assert page.url.endswith("/style/?step=3")
    expect(page.locator("[data-replay-sentence]")).to_contain_text("turns back")
    context.close()


def test_a_rule_number_opens_its_wording(page: Page, live_server: LiveServer) -> None:
    opened(page, live_server)
    wording = page.locator("#rule .rule-text").first
    expect(wording).to_be_hidden()
    page.locator("#rule .rule-number").first.click()
    expect(wording).to_be_visible()
    page.keyboard.press("Escape")
    expect(wording).to_be_hidden()


def test_a_dialog_opens_and_goes_back(page: Page, live_server: LiveServer) -> None:
    opened(page, live_server)
    page.locator("#match [data-dialog]").first.click()
    expect(page.locator("#sample-dialog")).to_be_visible()
    page.locator("#sample-dialog [data-close-dialog]").click()
    expect(page.locator("#sample-dialog")).to_be_hidden()


def test_the_menu_stays_inside_a_phone_and_closes_with_escape(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # has both keys
    opened(page, live_server)
    page.locator(".site-tools summary").first.click()
    panel = page.locator(".site-tools .menu-panel").first
    box = panel.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()


def test_the_chosen_colours_stay(page: Page, live_server: LiveServer) -> None:
    opened(page, live_server)
    page.locator(".site-tools summary").first.click()
    page.get_by_role("button", name="Dark", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_on_paper_the_board_is_wide_and_the_buttons_are_gone(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size({"width": 600, "height": 900})
    opened(page, live_server)
    page.emulate_media(media="print")
    expect(page.locator("#board .only-wide")).to_be_visible()
    expect(page.locator("#board .only-narrow")).to_be_hidden()
    expect(page.locator("#colours .button").first).to_be_hidden()
    expect(page.locator(".site-header")).to_be_hidden()
