"""What a phone of a recorded game says of what goes on elsewhere: who comes, the engine, the effect that is chosen."""

import pytest

from ledger.commands import Actor
from rules_engine.x610z.cards import load_pool
from tests.browser.recorder_hall import CAN_SIGN, LONG, REFRESH, Open, accessible, recorder
from tests.browser.recorder_player import compact, until
from tests.browser.test_recorder_begun import DRAWN
from tests.browser.test_recorder_held import PHONE
from tests.browser.test_recorder_voices import picture
from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import Table, paper_game, writer_of
from tournaments.judging import call_services as services

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAUSE = """() => {
  const { recorder: r } = document.querySelector('[data-recorder]');
  r.source = { readyState: 1, addEventListener: () => undefined }; // the stream is there
  r.listen();
  return r.pause;
}"""
SAYS = "(words) => document.querySelector('[data-rec=ask]').textContent.includes(words)"
BADGE = """(change) => {
  const { recorder: r } = document.querySelector('[data-recorder]');
  if (change === 'ready') Object.assign(r.engine, { ready: true, gone: false });
  if (change === 'stopped') r.engine.stop();
  if (change === 'hoped') Object.assign(r.engine, { ready: false, gone: false }) && (r.hoped = Date.now());
  if (change === 'late') r.hoped -= 100000;
  r.drawBadges();
  return r.at('engine').textContent;
}"""


def test_both_phones_hear_soon_who_comes_and_the_engine_is_said_as_it_is(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    table.begin()
    judge = staff_actor(table.tournament, "judge")
    at = {"tournament": table.tournament, "match_id": table.match.pk}
    pages = [recorder(phone_of(one.user, PHONE), table.url).page for one in table.players]
    assert [page.evaluate(PAUSE) for page in pages] == [32000] * 2, (
        "a game that goes on is told by the stream"
    )
    said = [pages[0].evaluate(BADGE, change) for change in ("", "ready", "stopped", "hoped", "late")]
    none, ready, stopped, hoped, late = said
    assert none == stopped == late == "Without network, moves are not checked"
    assert ready == "Moves are checked without network too" and hoped.startswith("Getting ready")
    services.call_open(actor=Actor(table.players[0].user, "player"), reason="rules", **at)
    for page in pages:
        page.evaluate("() => document.querySelector('[data-recorder]').recorder.refresh()")
        until(page, SAYS, "Waiting for the judge")
    services.call_claim(actor=judge, **at)
    for page in pages:
        until(page, SAYS, f"{judge.user.display_name} is coming", patience=LONG)
        assert page.evaluate(PAUSE) == 4000, "no entry says who comes: it is asked for"
        accessible(page)
    assert not problems


DESTROYS = """() => {
  const { recorder: r } = document.querySelector('[data-recorder]');
  r.rows().find((row) => row.line.do === 'end').warned = { rule: '603.5', text: 'Destroyed when this turn ends' };
  r.draw();
}"""


def test_the_end_of_a_turn_is_asked_again_in_one_place(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    table.begin()
    for size in (PHONE, {"width": 1440, "height": 900}):
        thumb = recorder(phone_of(table.players[0].user, size, color_scheme="dark"), table.url)
        page, head = thumb.page, table.head
        stood = page.evaluate("scrollY")
        thumb.press("end")
        page.evaluate(DRAWN)
        assert "you cannot take it back" in page.locator("[data-rec=ask]").inner_text()
        thumb.press("undo")
        page.evaluate(DRAWN)
        assert page.evaluate("scrollY") == stood, "the page is where it was before it asked"
        page.evaluate(DESTROYS)
        thumb.press("end")
        page.evaluate(DRAWN)
        asks = page.locator("[data-rec=ask]")
        assert "Destroyed when this turn ends" in asks.inner_text()
        assert asks.locator(".rec-rule").inner_text() == "603.5"
        assert page.locator("[data-focus=end]").is_disabled(), (
            "the button below does not answer what it asked"
        )
        assert page.locator("[data-focus=undo]").inner_text() == "Back"
        accessible(page)
        picture(page, f"ending-{size['width']}")
        thumb.press("undo")
        page.evaluate(DRAWN)
        assert page.locator("[data-focus=end]").is_enabled() and table.head == head
    assert not problems


def with_effects(table: Table, card: str) -> int:
    """Play until a card with two effects can be played with either: whose it is."""
    for line in paper_game(8):
        [ack] = table.phones[writer_of(line)].write(line)
        assert ack["status"] == "ok", (line, ack)
        for seat, phone in enumerate(table.phones):
            own = [one for one in phone.state()["screen"]["castable"] if one["card"] == card]
            if own and {row["line"].get("mode", 0) for row in own[0].get("actions", [])} == {0, 1}:
                return seat
    raise AssertionError("it is never played")


def test_of_a_card_with_two_effects_each_choice_says_its_own(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    [card] = [one for one in load_pool("demo").cards if "\nor\n" in (one.text or "")]
    seat = with_effects(table, card.number)
    thumb = recorder(phone_of(table.players[seat].user, PHONE), table.url)
    page = thumb.page
    thumb.press("cards")
    thumb.press(f"source:card:{card.number}")
    until(
        page,
        "() => document.querySelector('[data-focus=\"mode:1\"]')?.textContent.includes('Range')",
        patience=LONG,
    )
    one, other = (card.text or "").split("\nor\n")
    texts = [page.locator(f"[data-focus={compact(f'mode:{mode}')}]").inner_text() for mode in (0, 1)]
    assert texts == [one, other]
    accessible(page)
    picture(page, "effects")
    thumb.press("mode:1")
    page.evaluate(DRAWN)
    shown = page.locator("[data-rec=ask] > .rec-text").inner_text()
    assert shown == other, "what was not chosen is on tap"
    page.locator("[data-rec=ask] .rec-whole summary").click()
    assert one in page.locator("[data-rec=ask] .rec-whole").inner_text()
    assert not problems


def test_a_phone_that_could_not_fetch_the_way_to_sign_asks_for_it_again(
    phone_of: Open, no_runtime: None
) -> None:
    table = Table()
    table.play()
    context = phone_of(table.players[0].user, PHONE, service_workers="block")
    context.route("**/asks/closing*.js", lambda route: route.abort())
    page = recorder(context, table.url).page
    if page.locator("[data-focus=write_end]").count():
        page.click("[data-focus=write_end]")
    assert not page.locator("[data-focus=sign]").count()
    context.unroute("**/asks/closing*.js")
    page.evaluate(REFRESH)
    until(page, CAN_SIGN, patience=LONG)
