"""What stands on the cards of a game, field by field: from it follow the form, the files and the reading of a card.

Words are English texts marked with :func:`~.games.gettext_noop`, which the site looks up in its catalogues.
"""

import dataclasses
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .decks import Reader

LINE, TEXT, FLAG, AMOUNT, SEVERAL, NOTES, RAW = "line", "text", "flag", "amount", "several", "notes", "raw"
"""The kinds of a field: a line (one of the choices, where there are some), a text of several lines, yes or no, a whole
number, several words, remarks with a semicolon between them, and a short text that the game reads by itself."""
Parts = dict[str, Any]
"""A card by the names of its fields: as it was cleaned, and as it is stored."""


@dataclass(frozen=True)
class CardField:
    """One field: ``most`` is the longest text, the highest amount, or how many words there may be.

    ``choices`` are what can be chosen, in words. ``needed``: no card is without it. ``asked``: the form asks for it.
    ``keeper``: only who keeps the cards says this, nobody who makes one for a contest.
    """

    name: str
    kind: str
    label: str
    help: str = ""
    most: int = 80
    choices: Mapping[str, str] = dataclasses.field(default_factory=dict)
    needed: bool = False
    asked: bool = True
    keeper: bool = False


@dataclass(frozen=True)
class SheetProblem:
    """What is wrong with a field: a code, a sentence with placeholders for ``params``, the rule, what was meant."""

    field: str
    code: str
    text: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)
    rule: str = ""
    near: str = ""


class TextFinding(Protocol):
    """A place of a card's text that the engine does not understand."""

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Where it ends."""

    @property
    def code(self) -> str:
        """A stable key of what is wrong."""

    def text(self, language: str) -> str:
        """What is wrong, as a sentence."""


@dataclass(frozen=True)
class Read:
    """A card as the game reads it: None where there are problems.

    ``unread`` are the sentences of the text that the engine does not understand, also where a judge decides;
    ``findings`` are the places of such sentences, where the engine knows them.
    """

    card: object
    problems: Sequence[SheetProblem] = ()
    unread: Sequence[str] = ()
    findings: Sequence[TextFinding] = ()


@dataclass(frozen=True)
class Shown:
    """What the pages of a game without a catalogue show.

    ``parts_of`` is what a keeper would have entered for a card that comes with the game. Two cards of one name are one
    card, printed twice: they may differ in the fields ``own`` alone. ``understood`` is a text as the engine prints
    it in Dutch; ``is_manual``: a judge carries the card out. ``facts`` are the values on a card's page, by field.
    """

    parts_of: Callable[[Any], Parts]
    own: frozenset[str]
    understood: Callable[[Any], str]
    is_manual: Callable[[Any], bool]
    facts: Callable[[Any, Reader], Mapping[str, str]]


@dataclass(frozen=True)
class CardSheet:
    """The cards of a game as keepers enter them, by form and by file.

    ``format`` is what a file of cards calls itself, ``most_rows`` how many cards one may hold. ``tidy`` puts cleaned
    parts right in their place and names what is wrong with them; ``read`` makes the card of them, told the fields with
    a problem. ``shown`` says how cards of a game without a catalogue are kept and shown. ``number_of`` is the number of
    a card that players made: of which book, its place in it, and how many it holds.
    """

    fields: Sequence[CardField]
    format: str
    most_rows: int
    tidy: Callable[[Parts], Sequence[SheetProblem]]
    read: Callable[[Parts, Collection[str]], Read]
    shown: "Shown | None" = None
    number_of: Callable[[int, int, int], str] = lambda book, place, size: f"{book}-{place}"

    def named(self, name: str) -> CardField:
        """The field of that name."""
        return next(one for one in self.fields if one.name == name)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all fields, in the order of the files."""
        return tuple(one.name for one in self.fields)

    def of_kind(self, *kinds: str) -> tuple[str, ...]:
        """The names of the fields of some kinds."""
        return tuple(one.name for one in self.fields if one.kind in kinds)
