"""The pages of the catalogue, in both languages, with and without JavaScript."""

import pytest
from django.urls import reverse

from decks.cards.faces import card_facts, short_number
from decks.cards.packaged import packaged_rows
from decks.lists.finding import find_cards
from tests.decks.catalogue import load_all, load_some
from tests.decks.lists import POOL

pytestmark = pytest.mark.django_db


def names(query):
    return [card.name for card in find_cards(POOL, query).cards]


def page_of(client, **query):
    return client.get(reverse("decks:cards"), query).content.decode().replace("&#x27;", "'")


# --- looking for cards of a pool in memory, for deck lists ---------------------------------------------


def test_a_name_that_starts_with_the_words_comes_first():
    assert names("hunter")[0] == "Hunter Dragon"


def test_words_match_both_languages_without_accents_or_case():
    assert "Hunter Dragon" in names("JÁGERS draak")


def test_filters_narrow_together():
    load_all()
    found = find_cards(POOL, "type:summon class:dragon element:ember").cards
    assert found
    assert all((card.kind, card.card_class, card.element) == ("summon", "Dragon", "Ember") for card in found)


# --- the pages -----------------------------------------------------------------------------------------


def test_before_anything_is_loaded_the_page_says_so_and_a_card_is_missing(client):
    assert "There are no cards here yet" in page_of(client)
    assert client.get("/cards/D1.1/008/").status_code == 404
    for url in ("/cards/sets/", "/cards/help/", "/api/v1/cards/", "/api/v1/cards/dump/"):
        assert client.get(url).status_code == 200


def test_every_card_is_on_one_of_the_pages(client):
    load_all()
    shown, page = 0, 1
    while 'rel="next"' in (text := page_of(client, page=page)):
        shown, page = shown + text.count('<article class="card-face'), page + 1
    assert shown + text.count('<article class="card-face') >= len(packaged_rows())


def test_a_page_beyond_the_end_is_the_last_one(client):
    load_some("Hunter Dragon", "Discount")
    for wish in ("99", "0", "-1", "x", "9" * 40, "²"):
        assert page_of(client, page=wish).count('<article class="card-face') == 2


def test_nothing_found_says_what_to_do(client):
    load_some("Hunter Dragon")
    assert "Try fewer words" in page_of(client, q="zzzz")


def test_htmx_gets_only_the_results(client):
    page = client.get(reverse("decks:cards"), {"q": "hunter"}, headers={"HX-Request": "true"})
    assert page.content.decode().strip().startswith('<section id="card-results"')
    assert "HX-Request" in page["Vary"]


def test_a_search_is_escaped(client):
    page = client.get(reverse("decks:cards"), {"q": '"><script>alert(1)</script> foo:<b>'}).content.decode()
    assert "<script>alert" not in page
    assert "<b>" not in page


def test_a_word_that_is_not_understood_is_marked_and_the_near_one_offered(client):
    load_some("Hunter Dragon", "Discount")
    page = page_of(client, q="clas:dragon hunter")
    assert "<mark>clas</mark>" in page
    assert "Did you mean class?" in page
    assert "Hunter Dragon" in page


def test_a_facet_narrows_and_can_be_taken_away_again(client):
    load_some("Hunter Dragon", "Discount", "Tunnel Beast")
    assert 'href="?q=class%3ADragon"' in page_of(client)
    page = page_of(client, q="class:Dragon")
    assert 'aria-current="true"' in page
    assert "Tunnel Beast" not in page
    assert 'href="?">' in page or 'href="?"' in page


@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_card_has_a_page_with_all_printed_parts(client, language):
    load_all()
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
    load_some("Hunter Dragon")
    page = client.get(
        reverse("decks:card", args=[short_number(POOL.named("Hunter Dragon"))])
    ).content.decode()
    assert "card from our own demonstration set" in page


def test_a_whole_number_leads_to_the_short_address(client):
    load_some("Hunter Dragon")
    card = POOL.named("Hunter Dragon")
    response = client.get(reverse("decks:card", args=[card.number]))
    assert response.status_code == 301
    assert response["Location"] == reverse("decks:card", args=[short_number(card)])


@pytest.mark.parametrize("number", ["nothing", "D1.1/999", "../../etc/passwd", "Hunter Dragon", "D1.1/008/x"])
def test_a_number_no_card_has_is_a_404(client, number):
    load_some("Hunter Dragon")
    assert client.get(f"/cards/{number}/").status_code == 404
    assert client.get(f"/api/v1/cards/{number}/").status_code == 404


def test_the_queries_of_a_page_do_not_grow_with_the_cards(client, django_assert_num_queries):
    load_all()
    client.get(reverse("decks:cards"))
    with django_assert_num_queries(3):  # the counts of the whole catalogue are kept
        client.get(reverse("decks:cards"))
    with django_assert_num_queries(4):
        client.get(reverse("decks:cards"), {"q": "type:summon cost<=3"})
    with django_assert_num_queries(8):  # two of them what people made about it, and who made it
        client.get(reverse("decks:card", args=["D1.1/008"]))
