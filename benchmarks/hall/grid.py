"""What `python -m benchmarks.result_grid` measures; pytest runs it, because it needs PostgreSQL and Chromium."""

import os
import time

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.conftest import browser_type_launch_args  # noqa: F401 - the fixture: the machine's own Chromium
from tests.tournaments.hall import publish, running_tournament, staff_actor
from tests.tournaments.recordings.table import client_of
from tournaments.rounds.models import Match

RESULTS = int(os.environ.get("RESULTS", "100"))
DELAY = int(os.environ.get("DELAY", "120"))  # milliseconds a key, as somebody who looks at the slip

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(1800)]


def test_results_typed_from_slips(browser: Browser, live_server: LiveServer) -> None:
    """Every slip once, in one page, without a pointer; prints keys and seconds and fails if one is not stored."""
    tournament = running_tournament(2 * RESULTS, capacity=2 * RESULTS)
    round_ = publish(tournament)
    user = staff_actor(tournament, "scorekeeper").user
    context = browser.new_context(viewport={"width": 1280, "height": 900}, base_url=live_server.url)
    cookies = client_of(user).cookies.items()
    context.add_cookies([{"name": name, "value": one.value, "url": live_server.url} for name, one in cookies])
    page = context.new_page()
    loads: list[str] = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    page.goto(f"/t/{tournament.slug}/desk/rounds/1/results/")
    expect(page.locator("#line")).to_be_focused()
    scores = ("2-0", "2-1", "1-2", "0-2")
    lines = [f"{table} {scores[table % 4]}" for table in range(1, RESULTS + 1)]
    keys, begun = 0, time.monotonic()
    for line in lines:
        page.keyboard.type(line, delay=DELAY)
        page.keyboard.press("Enter")
        keys += len(line) + 1
        expect(page.locator("#line")).to_be_focused()
    typed = time.monotonic() - begun
    expect(page.locator("#grid-missing")).to_have_text("0 results missing", timeout=120_000)
    done = time.monotonic() - begun
    stored = Match.objects.filter(round=round_, state="final", source="staff").count()
    print(
        f"\n{RESULTS} results: {keys} keys ({keys / RESULTS:.1f} each), {len(loads)} page load, "
        f"typed in {typed:.0f} s at {DELAY} ms a key, the last stored after {done:.0f} s"
    )
    context.close()
    assert (stored, len(loads)) == (RESULTS, 1)
