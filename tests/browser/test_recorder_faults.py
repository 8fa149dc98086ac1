"""Logs with one planted fault each, and their clean twins, brought to the recording screen.

The lines before the fault are in the journal; then the page is asked to write the faulty one, and in the twin the line
that was meant is tapped. `make recorder` tries sixty, `./test` a few (RECORDER_FAULTS).
"""

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from rules_engine.testing import inject_fault, random_game
from rules_engine.x610z.audit import audit
from rules_engine.x610z.hiding import hide_decks
from tests.browser.recorder_player import Thumb, until
from tests.patience import patient
from tests.tournaments.hall import legal_deck
from tests.tournaments.recordings.table import Phone, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COUNT = int(os.environ.get("RECORDER_FAULTS", "2"))
LONG = 600_000
READY = "() => document.querySelector('[data-recorder]').dataset.ready === 'yes'"
PROBLEM = "() => document.querySelector('[data-recorder]').recorder.open?.name === 'problem'"
PARTS = ("do", "seat", "card", "path", "targets", "x", "extras", "mode", "ability")


@cache
def planted() -> list[tuple[list[dict[str, Any]], list[dict[str, Any]], str]]:
    """So many times: the lines up to a fault, those of its clean twin up to the same place, and the rule it breaks."""
    found = []
    for seed in range(2000):
        if len(found) >= COUNT:
            break
        log = hide_decks(
            random_game(seed, decks=[legal_deck()] * 2, organized_play=False, checkpoint_every=0)
        )[1]
        fault = inject_fault(log, seed)
        report = audit(fault.data) if fault is not None else None
        if fault is None or report is None or report.verdict != "violation" or report.finding is None:
            continue
        bad, good = rows_of(fault.data), rows_of(log)
        place = report.finding.line - (len(fault.data.splitlines()) - len(bad) - 1) - 1
        if (
            3 < place < 120
            and place < len(good)
            and not any("answers" in row for row in (*bad[: place + 1], *good[: place + 1]))
        ):
            found.append((bad[: place + 1], good[: place + 1], report.finding.rule))
    return found


def rows_of(log: bytes) -> list[dict[str, Any]]:
    rows = [json.loads(raw) for raw in log.splitlines() if raw.strip()]
    first = next(row for row in rows if row["kind"] == "chance" and row["of"] == "first")
    acts = [{k: v for k, v in row.items() if k != "n"} for row in rows if row["kind"] == "act"]
    return [{"kind": "chance", "of": "first", "by": "dice", "value": first["value"]}, *acts]


@pytest.fixture
def opened(browser: Browser, live_server: LiveServer, settings: Any, tmp_path: Path) -> Iterator[Any]:
    """The page of a scribe over a journal that holds the given lines."""
    settings.VAR_DIR = tmp_path
    contexts: list[BrowserContext] = []

    def open_page(lines: list[dict[str, Any]]) -> Page:
        table = Table(mode="scribe")
        client = table.clients[0]
        device = client.post(f"{table.url}device.json", {"table": "1"}).json()["device"]
        phone = Phone.__new__(Phone)
        phone.client, phone.url, phone.sent, phone.device = client, table.url, 0, device
        acks = phone.write(*lines)
        assert [ack["status"] for ack in acks] == ["ok"] * len(lines), acks[-1]
        context = patient(
            browser.new_context(
                viewport={"width": 360, "height": 740}, reduced_motion="reduce", base_url=live_server.url
            )
        )
        contexts.append(context)
        for name, cookie in client.cookies.items():
            context.add_cookies(
                [{"name": name, "value": cookie.value, "url": live_server.url + (cookie["path"] or "/")}]
            )
        page = context.new_page()
        page.goto(table.url)
        until(page, READY, patience=LONG)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.mark.parametrize("number", range(COUNT))
def test_a_faulty_line_is_never_offered_and_its_rule_is_named_and_the_meant_one_is_tapped(
    opened: Any, number: int
) -> None:
    bad, good, rule = planted()[number]
    page = opened(bad[:-1])
    offered = page.evaluate(
        "() => document.querySelector('[data-recorder]').recorder.rows().map((row) => row.line)"
    )
    assert (
        said(bad[-1]) not in [said(line) for line in offered]
        or "pay" in str(bad[-1])
        or "crystals" in bad[-1]
    )
    page.evaluate("(line) => document.querySelector('[data-recorder]').recorder.commit([line])", bad[-1])
    until(page, PROBLEM, patience=LONG)
    assert page.inner_text("[data-rec=ask] .rec-rule") == rule.partition("#")[0]
    leads = page.get_attribute("[data-rec=ask] .rec-rule", "href") or ""
    assert leads == f"/rules/#r{rule.replace('#', '-')}", leads
    assert page.locator("[data-recorder]").get_attribute("data-waiting") == "0"
    page = opened(good[:-1])
    thumb = Thumb(page)
    if good[-1]["do"] == "end":
        before = thumb.look()
        thumb.more("end_only")
        thumb.settled(before)
    else:
        thumb.write(good[-1])
    line = page.evaluate("() => document.querySelector('[data-recorder]').recorder.state.entries.at(-1).body")
    assert said(line) == said(good[-1])


def said(line: dict[str, Any]) -> str:
    """What a line says, its way of paying aside."""
    return json.dumps([line.get(name) for name in PARTS])
