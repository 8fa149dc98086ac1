"""On a phone in Dutch: news is reported, the office hides it, its writer reads why and objects, and it comes back."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.recorder_hall import SMALL, Open, accessible
from tests.browser.test_dutch import TOO_WIDE
from tests.community.wanted import office, piece, publish
from tests.tournaments.hall import make_user
from tests.tournaments.organizations.found import actor, found

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOTS = os.environ.get("SHOTS", "")
WIDE = {"width": 1440, "height": 900}


def looked_at(page: Page, name: str) -> None:
    """Nothing is wider than the screen, everybody can use it; with SHOTS set, a picture of it for us."""
    assert not page.evaluate(TOO_WIDE), name
    accessible(page)
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=True)


def test_news_is_reported_hidden_objected_to_and_shown_again(phone_of: Open, problems: list[str]) -> None:
    club = found("Orbit Club")
    writer, reader = club.created_by, make_user("Roos")
    first, second = office(), make_user("Bureau", is_office=True)
    news = publish(
        actor(writer), piece(actor(writer), club, title="Wie er verloor", text="Sem kan niet spelen.")
    )

    phone = phone_of(reader, SMALL, locale="nl-NL").new_page()
    phone.goto(f"/news/{news.pk}/")
    phone.get_by_role("link", name="Dit melden").click()
    looked_at(phone, "report")
    phone.get_by_label("Het beledigt of bedreigt iemand").check()
    phone.get_by_label("Vertel meer").fill("Dit gaat over mijn broertje.")
    phone.get_by_role("button", name="Melding versturen").click()
    expect(phone.get_by_text("Dank je, het is aangekomen")).to_be_visible()
    looked_at(phone, "reported")

    desk = phone_of(first, WIDE, locale="nl-NL", color_scheme="dark").new_page()
    desk.goto("/me/")
    desk.get_by_role("link", name="Meldingen aan het bureau").click()
    looked_at(desk, "queue")
    desk.get_by_role("link", name="Wie er verloor").click()
    expect(desk.get_by_text("Dit gaat over mijn broertje.")).to_be_visible()
    looked_at(desk, "matter")
    desk.get_by_label("de regel die het overtreedt").select_option("hurts")
    desk.get_by_label("Waarom", exact=False).last.fill("Het maakt een speler belachelijk.")
    desk.get_by_role("button", name="Verbergen").click()
    expect(desk.get_by_text("Er wacht niets")).to_be_visible()
    looked_at(desk, "queue-empty")

    other = phone_of(writer, SMALL, locale="nl-NL").new_page()
    assert other.goto(f"/news/{news.pk}/edit/") is not None
    other.goto("/me/")
    other.get_by_role("link", name="Meldingen en besluiten").click()
    looked_at(other, "reports")
    other.get_by_role("link", name="Wie er verloor").click()
    expect(other.get_by_text("Het maakt een speler belachelijk.")).to_be_visible()
    expect(other.get_by_text("broertje")).to_have_count(0)
    looked_at(other, "decision")
    other.get_by_label("Waarom klopt het besluit niet?").fill("Sem schreef het zelf.")
    other.get_by_role("button", name="Bezwaar maken").click()
    expect(other.get_by_text("Wacht op antwoord")).to_be_visible()

    again = phone_of(second, SMALL, locale="nl-NL", color_scheme="dark").new_page()
    again.goto("/reports/office/")
    again.get_by_role("link", name="Wie er verloor").click()
    looked_at(again, "objection")
    again.get_by_label("Waarom", exact=False).last.fill("Klopt, het mag weer.")
    again.get_by_role("button", name="Het besluit klopte niet").click()
    other.reload()
    expect(other.get_by_text("Klopt, het mag weer.").first).to_be_visible()
    looked_at(other, "turned-round")
    phone.goto(f"/news/{news.pk}/")
    expect(phone.get_by_role("heading", name="Wie er verloor")).to_be_visible()
    phone.goto("/safe/")
    expect(phone.get_by_role("heading", name="Veilig hier")).to_be_visible()
    looked_at(phone, "safe")
    desk.goto("/safe/")
    looked_at(desk, "safe-wide")
    phone.goto("/me/friends/")
    looked_at(phone, "friends")
    phone.goto("/reports/")
    looked_at(phone, "reports-of-reader")
    assert problems == []
