"""Asking and reading an answer on a phone of 360 pixels, by keyboard, in both themes; the worker plays meanwhile."""

import os
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.tournaments.hall import make_tournament, organizer_of
from tournaments.forecasts import services
from tournaments.forecasts.models import Forecast

pytestmark = [
    pytest.mark.browser,
    pytest.mark.redis,
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
]
SHOTS = os.environ.get("FORECAST_SHOTS", "")


def accessible(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"


def fits(page: Page, name: str) -> None:
    """Nothing is wider than the page, nothing is hidden from assistive technology, in light and dark."""
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=True)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{name}: {wide} pixels too wide"
    accessible(page)


def test_an_organizer_asks_on_a_phone_by_keyboard_and_reads_the_answer(
    page: Page,
    live_server: LiveServer,
    monkeypatch: pytest.MonkeyPatch,
    relay_process: Any,
    celery_worker_process: Any,
) -> None:
    monkeypatch.setattr(services, "EVENTS", 120)
    tournament = make_tournament(template="constructed-championship", capacity=24)
    client = Client()
    client.force_login(organizer_of(tournament).user)
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page.set_viewport_size({"width": 360, "height": 740})

    page.goto(f"{live_server.url}/t/{tournament.slug}/desk/")
    page.get_by_text("Menu of the desk").click()
    page.get_by_role("link", name="Forecast: what will my settings do?").click()
    expect(page.get_by_label("Players", exact=True)).to_have_value("24")
    page.get_by_text("The people and the hall").click()
    fits(page, "form")
    page.get_by_label("Players", exact=True).focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("18")
    page.keyboard.press("Tab")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    page.wait_for_url("**/forecasts/*/")
    expect(page.get_by_role("progressbar").or_(page.get_by_role("heading", name="In short"))).to_be_visible()
    expect(page.get_by_role("heading", name="In short")).to_be_visible()
    assert Forecast.objects.get().settings["players"] == 18
    assert page.get_by_role("img", name="Which record makes the cut").is_visible()
    twin = page.get_by_text("The same in numbers: Which record makes the cut")
    twin.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("table", name="Which record makes the cut")).to_be_visible()
    fits(page, "answer-360")
    page.emulate_media(color_scheme="dark")
    fits(page, "answer-dark")
    page.set_viewport_size({"width": 1280, "height": 900})
    fits(page, "answer-wide")
    page.emulate_media(color_scheme="light")


def test_a_half_filled_form_of_a_new_tournament_leads_here(page: Page, live_server: LiveServer) -> None:
    client = Client()
    client.force_login(organizer_of(make_tournament()).user)
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page.goto(f"{live_server.url}/t/new/")
    page.get_by_label("Number of players").fill("90")
    page.get_by_role("button", name="Forecast: what will my settings do?").click()
    expect(page.get_by_label("Players", exact=True)).to_have_value("90")
    expect(page.get_by_label("Rounds", exact=True)).to_have_value("7")
    page.go_back()
    expect(page.get_by_label("Number of players")).to_have_value("90")
