"""February 2010 knows two activation states, March three (206.1e-f, 402.7, 402.14, glossary)."""

from __future__ import annotations

import pytest

from rules_engine.testing import GameRecorder
from rules_engine.x610z.model import DEACTIVATED, NON_ACTIVE, UNACTIVATED
from rules_engine.x610z.recorder import IllegalAction
from rules_engine.x610z.view import view
from tests.rules_engine.cards.table import ME, YOU, Table

FEBRUARY, MARCH = "x610z/2010-02", "x610z/2010-03"
EACH = pytest.mark.parametrize(("ruleset", "turned"), [(FEBRUARY, DEACTIVATED), (MARCH, NON_ACTIVE)])


def moved(ruleset: str, choice: str = "three_states") -> tuple[Table, str]:
    """A dragon that has just moved to 3,2, with a beast to attack on 3,3."""
    t = Table(ruleset=ruleset, choices={"H8": choice})
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.summon(YOU, "Tunnel Beast", "3,3")
    t.st.pool[ME] = (0, 0, 0, 1)
    t.act("move", seat=ME, card=dragon, path=["3,1", "3,2"])
    t.resolve()
    return t, dragon


@EACH
def test_moving_turns_the_card(ruleset: str, turned: int) -> None:
    t, dragon = moved(ruleset)
    assert t.obj(dragon).state == turned
    shown = {row["oid"]: row["state"] for row in view(t.st)["pawns"]}
    assert shown[dragon] == ("deactivated" if ruleset == FEBRUARY else "non_active")


@EACH
def test_activating_turns_the_card(ruleset: str, turned: int) -> None:
    t = Table(ruleset=ruleset)
    crystal = t.permanent(ME, "Mystic Energy Crystal")
    t.act("activate", seat=ME, card=crystal)
    assert t.obj(crystal).state == turned
    violation = t.try_act("activate", seat=ME, card=crystal)
    assert violation is not None
    assert violation.rule == "206.1f"


@EACH
def test_a_summon_that_moved_may_still_attack_and_its_attack_takes_place(ruleset: str, turned: int) -> None:
    t, dragon = moved(ruleset)
    t.act("attack", seat=ME, card=dragon, path=["3,2", "3,3"])
    t.resolve()
    beast = f"#{t.st.occ[t.st.game.board.number['3,3']]}"
    assert (t.damage(beast), t.obj(dragon).state) == (2, turned)


@pytest.mark.parametrize("ruleset", [FEBRUARY, MARCH])
def test_a_summon_that_moved_does_not_attack_where_what_lies_sideways_rests(ruleset: str) -> None:
    t, dragon = moved(ruleset, "sideways_rests")
    violation = t.try_act("attack", seat=ME, card=dragon, path=["3,2", "3,3"])
    assert violation is not None
    assert violation.rule == "402.14"


@pytest.mark.parametrize(("ruleset", "bound"), [(FEBRUARY, False), (MARCH, True)])
def test_only_since_march_an_effect_of_ones_own_binds_as_well(ruleset: str, bound: bool) -> None:
    """402.14 speaks of another player's Effect; the glossary's "a deactivated summon can't" is of March."""
    t = Table(ruleset=ruleset)
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.summon(YOU, "Tunnel Beast", "3,2")
    t.play("Paralysis", dragon)
    violation = t.try_act("attack", seat=ME, card=dragon, path=["3,1", "3,2"])
    assert (violation is not None and violation.rule == "402.14") is bound


@pytest.mark.parametrize("ruleset", [FEBRUARY, MARCH])
def test_another_players_effect_binds_until_reactivation_under_both(ruleset: str) -> None:
    t = Table(ruleset=ruleset)
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.summon(YOU, "Tunnel Beast", "3,2")
    t.play("Paralysis", dragon, seat=YOU)
    for verb, path in (("attack", ["3,1", "3,2"]), ("move", ["3,1", "4,2"])):
        violation = t.try_act(verb, seat=ME, card=dragon, path=path)
        assert violation is not None
        assert violation.rule == "402.14"
    t.end_turn()
    t.end_turn()
    assert (t.obj(dragon).state, t.obj(dragon).used) == (UNACTIVATED, 0)
    assert t.try_act("attack", seat=ME, card=dragon, path=["3,1", "3,2"]) is None


def test_what_an_own_effect_left_free_an_enemy_effect_binds_later() -> None:
    """The mark of one's own deactivation ends with it."""
    t = Table(choices={"H8": "others_only"})
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.summon(YOU, "Tunnel Beast", "3,2")
    t.play("Paralysis", dragon)
    t.end_turn()
    t.end_turn()
    t.play("Paralysis", dragon, seat=YOU)
    violation = t.try_act("attack", seat=ME, card=dragon, path=["3,1", "3,2"])
    assert violation is not None
    assert violation.rule == "402.14"


def test_an_attack_of_a_summon_that_its_own_player_deactivated_takes_place_under_the_letter_of_402_14() -> (
    None
):
    t = Table(choices={"H8": "others_only"})
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    beast = t.summon(YOU, "Tunnel Beast", "3,2")
    t.play("Paralysis", dragon)
    t.act("attack", seat=ME, card=dragon, path=["3,1", "3,2"])
    t.resolve()
    assert t.damage(beast) == 2


@pytest.mark.parametrize("ruleset", [FEBRUARY, MARCH])
def test_a_judge_can_set_every_state(ruleset: str) -> None:
    g = GameRecorder([["Grey Energy Crystal"] * 20] * 2, ruleset=ruleset)
    g.act("begin", 0)
    g.judge([["state", "#0", "non_active"], ["pool", 0, "colorless", 9]])
    assert g.state.objs[0].state == (DEACTIVATED if ruleset == FEBRUARY else NON_ACTIVE)
    with pytest.raises(IllegalAction, match=r"402\.7"):
        g.act("move", 0, card="#0", path=["0,0", "1,1"])
    g.judge([["state", "#0", "deactivated"]])
    with pytest.raises(IllegalAction, match=r"402\.14"):
        g.act("move", 0, card="#0", path=["0,0", "1,1"])
    g.judge([["state", "#0", "unactivated"]])
    g.act("move", 0, card="#0", path=["0,0", "1,1"])
