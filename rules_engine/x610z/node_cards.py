"""Instructions of the effect tree about cards in hands, decks and piles (211 to 213, 501, 502, 505, 506).

Part of :mod:`rules_engine.x610z.nodes`, which hands all of them on; import them from there.
"""

from __future__ import annotations

from typing import Literal

from .node_parts import All, Base, Const, Ref, Select, Value, You, Zone


class Draw(Base, frozen=True, tag_field="node", tag="draw"):
    """``who`` draws from the top of his deck (212.1). ``extra`` enlarges the normal draw of the phase (H14)."""

    count: Value
    who: Ref = You()
    extra: bool = False


class Discard(Base, frozen=True, tag_field="node", tag="discard"):
    """``who`` moves cards from his hand to the discard pile.

    ``choice``: ``own`` he chooses, ``random`` an unseen choice (502.2), ``you`` the caster chooses.
    ``of_those`` = among ``Those``: cards just shown or presented, or after ``Keep`` the cards not kept.
    ``down_to`` = as many as it takes for ``count`` to be left in the hand.
    """

    count: Value
    who: Ref = You()
    choice: Literal["own", "random", "you"] = "own"
    of_those: bool = False
    select: Select | None = None
    """Only such cards ("discard 1 Summon Card"); None = any."""
    down_to: bool = False


class Keep(Base, frozen=True, tag_field="node", tag="keep"):
    """Choose ``count`` of ``Those`` to keep in hand."""

    count: Value
    who: Ref = You()


class Search(Base, frozen=True, tag_field="node", tag="search"):
    """``who`` looks for up to ``count`` cards in his ``zone`` and moves them to ``to``; a searched deck is shuffled
    by a following ``Shuffle`` (211.2). ``show`` = shown to all (213.1). ``also``: in the same search up to
    ``also_count`` such cards as well."""

    select: Select
    count: Value = Const(1)
    who: Ref = You()
    zone: Literal["deck", "discard"] = "deck"
    to: Zone = "hand"
    show: bool = False
    also: Select | None = None
    also_count: Value = Const(1)


class Shuffle(Base, frozen=True, tag_field="node", tag="shuffle"):
    """``who`` shuffles his deck; ``hand_first``: his hand into it first, ``pile_first``: his discard pile (211)."""

    who: Ref = You()
    hand_first: bool = False
    pile_first: bool = False


class Show(Base, frozen=True, tag_field="node", tag="show"):
    """``who`` shows cards face up (213.1): his hand, or the top ``count`` cards of his deck."""

    who: Ref
    what: Literal["hand", "deck_top"] = "hand"
    count: Value = All()


class Look(Base, frozen=True, tag_field="node", tag="look"):
    """``who`` alone looks at a hand, or at the top ``count`` cards of a deck: of ``of``, None = his own."""

    who: Ref = You()
    what: Literal["hand", "deck_top"] = "hand"
    count: Value = All()
    of: Ref | None = None


class Present(Base, frozen=True, tag_field="node", tag="present"):
    """``who`` presents his hand face down (213.2); ``by`` picks ``count`` unseen cards, which become ``Those``.

    ``count`` is the number that the "Choose N of those cards" after it takes.
    """

    who: Ref
    count: Value = Const(1)
    by: Ref = You()


class Take(Base, frozen=True, tag_field="node", tag="take"):
    """You take ``count`` of ``Those`` that ``select`` admits into their owner's hand; the others are ``Rest``."""

    count: Value
    select: Select | None = None


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
