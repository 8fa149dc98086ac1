"""A Z/X list at a tournament is held against every limit: of the deck, of the Dynamis, and of the office by date."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from decks.cards.legality_services import legality_end, legality_list_create, legality_set
from decks.cards.services import keeper_of
from ledger.commands import Actor
from ledger.errors import UserError
from rules_engine.zx.cards import load_pool, ready_decks
from tests.decks.catalogue import make_keeper
from tests.halls import kept
from tests.tournaments.submissions.deck_hall import Hall, browser, make_hall
from tournaments.events.models import Tournament
from tournaments.submissions.services import deck_submit

pytestmark = [pytest.mark.django_db]

POOL = load_pool("zx-texts")
TIDAL = next(deck for deck in ready_decks(POOL) if deck.name == "The Tidal Guild")
LISTED = next(number for number, count in TIDAL.main.items() if count == 4 and not POOL[number].ignition)
EXTRA = next(number for number, count in TIDAL.dynamis.items() if count == 3)
FILLER = next(
    card.number
    for card in POOL.cards
    if card.kind == "zx" and not card.ignition and not card.keywords and card.number not in TIDAL.main
)


@kept
def hall() -> Hall:
    return make_hall(template="zx-community")


def lines(cards: dict[str, int]) -> list[str]:
    return [f"{count} {POOL[number].name}" for number, count in cards.items() if count]


def codes(hall: Hall, deck: dict[str, int] | None = None, dynamis: dict[str, int] | None = None) -> list[str]:
    """Submit the ready deck with these counts; what is said against it, nothing for a list that is taken."""
    text = [*lines(TIDAL.main | (deck or {})), "Dynamis", *lines(TIDAL.dynamis | (dynamis or {}))]
    try:
        deck_submit(actor=Actor(hall.a, "player"), tournament=hall.tournament, text="\n".join(text))
    except UserError as refused:
        return sorted(problem.code for problem in refused.problems)
    assert hall.entry(hall.a).registration.current.sideboard
    return []


def without(number: str, count: int) -> dict[str, int]:
    """So many copies of a card of the deck, and others in place of the rest."""
    return {number: count, FILLER: TIDAL.main[number] - count}


def listed(hall: Hall, number: str, limit: int, first: int, last: int | None = None) -> None:
    """The office lists a card from ``first`` to ``last``, in days from the day of the tournament."""
    actor, day = keeper_of(make_keeper()), timezone.localdate(hall.tournament.starts_at)
    legality_list_create(actor=actor, key="1", name="Seals", slug="seals", game="zx", default=True)
    put: dict[str, Any] = {"of": "seals", "starts_on": day + timedelta(days=first)}
    made = legality_set(actor=actor, key="2", number=number, limit=limit, **put)
    if last is not None:
        legality_end(actor=actor, key="3", entry=made["entry"], ends_on=day + timedelta(days=last))


def test_the_ready_deck_is_taken(hall):
    assert codes(hall) == []


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [(0, None, ["zx_banned"]), (-9, 0, ["zx_banned"]), (-9, -1, []), (1, None, [])],
    ids=["from that day", "to that day", "to the day before", "from the day after"],
)
def test_a_banned_card_is_refused_on_the_days_of_its_ban(hall, first, last, found):
    listed(hall, LISTED, 0, first, last)
    assert codes(hall) == found


def test_a_deck_without_the_banned_card_is_taken(hall):
    listed(hall, LISTED, 0, 0)
    assert codes(hall, without(LISTED, 0)) == []


@pytest.mark.parametrize(
    ("first", "copies", "found"),
    [(0, 2, ["zx_copies"]), (0, 1, []), (1, 4, [])],
    ids=["two", "one", "four before it holds"],
)
def test_of_a_card_on_the_one_copy_list_there_is_one(hall, first, copies, found):
    listed(hall, LISTED, 1, first)
    assert codes(hall, without(LISTED, copies)) == found


@pytest.mark.parametrize(("limit", "found"), [(0, ["zx_banned"]), (1, ["zx_copies_dynamis"]), (3, [])])
def test_the_lists_hold_for_the_dynamis_as_well(hall, limit, found):
    listed(hall, EXTRA, limit, 0)
    assert codes(hall) == found


def others(count: int) -> dict[str, int]:
    """A Dynamis of so many cards, no more than four of a name."""
    names = [card.number for card in POOL.cards if card.kind in ("zx_extra", "event_extra")]
    found = dict.fromkeys(TIDAL.dynamis, 0)
    for place in range(count):
        number = names[place // 4]
        found[number] = found.get(number, 0) + 1
    return found


@pytest.mark.parametrize(("count", "found"), [(16, []), (17, ["zx_dynamis_size"])])
def test_a_dynamis_has_up_to_sixteen_cards(hall, count, found):
    assert codes(hall, None, others(count)) == found


@pytest.mark.parametrize(("count", "found"), [(4, []), (5, ["zx_copies_dynamis"])])
def test_a_dynamis_has_up_to_four_of_a_name(hall, count, found):
    assert codes(hall, None, {EXTRA: count}) == found


def of_kind(kind: str) -> str:
    return next(card.number for card in POOL.cards if card.kind == kind)


@pytest.mark.parametrize(
    ("kind", "deck", "dynamis"),
    [
        ("zx_extra", "zx_dynamis_only", ""),
        ("event_extra", "zx_dynamis_only", ""),
        ("shift", "zx_dynamis_only", ""),
        ("zx", "", "zx_not_dynamis"),
        ("event", "", "zx_not_dynamis"),
        ("player", "zx_beside", "zx_beside"),
        ("player_extra", "zx_beside", "zx_beside"),
        ("token", "zx_marker", "zx_marker"),
        ("link", "zx_marker", "zx_marker"),
    ],
)
def test_every_card_lies_where_its_type_belongs(hall, kind, deck, dynamis):
    number = of_kind(kind)
    place = {number: TIDAL.main.get(number, 0) + 1}
    wrong = {"zx_dynamis_only", "zx_not_dynamis", "zx_beside", "zx_marker"}
    for found, said in ((codes(hall, place, None), deck), (codes(hall, None, {number: 1}), dynamis)):
        assert wrong & set(found) == ({said} if said else set())


@pytest.mark.parametrize("settled", ["judge", "abilities"])
def test_the_check_of_a_list_names_the_shifts_where_its_event_leaves_them_to_a_judge(hall, settled):
    """An event of this kind plays them (Z25); one that settles the question back says so in the check."""
    shift = next(card for card in POOL.cards if card.kind == "shift")
    policy = hall.tournament.policy
    Tournament.objects.filter(pk=hall.tournament.pk).update(
        policy=replace(policy, rulings={**policy.rulings, "Z25": settled})
    )
    page = browser(hall.a).post(
        reverse("tournaments:deck_check", args=[hall.tournament.slug]),
        {"text": f"Dynamis\n1 {shift.name}"},
        headers={"HX-Request": "true"},
    )
    assert (f"game that is recorded: {shift.name}" in " ".join(page.content.decode().split())) == (
        settled == "judge"
    )
