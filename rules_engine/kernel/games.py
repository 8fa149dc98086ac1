"""What a game is to everybody else: one folder with a few typed seams, each asked for by its name and by nothing else.

Who shows, compares, records or judges a game asks its :class:`Game` and never what it is called. Nothing here knows
Django, and no seam needs it: words that people see are English texts marked with :func:`gettext_noop`, which the site
looks up in its catalogues when it shows them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from .card_sheet import CardSheet
from .decks import CardGroup, Copies, Decks, Pools
from .errors import Need
from .playtest import PlayTest
from .report import Finding
from .rulings import Answers, Ruling, find_ruling
from .stream import Stream
from .terms import SeatTerms, Terms
from .words import gettext_noop

if TYPE_CHECKING:
    from rules_engine.rulebook.index import Rule

__all__ = [
    "CardGroup",
    "Copies",
    "Decks",
    "Engine",
    "EventKind",
    "Game",
    "Law",
    "Opening",
    "Pictures",
    "Pools",
    "Practice",
    "Recording",
    "Rulebook",
    "Words",
    "gettext_noop",
]

S = TypeVar("S")


@dataclass(frozen=True)
class Engine:
    """The engine of one game.

    ``audit``, ``cursor`` and ``compare_decks`` take the bytes of a log, a pool and the terms of its event;
    ``known_cards`` counts by number what a state shows of the registered cards of a player. ``pool`` makes a pool out
    of a name and cards, ``cards`` is what cards are decoded as. ``text`` puts a finding's code and parameters into
    words, ``step_text`` a line. ``finding`` makes a finding, ``semantics`` is raised whenever a verdict changes.
    ``ruleset`` are the rules that an event goes by if nobody chose others. ``ruling_changes`` are those of the choices
    under a ruleset that are no default, by id; it raises ``LookupError`` for an unknown ruleset. ``answers`` are the
    rulings and the editions of their answers.
    """

    key: str
    formats: tuple[str, ...]
    semantics: int
    audit: Callable[..., Any]
    cursor: Callable[..., object]
    compare_decks: Callable[..., list[Any]]
    known_cards: Callable[[Any, str], Mapping[str, int]]
    pool: Callable[[str, Any], Any]
    cards: object
    text: Callable[..., str]
    step_text: Callable[..., str]
    finding: type[Finding]
    ruleset: str
    ruling_changes: Callable[[str, Mapping[str, str]], dict[str, str]]
    answers: Callable[[], Answers]

    def rulings(self) -> Mapping[str, Ruling]:
        """Every ruling by its id."""
        return self.answers().rulings

    def ruling(self, name: str) -> Ruling:
        """The ruling with this id or key. Raises ``LookupError``."""
        return find_ruling(self.rulings(), name)


@dataclass(frozen=True)
class EventKind:
    """A ready-made event of a game: its key, its name in the list, and the policy values that differ from the usual."""

    key: str
    label: str
    policy: Mapping[str, object]


@dataclass(frozen=True)
class Law:
    """What an event can settle about a game, and what its games go by.

    ``rulesets`` are the versions of the rules, ``boards`` the boards, both by key in words; empty where there is
    nothing to choose. ``draws_in_time``: a game can be drawn before time is up. ``rules`` names the rule behind a fact
    of the event: ``time_limit``, ``organized_play``, ``conceding`` (only where players of an event may not concede at
    any time). ``endings`` are questions about the end of a game, each with the ruling that answers it. ``rule_book``:
    the site has a page of its rules. ``time_up`` is what a clock says when it has run out, told the rulings that the
    event chose otherwise.
    """

    kinds: Sequence[EventKind]
    rulesets: Mapping[str, str] = field(default_factory=dict)
    boards: Mapping[str, str] = field(default_factory=dict)
    draws_in_time: bool = True
    rules: Mapping[str, str] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)
    rule_book: bool = False
    time_up: Callable[[Mapping[str, str]], str] = lambda _chosen: gettext_noop("Time is up: finish the turn")

    def rule(self, fact: str) -> str | None:
        """The rule behind a fact of the event; None where the game has none."""
        return self.rules.get(fact)


@dataclass(frozen=True)
class Recording:
    """How a game is written down by tapping.

    ``session`` replays a journal (:class:`rules_engine.recording.Session`), ``screen`` shows the position to one viewer
    (:class:`rules_engine.recording.Screen`). ``opening`` makes the first lines of a log out of an :class:`Opening`.
    ``plays`` are the actions that play a card out of a registered list, ``left`` counts what a list still has by
    ``list_rule``.
    """

    session: Callable[..., Any]
    screen: Callable[..., Any]
    opening: Callable[["Opening"], bytes]
    plays: frozenset[str] = frozenset()
    left: Callable[..., Copies] | None = None
    list_rule: str = ""


@dataclass(frozen=True)
class Opening:
    """What the site knows of a game before its first line.

    ``players`` are their keys in the order of the seats, clockwise; ``losers`` the seats that lost the game before.
    """

    terms: Terms
    players: Sequence[str]
    event: str
    round: int
    table: int
    recorder: str
    losers: Sequence[int] = ()

    def registered(self, seat: int) -> int:
        """How many cards the deck has that is registered for a seat; 0 where none is."""
        return sum((self.terms_of(seat).deck or {}).values())

    def terms_of(self, seat: int) -> SeatTerms:
        """What the event says of a seat."""
        return next(one for one in self.terms.seats if one.player == self.players[seat])


@dataclass(frozen=True)
class Pictures:
    """How a position is drawn, as accessible SVG that escapes every value it takes from a view.

    ``svg`` and ``layers`` take a view, what the drawing needs beside it (``board`` of a session or a cursor), and by
    name ``size`` (one of ``sizes``, or ``"square"``: the board alone, for every width), ``ok`` (False draws the last
    line broken), ``lang`` and ``ids_prefix``. ``svg`` is the whole picture, ``layers`` what changes from step to step:
    ``live``, ``viewbox``, ``title`` and ``desc``. ``empty`` is the view that is drawn before anybody begins; None:
    nothing is drawn then.
    """

    svg: Callable[..., str]
    layers: Callable[..., dict[str, str]]
    sizes: Sequence[str] = ("square",)
    empty: Mapping[str, object] | None = None


@dataclass(frozen=True)
class Rulebook:
    """The index of the rules: every rule by its identifier."""

    rules: Callable[[], Mapping[str, "Rule"]]


class Move(Protocol):
    """An action of any game, as a page passes it on."""

    def to_dict(self) -> Mapping[str, object]:
        """Its fields by name, as in a log."""


@dataclass(frozen=True)
class Practice:
    """How somebody practises a game against the site.

    ``pool``: the key of its cards. ``deal`` makes the opening of a dealt game out of a stream, with players ``P1`` and
    ``P2``. ``own`` are the actions that the random player has in a position at a seat, none where it waits; ``choose``
    takes one of them (stream, state, actions), ``answer`` a choice that it leaves open.
    """

    pool: str
    deal: Callable[[Stream], bytes]
    own: Callable[[Any, int], Sequence[Move]]
    choose: Callable[..., Move]
    answer: Callable[[Stream, Need], object]


@dataclass(frozen=True)
class Words:
    """How a page tells a game: words by the keys that a view and the actions have.

    ``phases`` are the moments of a turn, ``zones`` the places of a player's cards: entries of a seat in a view with
    ``count`` and, as far as the viewer may see them, ``cards``. ``counted`` are the zones whose number is shown, all
    ``zones`` where it is empty; ``shown`` those whose cards are. ``card_number`` finds card numbers in a sentence.
    ``attacks`` and ``loud`` are actions that are marked, and never folded, in the course of a game; one that ends a
    turn is told as itself, where another is only told as the next turn. A game with an action ``begin`` has it among
    them: what comes earlier is "before the game". ``icons`` are the pictures of the icon set by action. ``states`` mark
    a card that is not as usual. ``who_begins`` asks by what it is decided who goes first.
    """

    phases: Mapping[str, str] = field(default_factory=dict)
    zones: Mapping[str, str] = field(default_factory=dict)
    counted: Sequence[str] = ()
    shown: Sequence[str] = ()
    states: Mapping[str, str] = field(default_factory=dict)
    card_number: str = r"(?!)"
    attacks: frozenset[str] = frozenset()
    loud: frozenset[str] = frozenset({"begin", "concede", "time"})
    icons: Mapping[str, str] = field(default_factory=dict)
    who_begins: str = gettext_noop("Who begins by the dice?")


@dataclass(frozen=True)
class Game:
    """One game: a folder, found by its package. Its seams are read when somebody first asks for them.

    ``key`` is what logs and events call it, ``name`` what players call it in every language. A seam ``engine`` is the
    module of that name in the package, and in it the constant ``ENGINE``; a package that lacks one raises
    ``ModuleNotFoundError``. ``templates`` are the few templates of the game, by what they are for, ``styles`` the style
    sheet of its pages ("" for none). The site also looks for both in ``templates`` and ``static`` of the folder.
    """

    key: str
    name: str
    package: str
    templates: Mapping[str, str] = field(default_factory=dict)
    styles: str = ""

    @property
    def folder(self) -> Path:
        """Where the game lies; ``templates`` and ``static`` in it belong to it."""
        return Path(str(import_module(self.package).__file__)).parent

    @cached_property
    def engine(self) -> Engine:
        """What replays, judges and tells its games."""
        return self.seam("engine", Engine)

    @cached_property
    def pools(self) -> Pools:
        """Its cards."""
        return self.seam("pools", Pools)

    @cached_property
    def decks(self) -> Decks:
        """What a deck must be."""
        return self.seam("decks", Decks)

    @cached_property
    def sheet(self) -> CardSheet | None:
        """What stands on its cards; None for a game whose cards only come with it."""
        return self.seam("sheet", CardSheet) if find_spec(f"{self.package}.sheet") else None

    @cached_property
    def law(self) -> Law:
        """What an event settles."""
        return self.seam("law", Law)

    @cached_property
    def recording(self) -> Recording:
        """How its games are written down by tapping."""
        return self.seam("recording", Recording)

    @cached_property
    def pictures(self) -> Pictures:
        """How its positions are drawn."""
        return self.seam("pictures", Pictures)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The index of its rules."""
        return self.seam("rulebook", Rulebook)

    @cached_property
    def practice(self) -> Practice | None:
        """How somebody practises it against the site; None where nobody can."""
        return self.seam("practice", Practice) if find_spec(f"{self.package}.practice") else None

    @cached_property
    def playtest(self) -> PlayTest | None:
        """How it plays a card to see what that changes; None where it cannot."""
        return self.seam("playtest", PlayTest) if find_spec(f"{self.package}.playtest") else None

    @cached_property
    def words(self) -> Words:
        """How a page tells it."""
        return self.seam("words", Words)

    def load(self) -> None:
        """Read every seam now: a process with several threads does so while there is one."""
        for name, seam in vars(type(self)).items():
            if isinstance(seam, cached_property):
                getattr(self, name)

    def seam(self, name: str, kind: type[S]) -> S:
        """What the module of that name in this folder declares. Raises ``TypeError`` if it is of another kind."""
        found = getattr(import_module(f"{self.package}.{name}"), name.upper())
        if not isinstance(found, kind):
            raise TypeError(f"{self.package}.{name}.{name.upper()} is no {kind.__name__}")
        return found
