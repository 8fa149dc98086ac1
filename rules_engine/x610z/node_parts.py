"""The leaves of the effect tree: energy, selections, targets, references, amounts and trigger conditions.

Part of :mod:`rules_engine.x610z.nodes`, which hands all of them on; import them from there.
"""

from __future__ import annotations

from typing import Literal

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
    ``extra`` = needed only if the caster pays the additional cost (204.4). ``optional`` = one of "up to 2
    targets": fewer may be declared, and no two of them are the same (H44).
    """

    select: Select
    option: int | None = None
    extra: bool = False
    optional: bool = False


# --- references: who or what a node acts on ---------------------------------------------------------------------


class You(Base, frozen=True, tag_field="ref", tag="you"):
    """The caster (107.3a, 208.3)."""


class Slot(Base, frozen=True, tag_field="ref", tag="slot"):
    """The n-th declared target (from 0) of the nearest target list.

    ``by_class`` only keeps the words "that Dragon" apart from "that summon"; so for ``Host`` and ``Subject``.
    """

    n: int = 0
    by_class: bool = False


class Slots(Base, frozen=True, tag_field="ref", tag="slots"):
    """Those of "up to ``count`` targets" that were declared: targets ``first`` and on of the nearest target list."""

    first: int
    count: int


class Host(Base, frozen=True, tag_field="ref", tag="host"):
    """What a permanent was cast on: its first casting target, an object or a player (207.5a)."""

    by_class: bool = False


class This(Base, frozen=True, tag_field="ref", tag="this"):
    """The Effect (or summon) whose text this is."""


class Subject(Base, frozen=True, tag_field="ref", tag="subject"):
    """The object of the event that triggered ("that summon" in "Whenever a summon attacks, ...")."""

    by_class: bool = False


class Actor(Base, frozen=True, tag_field="ref", tag="actor"):
    """The player of the event that triggered ("that player" in "Whenever an opponent casts ...")."""


class Those(Base, frozen=True, tag_field="ref", tag="those"):
    """The cards drawn, found or shown by the step before ("those cards")."""


class Rest(Base, frozen=True, tag_field="ref", tag="rest"):
    """Those of ``Those`` that nobody has kept or taken ("the other cards")."""


class Controller(Base, frozen=True, tag_field="ref", tag="controller"):
    """The controller of an object, or the player who announced an action."""

    of: Ref


class Owner(Base, frozen=True, tag_field="ref", tag="owner"):
    """The owner of an object (214.1)."""

    of: Ref


class Each(Base, frozen=True, tag_field="ref", tag="each"):
    """All objects (or players) that ``select`` admits, not targeted ("all summons", "each player").

    ``of`` narrows to what one player controls ("all target player's summons", 208.7-8). ``every`` only keeps the
    words "all players" apart from "each player" (208.4). ``like`` narrows to summons of the Class of another ("of the
    same Class as that summon", 208.6).
    """

    select: Select
    of: Ref | None = None
    every: bool = False
    like: Ref | None = None


class Chosen(Base, frozen=True, tag_field="ref", tag="chosen"):
    """``count`` objects chosen by ``by`` while resolving, not targeted ("1 summon you control")."""

    select: Select
    by: Ref = You()
    count: int = 1


Ref = You | Slot | Slots | Host | This | Subject | Actor | Those | Rest | Controller | Owner | Each | Chosen


# --- values --------------------------------------------------------------------------------------------------------


class Const(Base, frozen=True, tag_field="value", tag="const"):
    """A printed number."""

    n: int


class X(Base, frozen=True, tag_field="value", tag="x"):
    """How often the caster paid the additional cost ("for each extra", 204.4b), recorded at announcement."""


class Count(Base, frozen=True, tag_field="value", tag="count"):
    """``per`` times the number of objects counted on resolution.

    ``what`` = "select": objects in play that ``select`` admits; "hand" / "discard": cards of player ``who`` there;
    "counters": counters on ``This``. ``equal`` only keeps "equal to the number of" apart from "1 for each".
    """

    what: Literal["select", "hand", "discard", "counters"]
    select: Select | None = None
    who: Ref | None = None
    per: int = 1
    equal: bool = False


class Figure(Base, frozen=True, tag_field="value", tag="figure"):
    """A Basic Stat of ``of`` with everything added, or the damage on it; as it last was in play (208.5)."""

    of: Ref
    stat: Literal["attack", "defense", "speed", "range", "damage"]


class That(Base, frozen=True, tag_field="value", tag="that"):
    """As much as the step before dealt, healed, drew or discarded ("that much damage", "that many cards"; H43)."""


class All(Base, frozen=True, tag_field="value", tag="all"):
    """Everything there is: "heal all damage", "discard all cards"."""


Value = Const | X | Count | Figure | That | All


class When(Base, frozen=True):
    """A Trigger Condition (207.4). ``word`` is the leading word as written.

    ``event`` "phase": the beginning of ``phase`` of ``whose`` turn (700.3). Others: the event happens to an object
    that ``select`` admits, or to ``ref`` (``This``, ``Host``) if given.
    ``draws`` and ``discards`` happen to a player, once for each card (212.1, glossary Discard).
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
        "draws",
        "discards",
    ]
    phase: Phase | None = None
    whose: Literal["any", "you", "opponent", "host"] = "any"
    select: Select | None = None
    ref: Ref | None = None
