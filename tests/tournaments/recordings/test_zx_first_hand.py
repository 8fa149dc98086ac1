"""The first hand at a table of Z/X, card by card: one wrong name loses no other, and a Start Card may not be there."""

import json
import re
from html import unescape

import pytest
from django.test import Client

from rules_engine.zx.cards import START_CARD
from tests.halls import kept
from tests.tournaments.recordings.test_zx_page import bare, page_of, tap
from tests.tournaments.recordings.zx_table import POOL, Body, ZxTable

pytestmark = pytest.mark.django_db


@kept
def table() -> ZxTable:
    return ZxTable()


def asked_for_the_start_card(table: ZxTable) -> tuple[Client, Body, str]:
    """The page of who keeps the last first hand, their line as far as their own Start Card, and where that is asked."""
    place = next(at for at, body in enumerate(table.game.bodies) if len(body.get("shown", ())) > 2)
    table.record(place)
    body = table.game.bodies[place]
    starts = [at for at, one in enumerate(body["shown"]) if START_CARD in POOL[one].keywords]
    count = starts[0 if body["seat"] == table.game.first else -1]
    client, line = table.clients[body["seat"]], {**bare(body), "shown": body["shown"][:count]}
    before = {**line, "shown": line["shown"][:-1]}
    return client, line, tap(client, table.url, before, written=line["shown"][-1])


def test_a_wrong_start_card_is_asked_again_alone_and_those_of_the_list_are_offered(table: ZxTable) -> None:
    client, line, place = asked_for_the_start_card(table)
    page, head = page_of(client, place), table.head
    offered = set(re.findall(r'name="name" value="([^"]+)"', page))
    assert offered and all(START_CARD in POOL[number].keywords for number in offered)
    plain = next(card for card in POOL.cards if card.kind == "zx" and START_CARD not in card.keywords)
    again = client.get(tap(client, table.url, line, written=plain.number)).content.decode()
    assert "Which card is the Start Card?" in again and plain.name in again.partition("<main")[0]
    assert json.loads(re.findall(r'name="body" value="(.*?)">', unescape(again))[0]) == line
    assert table.head == head


def test_who_has_no_start_card_says_so_where_it_is_asked(table: ZxTable) -> None:
    client, line, place = asked_for_the_start_card(table)
    [said] = re.findall(r'name="none"\s+value="(.*?)"\s+formnovalidate', page_of(client, place))
    tap(client, table.url, line, written="", none=said)
    assert table.fresh().entries.order_by("-seq")[0].body == json.loads(said)
    assert json.loads(said) == {**table.game.bodies[line["seat"]], "start_card": False}
    again = page_of(client, tap(client, table.url, line))
    assert 'name="none"' not in again
