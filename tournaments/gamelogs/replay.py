"""Between stored logs and the engine: the audit, the comparison with the registered lists, the cursor."""

from typing import Any

from decks.cards.pools import pool_for
from rules_engine import Cursor, audit
from rules_engine.x610z.cards import Pool
from rules_engine.x610z.registered import compare_decks
from tournaments.rounds.law import law_of_round

from .models import GameLog
from .terms import terms_of


def check(log: GameLog) -> dict[str, Any]:
    """Replay the log by the event's law with every check on; the engine's report as plain data.

    Nothing registered goes in, so nothing registered can come out: players see what becomes of this.
    """
    return storable(audit(bytes(log.original), pool=pool_of(log), terms=terms_of(log).public()).to_dict())


def compare(log: GameLog) -> list[dict[str, Any]]:
    """Where the log shows another deck than the registered one, as plain data: for judges only."""
    found = compare_decks(bytes(log.original), terms=terms_of(log), pool=pool_of(log))
    return [storable(finding.to_dict()) for finding in found]


def storable(value: Any) -> Any:
    """The same data without the sign zero, which a log may hold and PostgreSQL cannot keep."""
    if isinstance(value, str):
        return value.replace("\0", "\ufffd")
    if isinstance(value, dict):
        return {storable(key): storable(one) for key, one in value.items()}
    return [storable(one) for one in value] if isinstance(value, list | tuple) else value


def pool_of(log: GameLog) -> Pool:
    """The card pool of the round, in the wording that was pinned with it; if that is gone, as it is today."""
    law = law_of_round(log.match.round)
    try:
        return pool_for(law.pool_key, law.pool)
    except KeyError:
        return pool_for(law.pool_key)


def cursor(log: GameLog) -> Cursor:
    """A cursor over the log for the viewer."""
    return Cursor(bytes(log.original), pool=pool_of(log), terms=terms_of(log).public())
