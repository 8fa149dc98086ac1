"""A second game out of the kernel alone: nim, with its own line, state, rule and words, and nothing of another game.

Anyone who takes the last match wins. What a log is, how it is written and walked through, how findings and fingerprints
look comes from the kernel.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from rules_engine.kernel.audit import LogAudit
from rules_engine.kernel.cursor import LogCursor, Step
from rules_engine.kernel.digest import digest
from rules_engine.kernel.errors import Divergence, LogError, Violation, broken
from rules_engine.kernel.log import Claim, Codec, EndLine, JudgeLine, NoteLine
from rules_engine.kernel.reader import GameLog, Playback
from rules_engine.kernel.report import Finding, Report, Result
from rules_engine.kernel.stream import Stream
from rules_engine.kernel.writer import LogWriter


class Header(Struct, frozen=True, tag="header", tag_field="kind", forbid_unknown_fields=True):
    matches: int


class Take(Struct, frozen=True, tag="take", tag_field="kind", forbid_unknown_fields=True):
    n: int
    seat: int
    count: int

    def to_dict(self) -> dict[str, Any]:
        return {"seat": self.seat, "take": self.count}


Line = Header | Take | JudgeLine | NoteLine | EndLine
codec: Codec[Line] = Codec(Line, "nim/1")


class Heap:
    """The state: matches left and whose turn it is."""

    def __init__(self, left: int, turn: int = 0) -> None:
        self.left, self.turn = left, turn
        self.events: list[tuple[Any, ...]] = []
        self.result: Result | None = None
        self.unverifiable = 0
        self.hits: dict[str, int] = {}

    def snapshot(self) -> Heap:
        return Heap(self.left, self.turn)

    def legal(self) -> list[Take]:
        return [Take(0, self.turn, count) for count in (1, 2, 3) if count <= self.left]

    def digest(self) -> str:
        return digest("nim", (self.left, self.turn))


class NimReplay:
    def __init__(self) -> None:
        self.state: Heap | None = None
        self.header: Header | None = None
        self.players: list[str] = []
        self.n = self.steps = 0
        self.ended = False
        self.claimed: Result | None = None
        self.gaps: list[tuple[int, str]] = []
        self.foreign_digests = 0

    def feed(self, line: Line, before: bytes | None = None) -> Violation | None:
        if isinstance(line, Header):
            self.header, self.state = line, Heap(line.matches)
            return None
        if self.state is None:
            raise LogError("header_missing")
        if isinstance(line, EndLine):
            self.ended, self.claimed = True, Result(tuple(line.claim.winners))
        if isinstance(line, EndLine) and list(line.claim.winners) != [1 - self.state.turn]:
            raise Divergence("result_mismatch", "nim.2", "other_result", claimed=list(line.claim.winners))
        if not isinstance(line, Take):
            return None
        if line.seat != self.state.turn:
            return broken("nim.1", "not_your_turn", line.seat)
        if not 1 <= line.count <= min(3, self.state.left):
            return broken("nim.1", "so_many_may_not_be_taken", line.seat, count=line.count)
        self.state.left -= line.count
        self.state.turn = 1 - line.seat
        self.state.events = [("taken", line.seat, line.count)]
        self.state.hits["nim.1"] = self.state.hits.get("nim.1", 0) + 1
        self.steps += 1
        if not self.state.left:
            self.state.result = Result((line.seat,), (self.state.turn,), rule="nim.2")
        return None


class NimFinding(Finding, frozen=True):
    def text(self, lang: str = "en") -> str:
        return {"en": "It is not this player's turn.", "nl": "Deze speler is niet aan de beurt."}[lang]


def _replay(pool: object, decks: object) -> NimReplay:
    return NimReplay()


GAMELOG = GameLog(
    game="nim",
    codec=codec,
    replay=_replay,
    semantics=7,
    still=(EndLine, NoteLine),
    finding=NimFinding,
)


class NimCursor(LogCursor[Heap]):
    _log = GAMELOG

    def _told(self, finding: Finding, before: Heap | None, replay: Playback) -> Finding:
        return replace(finding, legal=before.legal() if before else [])


class NimAudit(LogAudit):
    _log = GAMELOG

    def _told(self, finding: Finding, before: Heap | None) -> Finding:
        return replace(finding, legal=before.legal() if before else [])


def played(matches: int, seed: int) -> list[Line]:
    """A game by chance, to the end."""
    stream, heap = Stream(f"nim/{seed}"), Heap(matches)
    lines: list[Line] = [Header(matches)]
    while heap.left:
        take = stream.pick(heap.legal())
        lines.append(Take(len(lines), take.seat, take.count))
        heap = Heap(heap.left - take.count, 1 - heap.turn)
    return [*lines, EndLine(n=len(lines), claim=Claim([1 - heap.turn]))]


def written(lines: list[Line]) -> bytes:
    writer = LogWriter(codec)
    for line in lines:
        writer.add(line)
    return writer.data()


def test_a_game_of_another_kind_is_walked_through_forwards_and_backwards() -> None:
    for seed in range(5):
        lines = played(21, seed)
        cursor = NimCursor(written(lines))
        assert cursor.finding is None and len(cursor.steps) == len(lines)
        marks = []
        for place in range(1, len(lines)):
            cursor.seek(place)
            marks.append(cursor._state.digest())
        assert cursor._state.left == 0
        for place in reversed(range(1, len(lines))):
            cursor.seek(place)
            assert cursor._state.digest() == marks[place - 1]
        assert [step.kind for step in cursor.steps][:: len(lines) - 1] == ["header", "end"]
        assert cursor._events[2][0][0] == "taken"


def test_its_first_fault_is_found_with_rule_words_and_what_was_legal() -> None:
    lines = played(21, 1)
    wrong = Take(3, lines[2].seat, 2)  # type: ignore[union-attr]  # a take
    cursor = NimCursor(written([*lines[:3], wrong, *lines[3:]]))
    finding = cursor.finding
    assert finding is not None and (finding.line, finding.rule, finding.code) == (4, "nim.1", "not_your_turn")
    assert finding.text("nl") == "Deze speler is niet aan de beurt."
    assert finding.legal and finding.to_dict()["legal"][0] == {"seat": 1 - wrong.seat, "take": 1}
    assert not cursor.steps[-1].ok and len(cursor.steps) == 4
    report = Report("violation", finding, Result(winners=(0,)))
    assert report.to_dict()["finding"]["text"] == "It is not this player's turn."


@pytest.mark.parametrize(
    ("data", "verdict"),
    [
        (b'{"kind":"take","n":1,"seat":0,"count":1}\n', None),
        (b'{"kind":"header","matches":3}\nnoise\n', "not_json"),
    ],
)
def test_what_is_no_log_of_it_is_said_to_be_none(data: bytes, verdict: str | None) -> None:
    if verdict is None:
        cursor = NimCursor(data)
        assert cursor.finding is not None and cursor.finding.code == "header_missing"
        return
    cursor = NimCursor(data)
    assert cursor.finding is not None and (cursor.finding.code, cursor.finding.line) == (verdict, 2)


def test_a_claim_that_the_replay_contradicts_is_found() -> None:
    lines = played(9, 2)
    end = lines[-1]
    assert isinstance(end, EndLine)
    wrong = EndLine(n=end.n, claim=Claim([1 - end.claim.winners[0]]))
    cursor = NimCursor(written([*lines[:-1], wrong]))
    assert cursor.finding is not None and cursor.finding.code == "other_result"
    assert Step(1, wrong, None).kind == "end"


def test_a_game_of_another_kind_is_audited_to_its_end() -> None:
    lines = played(21, 3)
    report = NimAudit().run(written(lines))
    assert (report.verdict, report.fidelity, report.semantics) == ("ok", "exact", 7)
    assert report.steps == len(lines) - 2 == report.rule_hits["nim.1"]
    assert report.result is not None and report.claimed is not None
    assert report.result.winners == report.claimed.winners


def test_its_audit_names_the_first_fault_and_reads_on_if_asked() -> None:
    lines = played(21, 1)
    wrong = Take(3, lines[2].seat, 2)  # type: ignore[union-attr]  # a take
    log = written([*lines[:3], wrong, *lines[3:]])
    report = NimAudit().run(log)
    assert report.finding is not None
    assert (report.verdict, report.finding.line, report.fidelity) == ("violation", 4, "contradicted")
    assert report.finding.legal[0].seat == 1 - wrong.seat
    lenient = NimAudit(lenient=True).run(log)
    assert (lenient.verdict, lenient.finding) == ("violation", report.finding)
    assert lenient.steps == len(lines) - 2 and lenient.result is not None


@pytest.mark.parametrize(
    ("data", "verdict", "code"),
    [
        (b"", "log_error", "empty_log"),
        (b'{"kind":"header","matches":3}\n', "log_error", "end_missing"),
        (b'{"kind":"header","matches":3}\nnoise\n', "log_error", "not_json"),
    ],
)
def test_its_audit_says_what_is_no_whole_log(data: bytes, verdict: str, code: str) -> None:
    report = NimAudit().run(data)
    assert report.finding is not None
    assert (report.verdict, report.finding.code) == (verdict, code)


def test_its_audit_compares_the_claim() -> None:
    lines = played(9, 2)
    end = lines[-1]
    assert isinstance(end, EndLine)
    wrong = EndLine(n=end.n, claim=Claim([1 - end.claim.winners[0]]))
    assert NimAudit().run(written([*lines[:-1], wrong])).verdict == "result_mismatch"
