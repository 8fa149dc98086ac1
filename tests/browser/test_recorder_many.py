"""Three to six phones at one table, pods and teams, in Chromium; and a phone that is back after an outage."""

import pytest
from playwright.sync_api import Page

from tests.browser.recorder_hall import ASKED, CAN_SIGN, LONG, OFFLINE, REFRESH, SIGNED, Open, begin, recorder
from tests.browser.recorder_player import HEARD, Thumb, together, until
from tests.tournaments.formats import test_teams as teams
from tests.tournaments.hall import running_tournament
from tests.tournaments.recordings.table import Table
from tournaments.recordings.results import is_verified
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ASKS = "() => document.querySelector('[data-recorder]').recorder.screen.asked"
ONLINE = "() => document.querySelector('[data-recorder]').recorder.online"


def phones_at(table: Table, phone_of: Open) -> dict[int, Thumb]:
    """A phone for every seat, every second one in Dutch and dark."""
    looks = ({}, {"locale": "nl-NL", "color_scheme": "dark"})
    return {
        seat: recorder(phone_of(entry.user, **looks[seat % 2]), table.url)
        for seat, entry in enumerate(table.players)
    }


def now(page: Page) -> str:
    return page.inner_text("[data-rec=now]")


def turns(table: Table, phones: dict[int, Thumb], count: int) -> None:
    """So many turns are ended, each on the phone whose turn it is; all others read whom they wait for."""
    for _turn in range(count):
        seat = phones[0].page.evaluate(ASKS)["seat"]
        for other, thumb in phones.items():
            read = asked(thumb)
            assert (table.players[seat].name in read) == (other != seat), (seat, other, read)
        phones[seat].end_turn()
        until(
            phones[seat].page, "() => !document.querySelector('[data-recorder]').dataset.busy", patience=LONG
        )
        until(phones[seat].page, f"() => ({ASKS})().seat !== {seat}", patience=LONG)
        together(phones, phones[seat])
        assert len({now(thumb.page) for place, thumb in phones.items() if place % 2 == 0}) == 1


FITS = "() => document.documentElement.scrollWidth <= innerWidth"


def over(table: Table, phones: dict[int, Thumb], gone: list[int], says: str) -> None:
    """These give up, each on their own phone; everybody signs on theirs, and by the last one the match is final.

    ``says``: who won, as every phone reads it before it signs, in English.
    """
    for seat in gone:
        page = phones[seat].page
        head = page.evaluate("Number(document.querySelector('[data-recorder]').dataset.head)")
        phones[seat].more(f"concede:{seat}")
        phones[seat].press("concede_confirm")
        until(page, HEARD, head + 1, patience=LONG)  # a tap that meets another phone's line is not taken
        together(phones, phones[seat])
    until(phones[0].page, ASKED, "over", patience=LONG)
    phones[0].press("write_end")
    for thumb in phones.values():
        thumb.page.evaluate(REFRESH)
        until(thumb.page, CAN_SIGN, patience=LONG)
        assert thumb.page.evaluate(FITS), "nothing wider than a phone of 360 pixels"
    assert f"When you all sign, this is the result of your match: {says}" in asked(phones[0])
    for thumb in phones.values():
        thumb.press("sign")
        until(thumb.page, SIGNED, patience=LONG)
    phones[0].page.evaluate(REFRESH)
    phones[0].page.locator("[data-rec=ask] a.primary", has_text="To my match").wait_for()
    assert f"The result of your match is final: {says}" in asked(phones[0])
    match = Match.objects.select_related("round__stage", "tournament").get(pk=table.match.pk)
    assert match.state == Match.State.FINAL and is_verified(match)
    phones[0].page.locator("[data-rec=ask] a.primary").click()
    phones[0].page.get_by_text("Checked by the rules engine").first.wait_for()


def asked(thumb: Thumb) -> str:
    return thumb.page.inner_text("[data-rec=ask]")


def started(table: Table, phone_of: Open) -> dict[int, Thumb]:
    phones = phones_at(table, phone_of)
    begin(phones, [{"value": 0}])
    phones[0].press("begin:0:0")
    until(phones[0].page, HEARD, 2, patience=LONG)
    together(phones, phones[0])
    return phones


@pytest.mark.parametrize("size", [4, 3, 5, 6])
def test_a_phone_for_everybody_at_a_table_of_a_pod_says_the_same_and_all_sign(
    size: int, phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    changes = {"pod_size": 6} if size == 6 else {}
    table = Table(running=running_tournament(size, template="multiplayer-pods", changes=changes))
    phones = started(table, phone_of)
    assert len(phones) == size
    turns(table, phones, 2)
    over(table, phones, [seat for seat in range(size) if seat != 2], f"{table.players[2].name} won")
    assert table.fresh().state == "signed" and table.fresh().result["winners"] == [2]
    assert problems == []


@pytest.mark.parametrize(("mode", "size"), [("2v2", 4), ("3v3", 6), ("2v2v2", 6)])
def test_a_phone_for_every_member_of_teams(
    mode: str, size: int, phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    count = 3 if mode == "2v2v2" else 2
    table = Table(running=teams.started(mode, count), decks=False)
    phones = started(table, phone_of)
    assert len(phones) == size
    turns(table, phones, size + 1)
    over(table, phones, [*range(size - count + 1, size)], "")
    assert table.fresh().state == "signed"
    assert problems == []


def test_after_an_outage_a_phone_with_nothing_to_send_asks_again_within_five_seconds(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    table.begin()
    page = recorder(phone_of(table.players[1].user), table.url).page
    page.route("**/state.json*", lambda route: route.abort())
    page.evaluate(REFRESH)
    until(page, OFFLINE, patience=LONG)
    assert page.evaluate("() => document.querySelector('[data-recorder]').recorder.pause") < 5_000
    page.unroute("**/state.json*")
    until(page, ONLINE, patience=LONG)
    assert problems == []
