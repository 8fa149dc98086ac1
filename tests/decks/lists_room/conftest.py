"""Decks and people for the tests of this room."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from decks.lists.models import Deck
from decks.lists.services import deck_create, deck_describe, details_mark, owner_of
from tests.decks.lists import legal_text
from tests.tournaments.hall import make_user


@pytest.fixture
def owner() -> Any:
    return make_user("Óscar")


@pytest.fixture
def stranger() -> Any:
    return make_user("Mallory")


@pytest.fixture
def make_deck(owner: Any) -> Callable[..., Deck]:
    def make(
        *,
        text: str | None = None,
        visibility: str = "private",
        who: Any = None,
        name: str = "Draken",
        **more: str,
    ) -> Deck:
        params = {"play": "constructed", "pool_key": "demo", "key": "", "notes": ""} | more
        who = who or owner
        answer = deck_create(
            actor=owner_of(who), name=name, text=legal_text() if text is None else text, **params
        )
        deck = Deck.objects.get(pk=answer["deck"])
        if visibility != "private":
            deck_describe(
                actor=owner_of(who),
                deck_id=deck.pk,
                mark=details_mark(deck),
                name=deck.name,
                play=deck.play,
                pool_key=deck.pool_key,
                visibility=visibility,
                notes=deck.notes,
            )
        return Deck.objects.select_related("current").get(pk=deck.pk)

    return make


@pytest.fixture
def as_user() -> Callable[[Any], Client]:
    def sign_in(user: Any) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return sign_in
