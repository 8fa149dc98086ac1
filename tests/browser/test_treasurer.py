"""A treasurer's evening on a phone: fees at the door, one paid back, one undone, the till counted and closed."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.recorder_hall import Open
from tests.tournaments.hall import organizer_of
from tests.tournaments.money.tills import door_of, event
from tournaments.money.models import Booking, TillClosing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 740}
KEPT = os.environ.get("TREASURER_PICTURES", "")


def picture(page: Page, name: str) -> None:
    """Nothing is wider than the phone; with TREASURER_PICTURES=FOLDER the page is kept there to be looked at."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{name} is {wide} px too wide"
    if KEPT:
        page.screenshot(path=str(Path(KEPT) / f"{name}.png"), full_page=True)


def opened(context: BrowserContext, path: str) -> Page:
    page = context.new_page()
    page.goto(path)
    return page


def test_fees_are_taken_one_goes_back_and_the_till_is_closed(phone_of: Open, problems: list[str]) -> None:
    tournament, (one, two, three, _four) = event(name="Purse Cup", member_cents=500)
    desk = f"/t/{tournament.slug}/desk/"
    door = opened(phone_of(door_of(tournament).user, PHONE), f"{desk}door/")
    expect(door.get_by_text("not paid: € 7.50")).to_have_count(4)
    picture(door, "door")
    for entry, price, way in (
        (one, "full price", "Cash"),
        (two, "member", "Cash"),
        (three, "full price", "Card"),
    ):
        door.goto(f"{desk}fees/")
        door.locator("li", has_text=entry.name).get_by_role("link", name="Take the fee").click()
        door.get_by_label(price).check()
        picture(door, f"take-{entry.number}")
        door.get_by_role("button", name=way).click()
        expect(door.get_by_text(f"{entry.name} has paid.")).to_be_visible()
    expect(door.get_by_text("3 of 4 have paid")).to_be_visible()
    picture(door, "fees")

    treasurer = opened(phone_of(organizer_of(tournament).user, PHONE), f"{desk}fees/")
    treasurer.locator("li", has_text=one.name).get_by_role("link", name="View").click()
    treasurer.locator("summary", has_text="€ 7.50").click()
    picture(treasurer, "books")
    treasurer.get_by_role("button", name="Pay it back").click()
    expect(treasurer.get_by_text("The money is paid back.")).to_be_visible()
    treasurer.goto(f"{desk}fees/?entry={three.number}")
    treasurer.locator("summary", has_text="€ 7.50").click()
    treasurer.get_by_label("Why it was a mistake").fill("the wrong player")
    treasurer.get_by_role("button", name="Undo this row").click()
    expect(treasurer.get_by_text("The row is undone.")).to_be_visible()

    treasurer.goto(f"{desk}till/")
    expect(treasurer.get_by_text("Cash that came in less what went out: € 5.00")).to_be_visible()
    picture(treasurer, "till")
    treasurer.get_by_label("Change that lay in the till at the beginning").fill("50")
    treasurer.get_by_label("Cash counted now").fill("54,50")
    treasurer.get_by_role("button", name="Close the till").click()
    expect(treasurer.get_by_text("The till is closed.")).to_be_visible()
    expect(treasurer.get_by_text("−€ 0.50")).to_be_visible()
    picture(treasurer, "closed")
    closing = TillClosing.objects.get()
    assert (closing.expected_cents, closing.counted_cents, closing.begun_cents) == (5500, 5450, 5000)
    kinds = list(Booking.objects.order_by("number").values_list("kind", flat=True))
    assert kinds == ["fee", "fee", "fee", "refund", "reversal"]
    assert problems == []


@pytest.mark.parametrize("width", [360, 820, 1440])
@pytest.mark.parametrize("how", ["en-light", "nl-dark"])
def test_every_page_of_money_fits(phone_of: Open, width: int, how: str) -> None:
    from tests.tournaments.money.tills import take
    from tournaments.money.prize_services import prize_announce

    language, scheme = how.split("-")
    tournament, entries = event(name="Purse Cup of the Old Harbour", member_cents=500, young_cents=0)
    for entry, way in zip(entries, ("cash", "card", "transfer"), strict=False):
        take(tournament, entry, way)
    organizer = organizer_of(tournament)
    prize_announce(
        actor=organizer, tournament=tournament, by="lot", what="A playmat of the third act", last=2
    )
    prize_announce(actor=organizer, tournament=tournament, by="all", what="A booster pack")
    size = {"width": width, "height": 900}
    context = phone_of(organizer.user, size, color_scheme=scheme, locale=language)
    last = entries[-1].number
    pages = {
        "detail": "",
        "fee": "desk/fee/",
        "fees": f"desk/fees/?entry={last}",
        "till": "desk/till/",
        "prizes": "desk/prizes/",
        "sheet": "desk/prizes/sheet/",
        "lottery": "lottery/1/",
        "door": "desk/door/",
    }
    for name, path in pages.items():
        picture(opened(context, f"/t/{tournament.slug}/{path}"), f"{how}-{width}-{name}")
    own = phone_of(entries[-1].user, size, color_scheme=scheme, locale=language)
    picture(opened(own, f"/t/{tournament.slug}/pay/"), f"{how}-{width}-pay")
