"""What just happened, the hand as cards and the loupe, in Chromium: what is in view, and what a finger does."""

import pytest
from playwright.sync_api import Page

from tests.browser.recorder_hall import (
    LONG,
    READY,
    SMALL,
    WIDE,
    Open,
    accessible,
    begin,
    recorder,
    written,
)
from tests.browser.recorder_player import Thumb, play, until
from tests.tournaments.recordings.table import Table, paper_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = (SMALL, WIDE, {"width": 1440, "height": 900})
IN_VIEW = """(wanted) => Array.from(document.querySelectorAll(wanted)).every((node) => {
  const { top, bottom } = node.getBoundingClientRect();
  return bottom > top && top >= 0 && bottom <= innerHeight + 1;
})"""
ONE_MOVES = (
    "() => document.querySelector('[data-recorder]').recorder.screen.view.stack?.at(-1)?.path?.length > 1"
)
DOT_OF_TOP = (
    "() => { const { recorder: r } = document.querySelector('[data-recorder]');"
    " const top = r.screen.view.stack.at(-1); return [r.dotOf(top.oid), top.path[0]]; }"
)
WORDS = """() => Array.from(document.querySelectorAll('[data-recorder] button'))
  .filter((one) => one.offsetParent).map((one) => one.textContent)"""
CLOSEST = """() => {
  const { recorder: r } = document.querySelector('[data-recorder]');
  const glass = r.board.svg.getBoundingClientRect();
  const seen = ({ x, y }) => x > glass.left && x < glass.right && y > glass.top && y < glass.bottom;
  const at = [...r.litDots().keys()].map((dot) => r.board.where(dot)).filter(seen);
  const far = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
  return Math.min(...at.flatMap((one, i) => at.slice(i + 1).map((other) => far(one, other))));
}"""
PLACE = "(dot) => { const { board } = document.querySelector('[data-recorder]').recorder; return board.where(dot); }"
CROWD = """() => {
  const { recorder: r } = document.querySelector('[data-recorder]');
  const dots = [...r.litDots().keys()];
  const { a: scale } = r.board.svg.getScreenCTM();
  return dots.find((one) => dots.some((other) => other !== one && r.board.gap(one, other) * scale < 40)) ?? null;
}"""
ABOVE_THE_BAR = """() => {
  const bar = document.querySelector('.rec-tools').getBoundingClientRect().top;
  return document.querySelector('.rec-hand .face b').getBoundingClientRect().bottom <= bar;
}"""
FACES = """() => Array.from(document.querySelectorAll('.rec-hand .face b'), (one) => one.textContent)"""
NAMES = """() => {
  const worth = ({ cost }) => Object.values(cost).reduce((sum, amount) => sum + amount, 0);
  return document.querySelector('[data-recorder]').recorder.screen.castable
    .filter((card) => !card.crystal && card.actions.length)
    .sort((one, other) => worth(one) - worth(other)).map((card) => card.name);
}"""
"""The cards that may be played now, the cheapest first: the order in which they would be shown last."""
MOVES = """() => {
  const { recorder: r } = document.querySelector('[data-recorder]');
  const row = r.rows().find(({ line }) => line.do === 'move');
  if (row) r.pick('source', row.source);
  return Boolean(row);
}"""
LIT = """() => [...document.querySelector('[data-recorder]').recorder.litDots().keys()]"""


def strip(page: Page) -> str:
    return page.inner_text("[data-rec=now]")


def test_who_did_what_stays_in_view_with_one_large_answer_and_both_read_what_was_undone(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table, lines = Table(), paper_game(3)
    phones = {
        0: recorder(phone_of(table.players[0].user), table.url),
        1: recorder(phone_of(table.players[1].user, locale="nl-NL", color_scheme="dark"), table.url),
    }
    begin(phones, lines)
    moved = next(place for place, line in enumerate(lines) if line["do" if place else "kind"] == "move")
    play(lines[1 : moved + 1], phones)
    seat = lines[moved]["seat"]
    for thumb in phones.values():
        page = thumb.page
        until(page, ONE_MOVES, patience=LONG)
        dot, start = page.evaluate(DOT_OF_TOP)
        assert dot == start, "a pawn with an action on the stack keeps its dot"
        assert page.locator(".rec-way").count() == 1, "its path is drawn"
        assert lines[moved]["path"][-1] in page.inner_text(".rec-strip")
        for size in SIZES:
            page.set_viewport_size(size)
            page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
            assert page.evaluate(IN_VIEW, "[data-rec=now]"), size
            page.evaluate("() => document.querySelector('.rec-head').scrollIntoView()")
            assert page.evaluate(IN_VIEW, "[data-rec=now], [data-rec=board] svg, [data-focus=nobody]"), size
        page.set_viewport_size(SMALL)
        accessible(page)
    assert "verplaatst" in strip(phones[1].page)
    phones[seat].press("undo")
    for thumb, words in zip(phones.values(), (" undid: ", " maakte ongedaan: "), strict=True):
        until(
            thumb.page,
            "(words) => document.querySelector('[data-rec=now]').textContent.includes(words)",
            words,
        )
    waiting = phones[1 - seat].page.inner_text("[data-rec=ask]")
    assert table.players[seat].name in waiting, "who waits reads for whom"
    assert problems == []


def hand_of(phones: dict[int, Thumb]) -> Thumb:
    found = [thumb for thumb in phones.values() if thumb.page.locator(".rec-hand .face").count()]
    return found[0]


def test_the_hand_is_cards_no_two_buttons_say_the_same_and_a_finger_gets_room_between_dots(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table, lines = Table(), paper_game(8)
    phones = {
        seat: recorder(phone_of(table.players[seat].user, has_touch=True), table.url) for seat in (0, 1)
    }
    begin(phones, lines)
    play(lines[1:34], phones)
    thumb = hand_of(phones)
    page = thumb.page
    faces = page.locator(".rec-hand .face")
    assert 0 < faces.count() <= 9 and page.locator(".rec-hand .face img").count() > 0
    words = page.evaluate(WORDS)
    assert len(words) == len(set(words)), words
    assert page.evaluate(ABOVE_THE_BAR), "a card's name can be read without scrolling"
    faces.first.tap()
    until(page, "() => Boolean(document.querySelector('.rec-text')?.textContent)", patience=LONG)
    # What is begun is not recorded yet: it is finished or left before anything ends the turn.
    assert (
        page.locator("[data-focus=end]").is_disabled()
        and page.locator("[data-focus=undo]").inner_text() == "Back"
    )
    assert "Pays " in page.inner_text("[data-rec=ask]") or "target" in page.inner_text("[data-rec=ask]")
    accessible(page)
    thumb.press("cancel")
    moves = next(place for place, line in enumerate(lines) if place >= 34 and line["do"] == "move")
    play(lines[34:moves], phones)
    before = written(table)
    page = phones[lines[moves]["seat"]].page
    page.set_viewport_size({"width": 480, "height": 900})  # there the whole board is shown, however crowded
    page.evaluate(
        "(oid) => document.querySelector('[data-recorder]').recorder.pick('source', oid)",
        lines[moves]["card"],
    )
    crowd = page.evaluate(CROWD)
    assert crowd, "no dots lie close together here"
    page.evaluate("() => document.querySelector('.rec-head').scrollIntoView()")
    place = page.evaluate(PLACE, crowd)
    page.touchscreen.tap(place["x"], place["y"])
    until(page, "() => document.querySelector('[data-recorder]').recorder.board.box[2] < 380", patience=LONG)
    assert page.evaluate(CLOSEST) >= 43.9 and written(table) == before
    assert problems == []


@pytest.mark.journey
def test_what_was_noted_comes_first_in_the_hand_and_two_letters_find_any_card(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table, lines = Table(), paper_game(8)
    turn = next(place for place, line in enumerate(lines) if place > 34 and line["do"] == "cast")
    table.play(seed=8, most=turn)
    context = phone_of(table.players[lines[turn]["seat"]].user)
    page = recorder(context, table.url).page
    cheapest = page.evaluate(NAMES)[0]
    assert page.evaluate(FACES)[0] != cheapest
    notes = context.new_page()
    notes.goto(f"{table.url}hand/")
    until(notes, "() => document.querySelector('[data-hand]').dataset.ready === 'yes'", patience=LONG)
    notes.fill("[data-hand-notes]", cheapest.upper())
    notes.close()
    for _look in range(50):  # kept while it is typed
        page.reload()
        until(page, READY, patience=LONG)
        if page.evaluate(FACES)[0] == cheapest:
            break
    assert page.evaluate(FACES)[0] == cheapest, "the noted hand comes first"
    search = page.locator("[data-focus=hand_search]")
    before, letters = page.evaluate(FACES), page.evaluate(NAMES)[-1][:2].lower()
    search.fill(letters[:1])
    assert page.evaluate(FACES) == before, "one letter is no filter"
    search.fill(letters)
    found = page.evaluate(FACES)
    assert found and all(letters in name.lower() for name in found), (letters, found)
    assert sorted(set(found)) == sorted({name for name in page.evaluate(NAMES) if letters in name.lower()})
    assert problems == []


def test_a_finger_slides_reads_the_name_of_a_dot_and_lets_go_on_it(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table, lines = Table(), paper_game(8)
    move = next(place for place, line in enumerate(lines) if line.get("do") == "move")
    table.play(seed=8, most=move)
    page = recorder(phone_of(table.players[lines[move]["seat"]].user, has_touch=True), table.url).page
    assert page.evaluate(MOVES)
    page.evaluate("() => document.querySelector('.rec-head').scrollIntoView()")
    dot = lines[move]["path"][-1]
    assert dot in page.evaluate(LIT)
    there = page.evaluate(PLACE, dot)
    hand, loupe = page.context.new_cdp_session(page), page.locator("[data-rec=loupe]")

    def finger(what: str, *points: dict[str, float]) -> None:
        hand.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": list(points)})

    finger("touchStart", {"x": there["x"] - 40, "y": there["y"] - 30})
    assert loupe.is_hidden(), "a finger that has not moved is a tap"
    finger("touchMove", {"x": there["x"] - 20, "y": there["y"] - 15})
    finger("touchMove", there)
    until(page, "(dot) => document.querySelector('[data-rec=loupe]').textContent.endsWith(dot)", dot, LONG)
    assert loupe.is_visible() and table.head == move, "nothing is said before the finger lets go"
    finger("touchEnd")
    chosen = "(dot) => { const { recorder: r } = document.querySelector('[data-recorder]');"
    chosen += (
        " return r.picks.some(([, value]) => value === dot) || r.screen.lines.at(-1).text.includes(dot); }"
    )
    until(page, chosen, dot, LONG)
    assert loupe.is_hidden()
    assert problems == []
