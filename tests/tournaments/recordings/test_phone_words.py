"""What a phone says in Dutch is Dutch: every word that is the same in both languages stands here by its name."""

import re
from html import unescape

import pytest

from tests.tournaments.recordings.table import Table
from tournaments.recordings.call_words import time_ends

pytestmark = pytest.mark.django_db

WORD = re.compile(r'data-t="(\w+)"\s*>(.*?)</span>', re.S)
SAME = {
    "change_counters": "a word of the rules",
    "change_energy": "a word of the rules",
    "energy_boost": "a sign of the cards",
    "energy_colorless": "a sign of the cards",
    "energy_mystic": "a sign of the cards",
    "energy_robiumm": "a sign of the cards",
    "energy_name_boost": "a name of the rules",
    "energy_name_colorless": "a name of the rules",
    "energy_name_mystic": "a name of the rules",
    "energy_name_robiumm": "a name of the rules",
    "hand_deck": "both words are Dutch as well",
    "online": "Dutch as well",
    "pile_deck": "Dutch as well",
    "pile_hand": "Dutch as well",
    "source_stack": "a word of the rules",
    "via": "Dutch as well",
}


def words(table: Table, language: str) -> dict[str, str]:
    page = table.clients[0].get(table.url, headers={"Accept-Language": language}).content.decode()
    return {name: unescape(" ".join(said.split())) for name, said in WORD.findall(page)}


def test_a_dutch_phone_says_nothing_in_english() -> None:
    table = Table()
    english, dutch = words(table, "en"), words(table, "nl")
    assert len(english) > 150 and english.keys() == dutch.keys()
    same = {name for name, said in english.items() if dutch[name] == said}
    assert same == set(SAME), same ^ set(SAME)
    assert dutch["crystals"].startswith("kristallen") and dutch["heap_crystals"] == "Kristallen"


def test_before_time_ends_a_game_the_phone_says_that_it_is_a_draw_and_who_goes_on_in_a_knock_out() -> None:
    table = Table()
    assert "it is a draw (106.1a)" in words(table, "en")["time_lead"]
    assert "gelijkspel (106.1a)" in words(table, "nl")["time_lead"]
    assert "knock-out" not in words(table, "en")["time_lead"]
    match = table.match
    match.round.stage.kind = "elimination"
    assert "placed higher before the knock-out goes on" in time_ends(match)
