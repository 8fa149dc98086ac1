"""The audit of a log: replay it from bytes to a verdict, without ever raising."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, TypeVar

import msgspec

from rules_engine.kernel import report
from rules_engine.kernel.cursor import judged
from rules_engine.kernel.errors import (
    Divergence,
    EngineGap,
    LogError,
    NeedAnswer,
    RuleBroken,
    RulingNeeded,
    Violation,
)
from rules_engine.kernel.report import Report
from rules_engine.kernel.terms import Terms
from rules_engine.x610z.log import Action, Chance, EndLine, Line, SeatLine, as_bytes, line_at, read_lines

from .binding import Binding
from .cards import Pool, packaged
from .finding import Finding
from .legal import legal_actions
from .model import SEMANTICS, State
from .opening import DECK_FAULTS
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
    try:
        return _Audit(pool, decks, lenient, terms).run(data)
    except Exception as error:  # noqa: BLE001 - a fault of the engine must reach the judge as a verdict, not as a crash
        finding = Finding(
            0, None, None, "", "internal_error", {"detail": f"{type(error).__name__}: {error}"[:300]}
        )
        return Report("engine_gap", finding, fidelity="consistent", semantics=SEMANTICS)


class _Audit:
    def __init__(
        self,
        pool: Pool | None,
        decks: Mapping[int, Sequence[str]] | None,
        lenient: bool,
        terms: Terms | None,
    ) -> None:
        self.pool = pool if pool is not None or terms is None else packaged(terms.pool)
        self.decks = decks
        self.lenient = lenient
        self.terms = terms
        self.binding = Binding(terms) if terms is not None else None
        self.replay = Replay(self.pool, decks)
        self.first: tuple[str, Finding] | None = None
        self.later: list[dict[str, Any]] = []
        self.gaps: list[tuple[int, int, str]] = []

    def run(self, data: bytes | str) -> Report:
        number = 0
        try:
            raw = as_bytes(data)
            if not raw.strip():
                raise LogError("empty_log", 1)
            feed = self.replay.feed
            for number, offset, line in read_lines(raw):
                try:
                    if self.binding is not None:
                        line = self.binding.take(line, number, line_at(raw, offset))
                    if type(line) is Action:
                        violation = feed(line)
                        if len(self.replay.gaps) > len(self.gaps):
                            n, card = self.replay.gaps[-1]
                            self.gaps.append((number, n, card))
                    else:
                        violation = feed(line, raw[:offset] if type(line) is EndLine else None)
                except RuleBroken as broken:
                    violation = broken.violation
                except (LogError, NeedAnswer, EngineGap, RulingNeeded, Divergence) as error:
                    return self._report(*judged(error, number, line, Finding), raw)
                if violation is not None:
                    self._note(number, line, violation, raw)
                    if not self.lenient:
                        break
            if self.first is None and not self.replay.ended:
                raise LogError("end_missing", number)
        except LogError as error:
            line_number = error.line if error.line is not None else number
            finding = Finding(line_number, None, None, "", error.code, dict(error.params))
            return self._report("log_error", finding, None)
        if self.first is not None:
            return self._report(*self.first, None)
        if self.gaps:
            number, n, card = self.gaps[0]
            return self._report(
                "engine_gap", Finding(number, n, None, "", "manual_card", {"card": card}), None
            )
        state = self.replay.state
        if state is not None and state.unverifiable:
            return self._report("unverifiable", None, None)
        return self._report("ok", None, None)

    def _note(self, number: int, line: Line, violation: Violation, raw: bytes) -> None:
        n = getattr(line, "n", None)
        own = self._own_line(raw, number, violation)
        finding = Finding(
            own,
            n if own == number else None,
            violation.seat,
            violation.rule,
            violation.code,
            violation.params,
        )
        if self.first is None:
            self.first = ("violation", with_alternatives(finding, self._before(raw, number)))
        else:
            self.later.append(msgspec.to_builtins(finding))

    def _own_line(self, raw: bytes, number: int, violation: Violation) -> int:
        """The line at fault: who sits wrong is told at his seat line, whose deck is wrong at the line of his deck.

        Both only show later, when the table is whole or the cards are dealt.
        """
        kind = SeatLine if self.replay.state is None else Chance if violation.code in DECK_FAULTS else None
        if kind is None:
            return number
        found = [
            (other, line.seat)
            for other, _, line in takewhile(lambda row: row[0] < number, read_lines(raw))
            if isinstance(line, SeatLine | Chance) and isinstance(line, kind)
        ]
        own = [other for other, seat in found if seat == violation.seat and seat is not None]
        if own:
            return own[-1]
        return found[-1][0] if found and kind is SeatLine else number

    def _before(self, raw: bytes, number: int) -> State | None:
        """The state before a line, by replaying up to it: only done once, for the finding."""
        again = Replay(self.pool, self.decks)
        binding = Binding(self.terms) if self.terms is not None else None
        try:
            for other, offset, line in read_lines(raw):
                if other >= number:
                    break
                again.feed(binding.take(line, other, line_at(raw, offset)) if binding is not None else line)
        except Exception:  # noqa: BLE001 - the state before the fault is a courtesy; the finding stands without it
            return None
        return again.state

    def _report(self, verdict: str, finding: Finding | None, raw: bytes | None) -> Report:
        if self.first is not None and verdict != "violation":
            self.later.append({"verdict": verdict, **(msgspec.to_builtins(finding) if finding else {})})
            verdict, finding = self.first
        verdict, finding = self._by_the_terms(verdict, finding)
        replay = self.replay
        state = replay.state
        if raw is not None and finding is not None and verdict not in ("log_error", "other_terms"):
            finding = with_alternatives(finding, self._before(raw, finding.line))
        if finding is not None:
            finding = named(finding, state, replay.players)
        hidden = state is None or not all(state.order_known) or state.unverifiable > 0
        if verdict in ("ok", "unverifiable"):
            fidelity = "consistent" if hidden else "exact"
        else:
            fidelity = "consistent" if verdict in ("engine_gap", "ruling_needed") else "contradicted"
        return Report(
            verdict=verdict,
            finding=finding,
            result=state.result if state else None,
            claimed=replay.claimed,
            fidelity=fidelity,
            steps=replay.steps,
            unverifiable=state.unverifiable if state else 0,
            rule_hits=dict(sorted(state.hits.items())) if state else {},
            semantics=SEMANTICS,
            header=msgspec.to_builtins(replay.header) if replay.header else {},
            digest=state.digest() if state else "",
            warnings=[*self.later, *_notes(state), *self._unvouched(), *_unchecked(state)],
            binding=list(self.binding.findings) if self.binding is not None else [],
        )

    def _unvouched(self) -> list[dict[str, Any]]:
        """Without the terms of an event: what the verdict takes from the log alone, and nobody else vouches for."""
        header = self.replay.header
        if self.terms is not None or header is None:
            return []
        notes = []
        if not header.organized_play:
            notes.append(_note("", "casual_by_the_log"))
        if header.choices:
            rulings = ", ".join(sorted(header.choices))
            notes.append(_note("", "rulings_of_the_log", rulings=rulings))
        if self.replay.corrections:
            notes.append(_note("", "corrections_of_the_log", corrections=self.replay.corrections))
        return notes

    def _by_the_terms(self, verdict: str, finding: Finding | None) -> tuple[str, Finding | None]:
        """Verdict and finding with what the terms say: no log that differs from them is legal.

        A broken rule stays the verdict, as the game was replayed by the event's law; but in a game of other people
        nobody of this match broke anything.
        """
        differences = self.binding.findings if self.binding is not None else []
        if not differences or not (
            verdict in ("ok", "unverifiable") or (self.binding and self.binding.strange)
        ):
            return verdict, finding
        if finding is not None:
            self.later.append({"verdict": verdict, **msgspec.to_builtins(finding)})
        return "other_terms", differences[0]


def _notes(state: State | None) -> list[dict[str, Any]]:
    """What is no fault and yet worth a word: Life Bases elsewhere than in the layout of the board (105.2b, H24)."""
    if state is None or in_layout(state.game):
        return []
    return [_note("105.2b", "not_the_layout")]


def _note(rule: str, code: str, **params: Any) -> dict[str, Any]:
    return {"verdict": "note", "rule": rule, "code": code, "count": 1, "params": params}


def _unchecked(state: State | None) -> list[dict[str, Any]]:
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
