"""What a search finds in the tables, held against looking at every card one by one."""

import operator
from datetime import timedelta
from itertools import pairwise

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from decks.cards.legality_services import legality_list_create, legality_set
from decks.cards.models import Card
from decks.cards.search import PAGE, search, search_forms
from decks.cards.services import keeper_of, ruling_give
from rules_engine.x610z.cards import load_pool
from tests.decks.catalogue import load_all, make_keeper
from tests.halls import kept
from tests.speeds import amount

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]
ALL = load_pool("demo-4").cards


@kept
def catalogue():
    load_all()


def numbers(query, **params):
    found = search(query, size=500, **params)
    assert found.parsed.errors == ()
    return {card.number for card in found.cards}


def those(test):
    return {card.number for card in ALL if test(card)}


@pytest.mark.parametrize(
    ("query", "test"),
    [
        ("type:summon class:dragon", lambda c: c.kind == "summon" and c.card_class == "Dragon"),
        ("type:effect", lambda c: c.kind == "effect"),
        ("cost<=1", lambda c: c.cost.total <= 1),
        ("cost!=2", lambda c: c.cost.total != 2),
        ("mystic>=2", lambda c: c.cost.mystic >= 2),
        ("attack>3", lambda c: c.is_summon and c.attack > 3),
        ("-attack>3", lambda c: not (c.is_summon and c.attack > 3)),
        ("speed=3 range<2", lambda c: c.is_summon and c.speed == 3 and c.range < 2),
        ("limit:infinity", lambda c: c.restriction is None),
        ("limit>=3", lambda c: c.restriction is not None and c.restriction >= 3),
        ("rarity>=R", lambda c: c.rarity in ("R", "SR", "UR")),
        ("is:permanent", lambda c: c.permanent),
        ("-is:permanent", lambda c: not c.permanent),
        ("is:free", lambda c: c.cost.total == 0),
        ("act:D2", lambda c: c.act == "D2"),
        ("set:D2.1 or class:beast", lambda c: c.number.startswith("D2.1/") or c.card_class == "Beast"),
        ('text:"draw 2"', lambda c: "draw 2" in c.text.lower() or "draw 2" in c.text_nl.lower()),
        ("crew:rider", lambda c: c.crew == "Rider"),
        ("element:tide -class:vessel", lambda c: c.element == "Tide" and c.card_class != "Vessel"),
        ("number:D1.1/00", lambda c: c.number.startswith("D1.1/00")),
        ("is:manual", lambda c: c.manual),
        ("100%", lambda c: False),
        ("_", lambda c: False),
    ],
)
def test_a_query_finds_exactly_the_cards_it_describes(catalogue, query, test):
    assert numbers(query) == those(test)


def test_counts_of_a_facet_are_those_of_the_cards_found(catalogue):
    found = search("type:summon")
    assert found.total == len(those(lambda c: c.kind == "summon"))
    for name, number in found.facets["class"].items():
        assert number == len(those(lambda c, name=name: c.kind == "summon" and c.card_class == name))


@pytest.mark.parametrize("query", ["", "dragon", "type:summon cost<=2", "set:D2.1", "zzzz"])
def test_both_searches_find_the_same_cards_in_the_same_order(catalogue, query):
    for page in (1, 2, 999):
        one, other = search(query, page=page, size=50), search_forms(query, page=page, size=50)
        assert (one.total, one.page, one.pages) == (other.total, other.page, other.pages)
        assert [card.pk for card in one.cards] == [card.pk for card in other.cards]


def test_a_search_asks_the_same_few_queries_for_any_words(catalogue, django_assert_num_queries):
    search("")  # what a write changes is read once
    for query, queries in (("", 3), ("dragon", 4), ("set:D1.1 or rarity>=R", 4), ("number:D1.1/00", 4)):
        with django_assert_num_queries(queries):
            search(query, size=100)
        with django_assert_num_queries(3):
            search_forms(query, size=100)


def test_pages_hold_every_card_once(catalogue):
    first = search("")
    seen = [card.number for page in range(1, first.pages + 1) for card in search("", page=page).cards]
    assert len(seen) == len(set(seen)) == len(ALL)
    assert len(first.cards) == PAGE


@pytest.mark.parametrize(
    ("sort", "key", "order"),
    [
        ("cost", lambda c: c.cost.total, operator.le),
        ("-cost", lambda c: c.cost.total, operator.ge),
        ("-attack", lambda c: c.attack if c.is_summon else -1, operator.ge),
    ],
)
def test_sorting_orders_the_cards(catalogue, sort, key, order):
    by_number = {card.number: card for card in ALL}
    found = [key(by_number[card.number]) for card in search("", sort=sort, size=500).cards]
    assert all(order(first, second) for first, second in pairwise(found))


def test_a_name_that_begins_with_the_words_comes_first_in_both_languages(catalogue):
    assert search("hunter").cards[0].number == "D1.1/008/100-U"
    assert search("jagers").cards[0].number == "D1.1/008/100-U"


def test_banned_and_restricted_follow_the_lists_and_their_days(catalogue):
    keeper, day = make_keeper(), timezone.localdate()
    legality_list_create(actor=keeper_of(keeper), key="1", name="Main", slug="main", default=True)
    for number, limit, starts, ends in (
        ("D1.1/008/100-U", 0, day, None),
        ("D1.1/009/100-R", 1, day, None),
        ("D1.1/017/100-U", 0, day + timedelta(days=1), None),
        ("D1.1/019/100-U", 0, day - timedelta(days=9), day - timedelta(days=1)),
    ):
        legality_set(
            actor=keeper_of(keeper),
            key=number,
            of="main",
            number=number,
            limit=limit,
            starts_on=starts,
            ends_on=ends,
        )
    assert numbers("is:banned") == numbers("banned:main") == {"D1.1/008/100-U"}
    assert numbers("is:restricted") == numbers("restricted:main") == {"D1.1/009/100-R"}
    assert "D1.1/008/100-U" not in numbers("legal:main")
    assert len(numbers("legal:main")) == len(ALL) - 1
    assert numbers("is:banned", day=day + timedelta(days=1)) == {"D1.1/008/100-U", "D1.1/017/100-U"}


def test_cards_with_a_ruling_are_found(catalogue):
    ruling_give(
        actor=keeper_of(make_keeper()), key="1", number="D1.1/008/100-U", text="It can.", rules="202.8"
    )
    assert numbers("is:ruled") == {"D1.1/008/100-U"}


@settings(
    max_examples=amount(10, 80, "examples of a property"),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(text=st.text(max_size=60))
def test_no_text_breaks_the_database(text):
    assert search(text).total == Card.objects.count() == 0


HOSTILE = [
    "'; DROP TABLE decks_card; --",
    "%' OR 1=1",
    "name:%",
    "\x00",
    "a\\",
    'text:"\\"',
    "number:'",
    "\ud800",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_finds_nothing_and_breaks_nothing(catalogue, text):
    assert search(text).total in (0, len(ALL))
    assert Card.objects.count() == len(ALL)
