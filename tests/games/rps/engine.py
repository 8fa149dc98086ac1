"""The engine of the toy: audit, cursor, comparison with the lists, and its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from rules_engine.kernel import report
from rules_engine.kernel.audit import LogAudit
from rules_engine.kernel.binding import LogBinding, same_hash
from rules_engine.kernel.cursor import LogCursor
from rules_engine.kernel.games import Engine
from rules_engine.kernel.log import EndLine, NoteLine
from rules_engine.kernel.reader import GameLog
from rules_engine.kernel.registered import DeckComparison
from rules_engine.kernel.report import Report
from rules_engine.kernel.rulings import NO_ANSWERS
from rules_engine.kernel.terms import SeatTerms, Terms
from rules_engine.kernel.words import Catalogue, Params

from .cards import Card, Pool
from .play import (
    FORMAT,
    RULESET,
    SEMANTICS,
    Action,
    Chance,
    Header,
    Replay,
    SeatLine,
    State,
    codec,
    legal_actions,
    view,
)

CATALOGUE = Catalogue("tests.games.rps")


def text(code: str, params: Mapping[str, Any], lang: str = "en") -> str:
    """The sentence of a finding."""
    return CATALOGUE.findings(lang).get(code, code) % Params({"who": "this player", **params})


def step_text(kind: str, action: Mapping[str, Any], names: Mapping[str, str], lang: str = "en") -> str:
    """A line in words."""
    key = str(action.get("do", kind)) if kind == "act" else kind
    card, seat = str(action.get("card", "")), action.get("seat")
    known = {"card": names.get(card, card), "player": names.get("player") or names.get(f"seat:{seat}", "?")}
    return CATALOGUE.table("steps", lang).get(key, key) % Params({**action, **known})


class Finding(report.Finding, frozen=True):
    def text(self, lang: str = "en") -> str:
        """One sentence for people."""
        return text(self.code, self.params, lang)


class Binding(LogBinding):
    """What of a log is law."""

    _header, _seat, _chance, _made = Header, SeatLine, Chance, Finding
    _facts = (
        ("ruleset", "ruleset_differs", lambda line, terms: line.ruleset != terms.ruleset),
        (
            "pool",
            "pool_differs",
            lambda line, terms: bool(terms.pool) and not same_hash(line.pool, terms.pool),
        ),
    )
    _decided = ("ruleset",)


GAMELOG = GameLog(
    game="rps",
    codec=codec,
    replay=Replay,
    semantics=SEMANTICS,
    still=(EndLine, NoteLine),
    binding=Binding,
    finding=Finding,
    say=step_text,
)


class _Audit(LogAudit):
    _log = GAMELOG

    def _told(self, finding: report.Finding, before: Any) -> report.Finding:
        return told(finding, before)


def told(finding: report.Finding, before: State | None) -> report.Finding:
    """The finding with the player's name and what would have been legal."""
    if before is None or finding.seat is None:
        return finding
    params = {"who": before.players[finding.seat], **finding.params}
    return msgspec.structs.replace(finding, params=params, legal=legal_actions(before, finding.seat))


def audit(data: bytes, *, pool: Any = None, lenient: bool = False, terms: Terms | None = None) -> Report:
    """Replay a log and say whether it keeps the rules."""
    return _Audit.of(data, pool, None, lenient, terms)


class Cursor(LogCursor[State]):
    """Steps through a log."""

    _log = GAMELOG

    def _told(self, finding: report.Finding, before: Any, replay: Any) -> report.Finding:
        return told(finding, before)

    def _names(self, state: Any, line: Any) -> dict[str, str]:
        return names_in(state, line)

    def view(self, viewer: int | str = "judge") -> dict[str, Any]:
        """What somebody sees at the position."""
        return view(self._state, viewer) if self._state is not None else {}

    def legal(self, seat: int | None = None) -> list[Action]:
        """The legal actions at the position."""
        return legal_actions(self._state, seat)

    def revealed_since(self, n: int) -> list[Any]:
        """Nothing is hidden here."""
        return []


def names_in(state: State | None, line: Any) -> dict[str, str]:
    """The names of player and card on a line."""
    if state is None or not isinstance(line, Action):
        return {}
    card = state.pool.find(line.card)
    return {"player": state.players[line.seat], **({line.card: card.name} if card else {})}


class _Comparison(DeckComparison):
    _log = GAMELOG
    _seat = SeatLine

    def _bound(self, line: Any, number: int, terms: SeatTerms) -> None:
        """Nothing of a deck stands in a seat line."""

    def _listed(self, terms: SeatTerms, card: str) -> tuple[int, str]:
        return (terms.deck or {}).get(card, 0), "rps.2"

    def _after(self, line: Any, number: int) -> None:
        state = self.reader.replay.state
        for seat in self.bound if isinstance(line, Action) else ():
            self._count(seat, Counter(state.shown[seat]), number, line.n)


def compare_decks(data: bytes, *, terms: Terms, pool: Any = None) -> list[report.Finding]:
    """Where a log shows more copies of a card than the list of its player has."""
    return _Comparison.of(data, terms, pool)


def known_cards(state: State, player: str) -> Mapping[str, int]:
    """The cards that a player has shown."""
    return Counter(state.shown[state.players.index(player)])


def _changes(ruleset: str, _choices: Mapping[str, str]) -> dict[str, str]:
    if ruleset != RULESET:
        raise LookupError(ruleset)
    return {}


ENGINE = Engine(
    key="rps",
    formats=(FORMAT,),
    semantics=SEMANTICS,
    audit=audit,
    cursor=Cursor,
    compare_decks=compare_decks,
    known_cards=known_cards,
    pool=Pool,
    cards=tuple[Card, ...],
    text=text,
    step_text=step_text,
    finding=Finding,
    ruleset=RULESET,
    ruling_changes=_changes,
    answers=lambda: NO_ANSWERS,
)
