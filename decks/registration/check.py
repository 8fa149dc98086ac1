"""What the rules say about a typed list: the engine's one validator, with its words in the reader's language."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from decks.cards.pools import USUAL, card_pool
from ledger.errors import Problem
from rules_engine.games import game_of
from rules_engine.kernel.cards import CardPool, ListPool
from rules_engine.kernel.decklist import ListProblem, ParsedDeck, parse_decklist, rest_of
from rules_engine.kernel.decks import DeckProblem


@dataclass(frozen=True)
class DeckReport:
    """A list as the engine reads it: copies by card number, and every problem at once.

    ``problems`` is empty exactly when the list may be submitted.
    """

    pool: CardPool[Any]
    main: dict[str, int]
    sideboard: dict[str, int]
    problems: tuple[Problem, ...]

    @property
    def legal(self) -> bool:
        """Whether the list may be submitted."""
        return not self.problems

    @property
    def pool_sha256(self) -> str:
        """The content hash of the pool it was checked against."""
        return self.pool.sha256

    @property
    def main_count(self) -> int:
        """Cards in the deck, the Life Base included (101.1)."""
        return sum(self.main.values())

    @property
    def sideboard_count(self) -> int:
        """Cards in the sideboard."""
        return sum(self.sideboard.values())


def deck_report(
    text: str,
    *,
    pool_key: str,
    play: str,
    opened: Mapping[str, int] | None = None,
    limits: Mapping[str, int] | None = None,
    acts: Collection[str] | None = None,
    game: str = USUAL,
) -> DeckReport:
    """Read and check a list by the rules of its game; ``play`` is ``"constructed"`` or ``"limited"``.

    ``opened``: the registered pool of a limited player, from which the part beside the deck is computed (102.1b).
    ``limits``: copies by card number that a list of the office allows; ``acts``: those that are played with. A game
    that knows no such thing looks at none of it. Never raises for any text, but ``KeyError`` for an unknown pool.
    """
    pool = card_pool(game, pool_key)
    parsed = parsed_list(text, pool, game)
    language = get_language() or "en"
    unread = [unread_line(problem, language) for problem in parsed.problems]
    decks = game_of(game).decks
    found = decks.check(
        parsed.main, parsed.sideboard, pool, play=play, opened=opened, limits=limits, acts=acts
    )
    sideboard = parsed.sideboard
    if decks.limited and play == "limited" and opened is not None:
        sideboard = rest_of(opened, parsed.main)
    return DeckReport(
        pool, parsed.main, sideboard, (*unread, *(_broken(problem, language) for problem in found))
    )


def parsed_list(text: str, pool: ListPool, game: str = USUAL) -> ParsedDeck:
    """A list as its game writes lists: what stands above the part beside the deck is the game's word."""
    return parse_decklist(text, pool, game_of(game).decks.headings)


def unread_line(problem: ListProblem, language: str) -> Problem:
    """A line that says nothing, with the name that was perhaps meant."""
    message = problem.text(language)
    if problem.suggestions:
        message += " " + _("Did you mean “%(name)s”?") % {"name": problem.suggestions[0]}
    return Problem(problem.code, message, "text")


def _broken(problem: DeckProblem, language: str) -> Problem:
    """A broken rule; its number goes beside the words, where its wording can be opened."""
    return Problem(problem.code, problem.sentence(language), "text", problem.rule or None)
