"""What the rules say about a typed list: the engine's one validator, with its words in the reader's language."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import cast

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from ledger.errors import Problem
from rules_engine.x610z import deckrules
from rules_engine.x610z.cards import Pool
from rules_engine.x610z.decklist import ListProblem
from rules_engine.zx import deckrules as zx_rules
from rules_engine.zx.cards import ZxPool

from .games import ZX, card_pool

DYNAMIS = re.compile(r"^[ \t]*dynamis[ \t]*:?[ \t]*(\(\d+\))?[ \t]*$", re.IGNORECASE | re.MULTILINE)
"""The heading of a Z/X list's Dynamis, which is stored where the sideboard of the other game is."""


@dataclass(frozen=True)
class DeckReport:
    """A list as the engine reads it: copies by card number, and every problem at once.

    ``problems`` is empty exactly when the list may be submitted.
    """

    pool: Pool
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

    @property
    def life_bases(self) -> int:
        """Life Bases in the deck."""
        return sum(count for number, count in self.main.items() if self.pool[number].is_life_base)


def deck_report(
    text: str,
    *,
    pool_key: str,
    play: str,
    opened: Mapping[str, int] | None = None,
    limits: Mapping[str, int] | None = None,
    acts: Collection[str] | None = None,
    game: str = "x610z",
) -> DeckReport:
    """Read and check a list; ``play`` is ``"constructed"`` or ``"limited"``. Never raises for any text.

    ``game`` chooses the rules; in Z/X the part under "Dynamis" (or "Sideboard") is the Dynamis, and ``play``,
    ``opened`` and ``acts`` mean nothing.

    ``opened``: the registered pool of a limited player, from which the sideboard is computed (102.1b). ``limits``
    and ``acts``: as :func:`rules_engine.x610z.deckrules.check_deck` has them. Raises ``KeyError`` for an unknown pool.
    """
    pool = card_pool(game, pool_key)
    if game == ZX:
        return _zx_report(text, pool, limits)
    parsed = deckrules.parse_decklist(text, pool)
    fmt: deckrules.Format = "limited" if play == "limited" else "constructed"
    language = get_language() or "en"
    unread = [unread_line(problem, language) for problem in parsed.problems]
    found = deckrules.check_deck(parsed.deck, fmt, pool, opened=opened, limits=limits, acts=acts)
    broken = [_broken(problem, language) for problem in found]
    sideboard = parsed.sideboard
    if fmt == "limited" and opened is not None:
        sideboard = deckrules.limited_sideboard(parsed.deck, opened)
    return DeckReport(pool, parsed.main, sideboard, (*unread, *broken))


def _zx_report(text: str, pool: Pool, limits: Mapping[str, int] | None) -> DeckReport:
    """The report of a Z/X list, read in the same notation."""
    parsed = deckrules.parse_decklist(DYNAMIS.sub("Sideboard", text), pool)
    language = get_language() or "en"
    unread = [unread_line(problem, language) for problem in parsed.problems]
    found = zx_rules.check_deck(parsed.main, parsed.sideboard, cast(ZxPool, pool), limits=limits)
    broken = [Problem(problem.code, problem.text(language), "text") for problem in found]
    return DeckReport(pool, parsed.main, parsed.sideboard, (*unread, *broken))


def unread_line(problem: ListProblem, language: str) -> Problem:
    """A line that says nothing, with the name that was perhaps meant."""
    message = problem.text(language)
    if problem.suggestions:
        message += " " + _("Did you mean “%(name)s”?") % {"name": problem.suggestions[0]}
    return Problem(problem.code, message, "text")


def _broken(problem: deckrules.DeckProblem, language: str) -> Problem:
    """A broken rule; its number goes beside the words, where its wording can be opened."""
    return Problem(problem.code, problem.sentence(language), "text", problem.rule)
