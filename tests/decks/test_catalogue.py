"""The pages of the catalogue, in both languages, with and without JavaScript."""

import pytest
from django.urls import reverse

from decks.cards.faces import card_facts, short_number
from decks.cards.selectors import CardQuery, cards_matching
from tests.decks.lists import POOL

pytestmark = pytest.mark.django_db


def names(**query):
    return [card.name for card in cards_matching(POOL, CardQuery(**query))]


def test_all_cards_are_shown_without_a_query(client):
    page = client.get(reverse("decks:cards")).content.decode()
    assert page.count('<article class="card-face') == len(POOL)


def test_a_name_that_starts_with_the_words_comes_first():
    assert names(words="hunter")[0] == "Hunter Dragon"


def test_words_match_both_languages_without_accents_or_case():
    assert "Hunter Dragon" in names(words="JÁGERS draak")


def test_filters_narrow_together():
    found = cards_matching(POOL, CardQuery(kind="summon", card_class="Dragon", element="Ember"))
    assert found
    assert all((card.kind, card.card_class, card.element) == ("summon", "Dragon", "Ember") for card in found)


def test_nothing_found_says_what_to_do(client):
    page = client.get(reverse("decks:cards"), {"q": "zzzz"}).content.decode()
    assert "Try fewer words" in page


def test_htmx_gets_only_the_results(client):
    page = client.get(reverse("decks:cards"), {"q": "hunter"}, headers={"HX-Request": "true"})
    assert page.content.decode().strip().startswith('<section id="card-results"')
    assert "HX-Request" in page["Vary"]


def test_a_search_is_escaped(client):
    page = client.get(reverse("decks:cards"), {"q": '"><script>alert(1)</script>'}).content.decode()
    assert "<script>alert" not in page


@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_card_has_a_page_with_all_printed_parts(client, language):
    client.cookies["django_language"] = language
    for card in POOL.cards:
        response = client.get(reverse("decks:card", args=[short_number(card)]))
        assert response.status_code == 200
        page = response.content.decode()
        assert card.number in page
        assert (card.name_nl if language == "nl" else card.name) in page.replace("&#x27;", "'")


def test_every_rule_named_on_a_card_page_is_in_the_rule_book():
    from decks.cards.faces import reading_list
    from rules_engine.rulebook import rules

    named = {fact.rule for card in POOL.cards for fact in card_facts(card, "en") if fact.rule}
    named |= {number for card in POOL.cards for number in reading_list(card)}
    assert named <= set(rules())


def test_our_own_cards_are_marked_as_ours(client):
    page = client.get(
        reverse("decks:card", args=[short_number(POOL.named("Hunter Dragon"))])
    ).content.decode()
    assert "card of our own demonstration set" in page


def test_a_whole_number_leads_to_the_short_address(client):
    card = POOL.named("Hunter Dragon")
    response = client.get(reverse("decks:card", args=[card.number]))
    assert response.status_code == 301
    assert response["Location"] == reverse("decks:card", args=[short_number(card)])


@pytest.mark.parametrize("number", ["nothing", "D1.1/999", "../../etc/passwd", "Hunter Dragon"])
def test_a_number_no_card_has_is_a_404(client, number):
    assert client.get(f"/cards/{number}/").status_code == 404


def test_the_catalogue_asks_the_database_nothing(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(reverse("decks:cards"))
    with django_assert_num_queries(0):
        client.get(reverse("decks:card", args=["1.1/001"]))
