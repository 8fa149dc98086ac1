"""A family finds a beginners' event near home: by filters, on the map, in the month, with and without scripts."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.patience import patient
from tests.tournaments.finding.test_finding import opened
from tournaments.events.models import Tournament
from tournaments.finding.listing_services import listings_make_all

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = ViewportSize(width=360, height=740)


def events() -> None:
    """One for beginners in Zeist, one for everybody in Utrecht, one for beginners too far away."""
    opened("First Steps", "Zeist", location="Bibliotheek")
    opened("Grand Evening", "Utrecht")
    opened("Far Steps", "Groningen")
    Tournament.objects.filter(name__endswith="Steps").update(beginners=True)
    listings_make_all()


@pytest.mark.journey
def test_a_family_finds_a_beginners_event_within_25_kilometres(page: Page, live_server: LiveServer) -> None:
    events()
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/t/")
    cards = page.locator(".event-card")
    expect(cards).to_have_count(3)
    page.get_by_label("Near a town").fill("Utrecht")
    page.get_by_label("How far?").select_option("25")
    expect(cards).to_have_count(2)
    page.get_by_label("For beginners").check()
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("First Steps")
    expect(cards).to_contain_text("8 km")
    expect(page).to_have_url(f"{live_server.url}/t/?near=Utrecht&km=25&beginners=1")
    assert Axe().run(page).violations_count == 0
    page.get_by_role("link", name="Map", exact=True).click()
    page.locator(".find-map svg a").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="First Steps")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Month", exact=True).click()
    expect(page.locator("table.month th[scope=col]")).to_have_count(7)
    assert Axe().run(page).violations_count == 0
    page.get_by_role("link", name="For beginners remove").click()
    page.get_by_role("link", name="List", exact=True).click()
    expect(cards).to_have_count(2)


def test_the_same_without_scripts(browser: Browser, live_server: LiveServer) -> None:
    events()
    context = patient(browser.new_context(java_script_enabled=False, viewport=PHONE))
    page = context.new_page()
    page.goto(f"{live_server.url}/t/")
    expect(page.get_by_role("button", name="Use where I am")).to_be_hidden()
    page.get_by_label("Near a town").fill("Utrecht")
    page.get_by_label("For beginners").check()
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".event-card")).to_have_count(1)
    page.get_by_label("Near a town").fill("Utreht")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".field-error")).to_contain_text("Do you mean: Utrecht?")
    context.close()


def test_where_i_am_is_asked_by_a_tap_and_rounded(browser: Browser, live_server: LiveServer) -> None:
    events()
    here: Any = {"latitude": 52.0907374, "longitude": 5.1214201}
    context = patient(browser.new_context(geolocation=here, permissions=["geolocation"]))
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{live_server.url}/t/")
    assert not any("52." in url for url in asked)
    page.get_by_role("button", name="Use where I am").click()
    expect(page.locator(".event-card")).to_have_count(2)
    assert any("near=52.09%2C5.12" in url for url in asked) and not any("52.0907" in url for url in asked)
    context.close()
