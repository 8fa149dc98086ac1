"""The audit of a Z/X log: replay it from bytes to a verdict, without ever raising."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules_engine.kernel import report
from rules_engine.kernel.audit import LogAudit
from rules_engine.kernel.report import Report
from rules_engine.kernel.terms import Terms

from .cards import ZxPool
from .gamelog import GAMELOG
from .legal import legal_actions
from .model import State
from .replay import Replay

MAX_LEGAL = 20


def audit(
    data: bytes | str,
    *,
    pool: ZxPool | None = None,
    decks: Mapping[int, Sequence[str]] | None = None,
    lenient: bool = False,
    terms: Terms | None = None,
) -> Report:
    """Replay a log and say whether it keeps the rules to the end. Never raises, whatever ``data`` is.

    ``pool`` are the cards, by default the packaged ones; ``decks`` registered lists by seat, which the
    unknown cards of a deck without an order must come from. ``lenient`` reads on after the first violation, leaving the
    faulty line out; the verdict stays with the first. ``terms`` are the law of the event that the game belongs to: what
    the log says of its own law is compared with them and never obeyed.
    """
    return _Audit.of(data, pool, decks, lenient, terms)


class _Audit(LogAudit):
    _log = GAMELOG
    replay: Replay

    def _hidden(self) -> bool:
        return self.replay.state is not None and self.replay.state.hides

    def _told(self, finding: report.Finding, before: Any) -> report.Finding:
        return with_alternatives(finding, before, self.replay.players)


def with_alternatives(
    finding: report.Finding, state: State | None, players: Sequence[str] = ()
) -> report.Finding:
    """The finding with the player's name, the state's fingerprint and up to 20 actions that would have been legal."""
    params = finding.params
    if finding.seat is not None and finding.seat < len(players):
        params = {"who": players[finding.seat], **params}
    if state is None:
        return msgspec.structs.replace(finding, params=params)
    return msgspec.structs.replace(
        finding,
        params=params,
        legal=legal_actions(state, finding.seat if finding.seat in (0, 1) else None, MAX_LEGAL),
        before_digest=state.digest(),
    )
