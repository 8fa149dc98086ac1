"""Everything the decks floor writes goes through the ledger's one frame, with its keys, its chain and its rows."""

import ast
from pathlib import Path

import pytest
from django.test import Client

from decks.cards.models import Ruling
from ledger.models import LedgerRow
from ledger.selectors import verify_chain
from tests.decks.catalogue import EFFECT, make_keeper, publish_rows

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parent.parent.parent
SAID = {"text": "It can.", "rules": "202.8"}


@pytest.fixture
def keeper() -> Client:
    publish_rows([EFFECT])
    client = Client()
    client.force_login(make_keeper())
    return client


def send(keeper: Client, **fields: str) -> int:
    return keeper.post("/cards/T1.1/002/ruling/", {**SAID, **fields}).status_code


def key_on(keeper: Client) -> str:
    page = keeper.get("/cards/T1.1/002/ruling/").content.decode()
    return page.split('name="idempotency_key" value="')[1].split('"')[0]


def test_a_form_opened_without_scripts_and_sent_twice_gives_one_ruling(keeper: Client) -> None:
    key = key_on(keeper)
    assert [send(keeper, idempotency_key=key) for _twice in range(2)] == [302, 302]
    assert Ruling.objects.count() == 1
    assert LedgerRow.objects.filter(chain_id="catalogue", action="ruling.give").count() == 1
    assert verify_chain("catalogue") == []


def test_a_second_text_under_a_used_key_is_refused_in_words_and_not_lost_in_silence(keeper: Client) -> None:
    key = key_on(keeper)
    send(keeper, idempotency_key=key)
    answer = keeper.post("/cards/T1.1/002/ruling/", {**SAID, "text": "It cannot.", "idempotency_key": key})
    page = answer.content.decode()
    assert "already sent with different contents" in page
    assert "It cannot." in page
    assert key not in page
    assert list(Ruling.objects.values_list("text", flat=True)) == ["It can."]


def test_two_long_keys_that_differ_in_their_last_letter_are_two_keys(keeper: Client) -> None:
    for last, text in ("a", "One."), ("b", "Two."):
        send(keeper, idempotency_key="k" * 90 + last, text=text)
    assert sorted(Ruling.objects.values_list("text", flat=True)) == ["One.", "Two."]


def test_no_module_of_the_decks_floor_opens_a_transaction_of_its_own() -> None:
    found = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "decks").rglob("*.py")
        if "migrations" not in path.parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "atomic"
    ]
    assert found == []
