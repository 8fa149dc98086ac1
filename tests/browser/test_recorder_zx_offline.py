"""A Z/X game whose player loses the network goes on in the phone, and nothing of it is lost."""

import pytest
from playwright.sync_api import Page

from tests.browser.recorder_hall import KEPT, LONG, Open, accessible, written
from tests.browser.recorder_player import until
from tests.browser.test_recorder_zx import FITS, answer, opened, tap
from tests.tournaments.recordings.zx_table import Body, ZxTable, two_lines_of_one_player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HOLDS = (
    "async () => { const said = await (await fetch('/offline/engine.json?game=zx')).json();"
    " return (await Promise.all([said.engine, ...said.files].map((file) => caches.match(file.url)))).every(Boolean); }"
)
READY = "() => document.querySelector('[data-table]').dataset.ready === 'yes'"
ENGINE = "() => ['ready', 'none'].includes(document.querySelector('[data-table]').dataset.engine)"
SENT = "() => document.querySelector('[data-table]').dataset.waiting === '0'"
LINES = "() => document.querySelector('[data-table]').recorder.screen?.lines.length ?? 0"
HASH = "() => document.querySelector('[data-table]').recorder.screen?.log_sha256"
ACTS = "() => document.querySelector('[data-table]').recorder.screen.lines.filter(({ kind }) => kind === 'act').length"
LISTS = "() => document.querySelector('[data-table]').recorder.journal.facts.offline.lists"
GONE_DARK = "() => !document.querySelector('[data-table]').recorder.online"
AWAKE = "() => document.querySelector('[data-table]').recorder.alone"
BESIDE = 3
"""Lines before the first act: two lay out, and the dice say who begins."""
WRITTEN, HERE, GONE, AWAY = 18, 20, 23, 27
"""Lines of the game: so many are there before, then are tapped with the network, without it, and after a killed tab."""


def table_hash(table: ZxTable) -> str:
    """The fingerprint of the log as the server has it."""
    return str(table.clients[0].get(f"{table.url}state.json?screen=no").json()["log_sha256"])


def with_engine(table: ZxTable, phone_of: Open, seat: int) -> Page:
    page = opened(table, phone_of, seat)
    until(page, READY, patience=LONG)
    until(page, ENGINE, patience=LONG)
    assert page.locator("[data-table]").get_attribute("data-engine") == "ready"
    until(page, KEPT, patience=LONG)
    until(page, HOLDS, patience=LONG)
    return page


def tapped(page: Page, lines: list[Body]) -> None:
    for body in lines:
        before = page.evaluate(LINES)
        tap(page, body)
        until(page, f"(before) => ({LINES})() > before", before, patience=LONG)


def test_without_network_a_game_goes_on_in_the_phone_and_comes_back_line_by_line(
    phone_of: Open, problems: list[str], runtime: None
) -> None:
    table = ZxTable()
    lines = table.game.bodies
    table.record(WRITTEN)
    page = with_engine(table, phone_of, 0)
    context = page.context
    tapped(page, lines[WRITTEN:HERE])
    until(page, SENT, patience=LONG)
    assert table.fresh().head == HERE
    context.set_offline(True)
    until(page, AWAKE, patience=LONG)
    tapped(page, lines[HERE:GONE])  # of both seats: this phone wrote last, so it goes on for the table
    assert page.locator("[data-rec=age]").is_visible() and table.fresh().head == HERE
    assert page.evaluate(FITS)
    accessible(page)
    here = page.evaluate(HASH)
    page.close()  # as a phone kills a tab
    page = context.new_page()
    page.goto(table.url)
    until(page, ENGINE, patience=LONG)
    until(page, f"(hash) => ({HASH})() === hash", here, patience=LONG)
    tapped(page, lines[GONE:AWAY])
    knows = page.evaluate(LISTS)
    assert set(knows) == {"0"}  # what the other player's deck is, nobody told this phone
    context.set_offline(False)
    until(page, SENT, patience=LONG)
    assert written(table) == lines[BESIDE:AWAY]
    until(page, f"(hash) => ({HASH})() === hash", table_hash(table), patience=LONG)
    other = opened(table, phone_of, 1)
    assert other.locator("#table ol li").count() == AWAY - BESIDE
    assert problems == []


def test_with_network_what_the_other_player_has_to_say_is_asked_on_their_own_phone(
    phone_of: Open, problems: list[str], runtime: None
) -> None:
    table = ZxTable()
    place, body = next((at, one) for at, one in enumerate(table.game.bodies) if len(one.get("shown", ())) > 2)
    table.record(place)
    pages = [with_engine(table, phone_of, seat) for seat in (0, 1)]
    turns, before = 0, len(written(table))
    tap(pages[body["seat"]], body)
    while len(written(table)) == before:
        turns += 1
        asked = pages[(body["seat"] + turns) % 2]
        asked.locator(".rec-ask input[name=body]").wait_for(state="attached", timeout=LONG)
        answer(asked, body)
        until(asked, SENT, patience=LONG)
        assert turns < 5
    assert turns and written(table)[-1] == body
    assert problems == []


@pytest.mark.night(
    "the engine is fetched by a browser",
    short="tests/tournaments/recordings/test_zx_table.py::test_two_undos_that_were_kept_without_network_undo_both_lines",
)
def test_a_second_undo_without_network_ends_before_both_lines(
    phone_of: Open, problems: list[str], runtime: None
) -> None:
    table = ZxTable()
    place = two_lines_of_one_player(table)
    body = table.game.bodies[place]
    table.record(place)
    page = with_engine(table, phone_of, body["seat"])
    page.context.set_offline(True)
    until(page, GONE_DARK, patience=LONG)
    tapped(page, table.game.bodies[place : place + 2])
    both = page.evaluate(ACTS)
    for left in (1, 2):
        page.get_by_role("button", name="Undo the last line").click()
        until(page, f"(count) => ({ACTS})() === count", both - left, patience=LONG)
    assert page.evaluate(FITS)
    page.context.set_offline(False)
    until(page, SENT, patience=LONG)
    until(page, f"(hash) => ({HASH})() === hash", table_hash(table), patience=LONG)
    assert written(table) == table.game.bodies[BESIDE:place]
    assert [row.kind for row in table.recording.entries.order_by("seq")[place:]] == ["line"] * 2 + [
        "undo"
    ] * 2
    assert problems == []
