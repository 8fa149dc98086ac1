"""Words that one phone wrote for another, and the keys by which phones sign, in Chromium."""

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.recorder_hall import LONG, OFFLINE, READY, REFRESH, SENT, Open, accessible, begin, recorder
from tests.browser.recorder_player import Thumb, until
from tests.tournaments.recordings.table import Table, paper_game
from tournaments.recordings.models import RecordingDevice, RecordingEntry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 390, "height": 844}
COMMIT = "(bodies) => document.querySelector('[data-recorder]').recorder.commit(bodies)"
KNOWN = "() => Boolean(document.querySelector('[data-recorder]').recorder.sender.key)"
VOICES = "(count) => document.querySelector('[data-recorder]').recorder.state.voices.length === count"
SAID = (
    "() => document.querySelector('[data-recorder]').recorder.state.voices.every((one) => !one.unsaid.length)"
)
FORGET = (
    "() => { const r = document.querySelector('[data-recorder]').recorder; r.journal.db.close();"
    " return new Promise((go) => { indexedDB.deleteDatabase(r.journal.db.name).onsuccess = () => go(true); }); }"
)
END = {"kind": "act", "do": "end", "seat": 0}
PROCEED = {"kind": "act", "do": "proceed"}
PICTURES = os.environ.get("RECORDER_PICTURES", "")
"""A folder for pictures to look at; "" for none."""


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def spoken_for(phones: dict[int, Any], base: int) -> None:
    """The first phone writes on for both while it has no network."""
    page = phones[0].page
    page.context.set_offline(True)
    page.evaluate("() => document.querySelector('[data-recorder]').recorder.reached(false)")
    until(page, OFFLINE, patience=LONG)
    page.evaluate(COMMIT, [END, PROCEED, PROCEED])
    page.evaluate(COMMIT, [{**END, "seat": 1}])
    page.context.set_offline(False)
    page.evaluate("() => document.querySelector('[data-recorder]').recorder.sender.send()")
    until(page, SENT, patience=LONG)
    phones[1].page.evaluate(REFRESH)
    until(phones[1].page, VOICES, 1, patience=LONG)


def test_what_was_written_for_a_player_asks_them_first_and_every_line_is_signed(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    phones = {
        0: recorder(phone_of(table.players[0].user, PHONE), table.url),
        1: recorder(phone_of(table.players[1].user, PHONE, locale="nl-NL", color_scheme="dark"), table.url),
    }
    for thumb in phones.values():
        until(thumb.page, KNOWN, patience=LONG)
    begin(phones, paper_game(3))
    phones[0].page.evaluate(COMMIT, [{"kind": "act", "do": "begin", "seat": paper_game(3)[0]["value"]}])
    until(phones[0].page, SENT, patience=LONG)
    phones[1].page.evaluate(REFRESH)
    spoken_for(phones, 2)
    picture(phones[0].page, "rival")
    picture(phones[1].page, "asked")
    asked = phones[1].page.locator("[data-rec=ask]")
    assert "Klopt het?" in asked.inner_text() and asked.locator("[data-focus^='take_back']").count() == 1
    assert "nog niet bevestigd" in phones[1].page.locator("[data-rec=log]").inner_text()
    accessible(phones[1].page)
    phones[1].press("voice_right")
    until(phones[1].page, SAID, patience=LONG)
    picture(phones[1].page, "confirmed")
    assert "bevestigd door" in phones[1].page.locator("[data-rec=log]").inner_text()
    rows = RecordingEntry.objects.filter(recording=table.recording)
    assert rows.count() > 5 and not rows.filter(signature="").exists()
    assert problems == []


def test_what_was_never_said_is_taken_back_by_one_tap_and_told_to_the_other(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    table.begin()
    phones = {seat: recorder(phone_of(table.players[seat].user, PHONE), table.url) for seat in (0, 1)}
    for thumb in phones.values():
        until(thumb.page, KNOWN, patience=LONG)
    spoken_for(phones, 2)
    phones[1].press("take_back:6")
    until(phones[1].page, VOICES, 0, patience=LONG)
    phones[0].page.evaluate(REFRESH)
    until(phones[0].page, VOICES, 0, patience=LONG)
    picture(phones[0].page, "taken_back")
    assert table.phones[0].state()["screen"]["asked"] == {"kind": "turn", "seat": 1}
    assert problems == []


def known(phone_of: Open) -> tuple[Table, Thumb]:
    """A game that has begun, and the phone of its first player, whose key the site knows."""
    table = Table()
    table.begin()
    thumb = recorder(phone_of(table.players[0].user, PHONE), table.url)
    until(thumb.page, KNOWN, patience=LONG)
    return table, thumb


def known_again(thumb: Thumb) -> None:
    """Load the page anew, until the site knows the key of this phone."""
    thumb.page.reload()
    until(thumb.page, READY, patience=LONG)
    until(thumb.page, KNOWN, patience=LONG)


def test_a_phone_that_lost_its_key_is_a_new_phone_of_its_seat_and_one_without_crypto_says_unsigned(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table, thumb = known(phone_of)
    thumb.page.evaluate(FORGET)
    known_again(thumb)
    keys = RecordingDevice.objects.filter(recording=table.recording, seat=0).exclude(public_key="")
    assert [one.revoked_at is None for one in keys.order_by("pk")] == [False, True]
    context = phone_of(table.players[1].user, PHONE)
    context.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })")
    bare = recorder(context, table.url)
    thumb.page.evaluate(COMMIT, [END])
    until(thumb.page, SENT, patience=LONG)
    bare.page.evaluate(REFRESH)
    bare.page.evaluate(COMMIT, [PROCEED])
    until(bare.page, SENT, patience=LONG)
    picture(bare.page, "unsigned")
    signed = list(
        RecordingEntry.objects.filter(recording=table.recording, seq__gt=2).values_list(
            "signature", flat=True
        )
    )
    assert [bool(one) for one in signed] == [True, False]
    log = bare.page.locator("[data-rec=log] > li").first.inner_text()
    assert "not signed by the phone that wrote it" in log
    assert problems == []


def test_who_takes_the_seat_back_from_another_phone_signs_by_a_key_of_its_own(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    """The key that is kept in this browser was that of the phone whose place was taken."""
    table, thumb = known(phone_of)
    table.clients[0].post(f"{table.url}device.json")
    known_again(thumb)
    phones = list(RecordingDevice.objects.filter(recording=table.recording, seat=0).order_by("pk"))
    first, last = [one.public_key for one in phones if one.public_key]
    assert first != last and phones[-1].public_key == last
    assert problems == []
