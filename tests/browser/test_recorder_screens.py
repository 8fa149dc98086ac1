"""Phones whose engine is ready make their own screens, in Chromium: what they ask for, and whom they believe."""

import json

import pytest
from playwright.sync_api import Response, Route

from tests.browser.recorder_hall import ENGINE, LONG, REFRESH, Open, begin, two, written
from tests.browser.recorder_player import play, until
from tests.tournaments.recordings.table import Table, paper_game, writer_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SCREENS = "() => document.querySelector('[data-recorder]').recorder.screen.log_sha256"


def test_two_phones_with_engines_are_sent_no_screen_and_ask_for_it_when_the_logs_differ(
    phone_of: Open, problems: list[str], runtime: None
) -> None:
    table, lines = Table(), paper_game(3)
    last = next(place for place, line in enumerate(lines) if place > 8 and writer_of(line) == 0)
    phones = two(table, phone_of)
    begin(phones, lines)
    for thumb in phones.values():
        until(thumb.page, ENGINE, patience=LONG)
    answers: list[Response] = []
    for thumb in phones.values():
        thumb.page.on("response", lambda one: answers.append(one) if ".json?since=" in one.url else None)
    play(lines[1:last], phones)
    for thumb in phones.values():
        thumb.page.evaluate(REFRESH)
    assert written(table) == lines[1:last]
    told = [found.get("state", found) for found in (one.json() for one in answers if one.ok)]
    assert len(told) >= 8 and not [state for state in told if "screen" in state]
    assert len({thumb.page.evaluate(SCREENS) for thumb in phones.values()}) == 1

    def other_log(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=json.dumps({**answer.json(), "log_sha256": "0" * 64}))

    page, asked = phones[1].page, list[str]()
    page.route("**/state.json?*screen=no", other_log)
    page.on("request", lambda one: asked.append(one.url) if "state.json?" in one.url else None)
    play(lines[last : last + 1], phones)
    page.evaluate(REFRESH)
    until(page, "() => document.querySelector('[data-recorder]').recorder.differs", patience=LONG)
    until(page, "() => document.querySelector('[data-recorder]').recorder.state.screen", patience=LONG)
    assert any("screen=no" not in url for url in asked), "what the server says counts"
    assert problems == []
