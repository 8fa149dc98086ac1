"""My decks: a page of tiles, searched and sorted, legal or not in words, and nobody else's business."""

import gzip

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from decks.cards.pools import card_pools
from decks.lists.models import Deck
from decks.lists.own_decks import SHOWN, own_decks
from decks.registration.tiles import Held, telling_order, tiles_of
from rules_engine.games import game_of
from rules_engine.x610z.cards import load_pool
from rules_engine.zx.cards import ready_decks
from tests.decks.catalogue import load_some
from tests.decks.lists import legal_text

pytestmark = pytest.mark.django_db


def names(owner, **asked):
    return [tile["name"] for tile in own_decks(owner, language="en", **asked).decks]


def main_of(client, query=""):
    return client.get(reverse("decks:deck_list") + query).content.decode().split("<main")[1]


def test_the_newest_stand_first_and_a_name_or_a_card_finds_them(make_deck, owner):
    load_some("Hunter Dragon", "Discount")
    make_deck(name="Écluse", text="1 Life Base\n2 Discount")
    make_deck(name="Vuur", text="1 Life Base\n3 Hunter Dragon")
    make_deck(name="Amber", text="1 Life Base\nSideboard\n2 Discount")
    assert names(owner) == ["Amber", "Vuur", "Écluse"]
    assert names(owner, order="name") == ["Amber", "Écluse", "Vuur"]
    assert names(owner, text="ECLUSE") == ["Écluse"]
    assert names(owner, text="hunter") == names(owner, text='"hunter dragon" vuur') == ["Vuur"]
    assert sorted(names(owner, text="discount")) == ["Amber", "Écluse"]
    assert names(owner, text="discount amber") == ["Amber"]
    for odd in ("%", "_", "'", "x" * 300, "card:nothing", "²"):
        assert names(owner, text=odd) == []
    for odd in ("", "zzz", "'"):
        assert len(names(owner, order=odd, state=odd)) == 3


def test_legal_and_not_yet_are_told_in_words_and_asked_for(make_deck, owner, as_user, monkeypatch):
    make_deck(name="Whole")
    half = make_deck(name="Half", text="1 Life Base")
    make_deck(name="Bare", text="")
    assert names(owner, state="legal") == ["Whole"]
    assert sorted(names(owner, state="open")) == ["Bare", "Half"]
    page = main_of(as_user(owner))
    said = {name: page.split(f"<bdi>{name}</bdi>")[1].split("</li>")[0] for name in ("Whole", "Half", "Bare")}
    assert (
        "Legal" in said["Whole"] and "Not legal yet" in said["Half"] and "Nothing in the list" in said["Bare"]
    )
    banned = next(iter(Deck.objects.get(name="Whole").current.main))
    monkeypatch.setattr("decks.lists.own_decks.limits_of_all_games", lambda _day: {banned: 0})
    assert names(owner, state="legal") == []
    assert "Not legal yet" in main_of(as_user(owner)).split("<bdi>Whole</bdi>")[1].split("</li>")[0]
    Deck.objects.filter(pk=half.pk).update(play="limited", in_order=True)
    assert names(owner, state="legal") == ["Half"]


def test_a_page_holds_a_dozen_and_weighs_little(make_deck, owner, as_user):
    for number in range(SHOWN + 1):
        make_deck(name=f"Deck {number:02}", text=legal_text(number % 2))
    client = as_user(owner)
    first = client.get(reverse("decks:deck_list")).content.decode()
    assert first.count('class="tile tall"') == SHOWN and 'rel="next"' in first and " style=" not in first
    assert len(first) < 60_000 and len(gzip.compress(first.encode())) < 15_000
    assert main_of(client, "?page=2").count('class="tile tall"') == 1
    assert 'order=name&amp;page=2"' in main_of(client, "?order=name")
    for page in ("0", "-3", "9" * 30, "x", "²"):
        assert client.get(reverse("decks:deck_list"), {"page": page}).status_code == 200


def test_the_number_of_queries_depends_on_neither_decks_nor_words(make_deck, owner, as_user):
    def count(query):
        client = as_user(owner)
        main_of(client, query)
        with CaptureQueriesContext(connection) as asked:
            main_of(client, query)
        return len(asked)

    make_deck()
    few = [count(query) for query in ("", "?q=draken", "?q=draken&state=legal&order=name")]
    for number in range(8):
        make_deck(name=f"Draken {number}", text=legal_text(number % 2))
    many = [count(query) for query in ("", "?q=draken", "?q=draken+vuur&state=legal&order=name")]
    assert max(many) <= 10 and many[:2] == few[:2]


def test_nobody_sees_the_decks_of_somebody_else(make_deck, owner, stranger, as_user):
    before = main_of(as_user(stranger))
    make_deck(name="Canary")
    assert main_of(as_user(stranger)) == before
    assert "Canary" not in main_of(as_user(stranger), "?q=canary")
    assert "Begin your first deck" in before


def test_a_tile_shows_what_its_game_says_of_any_game():
    zx = game_of("zx")
    pool = zx.pools.load("zx-texts")
    ready = next(iter(ready_decks(pool)))
    held = Held("zx", "zx-texts", "", ready.main, ready.dynamis)
    (tile, gone, future) = tiles_of(
        [held, Held("zx", "no-such-pool", "", {"a": 2}, {}), Held("no-game", "x", "", {}, {})], "nl"
    )
    assert len(tile["faces"]) == 3 and all("/cards/zx/" in face["art"] for face in tile["faces"])
    assert tile["total"] == sum(ready.main.values()) + sum(ready.dynamis.values())
    assert tile["groups"][-1] == ("Dynamis", sum(ready.dynamis.values())) and tile["energies"] == []
    assert (gone["faces"], gone["total"], future["faces"]) == ([], 2, [])


def test_the_cards_that_tell_most_are_dear_summons_and_never_the_life_base(make_deck):
    deck, pool = make_deck(), load_pool()
    order = telling_order(game_of("x610z").pools, pool, deck.current.main)
    assert len(order) == len(deck.current.main) - 1 and not any(card.is_life_base for card in order)
    first, last = order[0], order[-1]
    assert first.is_summon and not last.is_summon
    assert first.cost.total == max(card.cost.total for card in order if card.is_summon)


def test_pools_are_found_together_and_only_those_there_are():
    packaged = load_pool("demo")
    wanted = [("x610z", "demo", ""), ("x610z", "demo", packaged.sha256), ("x610z", "demo", "0" * 64)]
    with CaptureQueriesContext(connection) as asked:
        found = card_pools(wanted)
    assert set(found) == set(wanted[:2]) and len(asked) == 1
    with CaptureQueriesContext(connection) as asked:
        card_pools(wanted[:2])
    assert len(asked) == 0


def test_two_decks_share_the_width_of_the_page_and_three_stand_in_columns(make_deck, owner, as_user):
    for name, few in (("One", True), ("Two", True), ("Three", False)):
        make_deck(name=name)
        assert ('<ul class="tiles few">' in main_of(as_user(owner))) is few, name


def test_own_decks_of_every_game_are_found_by_a_card_in_as_many_queries_however_many(
    make_deck, owner, as_user
):
    load_some("Hunter Dragon", "Life Base")
    make_deck(name="Dragon")
    counts = []
    for name in ("Tide", "Ebb"):
        make_deck(name=name, text="4 Tidepool Scout", pool_key="zx-texts")
        with CaptureQueriesContext(connection) as asked:
            page = as_user(owner).get(f"{reverse('decks:deck_list')}?q=poelverkenner").content.decode()
        counts.append(len(asked))
        assert f">{name}<" in page and ">Dragon<" not in page
    assert counts[0] == counts[1]
