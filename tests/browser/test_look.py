"""What a phone shows first, whose row is whose, and the pages one shares: in a browser, in every dress."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_dutch import TOO_WIDE
from tests.tournaments.hall import organizer_of, play, publish, running_tournament
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_finish
from tournaments.rounds.models import Match, Seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HEAD, ANSWER = 120, 740
"""Pixels of a phone: what head and tabs may take, and how far down the answer may reach."""


def player_with_a_table(tournament: Tournament) -> Entry:
    """Somebody whose match is being played."""
    match = Match.objects.filter(tournament=tournament, state="open", kind="played").order_by("pk").first()
    assert match is not None
    return Seat.objects.select_related("entry__user").get(match=match, position=1).entry


def test_a_phone_shows_table_and_buttons_at_once_and_marks_ones_own_row(phone_of: Open) -> None:
    tournament = running_tournament(5)
    play(tournament)
    publish(tournament, 2)
    entry = player_with_a_table(tournament)
    page = phone_of(entry.user).new_page()
    page.goto(f"/t/{tournament.slug}/me/")
    tabs = page.locator(".tabs").bounding_box()
    assert tabs is not None
    assert tabs["y"] + tabs["height"] <= HEAD
    score = page.locator(".score-buttons .button").last.bounding_box()
    assert score is not None
    assert score["y"] + score["height"] <= ANSWER
    for path in ("standings/", "tables/?by=name", "tables/?by=table"):
        page.goto(f"/t/{tournament.slug}/{path}")
        own = page.locator("main tr[aria-current]")
        expect(own).to_have_count(1)
        expect(own).to_contain_text(entry.name)
    page.locator(".site-tools summary", has_text="Pages").click()  # the links of the site are one press away
    expect(
        page.get_by_role("navigation", name="Main").get_by_role("link", name="Tournaments")
    ).to_be_visible()


def test_both_menus_of_the_desk_stand_at_the_head_of_a_phone(phone_of: Open) -> None:
    tournament = running_tournament(4)
    publish(tournament)
    page = phone_of(tournament.created_by).new_page()
    for path in ("", "entries/", "ledger/", "rounds/1/", "rounds/1/results/"):
        page.goto(f"/t/{tournament.slug}/desk/{path}")
        menus = [menu.bounding_box() for menu in page.locator(".tabs:visible").all()]
        assert len(menus) == 2 and all(menus)
        assert max(menu["y"] + menu["height"] for menu in menus if menu is not None) <= HEAD, path
        expect(page.locator("main")).to_contain_text(tournament.name)


def test_a_stranger_has_no_own_row(page: Page, live_server: Any) -> None:
    tournament = running_tournament(4)
    play(tournament)
    page.goto(f"{live_server.url}/t/{tournament.slug}/standings/")
    expect(page.locator("main tbody tr")).to_have_count(4)
    assert page.locator("main tr[aria-current]").count() == 0


def test_what_one_shares_is_accessible_in_every_dress_and_with_text_twice_as_large(
    phone_of: Open, problems: list[str]
) -> None:
    tournament = running_tournament(4)
    for number in (1, 2, 3):
        play(tournament, number)
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    entry = Entry.objects.get(tournament=tournament, number=1)
    small = phone_of(entry.user, color_scheme="dark", locale="nl-NL").new_page()
    large = phone_of(entry.user, {"width": 1440, "height": 900}, color_scheme="light").new_page()
    for path in ("course/", "winner/", "poster/", ""):
        for page in (small, large):
            page.goto(f"/t/{tournament.slug}/{path}")
            found = Axe().run(page)
            assert found.violations_count == 0, found.generate_report()
            assert page.evaluate(TOO_WIDE) == [], page.url
        large.evaluate("document.documentElement.style.fontSize = '200%'")
        assert large.evaluate(TOO_WIDE) == [], large.url
    assert problems == []
