"""The words of a table of Z/X: what a question says of the cards that are chosen."""

import re
from typing import Any

import pytest
from django.utils import translation

from rules_engine.zx.cards import TEXTS_POOL, load_pool
from tests.halls import kept
from tests.tournaments.recordings.test_zx_page import page_of, table_of_page
from tests.tournaments.recordings.zx_table import ZxTable
from tournaments.games.zx.asking import awakened
from tournaments.games.zx.faces import colours_awake
from tournaments.recordings.models import Recording

POOL = load_pool(TEXTS_POOL)


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("Elder of the Ringed Oak", "Ze gaan in het deck, en dat wordt geschud."),
        ("Songstress of the Ebb", "Ze worden getoond en in het deck geschud."),
    ],
)
def test_an_awaken_condition_says_what_happens_to_the_cards_that_are_chosen(card: str, words: str) -> None:
    with translation.override("nl"):
        assert awakened(POOL, {"do": "extra", "card": card}).startswith(words)


@kept
def table() -> ZxTable:
    return ZxTable()


def test_a_card_of_two_colours_in_resource_is_counted_once() -> None:
    cards: list[Any] = [
        {"state": "reboot", "colours": one} for one in (["black"], ["blue", "black"], [], ["black"])
    ]
    assert colours_awake(cards) == "In Reboot: black 2, blue and black 1, colourless 1"


@pytest.mark.django_db
def test_the_first_words_of_a_table_are_those_of_its_rules(table: ZxTable) -> None:
    table.record(2)
    page = table_of_page(table.clients[0], table.url)
    assert "Who won rock-paper-scissors, and so begins?" in page and "dice" not in page
    table.record_from(2, 3)
    page = table_of_page(table.clients[table.game.first], table.url)
    assert "has the turn" not in page and "Turn 0" not in page
    call = page.partition('<summary class="rec-button danger">')[2]
    assert call.index("stops on every phone") < call.index('name="body"'), "it is asked first"


@pytest.mark.django_db
def test_a_dynamis_says_how_many_cards_lie_face_down_and_its_cards_say_where_they_lie(table: ZxTable) -> None:
    table.record(next(at for at, body in enumerate(table.game.bodies) if body.get("do") == "extra"))
    seat = next(body["seat"] for body in table.game.bodies if body.get("do") == "extra")
    page = re.sub(r"\s+", " ", table_of_page(table.clients[seat], table.url))
    assert "· Dynamis" in page


@pytest.mark.django_db
def test_who_writes_for_the_table_writes_where_they_opened_it(table: ZxTable) -> None:
    Recording.objects.all().delete()
    client = table.clients[0]
    place = table.url.rpartition("recordings/")[0] + f"matches/{table.match.pk}/recordings/"
    answer = client.post(place, {"game_number": "1", "mode": "scribe"})
    assert answer.status_code == 302, answer.content
    page = page_of(client, answer["Location"])
    assert 'name="take"' not in page and "What" in page and '"kind":"lay"' in page


@pytest.mark.django_db
def test_who_signs_reads_which_card_of_theirs_another_line_names(table: ZxTable) -> None:
    table.record(next(at for at, body in enumerate(table.game.bodies) if len(body.get("shown", ())) > 2) + 1)
    said = [re.sub(r"\s+", " ", page_of(client, f"{table.url}sign/")) for client in table.clients]
    [named] = [one for one in said if "It names a card of yours." in one]
    told = named.partition("It names a card of yours.")[0].rpartition("keeps the first hand")[2]
    number = next(body for body in table.game.bodies if len(body.get("shown", ())) > 2)["shown"][0]
    assert "<small>" in told and POOL[number].name in told
