"""Several processes that keep the same game: whatever is lost, sent again, mixed or killed, it stays one journal.

No database: stored rows stand in for it, and what a process keeps is what :mod:`tournaments.recordings.replayed` keeps.
"""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules_engine.recording.journal import frozen_at
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.screen import X610zScreen
from rules_engine.x610z.session import X610zSession
from tests.speeds import amount
from tests.tournaments.recordings.table import paper_game, writer_of
from tests.tournaments.recordings.test_two_phones import START, WRITERS, opening, taking
from tournaments.recordings.branches import conflicts
from tournaments.recordings.chain import broken_at
from tournaments.recordings.protocol import Incoming
from tournaments.recordings.replayed import Replayed
from tournaments.recordings.taking import Taking
from tournaments.recordings.writers import Facts, Foreign, Refusal, Writer

Row = dict[str, Any]
NETWORK = ["ok", "request lost", "answer lost", "twice", "killed"]
WHAT = [
    *["line"] * 5,
    *["other line", "note", "undo", "undo", "consent", "pen", "call"],
    *["withdraw", "withdraw", "choose", "choose"],
]


def cold(rows: list[Row]) -> X610zSession:
    """The game replayed from its first entry."""
    session = X610zSession(opening(), pool=load_pool())
    session.take(rows)
    return session


@dataclass
class Stored:
    """What the database has: the rows, and the row of the recording."""

    rows: list[Row]
    head_hash: str
    state: str
    pen: int | None


class Worker:
    """One process: it keeps the game as it last stood here, and begins a new life when it is killed."""

    def __init__(self) -> None:
        self.kept: Replayed | None = None
        self.replays = 0

    def game(self, stored: Stored) -> Replayed:
        """The game at the head of the database, without a replay wherever that can be."""
        game = self.kept.copy() if self.kept is not None else None
        if game is None or (
            game.head_hash != stored.head_hash
            and not game.go_on(fresh(stored.rows[len(game.rows) :]), stored.head_hash)
        ):
            self.replays += 1
            game = Replayed(stored.head_hash, fresh(stored.rows), cold(fresh(stored.rows)))
        return game


def fresh(rows: list[Row]) -> list[Row]:
    """The rows as another reading of the database gives them."""
    return [dict(row) for row in json.loads(json.dumps(rows))]


class Site:
    """Two processes before one database."""

    def __init__(self) -> None:
        self.stored = Stored([], START, "open", None)
        self.workers = [Worker(), Worker()]

    def post(self, worker: int, phone: int, entry: Incoming, *, killed: bool = False) -> Row:
        """One request; a process that is killed has stored nothing and keeps nothing."""
        at, stored = self.workers[worker], self.stored
        game = at.game(stored)
        made = Taking(
            1, game.session, game.rows, stored.state, stored.head_hash, Facts(now="", time_called=True)
        )
        made.pen = stored.pen
        answer = said(made, entry, WRITERS[phone])
        if killed:
            self.workers[worker] = Worker()
            return {"status": "no answer"}
        self.stored = Stored(fresh(made.rows), made.head_hash, made.state, made.pen)
        at.kept = Replayed(made.head_hash, list(made.rows), made.session.copy())
        return answer


def said(made: Taking, entry: Incoming, writer: Writer) -> Row:
    """The answer to one entry."""
    try:
        row = made.take(entry, writer)
    except Refusal as refusal:
        return {"status": "refused", "error": refusal.code}
    except Foreign:
        return {"status": "forbidden"}
    return {"status": row["status"], "seq": row["seq"], "hash": row["hash"]}


class Phone:
    """Numbers its entries, and knows how far it has heard of the journal."""

    def __init__(self, seat: int) -> None:
        self.seat, self.number, self.heard = seat, 0, 0

    def entry(self, what: str, made: Taking, line: Row, offline: bool) -> Incoming | None:
        """The next entry of this kind at this moment; None where there is nothing to say."""
        asked = made.session.asked
        bodies: dict[str, tuple[str, Row | None]] = {
            "line": ("line", line),
            "other line": ("line", {"kind": "act", "do": "concede", "seat": self.seat}),
            "note": ("line", {"kind": "note", "text": "so it was"}),
            "undo": ("undo", {"from": made.session.n} if made.session.n else None),
            "consent": (asked["kind"], {"consent": asked["seq"]}) if asked else ("", None),
            "pen": ("pen", {"to": WRITERS[1 - self.seat].device}),
            "call": ("call", {"text": "a judge"}),
            "withdraw": ("call", {"withdraw": frozen_at(made.rows)}),
            "choose": ("choose", {"conflict": made.head, "keep": "branch"}),
        }
        kind, body = bodies[what]
        if what == "choose" and (branches := conflicts(made.rows)):
            body = {"conflict": branches[0]["conflict"], "keep": "branch"}
        if body is None:
            return None
        return Incoming(self.number + 1, self.heard, kind, body, offline=offline and what == "line")


STEP = st.tuples(
    st.sampled_from(WHAT),
    st.integers(0, 1),
    st.booleans(),
    st.booleans(),
    st.integers(0, 1),
    st.sampled_from(NETWORK),
)


@settings(max_examples=amount(30, 240, "examples of a property"), deadline=None)
@given(st.lists(STEP, min_size=8, max_size=50))
def test_two_processes_that_are_killed_behind_a_bad_network_end_in_the_journal_of_a_perfect_one(
    steps: list[Any],
) -> None:
    site, perfect = Site(), taking()
    perfect.facts = Facts(now="", time_called=True)
    phones, lines = [Phone(0), Phone(1)], paper_game(3)
    for what, phone_of_other, hears, offline, worker, fate in steps:
        played = len(perfect.session.played()) + (perfect.session.state is not None)
        line = lines[min(played, len(lines) - 1)]
        seat = writer_of(line) if what == "line" and not offline else phone_of_other
        phone = phones[seat]
        if hears:
            phone.heard = perfect.head
        entry = phone.entry(what, perfect, line, offline)
        if entry is None:
            continue
        expected = said(perfect, entry, WRITERS[seat])
        if fate in ("answer lost", "twice"):
            site.post(1 - worker, seat, entry)
        if fate == "killed":
            site.post(worker, seat, entry, killed=True)
        answer = site.post(worker, seat, entry)
        if expected["status"] == "refused":
            assert answer["status"] == "refused"
        else:
            assert answer == expected
        if "seq" in answer:
            phone.number += 1
        compare(site, perfect)
    assert broken_at(1, START, site.stored.rows) == 0
    keys = [(row["device"], row["device_seq"]) for row in site.stored.rows if row["device_seq"] is not None]
    assert len(keys) == len(set(keys)) == sum(phone.number for phone in phones)


def compare(site: Site, perfect: Taking) -> None:
    """The journal, the game, and what a page shows are those of one process that nothing ever happened to."""
    stored = site.stored
    assert (stored.rows, stored.state, stored.pen) == (fresh(perfect.rows), perfect.state, perfect.pen)
    for worker in site.workers:
        if worker.kept is not None and worker.kept.head_hash == stored.head_hash:
            assert worker.kept.session.log() == perfect.session.log()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 60), st.integers(1, 60), st.integers(0, 1))
def test_a_game_that_goes_on_from_a_copy_is_the_game_replayed_for_every_viewer(
    first: int, more: int, seat: int
) -> None:
    lines = paper_game(3)[: first + more]
    made = taking()
    numbers = [0, 0]
    kept = made.session.copy()
    for count, line in enumerate(lines):
        if count == first:
            kept = made.session.copy()
            before = X610zScreen(kept, seat, lists={seat: None}).answer()
        phone = writer_of(line)
        numbers[phone] += 1
        made.take(Incoming(numbers[phone], made.head, "line", line), WRITERS[phone])
    if first < len(lines):
        assert X610zScreen(kept, seat, lists={seat: None}).answer() == before, (
            "a copy does not go on by itself"
        )
    kept.take(made.rows)
    for viewer in (0, 1, "spectator", "judge"):
        lists = {viewer: None} if isinstance(viewer, int) else {}
        warm = X610zScreen(kept, viewer, lists=lists).answer()
        assert warm == X610zScreen(cold(made.rows), viewer, lists=lists).answer()


@pytest.mark.parametrize(
    "broken",
    [
        lambda self, rows, head_hash: True,  # what others wrote is not taken
        lambda self, rows, head_hash: bool(self.rows.extend(rows)) or True,  # taken, but not played
    ],
)
def test_a_process_that_trusts_what_it_keeps_is_found_out(
    monkeypatch: pytest.MonkeyPatch, broken: Any
) -> None:
    inner = test_two_processes_that_are_killed_behind_a_bad_network_end_in_the_journal_of_a_perfect_one
    tried = settings(max_examples=60, deadline=None, database=None, phases=[Phase.generate])(
        given(st.lists(STEP, min_size=12, max_size=40))(inner.hypothesis.inner_test)  # type: ignore[attr-defined]
    )
    monkeypatch.setattr(Replayed, "go_on", broken)
    with pytest.raises((AssertionError, ExceptionGroup)):
        tried()


def test_entries_that_do_not_follow_are_not_taken() -> None:
    made = taking()
    for number, line in enumerate(paper_game(3)[:8], 1):
        made.take(Incoming(number, made.head, "line", line, offline=True), WRITERS[0])
    rows, head = fresh(made.rows), made.head_hash
    for newer, leads_to in (
        (rows[5:], head),  # one is missing
        (rows[4:7], head),  # they do not reach the head
        ([rows[4] | {"prev_hash": START}, *rows[5:]], head),
        (rows[4:], START),
    ):
        game = Replayed(rows[3]["hash"], rows[:4], cold(rows[:4]))
        assert not game.go_on(newer, leads_to)
    game = Replayed(rows[3]["hash"], rows[:4], cold(rows[:4]))
    assert game.go_on(rows[4:], head) and game.session.log() == made.session.log()
