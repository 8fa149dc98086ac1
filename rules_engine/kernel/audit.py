"""The audit of a log of any game: replay it from its bytes to a verdict.

A game makes its own audit out of :class:`LogAudit` by saying how its log is read and replayed and how a finding is put
into words; the order of the checks, the first fault, what comes behind it and the report are the same for all games.
"""

from typing import Any, ClassVar, Protocol

import msgspec

from .errors import LogError
from .log import as_bytes, refuse_other_game
from .reader import Decks, GameLog, LogReader, internal_error
from .report import Finding, Report, Result
from .terms import Terms


class Position(Protocol):
    """The state of a game as the audit needs it; ``hits`` counts the rules that took effect."""

    result: Result | None
    unverifiable: int
    hits: dict[str, int]

    def digest(self) -> str:
        """The fingerprint of the state."""


def note(rule: str, code: str, **params: object) -> dict[str, object]:
    """A warning that is no fault, as the report has it."""
    return {"verdict": "note", "rule": rule, "code": code, "count": 1, "params": params}


class LogAudit:
    """One audit. :meth:`run` takes the bytes of a log and says what is wrong with it first, if anything.

    ``pool`` are the cards, ``decks`` registered lists by seat. ``lenient`` reads on after the first violation, leaving
    the faulty line out; the verdict stays with the first. ``terms`` are the law of the event. A game says by ``_log``
    how its logs are read, and fills in what it needs of the methods up to :meth:`_remarks`.
    """

    _log: ClassVar[GameLog]

    def _told(self, finding: Finding, before: object) -> Finding:
        """The finding with what would have been right instead; ``before`` is the state before its line."""
        return finding

    def _named(self, finding: Finding) -> Finding:
        """The finding with the names that its sentence needs."""
        return finding

    def _hidden(self) -> bool:
        """True if the log leaves open what a check would need to know."""
        return False

    def _remarks(self) -> list[dict[str, object]]:
        """What is no fault and yet worth a word, and the checks that could not be made."""
        return []

    def __init__(
        self,
        pool: object = None,
        decks: Decks | None = None,
        lenient: bool = False,
        terms: Terms | None = None,
    ) -> None:
        self.lenient = lenient
        self.reader = LogReader(self._log, pool, decks, terms)
        self.replay: Any = self.reader.replay
        self._made = self._log.finding
        self.first: tuple[str, Finding] | None = None
        self.later: list[dict[str, object]] = []
        self.gaps: list[tuple[int, int, str]] = []

    @classmethod
    def of(
        cls, data: bytes | str, pool: object, decks: Decks | None, lenient: bool, terms: Terms | None
    ) -> Report:
        """The report on a log. Never raises: a fault of the engine reaches the judge as a verdict, not as a crash."""
        try:
            return cls(pool, decks, lenient, terms).run(data)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told to the judge
            finding = internal_error(error, cls._log.finding)
            return Report("engine_gap", finding, fidelity="consistent", semantics=cls._log.semantics)

    def run(self, data: bytes | str) -> Report:
        """Replay the log and report. Raises only what is a fault of the engine itself."""
        number = 0
        try:
            raw = as_bytes(data)
            if not raw.strip():
                raise LogError("empty_log", 1)
            refuse_other_game(raw, self._log.game)
            judge, gaps = self.reader.judge, self.replay.gaps
            for number, offset, line in self.reader.lines(raw):
                wrong = judge(line, number, raw, offset)
                if wrong is None and not gaps:
                    continue  # nearly always
                if wrong is not None and wrong[0] != "violation":
                    return self._report(*wrong, raw)
                self.gaps += [(number, n, what) for n, what in gaps[len(self.gaps) :]]
                if wrong is not None:
                    self._note(number, wrong[1], raw)
                if self.first is not None and not self.lenient:
                    break
            if self.first is None and not self.replay.ended:
                raise LogError("end_missing", number)
        except LogError as error:
            at = error.line if error.line is not None else number
            return self._report(
                "log_error", self._made(at, None, None, "", error.code, dict(error.params)), None
            )
        return self._report(*self._whole(), None)

    def _note(self, number: int, finding: Finding, raw: bytes) -> None:
        if self.first is None:
            self.first = ("violation", self._told(finding, self._before(raw, number)))
        else:
            self.later.append(msgspec.to_builtins(finding))

    def _before(self, raw: bytes, number: int) -> object:
        """The state before a line, by replaying up to it: only done once, for the finding."""
        again = self.reader.again()
        try:
            for other, offset, line in again.lines(raw):
                if other >= number:
                    break
                again.take(line, other, raw, offset)
        except Exception:  # noqa: BLE001 - the state before the fault is a courtesy; the finding stands without it
            return None
        return again.replay.state

    def _whole(self) -> tuple[str, Finding | None]:
        """The verdict of a log that was read to its end, or to its first fault."""
        if self.first is not None:
            return self.first
        if self.gaps:
            number, n, card = self.gaps[0]
            return "engine_gap", self._made(number, n, None, "", "manual_card", {"card": card})
        state: Position | None = self.replay.state
        return ("unverifiable" if state is not None and state.unverifiable else "ok"), None

    def _report(self, verdict: str, finding: Finding | None, raw: bytes | None) -> Report:
        if self.first is not None and verdict != "violation":
            self.later.append({"verdict": verdict, **(msgspec.to_builtins(finding) if finding else {})})
            verdict, finding = self.first
        verdict, finding = self._by_the_terms(verdict, finding)
        if raw is not None and finding is not None and verdict not in ("log_error", "other_terms"):
            finding = self._told(finding, self._before(raw, finding.line))
        if finding is not None:
            finding = self._named(finding)
        replay = self.replay
        state: Position | None = replay.state
        return Report(
            verdict=verdict,
            finding=finding,
            result=state.result if state else None,
            claimed=replay.claimed,
            fidelity=self._fidelity(verdict),
            steps=replay.steps,
            unverifiable=state.unverifiable if state else 0,
            rule_hits=dict(sorted(state.hits.items())) if state else {},
            semantics=self._log.semantics,
            header=msgspec.to_builtins(replay.header) if replay.header else {},
            digest=state.digest() if state else "",
            warnings=[*self.later, *self._of_its_day(), *self._remarks()],
            binding=list(self.reader.binding.findings) if self.reader.binding is not None else [],
        )

    def _of_its_day(self) -> list[dict[str, object]]:
        """Notes on a log of an earlier day: rulings that are newer, and fingerprints that another engine made."""
        header, answers = self.replay.header, self._log.answers()
        notes = [note("", "foreign_digests", engine=header.semantics)] if self.replay.foreign_digests else []
        if header is None or not answers.rulings or not header.rulings:
            return notes
        try:
            day = answers.edition(header.rulings, header.choices)
        except (LookupError, ValueError):  # the log is refused for it
            return notes
        newer = ", ".join(answers.asked_after(day)) if day is not answers.latest else ""
        return [*notes, note("", "asked_after", rulings=newer, day=day.number)] if newer else notes

    def _fidelity(self, verdict: str) -> str:
        if verdict in ("ok", "unverifiable"):
            return "consistent" if self._hidden() else "exact"
        return "consistent" if verdict in ("engine_gap", "ruling_needed") else "contradicted"

    def _by_the_terms(self, verdict: str, finding: Finding | None) -> tuple[str, Finding | None]:
        """Verdict and finding with what the terms say: no log that differs from them is legal.

        A broken rule stays the verdict, as the game was replayed by the event's law; but in a game of other people
        nobody of this match broke anything.
        """
        binding = self.reader.binding
        if binding is None or not binding.findings:
            return verdict, finding
        if verdict not in ("ok", "unverifiable") and not binding.strange:
            return verdict, finding
        if finding is not None:
            self.later.append({"verdict": verdict, **msgspec.to_builtins(finding)})
        return "other_terms", binding.findings[0]
