"""Scenes of every kind of table, and of rules on which none of the other scenes ends."""

from __future__ import annotations

from .scenes import BOOST, GREY, MYSTIC, Scene, scene


@scene
def five_players_under_a_storm() -> bytes:
    """100.1b: five players; a storm strikes the summons of all of them at the same moment (210.5)."""
    g = Scene(["Storm Front"], ["Skimmer Vessel"], ["Tunnel Beast"], ["Skimmer Vessel"], [], first=1)
    g.crystals(3)
    one = g.summon(1, "Skimmer Vessel", "6,0")
    g.judge([["dot", one, "3,1"]], text="Away from the Ending Dots.")
    g.end_turn()
    two = g.summon(2, "Tunnel Beast", "6,4")
    g.judge([["dot", two, "3,5"]], text="Away from the Ending Dots.")
    g.end_turn()
    three = g.summon(3, "Skimmer Vessel", "6,6")
    g.judge([["dot", three, "3,9"]], text="Away from the Ending Dots.")
    g.end_turn()
    g.end_turn()
    g.cast(0, "Storm Front")
    g.resolve()
    return g.over()


@scene
def three_against_three() -> bytes:
    """106.1b: when one of a team of three loses its Life Base, all three have lost."""
    g = Scene(["Bullseye"], [], [], [], [], [], teams=("a", "b") * 3)
    g.crystals(4)
    g.judge([["damage", "#3", 10], ["dot", "#3", "3,3"]], text="Late in the game.")
    g.cast(0, "Bullseye", "#3")
    g.resolve()
    return g.over()


@scene
def places_are_played_out() -> bytes:
    """106.1: a casual game of four goes on after the first winner, for the places behind."""
    g = Scene([], [], [], [], organized_play=False, places=True)
    g.crystals(1)
    g.judge([["dot", "#0", "5,1"]], text="Late in the game.")
    g.crystal()
    g.move("#0", "5,1", "6,0")
    g.resolve()
    g.act("concede", 2)
    g.act("concede", 1)
    return g.over()


@scene
def time_runs_out_for_two_teams() -> bytes:
    """106.1a: nobody has won when time is up, so it is a draw."""
    g = Scene([], [], [], [], teams=("a", "b", "b", "a"))
    g.crystals(2)
    return g.over()


@scene
def a_foreign_starting_dot_destroys() -> bytes:
    """601.5: a summon that lands on the Starting Dot of another player is destroyed."""
    g = Scene(["Skimmer Vessel"], [])
    g.crystals(4)
    vessel = g.summon(0, "Skimmer Vessel", "6,2")
    g.judge([["dot", vessel, "1,7"], ["dot", "#1", "3,7"]], text="Beside the dot that its player has left.")
    g.move(vessel, "1,7", "0,6")
    g.resolve()
    return g.over()


@scene
def nobody_is_attacked_in_the_no_attack_zone() -> bytes:
    """604.2: a Life Base on its Starting Dot cannot be attacked."""
    g = Scene(["Mist Dragon"], [])
    g.crystals(4)
    dragon = g.summon(0, "Mist Dragon", "6,2")
    g.judge([["dot", dragon, "2,8"]], text="Two dots from the Starting Dot.")
    g.plant("attack", 0, card=dragon, path=["2,8", "1,7", "0,6"])
    return g.finish([0], "106.2#1")


@scene
def nobody_shoots_through_a_warp() -> bytes:
    """605.4: warp holes are for moving; no attack goes through them."""
    g = Scene(["Mist Dragon"], [])
    g.crystals(4)
    dragon = g.summon(0, "Mist Dragon", "6,2")
    g.plant("attack", 0, card=dragon, path=["6,2", "0,0"])
    return g.finish([0], "106.2#1")


@scene
def two_triggers_in_the_order_of_the_active_player() -> bytes:
    """207.4c: two effects trigger at once; the active player says in which order they stack."""
    g = Scene(["Scrap Dealer", "Skimmer Vessel", "Scrap Dealer"], [])
    g.crystals(6)
    g.cast(0, "Scrap Dealer")
    g.resolve()
    g.end_turn()
    g.end_turn()
    g.cast(0, "Scrap Dealer")
    g.resolve()
    g.summon(0, "Skimmer Vessel", "6,8")
    g.chooser = lambda need: need.options[-1]
    g.end_turn()
    return g.over()


@scene
def a_cast_is_redirected() -> bytes:
    """Glossary, Redirect: the target announced with a cast is changed in response."""
    g = Scene(["Bullseye"], ["Crosswind"])
    g.crystals(4)
    g.cast(0, "Bullseye", "#1")
    g.cast(1, "Crosswind", "stack:1")
    g.chooser = lambda need: "#0" if "#0" in need.options else need.options[0]
    g.resolve()
    g.resolve()
    return g.over()


@scene
def silence_forbids_what_the_rules_allow() -> bytes:
    """107.1b: who can't cast cards can't, even in his own turn."""
    g = Scene(["Discount"], ["Silence"])
    g.crystals(4)
    g.cast(1, "Silence", "seat:0")
    g.resolve()
    g.plant("cast", 0, card=g._number("Discount"), crystals=[g.slot(BOOST, 0)])
    return g.finish([0], "106.2#1")


@scene
def a_second_crystal_is_found() -> bytes:
    """403.1: one Energy Crystal Card a turn."""
    g = Scene([], [])
    g.crystals(1)
    g.crystal()
    g.plant("cast", 0, card=g._number(MYSTIC))
    return g.finish([0], "106.2#1")


@scene
def a_missing_pass_is_found() -> bytes:
    """703.4: the action phase is over when nobody responds any more; a full log shows who has not passed."""
    g = Scene(["Discount"], [], [], level="full")
    g.crystal()
    for do in ("end", "proceed"):
        if do == "end":
            g.act("end", 0)
        g.act("pass", 1)
        g.act("pass", 2)
        g.act("proceed")
    g.act("cast", 1, card=g._number(GREY))
    g.act("end", 1)
    g.act("pass", 2)
    g.plant("proceed")
    return g.finish([0], "106.2#1")


@scene
def a_caged_crystal_gives_nothing() -> bytes:
    """107.1b and 200.1b: an Energy Crystal that can't be activated pays for nothing."""
    g = Scene([], ["Crystal Cage"], first=1)
    g.crystals(3)
    cage = g.slot(GREY, 0)
    g.cast(1, "Crystal Cage", cage)
    g.resolve()
    g.plant("activate", 0, card=cage)
    return g.finish([0], "106.2#1")
