"""What a recorder offers: an action chosen step by step.

``legal_actions`` lists whole actions: it knows only cards that are known, and it stops at so many targets and payments.
Here a hand may be hidden (:mod:`.castable`), and every choice is listed page by page, in the order in which the rules
ask for it (:func:`options`). Nothing here changes a state."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules_engine.kernel.errors import Need, NeedAnswer, Violation, broken
from rules_engine.x610z.log import Action

from . import query
from .answers import name_of
from .attack import attack_cost, check_attacker
from .castable import PAGE, all_energy, castable, not_now, offered
from .casting import activation_cost, casting_cost, find_in_hand
from .energy import check_crystal, forced_payment, ready_crystals, released, splits
from .game import Body, CardInfo, as_payment, covers, plus
from .legal import attack_paths, legal_actions, move_paths, payment
from .model import NO_ENERGY, Amounts, State
from .movement import check_mover, find_in_play, movement_cost
from .play import KINDS, perform
from .stack import check_window
from .targets import NO_MORE, beside, legal, may_stop, needed

MOST_TIMES = 99
"""How often an additional cost is offered at most; nobody has more energy than that."""


class Draft(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A part of an action: what is None has not been chosen yet.

    The fields are those of :class:`Action`; ``to`` is the dot where a path shall end, ``short`` says that the cost
    cannot be met (200.5).
    """

    do: str | None = None
    seat: int | None = None
    card: str | None = None
    ability: int | None = None
    mode: int | None = None
    extras: tuple[int, ...] | None = None
    targets: tuple[str, ...] | None = None
    to: str | None = None
    path: tuple[str, ...] | None = None
    crystals: tuple[str, ...] | None = None
    pay: dict[str, int] | None = None
    short: bool | None = None
    x: int | None = None

    def choose(self, field: str, value: Any) -> "Draft":
        """The draft with one more choice: additional costs and targets come one by one, the others as a whole."""
        if field in ("extras", "targets"):
            value = (*(getattr(self, field) or ()), value)
        elif field in ("path", "crystals"):
            value = tuple(value)
        return replace(self, **{field: value})


class Options(Struct, frozen=True):
    """What is to be chosen next of a draft.

    ``field`` is the name for :meth:`Draft.choose`, "" when nothing is left: then ``action`` is the whole action and
    ``need`` the first choice that only comes while it takes place. ``values`` is one page of what may be chosen, from
    number ``start`` of ``total``; ``proposal`` is what the engine would choose itself. Of ``crystals`` any number of
    the values is chosen at once. ``refused`` is the rule that forbids to go on.
    """

    field: str
    values: tuple[object, ...] = ()
    total: int = 0
    start: int = 0
    proposal: dict[str, object] | None = None
    action: Action | None = None
    need: Need | None = None
    refused: Violation | None = None


# --- an action step by step -----------------------------------------------------------------------------------------


def options(
    st: State,
    draft: Draft,
    left: Mapping[str, int] | None = None,
    start: int = 0,
    count: int = PAGE,
) -> Options:
    """What may be chosen next of a draft, ``count`` values from number ``start`` on.

    A choice with one value is made without asking. ``left`` is as in :func:`.castable.castable`. Raises
    :class:`LogError` for a draft that names what does not exist.
    """
    found = _Asking(st, draft, left).run()
    if not found.field:
        return found
    page = found.values[start : start + count]
    return replace(found, values=page, total=len(found.values), start=start)


class _Asking:
    """One question to :func:`options`: the draft grows by whatever leaves no choice, until there is one."""

    def __init__(self, st: State, draft: Draft, left: Mapping[str, int] | None) -> None:
        self.st = st
        self.draft = draft
        self.left = left
        self.seat = draft.seat if draft.seat is not None else -1
        self.body: Body | None = None
        self.info: CardInfo | None = None
        self.slot = -1
        self.cost: Callable[[tuple[int, ...]], Amounts] = lambda paid: NO_ENERGY

    def run(self) -> Options:
        for step in (
            self._do,
            self._card,
            self._source,
            self._ability,
            self._mode,
            self._extras,
            self._targets,
        ):
            if (found := step()) is not None:
                return found
        for step in (self._to, self._path, self._crystals, self._pay, self._times):
            if (found := step()) is not None:
                return found
        return self._whole()

    def _ask(self, field: str, values: Iterator[Any] | list[Any], proposal: Any = None) -> Options | None:
        """The question, or None when there is but one answer, which is then taken."""
        found = tuple(values)
        if len(found) == 1:
            self.draft = self.draft.choose(field, found[0])
            return None
        return Options(field, found, proposal=proposal)

    def _no(self, rule: str, code: str, **params: object) -> Options:
        return Options("", refused=broken(rule, code, self.seat if self.seat >= 0 else None, **params))

    # --- what, and with which card

    def _do(self) -> Options | None:
        if self.draft.do is not None:
            return None
        found = {action.do: None for action in legal_actions(self.st, self.draft.seat)}
        if self.seat >= 0 and any(offered(card) for card in castable(self.st, self.seat, self.left, 1)):
            found = {"cast": None, **found}
        return Options("do", tuple(found))

    def _card(self) -> Options | None:
        if self.draft.card is not None or self.draft.do not in _WITH_CARD:
            return None
        return Options("card", tuple(_WITH_CARD[self.draft.do](self)))

    def _hand(self) -> list[str]:
        return [card.card for card in castable(self.st, self.seat, self.left, 1) if offered(card)]

    def _to_activate(self) -> list[str]:
        st, seat = self.st, self.seat
        crystals = [
            slot
            for slot in ready_crystals(st, seat)
            if check_window(st, seat, stackable=False) is None and check_crystal(st, seat, slot) is None
        ]
        others = [
            slot
            for slot in st.play[seat]
            if check_window(st, seat) is None
            and not st.objs[slot].state
            and st.objs[slot].rev >= 0
            and query.info(st, slot).activated
        ]
        return [f"#{slot}" for slot in (*others, *crystals)]

    def _to_move(self) -> list[str]:
        return self._summons(check_mover)

    def _to_attack(self) -> list[str]:
        return self._summons(check_attacker)

    def _summons(self, stopped: Callable[[State, int], Violation | None]) -> list[str]:
        st = self.st
        on_board = [slot for slot in st.play[self.seat] if st.objs[slot].dot >= 0]
        return [f"#{slot}" for slot in on_board if stopped(st, slot) is None]

    def _source(self) -> Options | None:
        """Find out what the chosen card is, what it costs and what it asks for."""
        st, draft, seat = self.st, self.draft, self.seat
        if draft.do not in _WITH_CARD:
            return None
        if draft.do == "cast":
            found = find_in_hand(st, draft.card or "", seat)
            if isinstance(found, Violation):
                return Options("", refused=found)
            self.slot, rev = found
            copies = 1 if self.left is None else self.left.get(st.game.number_of(rev), 0)
            if v := not_now(st, seat, self.slot, rev, copies):
                return Options("", refused=v)
            self.info = st.game.infos[rev]
            self.body = None if self.info.gap else self.info.body
            self.cost = lambda paid: casting_cost(st, self.slot, rev, seat, paid)
            return None
        self.slot = find_in_play(st, draft.card or "", seat)
        if self.slot < 0:
            return self._no("206.1d", "not_in_play", card=(draft.card or "")[:80])
        if draft.do == "move":
            self.cost = lambda paid: movement_cost(st, self.slot)
        elif draft.do == "attack":
            self.cost = lambda paid: attack_cost(st, self.slot)
        return None

    # --- which of its effects, with what

    def _ability(self) -> Options | None:
        st = self.st
        if self.draft.do != "activate" or st.objs[self.slot].rev < 0:
            return None
        self.info = query.info(st, self.slot)
        if self.info.card.is_crystal:
            return None
        numbers = list(range(len(self.info.activated)))
        if self.draft.ability is None and (found := self._ask("ability", numbers)):
            return found
        if self.draft.ability not in numbers:
            return self._no("207.6", "no_activated_effect", card=self.draft.card)
        index, _, self.body = self.info.activated[self.draft.ability or 0]
        self.cost = lambda paid: activation_cost(st, self.slot, self.seat, index, paid)
        return None

    def _mode(self) -> Options | None:
        if self.body is None or self.body.modes < 2 or self.draft.mode is not None:
            return None
        return self._ask("mode", list(range(self.body.modes)))

    def _extras(self) -> Options | None:
        """How often each additional cost is paid, one after the other in the order of the text (204.4)."""
        body = self.body
        if body is None or not body.extras or self.st.game.late_extras:
            return None
        usable = body.open_extras(self.draft.mode or 0)
        while len(self.draft.extras or ()) < len(body.extras):
            index = len(self.draft.extras or ())
            times = self._affordable(body, index) if index in usable else 0
            if (found := self._ask("extras", list(range(times + 1)))) is not None:
                return found
        return None

    def _affordable(self, body: Body, index: int) -> int:
        """How often the additional cost with this index can be paid beside what has been chosen before it."""
        before = self.draft.extras or ()
        most = all_energy(self.st, self.seat)
        times = 0
        while times < (MOST_TIMES if body.extras[index].repeat else 1):
            if not covers(most, self.cost((*before, times + 1))):
                break
            times += 1
        return times

    def _targets(self) -> Options | None:
        """The targets one by one, in the order of the text (200.3), even a single one: to declare it is an act."""
        body, info = self.body, self.info
        if body is None or info is None:
            return None
        wanted, found = self._declared(body)
        if not wanted:
            return None
        index = wanted[0]
        names = [
            name_of(self.st, ref) for ref in legal(self.st, info, body.targets[index], self.seat, self.slot)
        ]
        names = [name for name in names if name not in beside(body, index, found)]
        names += [NO_MORE] if may_stop(self.st, body, index, found) else []
        if not names:
            return self._no("208.1", "nothing_to_target", card=info.card.number)
        return Options("targets", tuple(names))

    def _declared(self, body: Body) -> tuple[list[int], list[str]]:
        """Which targets are still to be declared, and what has been declared, by their places in the text."""
        wanted = needed(body, self.draft.mode or 0, self.draft.extras or ())
        found = [NO_MORE] * len(body.targets)
        for name in self.draft.targets or ():
            if not wanted:
                break
            found[wanted.pop(0)] = name
            if name == NO_MORE:
                wanted = [other for other in wanted if not body.targets[other].optional]
        return wanted, found

    # --- where to

    def _paths(self) -> list[tuple[int, ...]]:
        found = move_paths if self.draft.do == "move" else attack_paths
        return list(found(self.st, self.slot))

    def _to(self) -> Options | None:
        draft, names = self.draft, self.st.game.board.names
        if draft.do not in ("move", "attack") or draft.to is not None or draft.path is not None:
            return None
        dots = dict.fromkeys(path[-1] for path in self._paths())
        return Options("to", tuple(names[dot] for dot in sorted(dots)))

    def _path(self) -> Options | None:
        draft, names = self.draft, self.st.game.board.names
        if draft.do not in ("move", "attack") or draft.path is not None:
            return None
        named = [tuple(names[dot] for dot in path) for path in self._paths()]
        return self._ask("path", [path for path in named if path[-1] == draft.to])

    # --- how it is paid

    def _crystals(self) -> Options | None:
        if self.draft.do not in _WITH_CARD or self.draft.crystals is not None:
            return None
        ready = ready_crystals(self.st, self.seat)
        cost = self.cost(self.draft.extras or ())
        if not any(cost) or not ready:
            self.draft = self.draft.choose("crystals", ())
            return None
        proposal = payment(self.st, self.seat, cost)
        if proposal is None:
            proposal = {"crystals": released(self.st, self.seat, cost), "short": True}
        return Options("crystals", tuple(f"#{slot}" for slot in ready), proposal=proposal)

    def _pay(self) -> Options | None:
        """Which energy pays, where there is a choice; ``short`` where there is not enough (200.5)."""
        draft, st = self.draft, self.st
        if draft.do not in _WITH_CARD or draft.pay is not None or draft.short is not None:
            return None
        cost = self.cost(draft.extras or ())
        pool = st.pool[self.seat]
        for name in draft.crystals or ():
            pool = plus(pool, query.info(st, int(name[1:])).produces)
        if not covers(pool, cost):
            replaced = st.game.chosen["H3"] == "substitution" and sum(pool) >= sum(cost)
            return None if replaced else Options("short", (True,))
        if forced_payment(pool, cost) is not None:
            return None
        return Options("pay", tuple(as_payment(split) for split in splits(pool, cost)))

    def _times(self) -> Options | None:
        """How many cards Murphy's Law gives (105.4)."""
        if self.draft.do != "murphy" or self.draft.x is not None:
            return None
        found = (action for action in legal_actions(self.st, self.seat) if action.do == "murphy")
        return Options("x", tuple(action.x for action in found))

    def _whole(self) -> Options:
        """The action that the draft has become, tried on a copy."""
        action = whole(self.draft, self.body)
        try:
            refused, need = perform(self.st.snapshot(), action), None
        except NeedAnswer as open_choice:
            refused, need = None, open_choice.need
        return Options("", action=action, need=need, refused=refused)


_WITH_CARD: dict[str, Callable[[_Asking], list[str]]] = {
    "cast": _Asking._hand,
    "activate": _Asking._to_activate,
    "move": _Asking._to_move,
    "attack": _Asking._to_attack,
}
"""What is done with a card, and the cards that it can be done with."""


def whole(draft: Draft, body: Body | None = None) -> Action:
    """The action that a draft says, whatever is still missing."""
    do = draft.do or ""
    x, extras = _paid_besides(draft, body)
    return Action(
        do=do,
        seat=draft.seat if do not in KINDS or KINDS[do].of_seat else None,
        card=draft.card,
        ability=draft.ability or 0,
        mode=draft.mode or 0,
        x=x,
        extras=extras,
        targets=[name for name in draft.targets or () if name != NO_MORE] or None,
        path=list(draft.path) if draft.path else None,
        crystals=list(draft.crystals) if draft.crystals else None,
        pay=draft.pay,
        short=bool(draft.short),
    )


def _paid_besides(draft: Draft, body: Body | None) -> tuple[int, list[int] | None]:
    """How often additional costs are paid: as ``x`` where a card has one, one by one where it has several."""
    extras = draft.extras or ()
    if body is not None and len(body.extras) > 1:
        return draft.x or 0, list(extras) if any(extras) else None
    return draft.x or sum(extras), None
