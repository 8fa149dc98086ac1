"""Interaction scenes: small games that both referees judge, each for a sentence of the rules.

A scene is a function that plays a log. ``@scene("quirk")`` marks one on which the engine is known to differ today.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from rules_engine.testing import GameRecorder
from rules_engine.x610z.cards import CardRevision, Pool
from rules_engine.x610z.cardtext import compile_text

from .texts import quick_pool


class Scene(Struct):
    """A log with its cards, and the quirk of the engine that it shows, if any."""

    name: str
    play: Callable[[], tuple[bytes, Pool]]
    quirk: str = ""


SCENES: list[Scene] = []


def scene(quirk: str = "") -> Callable[..., Any]:
    """Register a scene; ``quirk`` names the entry of ``known.py`` that it shows."""

    def register(play: Callable[[], tuple[bytes, Pool]]) -> Callable[[], tuple[bytes, Pool]]:
        SCENES.append(Scene(play.__name__, play, quirk))
        return play

    return register


class Table(GameRecorder):
    """A game in which every card costs nothing and everybody holds what the scene needs."""

    def __init__(self, *hands: list[str], cards: Pool | None = None, **options: Any) -> None:
        decks = [[*hand, *["Grey Energy Crystal"] * (30 - len(hand))] for hand in hands]
        self.cards = cards or quick_pool()
        super().__init__(decks, pool=self.cards, chooser=lambda need: need.options[0], **options)
        self.act("begin", self.state.first)

    def cast(self, seat: int, card: str, *targets: str, **more: Any) -> None:
        """Announce a cast."""
        aims = {"targets": list(targets)} if targets else {}
        self.act("cast", seat, card=card, **aims, **more)

    def done(self, seat: int, card: str, *targets: str, **more: Any) -> None:
        """A cast that takes place at once."""
        self.cast(seat, card, *targets, **more)
        self.resolve()

    def summon(self, seat: int, card: str, dot: str = "") -> str:
        """Cast a summon, put it on a dot, and give its name."""
        self.cast(seat, card)
        self.resolve()
        name = self.slot(card, seat)
        if dot:
            self.judge([["dot", name, dot]])
        return name

    def log(self) -> tuple[bytes, Pool]:
        """The log as far as it goes."""
        return self.finish(), self.cards


def with_texts(**texts: str) -> Pool:
    """The quick cards and some with texts of the scene: name -> text (a non permanent Effect Card)."""
    cards = list(quick_pool().cards)
    for place, (name, text) in enumerate(texts.items(), 1):
        tree = compile_text(text, name=name).tree
        cards.append(CardRevision(f"D8.1/{place:03}/099-C", name, "effect", text=text, tree=tree))
    return Pool("scene", tuple(cards))


@scene("redirect-onto-another")
def a_redirected_shot_does_not_hit_the_other_target_twice() -> tuple[bytes, Pool]:
    table = Table(["Double Shot"], ["Crosswind"])
    table.cast(0, "Double Shot", "#0", "#1")
    table.done(1, "Crosswind", "stack:1")
    return table.log()


@scene("redirect-other-option")
def a_redirect_changes_the_announced_target_of_the_chosen_option() -> tuple[bytes, Pool]:
    table = Table(["7 Shooter", "Hunter Dragon"], ["Crosswind"])
    table.summon(0, "Hunter Dragon", "3,3")
    table.cast(0, "7 Shooter", "#0", mode=1)
    table.done(1, "Crosswind", "stack:1")
    return table.log()


@scene("extra-turn-moves-circle")
def an_extra_turn_takes_nobody_s_place_in_the_circle() -> tuple[bytes, Pool]:
    table = Table([], [], ["Borrowed Time"])
    table.done(2, "Borrowed Time")
    table.end_turn()
    table.end_turn()
    return table.log()


@scene("seat-order")
def several_players_decide_clockwise_from_the_active_player() -> tuple[bytes, Pool]:
    table = Table([], ["Shared Feast"], [], first=1)
    table.cast(1, "Shared Feast")
    table.resolve(True, False)
    return table.log()


@scene("may-one-by-one")
def all_opponents_decide_before_anything_happens() -> tuple[bytes, Pool]:
    cards = with_texts(Shove="Each opponent may deal 1 damage to 1 summon you control.")
    table = Table(["Shove", "Hunter Dragon"], [], [], cards=cards)
    table.summon(0, "Hunter Dragon")
    table.cast(0, "Shove")
    table.resolve(True, "#0", True, "#0")
    return table.log()


@scene("leaver-effects-last")
def effects_of_a_player_who_is_out_end() -> tuple[bytes, Pool]:
    table = Table(["Battle Drill"], ["Banishment"], [], first=1)
    table.done(0, "Battle Drill", "#2")
    table.done(1, "Banishment", "#0")
    return table.log()


@scene("targeted-before")
def what_cannot_be_targeted_any_more_is_not_hit() -> tuple[bytes, Pool]:
    table = Table(["Spark"], ["Cloaking Smoke"])
    table.cast(0, "Spark", "#1")
    table.done(1, "Cloaking Smoke", "#1")
    table.resolve()
    return table.log()


@scene("attached-stays-behind")
def an_effect_comes_back_with_the_vessel_it_lies_on() -> tuple[bytes, Pool]:
    table = Table(["Skimmer Vessel", "Blindfold"], ["Mutiny"])
    vessel = table.summon(0, "Skimmer Vessel", "3,3")
    table.done(0, "Blindfold", vessel)
    table.done(1, "Mutiny", vessel)
    table.end_turn()
    return table.log()


@scene("attack-not-stopped")
def a_summon_that_cannot_attack_any_more_does_no_damage() -> tuple[bytes, Pool]:
    table = Table(["Hunter Dragon", "Blindfold"], [])
    dragon = table.summon(0, "Hunter Dragon", "3,3")
    table.judge([["dot", "#1", "3,4"]])
    table.act("attack", 0, card=dragon, path=["3,3", "3,4"])
    table.done(0, "Blindfold", dragon)
    table.resolve()
    return table.log()


@scene("extra-of-other-option")
def an_extra_of_the_other_option_cannot_be_paid() -> tuple[bytes, Pool]:
    cards = with_texts(
        Fork="With extra C1, draw 2 cards from your deck.\nor\nHeal 1 damage from target summon."
    )
    table = Table(["Fork"], [], cards=cards)
    table.cast(0, "Grey Energy Crystal")
    crystal = table.slot("Grey Energy Crystal", 0)
    table.plant("cast", 0, card="Fork", mode=1, x=1, targets=["#0"], crystals=[crystal])
    return table.log()
