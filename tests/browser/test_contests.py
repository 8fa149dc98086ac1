"""On a phone in Dutch: a contest is hosted, a card is made and submitted, judged, voted for, and wins."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from community.contests.models import Contest, ContestEntry
from tests.browser.recorder_hall import SMALL, Open, accessible
from tests.browser.test_dutch import TOO_WIDE
from tests.community.contested import DAY, dates, enter
from tests.decks.catalogue import make_keeper
from tests.tournaments.hall import make_user
from tests.tournaments.organizations.found import found

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOTS = os.environ.get("SHOTS", "")
DESK = {"width": 1440, "height": 900}


def looked_at(page: Page, name: str) -> None:
    """Nothing is wider than the phone, everybody can use it; with SHOTS set, a picture of it for us."""
    assert not page.evaluate(TOO_WIDE), name
    accessible(page)
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=True)


def starts(contest: Contest, ago: timedelta) -> None:
    """Let a contest have begun so long ago, by its dates as they stand in the table."""
    Contest.objects.filter(pk=contest.pk).update(**dates(timezone.now() - ago))
    contest.refresh_from_db()


def test_a_card_is_made_on_a_phone_judged_voted_for_and_wins(phone_of: Open, problems: list[str]) -> None:
    club, judge, fan, keeper = found(), make_user("Jip"), make_user("Noor"), make_keeper()
    maker, rival = make_user("Fien"), make_user("Sam")
    desk = phone_of(club.created_by, DESK, locale="nl-NL", color_scheme="dark").new_page()
    desk.goto("/o/orbit-club/contests/")
    desk.get_by_role("link", name="Prijsvraag beginnen").click()
    desk.get_by_label("Titel").fill("Een kaart voor de regen")
    desk.get_by_label("Wat voor kaart je zoekt").fill("Maak een kaart die van slecht weer houdt.")
    desk.get_by_label("Wat er met de kaarten mag gebeuren").fill("Iedereen mag ermee spelen.")
    looked_at(desk, "write")
    desk.get_by_role("button", name="Bewaren als concept").click()
    desk.get_by_label("Gebruikersnaam").fill(judge.username)
    desk.get_by_role("button", name="Vraag voor de jury").click()
    desk.get_by_role("button", name="Zet online").click()
    expect(desk.get_by_text("nog niet begonnen")).to_be_visible()
    looked_at(desk, "host")

    contest = Contest.objects.get()
    starts(contest, DAY)
    page = f"/contests/{contest.pk}/"
    jury = phone_of(judge, SMALL, locale="nl-NL").new_page()
    jury.goto(f"{page}jury/")
    looked_at(jury, "asked")
    jury.get_by_role("button", name="Ja, ik doe mee in de jury").click()

    phone = phone_of(maker, SMALL, locale="nl-NL").new_page()
    phone.goto(page)
    looked_at(phone, "contest")
    phone.get_by_role("link", name="Maak een kaart").click()
    phone.get_by_label("Naam in het Nederlands").fill("Regenwolk")
    phone.get_by_label("Type", exact=True).select_option("Effect Card")
    phone.get_by_label("Casting Cost").fill("C2")
    phone.get_by_label("Deck Restriction").fill("3")
    phone.get_by_label("Tekst in het Nederlands").fill("Trek een koekje.")
    expect(phone.locator("#reading mark").first).to_be_visible()
    looked_at(phone, "not-understood")
    phone.get_by_label("Tekst in het Nederlands").fill("Trek 2 kaarten van je deck.")
    expect(phone.locator("#reading .card-face")).to_be_visible()
    phone.get_by_role("button", name="Probeer hem op het bord").click()
    expect(phone.get_by_text("Draw 2 cards from your deck.").first).to_be_visible()
    looked_at(phone, "tried")
    phone.get_by_label("Ik heb deze kaart zelf gemaakt").check()
    phone.get_by_label("Ik ben 12 tot en met 15").check()
    phone.get_by_label("van mijn ouder of verzorger").check()
    phone.get_by_label("Ja, met de naam").check()
    phone.get_by_role("button", name="Lever mijn kaart in").click()
    expect(phone.get_by_text("Je kaart is binnen sinds")).to_be_visible()
    looked_at(phone, "my-card")
    enter(contest, rival, 1)

    starts(contest, 9 * DAY)
    Contest.objects.filter(pk=contest.pk).update(published_at=timezone.now())
    jury.goto(f"{page}jury/")
    for form in jury.locator(".contest-sheet form").all():
        for mark in form.locator("input[type=number]").all():
            mark.fill("8")
        form.get_by_label("Waarom").fill("Een kaart waar ik om moest lachen.")
    looked_at(jury, "sheet")
    for place in range(2):
        form = jury.locator(".contest-sheet form").nth(place)
        for mark in form.locator("input[type=number]").all():
            mark.fill("8" if place else "6")
        form.get_by_label("Waarom").fill("Een kaart waar ik om moest lachen.")
        form.get_by_role("button", name="Bewaar deze cijfers").click()
    jury.get_by_role("button", name="Lever je cijfers in").click()
    expect(jury.get_by_text("Je cijfers zijn ingeleverd").first).to_be_visible()

    voter = phone_of(fan, SMALL, locale="nl-NL", color_scheme="dark").new_page()
    voter.goto(f"{page}cards/")
    looked_at(voter, "vote")
    entry = ContestEntry.objects.get(author=maker)
    voter.locator(f"#card-{entry.code}").get_by_role("button", name="Stem op deze").click()
    expect(voter.locator(f"#card-{entry.code}").get_by_text("jouw stem")).to_be_visible()
    looked_at(voter, "voted")

    starts(contest, 20 * DAY)
    desk.goto(f"{page}decide/")
    looked_at(desk, "decide")
    desk.get_by_role("button", name="Bevestig de uitslag").click()
    expect(desk.get_by_role("heading", name="De winnaars", exact=True)).to_be_visible()
    looked_at(desk, "result-wide")
    phone.goto(f"{page}result/")
    expect(phone.get_by_text("Gemaakt door Fien").first).to_be_visible()
    looked_at(phone, "result")
    office: Any = phone_of(keeper, DESK, locale="nl-NL").new_page()
    office.goto(f"{page}result/")
    office.get_by_role("button", name="Druk de winnaars").click()
    expect(office.get_by_text("Deze kaarten zijn gedrukt")).to_be_visible()
    entry.refresh_from_db()
    phone.goto(f"/cards/{entry.number.rpartition('/')[0]}/")
    expect(phone.get_by_text("Gemaakt door Fien").first).to_be_visible()
    looked_at(phone, "printed")
    assert problems == []
