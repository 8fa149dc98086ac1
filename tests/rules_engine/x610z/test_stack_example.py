"""The worked example of a stack in the Dutch rule sheet, step by step."""

from __future__ import annotations

from tests.rules_engine.cards.table import ME, YOU, Table


def test_divine_intervention_on_a_hunter_dragon_that_moves_and_attacks_first() -> None:
    t = Table()
    dragon = t.summon(ME, "Hunter Dragon", "3,1")
    beast = t.summon(YOU, "Tunnel Beast", "3,4")
    t.cast(YOU, "Divine Intervention", dragon)
    t.st.pool[ME] = (0, 0, 0, 1)
    t.act("move", seat=ME, card=dragon, path=["3,1", "3,2"])
    assert [item.kind for item in t.st.stack] == [0, 2], "the move lies on top of Divine Intervention"
    t.resolve()
    assert t.dot(dragon) == "3,2"
    assert len(t.st.stack) == 1
    t.act("attack", seat=ME, card=dragon, path=["3,2", "3,3", "3,4"])
    t.resolve()
    assert t.damage(beast) == 3
    assert t.zone(dragon) == "play", "Divine Intervention still waits"
    t.resolve()
    assert t.zone(dragon) == "discard"
    assert t.damage(beast) == 3, "what has been carried out cannot be stopped any more"
    assert t.st.stack == ()
