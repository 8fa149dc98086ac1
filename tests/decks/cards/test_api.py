"""The public JSON of the catalogue."""

import json

import pytest
from django.test import Client

from decks.cards.packaged import packaged_rows
from decks.cards.services import keeper_of, ruling_give
from tests.decks.catalogue import EFFECT, SUMMON, load_all, make_keeper, publish_rows

pytestmark = pytest.mark.django_db


def get(url, **params):
    return Client().get(url, params)


def test_the_list_speaks_the_language_of_the_search_page():
    publish_rows([SUMMON, EFFECT])
    data = get("/api/v1/cards/", q="type:summon clas:dragon").json()
    assert (data["count"], data["page"], data["pages"]) == (1, 1, 1)
    assert data["results"][0]["card"]["name"] == "Kettle Dragon"
    assert "clas" in data["errors"][0]


def test_a_card_comes_with_its_forms_and_rulings_and_without_people():
    publish_rows([EFFECT])
    ruling_give(
        actor=keeper_of(make_keeper("secretname")),
        key="1",
        number=EFFECT["number"],
        text="Yes.",
        rules="202.8",
    )
    response = get("/api/v1/cards/T1.1/002/")
    data = response.json()
    assert [form["revision"] for form in data["revisions"]] == [1]
    assert data["rulings"][0]["rules"] == ["202.8"]
    assert "ecretname" not in response.content.decode()


def test_everything_at_once_is_a_card_file_and_is_not_sent_twice():
    publish_rows([SUMMON])
    first = get("/api/v1/cards/dump/")
    assert json.loads(first.content)["format"] == "cards/1"
    again = Client().get("/api/v1/cards/dump/", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304 and again.content == b""
    publish_rows([EFFECT])
    later = Client().get("/api/v1/cards/dump/", headers={"if-none-match": first["ETag"]})
    assert later.status_code == 200


def test_pages_hold_all_cards(django_assert_num_queries):
    load_all()
    first = get("/api/v1/cards/").json()
    assert (first["count"], len(first["results"]), first["pages"]) == (len(packaged_rows()), 50, 8)
    with django_assert_num_queries(3):
        get("/api/v1/cards/", page="2")


def test_an_order_or_a_page_that_there_is_not_is_refused_by_its_name():
    for name, value in (("sort", "AAA"), ("page", "0"), ("page", "one"), ("page", "1" * 30)):
        answer = get("/api/v1/cards/", **{name: value})
        assert (answer.status_code, list(answer.json())) == (400, [name])
    assert get("/api/v1/cards/", q="\0 ((").status_code == 200


def test_the_schema_describes_the_cards():
    schema = get("/api/v1/schema/").content.decode()
    for path in ("/api/v1/cards/:", "/api/v1/cards/dump/:", "/api/v1/cards/{number}/:"):
        assert path in schema
