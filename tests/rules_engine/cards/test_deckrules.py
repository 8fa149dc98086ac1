"""Deck rules: each obeyed and broken, and the scenarios of organized play."""

from __future__ import annotations

import msgspec
import pytest

from rules_engine.x610z.cards import Pool, load_pool
from rules_engine.x610z.deckrules import (
    DeckList,
    DeckProblem,
    check_deck,
    check_team,
    limited_sideboard,
    parse_decklist,
)
from rules_engine.x610z.messages import CATALOGUE
from tests.worked import lines_run

POOL: Pool = load_pool("demo")
LIFE_BASE = POOL.life_base.number


def number(name: str) -> str:
    card = POOL.named(name)
    assert card is not None, name
    return card.number


MYSTIC, BOOST, DISCOUNT, WASTE = (
    number(name) for name in ("Mystic Energy Crystal", "Boost Energy Crystal", "Discount", "Waste")
)


def deck(main: int = 51, side: int = 0, *, life_bases: int = 1, **extra: int) -> DeckList:
    """A list of that size: Life Bases, the ``extra`` cards in the deck, and Mystic Energy Crystals."""
    cards = {LIFE_BASE: life_bases} if life_bases else {}
    cards |= {number(name.replace("_", " ")): count for name, count in extra.items()}
    cards[MYSTIC] = main - sum(cards.values())
    return DeckList(cards, {BOOST: side} if side else {})


def found(problems: list[DeckProblem]) -> list[tuple[str, str]]:
    return [(problem.rule, problem.code) for problem in problems]


# --- scenario 1 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("102.1a")
def test_the_deck_restriction_counts_deck_and_sideboard_together() -> None:
    cards = deck(Discount=2).main
    (problem,) = check_deck(DeckList(cards, {DISCOUNT: 2, BOOST: 8}), "constructed", POOL)

    assert problem == DeckProblem(
        "102.1a", "restriction", {"card": "Discount", "count": 4, "limit": 3}, DISCOUNT
    )
    assert problem.text() == "Discount: 4 of 3 over deck and sideboard (102.1a)"
    assert problem.text("nl") == "Discount: 4 van 3 in deck en sideboard samen (102.1a)"


@pytest.mark.rule("102.1a")
def test_the_deck_restriction_may_be_reached_over_deck_and_sideboard() -> None:
    assert check_deck(DeckList(deck(Discount=2).main, {DISCOUNT: 1, BOOST: 9}), "constructed", POOL) == []


@pytest.mark.rule("101.1a")
def test_too_many_copies_in_the_deck_alone_break_101_1a() -> None:
    (problem,) = check_deck(deck(Discount=4), "constructed", POOL)

    assert found([problem]) == [("101.1a", "restriction_deck")]
    assert problem.text() == "Discount: 4 of 3 in the deck (101.1a)"


# --- scenario 2 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("101.1a")
@pytest.mark.rule("101.2")
@pytest.mark.parametrize("main", [50, 51, 140])
@pytest.mark.parametrize("side", [0, 9, 10, 11])
def test_sizes_and_sideboards_name_every_broken_rule_at_once(main: int, side: int) -> None:
    expected = []
    if main < 51:
        expected.append(("101.1a", "deck_too_small"))
    if side in (9, 11):
        expected.append(("102.1a", "sideboard_size"))

    assert found(check_deck(deck(main, side), "constructed", POOL)) == expected


@pytest.mark.rule("101.1a")
def test_a_deck_without_a_life_base_is_refused() -> None:
    assert found(check_deck(deck(life_bases=0), "constructed", POOL)) == [("101.1a", "no_life_base")]


@pytest.mark.rule("101.1a")
def test_a_deck_with_two_life_bases_is_refused_once() -> None:
    assert found(check_deck(deck(life_bases=2), "constructed", POOL)) == [("101.1a", "several_life_bases")]


@pytest.mark.rule("102.1")
def test_a_life_base_in_the_sideboard_is_refused() -> None:
    side = {LIFE_BASE: 1, BOOST: 9}

    assert found(check_deck(DeckList(deck().main, side), "constructed", POOL)) == [
        ("102.1", "life_base_in_sideboard")
    ]


@pytest.mark.rule("304.3b")
def test_infinity_allows_forty_copies() -> None:
    assert POOL[MYSTIC].restriction is None
    assert check_deck(DeckList({LIFE_BASE: 1, MYSTIC: 40, BOOST: 10}), "constructed", POOL) == []


@pytest.mark.rule("304.3a")
def test_a_numbered_restriction_does_not_allow_forty_copies() -> None:
    assert ("101.1a", "restriction_deck") in found(check_deck(deck(Discount=40), "constructed", POOL))


@pytest.mark.rule("205.1")
def test_unknown_cards_are_named_once_each() -> None:
    cards = dict(deck(49).main) | {"9.9/999/999-C": 2}
    problems = check_deck(DeckList(cards, {"9.9/999/999-C": 1, BOOST: 9}), "constructed", POOL)

    assert found(problems) == [("205.1", "unknown_card")]
    assert problems[0].card == "9.9/999/999-C"


def test_a_negative_number_of_copies_is_no_trick() -> None:
    problems = check_deck(DeckList({LIFE_BASE: 1, MYSTIC: 55, DISCOUNT: -5}), "constructed", POOL)

    assert ("205.1", "bad_count") in found(problems)


def test_all_problems_come_at_once() -> None:
    cards = DeckList({DISCOUNT: 5, "no card": 1}, {LIFE_BASE: 1, WASTE: 3})

    assert set(found(check_deck(cards, "constructed", POOL))) == {
        ("205.1", "unknown_card"),
        ("101.1a", "no_life_base"),
        ("102.1", "life_base_in_sideboard"),
        ("101.1a", "deck_too_small"),
        ("102.1a", "sideboard_size"),
        ("101.1a", "restriction_deck"),
        ("102.1a", "restriction"),
    }


# --- lists of the office and acts ----------------------------------------------------------------------------------


@pytest.mark.rule("304.3a")
def test_a_list_of_the_office_allows_fewer_copies_than_the_card() -> None:
    limits = {DISCOUNT: 1}

    assert check_deck(deck(Discount=1), "constructed", POOL, limits=limits) == []
    (problem,) = check_deck(deck(Discount=2), "constructed", POOL, limits=limits)
    assert problem.text() == "Discount: 2 of 1 in the deck (101.1a)"


@pytest.mark.rule("304.3a")
def test_a_banned_card_is_refused_in_deck_and_sideboard_even_without_restriction() -> None:
    limits = {MYSTIC: 0, WASTE: 0}
    cards = DeckList({LIFE_BASE: 1, BOOST: 50}, {MYSTIC: 10})
    (problem,) = check_deck(cards, "constructed", POOL, limits=limits)

    assert problem.code == "banned"
    assert problem.text("nl").startswith("Mystic Energy Crystal mag niet gespeeld worden")
    assert check_deck(DeckList({LIFE_BASE: 1, BOOST: 50}), "constructed", POOL, limits=limits) == []


@pytest.mark.rule("101.1b")
def test_limited_play_knows_no_list_of_the_office() -> None:
    assert check_deck(limited_deck(), "limited", POOL, opened=opened(), limits={WASTE: 0}) == []


@pytest.mark.rule("307.2")
def test_cards_of_an_act_that_is_not_played_with_are_refused_but_for_the_life_base() -> None:
    both = load_pool("demo-2")
    second = next(card for card in both.cards if card.act == "D2" and not card.is_life_base)
    cards = DeckList({LIFE_BASE: 1, MYSTIC: 50, second.number: 1})

    assert check_deck(cards, "constructed", both, acts=("D1", "D2")) == []
    (problem,) = check_deck(cards, "constructed", both, acts=("D1",))
    assert (problem.rule, problem.code, problem.card) == ("307.2", "wrong_act", second.number)
    only_second = DeckList({LIFE_BASE: 1, second.number: 1, MYSTIC: 50})
    (named,) = check_deck(only_second, "constructed", both, acts=("D2",))
    assert named.card == MYSTIC


@pytest.mark.rule("307.2", "304.3a")
def test_a_card_printed_again_is_of_both_acts_and_its_copies_are_counted_together() -> None:
    waste = msgspec.structs.replace(POOL[WASTE], printings=("D9.1/007/050-R",))
    pool = Pool("again", tuple(waste if card.number == WASTE else card for card in POOL.cards))
    text = f"1 Life Base\n50 Mystic Energy Crystal\n1 Waste [{WASTE}]\n{{}} [D9.1/007]"

    def codes(copies: int, act: str) -> set[str]:
        read = parse_decklist(text.format(copies), pool).deck
        return {problem.code for problem in check_deck(read, "constructed", pool, acts=("D1", act))}

    assert codes(1, "D9") == set()
    assert codes(2, "D9") == {"restriction_deck"}, "two of Waste, whatever number they show"
    only_old = check_deck(DeckList({LIFE_BASE: 1, WASTE: 1, MYSTIC: 50}), "constructed", pool, acts=("D9",))
    assert {problem.card for problem in only_old} == {MYSTIC}
    assert pool.sha256 != POOL.sha256


# --- scenario 3: limited -------------------------------------------------------------------------------------------


def opened() -> dict[str, int]:
    """62 opened cards with 5 copies of Waste, whose restriction is 2."""
    return {LIFE_BASE: 1, WASTE: 5, MYSTIC: 40, BOOST: 16}


def limited_deck() -> DeckList:
    return DeckList({LIFE_BASE: 1, WASTE: 5, MYSTIC: 30})


@pytest.mark.rule("101.1b")
def test_limited_ignores_the_deck_restriction_and_computes_the_sideboard() -> None:
    assert POOL[WASTE].restriction == 2
    assert sum(opened().values()) == 62
    assert check_deck(limited_deck(), "limited", POOL, opened=opened()) == []
    side = limited_sideboard(limited_deck(), opened())
    assert sum(side.values()) == 26
    assert side == {MYSTIC: 10, BOOST: 16}


@pytest.mark.rule("102.1b")
def test_limited_refuses_a_card_that_was_not_opened() -> None:
    cards = DeckList(dict(limited_deck().main) | {DISCOUNT: 1})
    (problem,) = check_deck(cards, "limited", POOL, opened=opened())

    assert problem == DeckProblem(
        "102.1b", "not_opened", {"card": "Discount", "count": 1, "limit": 0}, DISCOUNT
    )


@pytest.mark.rule("102.1b")
def test_limited_refuses_more_copies_than_were_opened() -> None:
    cards = DeckList({LIFE_BASE: 1, WASTE: 6, MYSTIC: 30})

    assert found(check_deck(cards, "limited", POOL, opened=opened())) == [("102.1b", "not_opened")]


@pytest.mark.rule("101.1b")
@pytest.mark.parametrize(("size", "expected"), [(35, [("101.1b", "deck_too_small")]), (36, []), (57, [])])
def test_a_limited_deck_has_at_least_36_cards(size: int, expected: list) -> None:
    cards = DeckList({LIFE_BASE: 1, MYSTIC: min(40, size - 1), BOOST: max(0, size - 41)})

    assert found(check_deck(cards, "limited", POOL, opened=opened())) == expected


@pytest.mark.rule("101.1b")
@pytest.mark.parametrize(("bases", "code"), [(0, "no_life_base"), (2, "several_life_bases")])
def test_a_limited_deck_has_exactly_one_life_base(bases: int, code: str) -> None:
    cards = DeckList({LIFE_BASE: bases, MYSTIC: 40})

    assert found(check_deck(cards, "limited", POOL, opened=opened() | {LIFE_BASE: 2})) == [("101.1b", code)]


@pytest.mark.rule("102.1b")
def test_a_typed_limited_sideboard_must_be_the_computed_one() -> None:
    right = DeckList(limited_deck().main, {MYSTIC: 10, BOOST: 16})
    wrong = DeckList(limited_deck().main, {MYSTIC: 10})

    assert check_deck(right, "limited", POOL, opened=opened()) == []
    assert found(check_deck(wrong, "limited", POOL, opened=opened())) == [("102.1b", "sideboard_computed")]


@pytest.mark.rule("102.1b")
def test_a_limited_deck_needs_the_opened_cards() -> None:
    assert found(check_deck(limited_deck(), "limited", POOL)) == [("102.1b", "pool_missing")]


# --- scenario 4: teams -----------------------------------------------------------------------------------------------


@pytest.mark.rule("G.team-restriction")
def test_the_team_restriction_names_the_copies_of_each_member() -> None:
    crew = {"A": deck(Waste=2), "B": deck(Waste=2), "C": deck(Waste=1)}
    (problem,) = check_team(crew, POOL, limits={WASTE: 4})

    assert problem.text() == "Waste: 5 of 4 (A2 B2 C1) (G.team-restriction)"
    assert problem.card == WASTE
    assert check_team(crew | {"C": deck()}, POOL, limits={WASTE: 4}) == []


@pytest.mark.rule("G.team-restriction")
def test_without_a_team_restriction_a_team_may_share_cards() -> None:
    assert check_team({"A": deck(Waste=2), "B": deck(Waste=2)}, POOL) == []


@pytest.mark.rule("G.team-restriction")
def test_sideboards_count_in_the_team_restriction_unless_switched_off() -> None:
    crew = {"A": DeckList({WASTE: 1}, {WASTE: 1}), "B": DeckList({WASTE: 1})}

    assert len(check_team(crew, POOL, limits={WASTE: 2})) == 1
    assert check_team(crew, POOL, limits={WASTE: 2}, sideboards=False) == []


# --- the rest --------------------------------------------------------------------------------------------------------


def test_every_message_has_both_languages_and_the_same_placeholders() -> None:
    english, dutch = CATALOGUE.table("deck", "en"), CATALOGUE.table("deck", "nl")
    assert set(english) == set(dutch)
    for code, text in english.items():
        names = [sorted(part.split(")")[0] for part in said.split("%(")[1:]) for said in (text, dutch[code])]
        assert names[0] == names[1], code


def test_an_unknown_format_is_a_bug_of_the_caller() -> None:
    with pytest.raises(ValueError, match="format"):
        check_deck(deck(), "standard", POOL)  # type: ignore[arg-type]  # that is the point


def test_the_hash_of_a_list_does_not_depend_on_the_order() -> None:
    one = DeckList({LIFE_BASE: 1, MYSTIC: 50})
    two = DeckList({MYSTIC: 50, LIFE_BASE: 1, BOOST: 0})

    assert one.sha256() == two.sha256()
    assert one.sha256() != DeckList({LIFE_BASE: 1, MYSTIC: 40}, {MYSTIC: 10}).sha256()


def test_a_list_of_sixty_different_cards_is_checked_in_a_few_lines_each() -> None:
    cards = DeckList(
        {card.number: 1 for card in POOL.cards[:60]}, {card.number: 1 for card in POOL.cards[60:70]}
    )

    assert lines_run(lambda: check_deck(cards, "constructed", POOL)) < 40 * 70
