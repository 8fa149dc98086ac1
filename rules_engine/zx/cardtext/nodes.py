"""What a card text means: abilities, and what they are made of, in no language at all."""

from typing import Literal

from msgspec import Struct

Kind = Literal[
    "boot", "auto", "always", "event", "evol_seed", "advent", "awaken", "idealize", "crisis", "shift"
]


class Node(Struct, frozen=True):
    """The base of everything that a row of the table can stand for."""


class Which(Node, frozen=True):
    """Which Z/X on Squares are meant; everything that is left at its default does not matter.

    ``battle`` is ``attacking`` or ``attacked``; ``normal`` means Normal Squares only; ``cost`` and ``power`` are the
    highest that still count, -1 for any. ``other`` leaves out the card with the text.
    """

    other: bool = False
    enemy: bool = False
    battle: str = ""
    colour: str = ""
    tribe: str = ""
    own: bool = False
    cost: int = -1
    power: int = -1
    normal: bool = False


class This(Node, frozen=True):
    """The card with the text itself."""


class One(Node, frozen=True):
    """One that the player picks, or for a trigger any one."""

    which: Which


class Every(Node, frozen=True):
    """All of them."""

    which: Which


What = This | One | Every


class Sleep(Node, frozen=True):
    """A cost: the card with the text goes from Reboot to Sleep."""


class Colour(Node, frozen=True):
    """A cost: so many Resource cards go to sleep, one of them of the colour ("" for none)."""

    colour: str
    n: int


class Give(Node, frozen=True):
    """A cost, or an effect on oneself: so many cards of ``zone`` go to Trash, of one's own choice."""

    n: int
    zone: str


class GiveThis(Node, frozen=True):
    """A cost: the card with the text goes to Trash."""


Cost = Sleep | Colour | Give | GiveThis


class Offer(Node, frozen=True):
    """A part of an Advent Condition: so many own Z/X of this description are destroyed."""

    n: int
    which: Which


class Awaken(Node, frozen=True):
    """An Awaken Condition: what is done with so many cards, by the ``colour`` of the condition.

    ``tint``, ``tribe``, ``zx`` (Z/X alone) and ``least`` (the lowest cost, -1 for any) say which cards count.
    """

    colour: str
    n: int
    tint: str = ""
    tribe: str = ""
    zx: bool = False
    least: int = -1


class Expend(Node, frozen=True):
    """An Idealize Condition: so many of one's own Counters of that name are expended."""

    n: int
    marker: str


class Damage(Node, frozen=True):
    """Damage to Z/X."""

    n: int
    what: What


class DamageOfPower(Node, frozen=True):
    """Damage to Z/X: as much as the card with the text has Power."""

    what: What


class Hurt(Node, frozen=True):
    """Damage to the opponent."""

    n: int


class Power(Node, frozen=True):
    """More or less Power; until the end of the turn, or always while the card lies there."""

    n: int
    what: What


class Draw(Node, frozen=True):
    """Draw cards."""

    n: int


class OpponentGives(Node, frozen=True):
    """The opponent puts cards of his choice from his hand into Trash."""

    n: int


class EachDraws(Node, frozen=True):
    """Both players draw cards, the turn player first."""

    n: int


class EachGives(Node, frozen=True):
    """Both players put cards of their own choice from their hands into Trash, the turn player first."""

    n: int


class ShuffleIn(Node, frozen=True):
    """Cards of one's choice go from the hand into the deck, which is shuffled."""

    n: int


class Destroy(Node, frozen=True):
    """Z/X are destroyed."""

    what: What


class ToZone(Node, frozen=True):
    """Z/X leave for a zone of their owners."""

    what: What
    zone: str


class Turn(Node, frozen=True):
    """Z/X go to Sleep or to Reboot State."""

    what: What
    asleep: bool


class WakeResource(Node, frozen=True):
    """Sleeping Resource cards of one's choice wake."""

    n: int


class FromDeck(Node, frozen=True):
    """Cards from the top of one's deck, one at a time; into Resource ``asleep``."""

    n: int
    zone: str


class Shift(Node, frozen=True):
    """A Z/X moves to a Square next to its own."""

    what: What


class Gain(Node, frozen=True):
    """Counters of that name are created for oneself, as far as there is a marker for them."""

    n: int
    marker: str


class OwnPlayer(Node, frozen=True):
    """One's own Player card, as the vessel of a Shift."""


class Token(Node, frozen=True):
    """A Token of that name is created in Reboot State on a Normal Square without a Z/X, of one's own choice."""

    marker: str


class Link(Node, frozen=True):
    """A Link of that name is created on a Square of one's own choice."""

    marker: str


class Banish(Node, frozen=True):
    """A Link of one's own choice is banished."""


class Unchosen(Node, frozen=True):
    """Effects of the opponent cannot choose these Z/X."""

    what: What


class Instead(Node, frozen=True):
    """Where the card with the text goes if it is destroyed, instead of into Charge."""

    zone: str


class Unlimited(Node, frozen=True):
    """One's own Charge has no limit."""


class AtLeast(Node, frozen=True):
    """A condition: so many cards or more in a zone of one's own."""

    n: int
    zone: str


class AtMost(Node, frozen=True):
    """A condition: so many cards or fewer in a zone of one's own."""

    n: int
    zone: str


class Stands(Node, frozen=True):
    """A condition: such a Z/X stands on a Square."""

    what: One


class MyTurn(Node, frozen=True):
    """A condition: it is one's own turn."""

    mine: bool


class NoMoreLife(Node, frozen=True):
    """A condition: one has no more Life than the opponent."""


class Linked(Node, frozen=True):
    """A condition: a Link of one's own with that name lies on a Square."""

    marker: str


Condition = AtLeast | AtMost | Stands | MyTurn | NoMoreLife | Linked
Fulfilled = Offer | Awaken | Expend | Condition
"""What the condition of a Z/X Extra or a Player Extra consists of."""


class When(Node, frozen=True):
    """An effect under a condition, which is looked at when it would be carried out."""

    condition: Condition
    effect: "Effect"


class May(Node, frozen=True):
    """An effect that one may leave out."""

    effect: "Effect"


class Then(Node, frozen=True):
    """An effect that only follows when the one before it was not left out and did something."""

    effect: "Effect"


Effect = (
    Damage | DamageOfPower | Hurt | Power | Draw | EachDraws | Give | OpponentGives | EachGives | ShuffleIn | Destroy
    | ToZone | Turn | WakeResource | FromDeck | Shift | Gain | Token | Link | Banish | Unlimited | Unchosen | Instead
    | When | May | Then
)  # fmt: skip


class Appears(Node, frozen=True):
    """A trigger: it comes onto a Square from elsewhere."""

    what: What


class Attacks(Node, frozen=True):
    """A trigger: it attacks."""

    what: What


class Attacked(Node, frozen=True):
    """A trigger: it is attacked."""

    what: What


class Charged(Node, frozen=True):
    """A trigger: it is put from a Square into Charge."""

    what: What


class Destroys(Node, frozen=True):
    """A trigger: the card with the text destroys an enemy Z/X by the damage of a battle."""


class TurnEnds(Node, frozen=True):
    """A trigger: a turn ends, one's own or the opponent's."""

    mine: bool


Trigger = Appears | Attacks | Attacked | Charged | Destroys | TurnEnds


class Ability(Struct, frozen=True):
    """One line of a text; an Advent, Awaken, Idealize, Crisis or Shift Condition has a ``condition`` and no effects.

    ``drive`` is the sign of Z/Xtend Drive; ``zone`` where it works ("" for the usual place), ``player`` the Player card
    or Player Name that must stand on a Square, ``optima`` how many Ignition Icons must lie in Resource, ``level`` how
    many face-up cards of ``level_of`` in the Dynamis.
    """

    kind: Kind
    effects: tuple[Effect, ...] = ()
    drive: bool = False
    zone: str = ""
    player: str = ""
    optima: int = 0
    level: int = 0
    level_of: str = ""
    costs: tuple[Cost, ...] = ()
    trigger: Trigger | None = None
    condition: tuple[Fulfilled, ...] = ()
    vessel: One | OwnPlayer | None = None
