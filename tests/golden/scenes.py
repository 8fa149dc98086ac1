"""Hand-made games as short scenes; ``python -m tests.golden.make`` writes their logs to ``x610z/``.

Every scene is a function that gets a fresh :class:`Scene` and plays one situation of the rules to an end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from rules_engine.testing import GameRecorder
from rules_engine.x610z.cards import CardRevision, Pool
from rules_engine.x610z.casting import activation_cost, casting_cost
from rules_engine.x610z.legal import payment
from rules_engine.x610z.movement import movement_cost
from rules_engine.x610z.query import info

MYSTIC, BOOST, GREY = "Deep Mystic Crystal", "Deep Boost Crystal", "Grey Energy Crystal"
POOL_FILE = Path(__file__).parent / "pool.json"
SCENES: dict[str, Callable[[], bytes]] = {}


@cache
def golden_pool() -> Pool:
    """The cards of the golden games: a copy of the demonstration set that later changes of texts do not touch."""
    return Pool("golden", msgspec.json.decode(POOL_FILE.read_bytes(), type=tuple[CardRevision, ...]))


def scene(build: Callable[[], bytes]) -> Callable[[], bytes]:
    """Register a scene under its name."""
    SCENES[build.__name__] = build
    return build


class Scene(GameRecorder):
    """A recorder with shorthand: decks are the cards a player will need, crystals fill the rest.

    Without ``begun`` nobody has acted yet.
    """

    def __init__(self, *hands: Sequence[str], size: int = 40, begun: bool = True, **options: Any) -> None:
        decks = []
        for hand in hands:
            crystals = [MYSTIC, BOOST, GREY]
            filler = [crystals[i % 3] for i in range(size - len(hand))]
            decks.append([*hand[:4], *filler[:3], *hand[4:], *filler[3:]])
        options.setdefault("players", [f"Player {name}" for name in "ABCDEF"[: len(hands)]])
        super().__init__(decks, pool=golden_pool(), **options)
        if begun:
            self.act("begin", self.state.first)

    def crystals(self, rounds: int) -> None:
        """Whole rounds in which everybody casts one crystal and does nothing else."""
        for _ in range(rounds):
            for _ in range(len(self.state.hand)):
                self.crystal()
                self.end_turn()

    def crystal(self) -> None:
        """The active player casts the crystal of which fewest are in play, if there is one in hand."""
        st = self.state
        names = [st.game.number_of(st.objs[slot].rev) for slot in st.hand[st.active]]
        wanted = [card.number for card in map(self.pool.named, (MYSTIC, BOOST, GREY)) if card]
        there = [st.game.number_of(st.objs[slot].rev) for slot in st.play[st.active]]
        held = sorted((number for number in wanted if number in names), key=there.count)
        if held and not st.crystal_cast:
            self.act("cast", st.active, card=held[0])

    def cast(self, seat: int, name: str, *targets: str, x: int = 0, mode: int = 0) -> None:
        """Announce a card from the hand, paid with the crystals it needs."""
        st = self.state
        number = self._number(name)
        rev = self.pool.index[number]
        slot = next(slot for slot in st.hand[seat] if st.objs[slot].rev == rev)
        pay = payment(st, seat, casting_cost(st, slot, rev, seat, (x,) if x else ()))
        self.act("cast", seat, card=number, targets=list(targets) or None, x=x, mode=mode, **(pay or {}))

    def summon(self, seat: int, name: str, dot: str) -> str:
        """Cast a summon and place it; its ``#slot``."""
        self.cast(seat, name)
        self.resolve(dot)
        return self.slot(name, seat)

    def move(self, card: str, *path: str) -> None:
        """Announce a move with its Movement Energy."""
        st = self.state
        pay = payment(st, st.active, movement_cost(st, int(card[1:])))
        self.act("move", st.active, card=card, path=list(path), **(pay or {}))

    def activate(self, seat: int, card: str, *targets: str) -> None:
        """Announce the first activated effect of a permanent."""
        st = self.state
        index = info(st, int(card[1:])).activated[0][0]
        pay = payment(st, seat, activation_cost(st, int(card[1:]), seat, index, 0))
        self.act("activate", seat, card=card, targets=list(targets) or None, **(pay or {}))

    def over(self) -> bytes:
        """A last checkpoint and the end: on time, if nobody has won."""
        self.checkpoint()
        if self.state.result is None:
            self.act("time")
        return self.finish()


@scene
def a_life_base_runs_to_an_ending_dot() -> bytes:
    g = Scene([], [])
    g.crystals(2)
    path = ["0,0", "1,1", "2,0", "2,1", "3,2", "3,1", "4,0", "4,11", "5,0", "5,1", "6,0"]
    for here, there in pairwise(path):
        g.crystal()
        g.move("#0", here, there)
        g.resolve()
        if g.state.result is None:
            g.end_turn()
            g.end_turn()
    return g.over()


@scene
def a_life_base_is_shot_down() -> bytes:
    g = Scene(["Charging Beast", "War Cry", "Bullseye", "Chain Spark"], [])
    g.crystals(6)
    beast = g.summon(0, "Charging Beast", "6,4")
    g.judge([["dot", "#1", "5,5"], ["damage", "#1", 4]], text="An earlier fight that nobody wrote down.")
    g.cast(0, "War Cry", beast)
    g.resolve()
    g.act("attack", 0, card=beast, path=["6,4", "5,5"])
    g.resolve()
    if g.state.result is None:
        g.cast(0, "Chain Spark", "#1", x=1)
        g.resolve()
    return g.over()


@scene
def a_deck_runs_out() -> bytes:
    g = Scene([], [], size=9)
    while g.state.result is None:
        g.end_turn()
    return g.over()


@scene
def a_deck_runs_out_under_the_rules_of_february() -> bytes:
    g = Scene([], [], size=9, ruleset="x610z/2010-02")
    while g.state.result is None:
        g.end_turn()
    return g.over()


@scene
def a_player_gives_up_in_round_sixteen() -> bytes:
    g = Scene([], [], size=50)
    for _ in range(30):
        g.end_turn()
    g.act("concede", 0)
    return g.over()


@scene
def a_player_gives_up_too_early() -> bytes:
    g = Scene([], [])
    g.crystals(3)
    g.plant("concede", 1)
    return g.finish([0], "106.2#2")


@scene
def the_stack_example_of_the_rule_sheet() -> bytes:
    """Divine Intervention on a Hunter Dragon, which moves and attacks in response."""
    g = Scene(["Divine Intervention"], ["Hunter Dragon"], first=1)
    g.crystals(4)
    dragon = g.summon(1, "Hunter Dragon", "6,0")
    g.judge([["dot", dragon, "3,1"], ["dot", "#0", "3,4"]], text="Set up as in the example.")
    g.cast(0, "Divine Intervention", dragon)
    g.move(dragon, "3,1", "3,2")
    g.resolve()
    g.act("attack", 1, card=dragon, path=["3,2", "3,3", "3,4"])
    g.resolve()
    g.resolve()
    return g.over()


@scene
def the_same_stack_with_every_pass_written() -> bytes:
    g = Scene(["Divine Intervention"], ["Hunter Dragon"], first=1, level="full")

    def passes(*seats: int) -> None:
        for seat in seats:
            g.act("pass", seat)

    def turn() -> None:
        reactive = 1 - g.state.active
        g.crystal()
        g.act("end", g.state.active)
        passes(reactive)
        g.act("proceed")
        passes(reactive)
        g.act("proceed")

    for _ in range(8):
        turn()
    g.cast(1, "Hunter Dragon")
    passes(0, 1)
    g.resolve("6,0")
    dragon = g.slot("Hunter Dragon", 1)
    g.cast(0, "Divine Intervention", dragon)
    g.move(dragon, "6,0", "6,1")
    passes(0, 1)
    g.resolve()
    passes(0, 1)
    g.resolve()
    return g.over()


@scene
def seven_shooter_has_two_effects() -> bytes:
    """207.1: the controller chooses one of the effects separated by "or"."""
    g = Scene(["7 Shooter", "7 Shooter", "Jelly Fish Vessel"], [])
    g.crystals(5)
    vessel = g.summon(0, "Jelly Fish Vessel", "6,2")
    g.cast(0, "7 Shooter", vessel, mode=1)
    g.resolve()
    g.end_turn()
    return g.over()


@scene
def bullseye_and_heal_with_their_additional_effects() -> bytes:
    """207.2: additional effects for extra energy."""
    g = Scene(["Bullseye", "Heal", "Shellback Beast"], [])
    g.crystals(7)
    beast = g.summon(0, "Shellback Beast", "6,0")
    g.judge([["dot", beast, "3,1"]], text="Put on a white dot.")
    g.end_turn()
    g.end_turn()
    g.cast(0, "Bullseye", beast, x=1)
    g.resolve()
    g.end_turn()
    g.end_turn()
    g.cast(0, "Heal", beast, x=2)
    g.resolve()
    return g.over()


@scene
def waste_enlarges_the_draw() -> bytes:
    """207.4a: in your draw phase, draw 2 extra cards; keep 1, discard the 2 others."""
    g = Scene(["Waste"], [])
    g.crystals(3)
    g.cast(0, "Waste")
    g.resolve()
    g.end_turn()
    g.act("end", 1)
    g.act("proceed")
    g.act("proceed", answers=[[_top(g, 0)]])
    return g.over()


def _top(g: Scene, seat: int) -> str:
    return g.state.game.number_of(g.state.objs[g.state.deck[seat][-1]].rev)


@scene
def precision_failure_shortens_an_attack() -> bytes:
    """207.6 and the Dutch sheet on Range: too little Range does no damage, but the attack is used."""
    g = Scene(["Hunter Dragon"], ["Precision Failure", "Jelly Fish Vessel"], first=1)
    g.crystals(4)
    g.cast(1, "Precision Failure")
    g.resolve()
    vessel = g.summon(1, "Jelly Fish Vessel", "6,2")
    g.judge([["dot", vessel, "3,3"]], text="Away from the Ending Dots.")
    g.end_turn()
    dragon = g.summon(0, "Hunter Dragon", "6,0")
    g.judge([["dot", dragon, "3,1"]], text="Away from the Ending Dots.")
    g.act("attack", 0, card=dragon, path=["3,1", "3,2", "3,3"])
    g.activate(1, g.slot("Precision Failure", 1), dragon)
    g.resolve()
    g.resolve()
    g.plant("attack", 0, card=dragon, path=["3,1", "3,2", "3,3"])
    return g.finish([1], "106.2#1")


@scene
def a_steam_engine_drives_the_life_base() -> bytes:
    """207.5: a continuous effect, fixed on its target, under the control of the target's owner (208.2)."""
    g = Scene(["Life Base Steam Engine"], [])
    g.crystals(5)
    g.cast(0, "Life Base Steam Engine", "#0")
    g.resolve()
    g.end_turn()
    g.end_turn()
    g.move("#0", "0,0", "1,1", "2,2")
    g.resolve()
    return g.over()


@scene
def discount_needs_no_target() -> bytes:
    """208.4: an effect in the imperative without "target" affects the caster."""
    g = Scene(["Discount"], [])
    g.crystals(1)
    g.cast(0, "Discount")
    g.resolve()
    return g.over()


@scene
def a_vessel_warps_home() -> bytes:
    g = Scene(["Jelly Fish Vessel"], [])
    g.crystals(5)
    vessel = g.summon(0, "Jelly Fish Vessel", "6,2")
    g.judge([["dot", "#0", "2,3"]], text="The Life Base has left its Starting Dot.")
    g.move(vessel, "6,2", "0,0", "1,1")
    g.resolve()
    g.end_turn()
    return g.over()


@scene
def ending_dots_are_wiped() -> bytes:
    """603.5 and a trigger that draws a card for what was destroyed."""
    g = Scene(["Scrap Dealer", "Skimmer Vessel"], ["Skimmer Vessel"])
    g.crystals(4)
    g.cast(0, "Scrap Dealer")
    g.resolve()
    g.summon(0, "Skimmer Vessel", "6,8")
    g.end_turn()
    return g.over()


@scene
def a_landing_dot_is_taken_in_response() -> bytes:
    """202.9: the summon moves as far as possible."""
    g = Scene(["Skimmer Vessel", "Tunnel Beast", "Slipstream"], [])
    g.crystals(6)
    beast = g.summon(0, "Tunnel Beast", "6,2")
    g.judge([["dot", beast, "4,4"]], text="Away from the Ending Dots.")
    g.end_turn()
    g.end_turn()
    vessel = g.summon(0, "Skimmer Vessel", "6,2")
    g.move(vessel, "6,2", "5,3", "5,4", "4,5")
    g.cast(0, "Slipstream", beast)
    g.resolve("4,4 4,5")
    g.resolve()
    return g.over()


@scene
def a_cost_cannot_be_met() -> bytes:
    """200.5: everything that can be released is lost, the card goes back to the hand."""
    g = Scene(["Spark"], [])
    g.act("cast", 0, card=g._number(BOOST))
    g.act("cast", 0, card=g._number("Spark"), targets=["#1"], crystals=[g.slot(BOOST, 0)], short=True)
    return g.over()


@scene
def a_raised_cost_is_not_paid() -> bytes:
    """200.6: the action fails, the energy is lost and the card goes to the discard pile."""
    g = Scene(["Discount"], ["Sudden Toll"])
    g.crystals(2)
    g.cast(0, "Discount")
    g.cast(1, "Sudden Toll", "stack:1")
    g.resolve()
    g.resolve()
    return g.over()


@scene
def a_cast_is_cancelled() -> bytes:
    g = Scene(["Discount"], ["Denial"])
    g.crystals(3)
    g.cast(0, "Discount")
    g.cast(1, "Denial", "stack:1")
    g.resolve()
    return g.over()


@scene
def murphys_law_twice() -> bytes:
    g = GameRecorder([[GREY] * 30, [MYSTIC] * 30], pool=golden_pool())
    g.act("murphy", 0, x=6, answers=[[g._number(GREY)] * 30])
    g.act("murphy", 0, x=4, answers=[[g._number(GREY)] * 30])
    g.act("murphy", 1, x=5, answers=[[g._number(MYSTIC)] * 30])
    g.act("begin", 0)
    g.checkpoint()
    g.act("time")
    return g.finish()


@scene
def a_sharp_turn_is_found() -> bytes:
    g = Scene(["Jelly Fish Vessel"], [])
    g.crystals(5)
    vessel = g.summon(0, "Jelly Fish Vessel", "6,0")
    g.plant("move", 0, card=vessel, path=["6,0", "5,1", "5,0"], crystals=[g.slot(GREY, 0)])
    return g.finish([0], "106.2#1")


@scene
def a_second_dragon_is_found() -> bytes:
    g = Scene(["Mist Dragon", "Hunter Dragon"], [])
    g.crystals(5)
    g.summon(0, "Mist Dragon", "6,0")
    g.plant("cast", 0, card=g._number("Hunter Dragon"))
    return g.finish([0], "106.2#1")


@scene
def an_unpaid_cast_is_found() -> bytes:
    g = Scene(["Discount"], [])
    g.plant("cast", 0, card=g._number("Discount"))
    return g.finish([0], "106.2#1")


@scene
def a_card_out_of_the_sleeve_is_found() -> bytes:
    g = Scene([], [])
    g.crystals(2)
    g.plant("cast", 0, card=g._number("Discount"), crystals=[g.slot(MYSTIC, 0)])
    return g.finish([0], "106.2#1")


@scene
def the_wrong_winner_is_claimed() -> bytes:
    g = Scene([], [], organized_play=False)
    g.crystals(2)
    g.act("concede", 0)
    return g.finish([0], "106.2#2")


@scene
def three_players_until_one_is_left() -> bytes:
    g = Scene([], [], [], organized_play=False)
    g.crystals(2)
    g.act("concede", 1)
    g.end_turn()
    g.end_turn()
    g.act("concede", 2)
    return g.over()


@scene
def four_players_and_one_leaves_in_his_own_turn() -> bytes:
    g = Scene(["Discount"], [], [], [], organized_play=False)
    g.crystals(2)
    g.cast(0, "Discount")
    g.act("concede", 0)
    g.crystal()
    g.end_turn()
    return g.over()


@scene
def a_team_wins_together() -> bytes:
    g = Scene([], [], [], [], teams=("a", "b", "b", "a"))
    g.crystals(1)
    g.judge([["dot", "#0", "5,1"]], text="Late in the game.")
    g.crystal()
    g.move("#0", "5,1", "6,0")
    g.resolve()
    return g.over()


@scene
def a_team_of_three_is_out_with_one_player() -> bytes:
    g = Scene([], [], [], [], [], [], teams=("a", "b", "c") * 2, organized_play=False)
    g.crystals(1)
    g.act("concede", 1)
    g.end_turn()
    g.end_turn()
    return g.over()


@scene
def six_players_respond_clockwise() -> bytes:
    g = Scene(
        ["Discount"], ["Discount"], ["Discount"], ["Discount"], ["Discount"], ["Discount"], level="full"
    )

    def turn() -> None:
        g.crystal()
        others = [(g.state.active + step) % 6 for step in range(1, 6)]
        for mark in ("end", "proceed"):
            if mark == "end":
                g.act("end", g.state.active)
            for seat in others:
                g.act("pass", seat)
            g.act("proceed")

    for _ in range(6):
        turn()
    g.cast(0, "Discount")
    g.act("pass", 1)
    g.cast(2, "Discount")
    for seat in (3, 4, 5, 0, 1, 2):
        g.act("pass", seat)
    g.resolve()
    for seat in (3, 4, 5, 0, 1, 2):
        g.act("pass", seat)
    g.resolve()
    return g.over()


@scene
def hidden_decks_are_bound_card_by_card() -> bytes:
    g = GameRecorder([[GREY] * 40, [MYSTIC] * 40], hidden=(0, 1), pool=golden_pool())
    g.act("begin", 0)
    for _ in range(3):
        g.act("cast", 0, card=g._number(GREY))
        g.end_turn()
        g.act("cast", 1, card=g._number(MYSTIC))
        g.checkpoint(digest=False)
        g.end_turn()
    g.act("time")
    return g.finish()


@scene
def an_extra_turn_and_a_skipped_phase() -> bytes:
    """700.2: another turn, and a draw phase that does not take place."""
    g = Scene(["Lost Hour", "Borrowed Time"], [])
    g.crystals(7)
    g.cast(0, "Borrowed Time")
    g.resolve()
    g.end_turn()
    g.cast(0, "Lost Hour", "seat:1")
    g.resolve()
    g.end_turn()
    return g.over()


@scene
def control_of_a_vessel_is_lent() -> bytes:
    """402.9, 402.10 and 206.1g: a vessel changes sides until end of turn, with what lies on it."""
    g = Scene(["Mutiny"], ["Jelly Fish Vessel", "Crow's Nest"], first=1)
    g.crystals(5)
    vessel = g.summon(1, "Jelly Fish Vessel", "6,2")
    g.judge([["dot", vessel, "3,1"]], text="Away from the Ending Dots.")
    g.cast(1, "Crow's Nest", vessel)
    g.resolve()
    g.end_turn()
    g.cast(0, "Mutiny", vessel)
    g.resolve()
    g.end_turn()
    return g.over()
