"""Every card of the packaged pools: its text compiles, prints back, and stands for what the rules say of it."""

from __future__ import annotations

import pytest

from rules_engine.x610z import nodes as n
from rules_engine.x610z.cards import CardRevision, Pool, load_pool
from rules_engine.x610z.cardtext import compile_text, normalise, print_tree
from rules_engine.x610z.cardtext.suggest import worked_examples
from rules_engine.x610z.deckrules import check_deck
from rules_engine.x610z.pool import POOLS, compile_row, read_card, read_rows, ready_decks, row_key
from rules_engine.x610z.pool.compiled import kept_trees
from tests.tables import table

ROWS = [row for act in POOLS["demo-4"] for row in read_rows(act)]
ALL = load_pool("demo-4")


@pytest.fixture(scope="module")
def pool() -> Pool:
    return load_pool("demo")


@table("row", ROWS, ids=lambda row: row["name"])
def test_the_text_of_a_card_compiles_and_prints_back(row: dict) -> None:
    card = read_card(row)
    compiled = compile_text(card.text, name=card.name)

    assert compiled.tree == card.tree
    assert compiled.printed == card.text
    assert normalise(print_tree(compiled.tree).replace("~", card.name)) == normalise(card.text)


@table("row", ROWS, ids=lambda row: row["name"])
def test_the_dutch_text_of_a_card_means_the_same_and_prints_back(row: dict) -> None:
    card = read_card(row)
    compiled = compile_text(card.text_nl, name=card.name_nl, language="nl")

    assert compiled.tree == card.tree
    assert compiled.printed == card.text_nl
    assert print_tree(card.tree, "nl").replace("~", card.name_nl) == card.text_nl


def test_the_kept_trees_are_those_of_the_texts() -> None:
    """If this fails: ``python -m rules_engine.x610z.pool``."""
    assert {row_key(row) for row in ROWS} == set(kept_trees())
    assert all(kept_trees()[row_key(row)] == compile_row(row) for row in ROWS)


@table("card", ALL.cards, ids=lambda card: card.name)
def test_every_tree_survives_json(card: CardRevision) -> None:
    assert card.tree is not None
    assert n.from_json(n.to_json(card.tree)) == card.tree


def test_the_demonstration_set_is_large_enough(pool: Pool) -> None:
    effects = [card for card in pool.cards if card.is_effect]

    assert len(pool) >= 72
    assert len(ALL) == 354
    assert len(effects) >= 25
    assert all(card.ours for card in ALL.cards)


def test_every_class_of_the_first_act_has_several_summons(pool: Pool) -> None:
    for name in ("Dragon", "Beast", "Vessel"):
        summons = [card for card in pool.cards if card.is_summon and card.card_class == name]
        assert len(summons) >= 3
        assert all(card.restriction is not None and card.restriction <= 3 for card in summons)
        assert all(card.element for card in summons)


def test_what_the_rule_documents_give_is_kept(pool: Pool) -> None:
    def card(name: str) -> CardRevision:
        found = pool.named(name)
        assert found is not None, name
        return found

    assert card("Life Base").number == "1.1/001/089-C"
    assert card("Life Base").element == ""
    assert card("Life Base").speed == 1
    assert card("Life Base").movement.total > 0
    assert card("Hunter Dragon").card_class == "Dragon"
    assert card("Jelly Fish Vessel").speed == 3
    assert card("Jelly Fish Vessel").card_class == "Vessel"
    assert isinstance(card("7 Shooter").tree.parts[0], n.ChooseOne)
    assert card("Discount").tree.parts == (n.Draw(n.Const(2)),)
    waste = card("Waste").tree.parts[0]
    assert isinstance(waste, n.Trigger)
    assert waste.when == n.When("in", "phase", phase="draw", whose="you")
    assert isinstance(card("Life Base Steam Engine").tree.parts[0], n.Static)
    assert isinstance(card("Precision Failure").tree.parts[0], n.Activated)
    assert card("Precision Failure").permanent
    assert not card("Divine Intervention").permanent
    for name in ("Bullseye", "Heal", "Annihilation"):
        gates = [node for node in n.walk(card(name).tree) if isinstance(node, n.Gate)]
        assert gates and gates[0].cost.total > 0, name
    assert card("Mystic Energy Crystal").produces == n.Energy(mystic=1)
    assert card("Boost Energy Crystal").produces == n.Energy(boost=1)
    assert card("Mystic Energy Crystal").restriction is None


def test_every_kind_of_node_is_on_some_card_or_in_an_example() -> None:
    trees = [card.tree for card in ALL.cards] + [compile_text(text).tree for text in worked_examples()]
    used = {type(node) for tree in trees for node in n.walk(tree)}
    steps = set(n.Node.__args__)

    assert {node.__name__ for node in steps - used} == set()


def test_all_six_card_types_occur(pool: Pool) -> None:
    assert {card.kind for card in pool.cards} == {
        "energy_crystal", "summon", "effect", "summon_effect", "class_effect", "crystal_effect",
    }  # fmt: skip


def test_every_card_has_a_dutch_name_and_text() -> None:
    assert [card.name for card in ALL.cards if not card.name_nl or not card.text_nl] == []


def test_card_numbers_are_well_formed_and_ours_are_marked() -> None:
    for card in ALL.cards:
        act, number, rest = card.number.split("/")
        assert rest.split("-")[1] == card.rarity
        assert act == "1.1" if card.is_life_base else card.act in ("D1", "D2", "D3", "D4")
        assert number.isdecimal()


def test_a_pool_finds_cards_by_number_short_number_and_name(pool: Pool) -> None:
    dragon = pool.named("HUNTER  dragon")

    assert dragon is not None
    assert pool.find(dragon.number) is dragon
    assert pool.find(dragon.number.split("-")[0]) is dragon
    assert pool.find("/".join(dragon.number.split("/")[:2])) is dragon
    assert pool.find("crow’s nest") is pool.named("Crow's Nest")
    assert pool.find("nobody") is None
    assert pool.cards[pool.index[dragon.number]] is dragon


def test_the_hash_of_a_pool_changes_with_a_figure_but_not_with_a_flavor(pool: Pool) -> None:
    import msgspec

    first = msgspec.structs.replace(pool.cards[0], flavor="other words")
    worse = msgspec.structs.replace(pool.cards[0], defense=1)

    assert Pool("x", (first, *pool.cards[1:])).sha256 == pool.sha256
    assert Pool("x", (worse, *pool.cards[1:])).sha256 != pool.sha256


def test_a_pool_refuses_two_cards_of_one_name(pool: Pool) -> None:
    with pytest.raises(ValueError, match="share"):
        Pool("x", (pool.cards[0], pool.cards[0]))


def test_an_unknown_pool_is_named_in_the_error() -> None:
    with pytest.raises(LookupError, match="nowhere"):
        load_pool("nowhere")
    assert set(POOLS) == {"demo", "demo-2", "demo-3", "demo-4"}


def test_the_ready_made_decks_are_legal_and_at_least_four_with_three_sideboards(pool: Pool) -> None:
    decks = ready_decks(pool)

    assert len(decks) >= 4
    assert sum(bool(ready.deck.sideboard) for ready in decks) >= 3
    for ready in decks:
        assert check_deck(ready.deck, "constructed", pool) == [], ready.name
        assert ready.deck.size == 51


def test_a_card_whose_text_is_not_understood_can_be_kept_as_manual() -> None:
    row = {
        "number": "D9.1/001/001-C", "name": "Riddle", "type": "Summon Card", "class": "Beast", "restriction": 2,
        "text": "[Movement Energy: C1] Attack Power 1, Defense 2, Speed 3, Range 4.\nAsk the sphinx.",
        "permanent": True, "manual": True,
    }  # fmt: skip
    card = read_card(row)

    assert card.manual
    assert card.tree is None
    assert (card.attack, card.defense, card.speed, card.range) == (1, 2, 3, 4)
