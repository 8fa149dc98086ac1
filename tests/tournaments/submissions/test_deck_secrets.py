"""A deck list reaches its owner and the judges of its tournament, and nobody and nothing else."""

import json
import logging
import re
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.urls import reverse

from decks.registration.models import DeckRevision
from ledger.models import IdempotencyKey, LedgerRow, OutboxMessage
from tests.halls import kept
from tests.speeds import few_by_day, fewer
from tests.tournaments.submissions.deck_hall import Hall, browser, make_hall

pytestmark = [pytest.mark.django_db]

# Two worlds that differ in nothing but the list (and the name) player A hands in.
SECRET = (
    "1 Life Base\n48 Mystic Energy Crystal\n2 Cinder Dragon\nSideboard\n8 Boost Energy Crystal\n2 Discount"
)
OTHER = (
    "1 Life Base\n48 Boost Energy Crystal\n2 Old Stone Dragon\nSideboard\n8 Grey Energy Crystal\n2 Bell Beast"
)
NAMES = {SECRET: "Canary Wing", OTHER: "Sparrow Tail"}
CANARIES = ("Cinder Dragon", "Discount", "Mystic Energy Crystal", "Canary Wing", "D1.1/009", "Sinteldraak")

ADDRESSES = (
    ("deck", False),
    ("deck_check", False),
    ("deck_submit", False),
    ("deck_receipt", False),
    ("deck_status", False),
    ("deck_remind", False),
    ("deck_extend", True),
    ("deck_sheet", True),
    ("deck_revise", True),
    ("detail", False),
    ("desk", False),
    ("entries", False),
    ("audit", False),
    ("me", False),
    ("judge", False),
    ("pairings", False),
    ("standings", False),
)
READERS = ("a", "judge", "head_judge")
OTHERS = ("b", "outsider", "scorekeeper", "organizer", "foreign_judge", "office", None)


def hand_in(hall: Hall, text: str) -> None:
    address = reverse("tournaments:deck_submit", args=[hall.tournament.slug])
    data = {"text": text, "name": NAMES[text], "idempotency_key": uuid4().hex}
    assert browser(hall.a).post(address, data).status_code == 302


@kept
def hall() -> Hall:
    return make_hall()


def answers(hall: Hall, who: str | None):
    """Everything one person gets from every address, by GET, by POST and as htmx asks."""
    user = getattr(hall, who) if who else None
    client = browser(user)
    number = hall.entry(hall.a).number
    for name, per_entry in ADDRESSES:
        arguments = [hall.tournament.slug, *([number] if per_entry else [])]
        address = reverse(f"tournaments:{name}", args=arguments)
        yield f"GET {name}", client.get(address)
        yield f"GET {name} by htmx", client.get(address, headers={"HX-Request": "true"})
        if name.startswith("deck"):
            yield f"POST {name}", client.post(address, {"text": "", "reason": ""})


def plain(response) -> bytes:
    """A response without what is new in every one: tokens, keys and the hashes, numbers and times of the ledger."""
    content = response.content
    content = re.sub(
        rb'(csrfmiddlewaretoken" value="|X-CSRFToken": "|idempotency_key" value=")[\w-]+', b"", content
    )
    content = re.sub(rb"[0-9a-f]{64}|[0-9a-f]{10,12}\b", b"HASH", content)
    content = re.sub(rb"\b\d{1,2}:\d{2}(:\d{2})?( [ap]\.m\.)?", b"TIME", content)
    content = re.sub(rb"\d{4}-\d\d-\d\dT[\w:.+-]+", b"TIME", content)
    return content


@pytest.mark.parametrize("who", few_by_day(OTHERS, 2, "as whom the answers are read"))
def test_no_answer_to_anybody_else_holds_a_canary(hall, who):
    hand_in(hall, SECRET)
    seen = 0
    for _name, response in answers(hall, who):
        text = response.content.decode() + json.dumps(dict(response.headers)) + str(response.cookies)
        for canary in CANARIES:
            assert canary not in text, f"{canary} in {_name} for {who}"
            assert quote(canary) not in text
        seen += 1
    assert seen == 43


@pytest.mark.parametrize("who", READERS)
def test_the_owner_and_the_judges_do_read_it(hall, who):
    hand_in(hall, SECRET)
    everything = "".join(response.content.decode() for _name, response in answers(hall, who))
    assert "Cinder Dragon" in everything
    assert "Canary Wing" in everything


def test_only_the_owner_sees_the_draft(hall):
    data = {"text": SECRET, "name": "Canary Wing", "do": "save", "idempotency_key": uuid4().hex}
    browser(hall.a).post(reverse("tournaments:deck", args=[hall.tournament.slug]), data)
    for who in fewer((*OTHERS, "judge", "head_judge"), 3, "from whom a draft is kept"):
        everything = "".join(response.content.decode() for _name, response in answers(hall, who))
        assert not [canary for canary in CANARIES if canary in everything], who


@pytest.mark.parametrize("who", few_by_day(OTHERS, 2, "two worlds"))
def test_in_two_worlds_with_different_lists_everybody_else_gets_the_same_bytes(who):
    from django.db import transaction

    class Undo(Exception):
        pass

    worlds = []
    hall = make_hall()
    for text in (SECRET, OTHER):
        try:
            with transaction.atomic():
                hand_in(hall, text)
                worlds.append(
                    {name: (answer.status_code, plain(answer)) for name, answer in answers(hall, who)}
                )
                raise Undo
        except Undo:
            pass
    assert worlds[0].keys() == worlds[1].keys()
    for name, answer in worlds[0].items():
        assert answer == worlds[1][name], f"{name} differs for {who}"


def test_the_two_worlds_do_differ_for_a_judge():
    hall = make_hall()
    hand_in(hall, SECRET)
    before = {name: plain(answer) for name, answer in answers(hall, "judge")}
    hand_in(hall, OTHER)
    assert before != {name: plain(answer) for name, answer in answers(hall, "judge")}


@pytest.mark.parametrize("who", few_by_day([*OTHERS, "a"], 3, "who may not read a list"))
@pytest.mark.parametrize("name", ["deck_sheet", "deck_revise"])
def test_a_list_one_may_not_read_answers_like_one_that_does_not_exist(hall, who, name):
    hand_in(hall, SECRET)
    user = getattr(hall, who) if who else None
    number = hall.entry(hall.a).number
    got = []
    for asked in (number, 987_654):
        address = reverse(f"tournaments:{name}", args=[hall.tournament.slug, asked])
        client = browser(user)
        response = client.post(address, {"text": ""}) if name == "deck_revise" else client.get(address)
        seen = plain(response).replace(str(asked).encode() + b"/", b"N/")
        got.append(
            (response.status_code, response.headers.get("Location", "").replace(str(asked), "N"), seen)
        )
    assert got[0] == got[1]
    assert got[0][0] == (404 if who else 302)


def test_a_judge_gets_a_404_for_an_entry_of_another_tournament(hall):
    address = reverse("tournaments:deck_sheet", args=[hall.tournament.slug, 987_654])
    assert browser(hall.judge).get(address).status_code == 404


def test_the_right_ends_with_the_role(hall):
    hand_in(hall, SECRET)
    address = reverse("tournaments:deck_sheet", args=[hall.tournament.slug, hall.entry(hall.a).number])
    client = browser(hall.judge)
    assert client.get(address).status_code == 200
    hall.tournament.staff.filter(user=hall.judge).delete()
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("who", few_by_day([*READERS, *OTHERS], 2, "as whom the caches are asked"))
def test_no_deck_page_is_ever_stored_by_a_cache(hall, who):
    hand_in(hall, SECRET)
    for name, response in answers(hall, who):
        if " deck" in name and response.status_code == 200:
            assert "no-store" in response["Cache-Control"], name
            assert not response.has_header("ETag")


def test_nothing_the_site_keeps_or_sends_beside_the_deck_tables_holds_a_card(hall, caplog):
    caplog.set_level(logging.DEBUG)
    hand_in(hall, SECRET)
    browser(hall.a).post(
        reverse("tournaments:deck_submit", args=[hall.tournament.slug]),
        {"text": SECRET + "\n4 Cinder Dragon", "name": "Canary Wing", "idempotency_key": uuid4().hex},
    )
    number = hall.entry(hall.a).number
    browser(hall.judge).post(
        reverse("tournaments:deck_revise", args=[hall.tournament.slug, number]),
        {
            "text": SECRET.replace("48", "49"),
            "reason": "Cinder Dragon was missing",
            "idempotency_key": uuid4().hex,
        },
    )
    assert DeckRevision.objects.count() == 2
    kept = [
        *LedgerRow.objects.values_list("data", flat=True),
        *OutboxMessage.objects.values_list("payload", flat=True),
        *IdempotencyKey.objects.values_list("response", flat=True),
    ]
    # The log of the database itself is silent in production; everything else counts.
    said = " ".join(record.getMessage() for record in caplog.records if record.name != "django.db.backends")
    text = json.dumps(kept) + said
    assert not [canary for canary in CANARIES if canary in text]


def test_a_search_for_a_card_stands_in_no_address(hall):
    address = reverse("tournaments:deck", args=[hall.tournament.slug])
    page = browser(hall.a).get(address).content.decode()
    assert "hx-get" not in re.search(r'<form id="deck-editor".*?</form>', page, re.DOTALL).group(0)
    assert (
        "Canary"
        not in browser(hall.a)
        .get(address, {"q": "Canary", "text": "Canary"})
        .content.decode()
        .split("<main")[1]
    )
