"""A process keeps the games it has replayed, and what it keeps never decides what is true or who may see it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from ledger import commands
from rules_engine.x610z.session import X610zSession
from tests.tournaments.recordings.table import Table, paper_game, writer_of
from tests.tournaments.recordings.test_secrets import CLOCK
from tournaments.recordings import replayed
from tournaments.recordings.models import RecordingEntry

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """Every line that any session of this process carries out from now on."""
    lines: list[Any] = []
    write = X610zSession._write

    def counted(self: X610zSession, placed: Any) -> None:
        lines.append(placed)
        write(self, placed)

    monkeypatch.setattr(X610zSession, "_write", counted)
    yield lines


@contextmanager
def another_process() -> Iterator[None]:
    """What is asked inside is asked of a process that has replayed nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replayed, "shelf", replayed._Shelf())
        yield


def answers(table: Table, name: str = "state.json") -> list[str]:
    """What both phones are told, the clock aside."""
    return [CLOCK.sub("", phone.client.get(f"{table.url}{name}").content.decode()) for phone in table.phones]


def test_a_line_late_in_a_game_is_the_only_one_that_is_played_for_it(played: list[Any]) -> None:
    table = Table()
    table.play(most=40)
    head = table.head
    line = paper_game(3)[40]
    phone = table.phones[writer_of(line)]
    entry = phone.entry(line, base=head)
    played.clear()
    phone.post(entry)
    table.phones[1].state()
    assert [one.body for one in played] == [line], "the write and both answers replay nothing"


def test_every_viewer_hears_what_a_process_without_any_memory_would_say() -> None:
    """Each phone reads what the other one's reading has left in the process, lists and hands included."""
    table = Table()
    for most in (2, 24):
        table.play(most=most) if most == 2 else more(table, most)
        warm = [*answers(table), *answers(table, "offline.json"), *answers(table, "log.jsonl")]
        with another_process():
            cold = [*answers(table), *answers(table, "offline.json"), *answers(table, "log.jsonl")]
        assert warm == cold
        assert warm[0] != warm[1], "the control: each is told one's own list"


def more(table: Table, until: int) -> None:
    """Play on to this many lines."""
    for line in paper_game(3)[table.head : until]:
        assert table.phones[writer_of(line)].write(line)[0]["status"] == "ok"


def test_what_another_process_wrote_is_taken_over_and_nothing_else_is_played(played: list[Any]) -> None:
    table = Table()
    table.play(most=20)
    with another_process():
        more(table, 23)
    played.clear()
    mine = answers(table)
    assert [one.body for one in played] == paper_game(3)[20:23]
    with another_process():
        assert answers(table) == mine


def test_what_was_not_committed_is_not_kept(monkeypatch: pytest.MonkeyPatch, played: list[Any]) -> None:
    table = Table()
    table.play(most=10)
    line = paper_game(3)[10]
    phone = table.phones[writer_of(line)]
    entry = phone.entry(line, base=10)
    before = answers(table)
    append = commands.append

    def broken(*said: Any) -> None:
        append(*said)
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(commands, "append", broken)
        with pytest.raises(RuntimeError):
            phone.post(entry)
    assert answers(table) == before and RecordingEntry.objects.count() == 10
    assert phone.post(entry).json()["acks"][0]["seq"] == 11
    with another_process():
        cold = answers(table)
    assert answers(table) == cold


def test_what_was_forgotten_is_shown_by_no_process_that_had_read_it() -> None:
    table = Table()
    table.begin()
    table.phones[0].write({"kind": "note", "text": "Sven lives at number 7"})
    assert all("number 7" in said for said in answers(table))
    RecordingEntry.objects.filter(recording=table.recording, body__kind="note").update(body={})
    assert not any(
        "number 7" in said for name in ("state.json", "log.jsonl") for said in answers(table, name)
    )
    assert not replayed.shelf._games


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replayed, "MOST_LINES", 25)
    shelf = replayed._Shelf()
    for number in range(1, 6):
        shelf.put(number, replayed.Replayed("", [{}] * 10, Table.__new__(Table)))  # type: ignore[arg-type]
    assert list(shelf._games) == [4, 5] and shelf._lines == 20
    monkeypatch.setattr(replayed, "KEPT_FOR", -1.0)
    shelf.put(6, replayed.Replayed("", [], Table.__new__(Table)))  # type: ignore[arg-type]
    assert not shelf._games and shelf._lines == 0
