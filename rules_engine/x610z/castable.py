"""The cards that a hidden hand may hold, and which of them could be cast now.

``legal_actions`` lists casts of known cards only. Nothing here changes a state.
"""

from collections.abc import Iterator, Mapping
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from rules_engine.kernel.errors import Violation, broken
from rules_engine.x610z.log import Action

from . import query
from .answers import may_bind
from .casting import casting_cost, check_kind
from .energy import ready_crystals
from .game import as_payment, covers, plus
from .legal import casts_of
from .model import Amounts, State
from .stack import check_window

PAGE = 40
"""How many values one answer lists, unless more are asked for."""


class Castable(Struct, frozen=True):
    """A card that may be in a hand, and whether it could be cast now.

    ``left`` is how many copies may still be there (-1: nobody knows the list), ``cost`` what it costs without any
    additional cost. ``actions`` are the first ways to announce it, ``more`` says that there are others: ask
    :func:`.offers.options`. ``refused`` is the first rule that stands in the way, then there are no actions.
    """

    card: str
    name: str
    left: int
    cost: dict[str, int]
    actions: tuple[Action, ...] = ()
    more: bool = False
    refused: Violation | None = None


def left_of(st: State, seat: int, deck: Mapping[str, int]) -> dict[str, int]:
    """The copies of a registered deck whose place is not known, by card number (101.1a); 0 for cards used up.

    Cards that are known to lie in the hand count as left, for there they may still be cast.
    """
    left = dict(deck)
    for obj in st.objs:
        if obj.owner == seat and obj.rev >= 0 and obj.slot not in st.hand[seat]:
            number = st.game.number_of(obj.rev)
            if number in left:
                left[number] = max(0, left[number] - 1)
    left.pop(st.game.pool.life_base.number, None)
    return left


def castable(
    st: State, seat: int, left: Mapping[str, int] | None = None, limit: int = PAGE
) -> list[Castable]:
    """Every card that ``seat`` may have in hand, in the order of the pool, and how it could be cast now.

    ``left`` are the copies that may be in the hand by card number, as :func:`left_of` counts them; None = as far as
    the state itself knows a list, else the whole pool. Anyone who shows the outcome to others shows the list with it.
    """
    found, energy = [], all_energy(st, seat)
    known = {st.objs[slot].rev: slot for slot in reversed(st.hand[seat])}
    windows = {stackable: check_window(st, seat, stackable=stackable) for stackable in (False, True)}
    for rev, copies in _possible(st, seat, left):
        info = st.game.infos[rev]
        slot = known.get(rev, known.get(-1, -1))
        cost = casting_cost(st, slot, rev, seat)
        card = Castable(info.card.number, info.card.name, copies, as_payment(cost))
        refused = windows[not info.card.is_crystal] or not_here(st, seat, slot, rev, copies)
        if not refused and not covers(energy, cost):  # and no additional cost makes it cheaper
            refused = _not_paid(seat, cost, energy)
        actions = () if refused else tuple(islice(casts_of(st, seat, slot, rev), limit + 1))
        if not actions and not refused:
            refused = broken("208.1", "nothing_to_target", seat, card=info.card.number)
        found.append(replace(card, actions=actions[:limit], more=len(actions) > limit, refused=refused))
    return found


def _possible(st: State, seat: int, left: Mapping[str, int] | None) -> Iterator[tuple[int, int]]:
    """Card index and copies of whatever may be in the hand, the cards that are known to be there among them."""
    known = [st.objs[slot].rev for slot in st.hand[seat] if st.objs[slot].rev >= 0]
    counts: dict[int, int] | None = None
    if left is not None:
        counts = {st.game.rev_of(number): copies for number, copies in left.items()}
    elif (remaining := st.remaining[seat]) is not None:
        counts = {rev: copies + known.count(rev) for rev, copies in remaining.items()}
    for rev, info in enumerate(st.game.infos):
        if info.card.is_life_base and info.card.is_summon:
            continue
        if counts is None:
            yield rev, -1
        elif rev in counts or rev in known:
            yield rev, max(counts.get(rev, 0), known.count(rev))


def not_now(st: State, seat: int, slot: int, rev: int, copies: int) -> Violation | None:
    """The first rule by which this card cannot be cast now, targets and costs aside."""
    window = check_window(st, seat, stackable=not st.game.infos[rev].card.is_crystal)
    return window or not_here(st, seat, slot, rev, copies)


def not_here(st: State, seat: int, slot: int, rev: int, copies: int) -> Violation | None:
    """The same, where this seat may announce something now."""
    info = st.game.infos[rev]
    number = info.card.number
    if slot >= 0 and st.objs[slot].rev == rev:
        pass
    elif not copies or (slot >= 0 and not may_bind(st, slot, rev)):
        return broken("101.1a", "more_copies_than_registered", seat, card=number)
    elif slot < 0:
        return broken("200.1a", "card_not_in_hand", seat, card=number)
    if v := check_kind(st, info, seat):
        return v
    if query.forbidden(st, "cast", -1, seat, rev):
        return broken("107.1b", "forbidden", seat, verb="cast", card=number)
    return None


def _not_paid(seat: int, cost: Amounts, energy: Amounts) -> Violation:
    """Why no announcement was found where the energy does not suffice (200.5 aside)."""
    return broken("204.1b", "cost_not_paid", seat, cost=as_payment(cost), pool=as_payment(energy))


def all_energy(st: State, seat: int) -> Amounts:
    """What is in the pool of ``seat`` and in the crystals that are still upright."""
    most = st.pool[seat]
    for slot in ready_crystals(st, seat):
        most = plus(most, query.info(st, slot).produces)
    return most


def offered(card: Castable) -> bool:
    """Castable now; also at a cost that cannot be met, for to announce it is legal (200.5)."""
    return card.refused is None or card.refused.code == "cost_not_paid"
