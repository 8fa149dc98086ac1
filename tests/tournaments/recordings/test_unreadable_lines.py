"""Lines that are none: nobody can read them, so nobody may write them, and what is stored of them stops nobody."""

from typing import Any

import pytest

from tests.halls import kept
from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import FIRST, Body, Table, client_of
from tests.tournaments.recordings.zx_table import ZxTable
from tournaments.recordings import taking

pytestmark = pytest.mark.django_db

ODD: list[Any] = [
    ["end"],
    {"a": 1},
    5,
    -1,
    True,
    None,
    "",
    "#0",
    "#99999",
    [[]],
    [None],
    [{}],
    ["#0", "#0"],
    "\u2028<b>",
]
"""Values of another kind than a line has there, and some of the right one that name nothing."""
FIELDS = [
    "do",
    "seat",
    "card",
    "targets",
    "path",
    "answers",
    "crystals",
    "x",
    "extras",
    "pay",
    "shown",
    "hand",
]
DAY = [
    ("do", ["end"]),
    ("do", {"a": 1}),
    ("seat", [0]),
    ("card", 5),
    ("card", ["#0"]),
    ("crystals", 5),
    ("path", [{}]),
]
"""What was seen to harm a page, of each kind once."""


@kept
def x610z() -> Table:
    found = Table()
    found.begin()
    return found


@kept
def zx() -> Table:
    found = ZxTable()
    found.record(4)
    return found


def opened(table: Table) -> list[int]:
    """What the pages of both players and of a judge answer."""
    judge = client_of(staff_actor(table.tournament, "judge").user)
    reads = [(client, name) for client in table.clients for name in ("", "state.json", "sign/", "log.jsonl")]
    return [client.get(f"{table.url}{name}").status_code for client, name in [*reads, (judge, "judge/")]]


def ways(line: Body, head: int) -> list[tuple[str, Body, Body]]:
    """How somebody may try to have a line kept that no engine took: kind, body, and what it says of itself."""
    return [
        ("line", line, {"unchecked": True}),
        ("line", line, {"base": head - 1}),
        ("line", line, {"base": head - 1, "offline": True, "unchecked": True}),
        ("deviate", {"line": line, "change": [], "text": "x"}, {}),
    ]


def tried(table: Table, line: Body) -> None:
    phone, head = table.phones[0], table.head
    for kind, body, more in ways(line, head):
        said = phone.write(body, kind=kind, **more) if "base" not in more else based(phone, body, more)
        assert said[0]["error"] == "bad_line", (line, kind, more, said)
    assert table.head == head


def based(phone: Any, body: Body, more: Body) -> list[Body]:
    """The same from a head that another phone has gone on from."""
    acks: list[Body] = phone.post(phone.entry(body, **more)).json()["acks"]
    phone.sent -= 1
    return acks


def odd_lines(do: str, which: list[tuple[str, Any]]) -> list[Body]:
    return [{"kind": "act", "do": do, "seat": 0, "card": "Bullseye", field: value} for field, value in which]


@pytest.mark.parametrize("made, do", [("x610z", "cast"), ("zx", "play")])
def test_what_no_codec_reads_is_refused_whatever_it_is_marked(made: str, do: str, request: Any) -> None:
    table = request.getfixturevalue(made)
    table.phones[1].write({"kind": "note", "text": "Five minutes late"})
    for line in odd_lines(do, DAY):
        tried(table, line)
    assert set(opened(table)) <= {200, 302}


def test_who_begins_and_what_lies_beside_a_deck_are_read_as_strictly() -> None:
    table = ZxTable()
    for line in (
        {**FIRST, "value": [0]},
        {"kind": "lay", "seat": [0]},
        {"kind": "lay", "seat": 0, "markers": 5},
    ):
        assert table.phones[0].write(line, unchecked=True)[0]["error"] == "bad_line", line
    assert table.head == 0 and set(opened(table)) <= {200, 302}


@pytest.mark.parametrize("made, do", [("x610z", "cast"), ("zx", "play")])
def test_what_is_stored_already_and_cannot_be_read_ends_no_game(
    made: str, do: str, request: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = request.getfixturevalue(made)
    with monkeypatch.context() as older:
        older.setattr(taking, "check_read", lambda *_: None)
        older.setattr(taking.Taking, "_judged", lambda *_: "deviation")
        for line in odd_lines(do, [("do", ["end"]), ("card", 5)]):
            assert table.phones[0].write(line, unchecked=True)[0]["status"] == "deviation"
        said = {"line": odd_lines(do, [("do", ["end"])])[0], "change": [], "text": "x"}
        assert table.phones[0].write(said, kind="deviate")[0]["status"] == "asked"
    assert set(opened(table)) <= {200, 302}
    assert table.phones[0].write({"kind": "note", "text": "We go on"})[0]["status"] == "ok"


@pytest.mark.night
@pytest.mark.parametrize("made, do", [("x610z", "cast"), ("zx", "play"), ("zx", "move")])
def test_no_odd_value_of_any_field_ends_a_recording(made: str, do: str, request: Any) -> None:
    table = request.getfixturevalue(made)
    for line in odd_lines(do, [(field, value) for field in FIELDS for value in ODD]):
        answer = table.phones[0].post(table.phones[0].entry(line, unchecked=True))
        assert answer.status_code in (200, 403, 422), (line, answer.content)
        ack = answer.json()["acks"][0] if answer.status_code == 200 else {"seq": None}
        table.phones[0].sent -= ack["seq"] is None
        if ack["seq"] is not None:
            assert set(opened(table)) <= {200, 302}, line
            table.phones[0].write({"from": ack["seq"]}, kind="undo")
