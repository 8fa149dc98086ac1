"""Between stored logs and the engine: the audit, the comparison with the registered lists, the cursor."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from decks.cards.pictures import Shown
from decks.cards.pools import card_pool
from decks.cards.selectors import pictures_by_number
from ledger.shapes import Json
from rules_engine.games import engine_of
from rules_engine.kernel.cards import CardPool
from rules_engine.kernel.terms import Terms
from tournaments.rounds.models import Round
from tournaments.rounds.words import names_by_key

from .models import GameLog
from .terms import terms_of


def check(log: GameLog) -> Json:
    """Replay the log by the event's law with every check on; the engine's report as plain data.

    Nothing registered goes in, so nothing registered can come out: players see what becomes of this. What was recorded
    here goes on behind a line that broke a rule, as the players did, so that its result is known.
    """
    terms = terms_of(log).public()
    audit = engine_of(terms.game).audit
    report = audit(bytes(log.original), pool=pool_of(log), terms=terms, lenient=log.recorded)
    return storable(report.to_dict())


def compare(log: GameLog) -> list[Json]:
    """Where the log shows another deck than the registered one, as plain data: for judges only."""
    terms = terms_of(log)
    found = engine_of(terms.game).compare_decks(bytes(log.original), terms=terms, pool=pool_of(log))
    return [storable(finding.to_dict()) for finding in found]


def storable(value: object) -> Any:
    """The same data without the sign zero, which a log may hold and PostgreSQL cannot keep."""
    if isinstance(value, str):
        return value.replace("\0", "\ufffd")
    if isinstance(value, dict):
        return {storable(key): storable(one) for key, one in value.items()}
    return [storable(one) for one in value] if isinstance(value, list | tuple) else value


def pool_of(log: GameLog) -> CardPool[Any]:
    """The card pool of a log's round."""
    return pool_of_round(log.match.round)


def pool_of_round(round_: Round) -> CardPool[Any]:
    """The card pool that was pinned with a round; if that is gone, as it is today."""
    law = round_.pinned_law
    try:
        return card_pool(law.game, law.pool_key, law.pool)
    except KeyError:
        return card_pool(law.game, law.pool_key)


@dataclass(frozen=True)
class Source:
    """A game to look at, wherever it is kept: its log, cards and law, the players' names by the log's keys.

    ``pictures`` are those that keepers added, by card number; every other card is drawn. ``game``: which one it is.
    """

    data: bytes
    pool: CardPool[Any]
    terms: Terms | None
    names: Mapping[str, str]
    pictures: Mapping[str, Shown] = field(default_factory=dict)
    game: str = "x610z"

    def cursor(self) -> Any:
        """A cursor over the log, by the event's law and never by its lists."""
        terms = self.terms.public() if self.terms is not None else None
        return engine_of(self.game).cursor(self.data, pool=self.pool, terms=terms)


def cursor(log: GameLog) -> Any:
    """A cursor over the log, by the event's law."""
    terms = terms_of(log)
    return engine_of(terms.game).cursor(bytes(log.original), pool=pool_of(log), terms=terms.public())


def source_of(log: GameLog) -> Source:
    """What the viewer needs of a stored log."""
    pool, terms = pool_of(log), terms_of(log)
    pictures = pictures_by_number(terms.game, (card.number for card in pool.cards))
    names = names_by_key(log.match.tournament)
    return Source(bytes(log.original), pool, terms, names, pictures, terms.game)
