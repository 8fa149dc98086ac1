"""What is in view and what waits: a tablet held upright, the strip that sticks, crystals that are asked, a question."""

import pytest

from tests.browser.recorder_hall import CONSENT, REFRESH, Open, accessible, recorder
from tests.browser.recorder_player import Thumb, until
from tests.browser.test_recorder_begun import DRAWN, where_a_dot_destroys
from tests.browser.test_recorder_strip import IN_VIEW
from tests.browser.test_recorder_voices import picture
from tests.tournaments.recordings.table import Table, paper_game, writer_of

pytestmark = [pytest.mark.browser, pytest.mark.night, pytest.mark.django_db(transaction=True)]

PHONE, UPRIGHT = {"width": 360, "height": 740}, {"width": 820, "height": 1180}
SIZES = (UPRIGHT, {"width": 1024, "height": 768}, {"width": 1440, "height": 900})
WIDTHS = """() => ['[data-rec=board]', '[data-rec=ask]', '.rec-about'].map((one) => {
  const node = document.querySelector(one);
  return (node.getClientRects().length ? node : node.firstElementChild).getBoundingClientRect().width / innerWidth;
})"""
HIDDEN = """() => {
  const strip = document.querySelector('.rec-strip'), bar = document.querySelector('[data-rec=tools]');
  strip.querySelector('[data-rec=now]').textContent = 'A long sentence that somebody has just recorded. '.repeat(9);
  document.querySelector('.rec-more').open = true;
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const found = [];
    for (const node of document.querySelectorAll('.rec :is(button, a, summary, input)')) {
      if (!node.offsetParent || bar.contains(node)) continue;
      node.scrollIntoView({ block: 'start', behavior: 'instant' });
      const { top, left, width } = node.getBoundingClientRect();
      const under = strip.getBoundingClientRect();
      if (under.top <= 1 && top < under.bottom - 1) found.push(`${node.textContent} ${top} < ${under.bottom}`);
      node.scrollIntoView({ block: 'end', behavior: 'instant' });
      const { top: from, bottom } = node.getBoundingClientRect();
      const over = bar.getBoundingClientRect();
      const beside = left > over.right || left + width < over.left || from >= over.bottom - 1;
      const under_it = bar.offsetParent && !beside && bottom > over.top + 1;
      if (under_it) found.push(`${node.textContent} ${bottom} > ${over.top}`);
    }
    done(found);
  })));
}"""
"""What can be tapped and lies behind the strip, or behind the bar of tools, when it is scrolled to."""
GOOD_FIRST = """() => {
  const rings = [...document.querySelectorAll('.rec-ring.lit')].map((one) => one.classList.contains('warned'));
  return rings.indexOf(false) > rings.lastIndexOf(true) && document.querySelectorAll('.rec-cross').length;
}"""


def test_a_tablet_held_upright_uses_its_width_and_the_strip_hides_nothing(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    seat, row = where_a_dot_destroys(table)
    thumb = recorder(phone_of(table.players[seat].user, UPRIGHT), table.url)
    page = thumb.page
    assert page.evaluate(IN_VIEW, "[data-rec=board] svg, [data-rec=ask], [data-rec=tools], .rec-written ol")
    board, ask, about = page.evaluate(WIDTHS)
    assert board > 0.6 and ask > 0.9 and about > 0.25, "no panel is squeezed beside an empty place"
    picture(page, "tablet-turn")
    for size in (PHONE, *SIZES):
        page.set_viewport_size(size)
        page.evaluate("() => document.querySelector('[data-recorder]').scrollIntoView()")
        page.evaluate("() => document.querySelector('[data-recorder]').recorder.draw()")
        assert page.evaluate(HIDDEN) == [], size
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), size
    thumb.touch(thumb.dot_of(row["line"]["card"]) or "")
    page.evaluate(DRAWN)
    if "do:move" in thumb.look()["buttons"]:
        thumb.press("do:move")
        page.evaluate(DRAWN)
    assert page.evaluate(GOOD_FIRST), "good dots lie over those that destroy, which are crossed out"
    bad = page.locator(".rec-doomed h2")
    assert row["warned"]["text"] in bad.inner_text() and bad.locator("a").inner_text() == "601.5"
    chips = page.locator("[data-rec=ask] [data-focus^='to:']").evaluate_all(
        "(all) => all.map((one) => one.classList.contains('doomed'))"
    )
    assert sorted(chips) == chips and True in chips and False in chips, "the good ones come first"
    for size in (PHONE, *SIZES):
        page.set_viewport_size(size)
        accessible(page)
        picture(page, f"doomed-{size['width']}")
    assert not problems


def test_while_crystals_are_asked_a_tap_on_the_board_writes_nothing(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    table.play(most=12)  # the first player moves the Life Base, and has two crystals of which one pays
    thumb = recorder(phone_of(table.players[0].user, PHONE), table.url)
    page, before = thumb.page, table.head
    thumb.touch("1,1")
    thumb.press("pay_choose")
    thumb.press("crystal:#51")
    assert not page.locator(".rec-ring.lit").count(), "no dot can be chosen now"
    thumb.touch("2,0")
    page.evaluate(DRAWN)
    assert "First the crystals" in page.locator("[data-rec=alert]").inner_text()
    assert table.head == before and "pay_confirm" in thumb.look()["buttons"]
    page.keyboard.press("Escape")
    page.evaluate(DRAWN)
    assert "pay_choose" in thumb.look()["buttons"], "dropped, and the line that was begun is asked on"
    thumb.press("pay_choose")
    thumb.press("crystal:#51")
    thumb.press("pay_confirm")
    thumb.touch("2,0")
    thumb.settled(thumb.look() | {"lines": before - 1})
    assert not problems


def test_who_waits_for_an_answer_can_only_wait_or_stop_asking(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    table.play(seed=8, most=34)
    by = table.lines()[-1]["by"]
    phones = {at: recorder(phone_of(table.players[at].user, PHONE), table.url) for at in (0, 1)}
    asker, asked = phones[1 - by], phones[by]
    asker.press("undo")
    asker.page.evaluate(DRAWN)
    what = asker.page.locator("[data-rec=log] li > span:nth-child(2)").first.inner_text().partition(" (")[0]
    assert what in asker.page.inner_text("[data-rec=ask]"), "read before it is asked for"
    asker.press("undo_confirm")
    until(asker.page, CONSENT)
    for thumb in phones.values():
        thumb.page.evaluate(REFRESH)
        until(thumb.page, CONSENT)
        assert not thumb.page.locator("[data-rec=tools]").is_visible(), (
            "nothing looks as if it could be tapped"
        )
        assert not thumb.page.locator(".rec-ring.can").count()
        assert _off(thumb) == [True, True]
        accessible(thumb.page)
    head = table.head
    asker.touch(
        asker.page.evaluate(
            "() => document.querySelector('[data-recorder]').recorder.screen.view.pawns[0].dot"
        )
    )
    asker.page.evaluate(DRAWN)
    assert asker.look()["picks"] == [] and table.head == head
    picture(asker.page, "asking")
    asker.press("ask_no_more")
    until(asker.page, f"async () => !(await ({CONSENT})())")
    asked.page.evaluate(REFRESH)
    assert (
        asker.page.locator("[data-rec=tools]").is_visible()
        and asked.page.locator("[data-focus=undo]").is_enabled()
    )
    assert table.lines()[-1]["body"] == {"refuse": head} and not problems


def _off(thumb: Thumb) -> list[bool]:
    """Whether what would say something else is off under *More*."""
    return [thumb.page.locator(f"[data-focus={name}]").is_disabled() for name in ("something_else", "count")]


def an_action_on_the_stack(table: Table) -> None:
    """Play until somebody may respond to an action on the stack, and may be asked to take it back."""
    for line in paper_game(8):
        assert table.phones[writer_of(line)].write(line)[0]["status"] == "ok"
        screen = table.phones[0].state()["screen"]
        if screen["view"].get("stack") and screen["asked"]["kind"] == "window" and line["do"] == "cast":
            return
    raise AssertionError("no stack in this game")


def test_a_refused_undo_is_told_above_an_action_on_the_stack(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    an_action_on_the_stack(table)
    by = table.lines()[-1]["by"]
    asked = table.phones[1 - by].write({"from": table.head}, kind="undo")[0]
    assert asked["status"] == "asked"
    asker = recorder(phone_of(table.players[1 - by].user, PHONE), table.url)
    table.phones[by].write({"refuse": asked["seq"]}, kind="undo")
    asker.page.evaluate(REFRESH)
    until(
        asker.page, "() => document.querySelector('[data-rec=now]').textContent.includes('refuses the undo')"
    )
    assert asker.page.locator("[data-rec=stack] li").count(), "and what waits stands below it"
    assert not problems


def test_an_answer_that_was_begun_before_the_game_went_on_is_dropped_and_that_is_said(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    an_action_on_the_stack(table)
    thumb = recorder(phone_of(table.players[0].user, PHONE), table.url)
    begun = thumb.page.evaluate(
        """() => {
          const { recorder } = document.querySelector('[data-recorder]');
          const row = recorder.rows().find((one) => one.line.card && one.source);
          recorder.picks = [['source', row.source]];
          recorder.drawChoice();
          return recorder.picks.length;
        }"""
    )
    assert begun == 1
    assert table.phones[1].write({"kind": "act", "do": "resolve"})[0]["status"] in ("ok", "asked")
    thumb.page.evaluate(REFRESH)
    until(thumb.page, "() => !document.querySelector('[data-recorder]').recorder.picks.length")
    assert "gone on meanwhile" in thumb.page.locator("[data-rec=alert]").inner_text()
    assert not problems
