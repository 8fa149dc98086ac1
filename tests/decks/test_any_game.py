"""Lists, receipts, cards and events work for a game that only a test knows: nothing of it stands in the site."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from decks.cards.pools import card_pool, pool_choices
from decks.registration.check import deck_report
from decks.registration.text import text_step
from ledger.commands import Actor
from ledger.errors import UserError
from rules_engine import games
from tests.decks.catalogue import make_keeper
from tests.tournaments.submissions.deck_hall import Hall, browser, make_hall
from tournaments.events.law import law_of
from tournaments.events.policy_words import describe
from tournaments.submissions.services import deck_submit

pytestmark = pytest.mark.django_db

HAND = "1 Rock\n1 Papier\n1 Scissors [S-3]\n\nGloves\n2 Glove"


@pytest.fixture(autouse=True)
def three() -> Iterator[None]:
    games.register("tests.decks.card_game")
    yield
    games.unregister("three")


def report(text: str) -> Any:
    return deck_report(text, pool_key="hand", play="constructed", game="three")


def test_a_list_is_read_with_the_words_of_its_game_and_checked_by_its_rules() -> None:
    found = report(HAND)
    assert found.main == {"S-1": 1, "S-2": 1, "S-3": 1} and found.sideboard == {"G-1": 2} and found.legal
    assert [problem.code for problem in report("1 Rock\nSideboard\n1 Glove").problems] == [
        "unknown_name",
        "three_signs",
    ]


def test_a_button_writes_the_heading_of_the_game() -> None:
    pool = card_pool("three", "hand")
    assert text_step("1 Rock", pool, pool["G-1"], side="sideboard", step=1, game="three") == (
        "1 Rock\n\nGloves\n1 Glove"
    )


def hall() -> Hall:
    return make_hall(template="three-signs")


def test_an_event_of_the_game_says_what_it_is_played_with() -> None:
    event = hall().tournament
    said = {line.label: line.value for line in describe(event.policy)}
    assert (said["Game"], said["Deck"], said["Conceding"]) == ("Three Cards", "three signs", "at any time")
    assert not {"Board", "Rules", "Cards"} & set(said)
    law = law_of(event)
    assert (law.game, law.board, law.pool) == ("three", "", card_pool("three", "hand").sha256)
    assert pool_choices("three") == [("hand", "the three signs")]


def test_a_deck_of_the_game_is_edited_submitted_and_confirmed() -> None:
    here = hall()
    client, url = browser(here.a), f"/t/{here.tournament.slug}/deck/"
    page = client.get(url).content.decode()
    assert "Rocks" in page and "type:summon" not in page
    page = client.post(url, {"text": "", "q": "cost>=3", "do": "search"}).content.decode()
    assert 'value="main:+1:S-3"' in page and "beats Paper" in page
    page = client.post(url, {"text": "", "q": "class:dragon", "do": "search"}).content.decode()
    assert "Three Cards cards have no" in page
    with pytest.raises(UserError) as refused:
        deck_submit(actor=Actor(here.a, "player"), tournament=here.tournament, text="1 Rock")
    assert [problem.code for problem in refused.value.problems] == ["three_signs"]
    deck_submit(actor=Actor(here.a, "player"), tournament=here.tournament, text=HAND)
    receipt = client.get(f"{url}receipt/").content.decode()
    assert "Gloves" in receipt and "Signs" in receipt and "Paper" in receipt


def test_everybody_looks_at_the_cards_and_nobody_enters_others() -> None:
    shown = Client().get("/cards/three/").content.decode()
    assert "Scissors" in shown and "Three Cards cards" in shown and "Entered here" not in shown
    assert "beats Paper" in Client().get("/cards/three/S-3/").content.decode()
    assert Client().get("/cards/three/S-9/").status_code == 404
    assert Client().get("/cards/three/S-3/art.svg").status_code == 404
    keeper = Client()
    keeper.force_login(make_keeper())
    assert keeper.get("/cards/keep/three/new/").status_code == 404
    assert "Three Cards cards" in keeper.get("/cards/keep/").content.decode()


def test_a_game_that_is_gone_has_no_pages() -> None:
    games.unregister("three")
    try:
        assert Client().get("/cards/three/").status_code == 404
    finally:
        games.register("tests.decks.card_game")
