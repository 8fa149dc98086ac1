"""Targets: which must be declared, which are legal, and whether they still are on resolution (200.3, 208)."""

from collections.abc import Sequence
from typing import TypeVar

from rules_engine.kernel.errors import LogError, Violation, broken

from . import query
from .answers import name_of, ref_of
from .game import Body, CardInfo
from .model import ACTIVATION, CAST, REF_ITEM, REF_OBJECT, TRIGGER, Item, Ref, State
from .nodes import Target

T = TypeVar("T")
NO_TARGET: Ref = (-1, 0, 0)
"""Holds the place of a target that this mode or payment does not need."""
NO_MORE = "none"
"""What stands for a target that is left out, where targets are asked for one by one ("up to 2 targets")."""


def needed(body: Body, mode: int, paid: tuple[int, ...]) -> list[int]:
    """The indexes of the targets to declare for this "or" option and these additional payments."""
    return [
        index
        for index, target in enumerate(body.targets)
        if (target.option is None or target.option == mode)
        and (
            not target.extra
            or any(times and index in extra.targets for extra, times in zip(body.extras, paid, strict=False))
        )
    ]


def enough(st: State, body: Body, wanted: list[int], given: int) -> bool:
    """True if so many targets may be declared: all that are asked for, or of "up to so many" fewer (H44)."""
    if given >= len(wanted):
        return given == len(wanted)
    must = sum(not body.targets[index].optional for index in wanted)
    return must < given or (must == given and st.game.chosen["H44"] == "none_too")


def aimed_at(body: Body, wanted: list[int], given: int) -> list[int]:
    """Which targets so many names stand for: of "up to so many", which a text has once, the last are left out."""
    spare = [index for index in wanted if body.targets[index].optional]
    left_out = spare[len(spare) - (len(wanted) - given) :] if given < len(wanted) else ()
    return [index for index in wanted if index not in left_out]


def may_stop(st: State, body: Body, index: int, refs: Sequence[object]) -> bool:
    """Whether this target and the rest of "up to so many" may be left out: always, or once one is declared (H44)."""
    if not body.targets[index].optional:
        return False
    declared = [ref for ref in beside(body, index, refs) if ref not in (NO_TARGET, NO_MORE)]
    return bool(declared) or st.game.chosen["H44"] == "none_too"


def beside(body: Body, index: int, refs: Sequence[T]) -> Sequence[T]:
    """Which of the targets declared so far, by their place, this one must differ from: of "up to so many" the others of
    them, of "another" all."""
    if not body.targets[index].optional:
        return refs if body.targets[index].select.other else ()
    return [ref for ref, target in zip(refs, body.targets, strict=False) if target.optional]


def fits_card(st: State, source: CardInfo, ref: Ref) -> Violation | None:
    """What the type of an Effect Card may target at all (401.1a, 401.2a, 401.3a, 401.4a)."""
    kind = source.card.kind
    if kind in ("effect", "summon", "energy_crystal"):
        return None
    card = query.info(st, ref[1]).card if ref[0] == REF_OBJECT and st.objs[ref[1]].rev >= 0 else None
    if kind == "summon_effect" and not (card and card.is_summon):
        return broken("401.2a", "only_summons")
    if kind == "class_effect" and not (card and card.is_summon and card.card_class == source.card.card_class):
        return broken("401.3a", "only_class", needs=source.card.card_class)
    if kind == "crystal_effect" and not (card and card.is_crystal):
        return broken("401.4a", "only_crystals")
    return None


def check_target(
    st: State, source: CardInfo, target: Target, ref: Ref, you: int, slot: int
) -> Violation | None:
    """May this be the target (208.1)? ``slot`` is the source, which "other" leaves out."""
    name = name_of(st, ref)
    if ref[0] == REF_ITEM and query.item_of(st, ref[1]) is None:
        return broken("208.1", "nothing_on_stack", you, target=name)
    if v := fits_card(st, source, ref):
        return Violation(v.rule, v.code, you, {**v.params, "target": name})
    if not query.admits(st, target.select, ref, you, slot):
        return broken("208.1", "illegal_target", you, target=name)
    if ref[0] == REF_OBJECT and query.forbidden(st, "be_targeted", ref[1], you):
        return broken("107.1b", "forbidden", you, verb="be_targeted", card=name)
    return None


def could_be_target(st: State, source: CardInfo, ref: Ref, you: int) -> bool:
    """True if nothing but the words of the text keeps this from being a target (107.1b, 401)."""
    return fits_card(st, source, ref) is None and not (
        ref[0] == REF_OBJECT and query.forbidden(st, "be_targeted", ref[1], you)
    )


def legal(st: State, source: CardInfo, target: Target, you: int, slot: int) -> list[Ref]:
    """Every legal target, in a fixed order."""
    return [
        ref for ref in query.candidates(st, target.select, you, slot) if could_be_target(st, source, ref, you)
    ]


def declared(
    st: State,
    names: list[str],
    source: CardInfo,
    body: Body,
    you: int,
    slot: int,
    mode: int,
    paid: tuple[int, ...],
) -> tuple[Ref, ...] | Violation:
    """The targets that a line declares, checked; one entry per target of the text (200.3)."""
    if not names and not body.targets:
        return ()
    wanted = needed(body, mode, paid)
    if len(names) != len(wanted) and not enough(st, body, wanted, len(names)):
        return broken("200.3", "wrong_number_of_targets", you, given=len(names), needed=len(wanted))
    refs = [NO_TARGET] * len(body.targets)
    for index, name in zip(aimed_at(body, wanted, len(names)), names, strict=True):
        target = body.targets[index]
        ref = _ref(st, name, source, target, you, slot)
        if v := check_target(st, source, target, ref, you, slot):
            return v
        if ref in beside(body, index, refs):
            return broken("208.1", "same_target_twice", you, target=name)
        refs[index] = ref
    return tuple(refs)


def _ref(st: State, name: str, source: CardInfo, target: Target, you: int, slot: int) -> Ref:
    """What a line names as a target: ``"#88"`` and the like, or the only card of that name that it can be.

    Where none of that name can be the target it is the first in play, and the check says why not. Raises
    :class:`LogError` for a name that fits several or nothing.
    """
    if name.startswith(("#", "seat:", "stack:")):
        return ref_of(st, name)
    rev = st.game.rev_of(name)
    found = [ref for ref in legal(st, source, target, you, slot) if _card_of(st, ref) == rev]
    if len(found) > 1:
        raise LogError("card_not_unique", card=name[:80], objects=[name_of(st, ref) for ref in found])
    if found:
        return found[0]
    for slots in st.play:
        for other in slots:
            if st.objs[other].rev == rev:
                return (REF_OBJECT, other, st.objs[other].inc)
    raise LogError("unknown_target", name=name[:80])


def _card_of(st: State, ref: Ref) -> int:
    """The card that a target is, or that an action on the stack comes from; -1 for a player."""
    if ref[0] == REF_OBJECT:
        return st.objs[ref[1]].rev
    item = query.item_of(st, ref[1]) if ref[0] == REF_ITEM else None
    return st.objs[item.slot].rev if item is not None else -1


def targets_of(st: State, item: Item) -> tuple[Target, ...]:
    """The target list of what an item on the stack will do."""
    info = query.info(st, item.slot)
    if item.kind == CAST:
        return info.body.targets
    if item.kind == ACTIVATION:
        return next(part.targets for index, part, _ in info.activated if index == item.ability)
    if item.kind == TRIGGER:
        return next(part.targets for index, part, _ in info.triggers if index == item.ability)
    raise LogError("no_targets")


def legal_for_item(st: State, item: Item, index: int) -> list[Ref]:
    """The legal targets for one target of an item on the stack, as its announcer sees them."""
    target = targets_of(st, item)[index]
    return [
        ref
        for ref in legal(st, query.info(st, item.slot), target, item.seat, item.slot)
        if ref[0] != 2 or ref[1] != item.id
    ]


def still_legal(st: State, item: Item, targets: tuple[Target, ...]) -> tuple[Ref, ...]:
    """The declared targets on resolution; one that is gone or no longer legal gives way to ``NO_TARGET`` (208.5).

    Legal is what could still be declared: what the text asks for, what the type of the card may target (401), and
    what no effect keeps from being a target (107.1b, H36).
    """
    if not item.targets:
        return ()
    info = query.info(st, item.slot)
    if info.gap:
        return item.targets
    return tuple(
        ref if ref != NO_TARGET and _still(st, item, info, target, ref) else NO_TARGET
        for target, ref in zip(targets, item.targets, strict=False)
    )


def _still(st: State, item: Item, source: CardInfo, target: Target, ref: Ref) -> bool:
    if not query.admits(st, target.select, ref, item.seat, item.slot):
        return False
    if st.game.chosen["H36"] == "at_announcement":
        return fits_card(st, source, ref) is None
    return could_be_target(st, source, ref, item.seat)


def without_target(item: Item, legal_now: tuple[Ref, ...]) -> bool:
    """True if targets were declared and none of them is legal any more: nothing takes place (208.5)."""
    if not item.targets:
        return False
    return any(ref != NO_TARGET for ref in item.targets) and all(ref == NO_TARGET for ref in legal_now)
