"""Every example that a rule gives, played: :data:`EXAMPLES` says which scene shows the example of which rule."""

from __future__ import annotations

from .scenes import BOOST, GREY, MYSTIC, Scene, scene

EXAMPLES: dict[str, tuple[str, ...]] = {
    "103.1": ("a_deactivated_permanent_with_two_counters_changes_sides",),
    "105.1a": ("a_roll_of_dice_names_the_first_player",),
    "201.7": ("the_stack_example_of_the_rule_sheet", "the_same_stack_with_every_pass_written"),
    "202.4": ("a_jelly_fish_vessel_moves_one_two_or_three_dots", "a_range_of_two_does_not_reach_three"),
    "202.8": ("a_summon_turns_round_in_its_next_turn",),
    "203.4": ("energy_is_gone_when_the_turn_is_passed",),
    "203.6": ("nobody_pays_for_somebody_else",),
    "204.2b": ("a_blue_symbol_asks_for_mystic_energy",),
    "206.1g": ("a_deactivated_permanent_with_two_counters_changes_sides",),
    "207.1": ("seven_shooter_has_two_effects", "seven_shooter_shoots"),
    "207.2": ("bullseye_and_heal_with_their_additional_effects", "annihilation_with_its_additional_effect"),
    "207.3": ("a_hard_bargain_without_a_card",),
    "207.4a": ("waste_enlarges_the_draw",),
    "207.5": ("a_steam_engine_drives_the_life_base",),
    "207.5a": ("an_effect_falls_with_its_target",),
    "207.6": ("precision_failure_shortens_an_attack",),
    "208.4": ("discount_needs_no_target",),
    "307.2": ("a_life_base_is_named_by_its_number",),
    "402.2": ("a_hunter_dragon_is_a_dragon", "a_second_dragon_is_found"),
    "603.5": ("ending_dots_are_wiped",),
    "704.3": ("the_end_phase_belongs_to_the_others",),
    "G.marker": ("a_deactivated_permanent_with_two_counters_changes_sides",),
    "G.collectors-information": ("a_life_base_is_named_by_its_number",),
}
"""Rules that give an example ("for example", "this means", "in other words") and the scenes that show it.

Left out are examples of what is printed where on a card and of names for cards in a zone (205.2): nothing to play.
"""


@scene
def a_roll_of_dice_names_the_first_player() -> bytes:
    """105.1a: dice settle who begins; the log keeps the outcome, here the third of three players."""
    g = Scene([], [], [], first=2)
    g.crystals(1)
    return g.over()


@scene
def a_jelly_fish_vessel_moves_one_two_or_three_dots() -> bytes:
    """202.4: Speed 3 allows one, two or three dots, and never four."""
    g = Scene(["Jelly Fish Vessel"], [])
    g.crystals(5)
    vessel = g.summon(0, "Jelly Fish Vessel", "6,2")
    g.judge([["dot", vessel, "3,0"]], text="Away from the Ending Dots.")
    dot = 0
    for steps in (1, 2, 3):
        g.move(vessel, *(f"3,{(dot + step) % 12}" for step in range(steps + 1)))
        g.resolve()
        dot += steps
        g.end_turn()
        g.end_turn()
    g.plant("move", 0, card=vessel, path=["3,6", "3,7", "3,8", "3,9", "3,10"], crystals=[g.slot(GREY, 0)])
    return g.finish([0], "106.2#1")


@scene
def a_range_of_two_does_not_reach_three() -> bytes:
    """202.4: the same goes for Range; two dots are reached, three are not."""
    g = Scene(["Jelly Fish Vessel"], ["Shellback Beast"], first=1)
    g.crystals(5)
    beast = g.summon(1, "Shellback Beast", "6,0")
    g.judge([["dot", beast, "3,3"]], text="Away from the Ending Dots.")
    g.end_turn()
    vessel = g.summon(0, "Jelly Fish Vessel", "6,2")
    g.judge([["dot", vessel, "3,1"]], text="Two dots apart.")
    g.act("attack", 0, card=vessel, path=["3,1", "3,2", "3,3"])
    g.resolve()
    g.judge([["used", vessel, False], ["dot", beast, "3,4"]], text="Three dots apart, as if unused.")
    g.plant("attack", 0, card=vessel, path=["3,1", "3,2", "3,3", "3,4"])
    return g.finish([0], "106.2#1")


@scene
def a_summon_turns_round_in_its_next_turn() -> bytes:
    """202.8: who wants to go the other way has to wait for the next turn, and then may."""
    g = Scene(["Jelly Fish Vessel"], [])
    g.crystals(5)
    vessel = g.summon(0, "Jelly Fish Vessel", "6,2")
    g.judge([["dot", vessel, "3,1"]], text="Away from the Ending Dots.")
    g.move(vessel, "3,1", "3,2", "3,3")
    g.resolve()
    g.end_turn()
    g.end_turn()
    g.move(vessel, "3,3", "3,2", "3,1")
    g.resolve()
    return g.over()


@scene
def energy_is_gone_when_the_turn_is_passed() -> bytes:
    """203.4: every pool is empty once the turn passes, so energy of the last turn pays nothing."""
    g = Scene([], ["Discount"])
    g.crystals(2)
    g.act("activate", 1, card=g.slot(MYSTIC, 1))
    g.checkpoint()
    g.end_turn()
    g.checkpoint()
    g.plant("cast", 1, card=g._number("Discount"), pay={"mystic": 1})
    return g.finish([0], "106.2#1")


@scene
def nobody_pays_for_somebody_else() -> bytes:
    """203.6: the crystal of another player does not pay for one's own card."""
    g = Scene(["Discount"], [])
    g.crystals(2)
    g.plant("cast", 0, card=g._number("Discount"), crystals=[g.slot(MYSTIC, 1)])
    return g.finish([0], "106.2#1")


@scene
def a_blue_symbol_asks_for_mystic_energy() -> bytes:
    """204.2b: the blue symbol is paid with Mystic Energy; Boost Energy does not do."""
    g = Scene(["Heal", "Heal"], [])
    g.crystals(3)
    g.cast(0, "Heal", "#0")
    g.resolve()
    g.end_turn()
    g.end_turn()
    g.plant("cast", 0, card=g._number("Heal"), targets=["#0"], crystals=[g.slot(BOOST, 0)])
    return g.finish([0], "106.2#1")


@scene
def a_deactivated_permanent_with_two_counters_changes_sides() -> bytes:
    """206.1g: under its new controller it is still deactivated and still has two counters (markers, 103.1)."""
    g = Scene(["Cannon Works"], [])
    g.crystals(3)
    g.cast(0, "Cannon Works")
    g.resolve()
    works = g.slot("Cannon Works", 0)
    for _ in range(2):
        g.end_turn()
        g.end_turn()
        g.resolve_all()
    g.judge([["state", works, "deactivated"], ["control", works, 1]], text="Traded by an unwritten card.")
    g.checkpoint()
    g.end_turn()
    g.resolve_all()
    return g.over()


@scene
def seven_shooter_shoots() -> bytes:
    """207.1: the other of the two effects, and only that one, takes place."""
    g = Scene(["7 Shooter"], ["Shellback Beast"], first=1)
    g.crystals(4)
    beast = g.summon(1, "Shellback Beast", "6,4")
    g.judge([["dot", beast, "4,5"]], text="Away from the Ending Dots.")
    g.end_turn()
    g.cast(0, "7 Shooter", beast)
    g.resolve()
    return g.over()


@scene
def annihilation_with_its_additional_effect() -> bytes:
    """207.2: all Non Life Base summons go, and for extra energy two cards are drawn."""
    g = Scene(["Annihilation", "Mist Dragon"], ["Tunnel Beast"], first=1)
    g.crystals(8)
    beast = g.summon(1, "Tunnel Beast", "6,4")
    g.judge([["dot", beast, "4,5"]], text="Away from the Ending Dots.")
    g.end_turn()
    g.summon(0, "Mist Dragon", "6,0")
    g.end_turn()
    g.end_turn()
    g.cast(0, "Annihilation", x=1)
    g.resolve()
    return g.over()


@scene
def a_hard_bargain_without_a_card() -> bytes:
    """207.3: no card was discarded, so the second step does not take place."""
    g = Scene(["Hard Bargain"], [], size=12)
    g.act("cast", 0, card=g._number(GREY))
    g.judge(
        [["zone", slot, "discard", 0] for slot in _rest(g, "Hard Bargain")], text="An empty hand but for it."
    )
    g.cast(0, "Hard Bargain")
    g.resolve()
    return g.over()


def _rest(g: Scene, but: str) -> list[str]:
    """The cards in the hand of seat 0 without one copy of ``but``."""
    kept = g._number(but)
    return [f"#{slot}" for slot in g.state.hand[0] if g.state.game.number_of(g.state.objs[slot].rev) != kept]


@scene
def an_effect_falls_with_its_target() -> bytes:
    """207.5a: the Effect stays fixed on the Vessel until the Vessel leaves play."""
    g = Scene(["Jelly Fish Vessel", "Crow's Nest"], ["Falling Star"])
    g.crystals(5)
    vessel = g.summon(0, "Jelly Fish Vessel", "6,2")
    g.judge([["dot", vessel, "3,1"]], text="Away from the Ending Dots.")
    g.cast(0, "Crow's Nest", vessel)
    g.resolve()
    g.cast(1, "Falling Star", vessel)
    g.resolve()
    return g.over()


@scene
def a_life_base_is_named_by_its_number() -> bytes:
    """307.2: collector's information names a card exactly; here it moves the Life Base of the active player."""
    g = Scene([], [])
    g.crystals(2)
    g.act("move", 0, card="1.1/001/089-C", path=["0,0", "1,1"], crystals=[g.slot(MYSTIC, 0)])
    g.resolve()
    return g.over()


@scene
def a_hunter_dragon_is_a_dragon() -> bytes:
    """402.2: Hunter Dragon has the Class Dragon: what is made for Dragons may be cast on it."""
    g = Scene(["Hunter Dragon", "Dragon Saddle", "Crow's Nest"], [])
    g.crystals(6)
    dragon = g.summon(0, "Hunter Dragon", "6,0")
    g.judge([["dot", dragon, "3,1"]], text="Away from the Ending Dots.")
    g.cast(0, "Dragon Saddle", dragon)
    g.resolve()
    g.end_turn()
    g.end_turn()
    g.move(dragon, "3,1", "3,2", "3,3", "3,4")
    g.resolve()
    g.plant("cast", 0, card=g._number("Crow's Nest"), targets=[dragon], crystals=[g.slot(MYSTIC, 0)])
    return g.finish([0], "106.2#1")


@scene
def the_end_phase_belongs_to_the_others() -> bytes:
    """704.3: the active player only answers in the End Phase; without an action to answer he stays silent."""
    g = Scene(["Discount", "Discount"], ["Discount"])
    g.crystals(2)
    g.act("end", 0)
    g.act("proceed")
    g.cast(1, "Discount")
    g.cast(0, "Discount")
    g.resolve_all()
    g.plant("cast", 0, card=g._number("Discount"), crystals=[g.slot(BOOST, 0)])
    return g.finish([0], "106.2#1")
