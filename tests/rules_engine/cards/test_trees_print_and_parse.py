"""Any tree the language can say: printed and compiled again, it is the same tree, with one reading only."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.x610z import nodes as n
from rules_engine.x610z.cardtext import compile_text, print_tree
from tests.speeds import amount

NUMBERS = st.integers(1, 9).map(n.Const)
ENERGY = st.builds(
    n.Energy,
    mystic=st.integers(0, 3),
    boost=st.integers(0, 3),
    robiumm=st.integers(0, 3),
    colorless=st.integers(1, 4),
)
CONTROL = st.sampled_from(["any", "you", "opponent", "other"])
WHERE = st.sampled_from(["any", "outside_no_attack_zone", "in_no_attack_zone"])
UNTIL = st.sampled_from(["turn", "next_turn"])
ELEMENT = st.sampled_from([None, None, "Ember", "Gale"])
STATE = st.sampled_from(["any", "any", "damaged", "unactivated", "not_ready"])


def _named(select: n.Select) -> n.Select:
    """A class is not told apart from the Life Base, so only one of the two is named."""
    return n.Select(**{**_fields(select), "life_base": None}) if select.classes else select


def _fields(select: n.Select) -> dict[str, Any]:
    return {name: getattr(select, name) for name in select.__struct_fields__}


SUMMONS = st.builds(
    n.Select,
    kind=st.just("summon"),
    control=CONTROL,
    classes=st.sampled_from([(), (), ("Dragon",), ("Vessel",), ("Army",)]),
    life_base=st.sampled_from([None, None, True, False]),
    element=ELEMENT,
    state=STATE,
    where=WHERE,
).map(_named)
CRYSTALS = st.builds(
    n.Select, kind=st.just("crystal"), control=CONTROL, colour=st.sampled_from([None, "mystic"])
)
EFFECTS = st.builds(
    n.Select, kind=st.just("effect"), control=CONTROL, crew=st.sampled_from([None, "Marksman"])
)
PLAYERS = st.builds(n.Select, kind=st.just("player"), control=st.sampled_from(["any", "opponent", "other"]))
ACTIONS = st.builds(
    n.Select,
    kind=st.just("action"),
    action=st.sampled_from(["any", "cast", "movement", "attack", "activation"]),
)
PERMANENTS = st.one_of(SUMMONS, CRYSTALS, EFFECTS)
CARDS = st.builds(
    n.Select, kind=st.just("card"), card_kind=st.sampled_from(["any", "summon", "effect", "energy_crystal"])
)
AMOUNT = st.one_of(
    NUMBERS,
    st.builds(n.Count, what=st.just("select"), select=PERMANENTS, per=st.integers(1, 3)),
    st.builds(
        n.Count, what=st.sampled_from(["hand", "discard"]), who=st.just(n.You()), per=st.integers(1, 3)
    ),
    st.builds(n.Count, what=st.just("counters"), per=st.integers(1, 3)),
)
SLOT = n.Slot(0)


@st.composite
def on_summon(draw: st.DrawFn) -> tuple[n.Node, n.Select]:
    """A step on the first target, and what that target is."""
    until = draw(UNTIL)
    stat = draw(st.sampled_from(["attack", "defense", "speed", "range"]))
    steps: list[n.Node] = [
        n.Damage(SLOT, draw(AMOUNT), draw(st.booleans())),
        n.Heal(SLOT, draw(st.one_of(AMOUNT, st.just(n.All())))),
        n.ModStat(SLOT, stat, draw(NUMBERS), draw(st.booleans()), until),
        n.Forbid(
            draw(st.sampled_from(["attack", "move", "be_attacked", "be_damaged", "be_targeted"])),
            SLOT,
            None,
            until,
        ),
        n.Allow(
            draw(st.sampled_from(["attack_again", "move_again", "sharp_turn", "any_direction"])), SLOT, until
        ),
        n.Prevent(SLOT, draw(st.one_of(NUMBERS, st.just(n.All()))), until),
        n.MoveSummon(SLOT, "path", draw(NUMBERS), by_rules=draw(st.booleans()), up_to=draw(st.booleans())),
        n.MoveSummon(SLOT, "starting_dot"),
        n.MoveSummon(SLOT, "ending_dot", by_rules=draw(st.booleans())),
        n.Warp(SLOT),
        n.ModCost("movement", draw(ENERGY), draw(st.booleans()), what=SLOT, until=until),
    ]
    return draw(st.sampled_from(steps)), draw(SUMMONS)


@st.composite
def on_permanent(draw: st.DrawFn) -> tuple[n.Node, n.Select]:
    steps: list[n.Node] = [
        n.Destroy(SLOT),
        n.Deactivate(SLOT),
        n.Reactivate(SLOT),
        n.TakeControl(SLOT, until=draw(st.sampled_from(["turn", "while_in_play"]))),
        n.MoveCard(draw(st.sampled_from(["hand", "deck", "deck_bottom", "removed"])), SLOT),
    ]
    return draw(st.sampled_from(steps)), draw(PERMANENTS)


@st.composite
def on_player(draw: st.DrawFn) -> tuple[n.Node, n.Select]:
    cards, to = draw(CARDS), draw(st.sampled_from(["hand", "play", "deck"]))
    phase = draw(st.sampled_from(["reactivation", "draw", "action", "end"]))
    steps: list[n.Node] = [
        n.Draw(draw(NUMBERS), SLOT),
        n.Discard(draw(st.one_of(NUMBERS, st.just(n.All()))), SLOT),
        n.Discard(draw(NUMBERS), SLOT, "random"),
        n.Shuffle(SLOT, draw(st.booleans())),
        n.Show(SLOT),
        n.Show(SLOT, "deck_top", draw(NUMBERS)),
        n.GainEnergy(draw(ENERGY), SLOT),
        n.ExtraTurn(SLOT),
        n.SkipTurn(SLOT),
        n.SkipTurn(SLOT, phase),
        n.Search(
            cards, draw(NUMBERS), SLOT, draw(st.sampled_from(["deck", "discard"])), to, draw(st.booleans())
        ),
        n.MoveCard(to, None, draw(st.sampled_from(["hand", "discard"])), SLOT, draw(NUMBERS), cards),
        n.Forbid("cast", who=SLOT, select=cards),
        n.Forbid("activate", who=SLOT),
    ]
    return draw(st.sampled_from(steps)), draw(PLAYERS)


@st.composite
def on_action(draw: st.DrawFn) -> tuple[n.Node, n.Select]:
    select = draw(ACTIONS)
    steps: list[n.Node] = [n.Cancel(SLOT), n.Redirect(SLOT)]
    if select.action != "any":
        steps.append(n.ModCost(select.action, draw(ENERGY), draw(st.booleans()), what=SLOT))
    return draw(st.sampled_from(steps)), select


STEP = st.one_of(on_summon(), on_permanent(), on_player(), on_action())


@st.composite
def cards(draw: st.DrawFn) -> n.CardTree:
    """A card of one step on one target, bare or within one of the frames of rules 204 and 207."""
    step, select = draw(STEP)
    target = n.Target(select)
    frame = draw(
        st.sampled_from(["bare", "unless", "must", "then", "extra", "trigger", "activated", "choice"])
    )
    payer = n.Slot(0) if select.kind == "player" else n.Controller(n.Slot(0))
    cost = draw(ENERGY)
    if frame == "unless":
        step = n.Gate("pay", n.Seq(()), otherwise=step, cost=cost, payer=payer)
    elif frame == "must":
        step = n.Gate(
            "pay",
            n.Seq(()),
            otherwise=n.Discard(n.Const(1)),
            cost=cost,
            payer=n.Each(n.Select("player")),
            must=True,
        )
        return n.CardTree((step,))
    elif frame == "then":
        step = n.Gate("if_done", n.Draw(draw(NUMBERS)), first=step)
    elif frame == "extra":
        kind = draw(st.sampled_from(["pay", "each_extra"]))
        return n.CardTree((n.Gate(kind, step, cost=cost),), (n.Target(select, extra=True),))
    elif frame == "trigger":
        word = draw(st.sampled_from(["in", "during", "at"]))
        when = n.When(word, "phase", phase="end", whose=draw(st.sampled_from(["you", "any", "opponent"])))
        return n.CardTree((n.Trigger(when, step, (target,)),))
    elif frame == "activated":
        return n.CardTree((n.Activated(draw(st.sampled_from([n.FREE, cost])), step, (target,)),))
    elif frame == "choice":
        options = n.ChooseOne((step, n.Draw(n.Const(1))))
        return n.CardTree((options,), (n.Target(select, option=0),))
    return n.CardTree((step,), (target,))


@settings(max_examples=amount(25, 200, "examples of a property"), deadline=None)
@given(cards())
def test_a_printed_tree_compiles_to_itself(tree: n.CardTree) -> None:
    assert compile_text(print_tree(tree)).tree == tree


@settings(max_examples=25, deadline=None)
@given(SUMMONS, st.sampled_from(["attack", "speed", "range"]), NUMBERS, st.booleans())
def test_a_continuous_effect_compiles_to_itself(
    select: n.Select, stat: Any, delta: n.Const, less: bool
) -> None:
    change = n.ModStat(n.Host(), stat, delta, less, "while_in_play")
    fixed = n.CardTree((n.Static(change),), (n.Target(select),))
    wide = n.CardTree((n.Static(n.ModStat(n.Each(select), stat, delta, less, "while_in_play")),))

    assert compile_text(print_tree(fixed)).tree == fixed
    assert compile_text(print_tree(wide)).tree == wide


EVENT = st.sampled_from(["attacks", "attacked", "moves", "damaged", "destroyed", "enters", "leaves"])


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(["when", "whenever"]), EVENT, SUMMONS)
def test_a_trigger_on_an_event_compiles_to_itself(word: Any, event: Any, select: n.Select) -> None:
    any_summon = n.CardTree(
        (n.Trigger(n.When(word, event, select=select), n.Damage(n.Subject(), n.Const(1))),)
    )
    fixed = n.CardTree(
        (n.Trigger(n.When(word, event, ref=n.Host()), n.Draw(n.Const(1))),), (n.Target(select),)
    )
    own = n.CardTree((n.Trigger(n.When(word, event, ref=n.This()), n.Draw(n.Const(1))),))

    for tree in (any_summon, fixed, own):
        assert compile_text(print_tree(tree)).tree == tree
