"""A table in the middle of a game, for the cases of rules: cards of the first set without a text, and others.

Numbers, costs, Power and icons of the B01 cards are those that were printed; the T cards are made for the tests.
"""

from __future__ import annotations

from typing import Any

from rules_engine.kernel.errors import NeedAnswer, Violation
from rules_engine.zx.cards import ZxCard, ZxCost, ZxKind, ZxPool
from rules_engine.zx.log import Action, Header, SeatLine
from rules_engine.zx.model import CHARGE, DECK, EVERYWHERE, LIFE, MAIN, RESOURCE, SQUARE, TRASH, Obj, State
from rules_engine.zx.play import perform
from rules_engine.zx.squares import NAMES, NUMBERS, PLAYER_SQUARES
from rules_engine.zx.table import Table

ME, YOU = 0, 1


def _card(
    number: str,
    cost: int,
    power: int | None,
    *colours: str,
    ignition: bool = False,
    kind: ZxKind = "zx",
    keywords: tuple[str, ...] = (),
    multicolor: bool = False,
    tribes: tuple[str, ...] = (),
    text: str = "",
) -> ZxCard:
    return ZxCard(
        number,
        number,
        kind,
        colours,
        ZxCost(cost),
        power,
        ignition,
        keywords,
        tribes=tribes,
        multicolor=multicolor,
        text=text,
    )


POOL = ZxPool(
    "zx-tests",
    (
        _card("B01-002", 2, 3500, "red", ignition=True, keywords=("Void Bringer",)),
        _card("B01-003", 2, 3500, "red"),
        _card("B01-004", 3, 3000, "red", keywords=("Range 2",)),
        _card("B01-006", 3, 5000, "red", ignition=True),
        _card("B01-007", 3, 5000, "red", ignition=True, keywords=("Life Recovery",)),
        _card("B01-008", 3, 5000, "red", keywords=("Start Card",)),
        _card("B01-013", 5, 8000, "red"),
        _card("B01-016", 6, 9500, "red"),
        _card("B01-021", 2, 3500, "blue", ignition=True, keywords=("Void Bringer",)),
        _card("B01-024", 3, 5000, "blue", ignition=True, keywords=("Life Recovery",)),
        _card("B16-039", 6, 7500, "blue", kind="zx_extra", text="[Advent] <Condition> 2 blue Z/X"),
        _card(
            "B18-037",
            5,
            7500,
            "blue",
            kind="zx_extra",
            tribes=("Waker", "Mermaid"),
            text="[Awaken] <Condition> blue: 2 cards with cost 5 or more",
        ),
        _card("T-event", 1, None, "red", kind="event"),
        _card("T-flash", 4, None, "red", kind="event", ignition=True),
        _card("T-spark", 2, None, "red", kind="event", ignition=True),
        _card("T-two", 2, 4000, "red", "blue", multicolor=True),
        _card("T-grey", 1, 1000),
        _card("T-faint", 1, 0, "red"),
        _card("T-cheap", 0, 1000, "red"),
        _card("T-extra", 5, 6000, "blue", kind="zx_extra"),
        _card("T-extra-2", 5, 6000, "blue", kind="zx_extra"),
        _card("T-extra-3", 5, 6000, "blue", kind="zx_extra"),
        _card("T-event-extra", 1, None, "red", kind="event_extra"),
        _card(
            "T-crisis",
            0,
            None,
            kind="player_extra",
            text="[Crisis] <Condition> you have 4 or more cards in your Life",
        ),
        _card(
            "T-mantle",
            1,
            None,
            "red",
            kind="shift",
            text="[Shift] <Condition> it is your turn <Vessel> your Player card",
        ),
        _card("Slave", 1, 3000, kind="token"),
        _card("Thread", 0, None, kind="link"),
        _card("T-shift", 1, None, "blue", kind="shift"),
        _card("T-over", 7, 9000, "blue", kind="zx_overboost"),
        _card("T-player", 0, None, kind="player"),
        _card("T-gate", 3, 3000, "red", keywords=("Gate Card",)),
        _card("T-start", 3, 3000, "red", keywords=("Start Resource",)),
    ),
)


def saying(
    text: str, number: str = "S", kind: ZxKind = "zx", power: int | None = 3000, **values: Any
) -> ZxCard:
    """A card without a colour that costs nothing and says something."""
    return ZxCard(number, number, kind, power=power if kind == "zx" else None, text=text, **values)


PLAIN, STRONG = "B01-003", "B01-016"
MARKERS = ["Dream Key", "Slave", "Thread"]


class Scene:
    """The turn player (``ME``) is in the Main Phase of a later turn; each player has ten deck cards and four Life.

    Players without a Player card get theirs when preprocessing runs for the first time.
    """

    def __init__(self, choices: dict[str, str] | None = None, *cards: ZxCard) -> None:
        header = Header(format="gamelog/1", game="zx", choices=choices or {})
        markers: dict[str, Any] = {"markers": MARKERS}
        seats = [SeatLine(seat=ME, player="Ada", **markers), SeatLine(seat=YOU, player="Bob", **markers)]
        pool = ZxPool("zx-tests", (*POOL.cards, *cards)) if cards else POOL
        self.st = State(Table(header, seats, pool), ME)
        self.st.decided = [True, True]
        self.st.turn, self.st.phase = 5, MAIN
        for seat in (ME, YOU):
            self.add(seat, "T-player", SQUARE, NAMES[PLAYER_SQUARES[seat]])
            for _ in range(10):
                self.add(seat, PLAIN, DECK)
            for _ in range(4):
                self.add(seat, PLAIN, LIFE)

    def add(self, seat: int, number: str, zone: int, square: str = "", **values: Any) -> str:
        """Put one more card there; its name in a log."""
        st, slot = self.st, len(self.st.objs)
        spot = NUMBERS[square] if square else -1
        st.stamp += 1
        st.moved, st.laid = EVERYWHERE, True
        st.objs.append(
            Obj(
                slot, st.table.rev_of(number), seat, seat, zone, square=spot, face_up=zone not in (DECK, LIFE)
            )
        )
        st.change(slot, stamp=st.stamp, **values)
        if zone == SQUARE:
            st.stand(slot, spot)
        else:
            st.piles[zone * 2 + seat] += (slot,)
        return f"#{slot}"

    def stand(self, seat: int, number: str, square: str, **values: Any) -> str:
        """A Z/X on a Square."""
        return self.add(seat, number, SQUARE, square, **values)

    def pay(self, count: int, seat: int = ME, number: str = PLAIN) -> list[str]:
        """So many more cards in Resource; their names."""
        return [self.add(seat, number, RESOURCE) for _ in range(count)]

    def leave(self, zone: int, seat: int, *numbers: str) -> list[str]:
        """These cards, and no others, lie in a zone of a player, the top card last."""
        self.st.piles[zone * 2 + seat] = ()
        self.st.moved = EVERYWHERE
        return [self.add(seat, number, zone) for number in numbers]

    def do(self, do: str, seat: int = ME, **fields: Any) -> Violation | None:
        """Play one action; the rule that it breaks."""
        return perform(self.st, Action(do=do, seat=seat, **fields))

    def ok(self, do: str, seat: int = ME, **fields: Any) -> None:
        """Play one action that must be legal."""
        found = self.do(do, seat, **fields)
        assert found is None, found

    def asks(self, do: str, seat: int = ME, **fields: Any) -> tuple[int, str]:
        """Who is asked what, when this action is played; the game is as it was afterwards."""
        before = self.st.snapshot()
        try:
            perform(self.st, Action(do=do, seat=seat, **fields))
        except NeedAnswer as open_choice:
            return open_choice.need.seat, open_choice.need.prompt
        finally:
            self.st.restore(before)
        raise AssertionError("nothing was asked")

    def fight(self, attacker: str, square: str = "", *answers: Any) -> None:
        """A whole battle without anything played in it: on a Square, or on the player."""
        if square:
            self.ok("attack", card=attacker, square=square)
        else:
            self.ok("attack_player", card=attacker)
        self.ok("pass", ME)
        self.ok("pass", YOU, answers=list(answers) or None)

    def zone(self, name: str) -> int:
        """The zone in which a card lies."""
        return self.st.objs[int(name[1:])].zone

    def obj(self, name: str) -> Obj:
        """A card as it is now."""
        return self.st.objs[int(name[1:])]

    def count(self, zone: int, seat: int = ME) -> int:
        """How many cards lie in a zone of a player."""
        return len(self.st.pile(zone, seat))


__all__ = ["CHARGE", "ME", "PLAIN", "POOL", "STRONG", "TRASH", "YOU", "Scene", "saying"]
