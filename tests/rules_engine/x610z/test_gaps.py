"""What effects put into play and whom they name, and the limits at which the engine says "engine gap"."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules_engine
from rules_engine import audit
from rules_engine.kernel.errors import EngineGap
from rules_engine.testing import GameRecorder
from rules_engine.x610z import nodes as n
from rules_engine.x610z.cards import CardRevision
from rules_engine.x610z.messages import CATALOGUE
from rules_engine.x610z.resolve import TOOLS
from tests.rules_engine.cards.table import ME, YOU, Table, effect

FETCH = effect("Fetch", "Move 1 Effect Card from your hand into play.")
PATCH = effect("Patch", "Target summon gets Attack Power +1.", permanent=True)
BOLT = effect("Bolt", "Deal 1 damage to target summon.")
FORK = effect("Fork", "Draw 1 card from your deck.\nor\nDeal 1 damage to target summon.")
RIDDLE = CardRevision("T1.1/900/999-C", "Riddle", "effect", "Nobody knows.", manual=True)


def number(t: Table, name: str) -> str:
    """The collector's number of a card of this table."""
    return str(t.st.game.pool.find(name).number)  # type: ignore[union-attr]  # the test put it there


def put(t: Table, name: str, *answers: object) -> str:
    """Cast Fetch and put ``name`` into play with it; the ``#slot`` of that card."""
    t.hold(ME, name)
    slot = f"#{t.st.hand[ME][-1]}"
    t.play("Fetch", answers=([number(t, name)], *answers))
    return slot


def test_a_permanent_effect_put_into_play_chooses_what_it_lies_on() -> None:
    t = Table(FETCH, PATCH)
    beast, dragon = t.summon(YOU, "Tunnel Beast", "3,1"), t.summon(ME, "Mist Dragon", "3,3")
    slot = put(t, "Patch", beast)
    assert (t.zone(slot), t.obj(slot).controller) == ("play", YOU)
    assert t.stat(beast, "attack") == t.card(beast).attack + 1
    assert t.stat(dragon, "attack") == t.card(dragon).attack


def test_an_effect_without_a_legal_target_stays_where_it_is() -> None:
    cage = effect("Lid", "Target Energy Crystal can't be activated.", permanent=True)
    t = Table(FETCH, cage)
    slot = put(t, "Lid")
    assert t.zone(slot) == "hand"


def test_a_non_permanent_effect_put_into_play_takes_place_and_leaves() -> None:
    t = Table(FETCH, BOLT)
    beast = t.summon(YOU, "Tunnel Beast", "3,1")
    slot = put(t, "Bolt", beast)
    assert (t.zone(slot), t.damage(beast)) == ("discard", 1)


def test_the_option_of_an_effect_put_into_play_is_chosen_then() -> None:
    t = Table(FETCH, FORK)
    beast = t.summon(YOU, "Tunnel Beast", "3,1")
    put(t, "Fork", 1, beast)
    assert t.damage(beast) == 1


def test_a_manual_card_put_into_play_waits_for_the_judge() -> None:
    t = Table(FETCH, RIDDLE)
    put(t, "Riddle")
    assert t.st.awaiting == RIDDLE.number
    with pytest.raises(EngineGap, match="manual_card"):
        t.act("end", seat=ME)


def test_effects_that_put_each_other_into_play_stop_at_the_limit() -> None:
    """Thirty copies of a card that puts the next one into play: a clean verdict, no crash."""
    pool = Table(effect("Chain", "Move 1 Effect Card from your hand into play.")).st.game.pool
    chain = pool.find("Chain")
    assert chain is not None
    g = GameRecorder([[chain.number] * 40, ["Grey Energy Crystal"] * 40], pool=pool)
    g.act("begin", 0)
    g.judge([["draw", 0, 30]])
    g.act("cast", 0, card=chain.number)
    with pytest.raises(EngineGap, match="too_deep"):
        g.act("resolve", answers=[[chain.number]] * 60)


def test_a_hidden_card_that_comes_into_play_is_named() -> None:
    deck = ["Bolt", *["Fetch"] * 2, *["Grey Energy Crystal"] * 20]
    pool = Table(FETCH, BOLT).st.game.pool
    g = GameRecorder([deck, deck], pool=pool, hidden=(0, 1))
    g.act("begin", 0)
    g.judge([["zone", f"#{slot}", "discard"] for slot in g.state.hand[0][:6]])
    g.act("cast", 0, card="Fetch")
    (held,) = g.state.hand[0]
    with pytest.raises(Exception, match="name_card"):
        g.act("resolve", answers=[[f"#{held}"]])
    g.act("resolve", answers=[[f"#{held}"], "Bolt", "#1"])
    assert g.state.objs[1].damage == 1


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Each opponent presents his hand. Choose 1 of those cards, each opponent discards that card.", 1),
        ("Each player moves 1 card from his discard pile to his hand.", 0),
        ("Each opponent discards 1 card at random.", 1),
        ("All players shuffle their deck.", None),
    ],
)
def test_a_text_about_several_players_is_carried_out(text: str, answers: int | None) -> None:
    t = Table(effect("Fair", text))
    for seat in (ME, YOU):
        t.pile(seat, "Spark")
    piles = [len(pile) for pile in t.st.discard]
    t.play(
        "Fair", answers=(None, None) if answers is None else ([number(t, "Grey Energy Crystal")],) * answers
    )
    after = [len(pile) for pile in t.st.discard]
    assert after != piles or answers is None


def test_of_a_presented_hand_as_many_are_picked_unseen_as_the_text_says() -> None:
    """213.2, 502.2: two cards, no more and no fewer, and none that is not presented."""
    text = "Target opponent presents his hand. Choose 2 of those cards, that player discards those cards."
    t = Table(effect("Blind Pick", text))
    t.cast(ME, "Blind Pick", "seat:1")
    first, second, third, *_ = (f"#{slot}" for slot in t.st.hand[YOU])
    saved, held = t.st.snapshot(), t.hand(YOU)
    for wrong in ([first], [first, second, third], [first, f"#{t.st.hand[ME][0]}"]):
        found = t.try_act("resolve", answers=[wrong])
        assert found is not None and found.rule == "502.2", wrong
        t.st.restore(saved)
    t.resolve([first, second])
    assert (t.hand(YOU), t.zone(first), t.zone(second)) == (held - 2, "discard", "discard")


def test_every_node_that_does_something_has_a_handler() -> None:
    structure = {n.Trigger, n.Static, n.Activated, n.Produce, n.Stats}
    kinds = {kind for kind in n.Node.__args__ if isinstance(kind, type)} - structure
    assert kinds <= set(TOOLS.handlers)


def test_every_gap_of_the_engine_is_documented_and_worded() -> None:
    """The codes of all ``EngineGap``s in the code stand in docs/engine.md and in both languages."""
    root = Path(rules_engine.__file__).parent
    codes = {
        code
        for path in (root / "x610z").glob("*.py")
        for code in re.findall(r'EngineGap\(\s*"(\w+)"', path.read_text(encoding="utf-8"))
    }
    page = (root.parent / "docs" / "engine.md").read_text(encoding="utf-8")
    assert codes
    for code in codes:
        assert f"`{code}`" in page, code
        assert all(code in CATALOGUE.findings(language) for language in ("en", "nl")), code


def test_a_judges_line_that_ends_the_active_players_game_passes_the_turn() -> None:
    g = GameRecorder([["Grey Energy Crystal"] * 20] * 3, organized_play=False)
    g.act("begin", 0)
    g.judge([["lose", 0]])
    assert g.state.active == 1
    g.act("cast", 1, card="Grey Energy Crystal")


def test_two_players_in_a_row_without_a_card_to_draw_are_both_out() -> None:
    g = GameRecorder([["Grey Energy Crystal"] * size for size in (20, 7, 7, 20)], organized_play=False)
    g.act("begin", 0)
    g.end_turn()
    assert (g.state.active, g.state.living(1), g.state.living(2)) == (3, False, False)
    assert audit(g.writer.data()).finding is not None  # the end line is missing, nothing else
