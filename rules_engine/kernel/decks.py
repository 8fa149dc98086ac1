"""What a game says about its cards and decks, so that lists of every game are read, checked, searched and shown alike.

Words that people read are English texts marked with :func:`~.games.gettext_noop`; the site looks them up in its
catalogues. Cards are whatever the game's pool holds, so the functions here take them as ``Any``.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from .cards import CardPool
from .decklist import BESIDE, MAIN, USUAL, DeckList, Headings
from .words import gettext_noop

Copies = Mapping[str, int]
"""How many copies there are of each card, by its number."""
BOTH = (MAIN, BESIDE)
Holds = Callable[[Any], bool]
"""Whether something is so of a card."""


@dataclass(frozen=True)
class Reader:
    """Who reads: the language, and what looks a word of the game up in the catalogues of the site."""

    language: str
    say: Callable[[str], str]


class DeckProblem(Protocol):
    """A broken deck rule: its code, the number of the rule ("" for none), and the sentence for a player."""

    @property
    def code(self) -> str:
        """A stable key of what is wrong."""

    @property
    def rule(self) -> str:
        """The rule that is broken."""

    def sentence(self, language: str = "en") -> str:
        """What is wrong, without the number of the rule."""


class Broken(msgspec.Struct, frozen=True):
    """A :class:`DeckProblem` whose sentences stand in a table by language."""

    code: str
    sentences: Mapping[str, str]
    rule: str = ""

    def sentence(self, language: str = "en") -> str:
        """What is wrong. Falls back to English."""
        return self.sentences.get(language, self.sentences["en"])


class ReadyDeck(Protocol):
    """A legal deck that comes with a pool."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def name_nl(self) -> str:
        """Its Dutch name."""

    @property
    def deck(self) -> DeckList:
        """Its cards."""


@dataclass(frozen=True)
class CardGroup:
    """Cards that stand together in a list: their heading, and which cards these are.

    ``unknown``: numbers that a later pool does not know any more stand here as well.
    """

    label: str
    holds: Holds
    unknown: bool = False


@dataclass(frozen=True)
class Column:
    """A chart of the cards in a deck: its title, what its columns are, and the reader's word by which one counts."""

    key: str
    title: str
    head: str
    value: Callable[[Any, Reader], str]


@dataclass(frozen=True)
class Resources:
    """What cards cost and what cards give, by kind, which a deck should balance.

    ``kinds`` are the kinds in words; ``costs`` and ``gives`` answer the amounts of a card in that order.
    """

    title: str
    asked: str
    given: str
    kinds: Mapping[str, str]
    costs: Callable[[Any], Sequence[int]]
    gives: Callable[[Any], Sequence[int]]


@dataclass(frozen=True)
class Colour:
    """What a deck can be of, so that it is found by it: which cards have it, and what it is called.

    ``letter`` is what a deck notes for it; no two games give the same letter, nor the same key to a colour.
    """

    letter: str
    label: str
    holds: Holds


@dataclass(frozen=True)
class SearchWord:
    """What a search can ask of a card by name: ``value`` of it, or several of which one is enough; None for none.

    A number is compared; of the texts, ``exact`` ones are equal to one of ``choices`` and others contain what is asked,
    ``starts`` ones begin with it. ``also`` are other words for it, the Dutch one first.
    """

    value: Callable[[Any], str | int | Collection[str] | None]
    choices: Mapping[str, str] = field(default_factory=dict)
    starts: bool = False
    number: bool = False
    also: Sequence[str] = ()


@dataclass(frozen=True)
class Face:
    """What is printed on a card in the reader's language, as every page draws it.

    ``cost``: None for a card that costs nothing by its type. ``about`` is what stands beside the type. ``tone`` is the
    colour of the frame. ``copies``: how many a deck may hold, 0 for a card that no deck holds. ``english``: which of
    the parts "name" and "text" are English though the reader is not.
    """

    name: str
    type: str
    text: str = ""
    cost: int | None = None
    about: str = ""
    tone: str = ""
    stats: Sequence[tuple[str, int]] = ()
    copies: int = 0
    english: Collection[str] = ()


@dataclass(frozen=True)
class Pools:
    """The cards of a game.

    ``packaged`` are the pools that come with the game, by key in words, the usual one first; ``load`` reads one of
    them. ``whole`` is the one in which every packaged card is, if it is not the first. ``ready`` are the decks to start
    from. ``groups`` are the headings of a list in their order: a card stands under the first one that holds it.
    ``cost`` sorts them, ``face`` is what is printed on one. ``telling`` says how much a card says about the deck it is
    in, negative for one that every deck has. ``parts`` says in which parts of a deck a card may lie, none for one that
    no list holds. ``counted`` are numbers beside the size of a deck, ``paid`` which cards stand in the curve of costs
    (with a title ``curve`` and a ``paid_note``; there is none where no card costs anything), ``columns`` and
    ``resources`` what else a builder sees. ``colours`` are those by which decks are found, by key. ``searched`` is
    everything that plain words find a card by, ``search`` what can be asked by name, with a ``search_hint`` for the
    form; ``notes`` are the facts beside a card that was found. ``art`` is the module that draws a card (``art_svg``,
    ``art_alt``). ``in_catalogue``: the site's catalogue holds these cards, and answers searches about them.
    """

    packaged: Mapping[str, str]
    load: Callable[[str], CardPool]
    groups: Sequence[CardGroup]
    whole: str = ""
    ready: Callable[[CardPool], Sequence[ReadyDeck]] = lambda _pool: ()
    cost: Callable[[Any], int] = lambda _card: 0
    telling: Callable[[Any], int] = lambda _card: 0
    face: Callable[[Any, Reader], Face] = lambda card, _reader: Face(card.name, "")
    parts: Callable[[Any], Sequence[str]] = lambda _card: BOTH
    counted: Sequence[CardGroup] = ()
    paid: Holds = lambda _card: True
    paid_note: str = ""
    curve: str = gettext_noop("Cards by cost")
    columns: Sequence[Column] = ()
    resources: Resources | None = None
    colours: Mapping[str, Colour] = field(default_factory=dict)
    searched: Callable[[Any, Reader], str] = lambda _card, _reader: ""
    search: Mapping[str, SearchWord] = field(default_factory=dict)
    search_hint: str = ""
    notes: Callable[[Any, Reader], Sequence[str]] = lambda _card, _reader: ()
    art: str = ""
    in_catalogue: bool = False


@dataclass(frozen=True)
class Opening:
    """What is dealt before a game, so that the site deals samples of it.

    ``apart`` are the cards that leave the deck before the shuffle, each after what it is for ("" where nobody asks).
    ``hand`` cards are drawn, by ``rule``, as ``words`` say; ``piles`` are laid from the top after it, told what is
    apart. ``again`` answers how many cards may be drawn instead, told how many were drawn so far; ``again_title``,
    ``again_rule`` and ``again_words`` say so, ``button`` stands on the one button there is ("": one for each size).
    ``seen`` are the numbers of cards for which chances are shown.
    """

    apart: Callable[[Copies, CardPool], Sequence[tuple[str, str]]]
    hand: int
    rule: str
    words: str
    again: Callable[[Sequence[int]], Sequence[int]]
    again_title: str
    again_rule: str
    again_words: str
    seen: Sequence[int]
    button: str = ""
    piles: Callable[[Collection[str]], Mapping[str, int]] = lambda _apart: {}


Check = Callable[..., Sequence[DeckProblem]]
"""See :attr:`Decks.check`."""


Judged = Callable[..., bool]
"""See :attr:`Decks.judged`."""


@dataclass(frozen=True)
class Decks:
    """What a deck of a game must be.

    ``check`` takes the copies in the deck and beside it, the pool, and by name ``play`` (``"constructed"`` or
    ``"limited"``), ``opened`` (the registered pool of a limited player), ``limits`` and ``acts``, and answers every
    problem at once. ``words`` say in a sentence how large a deck is, by play, and by which rule. ``beside`` is what the
    second part of a list is called ("" where there is none), ``headings`` what people may write above the parts.
    ``how_to_write`` explains a list, ``first_lines`` begin one. ``beside_from_the_start``: that part is in every game,
    not only in those after the first. ``limited``: decks can be built of cards opened on the day, and events choose
    acts. ``judged`` says of a card whether a game leaves it to a judge (None: of none), by the rulings that an event
    chose (None: in every event). ``team_check`` takes the lists of a team by member and its pool; None where a team
    shares nothing. ``opening``: what samples are dealt by, None for none.
    """

    check: Check
    words: Mapping[str, tuple[str, str]]
    headings: Headings = USUAL
    how_to_write: str = gettext_noop("One card per line: the number of copies, then the name.")
    beside: str = ""
    first_lines: Sequence[str] = ()
    beside_from_the_start: bool = False
    limited: bool = False
    opening: Opening | None = None
    team_check: Check | None = None
    judged: Judged | None = None
