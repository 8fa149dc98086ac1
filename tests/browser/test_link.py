"""A personal link in a real browser: its secret reaches the form and the site, and no address or history."""

import pytest
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.patience import patient
from tests.tournaments.hall import make_tournament, organizer_of
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_add_at_desk
from tournaments.events.services import tournament_open_entry
from x610z_site.accounts.services import link_create

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def link() -> tuple[str, str]:
    """The slug of a tournament and the secret of its guest."""
    cup = make_tournament("Guest Cup")
    tournament_open_entry(actor=organizer_of(cup), tournament=cup, casual=True)
    entry_add_at_desk(actor=organizer_of(cup), tournament=cup, name="Gust")
    guest = Entry.objects.get(tournament=cup).user
    return cup.slug, link_create(actor=organizer_of(cup), tournament=cup, user=guest)["token"]


def press(page: Page) -> None:
    page.get_by_role("main").get_by_role("button").click()


@pytest.mark.journey
def test_a_link_opens_the_tournament_and_its_secret_is_sent_once_in_a_body(
    page: Page, live_server: LiveServer, link: tuple[str, str]
) -> None:
    slug, code = link
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.url} {request.headers}"))
    page.goto(f"{live_server.url}/link/#{code}")
    page.wait_for_function("!location.hash")
    assert page.url == f"{live_server.url}/link/"
    assert not page.get_by_role("textbox").is_visible()
    other = "another-code-of-somebody"
    page.evaluate("(code) => { location.hash = code; }", other)
    page.wait_for_function("!location.hash")
    assert page.locator("#code").input_value() == other, "the link of somebody else in the same tab"
    page.evaluate("(code) => { location.hash = code; }", code)
    page.wait_for_function("!location.hash")
    press(page)
    page.wait_for_url(f"**/t/{slug}/me/")
    assert len(asked) > 3 and not any(code in line for line in asked)
    page.goto(live_server.url + "/t/")
    page.get_by_role("link", name="My tournament").click()
    page.wait_for_url(f"**/t/{slug}/me/")


def test_without_scripts_the_code_is_typed(
    browser: Browser, live_server: LiveServer, link: tuple[str, str]
) -> None:
    slug, code = link
    context = patient(browser.new_context(java_script_enabled=False, base_url=live_server.url))
    page = context.new_page()
    page.goto(f"/link/#{code}")
    page.get_by_role("textbox").fill(code)
    press(page)
    page.wait_for_url(f"**/t/{slug}/me/")
    context.close()
