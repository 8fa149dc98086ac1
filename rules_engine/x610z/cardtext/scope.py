"""What a text has named so far, and the complaint that a phrase means nothing where it stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import msgspec

from rules_engine.x610z import nodes as n

from .templates import Leaf, Phrase
from .words import CardTextError, Finding

_MEASURED = (n.Damage, n.Heal, n.Draw, n.Discard)
_NAMES_CARDS = (n.Draw, n.Discard, n.Search, n.Show, n.Look, n.Present, n.MoveCard)


@dataclass(frozen=True)
class Mention:
    """Something named, which "that ..." may point back to."""

    kind: str
    ref: n.Ref
    select: n.Select | None = None
    several: bool = False
    """Up to so many targets, which only "those <kinds>" can mean."""

    def fits(self, kind: str, card_class: str) -> bool:
        """True if "that <kind>", or "its" for "", can mean this."""
        if self.several:
            return False
        if card_class:
            return self.select is not None and card_class in self.select.classes
        return self.kind == kind or (kind == "" and self.kind != "player")


@dataclass
class Scope:
    """What one announcement (casting, activating, triggering) has named so far.

    ``hosted``: a target named now is what the permanent is cast on, reached as ``Host``. ``repeated``: inside "for each
    extra", where X has a meaning. ``paying``: inside the costs of an activation. ``cards_named``: a step before drew,
    showed or found cards, which "those cards" are. ``cards_drawn``: it drew them, so they are in a hand.
    ``measured``: a step before did so much of something, which is "that much".
    """

    targets: list[n.Target] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    option: int | None = None
    extra: bool = False
    hosted: bool = False
    repeated: bool = False
    paying: bool = False
    cards_named: bool = False
    cards_drawn: bool = False
    measured: bool = False


def names_cards(step: n.Node) -> bool:
    """True if "those cards" can mean what this step drew, found, showed or moved."""
    return any(isinstance(part, _NAMES_CARDS) for part in n.walk(step))


def measures(step: n.Node) -> bool:
    """True if "that much" and "that many" can mean what this step did."""
    return any(isinstance(part, _MEASURED) for part in n.walk(step))


def draws_cards(step: n.Node) -> bool:
    """True if "those cards" can mean what this step drew."""
    return any(isinstance(part, n.Draw) for part in n.walk(step))


def join_present(steps: list[n.Node]) -> None:
    """Cards presented face down are picked while they are presented: as many as are then discarded (213.2)."""
    if len(steps) > 1 and isinstance(steps[-2], n.Present) and isinstance(steps[-1], n.Discard):
        steps[-2] = msgspec.structs.replace(steps[-2], count=steps[-1].count)


def plain_presents(steps: tuple[n.Node, ...]) -> list[n.Node]:
    """The steps as their sentences say them: how many presented cards are picked stands in the sentence behind."""
    plain = list(steps)
    for place, (step, after) in enumerate(pairwise(steps)):
        if isinstance(step, n.Present) and isinstance(after, n.Discard) and step.count == after.count:
            plain[place] = msgspec.structs.replace(step, count=n.Const(1))
    return plain


def wrong(phrase: Phrase | Leaf, expected: str) -> CardTextError:
    """The complaint that a phrase means nothing here, and what would; the word is filled in from the text."""
    return CardTextError([Finding(phrase.start, phrase.end, "", (expected,), "wrong_kind")])
