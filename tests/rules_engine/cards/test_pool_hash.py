"""The content hash of a pool: what logs and lists pin, so it must hang on the cards and on nothing else."""

import msgspec
import pytest

from rules_engine.x610z.cards import CardRevision, Pool, load_pool


@pytest.mark.parametrize("name", ["demo", "demo-2"])
def test_equal_cards_have_an_equal_hash_however_they_were_made(name: str) -> None:
    packaged = load_pool(name)
    read = msgspec.json.decode(msgspec.json.encode(packaged.cards), type=tuple[CardRevision, ...])
    rebuilt = tuple(
        msgspec.structs.replace(card, rarity="".join(card.rarity), text=(card.text + " ")[:-1])
        for card in read
    )
    assert read == packaged.cards
    assert Pool("other", read).sha256 == Pool("other", rebuilt).sha256 == packaged.sha256


def test_a_value_written_out_hashes_like_the_same_value_left_out() -> None:
    short = CardRevision("D9.1/001/001-C", "Some Card", "effect")
    said = msgspec.json.decode(
        b'{"number": "D9.1/001/001-C", "name": "Some Card", "kind": "effect", "rarity": "C", "speed": 0}',
        type=CardRevision,
    )
    assert Pool("a", (short,)).sha256 == Pool("a", (said,)).sha256


@pytest.mark.parametrize(
    "change",
    [
        {"speed": 1},
        {"name": "Other Card"},
        {"rarity": "U"},
        {"restriction": None},
        {"manual": True},
        {"text": "Draw."},
    ],
    ids=str,
)
def test_whatever_matters_in_a_game_changes_the_hash(change: dict[str, object]) -> None:
    card = CardRevision("D9.1/001/001-C", "Some Card", "effect")
    assert Pool("a", (card,)).sha256 != Pool("a", (msgspec.structs.replace(card, **change),)).sha256


def test_another_tree_for_the_same_text_changes_the_hash() -> None:
    cards = load_pool("demo").cards
    with_tree = next(card for card in cards if card.tree is not None)
    assert (
        Pool("a", (with_tree,)).sha256 != Pool("a", (msgspec.structs.replace(with_tree, tree=None),)).sha256
    )


@pytest.mark.parametrize("field", ["flavor", "name_nl", "text_nl"])
def test_a_translation_or_a_story_does_not_make_another_pool(field: str) -> None:
    card = CardRevision("D9.1/001/001-C", "Some Card", "effect")
    assert Pool("a", (card,)).sha256 == Pool("a", (msgspec.structs.replace(card, **{field: "Iets"}),)).sha256
