"""What is read on the recording page before a line is written, and what is not shown where it would be copied."""

import pytest

from tests.browser.recorder_hall import Open, recorder
from tests.browser.recorder_player import until
from tests.browser.test_recorder_begun import DRAWN
from tests.browser.test_recorder_held import PHONE
from tests.browser.test_recorder_voices import picture
from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.night, pytest.mark.django_db(transaction=True)]

TWO_EFFECTS = """(targets) => {
  const { recorder: r } = document.querySelector('[data-recorder]');
  const row = (mode, target) => ({ source: 'card:X', text: `effect ${mode} on ${target}`,
    line: { kind: 'act', do: 'cast', seat: 0, card: 'X', mode, targets: [target] } });
  r.repaint = async () => undefined; // the game stands still
  r.screen = { ...r.screen, actions: targets.map((target) => row(0, target)).concat(row(1, '#0')), castable: [] };
  r.written = [];
  r.commitRow = (one) => r.written.push(one.text);
  r.pick('source', 'card:X');
  r.pick('mode', '0');
  return [r.written.length, r.at('ask').textContent];
}"""
CHOOSE = """() => {
  const { recorder: r } = document.querySelector('[data-recorder]');
  r.pick('target.0', '#1');
  return r.written;
}"""
AWAY = """() => {
  const { recorder: r } = document.querySelector('[data-recorder]');
  r.online = false;
  r.drawBadges();
  return r.at('net').textContent;
}"""
LOWEST = "() => document.querySelector('[data-recorder]').recorder.board.where('6,6').y < innerHeight - 8"
WIDTHS = """() => [...document.querySelectorAll('.rec-changed')]
  .map(({ parentNode: one }) => one.scrollWidth - one.clientWidth)"""


def test_whom_a_line_hits_is_read_before_it_is_written_and_nobody_copies_a_count(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    table.begin()
    thumb = recorder(phone_of(table.players[0].user, PHONE), table.url)
    page = thumb.page
    assert "hand 7, deck 43" in page.inner_text("[data-rec=seats]")
    thumb.more("count")
    until(page, "() => Boolean(document.querySelector('[name=deck]'))")
    assert "hand" not in page.inner_text("[data-rec=seats]") and table.players[0].name in page.inner_text(
        "[data-rec=seats]"
    )
    picture(page, "count")
    thumb.press("cancel")
    page.evaluate(DRAWN)
    assert "hand 7, deck 43" in page.inner_text("[data-rec=seats]")
    written, asked = page.evaluate(TWO_EFFECTS, ["#1"])
    assert written == 0 and "effect 0 on #1" in asked, "the only target that the chosen effect has"
    written, asked = page.evaluate(TWO_EFFECTS, ["#1", "#2"])
    assert written == 0 and page.evaluate(CHOOSE) == ["effect 0 on #1"], "whom one tapped is not asked again"
    assert page.evaluate(AWAY) == "no connection"
    wide = recorder(phone_of(table.players[0].user, {"width": 1440, "height": 900}), table.url)
    assert wide.page.evaluate(LOWEST), "the lowest Ending Dot is in view"
    assert not problems


def test_a_judge_reads_what_an_undo_would_change_on_a_phone(phone_of: Open) -> None:
    table = Table()
    table.begin()
    table.phones[0].write({"kind": "act", "do": "end", "seat": 0})
    judge = staff_actor(table.tournament, "head_judge").user
    page = phone_of(judge, PHONE, locale="nl-NL", color_scheme="dark").new_page()
    page.goto(f"{table.url}judge/")
    assert page.locator(".rec-phone").is_visible() and not page.locator(".rec-wide").is_visible()
    page.locator("[value=without]").last.click()
    page.locator("#undo .rec-changed").wait_for()
    state = "niet geactiveerd"
    page.evaluate(
        "(text) => { document.querySelector('.rec-changed td').textContent = text; }",
        state,
    )
    assert page.evaluate(WIDTHS) == [0], "the last column does not leave the glass"
    picture(page, "judge-undo")
