"""What must not matter does not: the same situation, put otherwise, ends the same.

Other seats, other names, an unrelated permanent, an unrelated lasting effect, an empty window, another order of
independent things.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine import audit
from rules_engine.kernel.errors import NeedAnswer
from rules_engine.kernel.report import Report
from rules_engine.testing import random_game
from rules_engine.x610z import play, query, turn
from rules_engine.x610z.cards import Pool, load_pool
from rules_engine.x610z.convert import to_full
from rules_engine.x610z.model import Temp
from rules_engine.x610z.nodes import Const, ModStat, Slot
from tests.rules_engine.cards.table import ME, YOU, Table, effect

SITUATIONS = {
    "damage": "Deal 2 damage to all non Life Base summons.",
    "destruction": "Destroy all non Life Base summons.",
    "movement": "Move all non Life Base summons to its owner's hand.",
    "a gate": "Deal 1 damage to all non Life Base summons. When successfully done, draw 1 card from your deck.",
    "stats": "All non Life Base summons get Attack Power +1 and Defense -1 until end of turn.",
    "deactivation": "Deactivate all non Life Base summons. When successfully done, draw 1 card from your deck.",
    "control": "Take control of all non Life Base summons.",
    "prevention": "Prevent all damage that would be dealt to all summons until end of turn.",
}
WATCH = "Whenever a non Life Base summon is destroyed, draw 1 card from your deck."


def ending(
    text: str, put: Callable[[Table], None] | None = None, *, mirrored: bool = False, backwards: bool = False
) -> Any:
    """What is left of the two summons, the hands and the stack after ``text`` was played."""
    t = Table(effect("Trial", text), effect("Watch", WATCH, permanent=True))
    sides = (YOU, ME) if mirrored else (ME, YOU)
    things = [("Tunnel Beast", sides[0], "3,1"), ("Jelly Fish Vessel", sides[1], "3,7")]
    if mirrored:
        things = [(name, seat, {"3,1": "3,7", "3,7": "3,1"}[dot]) for name, seat, dot in things]
    t.permanent(sides[0], "Watch")
    names = {name: t.summon(seat, name, dot) for name, seat, dot in (things[::-1] if backwards else things)}
    if put is not None:
        put(t)
    t.cast(sides[0], "Trial")
    hands = [t.hand(seat) for seat in sides]
    resolved(t)
    return (
        [(t.zone(names[name]), t.damage(names[name]), t.obj(names[name]).state) for name, _, _ in things],
        [t.obj(names[name]).controller == sides[0] for name, _, _ in things],
        [t.hand(seat) - before for seat, before in zip(sides, hands, strict=True)],
        len(t.st.stack),
    )


def resolved(t: Table) -> None:
    """Resolve the top of the stack, whatever is asked answered with the first of the options."""
    answers: list[Any] = []
    while True:
        saved = t.st.snapshot()
        try:
            t.resolve(*answers)
        except NeedAnswer as open_choice:
            t.st.restore(saved)
            answers.append(open_choice.need.options[0])
        else:
            return


def unrelated_permanent(t: Table) -> None:
    t.permanent(YOU, "Mystic Well")


def unrelated_lasting_effect(t: Table) -> None:
    t.st.temps += (Temp(ModStat(Slot(0), "speed", Const(1)), ((0, 0),), (), 1, YOU, 0, 0, until=99),)


@pytest.mark.parametrize("text", SITUATIONS.values(), ids=SITUATIONS)
def test_the_seats_can_be_exchanged(text: str) -> None:
    assert ending(text, mirrored=True) == ending(text)


@pytest.mark.parametrize("text", SITUATIONS.values(), ids=SITUATIONS)
def test_the_order_in_which_summons_came_does_not_matter(text: str) -> None:
    assert ending(text, backwards=True) == ending(text)


@pytest.mark.parametrize("put", [unrelated_permanent, unrelated_lasting_effect])
@pytest.mark.parametrize("text", SITUATIONS.values(), ids=SITUATIONS)
def test_what_has_nothing_to_do_with_it_changes_nothing(text: str, put: Callable[[Table], None]) -> None:
    assert ending(text, put) == ending(text)


def under_other_names(seed: int, seats: int) -> tuple[Report, Report]:
    """A game, and the same with a name and a number for every card that nobody has heard of."""
    pool = load_pool()
    log = random_game(seed, seats, max_actions=150, checkpoint_every=0)
    new = {
        card.number: f"X9.9/{index:03}/100-C"
        for index, card in enumerate(pool.cards)
        if not card.is_life_base
    }
    other = Pool(
        "renamed",
        tuple(
            replace(card, number=new[card.number], name=f"Thing {index}") if card.number in new else card
            for index, card in enumerate(pool.cards)
        ),
    )
    lines = [json.loads(line) for line in log.splitlines()]
    lines[0]["pool"] = f"sha256:{other.sha256}"
    for line in lines:
        if line["kind"] == "seat":
            line["deck"].pop("sha256")
        line.pop("sha256", None)
    text = "\n".join(json.dumps(line) for line in lines)
    text = re.sub(
        r'"[DX]\d\.\d/\d+/\d+-\w+"', lambda found: json.dumps(new.get(found[0][1:-1], found[0][1:-1])), text
    )
    return audit(log), audit(text, pool=other)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seats", [2, 3])
def test_cards_by_other_names_play_the_same_game(seed: int, seats: int) -> None:
    before, after = under_other_names(seed, seats)
    assert (after.verdict, after.result, after.steps) == (before.verdict, before.result, before.steps)
    assert (after.rule_hits, after.digest) == (before.rule_hits, before.digest)


def with_windows(seed: int) -> tuple[Report, Report]:
    """A game, and the same with every pass written: each is a window in which nobody did anything."""
    log = random_game(seed, 3, max_actions=150, checkpoint_every=0)
    return audit(log), audit(to_full(log))


@pytest.mark.parametrize("seed", range(4))
def test_windows_that_nobody_uses_change_nothing(seed: int) -> None:
    compact, full = with_windows(seed)
    assert full.steps > compact.steps
    assert (full.verdict, full.result, full.digest) == (compact.verdict, compact.result, compact.digest)


def test_the_situations_are_not_all_the_same() -> None:
    endings = [ending(text) for text in SITUATIONS.values()]
    assert len({repr(one) for one in endings}) > 5
    assert ending(SITUATIONS["destruction"])[3] == 2, "the Watch sees both go"


# --- an engine with a fault is noticed ------------------------------------------------------------------------------

CANDIDATES = query.candidates
DRAW = turn.draw_cards
PASS = play.do_pass


def by_seat(st: Any, *of: Any) -> list[Any]:
    """Sees only what the first seat controls."""
    return [ref for ref in CANDIDATES(st, *of) if ref[0] != 0 or st.objs[ref[1]].controller == ME]


def by_arrival(st: Any, *of: Any) -> list[Any]:
    """Sees only the one that came first."""
    return sorted(CANDIDATES(st, *of), key=lambda ref: st.objs[ref[1]].stamp)[:1]


def by_company(st: Any, *of: Any) -> list[Any]:
    """Sees nothing where something else lies on the other side."""
    return [] if len(st.play[YOU]) > 2 else list(CANDIDATES(st, *of))


def by_shortcut(st: Any, *of: Any) -> list[Any]:
    """Sees nothing while some effect lasts."""
    return [] if st.temps else list(CANDIDATES(st, *of))


@pytest.mark.parametrize(
    ("wrong", "otherwise"),
    [
        (by_seat, {"mirrored": True}),
        (by_arrival, {"backwards": True}),
        (by_company, {"put": unrelated_permanent}),
        (by_shortcut, {"put": unrelated_lasting_effect}),
    ],
)
def test_an_engine_that_looks_at_what_must_not_matter_is_noticed(
    wrong: Callable[..., Any], otherwise: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query, "candidates", wrong)
    assert any(ending(text) != ending(text, **otherwise) for text in SITUATIONS.values())


def test_an_engine_that_reads_names_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(st: Any, seat: int, count: int) -> list[int]:
        return DRAW(st, seat, count + (st.game.pool.named("Thing 1") is not None))

    monkeypatch.setattr(turn, "draw_cards", draw)
    before, after = under_other_names(0, 2)
    assert after.digest != before.digest


def test_an_engine_in_which_a_pass_does_something_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def passing(st: Any, seat: int) -> None:
        PASS(st, seat)
        st.round += 1

    monkeypatch.setattr(play, "do_pass", passing)
    compact, full = with_windows(0)
    assert full.digest != compact.digest or full.verdict != compact.verdict
