"""Searching cards in the constructor: the catalogue's language, only cards of the deck's pool, clear about errors."""

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from decks.lists.finding import find_cards
from rules_engine.x610z.cards import load_pool
from tests.decks.catalogue import load_all, load_some
from tests.speeds import amount

pytestmark = pytest.mark.django_db

D1, BOTH = load_pool("demo"), load_pool("demo-2")


def numbers(pool, query):
    return {card.number for card in find_cards(pool, query).cards}


def test_plain_words_are_found_without_a_catalogue_in_the_database(django_assert_num_queries):
    with django_assert_num_queries(0):
        found = find_cards(D1, "hunter drag").cards
    assert [card.name for card in found] == ["Hunter Dragon"]


@pytest.mark.parametrize("pool", [D1, BOTH], ids=["one act", "two acts"])
@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ("type:summon cost<=3", lambda card: card.kind == "summon" and card.cost.total <= 3),
        ("class:dragon -type:summon", lambda card: card.card_class == "Dragon" and card.kind != "summon"),
        ("limit=infinity or cost>4", lambda card: card.restriction is None or card.cost.total > 4),
        ('type:summon "hunter dragon"', lambda card: card.name == "Hunter Dragon"),
    ],
)
def test_a_search_finds_exactly_the_cards_of_the_pool_that_fit(pool, query, fits):
    load_all()
    wanted = {card.number for card in pool.cards if fits(card)}
    assert wanted
    assert numbers(pool, query) == wanted


def test_cards_of_another_act_are_not_offered():
    load_all()
    assert numbers(BOTH, "act:D2")
    assert not numbers(D1, "act:D2")


def test_what_cannot_be_read_is_said_and_the_rest_still_searched(make_deck, owner, as_user):
    load_some("Hunter Dragon", "Discount")
    edit = reverse("decks:deck_edit", args=[make_deck().public_id])
    page = as_user(owner).post(
        edit, {"text": "", "base": "1", "q": "clas:dragon type:summon", "do": "search"}
    )
    assert "There is no search word “clas:”." in page.content.decode()
    assert "Did you mean class?" in page.content.decode()
    assert [card["name"] for card in page.context["found"]] == ["Hunter Dragon"]
    page = as_user(owner).post(edit, {"text": "", "base": "1", "q": "cost:<b>many", "do": "search"})
    assert "<b>many" not in page.content.decode()
    assert "is not a whole number" in page.content.decode()
    assert page.context["found"] == []


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=amount(15, 120, "examples of a property"),
)
@given(query=st.text(max_size=80) | st.from_regex(r'[a-z(:<="\- )0-9]{0,40}', fullmatch=True))
def test_no_query_breaks_the_search_or_finds_a_card_outside_the_pool(db, query):
    found = find_cards(D1, query)
    assert all(card.number in D1 for card in found.cards)
