"""When abilities are there: whose, under which signs and conditions, what they add to Power, and what triggers them."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import TypeVar

from .cards import MARKER_KINDS, PLAYER_KINDS, ZxCard, ZxPool
from .cardtext import CONDITIONS, CardTextError, markers_of, named_markers, of_this, read_text
from .cardtext.nodes import (
    Ability,
    AtLeast,
    AtMost,
    Destroys,
    Every,
    Instead,
    Linked,
    MyTurn,
    NoMoreLife,
    One,
    Power,
    Stands,
    This,
    Trigger,
    TurnEnds,
    Unchosen,
    Unlimited,
    When,
    Which,
)
from .model import (
    AGAIN,
    CHARGE,
    DYNAMIS,
    EVERY_SQUARE,
    HAND,
    IN,
    LIFE,
    RESOURCE,
    SQUARE,
    TRASH,
    State,
    Waiting,
    other,
)
from .squares import PLAYER_SQUARES

Static = TypeVar("Static", Power, Instead, Unchosen, Unlimited)
CHARGE_LIMIT = 4
NO_LIMIT = 1_000
ZONE_OF: Mapping[str, int] = {
    "hand": HAND,
    "charge": CHARGE,
    "trash": TRASH,
    "resource": RESOURCE,
    "life": LIFE,
}
"""The zones by their names in texts."""
_ONLY_ON = {"crisis": "player_extra", "shift": "shift"}
_OF_ZX = frozenset({"boot", "auto", "always"})
_LEVEL_KINDS = {"OB": "zx_overboost", "EX": "zx_extra"}


def read_card(card: ZxCard) -> tuple[Ability, ...] | None:
    """The abilities of a card, None if its text is not read: then the card is *manual*."""
    try:
        found = read_text(card.text)
    except CardTextError:
        return None
    for ability in found:
        fits = card.is_zx if ability.kind in _OF_ZX else card.is_event
        if card.kind in PLAYER_KINDS or card.kind == "shift":
            fits = ability.kind in _OF_ZX and not of_this(ability)
        if ability.kind in CONDITIONS:
            fits = card.kind == "zx_extra"
        if ability.kind in _ONLY_ON:
            fits = card.kind == _ONLY_ON[ability.kind]
        if ability.kind == "evol_seed":
            fits = card.evol_seed
        if not fits:
            return None
    return found


def _understood(pool: ZxPool) -> list[tuple[Ability, ...] | None]:
    """The abilities of every card; None for a text that is not read, or that names a marker the pool has not."""
    made = {(str(card.kind), card.name) for card in pool.cards if card.kind in MARKER_KINDS}
    read = (read_card(card) for card in pool.cards)
    return [None if any(one not in made for one in markers_of(found or ())) else found for found in read]


class Texts:
    """The texts of a pool by place of the card: ``abilities``, and which cards are ``manual``.

    ``always`` holds by effect the cards with a continuous ability, ``autos`` by trigger those with an automatic one;
    ``crises`` are the conditions of those that have a Crisis. ``lowering``: whether a continuous ability of the pool
    can take Power away. ``watched`` are the places on which a Crisis depends, ``watching``: one asks for more than
    where cards lie and whose turn it is.
    """

    __slots__ = ("abilities", "always", "autos", "crises", "lowering", "manual", "watched", "watching")

    def __init__(self, pool: ZxPool) -> None:
        read = _understood(pool)
        self.manual = frozenset(rev for rev, found in enumerate(read) if found is None)
        self.abilities = tuple(found or () for found in read)
        self.always: dict[type, frozenset[int]] = self._by_effect()
        triggers = {type(one.trigger) for found in self.abilities for one in found if one.trigger is not None}
        self.autos = {
            trigger: frozenset(
                rev
                for rev, found in enumerate(self.abilities)
                if any(type(one.trigger) is trigger for one in found)
            )
            for trigger in triggers
        }
        self.crises = {
            rev: tuple(one for said in self.abilities[rev] if said.kind == "crisis" for one in said.condition)
            for rev in self._with("crisis")
        }
        asked = [condition for conditions in self.crises.values() for condition in conditions]
        self.watched = reduce(or_, map(_place, asked), AGAIN)
        self.watching = any(isinstance(condition, Stands) for condition in asked)
        self.lowering = any(isinstance(said, Power) and said.n < 0 for _rev, said in self._statics())

    def _statics(self) -> Iterator[tuple[int, object]]:
        """Every card with a continuous ability and each of its effects, whatever that one asks for."""
        for rev, found in enumerate(self.abilities):
            for said in (said for one in found if one.kind == "always" for said in one.effects):
                while isinstance(said, When):
                    said = said.effect
                yield rev, said

    def _by_effect(self) -> dict[type, frozenset[int]]:
        kinds = {type(said) for _rev, said in self._statics()}
        return {kind: frozenset(rev for rev, said in self._statics() if type(said) is kind) for kind in kinds}

    def _with(self, kind: str) -> frozenset[int]:
        return frozenset(
            rev for rev, found in enumerate(self.abilities) if any(one.kind == kind for one in found)
        )

    def of(self, rev: int) -> tuple[Ability, ...]:
        """The abilities of a card; what is no card of the pool has none."""
        return self.abilities[rev] if rev < len(self.abilities) else ()

    def markers(self, revs: Iterable[int]) -> list[str]:
        """The names of the dedicated markers that these cards need, in alphabetical order."""
        return sorted({name for rev in revs for name in named_markers(self.of(rev))})

    def more_power(self, st: State, slot: int) -> int:
        """What continuous abilities add to the Power of a Z/X."""
        return sum(
            said.n
            for source, said in statics(st, Power)
            if concerns(st, st.objs[source].controller, source, said.what, slot)
        )


def _place(condition: object) -> int:
    """The places whose cards can make a condition true or false."""
    if isinstance(condition, AtLeast | AtMost):
        return IN[ZONE_OF[condition.zone]]
    return IN[LIFE] if isinstance(condition, NoMoreLife) else EVERY_SQUARE


@lru_cache(maxsize=16)
def texts_of(pool: ZxPool) -> Texts:
    """The texts of a pool, read once."""
    return Texts(pool)


def statics(st: State, kind: type[Static]) -> Iterator[tuple[int, Static]]:
    """What of a kind is always so just now, with the card that says it (B.text-3)."""
    revs = st.table.texts.always.get(kind)
    if not revs:
        return
    objs, said = st.objs, st.text_of if st.settled else None
    for source in st.standing:
        if (said(source) if said else objs[source].rev) in revs:
            for effect in _always(st, source, kind):
                yield source, effect


def _always(st: State, source: int, kind: type[Static]) -> Iterator[Static]:
    """What of a kind a card says is always so, as far as it is so just now."""
    obj = st.objs[source]
    if not obj.face_up:
        return
    for _line, ability in abilities_there(st, source, "always"):
        if missing_sign(st, obj.controller, ability):
            continue
        for said in ability.effects:
            held: object = said
            while isinstance(held, When) and holds(st, obj.controller, source, held.condition):
                held = held.effect
            if isinstance(held, kind):
                yield held


def unchosen(st: State, seat: int, slots: list[int]) -> list[int]:
    """Those of some Z/X that an effect of a player can choose; a continuous ability may forbid others (B.text-3)."""
    kept = list(slots)
    for source, said in statics(st, Unchosen):
        mine = st.objs[source].controller
        if mine != seat:
            st.hit("B.text-3")
            kept = [slot for slot in kept if not concerns(st, mine, source, said.what, slot)]
    return kept


def instead(st: State, slot: int) -> str:
    """Where a Z/X goes that is destroyed, by its own continuous ability; "" for Charge."""
    for said in _always(st, slot, Instead):
        st.hit("B.text-3")
        return said.zone
    return ""


def charge_limit(st: State, seat: int) -> int:
    """How many cards a player's Charge may hold."""
    for source, _said in statics(st, Unlimited):
        if st.objs[source].controller == seat:
            st.hit("B.text-3")
            return NO_LIMIT
    return CHARGE_LIMIT


# --- signs and conditions -------------------------------------------------------------------------------------------


def missing_sign(st: State, seat: int, ability: Ability) -> str:
    """The rule of the first sign that is not fulfilled, so that the ability is not there; "" if it is."""
    if ability.optima and _icons(st, seat) < ability.optima:
        return "B.text-6"
    if ability.level and _level(st, seat, ability.level_of) < ability.level:
        return "B.text-7"
    if ability.player and not _player(st, seat, ability.player):
        return "B.text-9"
    return ""


def _icons(st: State, seat: int) -> int:
    return sum(st.card(slot).ignition for slot in st.pile(RESOURCE, seat))


def _level(st: State, seat: int, what: str) -> int:
    """How many face-up cards of a Tribe or of a type of card lie in a player's Dynamis."""
    kind = _LEVEL_KINDS.get(what)
    open_cards = [st.card(slot) for slot in st.pile(DYNAMIS, seat) if st.objs[slot].face_up]
    return sum(card.kind == kind if kind else what in card.tribes for card in open_cards)


def _player(st: State, seat: int, name: str) -> bool:
    """Whether the Player card, or any card with that Player Name, is on a Square (302.1e: one's own)."""
    cards = [st.card(slot) for slot in st.standing if _open_for(st, slot, seat)]
    return any(
        name == card.player_name or (card.kind in PLAYER_KINDS and name == card.name) for card in cards
    )


def _open_for(st: State, slot: int, seat: int) -> bool:
    return st.objs[slot].controller == seat and st.objs[slot].face_up


def crisis(st: State, slot: int, rev: int | None = None) -> bool:
    """Whether the Crisis condition of a Player Extra holds: all of it, for its owner. ``rev``: were it that card."""
    obj = st.objs[slot]
    asked = st.table.texts.crises.get(obj.rev if rev is None else rev)
    return asked is not None and all(holds(st, obj.owner, slot, condition) for condition in asked)


def holds(st: State, seat: int, source: int, condition: object) -> bool:
    """Whether a condition holds for the player who controls the ability."""
    if isinstance(condition, AtLeast):
        return len(st.pile(ZONE_OF[condition.zone], seat)) >= condition.n
    if isinstance(condition, AtMost):
        return len(st.pile(ZONE_OF[condition.zone], seat)) <= condition.n
    if isinstance(condition, Stands):
        return bool(matching(st, seat, source, condition.what.which))
    if isinstance(condition, MyTurn):
        return (st.active == seat) == condition.mine
    if isinstance(condition, Linked):
        return any(
            st.card(slot).name == condition.marker and st.objs[slot].controller == seat for slot in links(st)
        )
    assert isinstance(condition, NoMoreLife)
    return len(st.pile(LIFE, seat)) <= len(st.pile(LIFE, other(seat)))


def links(st: State) -> list[int]:
    """The Links on Squares, in the order of the Squares."""
    return [slot for standing in st.squares for slot in standing if st.card(slot).kind == "link"]


def matching(st: State, seat: int, source: int, which: Which) -> list[int]:
    """The Z/X on Squares that a description means, in the order of the Squares."""
    return [slot for slot in st.all_zx() if _means(st, seat, source, which, slot)]


def concerns(st: State, seat: int, source: int, what: This | One | Every, slot: int) -> bool:
    """Whether a Z/X is one of those that are meant."""
    return slot == source if isinstance(what, This) else _means(st, seat, source, what.which, slot)


def _means(st: State, seat: int, source: int, which: Which, slot: int) -> bool:
    obj, card = st.objs[slot], st.card(slot)
    if which.other and slot == source:
        return False
    if (which.enemy and obj.controller == seat) or (which.own and obj.controller != seat):
        return False
    if which.colour and which.colour not in card.colours:
        return False
    if which.tribe and which.tribe not in card.tribes:
        return False
    if which.normal and obj.square in PLAYER_SQUARES:
        return False
    if 0 <= which.cost < card.cost.total or 0 <= which.power < st.power(slot):
        return False
    return not which.battle or _in_battle(st, slot) == which.battle


def _in_battle(st: State, slot: int) -> str:
    battle, inc = st.battle, st.objs[slot].inc
    if battle is not None and (battle.attacker, battle.attacker_inc) == (slot, inc):
        return "attacking"
    return "attacked" if battle is not None and (battle.target, battle.target_inc) == (slot, inc) else ""


# --- triggers -------------------------------------------------------------------------------------------------------


def happen(st: State, trigger: type, about: int) -> None:
    """Something happened to a Z/X: its automatic abilities now wait, those of the oldest card first (B.text-2)."""
    revs = st.table.texts.autos.get(trigger)
    if not revs:
        return
    objs, said = st.objs, st.text_of if st.settled else None
    for source in [slot for slot in st.standing if (said(slot) if said else objs[slot].rev) in revs]:
        _trigger(st, trigger, source, about)


def _trigger(st: State, trigger: type, source: int, about: int) -> None:
    obj = st.objs[source]
    if not obj.face_up:
        return
    rev = st.text_of(source)
    for line, ability in enumerate(st.table.texts.of(rev)):
        waits = ability.trigger
        if waits is None or type(waits) is not trigger or missing_sign(st, obj.controller, ability):
            continue
        if not _concerned(st, obj.controller, source, waits, about):
            continue
        if st.option("Z16") == "both" and not _conditions(st, obj.controller, source, ability):
            continue
        st.hit("B.text-2")
        st.waiting += (Waiting("", source, obj.controller, obj.inc, line, rev),)


def _concerned(st: State, seat: int, source: int, trigger: Trigger, about: int) -> bool:
    if isinstance(trigger, TurnEnds):
        return (st.active == seat) == trigger.mine
    if isinstance(trigger, Destroys):
        return source == about
    return concerns(st, seat, source, trigger.what, about)


def _conditions(st: State, seat: int, source: int, ability: Ability) -> bool:
    """Whether what an ability begins with is true already."""
    first = ability.effects[0]
    return not isinstance(first, When) or holds(st, seat, source, first.condition)


def destroyed(st: State, slot: int) -> None:
    """A Z/X is about to be destroyed: by the battle it was attacked in, if its damage has been dealt."""
    battle = st.battle
    if battle is None or not battle.struck or _in_battle(st, slot) != "attacked":
        return
    attacker = st.objs[battle.attacker]
    if attacker.zone == SQUARE and attacker.inc == battle.attacker_inc:
        happen(st, Destroys, battle.attacker)


def seed(st: State, slot: int) -> None:
    """A card with the Evol Seed Icon went from deck to Trash: its ability waits to be carried out (B.icon-2)."""
    obj = st.objs[slot]
    for line, ability in enumerate(st.table.texts.of(obj.rev)):
        if ability.kind == "evol_seed" and not missing_sign(st, obj.owner, ability):
            st.hit("B.icon-2")
            st.waiting += (Waiting("", slot, obj.owner, obj.inc, line, obj.rev),)


def abilities_there(st: State, slot: int, kind: str) -> Iterator[tuple[int, Ability]]:
    """Place and ability of every line of a kind in the text of a card."""
    for line, ability in enumerate(st.table.texts.of(st.text_of(slot))):
        if ability.kind == kind:
            yield line, ability
