"""The whole day on phones and at the desk, in Chromium, with the real relay, live process and Celery worker."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from ledger.selectors import verify_chain
from rules_engine.x610z.cards import load_pool
from tests.patience import patient
from tests.speeds import at_night
from tests.tournaments.hall import PASSWORD, logged, make_user
from tests.tournaments.recordings.table import registered
from tournaments.events.models import Staff, Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.redis, pytest.mark.django_db(transaction=True)]

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
PLAYERS = ("Óscar Núñez", "Tijn van der Berg", "Sanne", "Lieke Čapek", "Noor")

SignIn = Callable[..., Page]


@pytest.fixture
def problems() -> list[str]:
    """What went wrong in any browser of the test."""
    return []


GIVEN_UP = ("htmx:afterRequest", "htmx:sendAbort")
"""What htmx says of a question that a newer one took the place of; every other failure has a line of its own."""


@pytest.fixture
def sign_in(browser: Browser, live_server: LiveServer, problems: list[str]) -> Iterator[SignIn]:
    """Open a browser of its own for a person and sign in; all are closed before the database goes."""
    contexts: list[BrowserContext] = []

    def signed_in(user: Any, size: dict[str, int] = PHONE, path: str = "/t/") -> Page:
        context = patient(browser.new_context(viewport=size, base_url=live_server.url))  # type: ignore[arg-type]  # has both keys
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on(
            "console",
            lambda said: (
                problems.append(f"{said.text} {said.location.get('url')} on {page.url}")
                if said.type == "error" and not said.text.startswith(GIVEN_UP)
                else None
            ),
        )
        page.goto(f"/sign-in/?next={path}")
        page.fill("[name=username]", user.username)
        page.fill("[name=password]", PASSWORD)
        page.click("main button.primary")
        return page

    yield signed_in
    for context in contexts:
        context.close()


def person(name: str, **fields: Any) -> Any:
    user = make_user(name, **fields)
    user.set_password(PASSWORD)
    user.save()
    return user


def deck_text() -> str:
    """The deck of the logged game, in the notation players paste."""
    pool = load_pool("demo")
    return "\n".join(f"{copies} {pool[number].name}" for number, copies in registered().items())


def accessible(page: Page, *, by_day: bool = False) -> None:
    """Look for what keeps somebody out: by day on three pages, at night on each."""
    if not (by_day or at_night("every page of the day looked at by axe")):
        return
    found = Axe().run(page)
    assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"


@pytest.mark.journey
def test_a_whole_day_from_the_template_to_the_final_standings(
    sign_in: SignIn,
    live_server: LiveServer,
    settings: Any,
    problems: list[str],
    redis_url: str,
    relay_process: Any,
    live_process: Any,
    celery_worker_process: Any,
) -> None:
    settings.LIVE_URL = live_process.url
    organizer = sign_in(person("Anna"), DESK)
    office = sign_in(person("Office", is_office=True), DESK, "/office/")

    # 1. From a template, approved by the office, entry opened.
    organizer.goto("/t/new/")
    organizer.fill("[name=name]", "Haagse Herfst Cup")
    organizer.fill("[name=starts_at]", (timezone.localtime() + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M"))
    organizer.click("main button.primary")
    organizer.click("text=Ask the office to approve it")
    accessible(organizer)
    office.reload()
    accessible(office, by_day=True)
    office.click("text=Approve as Organized Play")
    organizer.reload()
    organizer.click("main button:has-text('Open entry')")
    tournament = Tournament.objects.get()
    base = f"/t/{tournament.slug}/"
    judge = person("Jip")
    Staff.objects.create(tournament=tournament, user=judge, role="judge")

    # 2. Players enter and hand in decks, by pasted text.
    phones: dict[str, Page] = {}
    for name in PLAYERS:
        phone = phones[name] = sign_in(person(name), PHONE, base)
        phone.click("text=Enter this tournament")
        phone.click("main a:has-text('My deck')")
        phone.fill("textarea", deck_text())
        phone.click("text=Submit this deck")
        expect(phone.locator("main")).to_contain_text(re.compile("receipt", re.IGNORECASE))
    accessible(phones["Sanne"])

    # 3. Check-in, a draft that is looked at, published; every phone shows its table by itself.
    organizer.goto(base + "desk/")
    organizer.click("text=Open check-in")
    for phone in phones.values():
        phone.goto(base + "me/")
        phone.click("text=I am here: check me in")
        expect(phone.locator("main")).to_contain_text("You are checked in.")
    organizer.click("text=Desk")
    organizer.click("text=Close check-in and start")
    organizer.click("text=Pair round 1")
    accessible(organizer)
    for phone in phones.values():
        expect(phone.locator(".match-card")).to_have_count(0)
    organizer.click("text=Publish round 1 and start the clock")
    for phone in phones.values():
        phone.wait_for_selector(".match-card.big")

    # Both report: the first table agrees, the second does not and a judge settles it.
    tables: dict[str, list[str]] = defaultdict(list)
    for name, phone in phones.items():
        tables[phone.inner_text(".match-card.big .match-table strong")].append(name)
    assert sorted(map(len, tables.values())) == [1, 2, 2]
    agreeing, differing = (tables["1"], tables["2"])
    accessible(phones[agreeing[0]], by_day=True)
    phones[agreeing[0]].click("button[value='2-1-0']")
    expect(phones[agreeing[0]].locator("main")).to_contain_text("You have reported")
    phones[agreeing[1]].click("button[value='1-2-0']")
    expect(phones[agreeing[1]].locator("main")).to_contain_text("Both players confirmed")
    phones[differing[0]].click("button[value='2-0-0']")
    phones[differing[1]].click("button[value='2-1-0']")
    expect(phones[differing[1]].locator("main")).to_contain_text("a judge comes to you")
    expect(phones[differing[0]].locator("main")).to_contain_text("a judge comes to you")  # by the live update

    # 4. A player hands in the log of a game; the worker replays it; the judge sees the board and the verdict.
    match = Match.objects.get(round__state="published", table=1)
    submitter = phones[agreeing[0]]
    submitter.reload()
    submitter.click("text=Submit a game log")
    submitter.set_input_files(
        "[name=file]", {"name": "game.jsonl", "mimeType": "application/x-ndjson", "buffer": logged(match)}
    )
    submitter.click("text=Submit this log")
    expect(submitter.locator("#own-logs")).to_contain_text("checked")
    judges = sign_in(judge, PHONE, base + "judge/")
    accessible(judges)
    judges.click("text=game 1")
    expect(judges.locator("#verdict")).to_contain_text("Legal from the first line to the last")
    expect(judges.locator(".theatre .board:visible")).to_have_count(1)
    accessible(judges)
    judges.goto(base + "judge/")
    judges.click("text=Settle this dispute")
    judges.fill("[name=first]", "2")
    judges.fill("[name=second]", "0")
    judges.fill("[name=reason]", "Both agree after a look at the slip")
    judges.click("text=This result counts")

    # Rounds follow to the end, keyed in at the desk.
    organizer.goto(base + "desk/")
    organizer.click("text=Complete round 1")
    for number in (2, 3):
        organizer.click(f"text=Pair round {number}")
        organizer.click(f"text=Publish round {number} and start the clock")
        for match in Match.objects.filter(round__number=number, kind="played"):
            organizer.goto(f"{base}desk/matches/{match.pk}/")
            organizer.fill("[name=first]", "2")
            organizer.fill("[name=second]", "1")
            organizer.click("text=Save the result")
        organizer.click(f"text=Complete round {number}")
    organizer.click("text=Finish the tournament")
    organizer.click("text=Final standings")
    accessible(organizer, by_day=True)
    assert organizer.locator("table.standings tbody tr").count() == len(PLAYERS)

    # Every number opens its arithmetic, on a phone too.
    phone = phones["Noor"]
    phone.goto(base + "standings/")
    accessible(phone)
    phone.click("table.standings tbody tr:first-child td a >> nth=1")
    expect(phone.locator("main")).to_contain_text("Round 1")
    accessible(phone)

    assert GameLog.objects.get().verdict == "ok"
    assert verify_chain(tournament.chain_key) == []
    assert problems == []
