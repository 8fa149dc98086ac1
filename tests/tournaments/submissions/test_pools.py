"""Limited play: the opened cards are recorded, signed by two people, and the deck is made from them (scenario 3)."""

import json
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils.translation import override

from decks.registration.models import DeckRevision, OpenedPool
from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import IdempotencyKey, LedgerRow, OutboxMessage
from rules_engine.x610z.cards import load_pool
from tests.halls import kept
from tests.tournaments.submissions.deck_hall import Hall, browser, make_hall
from tournaments.submissions.pool_services import opened_pool_record, opened_pool_sign
from tournaments.submissions.pool_views import sign_token
from tournaments.submissions.services import deck_submit

pytestmark = [pytest.mark.django_db]

# 62 cards, 5 copies of Waste with restriction 2.
OPENED = "1 Life Base\n5 Waste\n40 Mystic Energy Crystal\n16 Boost Energy Crystal"
DECK = "1 Life Base\n5 Waste\n30 Mystic Energy Crystal"


@kept
def hall() -> Hall:
    return make_hall(template="limited-community")


def record(hall: Hall, text: str = OPENED) -> OpenedPool:
    entry = hall.entry(hall.a)
    opened_pool_record(
        actor=Actor(hall.a, "player"), tournament=hall.tournament, number=entry.number, text=text
    )
    return OpenedPool.objects.get(registration=entry.registration)


def sign(hall: Hall, user, role: str, revision: int | None = None, actor_role: str = "player") -> dict:
    entry = hall.entry(hall.a)
    if revision is None:
        revision = OpenedPool.objects.get(registration=entry.registration).revision
    return opened_pool_sign(
        actor=Actor(user, actor_role),
        tournament=hall.tournament,
        number=entry.number,
        role=role,
        revision=revision,
    )


def signed(hall: Hall) -> None:
    record(hall)
    sign(hall, hall.a, "opener")
    sign(hall, hall.b, "verifier")


def submit(hall: Hall, text: str) -> dict:
    return deck_submit(actor=Actor(hall.a, "player"), tournament=hall.tournament, text=text)


def refused(call, *args) -> list[str]:
    with pytest.raises(UserError) as caught:
        call(*args)
    return [f"{item.message} ({item.rule})" if item.rule else item.code for item in caught.value.problems]


def test_scenario_3_a_limited_deck_of_36_uses_all_five_copies_and_the_sideboard_is_computed(hall):
    signed(hall)
    submit(hall, DECK)
    revision = hall.entry(hall.a).registration.current
    assert sum(revision.main.values()) == 36
    assert sum(revision.sideboard.values()) == 26
    pool = load_pool()
    boost, mystic = (pool.named(name).number for name in ("Boost Energy Crystal", "Mystic Energy Crystal"))
    assert revision.sideboard == {boost: 16, mystic: 10}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Discount: 1 in the deck, but 0 in the opened cards. (102.1b)"),
        ("nl", "Discount: 1 in het deck, maar 0 in de geopende kaarten. (102.1b)"),
    ],
)
def test_scenario_3_a_card_that_was_not_opened_is_refused(hall, language, said):
    signed(hall)
    with override(language):
        assert refused(submit, hall, DECK + "\n1 Discount") == [said]
    assert DeckRevision.objects.count() == 0


def test_an_opened_card_cannot_be_used_twice(hall):
    signed(hall)
    assert refused(submit, hall, DECK + "\n1 Waste") == [
        "Waste: 6 in the deck, but 5 in the opened cards. (102.1b)"
    ]


def test_without_two_signatures_there_is_no_deck(hall):
    missing = ["Record the opened cards first: a limited deck is made from them. (102.1b)"]
    assert refused(submit, hall, DECK) == missing
    record(hall)
    missing = [
        "The opened cards are recorded, but signatures are missing: two people sign them first. (102.1b)"
    ]
    assert refused(submit, hall, DECK) == missing
    sign(hall, hall.a, "opener")
    assert refused(submit, hall, DECK) == missing
    assert sign(hall, hall.b, "verifier") == {"signed": True}
    submit(hall, DECK)


def test_no_ready_made_deck_is_offered_where_decks_are_made_of_opened_cards(hall):
    address, client = reverse("tournaments:deck", args=[hall.tournament.slug]), browser(hall.a)
    assert 'name="ready"' not in client.get(address).content.decode()
    pressed = client.post(address, {"text": "", "ready": "0"}).content.decode()
    assert pressed.partition('id="deck-text"')[2].partition(">")[2].partition("</textarea>")[0].strip() == ""


def test_two_different_people_sign(hall):
    record(hall)
    sign(hall, hall.a, "opener")
    assert refused(sign, hall, hall.a, "verifier") == ["same_person"]
    assert sign(hall, hall.a, "opener") == {"signed": False}
    sign(hall, hall.b, "verifier")
    assert refused(sign, hall, hall.judge, "verifier") == ["signed"]


def test_somebody_who_neither_plays_nor_works_here_does_not_sign(hall):
    record(hall)
    assert refused(sign, hall, hall.outsider, "verifier") == ["not_here"]
    assert sign(hall, hall.judge, "verifier", actor_role="judge") == {"signed": False}


def test_a_change_takes_both_signatures_away_and_outdates_the_page_of_the_other(hall):
    signed(hall)
    pool = record(hall, OPENED.replace("16 Boost", "17 Boost"))
    assert (pool.revision, pool.opener, pool.verifier, pool.signed) == (2, None, None, False)
    assert refused(sign, hall, hall.b, "verifier", 1) == ["stale"]


def test_the_opened_cards_stay_as_they_are_once_a_deck_is_handed_in(hall):
    signed(hall)
    submit(hall, DECK)
    assert refused(record, hall) == ["pool_in_use"]


def test_every_line_of_opened_cards_that_cannot_be_read_is_named_at_once(hall):
    assert len(refused(record, hall, "5 Nonesuch\n0 Waste\n3 Discount")) == 2
    assert OpenedPool.objects.count() == 0


def test_by_phone_the_owner_records_and_signs_and_the_neighbour_signs_by_the_address(hall):
    slug = hall.tournament.slug
    address = reverse("tournaments:pool", args=[slug])
    owner = browser(hall.a)
    assert owner.get(address).status_code == 200
    assert owner.post(address, {"text": OPENED, "idempotency_key": uuid4().hex}).status_code == 302
    assert owner.post(address, {"role": "opener", "revision": "1"}).status_code == 302
    pool = OpenedPool.objects.get()
    page = owner.get(address).content.decode()
    token = page.split("opened/sign/")[1].split("/")[0]
    signing = reverse("tournaments:sign_pool", args=[slug, token])
    assert browser(hall.b).get(signing).status_code == 200
    assert browser(hall.b).post(signing, {"role": "verifier"}).status_code == 302
    pool.refresh_from_db()
    assert pool.signed and pool.verifier == hall.b
    assert (
        browser(hall.outsider).get(reverse("tournaments:sign_pool", args=[slug, "x" + token])).status_code
        == 404
    )


def test_an_address_for_signing_ends_with_the_next_change(hall):
    pool = record(hall)
    address = reverse("tournaments:sign_pool", args=[hall.tournament.slug, sign_token(pool)])
    assert browser(hall.b).get(address).status_code == 200
    record(hall, OPENED.replace("16 Boost", "17 Boost"))
    assert browser(hall.b).get(address).status_code == 404


@pytest.mark.parametrize("who", ["b", "outsider", "scorekeeper", "organizer", "foreign_judge", "office"])
def test_the_opened_cards_are_as_secret_as_a_list(hall, who):
    signed(hall)
    number = hall.entry(hall.a).number
    client = browser(getattr(hall, who))
    for name, args in {
        "pool": [hall.tournament.slug],
        "desk_pool": [hall.tournament.slug, number],
        "deck_status": [hall.tournament.slug],
        "deck_sheet": [hall.tournament.slug, number],
        "audit": [hall.tournament.slug],
    }.items():
        assert "Waste" not in client.get(reverse(f"tournaments:{name}", args=args)).content.decode(), name
    desk = client.get(reverse("tournaments:desk_pool", args=[hall.tournament.slug, number]))
    assert desk.status_code == 404


def test_a_judge_records_at_the_desk_and_nothing_beside_the_table_holds_a_card(hall):
    number = hall.entry(hall.a).number
    address = reverse("tournaments:desk_pool", args=[hall.tournament.slug, number])
    judge = browser(hall.judge)
    data = {"text": OPENED, "idempotency_key": uuid4().hex}
    assert judge.post(address, data).status_code == 302
    assert "Waste" in judge.get(address).content.decode()
    kept = [
        *LedgerRow.objects.values_list("data", flat=True),
        *OutboxMessage.objects.values_list("payload", flat=True),
        *IdempotencyKey.objects.values_list("response", flat=True),
    ]
    assert "Waste" not in json.dumps(kept) and "D1.1/" not in json.dumps(kept)


def test_a_constructed_tournament_has_no_opened_cards():
    constructed = make_hall()
    (said,) = refused(record, constructed)
    assert said.endswith("(101.1b)")
    address = reverse("tournaments:pool", args=[constructed.tournament.slug])
    assert browser(constructed.a).get(address).status_code == 404
