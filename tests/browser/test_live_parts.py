"""Every part of a page that follows by itself ends at what was heard last, in whatever order answers come."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.db.models import F
from playwright.sync_api import Error, Page, Route, expect

from ledger.models import Chain
from tests.browser.recorder_hall import Open
from tests.counted import Record
from tests.patience import comes_true
from tests.tournaments.hall import (
    draft,
    make_user,
    organizer_of,
    play,
    publish,
    running_tournament,
    staff_actor,
)
from tests.tournaments.recordings.table import Table
from tests.tournaments.recordings.zx_table import ZxTable
from tests.tournaments.rounds.test_outdated import turn_around
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_correct, result_enter
from tournaments.rounds.stage_services import stage_cut

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TEMPLATES = Path(__file__).parents[2] / "templates"
FOLLOWS = re.compile(r'id="([a-z-]+)"(?:(?!id=")[^>])*hx-trigger="live:ask', re.S)
"""The id of every part that follows."""


def in_hall(
    user: Any, path: str, part: str, tournament: Tournament
) -> tuple[Any, str, str, Callable[[], None]]:
    """Somebody, an address, the part there, and how its version rises."""

    def rise() -> None:
        Chain.objects.filter(key=tournament.chain_key).update(version=F("version") + 1)

    return user, path, part, rise


def pages() -> Iterator[tuple[Any, str, str, Callable[[], None]]]:
    """Every part that follows, each once."""
    running = running_tournament(5)
    publish(running)
    boss, at = organizer_of(running).user, f"/t/{running.slug}"
    player = running.entries.order_by("number")[0].user  # type: ignore[attr-defined]  # reverse relation
    yield in_hall(player, f"{at}/me/", "me", running)
    yield in_hall(boss, f"{at}/tables/", "pairings", running)
    yield in_hall(boss, f"{at}/standings/", "standings", running)
    yield in_hall(boss, f"{at}/schedule/", "schedule", running)
    yield in_hall(boss, f"{at}/desk/", "next", running)
    yield in_hall(boss, f"{at}/desk/rounds/1/", "round-tables", running)
    yield in_hall(boss, f"{at}/desk/rounds/1/results/", "grid-tables", running)
    yield in_hall(boss, f"{at}/desk/door/", "door-rows", running)
    yield in_hall(staff_actor(running, "judge").user, f"{at}/judge/", "judge", running)
    cut = running_tournament(9, template="constructed-championship", changes={"rounds": 1})
    play(cut)
    stage_cut(actor=organizer_of(cut), tournament=cut, third_place=False)
    publish(cut, 2)
    yield in_hall(organizer_of(cut).user, f"/t/{cut.slug}/bracket/", "bracket", cut)
    table = Table()
    table.begin()

    def write() -> None:
        table.phones[1].write({"kind": "note", "text": "x"})

    yield table.players[0].user, f"{table.url}sign/", "signing", write


class Hall:
    """What stands between a page and its server: news that comes when the test says so, answers that wait."""

    def __init__(self, page: Page, part: str) -> None:
        self.page, self.part = page, part
        self.news: list[Route] = []
        self.held: list[Route] = []
        self.answers: list[int] = []
        self.hold = True
        page.route("**/live/*/", lambda route: self.news.append(route))
        page.route("**/*", self._answer)

    def _answer(self, route: Route) -> None:
        if route.request.headers.get("hx-request") != "true":
            route.fallback()
        elif self.hold:
            self.held.append(route)
        else:
            self.pass_on(route)

    def pass_on(self, route: Route, answer: Any = None) -> None:
        """Give an answer to the page, with a mark on the part that says how new it is."""
        answer = answer or route.fetch()
        text = answer.text()
        said = answer.headers.get("x-shows") or re.findall(r'data-version="(\d+)"', text)[0]
        self.answers.append(int(said))
        route.fulfill(
            response=answer, body=text.replace(f'id="{self.part}"', f'id="{self.part}" data-new="{said}"')
        )

    def waits(self, what: list[Route]) -> Route:
        """The next of these, once it is there."""
        assert comes_true(self.page, lambda: what)
        return what.pop(0)

    def tell(self, version: int) -> None:
        """News of a version; the stream ends with it, and the page listens again."""
        body = f"retry: 50\nevent: version\ndata: {json.dumps({'version': version, 'jitter': 0})}\n\n"
        self.waits(self.news).fulfill(content_type="text/event-stream", body=body)

    def shows(self, version: int) -> None:
        """Wait for an answer that is as new as this."""
        assert comes_true(self.page, lambda: version in self.answers), self.answers


def version_of(page: Page) -> int:
    return int(page.locator("body").get_attribute("data-version") or 0)


@pytest.mark.parametrize(
    "first", ["slow", *(pytest.param(one, marks=pytest.mark.night) for one in ("lost", "broken"))]
)
def test_every_part_ends_at_what_was_heard_last(
    phone_of: Open, problems: list[str], first: str, record_property: Record
) -> None:
    """A second change comes while the answer about the first is on its way; that one is old, lost or an error."""
    seen = set()
    for user, path, part, rise in pages():
        page = phone_of(user).new_page()
        hall = Hall(page, part)
        answer = page.goto(path)
        assert answer is not None and answer.ok, path
        start = version_of(page)
        rise()
        hall.tell(start + 1)
        route = hall.waits(hall.held)
        old = route.fetch() if first == "slow" else None
        rise()
        hall.tell(start + 2)
        hall.hold = False
        if first == "lost":
            route.abort()
        elif first == "broken":
            route.fulfill(status=500, body="")
        else:
            hall.pass_on(route, old)
        hall.shows(start + 2)
        if part != "me":  # its inside is replaced
            expect(page.locator(f"#{part}[data-new]").first).to_have_attribute("data-new", str(start + 2))
        expect(page.locator("#live-status")).to_be_hidden()
        page.context.close()
        seen.add(part)
    record_property("parts that follow", len(seen))
    everywhere = {found for one in TEMPLATES.rglob("*.html") for found in FOLLOWS.findall(one.read_text())}
    # The front page has its own story (tests/tournaments/display/test_front_browser.py), and so has the recorder.
    assert everywhere - seen == {"living", "live-table"}
    assert problems == []


def test_a_table_with_a_journal_hears_every_piece_of_news_and_is_not_called_late(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    """Its script asks for entries instead of the part, so it says itself what it shows."""
    table = ZxTable()
    page = phone_of(table.players[1].user).new_page()
    page.clock.install()
    hall = Hall(page, "live-table")
    page.goto(table.url)
    page.locator("[data-table][data-ready=yes]").wait_for(state="attached")
    page.evaluate("() => clearTimeout(document.querySelector('[data-table]').recorder.polling)")
    for written in (1, 2, 3):
        table.phones[0].write({"kind": "note", "text": "x"})
        hall.tell(written)
        page.locator(f"[data-table][data-head='{written}']").wait_for(state="attached")
        page.clock.fast_forward(
            5_000
        )  # by then live.js has called late whatever did not say that it is there
        expect(page.locator("#live-status")).to_be_hidden()
    assert problems == []


def test_a_script_that_asks_once_for_each_piece_of_news_stays_behind(phone_of: Open) -> None:
    """The control of all of this: without asking again what was heard meanwhile is lost."""
    tournament = running_tournament(4)
    publish(tournament)
    page = phone_of(organizer_of(tournament).user).new_page()
    hall = Hall(page, "grid-tables")
    again, once = "if (left) askTimer", "if (0) askTimer"

    def forgetful(route: Route) -> None:
        answer = route.fetch()
        assert again in answer.text()
        route.fulfill(response=answer, body=answer.text().replace(again, once))

    page.route("**/js/live*.js", forgetful)
    page.goto(f"/t/{tournament.slug}/desk/rounds/1/results/")
    start = version_of(page)
    for heard in (start + 1, start + 2):
        Chain.objects.filter(key=tournament.chain_key).update(version=heard)
        hall.tell(heard)
        if heard == start + 1:
            route = hall.waits(hall.held)
            old = route.fetch()
    hall.hold = False
    hall.pass_on(route, old)
    expect(page.locator("#live-status")).to_have_text("Something changed. This page is catching up …")
    assert hall.answers == [start + 1]


def test_a_part_that_does_not_come_says_that_the_page_is_late(phone_of: Open) -> None:
    tournament = running_tournament(4)
    publish(tournament)
    page = phone_of(organizer_of(tournament).user).new_page()
    hall = Hall(page, "grid-tables")
    page.goto(f"/t/{tournament.slug}/desk/rounds/1/results/")
    start = version_of(page)
    Chain.objects.filter(key=tournament.chain_key).update(version=start + 1)
    hall.tell(start + 1)
    route = hall.waits(hall.held)
    expect(page.locator("#live-status")).to_have_text("Something changed. This page is catching up …")
    # Signed out meanwhile: what stands there stays.
    route.fulfill(body="<html><body><h1>Sign in</h1></body></html>", content_type="text/html")
    route = hall.waits(hall.held)  # it is asked for again
    expect(page.locator("#grid-tables")).to_be_visible()
    expect(page.locator("#live-status")).to_be_visible()
    hall.hold = False
    hall.pass_on(route)
    expect(page.locator("#live-status")).to_be_hidden()


def entered(tournament: Tournament, *tables: int, said: Any = (2, 0, 0)) -> int:
    """Enter results by another desk; the version that this makes."""
    for match in Match.objects.filter(tournament=tournament, table__in=tables).order_by("table"):
        result_enter(
            actor=staff_actor(tournament, "scorekeeper"), tournament=tournament, match_id=match.pk, said=said
        )
    return Chain.objects.get(key=tournament.chain_key).version


@pytest.mark.parametrize(
    ("path", "part", "before", "after"),
    [
        ("desk/", "next", "2 tables have no final result", "Complete round 1"),
        ("desk/rounds/1/", "round-tables", "2 results missing", "Complete round 1"),
        ("desk/rounds/1/results/", "grid-tables", "2 results missing", "0 results missing"),
    ],
)
def test_counts_and_buttons_around_the_tables_follow_with_them(
    phone_of: Open, problems: list[str], path: str, part: str, before: str, after: str
) -> None:
    tournament = running_tournament(4)
    publish(tournament)
    page = phone_of(organizer_of(tournament).user).new_page()
    hall = Hall(page, part)
    hall.hold = False
    page.goto(f"/t/{tournament.slug}/{path}")
    expect(page.get_by_text(before)).to_be_visible()
    hall.tell(entered(tournament, 1, 2))
    expect(page.get_by_text(after)).to_be_visible()
    expect(page.get_by_text(before)).to_be_hidden()
    assert problems == []


def test_a_reason_that_is_being_typed_outlives_what_follows(phone_of: Open) -> None:
    """A draft becomes outdated while somebody looks at it, and says so without being loaded again."""
    tournament = running_tournament(8)
    play(tournament)
    draft(tournament, 2)
    page = phone_of(organizer_of(tournament).user).new_page()
    hall = Hall(page, "round-tables")
    hall.hold = False
    page.goto(f"/t/{tournament.slug}/desk/rounds/2/")
    expect(page.get_by_text("Proven best")).to_be_visible()
    turn_around(tournament)
    hall.tell(Chain.objects.get(key=tournament.chain_key).version)
    expect(page.get_by_text("Results or decisions have changed since this draft was made.")).to_be_visible()
    expect(page.get_by_text("Proven best")).to_be_hidden()
    page.locator("#keep-reason").fill("read out already")
    Chain.objects.filter(key=tournament.chain_key).update(version=F("version") + 1)
    hall.tell(version_of(page) + 1)
    hall.shows(version_of(page))
    expect(page.locator("#keep-reason")).to_have_value("read out already")


def test_an_answer_to_a_slip_that_comes_after_newer_tables_does_not_put_the_old_ones_back(
    phone_of: Open,
) -> None:
    tournament = running_tournament(4)
    publish(tournament)
    page = phone_of(organizer_of(tournament).user).new_page()
    hall = Hall(page, "grid-tables")
    hall.hold = False
    slips: list[tuple[Route, Any]] = []
    page.route(
        "**/results/",
        lambda route: (
            slips.append((route, route.fetch())) if route.request.method == "POST" else route.fallback()
        ),
    )
    page.goto(f"/t/{tournament.slug}/desk/rounds/1/results/")
    page.keyboard.type("1 2-0")
    page.keyboard.press("Enter")
    assert comes_true(page, lambda: slips)
    match = Match.objects.get(tournament=tournament, table=1)
    result_correct(
        actor=organizer_of(tournament),
        tournament=tournament,
        match_id=match.pk,
        said=(1, 2, 0),
        reason="slip read wrongly",
        version=match.version,
    )
    newest = entered(tournament, 2)
    hall.tell(newest)
    hall.shows(newest)
    row = page.locator(f"#table-{match.pk}")
    expect(row).to_contain_text("1–2")
    route, answer = slips.pop()
    route.fulfill(response=answer)
    expect(page.locator("#slip-said li")).to_have_count(1)
    expect(row).to_contain_text("1–2")
    expect(page.locator("#grid-missing")).to_have_text("0 results missing")


def test_the_summary_of_a_new_tournament_follows_the_last_choice(phone_of: Open) -> None:
    """A choice is made while the answer about the one before is on its way; that one comes last, or not at all."""
    page = phone_of(organizer_of(running_tournament(2)).user).new_page()
    page.goto("/t/new/")
    held: list[Route] = []
    page.route("**/t/new/?*", lambda route: held.append(route))
    kinds = page.locator("#id_template option").evaluate_all("found => found.map((one) => one.value)")
    summary = page.locator("#kind-rules")
    page.locator("#id_template").select_option(kinds[-1])
    assert comes_true(page, lambda: len(held) >= 2)
    first, held[:] = held[:], []
    page.locator("#id_template").select_option(kinds[1])
    assert comes_true(page, lambda: len(held) >= 2)
    second, held[:] = held[:], []
    for route in (*second, *first):
        with suppress(Error):  # given up by the page
            route.continue_()
    page.wait_for_load_state("networkidle")
    page.unroute("**/t/new/?*")
    shown = summary.inner_text()
    page.goto(f"/t/new/?template={kinds[1]}")
    assert summary.inner_text().split() == shown.split()


SWAPPED = """() => {
  const box = document.body.appendChild(document.createElement('div'));
  box.innerHTML = '<input id="styled">';
  box.firstChild.style.color = 'red';
  htmx.swap(box, '<input id="styled">', { swapStyle: 'innerHTML', swapDelay: 0, settleDelay: 0 });
  return box.firstChild.hasAttribute('style');
}"""


@pytest.mark.night(
    "a page in a browser",
    short="tests/security/test_headers.py::test_what_is_put_in_place_of_a_field_takes_no_style_over",
)
def test_a_field_that_a_browser_or_its_keeper_of_passwords_has_styled_breaks_no_rule_of_the_page(
    phone_of: Open, problems: list[str]
) -> None:
    """Before, the script that puts a part in place copied that style as an attribute, which the page forbids."""
    page = phone_of(make_user()).new_page()
    page.goto("/")
    page.wait_for_function("() => window.htmx")
    assert page.evaluate(SWAPPED) is False
    page.wait_for_timeout(100)
    assert problems == []
