"""What every test of the recording screen does: open it, begin, look at what stands there."""

import json
import os
from collections.abc import Callable
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.recorder_player import HEARD, Thumb, together, until
from tests.patience import HANG, patient
from tests.tournaments.recordings.table import Table, client_of

SMALL, WIDE = {"width": 360, "height": 740}, {"width": 820, "height": 1100}
LONG = HANG * 1000
GAME_LINES = int(os.environ.get("RECORDER_LINES", "0"))
"""A whole game of at least so many lines is tapped (`make recorder`); 0: a short one."""
ENGINE = "() => ['ready', 'none'].includes(document.querySelector('[data-recorder]').dataset.engine)"
READY = "() => document.querySelector('[data-recorder]').dataset.ready === 'yes'"
SENT = "() => document.querySelector('[data-recorder]').dataset.waiting === '0'"
CAN_SIGN = "() => Boolean(document.querySelector('[data-focus=sign]'))"
SIGNED = (
    "() => { const r = document.querySelector('[data-recorder]').recorder;"
    " return r.state.signed.some((row) => row.seat === r.mine[0]); }"
)
KEPT = "() => document.documentElement.dataset.kept === 'yes'"
WAITING = "(least) => Number(document.querySelector('[data-recorder]').dataset.waiting) >= least"
OFFLINE = "() => document.querySelector('[data-recorder]').recorder.online === false"
REFRESH = "() => document.querySelector('[data-recorder]').recorder.refresh()"
CONSENT = "() => Boolean(document.querySelector('[data-recorder]').recorder.screen.consent)"
LINES = "() => document.querySelector('[data-recorder]').recorder.screen.lines"
STATE = (
    "(state) => document.querySelector('[data-recorder]').recorder.state.state === state"
    " && !document.querySelector('[data-recorder]').dataset.busy"
)
ASKED = "(kind) => document.querySelector('[data-recorder]').recorder.screen.asked.kind === kind"
TURN_OF = "(seat) => document.querySelector('[data-recorder]').recorder.screen.asked.seat === seat"
STANDS = "(count) => document.querySelector('[data-recorder]').recorder.screen.lines.length === count"

Open = Callable[..., BrowserContext]


def phone_for(
    browser: Browser, address: str, user: Any, size: dict[str, int] = SMALL, **more: Any
) -> BrowserContext:
    """A browser of its own for a person, signed in at the site of this address."""
    context = patient(
        browser.new_context(viewport=size, base_url=address, reduced_motion="reduce", **more)  # type: ignore[arg-type]  # whatever a story wants to be otherwise
    )
    cookies = client_of(user).cookies
    context.add_cookies([{"name": n, "value": c.value, "url": address} for n, c in cookies.items()])
    return context


def recorder(context: BrowserContext, url: str) -> Thumb:
    page = context.new_page()
    page.goto(url)
    until(page, READY, patience=LONG)
    return Thumb(page)


def begin(phones: dict[int, Thumb], lines: list[dict[str, Any]]) -> None:
    first = lines[0]["value"]
    phones[first].press(f"first:{first}")
    until(phones[first].page, HEARD, 1, patience=LONG)
    together(phones, phones[first])


def written(table: Table) -> list[dict[str, Any]]:
    """What the journal of the table says, as lines of a log."""
    log = table.clients[0].get(f"{table.url}log.jsonl").content
    rows = [json.loads(raw) for raw in log.splitlines() if raw]
    return [{k: v for k, v in row.items() if k != "n"} for row in rows if row["kind"] == "act"]


def accessible(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"


def two(table: Table, phone_of: Open) -> dict[int, Thumb]:
    return {seat: recorder(phone_of(table.players[seat].user), table.url) for seat in (0, 1)}


def lines_shown(thumb: Thumb) -> list[dict[str, Any]]:
    thumb.page.evaluate(REFRESH)
    found: list[dict[str, Any]] = thumb.page.evaluate(LINES)
    return found


def values(page: Page) -> list[dict[str, Any]]:
    """The lines that the buttons of a page write, in their order."""
    found: list[str] = page.locator("button[name=body]").evaluate_all("(all) => all.map((one) => one.value)")
    return [json.loads(one) for one in found]


def press(page: Page, body: dict[str, Any]) -> bool:
    """Tap the button that writes this line; whether there is one."""
    place = next((at for at, row in enumerate(values(page)) if row == body), None)
    if place is None:
        return False
    page.locator("button[name=body]").nth(place).evaluate(
        "(one) => { const more = one.closest('details'); if (more) more.open = true; }"
    )
    page.locator("button[name=body]").nth(place).click()
    idle(page)
    return True


def idle(page: Page) -> None:
    """Wait until the phone is done with what was tapped."""
    page.locator("[data-table][data-busy=yes]").wait_for(state="detached")
