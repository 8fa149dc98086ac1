"""The audit of a log: replay it from bytes to a verdict, without ever raising."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from rules_engine.kernel import report
from rules_engine.kernel.audit import LogAudit, note
from rules_engine.kernel.report import Report
from rules_engine.kernel.terms import Terms

from .cards import Pool
from .gamelog import GAMELOG
from .legal import legal_actions
from .log import Action
from .model import State
from .replay import Replay, started
from .setup import in_layout
from .spoken import players_alone, spoken

MAX_LEGAL = 20

F = TypeVar("F", bound=report.Finding)


def audit(
    data: bytes | str,
    *,
    pool: Pool | None = None,
    decks: Mapping[int, Sequence[str]] | None = None,
    lenient: bool = False,
    terms: Terms | None = None,
) -> Report:
    """Replay a log and say whether it keeps the rules to the end. Never raises, whatever ``data`` is.

    ``pool`` are the cards; without it the packaged pool that the log, or the event, pins. ``decks`` are the registered
    lists by seat (card numbers or names); with them hidden cards are checked against
    what a player can have. ``lenient`` reads on after the first violation, leaving the faulty line out; the verdict
    stays with the first. ``terms`` are the law of the event that the game belongs to: what the log says of its own
    law is compared with them and never obeyed.
    """
    return _Audit.of(data, pool, decks, lenient, terms)


class _Audit(LogAudit):
    """An audit of this game: with the seats, and what the log leaves hidden."""

    _log = GAMELOG
    replay: Replay

    def _told(self, finding: report.Finding, before: Any) -> report.Finding:
        return with_alternatives(finding, before)

    def _named(self, finding: report.Finding) -> report.Finding:
        return named(finding, self.replay.state, self.replay.players)

    def _hidden(self) -> bool:
        state = self.replay.state
        return state is None or not all(state.order_known) or state.unverifiable > 0

    def _remarks(self) -> list[dict[str, object]]:
        state = self.replay.state
        counted = (note("502.4", "counted_other", **found) for found in self.replay.miscounts)
        return [*_notes(state), *counted, *self._unvouched(), *_unchecked(state)]

    def _unvouched(self) -> list[dict[str, object]]:
        """Without the terms of an event: what the verdict takes from the log alone, and nobody else vouches for."""
        header = self.replay.header
        if self.reader.terms is not None or header is None:
            return []
        notes = []
        if not header.organized_play:
            notes.append(note("", "casual_by_the_log"))
        if header.choices:
            rulings = ", ".join(sorted(header.choices))
            notes.append(note("", "rulings_of_the_log", rulings=rulings))
        if self.replay.corrections:
            notes.append(note("", "corrections_of_the_log", corrections=self.replay.corrections))
        return notes


def _notes(state: State | None) -> list[dict[str, object]]:
    """What is no fault and yet worth a word: Life Bases elsewhere than in the layout of the board (105.2b, H24)."""
    if state is None or in_layout(state.game):
        return []
    return [note("105.2b", "not_the_layout")]


def _unchecked(state: State | None) -> list[dict[str, object]]:
    """One row per kind of check that hidden facts made impossible, with its rule and how often it came up."""
    unknowns = state.unknowns if state else {}
    return [
        {"verdict": "unverifiable", "rule": rule, "code": code, "count": count, "params": {}}
        for (rule, code), count in sorted(unknowns.items())
    ]


def named(finding: F, state: State | None, players: Sequence[str] = ()) -> F:
    """The finding with the names of the players and cards that it is about; of ``players`` while there is no state."""
    if "players" in finding.params:
        return finding
    more = (
        spoken(state, finding.seat, finding.params)
        if state is not None
        else players_alone(players, finding.seat)
    )
    return msgspec.structs.replace(finding, params={**finding.params, **more})


def with_alternatives(finding: F, state: State | None) -> F:
    """The finding with the state's fingerprint and up to 20 actions that would have been legal for its seat."""
    if state is None:
        return finding
    finding = named(finding, state)
    options: list[Action] = []
    if started(state) and state.result is None:
        seat = finding.seat if finding.seat is not None and finding.seat < len(state.hand) else None
        options = legal_actions(state, seat, MAX_LEGAL)
    return msgspec.structs.replace(finding, legal=options, before_digest=state.digest())
