"""A line that is begun: what destroys is said before it is written, and no other button drops it without a word."""

from types import SimpleNamespace

import pytest

from tests.browser.recorder_hall import SMALL, Open, accessible, recorder
from tests.browser.recorder_player import HEARD, Thumb, compact, together, until
from tests.browser.test_recorder_voices import picture
from tests.tournaments.hall import make_user
from tests.tournaments.recordings.table import Body, Table, paper_game, writer_of
from tournaments.recordings import practice_services

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PICKS = "() => document.querySelector('[data-recorder]').recorder.picks.length"
DRAWN = (
    "async () => { const r = document.querySelector('[data-recorder]').recorder;"
    " await r.taps.due; await r.saying; }"
)


def where_a_dot_destroys(table: Table) -> tuple[int, Body]:
    """Play until a legal move would destroy its summon on landing: whose, and the row of the screen."""
    for line in paper_game(3):
        [ack] = table.phones[writer_of(line)].write(line)
        assert ack["status"] == "ok", (line, ack)
        for seat, phone in enumerate(table.phones):
            for row in phone.state()["screen"]["actions"]:
                if row.get("warned", {}).get("rule") == "601.5":
                    return seat, row
    raise AssertionError("no such move in this game")


def enabled(thumb: Thumb, *names: str) -> list[bool]:
    return [thumb.page.locator(f"[data-recorder] [data-focus='{name}']").is_enabled() for name in names]


def test_a_dot_that_destroys_asks_and_what_is_begun_stays(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    seat, row = where_a_dot_destroys(table)
    thumb = recorder(phone_of(table.players[seat].user, SMALL), table.url)
    page, line = thumb.page, row["line"]
    lines = table.head
    thumb.touch(thumb.dot_of(line["card"]) or "")
    page.evaluate(DRAWN)
    if "do:move" in thumb.look()["buttons"]:
        thumb.press("do:move")
        page.evaluate(DRAWN)
    dot = page.locator(f"[data-recorder] [data-focus={compact('to:' + line['path'][-1])}]")
    assert row["warned"]["text"] in " ".join(page.locator(".rec-doomed h2").all_inner_texts())
    assert page.locator(".rec-ring.warned").count() >= 1
    picture(page, "begun-dots")
    accessible(page)
    begun = page.evaluate(PICKS)
    assert enabled(thumb, "cards", "end", "something_else", "count", "end_only") == [False] * 5
    thumb.more("call")
    page.evaluate(DRAWN)
    thumb.press("cancel")
    page.evaluate(DRAWN)
    assert page.evaluate(PICKS) == begun, "a judge is always there, and the line is asked on"
    dot.click()
    page.evaluate(DRAWN)
    while (path := f"path:{' '.join(line['path'])}") in thumb.look()["buttons"]:
        thumb.press(path)
        page.evaluate(DRAWN)
    assert table.head == lines and row["warned"]["text"] in page.locator("[data-rec=ask] .stop").inner_text()
    assert page.locator("[data-rec=ask] .rec-rule").inner_text() == "601.5"
    picture(page, "begun-confirm")
    thumb.press("confirm")
    until(page, HEARD, lines + 1)
    assert table.head == lines + 1 and not problems


STATUS = (
    "() => { const s = document.getElementById('live-status'); s.hidden = false; s.textContent = 'No connection.';"
    " document.querySelector('[data-recorder]').recorder.reached(false); return s.offsetParent === null; }"
)


def test_before_the_first_turn_everything_is_said_once_and_keeping_a_hand_is_a_tap(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    phones = {seat: recorder(phone_of(table.players[seat].user, SMALL), table.url) for seat in (0, 1)}
    page = phones[1].page
    assert page.evaluate("() => document.querySelector('.tabs ul').clientHeight") < 60, (
        "one row at 360 pixels"
    )
    assert page.locator("main").inner_text().count("Who goes first?") == 1
    phones[0].press("first:0")
    together(phones, phones[0])
    page.locator("[data-focus=keep_hand]").wait_for()
    assert page.locator(".rec-seat", has_text="you").count() == 1
    assert table.players[1].name in page.locator(".rec-seat", has_text="you").inner_text()
    asked, begin = (phones[0].page.locator(one) for one in ("[data-rec=ask]", "[data-focus='begin:0:0']"))
    assert f"Still looking at the first hand: {table.players[1].name}" in asked.inner_text()
    assert "primary" not in begin.get_attribute("class"), (
        "there, for who says it aloud, and not the first thing to tap"
    )
    phones[1].press("keep_hand")
    phones[0].page.locator("[data-focus='begin:0:0'].primary").wait_for()
    assert f"{table.players[1].name} keeps the first hand" in phones[0].page.locator("main").inner_text()
    together(phones, phones[0])
    assert f"Waiting for {table.players[0].name}" in page.locator("[data-rec=ask]").inner_text()
    phones[1].press("other_hand")
    page.evaluate(DRAWN)
    phones[1].press("murphy:1:6")
    asked.get_by_text("Still looking at the first hand").wait_for()
    accessible(page)
    assert page.evaluate(STATUS), "one sentence says how old the page is"
    assert page.locator("[data-rec=age]").is_visible() and not problems


def test_in_practice_the_dealt_hand_lies_there_and_a_card_that_cannot_be_played_is_read(
    phone_of: Open, problems: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        practice_services, "secrets", SimpleNamespace(token_hex=lambda _size: "a hand to be read")
    )
    page = phone_of(make_user(), SMALL, color_scheme="dark").new_page()
    page.goto("/practice/")
    page.select_option("select[name=against]", "both")
    with page.expect_navigation():
        page.click("main form button")
    page.locator("[data-focus^='begin:']").first.click()
    faces = page.locator("[data-rec=ask] .rec-button.face")
    page.locator("[data-rec=ask] .rec-button.face:not(.idle)").first.wait_for()
    own = page.evaluate(
        "() => document.querySelector('[data-recorder]').recorder.screen.castable.map(({ card, seat }) => [card, seat])"
    )
    assert faces.count() == len(own)
    page.locator(".rec-button.face.idle").first.click()
    page.evaluate(DRAWN)
    asks = page.locator("[data-rec=ask]")
    assert asks.locator(".rec-rule").count() == 1 and asks.locator(".rec-text").inner_text()
    accessible(page)
    page.click("[data-rec=ask] [data-focus=cancel]")
    page.locator(".rec-more > summary").click()
    assert not page.locator("[data-focus=call]").count()
    base = page.evaluate(
        "() => { const { board, screen } = document.querySelector('[data-recorder]').recorder;"
        " board.svg.scrollIntoView({ block: 'nearest' }); return board.where(screen.view.pawns[0].dot); }"
    )
    page.mouse.click(base["x"], base["y"])
    asks.get_by_text("Defense 12").wait_for()
    assert problems == []
