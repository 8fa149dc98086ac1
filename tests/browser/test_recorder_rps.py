"""A game that is nothing but a folder, tapped at its table on two phones, from who begins to both signatures."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from decks.registration.models import DeckRevision
from rules_engine import games
from tests.browser.recorder_hall import SMALL, WIDE, Open, accessible, press, values
from tests.games.test_rps import SHOWS, SIX
from tests.tournaments.hall import running_tournament
from tests.tournaments.recordings.table import Table
from tournaments.recordings.models import Recording

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table() -> Iterator[Table]:
    """A table of the game whose players have registered decks of it."""
    games.register("tests.games.rps")
    made = Table(running=running_tournament(4, template="rps-evening"), decks=False)
    DeckRevision.objects.update(main={card: SIX.count(card) for card in SIX}, sideboard={})
    yield made
    games.unregister("rps")


def at_table(table: Table, page: Page) -> Page:
    """The page as it is now, at both widths; everything on it has its name."""
    page.goto(table.url)
    for size in (WIDE, SMALL):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        accessible(page)
    return page


def ground(page: Page) -> str:
    """What lies under the words of the picture, which are light on every page."""
    return str(page.locator("svg.board").evaluate("one => getComputedStyle(one).backgroundColor"))


def test_a_game_that_is_one_folder_is_tapped_on_two_phones_and_signed(
    table: Table, phone_of: Open, problems: list[str]
) -> None:
    phones = [phone_of(entry.user).new_page() for entry in table.players]
    first = at_table(table, phones[0])
    assert press(first, next(row for row in values(first) if row["kind"] == "chance" and row["value"] == 0))
    for seat, card in SHOWS:
        page = at_table(table, phones[seat])
        assert press(page, {"kind": "act", "do": "show", "seat": seat, "card": card})
    page.get_by_text(f"{table.players[1].name} wins.").first.wait_for()
    assert ground(page) == "rgb(16, 21, 58)"
    assert press(page, {"kind": "end"})
    for page in phones:
        page.goto(f"{table.url}sign/")
        page.get_by_role("button", name="This is how it was: I sign").click()
        page.get_by_text("not signed yet").or_(page.get_by_text("By rule")).first.wait_for()
    assert table.fresh().state == Recording.State.SIGNED
    assert problems == []
