"""What a deck is checked against: the usual list of today, another list, another day, none, and acts."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from decks.cards.legality_services import legality_list_create, legality_set
from decks.cards.services import keeper_of
from rules_engine.x610z.cards import load_pool
from tests.decks.catalogue import load_some, make_keeper

pytestmark = pytest.mark.django_db

DISCOUNT = next(card for card in load_pool("demo").cards if card.name == "Discount")
TEXT = "1 Life Base\n48 Mystic Energy Crystal\n2 Discount"


@pytest.fixture
def banned():
    """Discount is banned on the usual list since yesterday, and stands on no other list."""
    load_some("Discount")
    keeper = make_keeper()
    legality_list_create(actor=keeper_of(keeper), key="1", name="Main", slug="main", default=True)
    legality_list_create(actor=keeper_of(keeper), key="2", name="Friendly", slug="friendly", default=False)
    since = timezone.localdate() - timedelta(days=1)
    legality_set(
        actor=keeper_of(keeper), key="3", of="main", number=DISCOUNT.number, limit=0, starts_on=since
    )
    return since


@pytest.fixture
def check(make_deck, owner, as_user):
    def send(name="deck_check", *, deck=None, **form):
        deck = deck or make_deck(text="")
        url = reverse(f"decks:{name}", args=[deck.public_id])
        headers = {"HX-Request": "true"} if name == "deck_check" else {}
        return as_user(owner).post(url, {"text": TEXT, "base": "1", **form}, headers=headers)

    return send


def about_discount(page):
    return [problem.message for problem in page.context["broken"] if "Discount" in problem.message]


def test_without_a_choice_the_usual_list_of_today_counts(check, banned):
    assert len(about_discount(check())) == 1
    assert len(about_discount(check("deck_edit"))) == 1


@pytest.mark.parametrize("choice", [{"limits": "friendly"}, {"limits": "*"}, {"day": "2020-01-31"}])
def test_another_list_no_list_or_an_earlier_day_lets_the_card_be_played(check, banned, choice):
    assert about_discount(check(**choice)) == []


@pytest.mark.parametrize(
    "choice", [{"limits": "no\0list"}, {"limits": "x" * 999}, {"day": "tomorrow"}, {"day": "\0"}]
)
def test_a_choice_that_makes_no_sense_counts_as_none(check, banned, choice):
    assert len(about_discount(check(**choice))) == 1


def test_a_ban_says_nothing_of_a_limited_deck(check, make_deck, banned):
    assert about_discount(check(deck=make_deck(text="", play="limited"))) == []


def test_only_cards_of_the_chosen_acts_may_be_played(check, make_deck):
    deck = make_deck(text="", pool_key="demo-2")
    assert about_discount(check(deck=deck)) == []
    assert about_discount(check(deck=deck, acts=["D1", "D2"])) == []
    assert len(about_discount(check(deck=deck, acts="D2"))) == 1
    assert about_discount(check(deck=deck, acts="Z9")) == [], "an act without cards is no choice"


def test_a_choice_stays_in_the_form_while_cards_are_added(check, make_deck, banned):
    deck = make_deck(text="", pool_key="demo-2")
    form = {"deck": deck, "limits": "friendly", "day": "2021-05-06", "acts": "D2"}
    page = check("deck_edit", **form, step=f"main:+1:{DISCOUNT.number}")
    against = page.context["against"]
    assert (against.list_key, against.day, against.acts) == ("friendly", date(2021, 5, 6), ("D2",))
    assert 'value="2021-05-06"' in page.content.decode()
