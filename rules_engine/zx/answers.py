"""Choices in the middle of a line: read from the line's recorded answers, in the order in which they are asked."""

from collections.abc import Sequence

from rules_engine.kernel.errors import LogError, Need, NeedAnswer, forbid
from rules_engine.kernel.log import SLOTS

from .hidden import UNNAMED, bind_in_hand, forget, is_unknown
from .model import DECK, HAND, State
from .squares import NAMES, NUMBERS

_OPEN = object()
"""Stands for an answer that the line has not: what could be answered is only put together then."""


def _next(st: State) -> object:
    if st.asked >= len(st.answers):
        return _OPEN
    answer = st.answers[st.asked]
    st.asked += 1
    return answer


def ask_yes(st: State, seat: int, prompt: str, rule: str) -> bool:
    """A yes or no of ``seat``."""
    answer = _next(st)
    if answer is _OPEN:
        raise NeedAnswer(Need(seat, prompt, rule, (True, False)))
    if not isinstance(answer, bool):
        raise LogError("answer_shape", prompt=prompt, expected="true or false")
    return answer


def ask_place(st: State, seat: int, prompt: str, rule: str, count: int) -> int:
    """One of ``count`` cards that nobody can tell apart, by its place: an index from 0, written from 1."""
    if count == 1:
        return 0
    answer = _next(st)
    if answer is _OPEN:
        raise NeedAnswer(Need(seat, prompt, rule, tuple(range(1, count + 1))))
    if isinstance(answer, bool) or not isinstance(answer, int):
        raise LogError("answer_shape", prompt=prompt, expected="a number")
    if not 1 <= answer <= count:
        forbid(rule, "choice_not_allowed", seat, prompt=prompt, answer=answer, options=f"1–{count}")
    return answer - 1


def ask_square(st: State, seat: int, prompt: str, rule: str, squares: Sequence[int]) -> int:
    """One of the Squares, written by name."""
    options = tuple(NAMES[square] for square in squares)
    return NUMBERS[_one(st, seat, prompt, rule, options)]


def ask_slot(st: State, seat: int, prompt: str, rule: str, slots: Sequence[int]) -> int:
    """One of the cards in public zones, written as ``#slot``."""
    return int(_one(st, seat, prompt, rule, tuple(f"#{slot}" for slot in slots))[1:])


def _one(st: State, seat: int, prompt: str, rule: str, options: tuple[str, ...]) -> str:
    if len(options) == 1:
        return options[0]
    answer = _next(st)
    if answer is _OPEN:
        raise NeedAnswer(Need(seat, prompt, rule, options))
    if not isinstance(answer, str):
        raise LogError("answer_shape", prompt=prompt, expected="one text")
    if answer not in options:
        forbid(
            rule, "choice_not_allowed", seat, prompt=prompt, answer=answer[:80], options=", ".join(options)
        )
    return answer


def ask_cards(
    st: State, seat: int, prompt: str, rule: str, slots: Sequence[int], count: int, *, forced: bool = False
) -> list[int]:
    """Exactly ``count`` of the cards, written as a list of ``#slot`` or, for a hand, of card numbers.

    Not asked when it is all of them, unless ``forced``: where others cannot know that it is.
    """
    if count >= len(slots) and not forced:
        return list(slots)
    hidden = st.objs[slots[0]].zone == HAND
    options = tuple(sorted(st.card(slot).number if hidden else f"#{slot}" for slot in slots))
    answer = _next(st)
    if answer is _OPEN:
        owner = st.objs[slots[0]].owner if hidden else -1
        raise NeedAnswer(Need(seat, prompt, rule, options, count, count, True, owner=owner))
    if not isinstance(answer, list):
        raise LogError("answer_shape", prompt=prompt, expected="a list")
    if len(answer) != count:
        forbid(rule, "wrong_number_of_cards", seat, prompt=prompt, given=len(answer), count=count)
    chosen: list[int] = []
    for name in answer:
        free = [slot for slot in slots if slot not in chosen]
        slot = _meant(st, name, free, hidden)
        if slot < 0:
            forbid(rule, "choice_not_allowed", seat, prompt=prompt, answer=name, options=", ".join(options))
        chosen.append(slot)
    return chosen


def _meant(st: State, name: str, free: Sequence[int], hidden: bool) -> int:
    """The card of these that an answer names, -1 for none; in a ``hidden`` hand a name may be said first."""
    slot = find_card(st, name, free) if name != UNNAMED else -1
    return bind_in_hand(st, name, free) if slot < 0 and hidden else slot


def slot_of(st: State, name: str) -> int:
    """The slot that ``"#88"`` names, -1 for anything else."""
    slot = SLOTS.get(name, -1)
    if 0 <= slot < len(st.objs):
        return slot
    digits = name[1:]
    if name[:1] != "#" or len(name) > 6 or not (digits.isascii() and digits.isdigit()):
        return -1
    return int(digits) if int(digits) < len(st.objs) else -1


def find_card(st: State, name: str, slots: Sequence[int]) -> int:
    """The first of the cards that ``"#88"``, a number or a name means; -1 if none. :class:`LogError` if unknown."""
    if name[:1] == "#":
        slot = slot_of(st, name)
        if slot < 0:
            raise LogError("unknown_object", name=name[:80])
        return slot if slot in slots else -1
    rev = st.table.rev_of(name)
    for slot in slots:
        if st.objs[slot].rev == rev:
            return slot
    return -1


def ask_order(st: State, owner: int, rule: str) -> None:
    """Shuffle a deck: the answer is its new order by card number, the top card first (1003), or None if not written."""
    deck = st.pile(DECK, owner)
    if len(deck) <= 1:
        return
    answer = _next(st)
    if answer is _OPEN:
        known = not any(is_unknown(st, slot) for slot in deck)
        options = tuple(sorted(st.card(slot).number for slot in deck)) if known else (None,)
        raise NeedAnswer(Need(owner, "shuffle", rule, options, len(deck), len(deck), True))
    if answer is None:
        forget(st, owner)
        return
    if not isinstance(answer, list):
        raise LogError("answer_shape", prompt="shuffle", expected="a list")
    st.piles[DECK * 2 + owner] = arranged(st, owner, answer)


def arranged(st: State, owner: int, order: Sequence[str]) -> tuple[int, ...]:
    """The slots of a deck in a written order. Raises :class:`LogError` if it is not the order of these cards."""
    deck = st.pile(DECK, owner)
    if len(order) != len(deck):
        raise LogError("order_of_other_length", seat=owner, expected=len(deck))
    free: dict[int, list[int]] = {}
    for slot in deck:
        free.setdefault(st.objs[slot].rev, []).append(slot)
    found = []
    for name in order:
        same = free.get(st.table.rev_of(name))
        if not same:
            raise LogError("order_of_other_cards", seat=owner, card=name[:80])
        found.append(same.pop())
    return tuple(reversed(found))
