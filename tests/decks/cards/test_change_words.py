"""What the keepers' page says of each write: in words, with what can be looked up, never a value of a program."""

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from decks.cards.change_words import told
from ledger.models import LedgerRow

pytestmark = pytest.mark.django_db


def words(action: str, note: str = "", **data: object) -> str:
    row = LedgerRow(action=action, data=data, note=note, at=timezone.now())
    [(_row, what, parts)] = told([row])
    return " · ".join([str(what), *(f"{label}: {value}" for label, value in parts)])


def test_a_long_list_names_the_first_and_counts_the_rest() -> None:
    said = words("cards.import", added=[f"D9.1/{n:03}" for n in range(8)], changed=[], reprints=["D9.1/100"])
    assert (
        said
        == "card file imported · added: D9.1/000, D9.1/001, D9.1/002, D9.1/003, D9.1/004, + 3 · reprints: D9.1/100"
    )


def test_a_version_has_its_card_and_reason_and_no_yes_or_hash() -> None:
    said = words(
        "card.publish", note="Misprint", number="D1.1/008", revision=2, changed=True, sha256="ab" * 32
    )
    assert said == "version of a card added · card: D1.1/008 · version: 2 · reason: Misprint"


def test_a_keeper_is_named_and_one_who_is_gone_is_not() -> None:
    person = get_user_model()._default_manager.create_user("kees", display_name="Kees")
    assert words("keeper.make", person=person.pk, keeper=True).endswith("person: Kees")
    assert words("keeper.make", person=0, keeper=True) == "card keeper appointed"
