"""A choice of one player while the other says that nobody responds: two phones that never wait for each other."""

import pytest

from rules_engine.x610z.cards import load_pool
from tests.browser.recorder_hall import ENGINE, LONG, REFRESH, SENT, WAITING, Open, accessible, recorder
from tests.browser.recorder_player import HEARD, compact, together, until
from tests.browser.test_recorder_voices import COMMIT, PHONE, picture
from tests.tournaments.recordings.table import Table
from tests.tournaments.recordings.test_voices import shown_hand

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WAITS = "() => Boolean(document.querySelector('[data-recorder]').recorder.screen.consent?.need)"
GOES_ON = "() => !document.querySelector('[data-recorder]').recorder.screen.consent"
ALONE = (
    "() => { const r = document.querySelector('[data-recorder]').recorder;"
    " return r.alone && r.opened === r.place && r.free; }"
)
BOTH = "() => document.querySelectorAll('.rec-cards button').length > 30"
OPEN = "() => document.querySelector('[data-recorder]').recorder.open?.name === 'need'"
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
    asks = chooser.page.locator("[data-rec=ask] .rec-text")
    asks.wait_for()
    assert ":" in asks.inner_text() and "[" not in asks.inner_text(), (
        "the card whose effect asks, and what it says"
    )
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


def test_without_network_the_phone_with_the_pen_chooses_for_both_and_its_word_waits(
    phone_of: Open, runtime: None
) -> None:
    table = Table()
    seat, _line, card, _owner = shown_hand(table)
    phones = {at: recorder(phone_of(table.players[at].user, PHONE), table.url) for at in (0, 1)}
    other, head = phones[1 - seat], table.head
    other.page.evaluate(COMMIT, [{"kind": "note", "text": "the pen"}])
    until(other.page, HEARD, head + 1)
    until(other.page, ENGINE, patience=LONG)
    other.page.context.set_offline(True)
    other.page.evaluate("() => document.querySelector('[data-recorder]').recorder.reached(false)")
    until(other.page, ALONE, patience=LONG)
    other.press("cards")
    until(other.page, BOTH, patience=LONG)  # the engine here looks at the game anew, for both
    names = other.page.locator(".rec-cards button").all_inner_texts()
    assert len(names) == len(set(names)), "no name twice, though it writes for both"
    other.press("cards")
    other.press("nobody")
    until(other.page, OPEN)
    other.page.locator("[data-rec=ask] input[type=search]").fill(load_pool("demo").find(card).name)
    other.press(f"answer:{compact(card)}")
    until(other.page, WAITING, 1)
    other.page.context.set_offline(False)
    other.page.evaluate("() => document.querySelector('[data-recorder]').recorder.sender.send()")
    until(other.page, SENT, patience=LONG)
    phones[seat].page.evaluate(REFRESH)
    assert table.players[1 - seat].name in phones[seat].page.locator("[data-rec=ask] .stop").inner_text()
    assert phones[seat].page.locator("[data-focus=voice_right]").is_visible()
