"""Choices in the middle of a line: read from the line's recorded answers, in the order they are asked.

When the answers run out, :class:`NeedAnswer` says what is open; anyone who runs the game restores the state, adds one
answer and carries the line out again.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from rules_engine.kernel.errors import LogError, Need, NeedAnswer, forbid
from rules_engine.kernel.log import SLOTS

from .model import DECK, HAND, REF_ITEM, REF_OBJECT, REF_PLAYER, Ref, State, unknown


def _next(st: State, need: Need) -> object:
    if st.asked >= len(st.answers):
        raise NeedAnswer(replace(need, source=source_of(st)) if st.source >= 0 else need)
    answer = st.answers[st.asked]
    st.asked += 1
    return answer


def source_of(st: State) -> str:
    """The number of the card whose effect is being carried out, "" if none is."""
    return st.game.number_of(st.objs[st.source].rev) if st.source >= 0 else ""


def ask_yes(st: State, seat: int, prompt: str, rule: str) -> bool:
    """A yes or no of ``seat``; written as ``true`` or ``false``."""
    answer = _next(st, Need(seat, prompt, rule, (True, False)))
    if not isinstance(answer, bool):
        raise LogError("answer_shape", prompt=prompt, expected="true or false")
    return answer


def ask_one(st: State, seat: int, prompt: str, rule: str, options: Sequence[str]) -> str:
    """One of ``options``; not asked when there is only one."""
    if len(options) == 1:
        return options[0]
    answer = _next(st, Need(seat, prompt, rule, tuple(options)))
    if not isinstance(answer, str):
        raise LogError("answer_shape", prompt=prompt, expected="one text")
    if answer not in options:
        params = {"prompt": prompt, "effect": source_of(st), "answer": answer[:80]}
        forbid(rule, "choice_not_allowed", seat, **params, options=list(options[:20]))
    return answer


def ask_number(st: State, seat: int, prompt: str, rule: str, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``; not asked when there is only one."""
    if low >= high:
        return low
    answer = _next(st, Need(seat, prompt, rule, tuple(range(low, high + 1))))
    if isinstance(answer, bool) or not isinstance(answer, int):
        raise LogError("answer_shape", prompt=prompt, expected="a number")
    if not low <= answer <= high:
        forbid(
            rule,
            "number_not_allowed",
            seat,
            prompt=prompt,
            effect=source_of(st),
            answer=answer,
            low=low,
            high=high,
        )
    return answer


def ask_list(st: State, need: Need) -> list[str]:
    """A list of texts; what they mean is the caller's to check."""
    answer = _next(st, need)
    if not isinstance(answer, list):
        raise LogError("answer_shape", prompt=need.prompt, expected="a list")
    return answer


def ask_cards(
    st: State,
    seat: int,
    prompt: str,
    rule: str,
    cards: Sequence[int],
    low: int,
    high: int,
    always: bool = False,
    as_offered: bool = False,
) -> list[int]:
    """Choose ``low`` to ``high`` of the cards in the slots ``cards``, written as card numbers or ``#slot``.

    Not asked when every card must be taken, unless ``always``. A card that nobody knew becomes known by being named.
    ``as_offered``: the options stand in the order of ``cards``, for it means something to anyone who is asked.
    """
    if low >= len(cards) and not always:
        return list(cards)
    known = [st.objs[slot].rev for slot in cards if st.objs[slot].rev >= 0]
    options = tuple(st.game.number_of(rev) for rev in (known if as_offered else sorted(known)))
    owner = _owner_of_unnamed(st, cards)
    names = ask_list(st, Need(seat, prompt, rule, options, low, min(high, len(cards)), True, owner=owner))
    if not low <= len(names) <= high:
        forbid(
            rule,
            "wrong_number_of_cards",
            seat,
            prompt=prompt,
            effect=source_of(st),
            given=len(names),
            low=low,
            high=high,
        )
    chosen: list[int] = []
    for name in names:
        slot = find_card(st, name, [slot for slot in cards if slot not in chosen])
        if slot < 0:
            forbid(rule, "card_not_there", seat, prompt=prompt, effect=source_of(st), card=name[:80])
        chosen.append(slot)
    return chosen


def _owner_of_unnamed(st: State, cards: Sequence[int]) -> int:
    """Whose card the first of these is that not everybody knows; -1 where all are known."""
    unnamed = (st.objs[slot] for slot in cards if hidden(st, slot) or st.objs[slot].rev < 0)
    return next((obj.owner for obj in unnamed), -1)


def name_hidden(st: State, seat: int, slot: int) -> None:
    """Let an unknown card that everybody gets to see be named by its player."""
    if st.objs[slot].rev >= 0:
        return
    remaining = st.remaining[st.objs[slot].owner]
    revs = (
        range(len(st.game.infos))
        if remaining is None
        else sorted(rev for rev, n in remaining.items() if n > 0)
    )
    options = tuple(st.game.number_of(rev) for rev in revs)
    name = _next(st, Need(seat, "name_card", "504.2", options, owner=st.objs[slot].owner))
    if not isinstance(name, str):
        raise LogError("answer_shape", prompt="name_card", expected="a card")
    rev = st.game.rev_of(name)
    if not may_bind(st, slot, rev):
        forbid("101.1a", "more_copies_than_registered", seat, card=st.game.number_of(rev))
    bind(st, slot, rev)


def find_card(st: State, name: str, cards: Sequence[int]) -> int:
    """The slot of the first of ``cards`` that is (or may be) the named card, bound to it; -1 if there is none."""
    if name.startswith("#"):
        slot = slot_of(st, name)
        return slot if slot in cards else -1
    rev = st.game.rev_of(name)
    for slot in cards:
        if st.objs[slot].rev == rev:
            return slot
    for slot in cards:
        if st.objs[slot].rev < 0 and may_bind(st, slot, rev):
            bind(st, slot, rev)
            return slot
    return -1


def may_bind(st: State, slot: int, rev: int) -> bool:
    """True if the unknown card in ``slot`` can be this card by the registered deck (101.1a)."""
    remaining = st.remaining[st.objs[slot].owner]
    return remaining is None or remaining.get(rev, 0) > 0


def bind(st: State, slot: int, rev: int) -> None:
    """Make an unknown card known; the caller has asked :func:`may_bind`."""
    owner = st.objs[slot].owner
    remaining = st.remaining[owner]
    if remaining is None:
        unknown(st, "101.1a", "deck_not_registered")
    else:
        remaining[rev] = remaining.get(rev, 0) - 1
    st.change(slot, rev=rev)


def ask_order(st: State, seat: int, zone_owner: int, rule: str = "211.2") -> None:
    """Shuffle a deck: the recorded order (top card first) or None when nobody wrote it down (211)."""
    deck = st.deck[zone_owner]
    if len(deck) <= 1:
        return
    options = tuple(st.game.number_of(st.objs[slot].rev) for slot in reversed(deck))
    answer = _next(st, Need(seat, "shuffle", rule, options, len(deck), len(deck), True))
    set_order(st, zone_owner, answer)


def set_order(st: State, owner: int, order: object) -> None:
    """Give the deck of ``owner`` the order ``order`` (card numbers, top first), or make it unknown (None)."""
    deck = st.deck[owner]
    if order is None:
        if st.order_known[owner]:
            unknown(st, "211.1", "shuffle_not_written")
        st.order_known[owner] = False
        remaining = st.remaining[owner]
        for slot in deck:
            rev = st.objs[slot].rev
            if rev >= 0:
                st.change(slot, rev=-1)
                if remaining is not None:
                    remaining[rev] = remaining.get(rev, 0) + 1
        st.deck[owner] = tuple(sorted(deck))
        return
    if not isinstance(order, list) or len(order) != len(deck):
        raise LogError("order_of_other_length", seat=owner, expected=len(deck))
    st.deck[owner] = _whole_order(st, deck, order) or _bound_order(st, owner, deck, order)


def _copies(st: State, deck: tuple[int, ...]) -> dict[int, list[int]]:
    """The slots of a deck by card, of each the lowest last."""
    free: dict[int, list[int]] = {}
    objs = st.objs
    for slot in sorted(deck, reverse=True):
        free.setdefault(objs[slot].rev, []).append(slot)
    return free


def _whole_order(st: State, deck: tuple[int, ...], order: list[str]) -> tuple[int, ...]:
    """A deck in an order that names each of its cards, the top last; empty if a name is none of a known card of it."""
    free, index = _copies(st, deck), st.game.pool.index
    try:
        return tuple([free[index[name]].pop() for name in order][::-1])
    except (LookupError, TypeError):
        return ()


def _bound_order(st: State, owner: int, deck: tuple[int, ...], order: list[str]) -> tuple[int, ...]:
    """The same where an unknown card gets its name by it. Raises for the first name that does not fit."""
    free = _copies(st, deck)
    arranged = []
    for name in order:
        rev = st.game.rev_of(name)
        if free.get(rev):
            arranged.append(free[rev].pop())
        elif free.get(-1) and may_bind(st, free[-1][-1], rev):
            slot = free[-1].pop()
            bind(st, slot, rev)
            arranged.append(slot)
        else:
            forbid("101.1a", "card_not_in_deck", owner, card=st.game.number_of(rev))
    return tuple(reversed(arranged))


def slot_of(st: State, name: str) -> int:
    """The slot that ``"#88"`` names. Raises :class:`LogError`."""
    slot = SLOTS.get(name)
    if slot is None:
        slot = _read_slot(name)
    if slot >= len(st.objs):
        raise LogError("unknown_object", name=name[:80])
    return slot


def _read_slot(name: str) -> int:
    """The number in a name that is not written as usual. Raises :class:`LogError` where there is none."""
    try:
        slot = int(name[1:]) if name[:1] == "#" and len(name) < 8 else -1
    except ValueError:
        slot = -1
    if slot < 0:
        raise LogError("unknown_object", name=name[:80])
    return slot


def ref_of(st: State, name: str) -> Ref:
    """What ``"#88"`` (object), ``"seat:2"`` or ``"stack:1"`` (1 = bottom) names now. Raises :class:`LogError`."""
    if name[:1] == "#":
        slot = slot_of(st, name)
        return (REF_OBJECT, slot, st.objs[slot].inc)
    word, _, number = name.partition(":")
    if number.isascii() and number.isdigit() and len(number) < 4:
        if word == "seat" and int(number) < len(st.hand):
            return (REF_PLAYER, int(number), 0)
        if word == "stack" and int(number) >= 1:
            there = int(number) <= len(st.stack)
            return (REF_ITEM, st.stack[int(number) - 1].id if there else NOTHING, 0)
    raise LogError("unknown_target", name=name[:80])


def name_of(st: State, ref: Ref) -> str:
    """The log name of a reference, the reverse of :func:`ref_of`."""
    kind, a, _ = ref
    if kind == REF_OBJECT:
        return f"#{a}"
    if kind == REF_PLAYER:
        return f"seat:{a}"
    for position, item in enumerate(st.stack, 1):
        if item.id == a:
            return f"stack:{position}"
    return "stack:0"


NOTHING = 0
"""The id of no item: a place on the stack where nothing lies is no legal target of anything."""


def hidden(st: State, slot: int) -> bool:
    """True for a card in a hand or deck."""
    return st.objs[slot].zone in (HAND, DECK)
