"""Searching public decks: what is found, and that no other deck is ever found or counted."""

from datetime import timedelta

import msgspec
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from decks.cards.legality_services import legality_list_create, legality_set
from decks.cards.models import PoolSnapshot
from decks.cards.pools import card_pool
from decks.cards.services import keeper_of
from decks.lists.models import Deck
from decks.lists.public_search import Asked, public_decks, read
from decks.lists.search_facts import recompute_facts
from decks.lists.services import deck_describe, deck_save, details_mark, owner_of
from rules_engine.games import games
from rules_engine.zx.cards import ZxPool
from tests.decks.catalogue import load_some, make_keeper
from tests.decks.lists import POOL, READY, legal_text

NAMES = ("Hunter Dragon", "Discount", "Life Base", "Mystic Energy Crystal", "Boost Energy Crystal")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("", Asked()),
        ("small  dragons", Asked(words=("small", "dragons"))),
        ('card:"Hunter Dragon"', Asked(plays=("Hunter Dragon",))),
        ('kaart:"Jager', Asked(plays=("Jager",))),
        ('-card:Discount "two words"', Asked(words=("two words",), without=("Discount",))),
        ("card: cart:x", Asked(words=("card:",), unknown=("cart",))),
        ('\0\u202e:=-"', Asked(words=(":=-",))),
    ],
)
def test_a_query_is_read_and_nothing_breaks_it(text, asked):
    assert read(text) == asked


@pytest.fixture
def shelf(db, make_deck):
    """A public dragon deck and a public deck of crystals; the same two by link and private."""
    load_some(*NAMES)
    crystals = "1 Life Base\n30 Mystic Energy Crystal\n20 Mystic Energy Crystal"
    for visibility in ("public", "link", "private"):
        make_deck(name=f"Dráken {visibility}", text=f"3 Hunter Dragon\n{crystals}", visibility=visibility)
        make_deck(name=f"Glas {visibility}", text=f"{crystals}\nSideboard\n1 Discount", visibility=visibility)


def names(*args, **kwargs):
    return sorted(deck.name for deck in public_decks(*args, **kwargs).decks)


DRAGONS, GLASS = "Dráken public", "Glas public"


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", [DRAGONS, GLASS]),
        ("draken", [DRAGONS]),
        ("PUBLIC glas", [GLASS]),
        ("oscar", [DRAGONS, GLASS]),
        ('card:"hunter dragon"', [DRAGONS]),
        ("card:discount", [GLASS]),
        ("-card:discount", [DRAGONS]),
        ("card:crystal", [DRAGONS, GLASS]),
        ("card:crystal -card:hunter", [GLASS]),
        ("nothing", []),
    ],
)
def test_words_and_cards_find_public_decks(shelf, query, found):
    assert names(query) == found


def test_a_name_that_no_card_has_is_named_and_the_rest_still_found(shelf):
    found = public_decks('card:"No Such Thing" colour:red glas')
    assert [deck.name for deck in found.decks] == [GLASS]
    assert len(found.errors) == 2


@pytest.mark.parametrize("query", ["", "draken", "card:crystal", "link", "private", "oscar"])
def test_decks_by_link_and_private_ones_are_neither_found_nor_counted(shelf, query):
    for options in ({}, {"legal": True}, {"colours": ["mystic"]}):
        found = public_decks(query, **options)
        assert {deck.visibility for deck in found.decks} <= {"public"}
        assert found.total == len(found.decks) <= 2
    page = Client().get(reverse("decks:deck_public"), {"q": query}).content.decode()
    assert "Dráken link" not in page and "Glas private" not in page


def test_a_deck_is_found_by_the_energy_it_plays_with(db, make_deck):
    make_deck(name="M", text="50 Mystic Energy Crystal", visibility="public")
    make_deck(name="MB", text="20 Mystic Energy Crystal\n20 Boost Energy Crystal", visibility="public")
    assert names(colours=["mystic"]) == ["M", "MB"]
    assert names(colours=["mystic", "boost"]) == ["MB"]
    assert names(colours=["robiumm"]) == []


def test_legal_only_means_the_rules_and_the_list_of_today(shelf, make_deck):
    deck = make_deck(name="Ready", visibility="public")
    assert names(legal=True) == [DRAGONS, "Ready"], "a sideboard of one card breaks 102.1a"
    card = next(POOL[number] for number, copies in deck.current.main.items() if copies in (2, 3))
    load_some(*NAMES, card.name)
    keeper = make_keeper()
    legality_list_create(actor=keeper_of(keeper), key="1", name="List", slug="list", default=True)
    day = timezone.localdate()

    def limit(copies, first):
        legality_set(
            actor=keeper_of(keeper), key="", of="list", number=card.number, limit=copies, starts_on=first
        )

    limit(0, day + timedelta(days=1))
    assert "Ready" in names(legal=True), "a ban of tomorrow counts tomorrow"
    limit(deck.current.main[card.number], day)
    assert "Ready" in names(legal=True), "as many as the list allows"
    limit(1, day)
    assert "Ready" not in names(legal=True) and "Ready" in names()


def test_a_list_of_banned_cards_asks_nothing_of_a_limited_deck(shelf, make_deck):
    text = "1 Life Base\n3 Hunter Dragon\n35 Mystic Energy Crystal"
    make_deck(name="Opened", text=text, play="limited", visibility="public")
    keeper = make_keeper()
    legality_list_create(actor=keeper_of(keeper), key="1", name="List", slug="list", default=True)
    day = timezone.localdate()
    legality_set(actor=keeper_of(keeper), key="2", of="list", number="D1.1/008", limit=0, starts_on=day)
    assert "Opened" in names(legal=True)


def test_what_is_noted_follows_every_save_and_every_change(db, owner, make_deck):
    deck = make_deck(text="1 Life Base", visibility="public")
    assert (deck.energies, deck.in_order, deck.name_key) == ("", False, "draken")
    deck_save(actor=owner_of(owner), deck_id=deck.pk, key="", base=1, text=legal_text())
    deck.refresh_from_db()
    assert deck.in_order and "M" in deck.energies
    deck_describe(
        actor=owner_of(owner),
        deck_id=deck.pk,
        mark=details_mark(deck),
        name="Élan",
        play="limited",
        pool_key="demo",
        visibility="public",
        notes="",
    )
    deck.refresh_from_db()
    assert (deck.name_key, deck.in_order) == ("elan", True)


def test_decks_of_an_older_site_are_noted_when_the_cards_are_loaded(db, make_deck):
    make_deck(visibility="public")
    Deck.objects.update(name_key="", energies="", in_order=False)
    call_command("load_cards", verbosity=0)
    assert names("draken", legal=True) == ["Draken"]
    assert recompute_facts(every=False) == 0


def test_a_search_asks_the_same_few_queries_for_any_number_of_decks(
    shelf, make_deck, django_assert_num_queries
):
    url = reverse("decks:deck_public")
    query = {"q": 'card:"hunter dragon" card:crystal', "energy": "mystic", "legal": "1"}
    for _time in range(2):
        with django_assert_num_queries(
            6
        ):  # names of cards, pools elsewhere, the list of today of each game, page
            Client().get(url, query)
        with django_assert_num_queries(4):
            Client().get(url, {"q": "card:crystal"})
        for index in range(1, 4):
            make_deck(name=f"More {index}", text=legal_text(index % len(READY)), visibility="public")


@pytest.mark.parametrize("query", ["", "draken", "card:crystal", "card:discount"])
def test_a_page_beyond_the_end_is_the_last_one(shelf, query):
    last, first = public_decks(query, page=99), public_decks(query)
    assert (last.page, last.pages, last.total, list(last.decks)) == (1, 1, first.total, list(first.decks))
    assert first.total > 0


def test_any_address_is_answered_and_pages_keep_the_search(shelf, make_deck):
    for query in ({"q": "\0" * 300}, {"page": "-1"}, {"page": "99999999"}, {"energy": "x", "legal": "maybe"}):
        assert Client().get(reverse("decks:deck_public"), query).status_code == 200
    for _time in range(31):
        make_deck(name="Many", text="1 Mystic Energy Crystal", visibility="public")
    page = Client().get(reverse("decks:deck_public"), {"q": "many", "energy": "mystic"}).content.decode()
    assert "31 decks found" in page
    assert "?q=many&amp;energy=mystic&amp;page=2" in page


def test_decks_of_every_game_are_found_by_card_and_colour_in_one_language(shelf, make_deck):
    """A card of a pool that a keeper froze, whose decks are more than one, changes no number of queries."""
    pool = card_pool("zx", "zx-texts")
    tide = make_deck(name="Tide", text="4 Tidepool Scout", pool_key="zx-texts", visibility="public")
    number = next(iter(tide.current.main))
    ours = msgspec.structs.replace(
        pool[number], number="B90-001", name="Far Scout", name_nl="Verre Verkenner"
    )
    kept = ZxPool("far", (*pool.cards, ours))
    PoolSnapshot.objects.create(
        game="zx",
        key="far",
        sha256=kept.sha256,
        size=len(kept),
        at=timezone.now(),
        cards=msgspec.json.encode(kept.cards).decode(),
    )
    make_deck(name="Far", text="4 Far Scout", pool_key="far", visibility="public")
    for query in ('card:"tidepool scout"', 'kaart:"poelverkenner"', "card:tidepool"):
        assert (query, names(query)) == (query, ["Tide"])
    assert names("card:scout") == ["Far", "Tide"] and names('card:"verre verkenner"') == ["Far"]
    assert names('-card:"hunter dragon" -card:scout') == [GLASS]
    assert names(colours=["blue"]) == ["Far", "Tide"] and names(colours=["blue", "mystic"]) == []
    assert names(colours=["red"]) == names(colours=["robiumm"]) == []
    page = Client().get(reverse("decks:deck_public"), {"energy": "blue"}).content.decode()
    assert "Z/X, plays with" in page and "2 decks found" in page and "Z/X · constructed" not in page


def test_no_two_games_note_the_same_of_a_deck():
    noted = [(key, one.letter) for game in games() for key, one in game.pools.colours.items()]
    assert len({key for key, _letter in noted}) == len({letter for _key, letter in noted}) == len(noted) == 8
    assert len({letter.lower() for _key, letter in noted}) == 8, "SQLite looks at no case"
