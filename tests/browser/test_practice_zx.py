"""Practising Z/X on a small phone: the Squares are tapped on their picture, and nothing needs a script."""

import re
from types import SimpleNamespace

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.recorder_hall import SMALL, WIDE, Open, accessible
from tests.tournaments.hall import make_user
from tournaments.recordings import practice_services
from tournaments.recordings.models import Recording

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FITS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
SIZES = (
    "(all) => all.map((one) => { const box = one.getBoundingClientRect(); return [box.width, box.height]; })"
)


def leave(page: Page, what: Locator) -> None:
    """Click what leads to another page, and wait until that one stands."""
    with page.expect_navigation():
        what.click()


def test_the_first_turns_are_tapped_on_a_phone(
    phone_of: Open, problems: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deal is always the same, and its first hand has a Z/X that two Resource cards pay."""
    always = SimpleNamespace(token_hex=lambda _size: "the first turns")
    monkeypatch.setattr(practice_services, "secrets", always)
    page = phone_of(make_user(), SMALL).new_page()
    page.goto("/practice/")
    page.select_option("select[name=game]", "zx")
    page.select_option("select[name=against]", "both")
    leave(page, page.locator("main form button"))
    for _player in range(2):
        leave(page, page.locator("button", has_text=re.compile("keeps the first hand")).first)
    leave(page, page.locator("button", has_text=re.compile("To the Main Phase")))
    page.locator(".rec-lead").get_by_text("Main Phase").wait_for()
    for place in range(page.locator(".zx-rec-hand a").count()):
        leave(page, page.locator(".zx-rec-hand a").nth(place))
        if page.locator(".zx-rec-squares button").count():
            break
        page.go_back()
    squares = page.locator(".zx-rec-squares button")
    assert all(min(size) >= 48 for size in squares.evaluate_all(SIZES))
    assert page.evaluate(FITS)
    accessible(page)
    lying = page.locator(".zx-board .zx-card").count()
    leave(page, squares.first)
    page.locator(".rec-lead").get_by_text("Main Phase").wait_for()
    assert page.locator(".zx-board .zx-card").count() == lying + 1
    page.set_viewport_size({"width": WIDE["width"], "height": WIDE["height"]})
    assert page.evaluate(FITS)
    accessible(page)
    bodies = [row.body for row in Recording.objects.get().entries.order_by("seq")]
    assert [body["do"] for body in bodies] == ["keep", "keep", "next", "play"]
    assert problems == []
