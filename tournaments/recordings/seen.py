"""What the page of a game at its table is made of: the same on the server and in a phone without network."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from rules_engine.kernel.games import Game
from rules_engine.recording import AnyScreen, AnySession, journal

if TYPE_CHECKING:
    from decks.cards.pictures import Shown

ANY_CARD = "NUMBER"
"""What stands for the number of a card in an address that a page fills in."""


class Place(Protocol):
    """What a browser is to a recording: for whom it writes."""

    @property
    def seats(self) -> frozenset[int]:
        """The seats for which it writes."""

    @property
    def seat(self) -> int | None:
        """The seat of its person."""

    @property
    def everybody(self) -> bool:
        """Whether it writes for the whole table."""

    @property
    def judges(self) -> bool:
        """Whether its person judges here."""


class Seen(Protocol):
    """One recording as one viewer sees it, on the server (``Sight``) as in a phone (``page_worker``)."""

    @property
    def language(self) -> str:
        """In which language it is read."""

    @property
    def help(self) -> str:
        """How much the engine helps."""

    @property
    def game(self) -> Game:
        """Its game."""

    @property
    def session(self) -> AnySession:
        """The game as played so far."""

    @property
    def screen(self) -> AnyScreen:
        """What this viewer is shown of it."""

    @property
    def rows(self) -> Sequence[journal.Entry]:
        """The entries of its journal."""

    @property
    def mode(self) -> str:
        """How it is recorded."""

    @property
    def addresses(self) -> Mapping[str, str]:
        """Where the pages lie that this one leads to, by what they are for."""

    @property
    def access(self) -> Place:
        """What this browser is here."""

    def pictures(self, numbers: list[str]) -> "Mapping[str, Shown]":
        """The pictures that keepers show with these cards; a phone knows none, and shows the drawn ones."""
