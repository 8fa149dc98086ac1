"""The desk's menu, the head of the recorder and the cards of judges at every width: nothing is cut off or hidden."""

import pytest
from django.test import Client
from playwright.sync_api import Page

from ledger.commands import Actor
from tests.browser.recorder_hall import LONG, READY, Open
from tests.browser.recorder_player import until
from tests.browser.test_dutch import TOO_WIDE
from tests.counted import Record
from tests.tournaments.hall import become_guest, organizer_of, staff_actor
from tests.tournaments.recordings.table import Table
from tournaments.entries.models import Entry
from tournaments.judging.call_services import call_open
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_report

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDTHS = (360, 820, 1440)
NAME = "Maximiliaan-Alexander van der Westerschouwenburg"
DESK = (
    *("desk/", "desk/entries/", "desk/door/", "desk/links/"),
    *("desk/rounds/1/", "desk/rounds/1/results/", "desk/edit/"),
)
JUDGES = ("judge/", "judge/cases/", "judge/penalties/", "judge/checks/")
HIDDEN = """() => {
  const shown = (one) => one.getClientRects().length && !one.closest(".visually-hidden, svg");
  const found = [];
  for (const menu of document.querySelectorAll(".tabs.sub ul"))
    if (menu.scrollWidth > menu.clientWidth + 1) found.push(`${menu.scrollWidth} px of menu in ${menu.clientWidth}`);
  for (const part of document.querySelectorAll(".card, .rec-head, .floor-queue > *, .check-list > label")) {
    const box = part.getBoundingClientRect();
    for (const one of part.querySelectorAll("*")) {
      if (!shown(one) || one.closest("details:not([open]) > :not(summary), .table-wrap")) continue;
      const own = one.getBoundingClientRect();
      if (own.right > box.right + 1 || own.left < box.left - 1)
        found.push(`${one.tagName}.${one.className} leaves its ${part.className}: ${one.textContent.slice(0, 40)}`);
    }
  }
  for (const one of document.querySelectorAll(".data :is(button, .button, .badge)")) {
    if (!shown(one)) continue;
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      for (const word of texts.currentNode.data.matchAll(/\\p{L}+/gu)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        if (range.getClientRects().length > 1) found.push(`${word[0]} is broken in two`);
      }
  }
  return found;
}"""
"""What stands outside its card, menus of which a part is scrolled out of sight, and words of a table on two lines."""

PLANTED = """addEventListener("DOMContentLoaded", () => {
  const wide = document.createElement("b");
  wide.textContent = "x".repeat(400);
  document.querySelector(".card, .floor-queue > *").append(wide);
});"""
BROKEN = """addEventListener("DOMContentLoaded", () => {
  for (const one of document.querySelectorAll(".data .badge, .data .badge *"))
    Object.assign(one.style, {overflowWrap: "anywhere", maxInlineSize: "3rem"});
});"""


def fits(page: Page, path: str, width: int) -> list[str]:
    """What is wrong with a page at a width."""
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(path)
    if "/recordings/" in path:
        until(page, READY, patience=LONG)
    for fold in page.locator(".tabs.fold:visible > summary").all():
        fold.click()
    found = [*page.evaluate(TOO_WIDE), *page.evaluate(HIDDEN)]
    return [f"{path} at {width}: {one}" for one in found]


@pytest.mark.timeout(600)
def test_desk_recorder_and_judges_pages_fit_every_width(phone_of: Open, record_property: Record) -> None:
    table = Table()
    tournament, match = table.tournament, table.match
    for number in (1, 2, 3, 4):
        Entry.objects.filter(tournament=tournament, number=number).update(name=f"{NAME} {number}")
    for entry in Entry.objects.filter(tournament=tournament, number__gte=3):
        become_guest(entry)
    boss = Client()
    boss.force_login(organizer_of(tournament).user)
    assert boss.post(f"/t/{tournament.slug}/desk/links/", {"entry": "all"}).status_code == 200
    judge = staff_actor(tournament, "head_judge").user
    call_open(actor=Actor(table.players[0].user), tournament=tournament, match_id=match.pk, reason="mistake")
    other = Match.objects.filter(tournament=tournament).exclude(pk=match.pk).get()
    for at, seat in enumerate(other.seats.all()):
        result_report(
            actor=Actor(seat.entry.user),
            tournament=tournament,
            match_id=other.pk,
            said=(2, 0, 0) if at else (0, 2, 0),
        )
    base = f"/t/{tournament.slug}/"
    found: list[str] = []
    record_property("pages at a width", len([*DESK, *JUDGES, table.url]) * len(WIDTHS))
    for user, paths in (
        (organizer_of(tournament).user, [base + path for path in DESK]),
        (judge, [base + path for path in JUDGES]),
        (table.players[0].user, [table.url]),
    ):
        page = phone_of(user, locale="nl-NL").new_page()
        for width in WIDTHS:
            for path in paths:
                found += fits(page, path, width)
    # Where there is room the forms of the desk's list of players stand beside it.
    page = phone_of(organizer_of(tournament).user).new_page()
    assert fits(page, base + "desk/entries/", 1440) == []
    places = [page.locator(one).bounding_box() for one in ("#entry-list", ".desk-beside")]
    assert all(places) and places[0]["x"] + places[0]["width"] < places[1]["x"], places
    # As wide as cards of judges stand where two just fit beside each other: the longest tag keeps inside its card.
    page = phone_of(judge, locale="en-GB").new_page()
    found += fits(page, base + "judge/", 680)
    assert found == [], "\n".join(found)
    # The control: the same page with a tag that is wider than its card, and with a line wider than the phone.
    page.add_init_script(PLANTED)
    found = fits(page, base + "judge/", 360)
    assert any("leaves its" in one for one in found) and any("the page itself" in one for one in found)
    page = phone_of(organizer_of(tournament).user, locale="nl-NL").new_page()
    page.add_init_script(BROKEN)
    assert any("is broken in two" in one for one in fits(page, base + "desk/entries/", 360))
