"""The drawn picture of a card for everybody, and the card that a tap on a small face shows."""

import pytest
from django.test import Client

from decks.cards.models import Card
from tests.decks.catalogue import load_some

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def number() -> str:
    load_some("Hunter Dragon")
    return str(Card.objects.get(name="Hunter Dragon").short)


def test_everybody_gets_the_drawn_picture_and_may_keep_it(client: Client, number: str) -> None:
    answer = client.get(f"/cards/{number}/art.svg")
    assert answer.status_code == 200 and answer["Content-Type"] == "image/svg+xml"
    assert "max-age" in answer["Cache-Control"] and answer["X-Content-Type-Options"] == "nosniff"
    assert answer.content.startswith(b"<svg") and b"<script" not in answer.content
    assert "Set-Cookie" not in answer.headers


def test_no_card_no_picture(client: Client, number: str) -> None:
    assert client.get("/cards/none/art.svg").status_code == 404
    assert client.get("/cards/none/peek/").status_code == 404


def test_a_tap_shows_the_card_with_its_picture_in_words(client: Client, number: str) -> None:
    page = client.get(f"/cards/{number}/peek/").content.decode()
    assert f"/cards/{number}/art.svg" in page and 'alt=""' not in page
    assert "<html" not in page


@pytest.mark.django_db
def test_a_packaged_card_has_its_picture_before_any_catalogue_is_loaded(client: Client) -> None:
    assert client.get("/cards/D1.1/012/art.svg").headers["Content-Type"] == "image/svg+xml"
    assert client.get("/cards/D1.1/012/peek/").status_code == 200
    assert client.get("/cards/D1.1/999/art.svg").status_code == 404
