"""Scenario 3: a card that one limited player opened is found in the deck of another; the judge sees both pools."""

from typing import Any

import pytest
from django.urls import reverse

from ledger.commands import Actor
from rules_engine.x610z.cards import load_pool
from tests.halls import kept
from tests.tournaments.hall import staff_actor
from tests.tournaments.submissions.deck_hall import Hall, browser, make_hall
from tournaments.judging.models import Penalty
from tournaments.judging.pools import Opened, side_by_side
from tournaments.submissions.pool_services import opened_pool_record

CARDS = load_pool()
NAMES = ("Waste", "Cinder Dragon", "Mystic Energy Crystal", "Life Base")
WASTE, DRAGON, CRYSTAL, BASE = (
    next(card.number for card in CARDS.cards if card.name == name) for name in NAMES
)
POOLS = {
    "a": "1 Life Base\n5 Waste\n40 Mystic Energy Crystal\n2 Cinder Dragon",
    "b": "1 Life Base\n3 Waste\n45 Mystic Energy Crystal",
}


def test_every_card_of_both_stands_beside_its_counts_and_the_found_one_is_marked() -> None:
    first = Opened({WASTE: 5, DRAGON: 2}, {WASTE: 4})
    second = Opened({WASTE: 3}, {WASTE: 3})
    rows = side_by_side(first, second, CARDS, "en", DRAGON)
    found = [
        (row.card, row.first, row.second, row.difference, row.first_deck, row.second_deck, row.marked)
        for row in rows
    ]
    assert found == [(DRAGON, 2, 0, 2, 0, 0, True), (WASTE, 5, 3, 2, 4, 3, False)]


def test_a_card_that_neither_opened_can_be_marked_and_a_number_without_a_card_is_shown_as_it_is() -> None:
    rows = side_by_side(Opened({"gone/1": 1}, {}), Opened({}, {}), CARDS, "en", BASE)
    assert [(row.name, row.difference, row.marked) for row in rows] == [
        ("gone/1", 1, False),
        ("Life Base", 0, True),
    ]


@kept
def hall() -> Hall:
    made = make_hall(template="limited-community")
    for name, text in POOLS.items():
        user = getattr(made, name)
        number = made.entry(user).number
        opened_pool_record(actor=Actor(user, "player"), tournament=made.tournament, number=number, text=text)
    return made


def numbers(hall: Hall) -> dict[str, Any]:
    return {"first": hall.entry(hall.a).number, "second": hall.entry(hall.b).number}


@pytest.mark.django_db
def test_scenario_3_the_judge_opens_t5_with_both_pools_side_by_side(hall: Hall) -> None:
    client, address = browser(hall.judge), reverse("tournaments:pools", args=[hall.tournament.slug])
    pair = numbers(hall)
    page = client.get(address, pair)
    rows = {row.card: (row.first, row.second, row.difference) for row in page.context["rows"]}
    assert rows == {WASTE: (5, 3, 2), DRAGON: (2, 0, 2), CRYSTAL: (40, 45, -5), BASE: (1, 1, 0)}
    assert page.context["totals"]["first"] == 48 and page.context["totals"]["second"] == 49
    marked = client.post(address, pair | {"card": DRAGON})
    assert marked.status_code == 200 and marked.content.decode().count('aria-current="true"') == 1

    form = reverse("tournaments:penalty_new", args=[hall.tournament.slug])
    shown = client.post(
        form,
        {"do": "show", "entry": pair["second"], "other": pair["first"], "code": "T5", "card": DRAGON},
    )
    draft = shown.context["draft"]
    assert (draft.code, draft.entry, draft.other, draft.card) == ("T5", pair["second"], pair["first"], DRAGON)
    assert not Penalty.objects.exists()
    data = {"entry": draft.entry, "other": draft.other, "code": "T5", "card": DRAGON, "level": draft.level}
    penalty = client.post(form, data | {"do": "give"})["Location"]
    beside = f"{address}?penalty={Penalty.objects.get().number}"
    assert beside in client.get(penalty).content.decode()
    again = client.get(beside)
    assert [row.card for row in again.context["rows"] if row.marked] == [DRAGON]


@pytest.mark.django_db
def test_nobody_but_a_judge_who_does_not_play_compares_pools(hall: Hall) -> None:
    address = reverse("tournaments:pools", args=[hall.tournament.slug])
    staff_actor(hall.tournament, "judge", hall.b)
    for who in ("a", "b", "outsider", "scorekeeper", "organizer", "foreign_judge", "office"):
        client = browser(getattr(hall, who))
        for response in (client.get(address, numbers(hall)), client.post(address, numbers(hall))):
            assert response.status_code == 404, who
            assert "Cinder Dragon" not in response.content.decode()


@pytest.mark.django_db
def test_two_who_cannot_be_compared_are_an_empty_form_and_constructed_play_has_no_such_page(
    hall: Hall,
) -> None:
    client, address = browser(hall.judge), reverse("tournaments:pools", args=[hall.tournament.slug])
    pair = numbers(hall)
    for first, second in ((pair["first"], pair["first"]), (pair["first"], 987_654), ("x", "")):
        page = client.get(address, {"first": first, "second": second})
        assert page.status_code == 200 and page.context["rows"] is None
    assert client.get(address, {"penalty": "77"}).context["rows"] is None
    constructed = make_hall(name="Constructed Cup")
    other = reverse("tournaments:pools", args=[constructed.tournament.slug])
    assert browser(constructed.judge).get(other).status_code == 404
