"""What this room asks the floors above it: what people made and say about a card, and pictures proposed for it."""

from typing import NamedTuple

from ledger.questions import Question

from .models import Card


class Made(NamedTuple):
    """Something that people made about a card: its page, what it is called, in which language, and who is named.

    ``small`` is the address of its small picture, empty for a story; ``alt`` says what that shows.
    """

    url: str
    title: str
    language: str
    by: str
    small: str
    alt: str
    width: int
    height: int


class AboutCard(NamedTuple):
    """What stands at a card: the newest things, where all of them are, and where one sends another."""

    made: list[Made]
    all_url: str
    send_url: str


made_about: Question[[Card], AboutCard] = Question("what people made about a card; at most three queries")
proposed: Question[[], tuple[int, str]] = Question(
    "how many pictures are proposed for cards, and where a keeper answers"
)
talk: Question[[Card], str] = Question("the address where a card is talked about; empty where nobody does")


class Maker(NamedTuple):
    """Who made a card (empty: nobody who wants to be named), in which contest, and where that stands."""

    name: str
    contest: str
    url: str


maker_of: Question[[str, str], Maker | None] = Question(
    "who made the card of a game with this number; None for one that no contest brought; one query"
)
