"""A table for card scenarios: a 1v1 game in its first action phase, on which cards are put where a test needs them."""

from __future__ import annotations

from functools import cache
from typing import Any
from zlib import crc32

from rules_engine.kernel.errors import Violation
from rules_engine.x610z.cards import CardRevision, Pool, load_pool
from rules_engine.x610z.cardtext import compile_text
from rules_engine.x610z.casting import casting_cost
from rules_engine.x610z.game import Game
from rules_engine.x610z.log import Action, Chance, DeckRef, Header, SeatLine
from rules_engine.x610z.model import DECK, DISCARD, HAND, State
from rules_engine.x610z.nodes import Activated
from rules_engine.x610z.play import perform
from rules_engine.x610z.query import stat
from rules_engine.x610z.setup import chance, initial
from rules_engine.x610z.zones import enter_play, move_card

POOL = load_pool("demo-4")
FILLER = "Grey Energy Crystal"
ME, YOU = 0, 1
"""Seat 0 has the turn; seat 1 is the opponent."""
AMOUNTS = ("mystic", "boost", "robiumm", "colorless")


def effect(name: str, text: str, *, permanent: bool = False, kind: str = "effect") -> CardRevision:
    """A card of the test's own, compiled as any other."""
    tree = compile_text(text, name=name, kind=kind, permanent=permanent).tree
    number = f"T1.1/{crc32(name.encode()) % 1_000_000:06}/999-C"
    return CardRevision(number, name, kind, text, permanent=permanent, tree=tree)  # type: ignore[arg-type]  # a kind by name


@cache
def _pool(extra: tuple[CardRevision, ...]) -> Pool:
    return Pool("demo-4 and the test's own", (*POOL.cards, *extra)) if extra else POOL


@cache
def _game(extra: tuple[CardRevision, ...], ruleset: str, choices: tuple[tuple[str, str], ...]) -> Game:
    seats = [
        SeatLine(seat=0, player="A", dot="0,0", deck=DeckRef(cards=0)),
        SeatLine(seat=1, player="B", dot="0,6", deck=DeckRef(cards=0)),
    ]
    header = Header(format="gamelog/1", game="x610z", ruleset=ruleset, choices=dict(choices))
    return Game(header, seats, _pool(extra))


@cache
def _begun(extra: tuple[CardRevision, ...], ruleset: str, choices: tuple[tuple[str, str], ...]) -> State:
    """Both players hold seven grey crystals, with one copy of every card of the pool at the bottom of the deck."""
    st = initial(_game(extra, ruleset, choices))
    chance(st, Chance(of="first", value=ME))
    others = [card.number for card in _pool(extra).cards if not card.is_life_base]
    filler = card_named(FILLER).number
    for seat in (ME, YOU):
        chance(st, Chance(of="deck", seat=seat, value=[filler] * 20 + others))
    assert perform(st, Action(n=1, do="begin", seat=ME)) is None
    return st


def card_named(name: str) -> CardRevision:
    """The card of that name; fails the test if there is none."""
    card = POOL.named(name)
    assert card is not None, name
    return card


def number(name: str) -> str:
    """The number of a packaged card."""
    return card_named(name).number


class Table:
    """One game for one test. Cards are named, objects are ``"#slot"``, dots are ``"ring,hour"``."""

    def __init__(
        self, *extra: CardRevision, ruleset: str = "", choices: dict[str, str] | None = None
    ) -> None:
        """``extra`` cards join the pool, one copy in each deck."""
        self.st = _begun(extra, ruleset, tuple(sorted((choices or {}).items()))).snapshot()
        self.n = 1

    def rev(self, name: str) -> int:
        """The index of the card of that name in this table's pool."""
        return self.st.game.rev_of(name)

    # --- putting things there -------------------------------------------------------------------------------------

    def _take(self, seat: int, name: str) -> int:
        rev = self.rev(name)
        for slot in self.st.deck[seat]:
            if self.st.objs[slot].rev == rev:
                return slot
        raise AssertionError(f"no {name} left in the deck of seat {seat}")

    def hold(self, seat: int, *names: str) -> None:
        """Put cards into a hand."""
        for name in names:
            move_card(self.st, self._take(seat, name), HAND)

    def pile(self, seat: int, *names: str) -> list[str]:
        """Put cards into a discard pile."""
        slots = [self._take(seat, name) for name in names]
        for slot in slots:
            move_card(self.st, slot, DISCARD)
        return [f"#{slot}" for slot in slots]

    def top(self, seat: int, name: str) -> str:
        """Put a card on top of a deck."""
        slot = self._take(seat, name)
        move_card(self.st, slot, DECK)
        return f"#{slot}"

    def summon(self, seat: int, name: str, dot: str, damage: int = 0) -> str:
        """Put a summon into play on a dot."""
        slot = self._take(seat, name)
        enter_play(self.st, slot, seat, seat, None, self.st.game.board.number[dot])
        self.st.pending = ()
        if damage:
            self.st.change(slot, damage=damage)
        return f"#{slot}"

    def permanent(self, seat: int, name: str, host: str | None = None) -> str:
        """Put a crystal or permanent Effect into play, cast by ``seat`` on ``host``."""
        slot = self._take(seat, name)
        ref, controller = None, seat
        if host is not None and host.startswith("seat:"):
            ref = (1, int(host[5:]), 0)
        elif host is not None:
            other = self.obj(host)
            ref, controller = (0, other.slot, other.inc), other.owner
        enter_play(self.st, slot, controller, seat, ref)
        self.st.pending = ()
        return f"#{slot}"

    def base(self, seat: int, dot: str | None = None) -> str:
        """A Life Base, moved to ``dot`` if given."""
        if dot is not None:
            st = self.st
            del st.occ[st.objs[seat].dot]
            number = st.game.board.number[dot]
            st.change(seat, dot=number)
            st.occ[number] = seat
        return f"#{seat}"

    # --- playing --------------------------------------------------------------------------------------------------

    def try_act(self, do: str, **fields: Any) -> Violation | None:
        """Carry out one line and return what it breaks."""
        self.n += 1
        return perform(self.st, Action(n=self.n, do=do, **fields))

    def act(self, do: str, **fields: Any) -> None:
        """Carry out one line, which must be legal."""
        assert self.try_act(do, **fields) is None, (do, fields)

    def cast(
        self, seat: int, name: str, *targets: str, x: int = 0, mode: int = 0, extras: tuple[int, ...] = ()
    ) -> None:
        """Announce a card out of the hand, with exactly the energy it needs."""
        self.hold(seat, name)
        self.n += 1
        st = self.st
        slot = next(s for s in reversed(st.hand[seat]) if st.objs[s].rev == self.rev(name))
        body = st.game.infos[st.objs[slot].rev].body
        paid = extras or ((x,) if x else ())
        st.pool[seat] = casting_cost(st, slot, st.objs[slot].rev, seat, paid)
        assert body.extras or not paid
        fields: dict[str, Any] = {"extras": list(extras)} if extras else {"x": x}
        self.act("cast", seat=seat, card=f"#{slot}", targets=list(targets) or None, mode=mode, **fields)

    def resolve(self, *answers: Any) -> None:
        """Resolve the top of the stack with these recorded answers."""
        self.act("resolve", answers=list(answers) or None)

    def play(
        self,
        name: str,
        *targets: str,
        seat: int = ME,
        x: int = 0,
        mode: int = 0,
        extras: tuple[int, ...] = (),
        answers: tuple = (),
    ) -> str:
        """Cast a card and resolve it; its ``"#slot"``."""
        self.cast(seat, name, *targets, x=x, mode=mode, extras=extras)
        slot = self.st.stack[-1].slot
        self.resolve(*answers)
        return f"#{slot}"

    def activate(
        self,
        name: str,
        *targets: str,
        seat: int = ME,
        ability: int = 0,
        answers: tuple = (),
        paying: tuple = (),
    ) -> None:
        """Activate a permanent with the energy it needs, and resolve it; ``paying`` are the choices of its cost."""
        tree = self.card(name).tree
        assert tree is not None
        activated = [part for part in tree.parts if isinstance(part, Activated)]
        self.st.pool[seat] = activated[ability].cost.as_tuple()
        self.act(
            "activate",
            seat=seat,
            card=name,
            targets=list(targets) or None,
            ability=ability,
            answers=list(paying) or None,
        )
        self.resolve(*answers)

    def end_turn(self, *answers: Any) -> None:
        """End the turn of the active player; nobody responds. ``answers`` belong to the end of the turn."""
        self.act("end", seat=self.st.active)
        self.act("proceed")
        while self.st.stack:
            self.resolve()
        self.act("proceed", answers=list(answers) or None)

    # --- looking --------------------------------------------------------------------------------------------------

    def obj(self, name: str) -> Any:
        """The object of ``"#slot"``."""
        return self.st.objs[int(name[1:])]

    def card(self, name: str) -> CardRevision:
        """The card of ``"#slot"``."""
        return self.st.game.pool.cards[self.obj(name).rev]

    def damage(self, name: str) -> int:
        """Damage marked on a summon."""
        return int(self.obj(name).damage)

    def zone(self, name: str) -> str:
        """Where a card is."""
        return ("deck", "hand", "stack", "play", "discard", "removed")[self.obj(name).zone]

    def stat(self, name: str, which: str) -> int:
        """A Basic Stat with everything added."""
        return stat(self.st, int(name[1:]), which)

    def hand(self, seat: int) -> int:
        """Cards in a hand."""
        return len(self.st.hand[seat])

    def dot(self, name: str) -> str:
        """Where a summon stands."""
        return self.st.game.board.names[self.obj(name).dot]


COVERED: set[str] = set()
"""Cards that have a scenario test, filled by :func:`card`."""


def card(*names: str) -> Any:
    """Mark a test as the scenario of these cards."""
    for name in names:
        card_named(name)
        COVERED.add(name)

    def same(test: Any) -> Any:
        return test

    return same


def held(t: Table) -> int:
    """Cards in my hand beside the one drawn this turn."""
    return t.hand(ME) - 1
