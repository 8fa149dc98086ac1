"""Interaction scenes: small games that both referees judge, each for a sentence of the rules.

A scene is a function that plays a log. Both must agree on every one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules_engine import Need
from rules_engine.testing import GameRecorder
from rules_engine.x610z.cards import CardRevision, Pool
from rules_engine.x610z.cardtext import compile_text
from rules_engine.x610z.nodes import CardTree, Energy

from .texts import quick_pool


class Scene(Struct):
    """A log with its cards."""

    name: str
    play: Callable[[], tuple[bytes, Pool]]


GREY = "Grey Energy Crystal"
REDIRECT = "Redirect target attack to another legal target."
SCENES: list[Scene] = []


def scene() -> Callable[..., Any]:
    """Register a scene."""

    def register(play: Callable[[], tuple[bytes, Pool]]) -> Callable[[], tuple[bytes, Pool]]:
        SCENES.append(Scene(play.__name__, play))
        return play

    return register


def first_answer(need: Need) -> Any:
    """Choices that a scene does not care about: yes, and the first there is."""
    return list(need.options[: need.high]) if need.many else need.options[0]


class Table(GameRecorder):
    """A game in which every card costs nothing and everybody holds what the scene needs."""

    def __init__(
        self, *hands: list[str], cards: Pool | None = None, begun: bool = True, **options: Any
    ) -> None:
        decks = [[*hand, *["Grey Energy Crystal"] * (30 - len(hand))] for hand in hands]
        self.cards = cards or quick_pool()
        super().__init__(decks, pool=self.cards, chooser=first_answer, **options)
        if begun:
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


@scene()
def a_redirected_shot_does_not_hit_the_other_target_twice() -> tuple[bytes, Pool]:
    table = Table(["Double Shot"], ["Crosswind"])
    table.cast(0, "Double Shot", "#0", "#1")
    table.done(1, "Crosswind", "stack:1")
    return table.log()


@scene()
def a_redirect_changes_the_announced_target_of_the_chosen_option() -> tuple[bytes, Pool]:
    table = Table(["7 Shooter", "Hunter Dragon"], ["Crosswind"])
    table.summon(0, "Hunter Dragon", "3,3")
    table.cast(0, "7 Shooter", "#0", mode=1)
    table.done(1, "Crosswind", "stack:1")
    return table.log()


@scene()
def an_extra_turn_takes_nobody_s_place_in_the_circle() -> tuple[bytes, Pool]:
    table = Table([], [], ["Borrowed Time"])
    table.done(2, "Borrowed Time")
    table.end_turn()
    table.end_turn()
    return table.log()


@scene()
def several_players_decide_clockwise_from_the_active_player() -> tuple[bytes, Pool]:
    table = Table([], ["Shared Feast"], [], first=1)
    table.cast(1, "Shared Feast")
    table.resolve(True, False)
    return table.log()


@scene()
def all_opponents_decide_before_anything_happens() -> tuple[bytes, Pool]:
    cards = with_texts(Shove="Each opponent may deal 1 damage to 1 summon you control.")
    table = Table(["Shove", "Hunter Dragon"], [], [], cards=cards)
    table.summon(0, "Hunter Dragon")
    table.done(0, "Shove")
    return table.log()


@scene()
def who_may_move_a_summon_moves_it_himself() -> tuple[bytes, Pool]:
    cards = with_texts(Shove="Target opponent may move target Dragon up to 2 dots.")
    table = Table(["Shove", "Hunter Dragon"], [], [], cards=cards)
    dragon = table.summon(0, "Hunter Dragon", "3,3")
    table.done(0, "Shove", "seat:1", dragon)
    return table.log()


@scene()
def everybody_shuffles_directly_after_his_search() -> tuple[bytes, Pool]:
    cards = with_texts(
        Fair="All players may search their deck for 1 Summon Card, show it and move it to their hand."
    )
    table = Table(["Fair"], ["Hunter Dragon"] * 9, ["Hunter Dragon"] * 9, cards=cards)
    table.done(0, "Fair")
    return table.log()


@scene()
def a_summon_that_an_effect_puts_into_play_was_not_cast() -> tuple[bytes, Pool]:
    cards = with_texts(
        Call="Search your deck for 1 Summon Card, show it and move it into play. Shuffle your deck."
    )
    table = Table(["Call", *["Hunter Dragon"] * 9], ["Spark"], cards=cards)
    table.done(0, "Call")
    return table.log()


@scene()
def effects_of_a_player_who_is_out_end() -> tuple[bytes, Pool]:
    table = Table(["Battle Drill"], ["Banishment"], [], first=1)
    table.done(0, "Battle Drill", "#2")
    table.done(1, "Banishment", "#0")
    return table.log()


@scene()
def what_cannot_be_targeted_any_more_is_not_hit() -> tuple[bytes, Pool]:
    table = Table(["Spark"], ["Cloaking Smoke"])
    table.cast(0, "Spark", "#1")
    table.done(1, "Cloaking Smoke", "#1")
    table.resolve()
    return table.log()


@scene()
def an_effect_comes_back_with_the_vessel_it_lies_on() -> tuple[bytes, Pool]:
    table = Table(["Skimmer Vessel", "Blindfold"], ["Mutiny"])
    vessel = table.summon(0, "Skimmer Vessel", "3,3")
    table.done(0, "Blindfold", vessel)
    table.done(1, "Mutiny", vessel)
    table.end_turn()
    return table.log()


@scene()
def a_summon_that_cannot_attack_any_more_does_no_damage() -> tuple[bytes, Pool]:
    table = Table(["Hunter Dragon", "Blindfold"], [])
    dragon = table.summon(0, "Hunter Dragon", "3,3")
    table.judge([["dot", "#1", "3,4"]])
    table.act("attack", 0, card=dragon, path=["3,3", "3,4"])
    table.done(0, "Blindfold", dragon)
    table.resolve()
    return table.log()


@scene()
def an_extra_of_the_other_option_cannot_be_paid() -> tuple[bytes, Pool]:
    cards = with_texts(
        Fork="With extra C1, draw 2 cards from your deck.\nor\nHeal 1 damage from target summon."
    )
    table = Table(["Fork"], [], cards=cards)
    table.cast(0, "Grey Energy Crystal")
    crystal = table.slot("Grey Energy Crystal", 0)
    table.plant("cast", 0, card="Fork", mode=1, x=1, targets=["#0"], crystals=[crystal])
    return table.log()


# --- "When successfully done" (207.3, H23) -------------------------------------------------------------------------


@scene()
def a_declined_discard_is_not_successfully_done() -> tuple[bytes, Pool]:
    cards = with_texts(Bet="You may discard 2 cards. When successfully done, draw 3 cards from your deck.")
    table = Table(["Bet", "Spark", "Spark"], [], cards=cards)
    table.cast(0, "Bet")
    table.resolve(False)
    return table.log()


@scene()
def a_declined_gift_is_not_successfully_done() -> tuple[bytes, Pool]:
    text = "Each opponent may draw 1 card from his deck. When successfully done, draw 2 cards from your deck."
    table = Table(["Gift"], [], cards=with_texts(Gift=text))
    table.cast(0, "Gift")
    table.resolve(False)
    return table.log()


@scene()
def a_destruction_that_was_paid_off_is_not_successfully_done() -> tuple[bytes, Pool]:
    text = (
        "Destroy target non Life Base summon, unless its controller prevents this with C1. "
        "When successfully done, draw 2 cards from your deck."
    )
    table = Table(["Threat"], ["Hunter Dragon"], first=1, cards=with_texts(Threat=text))
    dragon = table.summon(1, "Hunter Dragon")
    table.cast(1, "Grey Energy Crystal")
    table.act("activate", 1, card=table.slot("Grey Energy Crystal", 1))
    table.cast(0, "Threat", dragon)
    table.resolve(True)
    return table.log()


@scene()
def healing_less_than_asked_is_not_successfully_done() -> tuple[bytes, Pool]:
    text = "Heal 2 damage from target summon. When successfully done, draw 1 card from your deck."
    table = Table(["Spark", "Mend"], [], cards=with_texts(Mend=text))
    table.done(0, "Spark", "#0")
    table.done(0, "Mend", "#0")
    return table.log()


@scene()
def healing_several_does_not_depend_on_their_order() -> tuple[bytes, Pool]:
    text = "Heal 1 damage from all summons. When successfully done, draw 1 card from your deck."
    table = Table(["Spark", "Balm"], [], cards=with_texts(Balm=text))
    table.done(0, "Spark", "#1")
    table.done(0, "Balm")
    return table.log()


# --- all at once (106.3, 208.4) ---------------------------------------------------------------------------------------


@scene()
def two_who_cannot_draw_lose_together() -> tuple[bytes, Pool]:
    table = Table(["Flood"], [], cards=with_texts(Flood="All players draw 25 cards from their deck."))
    table.cast(0, "Flood")
    table.plant("resolve")
    return table.log()


@scene()
def two_life_bases_that_go_together_are_for_the_judge() -> tuple[bytes, Pool]:
    table = Table(["Void"], [], cards=with_texts(Void="Remove all summons from the game."))
    table.cast(0, "Void")
    table.plant("resolve")
    return table.log()


def mourner(seat: int, choices: dict[str, str] | None = None) -> tuple[bytes, Pool]:
    """A Beast that draws when a summon is destroyed dies together with a Vessel of the other player."""
    beast = next(card for card in quick_pool().cards if card.name == "Shellback Beast")
    words = "Whenever a non Life Base summon is destroyed, draw 1 card from your deck."
    tree = CardTree(parts=(*beast.tree.parts, *compile_text(words).tree.parts))
    mourns = replace(beast, tree=tree, text=f"{beast.text}\n{words}")
    cards = Pool("scene", tuple(mourns if c is beast else c for c in quick_pool().cards))
    hands = [["Annihilation", "Skimmer Vessel", "Shellback Beast"] for _ in range(2)]
    table = Table(*hands, first=seat, cards=cards, choices=choices)
    table.summon(seat, "Shellback Beast", "4,4")
    table.end_turn()
    table.summon(1 - seat, "Skimmer Vessel", "3,3")
    table.done(1 - seat, "Annihilation")
    table.resolve_all()
    return table.finish(), cards


@scene()
def a_mourner_of_the_first_seat_sees_all_that_die_with_it() -> tuple[bytes, Pool]:
    return mourner(0)


@scene()
def a_mourner_of_the_second_seat_sees_all_that_die_with_it() -> tuple[bytes, Pool]:
    return mourner(1)


# --- last known information (207.4, 208.5) --------------------------------------------------------------------------


@scene()
def its_controller_is_who_last_controlled_it() -> tuple[bytes, Pool]:
    text = "Destroy target summon. Its controller draws 1 card from his deck."
    table = Table(["Skimmer Vessel", "Burial"], ["Mutiny"], cards=with_texts(Burial=text))
    vessel = table.summon(0, "Skimmer Vessel", "3,3")
    table.done(1, "Mutiny", vessel)
    table.done(0, "Burial", vessel)
    return table.log()


# --- one gate at resolution (107.1b, 200.4, 208.5) -------------------------------------------------------------------


@scene()
def a_target_that_is_no_longer_legal_is_left_out_and_the_other_is_not() -> tuple[bytes, Pool]:
    table = Table(["Skimmer Vessel", "Fire Ship"], ["Mutiny"])
    vessel = table.summon(0, "Skimmer Vessel", "3,3")
    table.cast(0, "Fire Ship", vessel, "#1")
    table.done(1, "Mutiny", vessel)
    table.resolve()
    return table.log()


@scene()
def a_deactivated_summon_does_not_move() -> tuple[bytes, Pool]:
    table = Table(["Hunter Dragon", "Wake-Up Call"], ["Paralysis"])
    dragon = table.summon(0, "Hunter Dragon", "3,3")
    table.cast(0, "Grey Energy Crystal")
    table.act("move", 0, card=dragon, path=["3,3", "3,4"], crystals=[table.slot("Grey Energy Crystal", 0)])
    table.done(0, "Wake-Up Call", dragon)
    table.done(1, "Paralysis", dragon)
    table.resolve()
    return table.log()


@scene()
def a_summon_that_cannot_move_any_more_stays() -> tuple[bytes, Pool]:
    table = Table(["Hunter Dragon", "Rusted Anchor"], [])
    dragon = table.summon(0, "Hunter Dragon", "3,3")
    table.cast(0, "Grey Energy Crystal")
    table.act("move", 0, card=dragon, path=["3,3", "3,4"], crystals=[table.slot("Grey Energy Crystal", 0)])
    table.done(0, "Rusted Anchor", dragon)
    table.resolve()
    return table.log()


@scene()
def a_range_that_became_too_small_still_is_an_attack() -> tuple[bytes, Pool]:
    table = Table(["Cinder Dragon"], ["Precision Failure", "Brand"], cards=with_texts(Brand=BRAND))
    dragon = table.summon(0, "Cinder Dragon", "3,3")
    table.judge([["dot", "#1", "3,5"]])
    table.act("attack", 0, card=dragon, path=["3,3", "3,4", "3,5"])
    table.done(1, "Brand", dragon)
    table.resolve()
    table.resolve_all()
    return table.log()


BRAND = "Target summon gets Range -1 until end of turn."


# --- costs (200.5, 200.6) ------------------------------------------------------------------------------------------


@scene()
def a_discount_that_is_gone_raises_the_cost() -> tuple[bytes, Pool]:
    cheap = {"Mist Dragon": {"cost": Energy(colorless=2)}}
    table = Table(["Guild Contract", "Mist Dragon"], ["Dispel"], cards=repriced(cheap))
    table.done(0, "Guild Contract")
    table.cast(0, "Grey Energy Crystal")
    table.cast(0, "Mist Dragon", crystals=[table.slot("Grey Energy Crystal", 0)])
    table.done(1, "Dispel", table.slot("Guild Contract", 0))
    table.resolve()
    return table.log()


@scene()
def who_cannot_pay_gives_his_own_type_first() -> tuple[bytes, Pool]:
    dear = {"Falling Star": {"cost": Energy(mystic=2, colorless=1)}}
    hand = ["Falling Star", "Mystic Energy Crystal", "Boost Energy Crystal", "Boost Energy Crystal"]
    table = Table([*hand, "Boost Energy Crystal", "Hunter Dragon"], ["Hunter Dragon"], cards=repriced(dear))
    for card in (
        "Mystic Energy Crystal",
        "Boost Energy Crystal",
        "Boost Energy Crystal",
        "Boost Energy Crystal",
    ):
        table.cast(0, card)
        table.end_turn()
        table.end_turn()
    dragon = table.summon(0, "Hunter Dragon", "3,3")
    boosts = table_of(table, "Boost Energy Crystal")
    table.plant("cast", 0, card="Falling Star", targets=[dragon], crystals=boosts, short=True)
    return table.log()


def table_of(table: Table, card: str) -> list[str]:
    """All permanents of that name in play."""
    return [
        row["oid"] for seat in table.view("judge")["seats"] for row in seat["play"] if row["card"] == card
    ]


def repriced(changes: dict[str, dict[str, Any]]) -> Pool:
    """The quick cards, some with other costs."""
    return Pool("scene", tuple(replace(card, **changes.get(card.name, {})) for card in quick_pool().cards))


# --- zones and turns ------------------------------------------------------------------------------------------------


@scene()
def a_searched_deck_is_shuffled_though_the_card_does_not_say_so() -> tuple[bytes, Pool]:
    text = "Search your deck for 1 Energy Crystal Card and move it to your hand."
    table = Table(["Seek"], [], cards=with_texts(Seek=text))
    table.done(0, "Seek")
    return table.log()


@scene()
def the_active_player_does_not_answer_his_own_trigger_in_his_end_phase() -> tuple[bytes, Pool]:
    table = Table(["Field Hospital", "Spark"], [])
    table.done(0, "Field Hospital")
    table.act("end", 0)
    table.act("proceed")
    table.plant("cast", 0, card="Spark", targets=["#1"])
    return table.log()


@scene()
def a_control_effect_ends_and_the_class_limit_looks_again() -> tuple[bytes, Pool]:
    table = Table(["Skimmer Vessel", "Lantern Vessel"], ["Mutiny"])
    vessel = table.summon(0, "Skimmer Vessel", "3,3")
    table.done(1, "Mutiny", vessel)
    table.summon(0, "Lantern Vessel", "4,4")
    table.resolve_all()
    table.end_turn()
    return table.log()


@scene()
def a_defense_bonus_that_ends_destroys() -> tuple[bytes, Pool]:
    table = Table(["Skimmer Vessel", "Iron Skin", "Spark", "Spark"], [])
    vessel = table.summon(0, "Skimmer Vessel", "3,3")
    table.done(0, "Iron Skin", vessel)
    table.done(0, "Spark", vessel)
    table.done(0, "Spark", vessel)
    table.end_turn()
    return table.log()


@scene()
def a_skipped_draw_phase_has_no_triggers() -> tuple[bytes, Pool]:
    table = Table(["Lost Hour"], ["Waste"], first=1)
    table.done(1, "Waste")
    table.end_turn()
    table.done(0, "Lost Hour", "seat:1")
    table.end_turn()
    return table.log()


@scene()
def what_others_announced_resolves_when_the_active_player_goes_out() -> tuple[bytes, Pool]:
    table = Table(["Destruction"], ["Discount"], [], cards=with_texts(Destruction="Destroy target summon."))
    table.cast(1, "Discount")
    table.done(0, "Destruction", "#0")
    if table.view("judge")["stack"]:
        table.resolve()
    return table.log()


@scene()
def which_energy_pays_an_unless_is_the_payer_s_choice() -> tuple[bytes, Pool]:
    table = Table(["Toll"], ["Spark", "Twin Heart Crystal"], first=1, cards=with_texts(Toll=TOLL))
    table.cast(1, "Twin Heart Crystal")
    table.act("activate", 1, card=table.slot("Twin Heart Crystal", 1))
    table.cast(1, "Spark", "#0")
    table.cast(0, "Toll", "stack:1")
    table.resolve(True)
    return table.log()


TOLL = "Cancel target action, unless its controller prevents this with C1."


TWO_EXTRAS = (
    "Deal 1 damage to target summon. With extra C1, draw 1 card from your deck. "
    "With extra C1, deal 2 extra damage to that summon."
)


def two_extras(*extras: int) -> tuple[bytes, Pool]:
    """A card with two additional costs, of which those with a 1 are paid."""
    table = Table(["Volley"], [], cards=with_texts(Volley=TWO_EXTRAS))
    table.cast(0, "Grey Energy Crystal")
    table.end_turn()
    table.end_turn()
    table.cast(0, "Grey Energy Crystal")
    for crystal in table_of(table, "Grey Energy Crystal"):
        table.act("activate", 0, card=crystal)
    table.plant("cast", 0, card="Volley", targets=["#1"], extras=list(extras))
    table.plant("resolve")
    return table.log()


@scene()
def the_first_of_two_additional_costs_is_paid() -> tuple[bytes, Pool]:
    return two_extras(1, 0)


@scene()
def the_second_of_two_additional_costs_is_paid() -> tuple[bytes, Pool]:
    return two_extras(0, 1)


@scene()
def both_additional_costs_are_paid() -> tuple[bytes, Pool]:
    return two_extras(1, 1)


@scene()
def an_additional_cost_is_not_paid_twice() -> tuple[bytes, Pool]:
    return two_extras(2, 0)


# --- what ends, and what goes back ------------------------------------------------------------------------------------


@scene()
def a_vessel_taken_by_several_goes_back_to_whoever_had_it_first() -> tuple[bytes, Pool]:
    table = Table(["Skimmer Vessel", "Mutiny"], ["Mutiny"])
    vessel = table.summon(0, "Skimmer Vessel", "3,3")
    table.done(1, "Mutiny", vessel)
    table.done(0, "Mutiny", vessel)
    table.end_turn()
    return table.log()


@scene()
def a_vessel_taken_for_good_does_not_go_back() -> tuple[bytes, Pool]:
    table = Table(["Skimmer Vessel"], ["Mutiny"], ["Silver Tongue"])
    vessel = table.summon(0, "Skimmer Vessel", "3,3")
    table.done(1, "Mutiny", vessel)
    table.done(2, "Silver Tongue", vessel)
    table.end_turn()
    return table.log()


@scene()
def a_vessel_lent_and_then_taken_for_good_by_the_same_player_stays() -> tuple[bytes, Pool]:
    table = Table(["Skimmer Vessel"], ["Mutiny", "Silver Tongue"])
    vessel = table.summon(0, "Skimmer Vessel", "3,3")
    table.done(1, "Mutiny", vessel)
    table.done(1, "Silver Tongue", vessel)
    table.end_turn()
    return table.log()


@scene()
def an_effect_falls_with_a_wiped_vessel_in_either_order_at_the_end_of_a_turn() -> tuple[bytes, Pool]:
    table = Table(["Skimmer Vessel", "Crow's Nest"], [], choices={"H15": "effects_first"})
    vessel = table.summon(0, "Skimmer Vessel", "6,2")
    table.done(0, "Crow's Nest", vessel)
    table.end_turn()
    return table.log()


@scene()
def what_triggers_after_the_active_player_left_still_comes_on_the_stack() -> tuple[bytes, Pool]:
    table = Table([], ["Grudge Ledger"], ["Banishment", "Discount", "Spark"], first=1)
    table.done(1, "Grudge Ledger")
    table.end_turn()
    table.end_turn()
    table.cast(2, "Discount")
    table.cast(2, "Spark", "#1")
    table.done(2, "Banishment", "#0")
    table.resolve()
    return table.log()


@scene()
def who_does_not_pay_makes_every_opponent_skip() -> tuple[bytes, Pool]:
    text = "Target player must pay C2. If he doesn't, each opponent skips his next action phase."
    table = Table(["Tribute"], [], [], cards=with_texts(Tribute=text))
    table.done(0, "Tribute", "seat:1")
    table.end_turn()
    table.act("proceed")
    return table.log()


# --- questions that are rulings, by every option (H3, H18, H29 to H38) ------------------------------------------------


def by_option(ruling: str, *options: str) -> Callable[[Callable[[dict[str, str]], tuple[bytes, Pool]]], None]:
    """Register a scene once for each option of a ruling."""

    def register(play: Callable[[dict[str, str]], tuple[bytes, Pool]]) -> None:
        for option in options:
            SCENES.append(Scene(f"{play.__name__}_{option}", partial(play, {ruling: option})))

    return register


@by_option("H31", "any_order", "clockwise")
def murphy_s_law_for_the_second_player_first(choices: dict[str, str]) -> tuple[bytes, Pool]:
    table = Table([], [], begun=False, choices=choices)
    order = [table._number("Grey Energy Crystal")] * 30
    table.act("murphy", 1, x=6, answers=[order])
    table.plant("murphy", 0, x=6, answers=[order])
    return table.log()


@by_option("H32", "refused", "may_fail")
def a_move_to_a_dot_that_a_response_would_free(choices: dict[str, str]) -> tuple[bytes, Pool]:
    table = Table(["Hunter Dragon"], [], cards=free_to_move(), choices=choices)
    dragon = table.summon(0, "Hunter Dragon", "3,3")
    table.judge([["dot", "#1", "3,4"]])
    table.plant("move", 0, card=dragon, path=["3,3", "3,4"])
    table.plant("resolve")
    return table.log()


@by_option("H33", "binds", "freed")
def a_cancelled_attack_and_a_move_the_other_way(choices: dict[str, str]) -> tuple[bytes, Pool]:
    table = Table(["Hunter Dragon"], ["Misfire"], cards=free_to_move(), choices=choices)
    dragon = table.summon(0, "Hunter Dragon", "3,3")
    table.judge([["dot", "#1", "3,4"]])
    table.act("attack", 0, card=dragon, path=["3,3", "3,4"])
    table.done(1, "Misfire", "stack:1")
    table.plant("move", 0, card=dragon, path=["3,3", "3,2"])
    return table.log()


@by_option("H34", "stackable_only", "any_action")
def a_crystal_as_an_answer_to_the_end_of_the_action_phase(choices: dict[str, str]) -> tuple[bytes, Pool]:
    table = Table([], [], first=1, choices=choices)
    table.cast(1, "Grey Energy Crystal")
    table.end_turn()
    table.act("end", 0)
    table.act("activate", 1, card=table.slot("Grey Energy Crystal", 1))
    table.plant("proceed")
    return table.log()


@by_option("H35", "as_printed", "one_turn")
def a_lasting_defense_bonus_after_the_turn(choices: dict[str, str]) -> tuple[bytes, Pool]:
    cards = with_permanent("Stone Skin", "Target summon gets Defense +2.")
    table = Table(["Stone Skin", "Skimmer Vessel"], [], cards=cards, choices=choices)
    vessel = table.summon(0, "Skimmer Vessel", "3,3")
    table.done(0, "Stone Skin", vessel)
    table.end_turn()
    return table.log()


@by_option("H36", "checked_again", "at_announcement")
def a_target_that_hides_in_response(choices: dict[str, str]) -> tuple[bytes, Pool]:
    table = Table(["Spark"], ["Cloaking Smoke"], choices=choices)
    table.cast(0, "Spark", "#1")
    table.done(1, "Cloaking Smoke", "#1")
    table.resolve()
    return table.log()


@by_option("H29", "all_see", "who_stays")
def a_beast_that_dies_with_a_vessel(choices: dict[str, str]) -> tuple[bytes, Pool]:
    return mourner(0, choices)


HOMEWARD = "Move all non Life Base summons on top of its owner's deck."


@by_option("H38", "owner", "active_player")
def two_summons_of_an_opponent_come_on_his_deck(choices: dict[str, str]) -> tuple[bytes, Pool]:
    """The first option asks the opponent, the second anyone who has the turn; the Vessel is drawn, then the Dragon."""
    table = Table(
        ["Homeward"],
        ["Hunter Dragon", "Skimmer Vessel"],
        first=1,
        cards=with_texts(Homeward=HOMEWARD),
        choices=choices,
    )
    table.summon(1, "Hunter Dragon", "3,4")
    table.summon(1, "Skimmer Vessel", "3,2")
    table.end_turn()
    table.cast(0, "Homeward")
    table.resolve([table._number("Skimmer Vessel")])
    table.end_turn()
    table.summon(1, "Skimmer Vessel", "3,2")
    table.end_turn()
    table.end_turn()
    table.summon(1, "Hunter Dragon", "3,4")
    return table.log()


@scene()
def who_may_keep_of_his_cards_discards_the_others() -> tuple[bytes, Pool]:
    text = "Target opponent draws 3 cards from his deck. "
    text += "Target opponent may keep 1 of those cards, discard the 2 other cards."
    table = Table(["Sieve"], ["Spark"] * 10, cards=with_texts(Sieve=text))
    table.done(0, "Sieve", "seat:1", "seat:1")
    return table.log()


@scene()
def nobody_keeps_what_another_holds() -> tuple[bytes, Pool]:
    text = "Draw 2 cards from your deck. All players may keep 1 of those cards, discard the 1 other card."
    table = Table(["Sieve"], ["Spark"] * 10, cards=with_texts(Sieve=text))
    table.done(0, "Sieve")
    return table.log()


@scene()
def what_was_shown_comes_under_the_deck_as_its_owner_says() -> tuple[bytes, Pool]:
    text = "Show the top 3 cards of your deck. Take 1 of those cards into your hand. "
    text += "Move the other cards on the bottom of their owner's deck."
    cards = with_texts(Sift=text, Under="Move all cards in your discard pile on the bottom of your deck.")
    grey = "Grey Energy Crystal"
    hand = ["Sift", "Spark", "Under", "Spark", grey, grey, grey]
    table = Table([*hand, "Hunter Dragon", "Skimmer Vessel", grey], [], cards=cards)
    table.cast(0, "Sift")
    table.resolve([table._number(grey)], [table._number("Skimmer Vessel")])
    table.done(0, "Spark", "#1")
    table.cast(0, "Under")
    table.resolve([])
    return table.log()


@scene()
def summons_that_lie_on_a_deck_instead_of_being_destroyed() -> tuple[bytes, Pool]:
    """Destroyed at the same moment, two on top and one below: the owner says which of the two lies above."""
    cards = with_texts(
        Sweep="Destroy all non Life Base summons.",
        Haven="If target summon would be destroyed, move it on top of its owner's deck instead until end of turn.",
        Cellar="If target Beast would be destroyed, move it on the bottom of its owner's deck instead.",
    )
    hand = ["Hunter Dragon", "Skimmer Vessel", "Tunnel Beast", "Haven", "Haven", "Cellar", "Sweep"]
    table = Table(hand, [], cards=cards)
    dragon = table.summon(0, "Hunter Dragon", "3,4")
    vessel = table.summon(0, "Skimmer Vessel", "3,2")
    beast = table.summon(0, "Tunnel Beast", "3,6")
    table.done(0, "Haven", dragon)
    table.done(0, "Haven", vessel)
    table.done(0, "Cellar", beast)
    table.cast(0, "Sweep")
    table.resolve([table._number("Skimmer Vessel"), table._number("Hunter Dragon")])
    table.end_turn()
    table.end_turn()
    table.summon(0, "Skimmer Vessel", "3,2")
    return table.log()


@scene()
def what_the_end_of_a_turn_sets_off_ends_with_it() -> tuple[bytes, Pool]:
    """The wipe of an Ending Dot strengthens a summon until end of turn: not in the next turn any more (402.13)."""
    text = "Whenever a summon is destroyed, target summon you control gets Attack Power +1 until end of turn."
    table = Table(["Rally", "Hunter Dragon"], [], cards=with_permanent("Rally", text))
    table.done(0, "Rally")
    dragon = table.summon(0, "Hunter Dragon", "3,3")
    table.judge([["dot", dragon, "6,10"]])
    table.end_turn()
    return table.log()


@scene()
def a_permanent_prevents_the_next_damage_each_time() -> tuple[bytes, Pool]:
    """207.5: what a permanent says holds all the time, for the second Spark as for the first."""
    cards = with_permanent("Padding", "Prevent the next 1 damage that would be dealt to your Life Base.")
    table = Table(["Spark", "Spark"], ["Padding"], first=1, cards=cards)
    table.done(1, "Padding")
    table.end_turn()
    table.done(0, "Spark", "#1")
    table.done(0, "Spark", "#1")
    return table.log()


def three_teams(**choices: str) -> Table:
    """Three teams of two; a Spark costs M1 and finishes any Life Base."""
    costs = {"Spark": {"cost": Energy(mystic=1)}}
    table = Table(*[["Spark"]] * 6, cards=repriced(costs), teams=["a", "b", "c"] * 2, choices=choices)
    almost = table.pool.life_base.defense - 1
    table.judge([["pool", 0, "mystic", 1], ["damage", "#0", almost], ["damage", "#1", almost]])
    return table


@by_option("H18", "last_team_judge", "last_team_draw", "first_life_base")
def one_of_three_teams_shoots_a_life_base(choices: dict[str, str]) -> tuple[bytes, Pool]:
    table = three_teams(**choices)
    table.done(0, "Spark", "#1")
    return table.log()


@by_option("H18", "last_team_judge", "last_team_draw", "first_life_base")
def one_of_three_teams_shoots_its_own_life_base(choices: dict[str, str]) -> tuple[bytes, Pool]:
    """Nobody has destroyed a Life Base of an enemy team: the others play on."""
    table = three_teams(**choices)
    table.done(0, "Spark", "#0")
    return table.log()


def dear(choices: dict[str, str], hand: str = "Spark") -> Table:
    """A Spark for M2 C1, and energy of other types to bring up."""
    cards = repriced({"Spark": {"cost": Energy(mystic=2, colorless=1)}})
    return Table([hand], [], cards=cards, choices=choices)


@by_option("H3", "penalty", "substitution", "refused")
def a_cost_that_cannot_be_met_in_its_types(choices: dict[str, str]) -> tuple[bytes, Pool]:
    table = dear(choices)
    table.judge([["pool", 0, "mystic", 1], ["pool", 0, "boost", 2], ["pool", 0, "robiumm", 2]])
    table.plant("cast", 0, card="Spark", targets=["#1"], short=True)
    table.plant("resolve")
    return table.log()


@by_option("H3", "penalty", "substitution", "refused")
def a_cost_that_is_met_with_other_energy_of_his_choice(choices: dict[str, str]) -> tuple[bytes, Pool]:
    table = dear(choices)
    table.judge([["pool", 0, "mystic", 1], ["pool", 0, "boost", 2], ["pool", 0, "robiumm", 2]])
    table.plant("cast", 0, card="Spark", targets=["#1"], pay={"mystic": 1, "robiumm": 2})
    table.plant("resolve")
    return table.log()


@by_option("H3", "penalty", "substitution", "refused")
def a_cost_is_met_with_other_energy_though_its_own_type_is_there(
    choices: dict[str, str],
) -> tuple[bytes, Pool]:
    table = dear(choices)
    table.judge([["pool", 0, "mystic", 1], ["pool", 0, "boost", 3]])
    table.plant("cast", 0, card="Spark", targets=["#1"], pay={"boost": 3})
    return table.log()


@by_option("H3", "penalty", "substitution", "refused")
def a_cost_that_no_energy_covers(choices: dict[str, str]) -> tuple[bytes, Pool]:
    table = dear(choices)
    table.judge([["pool", 0, "mystic", 1], ["pool", 0, "boost", 1]])
    table.plant("cast", 0, card="Spark", targets=["#1"], short=True)
    table.plant("cast", 0, card="Spark", targets=["#1"], short=True)
    return table.log()


def free_to_move() -> Pool:
    """The quick cards, with summons that move for nothing."""
    return repriced({card.name: {"movement": Energy()} for card in quick_pool().cards if card.is_summon})


# --- the draw phase, targets and sorts (702.3, 208.1, decisions 133 and 134) ------------------------------------------


def with_permanent(name: str, text: str) -> Pool:
    """The quick cards and a permanent Effect Card of the scene."""
    tree = compile_text(text, name=name, permanent=True).tree
    card = CardRevision("D8.1/051/099-C", name, "effect", permanent=True, text=text, tree=tree)
    return Pool("scene", (*quick_pool().cards, card))


@by_option("H2", "in_order", "with_responses")
def what_the_normal_draw_sets_off(choices: dict[str, str]) -> tuple[bytes, Pool]:
    cards = with_permanent("Tally", "Whenever an opponent draws a card, place 1 counter on Tally.")
    table = Table(["Tally"], [], cards=cards, choices=choices)
    table.done(0, "Tally")
    table.end_turn()
    table.resolve_all()
    return table.log()


def pin_and_blast() -> Pool:
    """Two texts that name up to two targets beside another one: behind it, and before it."""
    return with_texts(
        Pin="Deal 3 damage to target summon. Up to 2 target summons can't move until end of turn.",
        Blast="Deal 1 damage to up to 2 target summons. Destroy target Energy Crystal.",
    )


@scene()
def an_attack_from_the_no_attack_zone_has_no_other_target() -> tuple[bytes, Pool]:
    """The attacker was put into the zone in response: from there nothing can be attacked (604.2)."""
    cards = with_texts(**{"Redirect Attack": REDIRECT})
    table = Table(["Hunter Dragon", "Skimmer Vessel", "Redirect Attack"], [], cards=cards)
    dragon = table.summon(0, "Hunter Dragon", "6,4")
    table.summon(0, "Skimmer Vessel", "6,6")
    table.judge([["dot", "#1", "2,4"]])
    table.act("attack", 0, card=dragon, path=["6,4", "5,5", "6,6"])
    table.cast(0, "Redirect Attack", "stack:1")
    table.judge([["dot", dragon, "0,2"]])
    table.resolve()
    return table.log()


@by_option("H44", "none_too", "at_least_one")
def up_to_two_targets_beside_another(choices: dict[str, str]) -> tuple[bytes, Pool]:
    table = Table(
        ["Pin", "Blast", "Blast", "Hunter Dragon", GREY, GREY], [], cards=pin_and_blast(), choices=choices
    )
    dragon = table.summon(0, "Hunter Dragon", "3,3")
    table.cast(0, GREY)
    table.done(0, "Pin", "#1", dragon, "#1")
    table.done(0, "Blast", dragon, table.slot(GREY, 0))
    table.end_turn()
    table.end_turn()
    table.cast(0, GREY)
    table.plant("cast", 0, card="Blast", targets=[table.slot(GREY, 0)])
    return table.log()


@scene()
def one_of_up_to_two_targets_is_named_twice() -> tuple[bytes, Pool]:
    table = Table(["Pin"], [], cards=pin_and_blast())
    table.plant("cast", 0, card="Pin", targets=["#1", "#0", "#0"])
    return table.log()


@by_option("H14", "one_draw", "apart")
def extra_cards_that_the_normal_draw_sets_off(choices: dict[str, str]) -> tuple[bytes, Pool]:
    cards = with_permanent("Eager", "Whenever you draw a card, you may draw 2 extra cards.")
    table = Table(["Eager"], [], cards=cards, choices=choices)
    table.done(0, "Eager")
    table.end_turn()
    table.act("end", 1)
    table.act("proceed")
    table.act("proceed", answers=[True, f"1:{table.slot('Eager', 0)}", False, False])
    return table.log()


@scene()
def a_trigger_aims_two_targets_at_one_player() -> tuple[bytes, Pool]:
    text = "In your draw phase, target player draws 1 card from his deck. Target opponent discards 1 card."
    table = Table([], ["Fair"], first=1, cards=with_permanent("Fair", text))
    table.done(1, "Fair")
    table.end_turn()
    table.act("end", 0)
    table.act("proceed")
    table.act("proceed", answers=["seat:0", [table._number("Grey Energy Crystal")]])
    return table.log()


@scene()
def a_card_of_one_sort_is_named_though_only_one_fits() -> tuple[bytes, Pool]:
    text = "Move 1 Summon Card from your hand on top of your deck."
    table = Table(["Fetch", "Hunter Dragon"], [], cards=with_texts(Fetch=text))
    table.cast(0, "Fetch")
    table.resolve([table._number("Hunter Dragon")])
    return table.log()


@scene()
def the_host_of_a_trigger_is_known_though_both_have_left() -> tuple[bytes, Pool]:
    """Vengeance lies on a summon that the attack destroys: its last controller still decides."""
    table = Table(["Hunter Dragon", "Spark", "Spark"], ["Vengeance", "Skimmer Vessel"], first=1)
    vessel = table.summon(1, "Skimmer Vessel", "3,4")
    table.done(1, "Vengeance", vessel)
    table.end_turn()
    dragon = table.summon(0, "Hunter Dragon", "3,3")
    table.done(0, "Spark", vessel)
    table.act("attack", 0, card=dragon, path=["3,3", "3,4"])
    table.resolve()
    table.resolve_all()
    return table.log()


@scene()
def a_range_that_became_too_small_still_triggers() -> tuple[bytes, Pool]:
    """NL Range: no damage, but it was an attack, and anyone who waits for one is told."""
    cards = Pool("scene", (*quick_pool().cards, *(card for card in with_texts(Brand=BRAND).cards[-1:])))
    table = Table(["Cinder Dragon"], ["Vengeance", "Brand"], first=1, cards=cards)
    table.done(1, "Vengeance", "#1")
    table.end_turn()
    dragon = table.summon(0, "Cinder Dragon", "3,3")
    table.judge([["dot", "#1", "3,5"]])
    table.act("attack", 0, card=dragon, path=["3,3", "3,4", "3,5"])
    table.done(1, "Brand", dragon)
    table.resolve()
    table.resolve_all()
    return table.log()


# --- the end (106) ----------------------------------------------------------------------------------------------------


@scene()
def who_has_won_the_first_place_has_won_when_time_runs_out() -> tuple[bytes, Pool]:
    """106.1, 106.1a: only a game in which nobody has won yet is a draw."""
    table = Table([], [], [], cards=free_to_move(), places=True, organized_play=False)
    table.judge([["dot", "#0", "5,1"]])
    table.act("cast", 0, card="Grey Energy Crystal")
    table.end_turn()
    table.end_turn()
    table.end_turn()
    table.act("cast", 0, card="Grey Energy Crystal")
    table.act("move", 0, card="#0", path=["5,1", "6,0"])
    table.resolve()
    table.act("time")
    return table.finish(), table.cards
