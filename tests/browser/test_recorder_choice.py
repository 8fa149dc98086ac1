"""A choice of one player while the other says that nobody responds: two phones that never wait for each other."""

import pytest

from rules_engine.x610z.cards import load_pool
from tests.browser.recorder_hall import Open, accessible, recorder
from tests.browser.recorder_player import compact, together, until
from tests.browser.test_recorder_voices import PHONE, picture
from tests.tournaments.recordings.table import Table
from tests.tournaments.recordings.test_voices import shown_hand

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WAITS = "() => Boolean(document.querySelector('[data-recorder]').recorder.screen.consent?.need)"
GOES_ON = "() => !document.querySelector('[data-recorder]').recorder.screen.consent"
COUNT = "() => document.querySelector('[data-recorder]').recorder.screen.lines.length"


@pytest.mark.parametrize("way", ["chosen", "taken back"])
def test_the_phone_of_who_chooses_asks_by_itself(
    phone_of: Open, problems: list[str], no_runtime: None, way: str
) -> None:
    table = Table()
    seat, _line, card, _owner = shown_hand(table)
    looks = ({"locale": "nl-NL", "color_scheme": "dark"}, {})
    phones = {
        at: recorder(phone_of(table.players[at].user, PHONE, **looks[at == seat]), table.url) for at in (0, 1)
    }
    chooser, other = phones[seat], phones[1 - seat]
    before = chooser.page.evaluate(COUNT)
    other.press("nobody")
    for thumb in phones.values():
        until(thumb.page, WAITS)
        accessible(thumb.page)
    assert not other.page.locator("[data-rec=actions-box]").is_visible()
    picture(chooser.page, f"choice-{way}-chooser")
    picture(other.page, f"choice-{way}-other")
    assert f"Wacht op {table.players[seat].name}" in other.page.locator("[data-rec=ask]").inner_text()
    assert "says that nobody responds" in chooser.page.locator("[data-rec=ask]").inner_text()
    if way == "taken back":
        other.press("undo")
    else:
        chooser.page.locator("[data-rec=ask] input[type=search]").fill(load_pool("demo").find(card).name)
        chooser.press(f"answer:{compact(card)}")
    until(chooser.page, GOES_ON)
    together(phones, chooser)
    until(other.page, GOES_ON)
    assert other.page.evaluate(COUNT) == before + (way == "chosen")
    assert not problems
