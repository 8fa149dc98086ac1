"""The workbench: a text is tried before there is a card, in both languages, and nothing is kept."""

import pytest
from django.test import Client
from django.urls import reverse

from decks.cards.models import Card
from tests.decks.catalogue import make_keeper

pytestmark = pytest.mark.django_db
TEXT = {"language": "en", "type": "Effect Card", "text": "Deal 2 damage to target summon."}


@pytest.fixture
def panel():
    client = Client(headers={"HX-Request": "true"})
    client.force_login(make_keeper())
    return lambda **changes: client.post(reverse("decks:workbench"), {**TEXT, **changes}).content.decode()


def test_a_text_is_played_with_its_rules_and_questions_in_the_other_language(panel):
    seen = panel()
    assert "Breng een Summon naar keuze 2 schade toe." in seen
    assert seen.count('class="panel stack"') == 3 and seen.count("<svg") >= 6
    assert "210.3" in seen and "208.1" in seen and "<dt>H" in seen
    assert "damage 0 → 2" in seen or "damage 2 → 4" in seen
    assert not Card.objects.exists()


def test_a_dutch_text_is_tried_as_well_and_a_refused_one_is_answered_with_why_and_what_is_meant(panel):
    assert "Target summon can&#x27;t move." in panel(
        language="nl", text="Een Summon naar keuze kan niet bewegen.", permanent="on"
    )
    seen = panel(language="nl", text="Doelwit summon kan niet bewegen.", permanent="on")
    assert "Did you mean" in seen and "Een Summon naar keuze kan niet bewegen." in seen
    assert "‘een summon naar keuze’" in seen or "“een summon naar keuze”" in seen


def test_what_does_not_fit_the_card_is_said_and_an_empty_text_says_nothing(panel):
    assert "a Class Specific Effect Card" in panel(type="Class Specific Effect Card", card_class="Dragon")
    assert "Start typing" in panel(text=" ")


def test_what_is_paid_while_an_effect_takes_place_is_paid_in_a_played_position(panel):
    seen = panel(text="Pay C3. When successfully done, draw 2 cards from your deck.")
    assert "activates" in seen and "Deck of Ada: 27 → 25 cards." in seen
