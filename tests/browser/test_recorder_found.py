"""What a game recorded by the screen alone must say: a count that differs, time, what follows on the signatures."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.browser.recorder_hall import LONG, SIGNED, Open, recorder, two
from tests.browser.recorder_player import HEARD, until
from tests.browser.test_recorder_voices import picture
from tests.tournaments.recordings.table import Phone, Table
from tournaments.rounds.models import Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ASK, TOOLS = "[data-recorder] [data-rec=ask]", "[data-recorder] [data-rec=tools]"


def test_a_wrong_count_stays_on_both_phones_until_it_is_counted_again_and_the_signed_game_leads_on(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    Round.objects.filter(pk=table.match.round_id).update(started_at=timezone.now() - timedelta(hours=9))
    phones = two(table, phone_of)
    assert "first:0" in phones[0].look()["buttons"] and "time" not in phones[0].look()["buttons"]
    Round.objects.filter(pk=table.match.round_id).update(started_at=timezone.now())
    mine(table)
    table.begin()
    left = table.phones[1].state()["screen"]["view"]["seats"][1]["deck"]["count"]
    count = {"kind": "count", "seat": 1, "hand": 6, "deck": left}
    table.phones[1].write(count)
    table.phones[0].write({"kind": "note", "text": "goes on"})
    phones = two(table, phone_of)
    for thumb in phones.values():
        until(thumb.page, HEARD, table.head, patience=LONG)
        lead = thumb.page.locator(f"{ASK} .rec-lead.stop").first.inner_text()
        assert (
            lead
            == f"{table.players[1].name} counted 6 cards in hand and {left} in the deck; recorded: 7 and {left}."
        )
        assert {"recount", "miscount_call"} <= set(thumb.look()["buttons"])
    picture(phones[1].page, "found-count")
    mine(table)
    table.phones[1].write({**count, "hand": 7})
    phones = two(table, phone_of)
    assert "recount" not in phones[0].look()["buttons"]
    address = f"/t/{table.tournament.slug}/matches/{table.match.pk}/recordings/"
    url = str(table.clients[0].post(address, {"game_number": 2, "mode": "two_phones"})["Location"])
    mine(table)
    table.phones[1].write({"kind": "act", "do": "concede", "seat": 1})
    table.end()
    thumb = recorder(phone_of(table.players[0].user), table.url)
    thumb.press("sign")
    until(thumb.page, SIGNED, patience=LONG)
    links = thumb.page.locator(f"{ASK} a").evaluate_all(
        "(all) => all.map((one) => [one.className, one.getAttribute('href')])"
    )
    assert ["button primary wide", url] in links and any("/replay/" in href for _look, href in links)
    picture(thumb.page, "found-signed")
    assert problems == []


def mine(table: Table) -> None:
    """Write by hand again: the browsers have taken the place of these phones."""
    table.phones = [Phone(client, table.url) for client in table.clients]
