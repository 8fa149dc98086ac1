"""On a phone in Dutch: a picture is sent, let in, shown at its card and taken back; a club is followed."""

import os
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import Page, expect

from community.following.models import Follow
from community.following.services import follows_sweep
from community.gallery.models import Work
from decks.cards.models import Card
from tests.browser.recorder_hall import SMALL, Open, accessible
from tests.browser.test_dutch import TOO_WIDE
from tests.community.hung import reviewer
from tests.community.wanted import photo, piece, publish
from tests.decks.catalogue import SUMMON, publish_rows
from tests.tournaments.hall import make_user
from tests.tournaments.organizations.found import actor, found

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOTS = os.environ.get("SHOTS", "")


def looked_at(page: Page, name: str) -> None:
    """Nothing is wider than the phone, everybody can use it; with SHOTS set, a picture of it for us."""
    assert not page.evaluate(TOO_WIDE), name
    accessible(page)
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=True)


def test_a_picture_hangs_after_somebody_looked_and_goes_when_its_artist_says_so(
    phone_of: Open, problems: list[str]
) -> None:
    publish_rows([SUMMON])
    card = Card.objects.get(number=SUMMON["number"])
    artist, dark = make_user("Fien"), "dark"
    phone = phone_of(artist, SMALL, locale="nl-NL").new_page()
    phone.goto(f"/cards/{card.short}/")
    phone.get_by_role("link", name="Stuur er een plaatje van").click()
    looked_at(phone, "send")
    phone.locator("input[type=file]").set_input_files(
        {"name": "draak.jpg", "mimeType": "image/jpeg", "buffer": photo((900, 700))}
    )
    phone.get_by_label("Wat er op het plaatje staat").fill("Een draak onder een paraplu")
    phone.get_by_label("Titel").fill("Draak in de regen")
    phone.get_by_label("Dit heb ik zelf gemaakt").check()
    phone.get_by_role("button", name="Verstuur het").click()
    expect(phone.get_by_text("Wacht tot iemand het bekijkt")).to_be_visible()
    looked_at(phone, "waiting")
    work = Work.objects.get()
    assert work.card == card

    office: Any = reviewer().user
    desk = phone_of(office, {"width": 1440, "height": 900}, locale="nl-NL", color_scheme=dark).new_page()
    desk.goto("/gallery/review/")
    looked_at(desk, "review")
    desk.get_by_role("link", name="Draak in de regen").click()
    looked_at(desk, "decide")
    desk.get_by_role("button", name="Laat het zien").click()
    expect(desk.get_by_text("Er wacht niets")).to_be_visible()

    other = phone_of(make_user("Gast"), SMALL, locale="nl-NL", color_scheme=dark).new_page()
    other.goto("/gallery/")
    looked_at(other, "gallery")
    other.get_by_role("link", name="Draak in de regen").click()
    expect(other.get_by_role("img", name="Een draak onder een paraplu")).to_be_visible()
    looked_at(other, "work")
    other.goto(f"/cards/{card.short}/")
    expect(other.get_by_role("link", name="Draak in de regen")).to_be_visible()
    looked_at(other, "card")
    desk.goto("/gallery/")
    looked_at(desk, "gallery-wide")

    phone.goto("/gallery/mine/")
    looked_at(phone, "mine")
    phone.get_by_role("link", name="Draak in de regen").click()
    looked_at(phone, "own")
    phone.get_by_role("button", name="Trek het in").click()
    expect(phone.get_by_text("Je hebt nog niets gestuurd")).to_be_visible()
    looked_at(phone, "nothing")
    other.goto("/gallery/")
    expect(other.get_by_text("Hier hangt nog niets")).to_be_visible()
    looked_at(other, "empty")
    assert not Work.objects.exists() and problems == []


def test_a_club_is_followed_tells_of_its_news_and_is_followed_no_more(
    phone_of: Open, problems: list[str]
) -> None:
    club, fan = found(), make_user("Fien")
    phone = phone_of(fan, SMALL, locale="nl-NL").new_page()
    phone.goto("/follow/")
    expect(phone.get_by_text("Je volgt nog niets")).to_be_visible()
    looked_at(phone, "follow-empty")
    phone.goto(f"/o/{club.slug}/")
    phone.get_by_role("link", name="Volgen").click()
    looked_at(phone, "follow-ask")
    phone.get_by_role("button", name="Volgen", exact=True).click()
    expect(phone.get_by_role("button", name="Niet meer volgen")).to_be_visible()
    publish(actor(club.created_by), piece(actor(club.created_by), club, title="Nieuwe zaal"))
    Follow.objects.update(next_at=timezone.now())
    cache.delete("follows-swept")
    follows_sweep()
    phone.goto("/me/agenda/")
    phone.get_by_role("main").get_by_role("link", name="Wat ik volg").click()
    expect(phone.get_by_text("iets nieuws op")).to_be_visible()
    looked_at(phone, "follow-list")
    phone.get_by_role("button", name="Niet meer volgen").click()
    expect(phone.get_by_text("Je volgt nog niets")).to_be_visible()
    assert problems == []
