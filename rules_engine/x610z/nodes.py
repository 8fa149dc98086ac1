"""The effect tree: what a card's text means, as frozen plain data.

A card's text compiles (``rules_engine.x610z.cardtext``) to one :class:`CardTree`; the interpreter walks it and the
printer turns it back into the same text. Nothing here acts, so a tree can be stored as JSON, hashed and compared.

Reading guide
    *Targets* are declared when the card or activation is announced (200.3). ``CardTree.targets`` are declared while
    casting, ``Activated.targets`` while activating and ``Trigger.targets`` when the trigger is put on the stack. Inside
    such a body ``Slot(n)`` is the n-th entry of the *nearest* target list. A permanent keeps its first casting target:
    its abilities reach it as ``Host()`` (207.5a, 208.2).
    *Players*: ``You()`` is the caster, also after a change of control (107.3a, 208.3, 208.4).
    *Amounts* are values: ``Const``, ``Count`` (counted on resolution), ``X`` (how often an additional cost was paid).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

# fmt: off
from .node_cards import (  # isort: skip
    Discard, Draw, Keep, Look, MoveCard, Present, Search, Show, Shuffle, Take,
)
from .node_parts import (  # isort: skip
    FREE, Actor, All, Base, Chosen, Colour, Const, Controller, Count, Duration, Each, Energy, Figure, Host, Owner,
    Phase, Ref, Rest, Select, Slot, Slots, Stat, Subject, Target, That, This, Those, Value, When, X, You, Zone,
)

__all__ = [
    "FREE", "Activated", "Actor", "All", "Allow", "Base", "Cancel", "CardTree", "ChooseOne", "Chosen",
    "Colour", "Const", "Controller", "Count", "Damage", "Deactivate", "Destroy", "Discard", "Draw",
    "Duration", "Each", "Energy", "ExtraTurn", "Figure", "Forbid", "GainEnergy", "Gate", "Heal", "Host", "Keep", "Look",
    "ModCost", "ModStat", "MoveCard", "MoveSummon", "Node", "Owner", "Pay", "Phase", "PlaceMarker", "Present",
    "Prevent", "Produce", "Reactivate", "Redirect", "Ref", "RemoveMarker", "Replace", "Rest", "Search", "Select",
    "Seq", "Show", "Shuffle", "SkipTurn", "Slot", "Slots", "Stat", "Static", "Stats", "Subject", "Swap", "Take",
    "TakeControl", "Target", "That", "This", "Those", "Trigger", "Value", "Warp", "When", "X", "You", "Zone",
    "from_json", "to_json", "walk",
]
# fmt: on

# --- structure -----------------------------------------------------------------------------------------------------


class Seq(Base, frozen=True, tag_field="node", tag="seq"):
    """Steps done in the order written."""

    steps: tuple[Node, ...]


class ChooseOne(Base, frozen=True, tag_field="node", tag="choose_one"):
    """Two effects separated by a line with only "or"; the controller chooses one at announcement (207.1)."""

    options: tuple[Node, ...]


class Gate(Base, frozen=True, tag_field="node", tag="gate"):
    """A step that happens only under a condition.

    ``may``: ``payer`` decides on resolution whether ``then`` happens.
    ``pay``: if ``payer`` pays ``cost`` ``then`` happens, else ``otherwise``. ``payer`` You = decided and paid at
    announcement ("With extra M1, ...", "... With extra M1, ... instead."); another payer decides on resolution (H4)
    ("unless ... with C2").
    ``each_extra``: the caster may pay ``cost`` any number of times at announcement; ``then`` uses ``X`` or, without
    ``X`` in it, happens once per payment.
    ``if_done``: ``first`` is done; ``then`` happens only if all of ``first`` really happened (207.3).
    """

    kind: Literal["may", "pay", "each_extra", "if_done"]
    then: Node
    otherwise: Node | None = None
    cost: Energy = FREE
    payer: Ref = You()
    first: Node | None = None
    must: bool = False
    """For ``pay``: True = the payer must pay if he can (207.2)."""


class Pay(Base, frozen=True, tag_field="node", tag="pay"):
    """``who`` pays energy out of his Energy Pool while the effect takes place, if he has it (203.6, 207.2)."""

    cost: Energy
    who: Ref = You()


# --- summons and permanents ----------------------------------------------------------------------------------------


class Damage(Base, frozen=True, tag_field="node", tag="damage"):
    """This Effect deals damage to a summon (210.3); ``extra`` adds to damage already dealt by the same text."""

    what: Ref
    amount: Value
    extra: bool = False


class Heal(Base, frozen=True, tag_field="node", tag="heal"):
    """Remove damage from a summon (glossary Heal)."""

    what: Ref
    amount: Value
    extra: bool = False


class Destroy(Base, frozen=True, tag_field="node", tag="destroy"):
    """Destroy a summon, or move another permanent from play to the discard pile."""

    what: Ref


class ModStat(Base, frozen=True, tag_field="node", tag="mod_stat"):
    """Add ``delta`` to a Basic Stat; Defense changes what is left (402.12, 402.13)."""

    what: Ref
    stat: Stat
    delta: Value
    negative: bool = False
    """True = ``delta`` is subtracted."""
    until: Duration = "turn"


class ModCost(Base, frozen=True, tag_field="node", tag="mod_cost"):
    """Raise (or lower, ``less``) the cost of actions; below zero counts as zero.

    With an action on the stack as ``what``: that action costs more from now on (200.6). Else ``of`` says which cost:
    casting cost of cards ``select`` admits cast by ``who``; activation cost; Movement Energy of ``what``.
    """

    of: Literal["cast", "activation", "movement", "attack"]
    energy: Energy
    less: bool = False
    who: Ref | None = None
    what: Ref | None = None
    select: Select | None = None
    until: Duration = "turn"
    times: Value | None = None
    """``Count`` = so often ("C1 more for each Dragon"), counted whenever the cost is asked for; None = once."""


class Forbid(Base, frozen=True, tag_field="node", tag="forbid"):
    """A "can't": wins over every "can" (107.1b)."""

    verb: Literal[
        "attack", "move", "be_attacked", "be_damaged", "be_targeted", "be_activated", "cast", "activate"
    ]
    what: Ref | None = None
    who: Ref | None = None
    until: Duration = "turn"
    select: Select | None = None


class Allow(Base, frozen=True, tag_field="node", tag="allow"):
    """A permission that overrides one rule (107.1a).

    ``attack_again`` / ``move_again`` once more this turn (202.5); ``sharp_turn`` ignores 202.8; ``any_direction``
    ignores 202.6; ``attack_from_no_attack_zone`` ignores 604.2 for the attacker.
    """

    verb: Literal["attack_again", "move_again", "sharp_turn", "any_direction", "attack_from_no_attack_zone"]
    what: Ref
    until: Duration = "turn"


class Prevent(Base, frozen=True, tag_field="node", tag="prevent"):
    """Prevent damage that would be dealt to ``to`` (glossary Prevent); ``All`` = every time until ``until``,
    a number = that many points in total."""

    to: Ref
    amount: Value = All()
    until: Duration = "turn"


class Replace(Base, frozen=True, tag_field="node", tag="replace"):
    """An "instead": an event does not happen and something else does in its place (107.1a).

    ``destroyed``: ``what`` goes ``to`` another zone, or with ``to`` "play" all damage is healed from it.
    ``damaged``: ``onto`` is dealt the damage that ``what`` would be dealt. ``draws``: ``who`` draws ``count`` cards for
    each one. ``discards``: the card goes ``to`` another zone.
    """

    event: Literal["destroyed", "damaged", "draws", "discards"]
    what: Ref | None = None
    who: Ref | None = None
    to: Zone = "removed"
    onto: Ref | None = None
    count: Value | None = None
    until: Duration = "turn"


class Swap(Base, frozen=True, tag_field="node", tag="swap"):
    """Two summons change places, damage or controllers at the same moment; nothing happens if one of them cannot."""

    what: Ref
    other: Ref
    aspect: Literal["place", "damage", "control"]


class Cancel(Base, frozen=True, tag_field="node", tag="cancel"):
    """Cancel (counter) an action on the stack: it does not resolve (glossary Counter 2, H22)."""

    what: Ref


class Redirect(Base, frozen=True, tag_field="node", tag="redirect"):
    """Change the announced target of an action to another legal target chosen by You (glossary Redirect)."""

    what: Ref


class Deactivate(Base, frozen=True, tag_field="node", tag="deactivate"):
    """Put an unactivated permanent into the deactivated state (402.14, glossary Deactivated)."""

    what: Ref


class Reactivate(Base, frozen=True, tag_field="node", tag="reactivate"):
    """Put a permanent back into the unactivated state."""

    what: Ref


class TakeControl(Base, frozen=True, tag_field="node", tag="take_control"):
    """``who`` gets control of a permanent (206.1g, 402.9, 402.10). A Life Base never changes controller (H12)."""

    what: Ref
    who: Ref = You()
    until: Duration = "while_in_play"
    """``while_in_play`` here = for the rest of the game or while a permanent source stays in play."""


class MoveSummon(Base, frozen=True, tag_field="node", tag="move_summon"):
    """Move a summon by effect: ``steps`` dots (``up_to`` = or fewer) along a path of ``mover``'s choice, or to a kind
    of dot of its controller.

    ``by_rules`` = "according to the game rules": direction and dots as for a normal move (107.1a).
    """

    what: Ref
    to: Literal["path", "starting_dot", "ending_dot"] = "path"
    steps: Value = Const(1)
    mover: Ref = You()
    by_rules: bool = False
    up_to: bool = False


class Warp(Base, frozen=True, tag_field="node", tag="warp"):
    """Warp a non Life Base summon between its controller's Starting Dot and an Ending Dot (605.2)."""

    what: Ref


class GainEnergy(Base, frozen=True, tag_field="node", tag="gain_energy"):
    """Energy flows into ``who``'s Energy Pool (203.3, 203.4)."""

    energy: Energy
    who: Ref = You()
    times: Value = Const(1)


class PlaceMarker(Base, frozen=True, tag_field="node", tag="place_marker"):
    """Place counters on an Effect (209.2a)."""

    count: Value
    what: Ref = This()


class RemoveMarker(Base, frozen=True, tag_field="node", tag="remove_marker"):
    """Remove counters from an Effect; not "successful" if there are fewer (207.3)."""

    count: Value
    what: Ref = This()


class ExtraTurn(Base, frozen=True, tag_field="node", tag="extra_turn"):
    """``who`` takes another turn after this one (700.2)."""

    who: Ref = You()


class SkipTurn(Base, frozen=True, tag_field="node", tag="skip_turn"):
    """``who`` skips his next turn, or the named phase of his next turn (700.2, glossary Skip)."""

    who: Ref = You()
    phase: Phase | None = None


# --- abilities -------------------------------------------------------------------------------------------------------


class Trigger(Base, frozen=True, tag_field="node", tag="trigger"):
    """A triggered effect: "[Trigger condition], [effect]" (207.4a)."""

    when: When
    tree: Node
    targets: tuple[Target, ...] = ()


class Static(Base, frozen=True, tag_field="node", tag="static"):
    """A continuous effect (207.5): ``tree`` holds only ModStat, ModCost, Forbid, Allow, Prevent, Replace or Seq."""

    tree: Node


class Activated(Base, frozen=True, tag_field="node", tag="activated"):
    """An activated effect: "[Activation Symbol, cost] effect" (204.3b, 207.6).

    Activating turns the permanent non active (206.1e). ``counters``: so many must be removed from it as well.
    ``costs`` are what else whoever activates it has to do, in that order: discard, destroy, deactivate, deal damage to
    what is his (decision 131).
    """

    cost: Energy
    tree: Node
    targets: tuple[Target, ...] = ()
    counters: int = 0
    costs: tuple[Node, ...] = ()


class Produce(Base, frozen=True, tag_field="node", tag="produce"):
    """An Energy Crystal releases this energy when activated: not stackable (200.1b, 203.3)."""

    energy: Energy


class Stats(Base, frozen=True, tag_field="node", tag="stats"):
    """The action panel of a Summon Card: Movement Energy and Basic Stats (305.2, 402.11)."""

    movement: Energy
    attack: int
    defense: int
    speed: int
    range: int


# fmt: off
Node = (
    Seq | ChooseOne | Gate | Pay | Draw | Discard | Keep | Search | Shuffle | Show | Look | Present | Take | MoveCard |
    Damage | Heal | Destroy | ModStat | ModCost | Forbid | Allow | Prevent | Replace | Swap | Cancel | Redirect |
    Deactivate | Reactivate | TakeControl | MoveSummon | Warp | GainEnergy | PlaceMarker | RemoveMarker | ExtraTurn |
    SkipTurn | Trigger | Static | Activated | Produce | Stats
)
# fmt: on


class CardTree(Base, frozen=True):
    """All a card's text says.

    ``targets``: declared when casting. ``parts``: for a non permanent the steps that happen on resolution, in order;
    for a permanent its abilities (``Trigger``, ``Static``, ``Activated``) and steps done once when it enters play;
    for a summon its ``Stats`` first; for an Energy Crystal its ``Produce``.
    """

    parts: tuple[Node, ...] = ()
    targets: tuple[Target, ...] = ()


def to_json(tree: CardTree) -> bytes:
    """The tree as canonical JSON bytes; equal trees give equal bytes."""
    return msgspec.json.encode(tree)


def from_json(data: bytes) -> CardTree:
    """The tree of :func:`to_json`; raises ``msgspec.ValidationError`` for anything else."""
    return msgspec.json.decode(data, type=CardTree)


def settled(value: Any) -> Any:
    """The same tree with every field that equals its default holding that very default.

    A default is left out of JSON and of digests only where it is the same object, so equal trees are written alike.
    """
    if isinstance(value, tuple):
        return tuple(settled(one) for one in value)
    if not isinstance(value, Base):
        return value
    said = {
        one.name: (settled(getattr(value, one.name)), one.default) for one in msgspec.structs.fields(value)
    }
    return type(value)(**{name: found for name, (found, default) in said.items() if found != default})


def walk(node: object) -> Iterator[Base]:
    """Every struct inside ``node``, itself first, depth first in written order."""
    if isinstance(node, Base):
        yield node
        for name in node.__struct_fields__:
            yield from walk(getattr(node, name))
    elif isinstance(node, tuple):
        for item in node:
            yield from walk(item)
