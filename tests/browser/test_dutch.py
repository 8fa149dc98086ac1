"""The site in Dutch on a narrow phone: signed in by hand, every page of a player, nothing wider than the screen."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.patience import patient
from tests.tournaments.hall import make_tournament, organizer_of, play, publish, running_tournament
from tournaments.demo import day, people
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.rounds.models import Match, Seat
from tournaments.rounds.stage_services import stage_cut
from x610z_site.accounts.demo import make_person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NARROW = {"width": 360, "height": 740}
# What is wider than the window, or a button or heading whose words are cut off. Tables may scroll in their own box.
TOO_WIDE = """() => {
  const edge = document.documentElement.clientWidth + 1;
  const scrolling = ".table-wrap, .bracket, .shelf, .tile-fan";
  const unseen = ".visually-hidden, details:not([open]), [hidden], svg";
  const inside = (node) => node.closest(`${scrolling}, ${unseen}`);
  const name = (node) => `${node.tagName}.${node.className}: ${node.textContent.trim().slice(0, 60)}`;
  const wide = [...document.body.querySelectorAll("*")].filter((node) =>
    !inside(node) && node.getClientRects().length && node.getBoundingClientRect().right > edge);
  const cut = [...document.querySelectorAll("button, .button, h1, h2, h3, .badge, label, a")].filter((node) =>
    !inside(node) && node.clientWidth && node.scrollWidth > node.clientWidth + 1);
  const page = document.documentElement.scrollWidth > edge ? ["the page itself"] : [];
  return [...page, ...wide.map(name), ...cut.map((node) => "cut off " + name(node))];
}"""

# Where head and tabs end, however far the page was scrolled; tabs among what the page says are none of its head.
HEAD = """() => Math.max(...[...document.querySelectorAll(".site-header, .tabs:not(#main *)")].map(
  (one) => one.getBoundingClientRect().bottom + scrollY))"""
# How many columns stand side by side.
COLUMNS = """(parts) => new Set(parts.map((one) => Math.round(one.getBoundingClientRect().left))).size"""


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A phone of 360 pixels whose owner reads Dutch."""
    context = patient(browser.new_context(viewport=NARROW, base_url=live_server.url, locale="nl-NL"))  # type: ignore[arg-type]  # has both keys
    yield context.new_page()
    context.close()


def sign_in(page: Page, username: str, address: str) -> None:
    page.goto(f"/sign-in/?next={address}")
    page.get_by_label("Gebruikersnaam").fill(username)
    page.get_by_label("Wachtwoord").fill(people.PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Inloggen", exact=True).click()
    page.wait_for_url(lambda url: urlsplit(url).path == address)


def sign_out(page: Page) -> None:
    """As a person does who hands the phone to somebody else."""
    page.locator(".site-tools summary", has=page.locator(".user-name")).click()
    page.get_by_role("button", name="Uitloggen").click()
    page.wait_for_url(lambda url: urlsplit(url).path == "/")


def fits(page: Page, pictures: Path, name: str) -> None:
    """The page is in Dutch, nothing on it is wider than the phone, and what it says begins 120 pixels down."""
    page.screenshot(path=pictures / f"{name}.png", full_page=True)
    assert page.locator("html").get_attribute("lang") == "nl", page.url
    assert page.evaluate(TOO_WIDE) == [], f"{page.url} ({pictures / name}.png)"
    # The desk has tabs of its own; a judge has five, which stand on two lines.
    assert page.evaluate(HEAD) <= (180 if "/desk/" in page.url or "/judge/" in page.url else 120), page.url


def test_the_demo_day_is_in_dutch_on_a_narrow_phone(
    phone: Page, transactional_db: None, tmp_path: Path
) -> None:
    """One day is loaded for the four stories: it takes longer than all of them."""
    demo = day.load(make_person)
    waiting = make_tournament("Winterkampioenschap van de Nederlandse speelclubs")
    tournament_open_entry(actor=organizer_of(waiting), tournament=waiting, casual=True)
    a_player_reads_every_page(phone, demo, tmp_path)
    a_player_enters_and_hands_in_a_deck(phone, waiting, tmp_path)
    sign_out(phone)
    the_desk_and_the_judges_work(phone, demo, tmp_path)
    sign_out(phone)
    the_dispute_and_the_reported_score_are_told(phone, demo, tmp_path)


def a_player_reads_every_page(phone: Page, demo: Tournament, tmp_path: Path) -> None:
    base = f"/t/{demo.slug}/"
    phone.goto("/sign-in/")
    fits(phone, tmp_path, "sign-in")
    phone.get_by_label("Gebruikersnaam").fill("fenna")
    phone.get_by_label("Wachtwoord").fill("geen idee")
    phone.get_by_role("main").get_by_role("button", name="Inloggen", exact=True).click()
    fits(phone, tmp_path, "sign-in-wrong")
    sign_in(phone, "fenna", f"{base}me/")
    fits(phone, tmp_path, "me")
    expect(phone.get_by_role("main")).to_contain_text("Tafel")
    assert Axe().run(phone).violations_count == 0
    phone.goto(base)
    expect(phone.get_by_role("main")).to_contain_text("Zo spelen we")
    fits(phone, tmp_path, "tournament")
    assert Axe().run(phone).violations_count == 0
    for name, address in {
        "deck": f"{base}deck/",
        "receipt": f"{base}deck/receipt/",
        "tables": f"{base}tables/",
        "standings": f"{base}standings/",
        "front": "/",
        "list": "/t/",
        "profile": "/me/",
        "cards": "/cards/",
        "new": "/t/new/",
        "sign-up": "/sign-up/",
        "missing": "/nergens/",
    }.items():
        answer = phone.goto(address)
        # Lists are closed in the demo and this player's match is running, so their own deck is closed too (M07).
        assert answer is not None and answer.status == {"deck": 403, "receipt": 403, "missing": 404}.get(
            name, 200
        )
        fits(phone, tmp_path, name)


def a_player_enters_and_hands_in_a_deck(phone: Page, waiting: Tournament, tmp_path: Path) -> None:
    base = f"/t/{waiting.slug}/"
    phone.goto(base)
    phone.get_by_role("button", name="Inschrijven voor dit toernooi").click()
    phone.wait_for_url("**/me/")
    fits(phone, tmp_path, "entered")
    phone.goto(f"{base}deck/")
    phone.get_by_role("textbox", name="Jouw lijst").fill("1 Life Base\n3 Hunter Dargon\nonzin")
    phone.get_by_role("button", name="Dit deck inleveren").click()
    expect(phone.get_by_role("main")).to_contain_text("Niet ingeleverd. Verbeter eerst dit:")
    fits(phone, tmp_path, "deck-wrong")
    assert Axe().run(phone).violations_count == 0


def the_dispute_and_the_reported_score_are_told(phone: Page, demo: Tournament, tmp_path: Path) -> None:
    sign_in(phone, "oscar", f"/t/{demo.slug}/me/")
    expect(phone.get_by_role("main")).to_contain_text("er komt een scheidsrechter naar jullie toe")
    fits(phone, tmp_path, "dispute")
    sign_out(phone)
    match = Seat.objects.get(
        match__tournament=demo, match__round__state="published", entry__user__username="fenna"
    ).match
    assert match.state == Match.State.OPEN or match.reports.exists()
    sign_in(phone, "fenna", f"/t/{demo.slug}/me/")
    phone.locator("button[value='2-1-0']").click()
    expect(phone.get_by_role("main")).to_contain_text("doorgeven")
    fits(phone, tmp_path, "reported")


def the_desk_and_the_judges_work(phone: Page, demo: Tournament, tmp_path: Path) -> None:
    base = f"/t/{demo.slug}/"
    sign_in(phone, "organizer", f"{base}desk/")
    fits(phone, tmp_path, "desk")
    uses_a_wide_screen(phone, ".desk-columns > *", 3)
    for name, address in {
        "round-desk": "desk/rounds/3/",
        "entries": "desk/entries/",
        "staff": "desk/staff/",
        "links": "desk/links/",
        "ledger": "desk/ledger/",
    }.items():
        answer = phone.goto(base + address)
        assert answer is not None and answer.ok, address
        fits(phone, tmp_path, name)
    sign_out(phone)
    sign_in(phone, "headjudge", f"{base}judge/")
    fits(phone, tmp_path, "judge")
    uses_a_wide_screen(phone, ".floor-columns > *", 2)
    phone.get_by_role("link", name="spel 1").first.click()
    fits(phone, tmp_path, "log")


def uses_a_wide_screen(page: Page, parts: str, columns: int) -> None:
    """At 1440 pixels so many columns of the work stand side by side, and nothing is wider than the window."""
    page.set_viewport_size({"width": 1440, "height": 900})
    assert page.locator(parts).evaluate_all(COLUMNS) == columns, page.url
    assert page.evaluate(TOO_WIDE) == [], page.url
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]  # has both keys


def test_a_big_table_and_a_knock_out_fit_the_phone_in_dutch(
    phone: Page, transactional_db: None, tmp_path: Path
) -> None:
    tables = running_tournament(7, name="Grote tafels", template="multiplayer-pods")
    publish(tables, 1)
    seat = Seat.objects.filter(match__tournament=tables).select_related("entry__user").order_by("pk")[0]
    assert seat.entry.user is not None
    seat.entry.user.set_password(people.PASSWORD)
    seat.entry.user.save()
    base = f"/t/{tables.slug}/"
    sign_in(phone, seat.entry.user.username, f"{base}me/")
    fits(phone, tmp_path, "big-table")
    phone.goto(f"{base}tables/")
    fits(phone, tmp_path, "big-tables")
    best = running_tournament(
        9, name="Kampioenschap", template="constructed-championship", changes={"rounds": 2}
    )
    play(best, 1)
    play(best, 2)
    stage_cut(actor=organizer_of(best), tournament=best, third_place=True)
    publish(best, 3)
    for name, address in {"knock-out": "bracket/", "knock-out-tables": "tables/"}.items():
        answer = phone.goto(f"/t/{best.slug}/{address}")
        assert answer is not None and answer.ok, address
        fits(phone, tmp_path, name)
