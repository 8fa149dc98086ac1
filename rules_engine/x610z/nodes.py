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

Stat = Literal["attack", "defense", "speed", "range"]
Colour = Literal["mystic", "boost", "robiumm", "colorless"]
Duration = Literal["turn", "while_in_play", "next_turn"]
"""``turn`` = until end of turn, ``next_turn`` = until the end of the affected player's next turn,
``while_in_play`` = as long as the source stays in play (continuous, 207.5)."""
Phase = Literal["reactivation", "draw", "action", "end"]
Zone = Literal["play", "hand", "deck", "deck_bottom", "discard", "removed"]
"""``deck`` as a destination is the top of the deck; ``removed`` is Removed From Game (506)."""


class Base(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Common settings of every struct of the tree: immutable, hashable, strict when decoded."""


class Energy(Base, frozen=True):
    """An amount of energy by type, used for costs and for production (203.2, 204.2b).

    In a cost ``colorless`` may be paid with any type (204.1c); the three others need their own type.
    """

    mystic: int = 0
    boost: int = 0
    robiumm: int = 0
    colorless: int = 0

    @property
    def total(self) -> int:
        """Number of energy points of all types together."""
        return self.mystic + self.boost + self.robiumm + self.colorless

    def as_tuple(self) -> tuple[int, int, int, int]:
        """The four amounts in the fixed order mystic, boost, robiumm, colorless."""
        return (self.mystic, self.boost, self.robiumm, self.colorless)

    def __bool__(self) -> bool:
        """True if any energy is needed; an empty cost is "no cost" (204.2c, 204.3c)."""
        return self.total > 0


FREE = Energy()


class Select(Base, frozen=True):
    """Which objects a word like "target Dragon you control" admits. Empty fields admit everything.

    ``control`` is seen from ``You``: ``you``, ``opponent`` (a player of another team), ``other`` (anyone else).
    ``life_base`` True = only Life Bases, False = only non Life Base summons (402.3).
    ``action`` narrows kind ``action`` (an item on the stack) to one stackable action (200.1a).
    """

    kind: Literal["player", "summon", "crystal", "effect", "permanent", "card", "action"]
    control: Literal["any", "you", "opponent", "other"] = "any"
    classes: tuple[str, ...] = ()
    life_base: bool | None = None
    element: str | None = None
    crew: str | None = None
    colour: Colour | None = None
    state: Literal["any", "unactivated", "not_ready", "damaged"] = "any"
    """``not_ready`` = non active or deactivated."""
    action: Literal["any", "cast", "activation", "movement", "attack"] = "any"
    card_kind: Literal["any", "energy_crystal", "summon", "effect"] = "any"
    where: Literal["any", "outside_no_attack_zone", "in_no_attack_zone"] = "any"
    other: bool = False
    """True = not the object already named ("another", "other")."""


class Target(Base, frozen=True):
    """One target to declare at announcement (200.3, 208.1).

    ``option`` is the 0-based option of the ``ChooseOne`` that needs it (207.1); None = always needed.
    ``extra`` = needed only if the caster pays the additional cost (204.4).
    """

    select: Select
    option: int | None = None
    extra: bool = False


# --- references: who or what a node acts on ---------------------------------------------------------------------


class You(Base, frozen=True, tag_field="ref", tag="you"):
    """The caster (107.3a, 208.3)."""


class Slot(Base, frozen=True, tag_field="ref", tag="slot"):
    """The n-th declared target (from 0) of the nearest target list."""

    n: int = 0


class Host(Base, frozen=True, tag_field="ref", tag="host"):
    """What a permanent was cast on: its first casting target, an object or a player (207.5a)."""


class This(Base, frozen=True, tag_field="ref", tag="this"):
    """The Effect (or summon) whose text this is."""


class Subject(Base, frozen=True, tag_field="ref", tag="subject"):
    """The object of the event that triggered ("that summon" in "Whenever a summon attacks, ...")."""


class Actor(Base, frozen=True, tag_field="ref", tag="actor"):
    """The player of the event that triggered ("that player" in "Whenever an opponent casts ...")."""


class Those(Base, frozen=True, tag_field="ref", tag="those"):
    """The cards drawn, found or shown by the step before ("those cards")."""


class Controller(Base, frozen=True, tag_field="ref", tag="controller"):
    """The controller of an object, or the player who announced an action."""

    of: Ref


class Owner(Base, frozen=True, tag_field="ref", tag="owner"):
    """The owner of an object (214.1)."""

    of: Ref


class Each(Base, frozen=True, tag_field="ref", tag="each"):
    """All objects (or players) that ``select`` admits, not targeted ("all summons", "each player")."""

    select: Select


class Chosen(Base, frozen=True, tag_field="ref", tag="chosen"):
    """One object chosen by ``by`` while resolving, not targeted ("1 summon you control")."""

    select: Select
    by: Ref = You()


Ref = You | Slot | Host | This | Subject | Actor | Those | Controller | Owner | Each | Chosen


# --- values --------------------------------------------------------------------------------------------------------


class Const(Base, frozen=True, tag_field="value", tag="const"):
    """A printed number."""

    n: int


class X(Base, frozen=True, tag_field="value", tag="x"):
    """How often the caster paid the additional cost ("for each extra", 204.4b), recorded at announcement."""


class Count(Base, frozen=True, tag_field="value", tag="count"):
    """``per`` times the number of objects counted on resolution.

    ``what`` = "select": objects in play that ``select`` admits; "hand" / "discard": cards of player ``who`` there;
    "counters": counters on ``This``.
    """

    what: Literal["select", "hand", "discard", "counters"]
    select: Select | None = None
    who: Ref | None = None
    per: int = 1


class All(Base, frozen=True, tag_field="value", tag="all"):
    """Everything there is: "heal all damage", "discard all cards"."""


Value = Const | X | Count | All


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
    announcement ("With extra M1, ..."); another payer decides on resolution (H4) ("unless ... with C2").
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


# --- cards -----------------------------------------------------------------------------------------------------------


class Draw(Base, frozen=True, tag_field="node", tag="draw"):
    """``who`` draws from the top of his deck (212.1). ``extra`` enlarges the normal draw of the phase (H14)."""

    count: Value
    who: Ref = You()
    extra: bool = False


class Discard(Base, frozen=True, tag_field="node", tag="discard"):
    """``who`` moves cards from his hand to the discard pile.

    ``choice``: ``own`` he chooses, ``random`` an unseen choice (502.2), ``you`` the caster chooses.
    ``of_those`` = among ``Those``: cards just shown or presented, or after ``Keep`` the cards not kept.
    """

    count: Value
    who: Ref = You()
    choice: Literal["own", "random", "you"] = "own"
    of_those: bool = False


class Keep(Base, frozen=True, tag_field="node", tag="keep"):
    """Choose ``count`` of ``Those`` to keep in hand."""

    count: Value
    who: Ref = You()


class Search(Base, frozen=True, tag_field="node", tag="search"):
    """``who`` looks for up to ``count`` cards in his ``zone`` and moves them to ``to``; a searched deck is shuffled
    by a following ``Shuffle`` (211.2). ``show`` = shown to all (213.1)."""

    select: Select
    count: Value = Const(1)
    who: Ref = You()
    zone: Literal["deck", "discard"] = "deck"
    to: Zone = "hand"
    show: bool = False


class Shuffle(Base, frozen=True, tag_field="node", tag="shuffle"):
    """``who`` shuffles his deck; ``hand_first`` shuffles his hand into it first (211)."""

    who: Ref = You()
    hand_first: bool = False


class Show(Base, frozen=True, tag_field="node", tag="show"):
    """``who`` shows cards face up (213.1): his hand, or the top ``count`` cards of his deck."""

    who: Ref
    what: Literal["hand", "deck_top"] = "hand"
    count: Value = All()


class Present(Base, frozen=True, tag_field="node", tag="present"):
    """``who`` presents his hand face down (213.2); ``by`` picks ``count`` unseen cards, which become ``Those``.

    ``count`` is the number that the "Choose N of those cards" after it takes.
    """

    who: Ref
    count: Value = Const(1)
    by: Ref = You()


class MoveCard(Base, frozen=True, tag_field="node", tag="move_card"):
    """Move cards or permanents to another zone of their owner (205.3).

    ``choose_from`` = the cards are chosen on resolution from that zone of ``who`` (hand or discard pile).
    """

    to: Zone
    what: Ref | None = None
    choose_from: Literal["none", "hand", "discard"] = "none"
    who: Ref = You()
    count: Value = Const(1)
    select: Select | None = None


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


class When(Base, frozen=True):
    """A Trigger Condition (207.4). ``word`` is the leading word as written.

    ``event`` "phase": the beginning of ``phase`` of ``whose`` turn (700.3). Others: the event happens to an object
    that ``select`` admits, or to ``ref`` (``This``, ``Host``) if given.
    ``whose`` for events = whose action it is: seen from the caster.
    """

    word: Literal["at", "when", "whenever", "during", "in"]
    event: Literal[
        "phase",
        "attacks",
        "attacked",
        "moves",
        "damaged",
        "destroyed",
        "enters",
        "leaves",
        "cast",
        "activated",
    ]
    phase: Phase | None = None
    whose: Literal["any", "you", "opponent", "host"] = "any"
    select: Select | None = None
    ref: Ref | None = None


class Trigger(Base, frozen=True, tag_field="node", tag="trigger"):
    """A triggered effect: "[Trigger condition], [effect]" (207.4a)."""

    when: When
    tree: Node
    targets: tuple[Target, ...] = ()


class Static(Base, frozen=True, tag_field="node", tag="static"):
    """A continuous effect (207.5): ``tree`` holds only ModStat, ModCost, Forbid, Allow, Prevent or a Seq of them."""

    tree: Node


class Activated(Base, frozen=True, tag_field="node", tag="activated"):
    """An activated effect: "[Activation Symbol, cost] effect" (204.3b, 207.6).

    ``once_more`` False: activating turns the permanent non active (206.1e). ``counters`` must be removed as well.
    """

    cost: Energy
    tree: Node
    targets: tuple[Target, ...] = ()
    counters: int = 0


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


Node = (
    Seq
    | ChooseOne
    | Gate
    | Draw
    | Discard
    | Keep
    | Search
    | Shuffle
    | Show
    | Present
    | MoveCard
    | Damage
    | Heal
    | Destroy
    | ModStat
    | ModCost
    | Forbid
    | Allow
    | Prevent
    | Cancel
    | Redirect
    | Deactivate
    | Reactivate
    | TakeControl
    | MoveSummon
    | Warp
    | GainEnergy
    | PlaceMarker
    | RemoveMarker
    | ExtraTurn
    | SkipTurn
    | Trigger
    | Static
    | Activated
    | Produce
    | Stats
)


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


def walk(node: Any) -> Iterator[Base]:
    """Every struct inside ``node``, itself first, depth first in written order."""
    if isinstance(node, Base):
        yield node
        for name in node.__struct_fields__:
            yield from walk(getattr(node, name))
    elif isinstance(node, tuple):
        for item in node:
            yield from walk(item)
