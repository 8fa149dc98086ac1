"""Texts that nobody wrote are judged alike, and each reading in which the two once differed keeps a scene."""

from __future__ import annotations

import pytest

from rules_engine.kernel.stream import Stream
from rules_engine.zx.random_games import record_zx_game
from tests.speeds import amount

from . import games
from .games import Tally

COMES = "[Auto] <Trigger> this Z/X appears <Effect> "
ENDS = "[Auto] <Trigger> your turn ends <Effect> "
GIVES = "You may put 3 cards from your hand into Trash. If you do, draw 1 card."
SCENES: dict[str, tuple[str, dict[str, str]]] = {
    "fewer cards than a text asks for": (COMES + GIVES, {}),
    "fewer cards than a text asks for, where any part counts": (COMES + GIVES, {"Z30": "any_part"}),
    "two parts of a cost from one pile": (
        "[Boot] <Cost> put 1 card from your hand into Trash, put 2 cards from your hand into Trash "
        "<Effect> Deal 1 damage to the opponent.",
        {},
    ),
    "a startup ability out of Trash": (
        "[Boot] <Valid> Trash <Cost> 1 Resource <Effect> Put 1 card from the top of your deck into your Resource.",
        {},
    ),
    "a Level that counts a type of card": ("[Always] <Level> EX 1 <Effect> This Z/X gets +500 Power.", {}),
    "a Player card called by its name": (
        COMES.replace("<Trigger>", "<Player> Captain Idris <Trigger>") + "Draw 1 card.",
        {},
    ),
    "a shuffle with nothing to shuffle in": (
        ENDS + "Put 3 cards from your hand into Trash. Shuffle 2 cards from your hand into your deck.",
        {},
    ),
    "a Token that is chosen on the line on which it comes": (
        COMES + 'Create a "Forge Spark" Token in Reboot State on a Normal Square without a Z/X. '
        "Put another Z/X of yours into its owner's Charge.",
        {},
    ),
    "the second of two Tokens that come on one line": (
        ENDS + 'Create a "Forge Spark" Token in Reboot State on a Normal Square without a Z/X. '
        "Move another Z/X to a Square next to it.",
        {},
    ),
    "one of several Links": (
        COMES + 'Create a "Root Thread" Link on a Square.\n' + ENDS + "Banish a Link.",
        {},
    ),
    "an Event that shuffles itself in": (
        "[Event] <Effect> Shuffle 1 card from your hand into your deck.",
        {"Z9": "origin"},
    ),
    "a condition at the end of a turn": (
        ENDS + "If you have 3 or fewer cards in your hand, draw 1 card.",
        {"Z16": "both"},
    ),
    "an Event that only picks, where nothing to pick refuses it": (
        "[Event] <Effect> Reboot a Z/X of yours.",
        {"Z14": "refused"},
    ),
    "an Event that only puts elsewhere": (
        "[Event] <Effect> Put an enemy Z/X into its owner's Charge.",
        {"Z14": "refused"},
    ),
    "the end of the opponent's turn": (
        "[Auto] <Trigger> the opponent's turn ends <Effect> If there is a Z/X of yours, "
        "move every enemy Z/X to a Square next to it.",
        {},
    ),
    "a seed that acts at once": (
        "[Evol Seed] <Effect> Put 1 card from the top of your deck into your Charge.\n"
        + ENDS
        + "Put 2 cards from the top of your deck into your Trash.",
        {"Z31": "at_once"},
    ),
}


def number_for(text: str) -> str:
    """A card of the pool that can say it."""
    if text.startswith("[Event]"):
        return "Z01-019"
    return "Z04-040" if text.startswith("[Evol Seed]") else "Z01-002"


def judged(what: str, count: int) -> tuple[Tally, set[str]]:
    """Random games of small decks full of a scene's card, and the effects that were carried out in them."""
    text, choices = SCENES[what]
    number = number_for(text)
    pool = games.with_text(games.quick_cards(), number, text)
    plain = [card.number for card in pool.cards if card.kind == "zx" and not card.text]
    tally, carried = Tally(), set[str]()
    for seed in range(count):
        stream = Stream(f"scene/{what}/{seed}")
        decks = [[number if stream.chance(60) else stream.pick(plain) for _ in range(20)] for _ in range(2)]
        beside = games.beside_a_deck(stream, {"player_card": "Z04-063", "dynamis": ["Z03-001"] * 4})
        log = record_zx_game(
            f"scene/{what}/{seed}",
            pool=pool,
            decks=decks,
            laid_out=[beside, beside],
            max_actions=90,
            choices=games.PLAYED | choices,
        ).finish()
        carried |= games.judge(what, log, tally, pool).carried
    return tally, carried


@pytest.mark.parametrize("what", SCENES)
def test_a_reading_that_once_differed_is_the_same_to_both(what: str) -> None:
    tally, carried = judged(what, 2)
    assert not tally.differences, tally.differences[0][2]
    assert set(tally.unsupported) <= {
        "which Link is banished, when one came on this line and has no name yet"
    }
    assert all(games.effects_of(line) & carried for line in SCENES[what][0].splitlines())


def test_texts_drawn_from_the_language_are_judged_alike() -> None:
    tally = games.judge_texts(range(amount(6, 100, "pools of drawn texts")))
    assert not tally.differences, f"{tally.differences[0][0]}: {tally.differences[0][2]}"
    assert tally.texts > 80 and len(tally.said) > 15


def test_a_reading_that_is_wrong_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.referee_zx.effects.enough", lambda game, done, wanted: True)
    tally, _ = judged("fewer cards than a text asks for", 4)
    assert tally.differences, "nobody noticed"
