"""A Z/X game recorded at its table by tapping on two phones without script, from laying out to both signatures."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page

from tests.browser.recorder_hall import GAME_LINES, SMALL, WIDE, Open, accessible, idle, press
from tests.tournaments.recordings.table import Phone
from tests.tournaments.recordings.zx_table import POOL, Body, ZxTable
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.replay import check
from tournaments.recordings.models import Recording
from tournaments.recordings.results import proposal_of
from tournaments.rounds.models import Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FITS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
TILES = (
    "() => [...document.querySelectorAll('.zx-tile b')].every((one) => one.scrollWidth <= one.clientWidth)"
)
ANSWERS = """() => {
  const found = [...document.querySelectorAll('.rec-ask [name=answer]')].map((one) => one.getBoundingClientRect());
  return found.length > 5 || found.every((one) => one.bottom <= innerHeight);
}"""
"""Few answers to a question are in view together on a small phone, wherever the page stood before."""
HEARS = "() => window.htmx.trigger('#live-table', 'live:ask')"
INTRODUCE = """async () => {
  const one = document.querySelector('[data-table]').recorder;
  await Object.getPrototypeOf(Object.getPrototypeOf(one)).introduce.call(one);
  await one.refresh();
}"""
"""The server knows the key of this phone, as after an earlier visit."""
LINE = """() => {
  const said = '<form method="post"><input name="base" value="0"><button name="body" value="{}"></button></form>';
  const form = document.createRange().createContextualFragment(said).firstChild;
  document.querySelector('#live-table').append(form);
  form.requestSubmit(form.querySelector('button'));
}"""
SOME = 24
"""So many lines are tapped before somebody concedes; `RECORDER_LINES` plays the game to its end."""


def tap(page: Page, body: Body) -> None:
    """Tap a line: what it begins with, where it goes, what it is paid with; then answer what is asked."""
    line = {name: value for name, value in body.items() if name not in ("answers", "shown", "hand")}
    card = str(line.get("card", ""))
    if card:
        called = (
            re.escape(("card:" + card) if card[0] != "#" else card).replace(":", "%3A").replace("\\#", "%23")
        )
        page.locator(f'a[href^="?pick={called}#"]').first.evaluate(
            "(one) => { const more = one.closest('details'); if (more) more.open = true; one.click(); }"
        )
        idle(page)
        page.locator(".rec-ask .rec-chips").first.wait_for()
    if line.get("do") == "next":
        asks_again(page)
    if not press(page, line):
        pay_otherwise(page, line)
    idle(page)
    answer(page, body)


def asks_again(page: Page) -> None:
    """The end of a turn is asked again; other phases end by their button."""
    if page.locator(".rec-onward a").count():
        page.locator(".rec-onward a").click()
        idle(page)
        page.locator(".rec-ask .rec-chips .primary").wait_for()


def pay_otherwise(page: Page, line: Body) -> None:
    page.locator(".rec-ask details summary").click()
    if line.get("square"):
        page.locator(f'.rec-ask input[name=square][value="{line["square"]}"]').check()
    for box in page.locator(".rec-ask input[name=pay]").all():
        box.set_checked(box.get_attribute("value") in line["pay"])
    page.locator(".rec-ask details button[name=body]").click()


def answer(page: Page, body: Body) -> None:
    answers = list(body.get("answers") or ())
    names = [*body.get("shown", ()), *(name for one in answers if isinstance(one, list) for name in one)]
    for _question in range(30):
        idle(page)
        if not page.locator(".rec-ask input[name=body]").count():
            return
        if page.viewport_size == SMALL:
            assert page.evaluate(ANSWERS), page.url
        asked = json.loads(str(page.locator(".rec-ask input[name=body]").input_value()))
        if page.locator("#zx-name").count():
            number = names[len(asked.get("shown", ()))]
            own = page.locator(f'button[name=name][value="{number}"]')
            if own.count():
                own.click()
            else:
                page.fill("#zx-name", number)
                page.get_by_role("button", name="This card").click()
            continue
        said = answers[len(asked.get("answers") or ())]
        for one in said if isinstance(said, list) else [said]:
            page.locator(f".rec-ask [name=answer][value='{json.dumps(one)}']").first.click()
        if isinstance(said, list):
            page.get_by_role("button", name="These").click()
    raise AssertionError(body)


def lay_out(page: Page, body: Body) -> None:
    for name in ("player_card", "gate_card", "start_resource"):
        if name in body:
            page.select_option(f"select[name={name}]", body[name])
    page.fill("input[name=dynamis]", str(body["dynamis"]))
    page.locator("input[name=start_card]").set_checked(body["start_card"])
    page.locator("input[name=behind]").set_checked(body.get("behind", False))
    for box in page.locator("input[name=markers]").all():
        box.set_checked(box.get_attribute("value") in body.get("markers", ()))
    page.locator("form:has(input[name=dynamis]) button").last.click()


def looked_at(page: Page) -> None:
    """The page at both widths: nothing sticks out, and everything has its name."""
    for size in (SMALL, WIDE):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        assert page.evaluate(FITS) and page.evaluate(TILES)
        accessible(page)
    page.set_viewport_size({"width": SMALL["width"], "height": SMALL["height"]})


def opened(table: ZxTable, phone_of: Open, seat: int) -> Page:
    page = phone_of(table.players[seat].user).new_page()
    page.goto(table.url)
    return page


class Reader(Phone):
    """Somebody who reads the table and is no phone of it."""

    def __init__(self, client: Client, url: str) -> None:
        self.client, self.url = client, url


def each_tapped(table: ZxTable, phones: dict[int, Page], acts: list[Body]) -> Iterator[tuple[int, Page]]:
    """Tap lines of a game, each on the phone of who writes it: before each its number, and the page of that phone."""
    phone = Reader(table.clients[0], table.url)
    for number, body in enumerate(acts):
        page = phones[body["seat"]]
        page.goto(table.url)
        yield number, page
        tap(page, body)
        for turn in range(1, 9):  # what is the other player's to say is asked on their own phone
            if len(phone.state()["screen"]["lines"]) > number:
                break
            asked = phones[(body["seat"] + turn) % 2]
            asked.goto(table.url)
            answer(asked, body)
        assert len(phone.state()["screen"]["lines"]) == 1 + number, body


def test_a_game_is_tapped_on_two_phones_signed_and_verified(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = ZxTable()
    phones = {seat: opened(table, phone_of, seat) for seat in (0, 1)}
    lay0, lay1, dice, *acts = table.game.bodies
    looked_at(phones[0])
    lay_out(phones[0], lay0)
    phones[0].get_by_text(f"Waiting for {table.players[1].name}").wait_for()
    lay_out(phones[1], lay1)
    phones[0].evaluate(HEARS)
    phones[0].get_by_text("Who won rock-paper-scissors").wait_for()
    assert press(phones[0], dice)
    phones[0].locator(".zx-board").first.wait_for()
    for number, page in each_tapped(table, phones, acts if GAME_LINES else acts[:SOME]):
        if number in (2, SOME // 2):
            looked_at(page)
    if not GAME_LINES:
        phones[1].goto(table.url)
        assert press(phones[1], {"kind": "act", "do": "concede", "seat": 1})
    phones[0].goto(table.url)
    phones[0].get_by_role("button", name="Record the result").click()
    looked_at(phones[0])
    for page in phones.values():
        page.goto(f"{table.url}sign/")
        page.get_by_role("button", name="This is how it was: I sign").click()
        page.get_by_text("not signed yet").or_(page.get_by_text("By rule")).first.wait_for()
    assert table.fresh().state == Recording.State.SIGNED
    log = GameLog.objects.get(match=table.match)
    assert check(log)["verdict"] == "ok"
    found: Any = proposal_of(table.match)
    assert found.signed and found.decided and sum(found.said) == 1
    assert POOL.sha256 in bytes(log.original).decode() and problems == []


PLACES = """() => {
  const box = (one) => one.getBoundingClientRect();
  const board = box(document.querySelector('.zx-rec-board'));
  const all = [...document.querySelectorAll('.rec-ask > .rec-chips > button, .rec-onward > *')].map(box);
  return {
    top: board.top, bottom: board.bottom, first: Math.min(...all.map((one) => one.top)),
    last: Math.max(...all.map((one) => one.bottom)), calm: Math.max(...all.map((one) => one.width)),
    cards: [...document.querySelectorAll('.zx-own li')].map((one) => box(one).bottom), scrolled: scrollY,
  };
}"""


@pytest.mark.night(
    "a page in a browser",
    short="tests/tournaments/recordings/test_zx_page.py::test_the_end_of_a_turn_is_asked_again_beside_ones_own_cards",
)
def test_on_a_small_phone_the_squares_the_question_and_ones_own_cards_are_in_view_together(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = ZxTable()
    place = [at for at, body in enumerate(table.game.bodies) if "square" in body and body["do"] == "play"][1]
    table.record(place)
    body = table.game.bodies[place]
    page = opened(table, phone_of, body["seat"])
    tall = SMALL["height"]
    turn = page.evaluate(PLACES)
    assert turn["top"] >= 0 and turn["cards"][0] <= tall and turn["calm"] < SMALL["width"] / 2, turn
    page.evaluate("() => window.scrollTo(0, 400)")  # to a card far below
    tap_at = page.locator(f'.zx-own a[href^="?pick=card%3A{body["card"]}#"]')
    tap_at.evaluate("(one) => one.click()")
    page.locator(".zx-rec-squares button").first.wait_for()
    idle(page)
    asked = page.evaluate(PLACES)
    assert asked["top"] >= 0 and asked["bottom"] <= asked["first"] and asked["last"] <= tall, asked
    assert page.locator(".zx-rec-squares button.warned").count(), "what goes to Trash is marked"
    assert page.evaluate(FITS)
    accessible(page)
    page.get_by_role("link", name="Back", exact=True).click()
    idle(page)
    back = page.evaluate(PLACES)
    assert back["top"] >= 0 and back["scrolled"] == asked["scrolled"] and back["cards"][0] <= tall, back
    page.evaluate("() => window.scrollTo(0, 500)")
    tap_at.evaluate("(one) => one.click()")
    idle(page)
    page.locator(".zx-rec-squares button").first.evaluate("(one) => one.click()")
    idle(page)
    page.locator(".zx-rec-news", has_text="plays").wait_for()
    done = page.evaluate("() => document.querySelector('.zx-rec-news').getBoundingClientRect().top")
    assert done >= 0, "what a tap has done is in view, not behind the Squares"
    assert problems == []


def test_a_call_does_not_wait_for_the_engine_that_checks_lines_and_a_line_says_what_it_waits_for(
    phone_of: Open, problems: list[str]
) -> None:
    """A phone that signs writes its lines itself, so its first tap may come while the engine is being fetched."""
    table = ZxTable()
    table.record(4)
    left = timedelta(minutes=table.match.round.minutes, seconds=-50)
    Round.objects.filter(pk=table.match.round_id).update(started_at=timezone.now() - left)
    # Through a service worker it would come all the same, and in time where another test has fetched it before.
    page = phone_of(table.players[1].user, service_workers="block").new_page()
    page.route("**/offline/engine.json*", lambda _route: None)  # it never comes
    page.goto(table.url)
    page.locator("[data-table][data-ready=yes]").wait_for(state="attached")
    page.evaluate(INTRODUCE)
    page.evaluate("() => window.scrollTo(0, 9999)")
    late = page.locator(".rec-badge.late").bounding_box()
    assert late is not None and 0 <= late["y"] <= SMALL["height"], (
        "the last minute is seen wherever one reads"
    )
    page.evaluate("() => window.scrollTo(0, 0)")
    head = table.fresh().head
    page.locator("summary.danger").click()  # what a call does is said before it is made
    page.locator("button.danger").first.click()
    page.locator(f"[data-table][data-head='{head + 1}'][data-waiting='0']").wait_for(state="attached")
    assert table.fresh().state == "frozen"
    idle(page)
    page.evaluate(LINE)
    page.locator("[data-rec=alert]", has_text="Getting ready to check moves").wait_for()
    assert table.fresh().head == head + 1
    assert problems == []
