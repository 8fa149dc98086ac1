"""The deck page on a phone, in a real browser, with JavaScript and without."""

import pytest
from playwright.sync_api import expect

from tests.decks.catalogue import load_some
from tests.decks.lists import legal_text
from tests.patience import patient
from tests.tournaments.submissions import deck_hall

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 390, "height": 844}
FOUR_DISCOUNTS = (
    "1 Life Base\n48 Mystic Energy Crystal\n2 Discount\nSideboard\n2 Discount\n8 Boost Energy Crystal"
)


@pytest.fixture
def hall(transactional_db):
    return deck_hall.make_hall()


def open_deck(context, live_server, hall):
    cookie = deck_hall.browser(hall.a).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/t/{hall.tournament.slug}/deck/")
    return page


@pytest.mark.journey
def test_a_player_pastes_sees_what_is_wrong_mends_it_by_a_button_and_hands_in(browser, live_server, hall):
    context = patient(browser.new_context(viewport=PHONE))
    page = open_deck(context, live_server, hall)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.fill("#deck-text", FOUR_DISCOUNTS)
    problem = page.locator("#deck-check .deck-problems li")
    problem.get_by_text("Discount: 4 of 3 over deck and sideboard").wait_for()
    problem.locator(".rule-number").click()
    page.get_by_text("it has exactly 10 cards").wait_for()
    page.keyboard.press("Escape")
    page.get_by_label("One less Discount").first.click()
    page.get_by_label("One more Mystic Energy Crystal").click()
    page.locator("#deck-check").get_by_text("Legal: you can submit it").wait_for()
    expect(page.locator("#deck-status")).to_have_text("Legal: you can submit it")
    assert "1 Discount\nSideboard\n2 Discount" in page.input_value("#deck-text")
    page.fill("#deck-q", "hunter")
    page.locator("#deck-found").get_by_text("Hunter Dragon").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Submit this deck").click()
    page.wait_for_url("**/deck/receipt/")
    assert hall.entry(hall.a).registration.current.receipt in page.content()
    assert errors == []
    context.close()


def test_quick_presses_all_count(browser, live_server, hall):
    context = patient(browser.new_context(viewport=PHONE))
    page = open_deck(context, live_server, hall)
    page.fill("#deck-text", "1 Discount")
    more = page.get_by_label("One more Discount")
    more.wait_for()
    more.evaluate("button => { for (let press = 0; press < 4; press++) button.click(); }")
    expect(page.locator("#deck-text")).to_have_value("5 Discount")
    expect(page.locator("#deck-text")).to_be_editable()
    context.close()


def test_the_same_works_without_javascript(browser, live_server, hall):
    context = patient(browser.new_context(viewport=PHONE, java_script_enabled=False))
    page = open_deck(context, live_server, hall)
    page.fill("#deck-q", "hunter")
    page.keyboard.press("Enter")
    page.locator("#deck-found .button").first.click()
    assert page.input_value("#deck-text") == "1 Hunter Dragon"
    page.fill("#deck-text", legal_text())
    page.get_by_role("button", name="Submit this deck").click()
    page.wait_for_url("**/deck/receipt/")
    assert hall.entry(hall.a).registration.current.number == 1
    context.close()


def test_the_catalogue_searches_while_typing(browser, live_server, db):
    load_some("Hunter Dragon", "Discount")
    context = patient(browser.new_context(viewport=PHONE))
    page = context.new_page()
    page.goto(f"{live_server.url}/cards/")
    page.fill("#card-words", "hunter dragon")
    page.locator("#card-count").get_by_text("1 card found").wait_for()
    assert "q=hunter" in page.url
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    context.close()
