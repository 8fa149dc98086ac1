"""Any loss, repetition and interleaving of two phones ends in one journal. No database: the journal alone."""

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.log import DeckRef, Header, SeatLine, encode_line
from rules_engine.x610z.session import X610zSession
from tests.speeds import amount
from tests.tournaments.recordings.table import paper_game, writer_of
from tournaments.recordings import branches
from tournaments.recordings.chain import broken_at
from tournaments.recordings.protocol import Incoming
from tournaments.recordings.taking import Taking
from tournaments.recordings.writers import Facts, Foreign, Refusal, Writer

LINES = 24
START = "0" * 64


@cache
def opening() -> bytes:
    header = Header(
        format="gamelog/1", game="x610z", ruleset="x610z/2010-03", board="act-1", organized_play=False
    )
    seats = [
        SeatLine(seat=n, player=f"E{n + 1}", dot=("0,0", "0,6")[n], deck=DeckRef(cards=51)) for n in (0, 1)
    ]
    return b"".join(encode_line(line) + b"\n" for line in [header, *seats])


def taking() -> Taking:
    return Taking(1, X610zSession(opening(), pool=load_pool()), [], "open", START, Facts(now=""))


WRITERS = [Writer(n + 10, n, frozenset({n})) for n in (0, 1)]


class Server:
    """A journal behind a network that loses and repeats: every phone sends what was not acknowledged yet, again."""

    def __init__(self) -> None:
        self.taking = taking()

    def post(self, phone: int, entries: list[Incoming]) -> list[dict[str, Any]]:
        acks = []
        for entry in entries:
            try:
                row = self.taking.take(entry, WRITERS[phone])
            except Refusal as refusal:
                acks.append({"status": "refused", "error": refusal.code, "device_seq": entry.device_seq})
                break
            acks.append({"status": row["status"], "device_seq": entry.device_seq, "hash": row["hash"]})
        return acks


def incoming(number: int, base: int, body: dict[str, Any], **more: Any) -> Incoming:
    return Incoming(device_seq=number, base=base, kind="line", body=body, **more)


@settings(max_examples=amount(15, 120, "examples of a property"), deadline=None)
@given(
    st.lists(
        st.sampled_from(["ok", "request lost", "answer lost", "twice", "early"]),
        min_size=LINES,
        max_size=LINES,
    )
)
def test_a_game_over_a_bad_network_is_written_once_and_in_order(network: list[str]) -> None:
    server, numbers = Server(), [0, 0]
    lines = paper_game(3)[:LINES]
    for line, fate in zip(lines, network, strict=True):
        phone = writer_of(line)
        entry = incoming(numbers[phone] + 1, server.taking.head, line)
        if fate == "early":
            later = incoming(numbers[phone] + 2, server.taking.head, line)
            assert server.post(phone, [later])[0].get("error") == "out_of_order"
        if fate == "answer lost":
            server.post(phone, [entry])
        if fate == "twice":
            server.post(phone, [entry, entry])
        first = server.post(phone, [entry])
        assert first == server.post(phone, [entry]) and first[0]["status"] == "ok"
        numbers[phone] += 1
    rows = server.taking.rows
    assert [row["body"] for row in rows] == lines
    assert [row["seq"] for row in rows] == list(range(1, LINES + 1))
    assert broken_at(1, START, rows) == 0


@settings(max_examples=amount(15, 120, "examples of a property"), deadline=None)
@given(st.data())
def test_two_phones_without_network_end_in_one_journal_whatever_comes_first(data: st.DataObject) -> None:
    """Both wrote offline from the same head; their batches come in pieces, mixed and repeated."""
    common = data.draw(st.integers(2, 12), label="lines both have")
    lines = paper_game(3)
    server = Server()
    for number, line in enumerate(lines[:common], 1):
        assert server.post(0, [incoming(number, server.taking.head, line, offline=True)])[0]["status"] == "ok"
    base = server.taking.head
    lengths = [data.draw(st.integers(0, 8), label=f"lines of phone {phone}") for phone in (0, 1)]
    after = [common, 0]
    batches = [
        [
            incoming(after[phone] + n + 1, base, line, offline=True)
            for n, line in enumerate(lines[common:][:count])
        ]
        for phone, count in enumerate(lengths)
    ]
    other = data.draw(st.integers(0, 8), label="where the second phone differs")
    if other < len(batches[1]):
        odd = {"kind": "act", "do": "concede", "seat": 1}
        batches[1][other:] = [replace_body(batches[1][other], odd)]
    left = [list(batch) for batch in batches]
    while any(left):
        phone = data.draw(st.sampled_from([n for n in (0, 1) if left[n]]))
        count = data.draw(st.integers(1, len(left[phone])))
        acks = server.post(phone, left[phone][:count])
        assert all(ack["status"] in ("ok", "same", "conflict") for ack in acks), acks
        if data.draw(st.booleans(), label="the answer arrives"):
            left[phone] = left[phone][count:]
    rows = server.taking.rows
    assert broken_at(1, START, rows) == 0
    for phone, batch in enumerate(batches):  # nothing is lost and nothing is there twice
        own = [row["device_seq"] for row in rows if row["device"] == WRITERS[phone].device]
        assert own == sorted(set(own)) and len(own) == len(batch) + after[phone]
    written = [row["body"] for row in rows if row["status"] == "ok"]
    straight = lines[: common + max(lengths)]
    assert written[:common] == straight[:common]
    again = taking()
    again.session.take(rows)
    assert again.session.log() == server.taking.session.log()


def known_whatever_came_before(self: Taking, entry: Incoming, writer: Writer) -> dict[str, Any] | None:
    """A server that knows an entry that came twice, and takes every other one as it comes."""
    own = [
        row for row in self.rows if (row["device"], row["device_seq"]) == (writer.device, entry.device_seq)
    ]
    return own[0] if own else None


@pytest.mark.parametrize(
    "name, broken, network",
    [
        ("_known", lambda *_said: None, "twice"),
        ("_known", lambda *_said: None, "answer lost"),
        ("_known", known_whatever_came_before, "early"),
    ],
)
def test_the_bad_network_finds_a_server_that_writes_twice_or_out_of_order(
    monkeypatch: pytest.MonkeyPatch, name: str, broken: Any, network: str
) -> None:
    play = test_a_game_over_a_bad_network_is_written_once_and_in_order.hypothesis.inner_test  # type: ignore[attr-defined]
    play([network] * LINES)
    monkeypatch.setattr(Taking, name, broken)
    with pytest.raises(AssertionError):
        play([network] * LINES)


@pytest.mark.parametrize(
    "name, broken",
    [
        ("parallel", lambda *_said: None),  # anyone who comes last is right
        ("parallel", lambda *_said: "same"),  # anyone who comes first is right, and the rest is thrown away
        ("_known", lambda *_said: None),
    ],
)
def test_two_phones_without_network_find_a_server_that_merges_or_drops(
    monkeypatch: pytest.MonkeyPatch, name: str, broken: Any
) -> None:
    inner = test_two_phones_without_network_end_in_one_journal_whatever_comes_first.hypothesis.inner_test  # type: ignore[attr-defined]
    tried = settings(max_examples=60, deadline=None, database=None, phases=[Phase.generate])(
        given(st.data())(inner)
    )
    monkeypatch.setattr(branches if name == "parallel" else Taking, name, broken)
    with pytest.raises((AssertionError, Foreign, ExceptionGroup)):
        tried()


def replace_body(entry: Incoming, body: dict[str, Any]) -> Incoming:
    import msgspec

    return msgspec.structs.replace(entry, body=body)


def test_what_another_player_does_is_foreign_and_changes_nothing() -> None:
    server = Server()
    server.post(0, [incoming(1, 0, paper_game(3)[0])])
    act = next(line for line in paper_game(3) if line.get("seat") is not None)
    stranger = 1 - act["seat"]
    before = json.dumps(server.taking.rows)
    try:
        server.taking.take(incoming(1 if stranger else 2, 1, act), WRITERS[stranger])
    except Foreign:
        assert json.dumps(server.taking.rows) == before
    else:
        raise AssertionError("it was taken")
