"""Saving: twice the same form has one effect, two tabs lose nothing, limits hold, and two saves race."""

import threading
from typing import Any

import pytest
from django.db import connection

from decks.lists import services
from decks.lists.models import Deck, DeckListRevision
from decks.lists.services import owner_of
from ledger.errors import KeyReusedError, StaleError, UserError

pytestmark = pytest.mark.django_db


def save(deck, owner, **more):
    params = {"key": "", "base": 1, "text": "1 Life Base"} | more
    return services.deck_save(actor=owner_of(owner), deck_id=deck.pk, **params)["number"]


def test_the_same_form_sent_twice_makes_one_deck_and_one_revision(make_deck, owner):
    decks = {make_deck(key="form").pk for _twice in range(2)}
    assert len(decks) == 1
    deck = Deck.objects.get(pk=decks.pop())
    first, second = (save(deck, owner, key="save") for _twice in range(2))
    assert (first, second) == (2, 2)


def test_the_list_that_is_saved_already_is_not_saved_twice(make_deck, owner):
    deck = make_deck()
    assert save(deck, owner, text=deck.current.text) == 1


def test_a_save_from_before_the_newest_revision_is_refused(make_deck, owner):
    deck = make_deck()
    save(deck, owner, text="2 Discount")
    with pytest.raises(StaleError):
        save(deck, owner, text="3 Discount")
    with pytest.raises(StaleError):
        services.deck_restore(actor=owner_of(owner), deck_id=deck.pk, key="", base=1, number=1)
    assert save(deck, owner, text="3 Discount", base=2) == 3


def test_a_key_used_for_another_list_is_refused_and_nothing_is_lost(make_deck, owner):
    deck = make_deck()
    save(deck, owner, key="k", text="2 Discount")
    with pytest.raises(KeyReusedError):
        save(deck, owner, key="k", text="3 Discount", base=2)
    deck.refresh_from_db()
    assert deck.current.text == "2 Discount"


def test_nobody_writes_to_the_deck_of_another(make_deck, stranger):
    deck = make_deck()
    with pytest.raises(UserError):
        save(deck, stranger)
    with pytest.raises(UserError):
        services.deck_restore(actor=owner_of(stranger), deck_id=deck.pk, key="", base=1, number=1)
    services.deck_delete(actor=owner_of(stranger), deck_id=deck.pk)
    assert DeckListRevision.objects.filter(deck=deck).count() == 1


@pytest.mark.parametrize("limit", ["MAX_DECKS", "MAX_REVISIONS"])
def test_there_is_a_limit_that_says_what_to_do(make_deck, owner, monkeypatch, limit):
    deck = make_deck()
    monkeypatch.setattr(services, limit, 1)
    with pytest.raises(UserError):
        make_deck() if limit == "MAX_DECKS" else save(deck, owner)


def test_notes_keep_their_lines_and_lose_what_cannot_be_seen(make_deck):
    deck = make_deck(notes=" a\r\nb\u202e\x07\nمرحبا 🐉 ")
    assert deck.notes == "a\nb\nمرحبا 🐉"
    with pytest.raises(UserError):
        make_deck(notes="x" * (services.MAX_NOTES + 1))


def test_public_ids_are_long_and_differ(make_deck):
    ids = {make_deck(text="").public_id for _number in range(5)}
    assert {len(public_id) for public_id in ids} == {16}
    assert len(ids) == 5


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("key", ["the same form", ""])
def test_of_two_saves_at_once_one_wins_and_the_other_hears_of_it(make_deck, owner, key):
    deck = make_deck()
    start, answers = threading.Barrier(2), []

    def run(number: int) -> None:
        text = "2 Discount" if key else f"{number} Discount"
        try:
            start.wait()
            answers.append(save(deck, owner, key=key, text=text))
        except StaleError as error:
            answers.append(type(error))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in (2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected: list[Any] = [2, 2] if key else [2, StaleError]
    assert sorted(answers, key=str) == sorted(expected, key=str)
    assert DeckListRevision.objects.filter(deck=deck).count() == 2
    deck.refresh_from_db()
    assert deck.current.number == 2


@pytest.mark.django_db(transaction=True)
def test_two_forms_at_once_with_one_key_make_one_deck(make_deck, owner):
    start, made = threading.Barrier(2), []

    def run() -> None:
        try:
            start.wait()
            made.append(make_deck(key="one").pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _twice in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 2
    assert len(set(made)) == 1
    assert DeckListRevision.objects.filter(deck_id=made[0]).count() == 1
