"""What each sentence of a card text does, where it finds what it is about and where it does not, and what triggers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from rules_engine.zx.abilities import links
from rules_engine.zx.cardtext import nodes, read_text
from rules_engine.zx.model import CHARGE, DECK, HAND, LIFE, RESOURCE, SQUARE, TRASH
from rules_engine.zx.moving import create, move

from .scene import ME, PLAIN, STRONG, YOU, Scene, saying

EVENT = "[Event] <Effect> "
BOOT = "[Boot] <Cost> 0 Resource <Effect> "


class Played:
    """A scene in which one text was carried out for me: an Event, or with ``boot`` an ability of ``card``.

    ``mine`` (3500, awake) stands at 0,0, ``small`` (cost 2) and ``big`` (cost 6) are enemies at 0,1 and 1,2.
    """

    def __init__(
        self, text: str, *answers: Any, boot: bool = False, before: Callable[[Played], Any] | None = None
    ):
        self.t = t = Scene(None, saying(text, "S", "zx" if boot else "event"))
        self.mine = t.stand(ME, PLAIN, "0,0")
        self.small = t.stand(YOU, PLAIN, "0,1")
        self.big = t.stand(YOU, STRONG, "1,2")
        self.card = t.stand(ME, "S", "2,1") if boot else t.add(ME, "S", HAND)
        if before is not None:
            before(self)
        do = "boot" if boot else "play"
        self.violation = t.do(do, card=self.card if boot else "S", answers=list(answers) or None)

    def zones(self) -> list[int]:
        """Where mine, small and big lie now."""
        return [self.t.zone(name) for name in (self.mine, self.small, self.big)]


def _fill(zone: int, seat: int, *numbers: str) -> Callable[[Played], Any]:
    return lambda played: [played.t.add(seat, number, zone) for number in numbers]


_TOKEN = 'Create a "Slave" Token in Reboot State on a Normal Square without a Z/X.'


def _linked(played: Played) -> None:
    create(played.t.st, played.t.st.table.rev_of("Thread"), ME, 4, token=True)


def _crowd(played: Played) -> None:
    """A Z/X on every Normal Square."""
    for square in ("2,0", "1,1", "2,1", "0,2", "2,2"):
        played.t.stand(YOU, STRONG, square)


def _no_markers(played: Played) -> None:
    table = played.t.st.table
    table.seats = tuple(replace(seat, markers=[]) for seat in table.seats)


def _asleep(played: Played) -> None:
    played.t.st.change(int(played.mine[1:]), asleep=True)


def _no_deck(played: Played) -> None:
    played.t.leave(DECK, ME)


def _sleeping_resource(count: int) -> Callable[[Played], Any]:
    return lambda played: [played.t.add(ME, PLAIN, RESOURCE, asleep=True) for _ in range(count)]


def _standing(played: Played) -> int:
    return sum(len(played.t.st.zx_on(square)) for square in range(9))


def awake(played: Played) -> int:
    return sum(not played.t.st.objs[slot].asleep for slot in played.t.st.pile(RESOURCE, ME))


Row = tuple[type, str, tuple[Any, ...], dict[str, Any], Callable[[Played], Any], Any]
WORKS: list[Row] = [
    (nodes.Damage, "Deal 3500 damage to an enemy Z/X.", ("#small",), {}, Played.zones, [SQUARE, CHARGE, SQUARE]),
    (nodes.Every, "Deal 3500 damage to every Z/X.", (), {}, Played.zones, [CHARGE, CHARGE, SQUARE]),
    (nodes.One, "Destroy an enemy Z/X on a Normal Square.", (), {}, Played.zones, [SQUARE, CHARGE, SQUARE]),
    (nodes.Which, "Destroy every enemy Z/X with cost 5 or less.", (), {}, Played.zones, [SQUARE, CHARGE, SQUARE]),
    (nodes.Which, "Destroy every Z/X with 3500 Power or less.", (), {}, Played.zones, [CHARGE, CHARGE, SQUARE]),
    (nodes.Which, "Destroy every red Z/X of yours.", (), {}, Played.zones, [CHARGE, SQUARE, SQUARE]),
    (nodes.Hurt, "Deal 1 damage to the opponent.", (1,), {}, lambda p: p.t.count(LIFE, YOU), 3),
    (nodes.Power, "Every enemy Z/X gets -4000 Power until the end of the turn.", (), {}, Played.zones,
     [SQUARE, CHARGE, SQUARE]),
    (nodes.Draw, "Draw 3 cards.", (), {}, lambda p: p.t.count(HAND), 3),
    (nodes.Give, "Put 1 card from your hand into Trash.", ([PLAIN],), {"before": _fill(HAND, ME, PLAIN, STRONG)},
     lambda p: [p.t.st.card(slot).number for slot in p.t.st.pile(HAND, ME)], [STRONG]),
    (nodes.OpponentGives, "The opponent puts 2 cards from the hand into Trash.", (),
     {"before": _fill(HAND, YOU, PLAIN, STRONG)}, lambda p: p.t.count(HAND, YOU), 0),
    (nodes.ShuffleIn, "Shuffle 1 card from your hand into your deck.", (["B01-006"], ["B01-006", *[PLAIN] * 10]),
     {"before": _fill(HAND, ME, "B01-006", PLAIN)},
     lambda p: (p.t.count(HAND), p.t.st.card(p.t.st.pile(DECK, ME)[-1]).number), (1, "B01-006")),
    (nodes.Destroy, "Destroy a Z/X.", ("#big",), {}, Played.zones, [SQUARE, SQUARE, CHARGE]),
    (nodes.ToZone, "Return every enemy Z/X to its owner's hand.", (), {}, Played.zones, [SQUARE, HAND, HAND]),
    (nodes.ToZone, "Put an enemy Z/X into its owner's Trash.", ("#small",), {}, Played.zones, [SQUARE, TRASH, SQUARE]),
    (nodes.Turn, "Sleep every Z/X.", (), {}, lambda p: p.t.obj(p.big).asleep, True),
    (nodes.Turn, "Reboot a Z/X of yours.", (), {"before": _asleep}, lambda p: p.t.obj(p.mine).asleep, False),
    (nodes.WakeResource, "Reboot 2 cards in your Resource.", (), {"before": _sleeping_resource(2)}, awake, 2),
    (nodes.FromDeck, "Put 2 cards from the top of your deck into your Charge.", (), {},
     lambda p: (p.t.count(CHARGE), p.t.count(DECK)), (2, 8)),
    (nodes.FromDeck, "Put 1 card from the top of your deck into your Resource in Sleep State.", (), {},
     lambda p: (p.t.count(RESOURCE), awake(p)), (1, 0)),
    (nodes.FromDeck, "Put 1 card from the top of your deck into your Resource.", (), {}, awake, 1),
    (nodes.FromDeck, "Put 1 card from the top of your deck into your Life.", (), {}, lambda p: p.t.count(LIFE), 5),
    (nodes.Shift, "Move a Z/X of yours to a Square next to it.", ("1,0",), {}, lambda p: p.t.obj(p.mine).square, 1),
    (nodes.Gain, 'Create 2 "Dream Key" Counters.', (), {}, lambda p: p.t.st.counters, [(("Dream Key", 2),), ()]),
    (nodes.Token, _TOKEN, ("2,2",), {}, lambda p: len(p.t.st.zx_on(8)), 1),
    (nodes.Link, 'Create a "Thread" Link on a Square.', ("0,0",), {},
     lambda p: [p.t.st.objs[slot].square for slot in links(p.t.st)], [0]),
    (nodes.Banish, "Banish a Link.", (), {"before": _linked}, lambda p: links(p.t.st), []),
    (nodes.Linked, 'If you have a "Thread" Link on a Square, draw 1 card.', (), {"before": _linked},
     lambda p: p.t.count(HAND), 1),
    (nodes.This, "Destroy this Z/X.", (), {"boot": True}, lambda p: p.t.zone(p.card), CHARGE),
    (nodes.When, "If you have 4 or more cards in your Life, draw 1 card.", (), {}, lambda p: p.t.count(HAND), 1),
    (nodes.AtLeast, "If you have 1 or more cards in your Trash, draw 1 card.", (), {"before": _fill(TRASH, ME, PLAIN)},
     lambda p: p.t.count(HAND), 1),
    (nodes.AtMost, "If you have 0 or fewer cards in your hand, draw 1 card.", (), {}, lambda p: p.t.count(HAND), 1),
    (nodes.Stands, "If there is an enemy Z/X with cost 2 or less, draw 1 card.", (), {}, lambda p: p.t.count(HAND), 1),
    (nodes.MyTurn, "If it is your turn, draw 1 card.", (), {}, lambda p: p.t.count(HAND), 1),
    (nodes.NoMoreLife, "If you have no more Life than the opponent, draw 1 card.", (), {},
     lambda p: p.t.count(HAND), 1),
    (nodes.May, "You may draw 1 card.", (True,), {}, lambda p: p.t.count(HAND), 1),
    (nodes.Then, "You may put 1 card from your hand into Trash. If you do, draw 2 cards.", (True,),
     {"before": _fill(HAND, ME, PLAIN)}, lambda p: p.t.count(HAND), 2),
]  # fmt: skip
IDLE: list[Row] = [
    (nodes.Damage, "Deal 9000 damage to an enemy Z/X with cost 1 or less.", (), {}, Played.zones, [SQUARE] * 3),
    (nodes.Every, "Deal 3500 damage to every blue Z/X.", (), {}, Played.zones, [SQUARE] * 3),
    (nodes.One, "Destroy an attacking Z/X.", (), {}, Played.zones, [SQUARE] * 3),
    (nodes.Which, "Destroy every Ox Z/X.", (), {}, Played.zones, [SQUARE] * 3),
    (nodes.Hurt, "Deal 0 damage to the opponent.", (), {}, lambda p: p.t.count(LIFE, YOU), 4),
    (nodes.Power, "Every blue Z/X gets -9000 Power until the end of the turn.", (), {}, Played.zones, [SQUARE] * 3),
    (nodes.Draw, "Draw 3 cards.", (1,), {"before": lambda p: p.t.leave(DECK, ME, PLAIN)}, lambda p: p.t.count(HAND), 1),
    (nodes.Give, "Put 1 card from your hand into Trash.", (), {}, lambda p: p.t.count(TRASH), 1),
    (nodes.OpponentGives, "The opponent puts 2 cards from the hand into Trash.", (), {},
     lambda p: p.t.count(TRASH, YOU), 0),
    (nodes.ShuffleIn, "Shuffle 1 card from your hand into your deck.", ([PLAIN] * 10,), {},
     lambda p: p.t.count(DECK), 10),
    (nodes.Destroy, "Destroy another Z/X with cost 1 or less.", (), {}, Played.zones, [SQUARE] * 3),
    (nodes.ToZone, "Return a blue Z/X to its owner's hand.", (), {}, Played.zones, [SQUARE] * 3),
    (nodes.Turn, "Reboot a blue Z/X.", (), {"before": _asleep}, lambda p: p.t.obj(p.mine).asleep, True),
    (nodes.WakeResource, "Reboot 2 cards in your Resource.", (), {"before": _sleeping_resource(1)}, awake, 1),
    (nodes.FromDeck, "Put 2 cards from the top of your deck into your Charge.", (1,),
     {"before": lambda p: p.t.leave(DECK, ME, PLAIN)}, lambda p: p.t.count(CHARGE), 2),
    (nodes.Shift, "Move a blue Z/X to a Square next to it.", (), {}, Played.zones, [SQUARE] * 3),
    (nodes.Gain, 'Create 2 "Moon Coin" Counters.', (), {}, lambda p: p.t.st.counters, [(), ()]),
    (nodes.Token, _TOKEN, (), {"before": _crowd}, _standing, 8),
    (nodes.Link, 'Create a "Thread" Link on a Square.', (), {"before": _no_markers}, lambda p: links(p.t.st), []),
    (nodes.Banish, "Banish a Link.", (), {}, Played.zones, [SQUARE] * 3),
    (nodes.Linked, 'If you have a "Thread" Link on a Square, draw 1 card.', (), {}, lambda p: p.t.count(HAND), 0),
    (nodes.This, "Sleep this Z/X.", (), {"boot": True, "before": lambda p: p.t.st.change(int(p.card[1:]), asleep=True)},
     lambda p: p.t.obj(p.card).asleep, True),
    (nodes.When, "If you have 5 or more cards in your Life, draw 1 card.", (), {}, lambda p: p.t.count(HAND), 0),
    (nodes.AtLeast, "If you have 1 or more cards in your Charge, draw 1 card.", (), {}, lambda p: p.t.count(HAND), 0),
    (nodes.AtMost, "If you have 3 or fewer cards in your Life, draw 1 card.", (), {}, lambda p: p.t.count(HAND), 0),
    (nodes.Stands, "If there is a blue Z/X, draw 1 card.", (), {}, lambda p: p.t.count(HAND), 0),
    (nodes.MyTurn, "If it is the opponent's turn, draw 1 card.", (), {}, lambda p: p.t.count(HAND), 0),
    (nodes.NoMoreLife, "If you have no more Life than the opponent, draw 1 card.", (),
     {"before": _fill(LIFE, ME, PLAIN)}, lambda p: p.t.count(HAND), 0),
    (nodes.May, "You may draw 1 card.", (False,), {}, lambda p: p.t.count(HAND), 0),
    (nodes.Then, "You may put 1 card from your hand into Trash. If you do, draw 2 cards.", (True,), {},
     lambda p: p.t.count(HAND), 0),
]  # fmt: skip


def _run(row: Row) -> Any:
    _node, text, answers, options, look, _expected = row
    names = Played("[Event] <Effect> Draw 1 card.")
    filled = [getattr(names, answer[1:]) if str(answer)[:1] == "#" else answer for answer in answers]
    boot = bool(options.get("boot"))
    played = Played((BOOT if boot else EVENT) + text, *filled, **options)
    assert played.violation is None
    return look(played)


@pytest.mark.parametrize("row", WORKS, ids=lambda row: row[1][:40])
def test_a_sentence_does_what_it_says(row: Row) -> None:
    assert _run(row) == row[5]


@pytest.mark.parametrize("row", IDLE, ids=lambda row: row[1][:40])
def test_a_sentence_does_nothing_where_it_finds_nothing(row: Row) -> None:
    assert _run(row) == row[5]


LATER = {nodes.EachDraws, nodes.EachGives, nodes.DamageOfPower, nodes.Unchosen, nodes.Instead, nodes.Charged}
"""Each of them is seen working and idle in test_later_sentences.py."""


def test_every_effect_and_condition_is_seen_working_and_idle() -> None:
    said = (
        {*get_args(nodes.Effect), *get_args(nodes.Condition), *get_args(nodes.What)}
        - {nodes.Unlimited}
        - LATER
    )
    assert said - {row[0] for row in WORKS} == set() and said - {row[0] for row in IDLE} == set()


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Destroy an enemy Z/X.", ["#0"]),
        ("Put 1 card from your hand into Trash.", [["B01-021"]]),
        ("Put 1 card from your hand into Trash.", [[PLAIN, STRONG]]),
        ("Shuffle 1 card from your hand into your deck.", [["B01-021"]]),
        ("Move a Z/X of yours to a Square next to it.", ["2,2"]),
        ("Reboot 1 card in your Resource.", [["#0"]]),
    ],
)
def test_a_choice_that_the_text_does_not_allow_is_refused(text: str, answers: list[Any]) -> None:
    def before(played: Played) -> None:
        _fill(HAND, ME, PLAIN, STRONG)(played)
        _sleeping_resource(2)(played)

    found = Played(EVENT + text, *answers, before=before).violation
    assert found is not None and found.rule == "B.text-5"
    assert found.code in ("choice_not_allowed", "wrong_number_of_cards")


# --- what triggers --------------------------------------------------------------------------------------------------

DRAWS = " <Effect> Draw 1 card."
HAPPENS: list[tuple[type, str, Callable[[Scene], Any], int]] = []


def triggers(node: type, text: str, drawn: int) -> Callable[[Any], Any]:
    """A case in which the text on my Z/X at 1,1 makes me draw so many cards."""

    def keep(case: Callable[[Scene], Any]) -> Callable[[Scene], Any]:
        HAPPENS.append((node, text, case, drawn))
        return case

    return keep


@triggers(nodes.Appears, "another Z/X of yours appears", 1)
@triggers(nodes.Appears, "a blue Z/X appears", 0)
@triggers(nodes.Appears, "this Z/X appears", 0)
def one_of_mine_appears(t: Scene) -> None:
    t.add(ME, PLAIN, HAND)
    t.ok("play", card=PLAIN, square="0,0", pay=t.pay(2))


@triggers(nodes.Attacks, "this Z/X attacks", 1)
@triggers(nodes.Attacks, "an enemy Z/X attacks", 0)
@triggers(nodes.Attacked, "this Z/X is attacked", 0)
@triggers(nodes.Attacked, "an attacked Z/X is attacked", 1)
@triggers(nodes.Destroys, "this Z/X destroys an enemy Z/X in battle", 0)
def it_attacks_something_strong(t: Scene) -> None:
    t.stand(YOU, STRONG, "0,1")
    t.fight(f"#{t.st.squares[4][0]}", "0,1")


@triggers(nodes.Destroys, "this Z/X destroys an enemy Z/X in battle", 1)
def it_attacks_something_weak(t: Scene) -> None:
    t.stand(YOU, "T-grey", "0,1")
    t.fight(f"#{t.st.squares[4][0]}", "0,1")


@triggers(nodes.TurnEnds, "your turn ends", 1)
@triggers(nodes.TurnEnds, "the opponent's turn ends", 0)
def my_turn_ends(t: Scene) -> None:
    t.ok("next")


@pytest.mark.parametrize(("node", "text", "case", "drawn"), HAPPENS, ids=[f"{r[1]}-{r[3]}" for r in HAPPENS])
def test_an_ability_triggers_when_and_only_when_it_says(
    node: type, text: str, case: Callable[[Scene], Any], drawn: int
) -> None:
    (ability,) = read_text("[Auto] <Trigger> " + text + DRAWS)
    assert type(ability.trigger) is node
    t = Scene(None, saying("[Auto] <Trigger> " + text + DRAWS))
    t.stand(ME, "S", "1,1")
    case(t)
    assert t.count(HAND) == drawn


def test_every_trigger_is_seen_happening_and_not_happening() -> None:
    for wanted in (0, 1):
        assert {row[0] for row in HAPPENS if row[3] == wanted} == set(get_args(nodes.Trigger)) - LATER


def test_a_change_of_squares_keeps_what_lasts_and_a_change_of_zone_does_not() -> None:
    grows = "This Z/X gets +2000 Power until the end of the turn."
    t = Scene(None, saying(BOOT + grows + " Move this Z/X to a Square next to it."))
    card = t.stand(ME, "S", "0,0")
    t.ok("boot", card=card, answers=["1,0"])
    slot = int(card[1:])
    assert (t.st.power(slot), t.obj(card).square) == (5000, 1)
    move(t.st, slot, HAND)
    move(t.st, slot, SQUARE, square=4)
    assert t.st.power(slot) == 3000


def test_nothing_is_carried_out_halfway_when_a_choice_is_refused() -> None:
    t = Scene(None, saying(BOOT + "Draw 2 cards. Destroy an enemy Z/X."))
    card = t.stand(ME, "S", "1,1")
    t.stand(YOU, PLAIN, "0,1")
    t.stand(YOU, PLAIN, "2,1")
    before = t.st.digest()
    found = t.do("boot", card=card, answers=["#0"])
    assert found is not None and t.st.digest() == before
