"""Z/X decks: every rule obeyed and broken, every broken one named at once."""

import pytest

from rules_engine.zx.cards import ZxCard, ZxPool, load_pool, ready_decks
from rules_engine.zx.deckrules import check_deck
from rules_engine.zx.messages import CATALOGUE

POOL = load_pool()


def number(name: str) -> str:
    card = POOL.named(name)
    assert card is not None, name
    return card.number


IGNITION = ("Ember Courier", "Anvil Apprentice", "Dawn Messenger", "Torch Choir", "Kiln Guardian")
PLAIN = (
    "Copper Lark",
    "Salt Lizard",
    "Iron Bramble",
    "Glass Heron",
    "Slate Rider",
    "Chalk Titan",
    "Marl Serpent",
)


def deck(**changes: int) -> dict[str, int]:
    """Exactly 50 cards, 20 with the Ignition icon; ``changes`` replace counts by name."""
    cards = {number(name): 4 for name in (*IGNITION, *PLAIN)} | {number("Flint Runner"): 2}
    cards |= {number(name.replace("_", " ")): count for name, count in changes.items()}
    return {card: count for card, count in cards.items() if count}


def codes(main: dict[str, int], dynamis: dict[str, int] | None = None, **more: object) -> list[str]:
    return [problem.code for problem in check_deck(main, dynamis or {}, POOL, **more)]  # type: ignore[arg-type]  # test values


def test_fifty_cards_with_twenty_ignition_icons_are_legal_with_and_without_dynamis() -> None:
    assert codes(deck()) == []
    assert codes(deck(), {number("Phoenix of the Fifth World"): 4, number("Crown of Cinders"): 4}) == []


@pytest.mark.parametrize("runners", [1, 3])
def test_a_deck_has_exactly_fifty_cards(runners: int) -> None:
    assert codes(deck(Flint_Runner=runners)) == ["zx_size"]


@pytest.mark.parametrize(("courier", "runner"), [(3, 3), (0, 4)])
def test_exactly_twenty_cards_have_the_ignition_icon(courier: int, runner: int) -> None:
    assert "zx_ignition" in codes(deck(Ember_Courier=courier, Flint_Runner=runner))
    assert "zx_ignition" in codes(deck(Ash_Gatherer=1, Flint_Runner=1))


def test_four_cards_of_a_name_over_all_printings() -> None:
    two_printings = deck(Flint_Runner=0) | {"Z01-009": 2}
    assert codes(two_printings) == []
    assert POOL["Z01-009"].name == POOL["Z02-001"].name == "Basalt Ox"
    main = deck(Flint_Runner=0, Slate_Rider=1) | {"Z01-009": 3, "Z02-001": 2}
    (problem,) = check_deck(main, {}, POOL)
    assert problem.text() == "Basalt Ox: 5 of 4 in the deck"
    assert problem.text("nl") == "Basalt Ox: 5 van 4 in het deck"


@pytest.mark.parametrize(
    ("extra", "keyword"), [("Furnace_Herald", "Life Recovery"), ("Cinder_Mason", "Void Bringer")]
)
def test_four_cards_with_a_keyword_of_the_deck_rules(extra: str, keyword: str) -> None:
    (problem,) = check_deck(deck(Ember_Courier=3, **{extra: 1}), {}, POOL)
    assert problem.text() == f"Cards with {keyword}: 5 of 4 in the deck"


def test_the_dynamis_has_up_to_sixteen_cards_of_its_own_types() -> None:
    names = ("Phoenix of the Fifth World", "Crown of Cinders", "Night of Sparks", "Ox Ascendant")
    full = {number(name): 4 for name in names}
    assert codes(deck(), full) == []
    assert codes(deck(), full | {number("Heron Ascendant"): 1}) == ["zx_dynamis_size"]
    assert codes(deck(), {number("Ox Ascendant"): 5}) == ["zx_copies_dynamis"]
    assert codes(deck(), {number("Copper Lark"): 1}) == ["zx_not_dynamis"]
    assert codes(deck(Flint_Runner=1, Ox_Ascendant=1)) == ["zx_dynamis_only"]


def test_a_list_of_the_office_bans_a_card_or_allows_one_copy() -> None:
    lark = number("Copper Lark")
    assert codes(deck(), limits={lark: 0}) == ["zx_banned"]
    assert codes(deck(), limits={lark: 1}) == ["zx_copies"]
    assert codes(deck(), limits={lark: 99}) == []
    ox = {"Z01-009": 4}
    assert "zx_banned" in codes(deck() | ox, limits={"Z02-001": 0})  # the same name under another number
    assert "zx_banned" not in codes(deck() | ox, limits={})
    assert codes(deck(), limits={"Z99-001": 0}) == []


def test_every_broken_rule_is_named_at_once() -> None:
    main = {"nonsense": 1, number("Dawn Messenger"): 9, number("Ox Ascendant"): 1}
    assert set(codes(main, {number("Copper Lark"): 17})) == {
        "zx_unknown",
        "zx_size",
        "zx_ignition",
        "zx_keyword",
        "zx_dynamis_only",
        "zx_not_dynamis",
        "zx_copies",
        "zx_copies_dynamis",
        "zx_dynamis_size",
    }


def test_every_message_has_both_languages_and_the_same_placeholders() -> None:
    english, dutch = CATALOGUE.table("deck", "en"), CATALOGUE.table("deck", "nl")
    assert set(english) == set(dutch)
    for code, text in english.items():
        names = [sorted(part.split(")")[0] for part in said.split("%(")[1:]) for said in (text, dutch[code])]
        assert names[0] == names[1], code


def test_a_pool_refuses_two_cards_of_one_number_and_unknown_pools_are_a_lookup_error() -> None:
    with pytest.raises(ValueError, match="share a number"):
        ZxPool("twice", (ZxCard("1", "A"), ZxCard("1", "B")))
    with pytest.raises(LookupError):
        load_pool("nonsense")


def test_every_ready_made_deck_is_legal_and_another_pool_has_none() -> None:
    for ready in ready_decks(POOL):
        assert check_deck(ready.main, ready.dynamis, POOL) == []
    assert ready_decks(ZxPool("other", POOL.cards)) == ()
