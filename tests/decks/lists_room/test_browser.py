"""The deck constructor on a phone in Chromium: no accessibility violation on its pages, light and dark."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.urls import reverse

from decks.lists.services import deck_save, owner_of
from tests.decks.catalogue import load_some
from tests.patience import patient

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 360, "height": 740}
MISTAKES = "2 Life Base\n3 Hunter Dragon\n4 Discount\n1 Huntr Dragon\n\nSideboard\n2 Boost Energy Crystal"
PASTE = """(text) => {
  const field = document.getElementById("deck-text");
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}"""
PAGES = ("deck_edit", "deck_view", "deck_hand", "deck_history")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_constructor_has_no_accessibility_violation_on_a_phone(
    browser: Any, live_server: Any, make_deck: Any, owner: Any, scheme: str
) -> None:
    load_some("Hunter Dragon", "Discount")
    deck = make_deck(pool_key="demo-2", notes="my plan")
    deck_save(actor=owner_of(owner), deck_id=deck.pk, key="2", base=1, text=MISTAKES, note="more mistakes")
    client = Client()
    client.force_login(owner)
    context = patient(browser.new_context(viewport=PHONE, color_scheme=scheme))
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    context.add_cookies([session])
    page = context.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
    for name in PAGES:
        page.goto(live_server.url + reverse(f"decks:{name}", args=[deck.public_id]), wait_until="load")
        if name == "deck_edit":
            page.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true; })")
            page.fill("#deck-q", "clas:dragon type:summon")
            page.locator("#deck-found").get_by_text("Did you mean class?").wait_for()
            page.check("input[name=acts][value=D2]")
            page.locator("#deck-check").get_by_text("is from act D1").first.wait_for()
        found = Axe().run(page)
        assert found.violations_count == 0, name + found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], name
    # A form sent by the browser itself, from a page that no search engine and no other site may know of.
    page.goto(live_server.url + reverse("decks:deck_edit", args=[deck.public_id]), wait_until="load")
    page.fill("#deck-text", "1 Life Base")
    page.click("#deck-save")
    page.get_by_text("Saved.").wait_for()
    assert page.input_value("#deck-text") == "1 Life Base"
    page.evaluate(PASTE, "1 Hunter Dragon\n" * 125_000)
    page.click("#deck-save")
    assert "too long for a deck list" in page.evaluate(
        "document.getElementById('deck-text').validationMessage"
    )
    assert len(page.input_value("#deck-text")) == 2_000_000, "kept where it was pasted, and not sent"
    assert said == []
    context.close()
