"""Handing in a log: what is no log is refused in words; what is one is kept byte for byte and checked."""

import json
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.models import LedgerRow, OutboxMessage
from rules_engine.testing import random_game
from tests.halls import kept
from tests.tournaments.hall import logged, make_user, play, publish, running_tournament, staff_actor
from tests.tournaments.recordings.table import register
from tournaments.events.models import Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.services import MAX_BYTES, MAX_LATELY, MAX_LOGS
from tournaments.gamelogs.tasks import replay_log
from tournaments.gamelogs.viewer import listed
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]
GAME = random_game(3)
LINES = GAME.rstrip(b"\n").split(b"\n")


class Table:
    """A match being played, its first player's browser and a judge's."""

    def __init__(self) -> None:
        self.tournament = running_tournament(4)
        self.match = Match.objects.filter(round=publish(self.tournament)).order_by("table")[0]
        self.player, self.judge = Client(), Client()
        self.player.force_login(self.match.seats.all()[0].entry.user)
        self.judge.force_login(staff_actor(self.tournament, "judge").user)

    @property
    def url(self) -> str:
        return f"/t/{self.tournament.slug}/matches/{self.match.pk}/log/"

    def send(self, data: bytes, client: Client | None = None, **fields: Any) -> Any:
        """Hand a file in."""
        upload = SimpleUploadedFile("game.jsonl", data)
        return (client or self.player).post(self.url, {"game_number": "1", "file": upload} | fields)

    def checked(self, data: bytes) -> GameLog:
        """Hand a log in and replay it."""
        assert self.send(data).status_code == 302
        log = GameLog.objects.latest("pk")
        replay_log(log.pk)
        log.refresh_from_db()
        return log

    def page(self, log: GameLog, query: str = "") -> str:
        """The judge's page of a log."""
        answer = self.judge.get(f"/t/{self.tournament.slug}/judge/logs/{log.pk}/{query}")
        assert answer.status_code == 200
        return answer.content.decode()


@kept
def table() -> Table:
    return Table()


def header(**changes: Any) -> bytes:
    return json.dumps(json.loads(LINES[0]) | changes).encode()


REFUSED: dict[str, Any] = {
    "empty": (b"", "empty"),
    "only spaces": (b" \n\t\n ", "empty"),
    "prose": (b"I won, honestly.", "not a game log"),
    "not JSON": (b"{" * 5000, "not a game log"),
    "deep": (b"[" * 200_000, "not a game log"),
    "a list": (b"[1,2,3]", "not a game log"),
    "a picture": bytes(range(256)) * 40,
    "another line first": b"\n".join(LINES[1:]),
    "another format": header(format="gamelog/99") + b"\n",
    "no format": json.dumps({"kind": "header"}).encode(),
    "UTF-16": GAME.decode().encode("utf-16"),
    "byte order mark": b"\xef\xbb\xbf" + GAME,
    "too large": b"x" * (MAX_BYTES + 1),
    "four megabytes of noise": bytes(4_000_000),
}


@pytest.mark.parametrize("language", ["en", "nl"])
def test_what_is_no_log_is_refused_with_what_to_mend_and_leaves_nothing(table: Table, language: str) -> None:
    counts = [model.objects.count() for model in (GameLog, LedgerRow, OutboxMessage)]
    table.player.cookies["django_language"] = language
    for what, value in REFUSED.items():
        data = value[0] if isinstance(value, tuple) else value
        answer = table.send(data)
        assert answer.status_code == 422, what
        errors = [str(text) for texts in answer.context["form"].errors.values() for text in texts]
        assert errors and all(len(text) > 15 for text in errors), what
        assert errors[0] in unescape(answer.content.decode()), what
        if isinstance(value, tuple) and language == "en":
            assert value[1] in errors[0], what
    assert [model.objects.count() for model in (GameLog, LedgerRow, OutboxMessage)] == counts


@pytest.mark.parametrize("size", [MAX_BYTES + 1, 2_600_000, 4_900_000])
def test_a_paste_that_is_too_large_comes_back_with_the_form_and_what_to_mend(table: Table, size: int) -> None:
    answer = table.player.post(table.url, {"game_number": "1", "text": "x" * size})
    assert answer.status_code == 422
    assert "larger than 2 MB" in answer.content.decode()
    assert "Submit this log" in answer.content.decode()
    assert not GameLog.objects.exists()


def test_what_no_page_of_the_site_takes_is_refused_by_its_size(table: Table) -> None:
    answer = table.player.post(table.url, {"game_number": "1", "text": "x" * 6_000_000})
    assert answer.status_code == 413 and "too large" in answer.content.decode()
    assert not GameLog.objects.exists()


@pytest.mark.parametrize("game_number", ["0", "4", "9", "-1", "x", ""])
def test_a_game_the_match_does_not_have_is_refused(table: Table, game_number: str) -> None:
    answer = table.send(GAME, game_number=game_number)
    assert answer.status_code == 422 and answer.context["form"].errors["game_number"]
    assert not GameLog.objects.exists()


def test_a_whole_log_is_kept_byte_for_byte_and_found_legal(table: Table) -> None:
    game = logged(table.match)
    for seat in table.match.seats.select_related("entry__registration"):
        register(seat.entry)
    log = table.checked(game)
    assert (log.state, bytes(log.original), log.size) == ("done", game, len(game))
    assert log.verdict == "ok"
    answer = table.judge.get(f"/t/{table.tournament.slug}/judge/logs/{log.pk}/original/")
    assert answer.content == game
    assert "Legal from the first line to the last" in table.page(log)
    for step in (0, 1, 10, 10**6):
        table.page(log, f"?step={step}")


DAMAGED = {
    "a line missing": b"\n".join(LINES[:12] + LINES[13:]),
    "two lines swapped": b"\n".join([*LINES[:12], LINES[13], LINES[12], *LINES[14:]]),
    "a line cut short": b"\n".join([*LINES[:12], LINES[12][:-5], *LINES[13:]]),
    "no end": b"\n".join(LINES[: len(LINES) // 2]),
    "header alone": LINES[0] + b"\n",
    "a line of noise": b"\n".join([*LINES[:12], b"\x00\xff\xfe noise", *LINES[13:]]),
    "nothing but braces": LINES[0] + b"\n" + b"{}\n" * 500,
    "a wrong card": GAME.replace(b"D1.1/", b"D9.9/"),
    "nul in a name": GAME.replace(b'"player":"', b'"player":"\\u0000'),
    "half a character": GAME.replace(b'"player":"', b'"player":"\\ud800'),
    "a hostile name": GAME.replace(b'"player":"', b'"player":"<img src=x onerror=alert(1)>'),
    "a huge number": b"\n".join([*LINES[:12], b'{"n":' + b"9" * 6000 + b"}", *LINES[13:]]),
    "not a number": b"\n".join([*LINES[:12], b'{"n":NaN}', *LINES[13:]]),
    "nested": LINES[0] + b"\n" + b"[" * 100_000 + b"\n",
    "a seat of nobody": b"\n".join([LINES[0], b'{"kind":"seat","seat":99,"player":"E1"}', *LINES[1:]]),
}


@pytest.mark.parametrize("what", sorted(DAMAGED))
def test_a_damaged_log_is_stored_and_its_verdict_names_the_line(table: Table, what: str) -> None:
    log = table.checked(DAMAGED[what])
    assert bytes(log.original) == DAMAGED[what]
    assert log.state == "done", log.error
    text = table.page(log)
    assert "<img src=x" not in text
    if what not in ("a hostile name", "nul in a name"):
        assert log.verdict not in ("ok", ""), log.report
        finding = log.report["finding"]
        assert finding["line"] >= 1 and finding["text"] and finding["text_nl"]


def test_the_same_log_handed_in_twice_is_one_log_and_one_job(table: Table) -> None:
    for _time in range(3):
        assert table.send(GAME).status_code == 302
    assert GameLog.objects.count() == 1
    assert OutboxMessage.objects.filter(topic="task").count() == 1


def test_nobody_else_hands_in_a_log_for_this_match(table: Table) -> None:
    other = Match.objects.filter(tournament=table.tournament).exclude(pk=table.match.pk)[0]
    for user in (make_user(), other.seats.all()[0].entry.user):
        client = Client()
        client.force_login(user)
        assert table.send(GAME, client).status_code == 404
    assert table.send(GAME, Client()).status_code == 302
    assert not GameLog.objects.exists()


def test_a_verdict_stays_the_first_one_however_often_the_job_comes(table: Table) -> None:
    log = table.checked(GAME)
    rows = LedgerRow.objects.filter(action="log.verdict", data__log=log.pk).count()
    verdict, checked_at = log.verdict, log.checked_at
    assert replay_log(log.pk) == "not claimed"
    log.refresh_from_db()
    assert (log.verdict, log.checked_at) == (verdict, checked_at)
    assert LedgerRow.objects.filter(action="log.verdict", data__log=log.pk).count() == rows == 1
    assert replay_log(10**9) == "gone"


def test_a_log_of_an_earlier_round_may_still_come(table: Table) -> None:
    tournament: Tournament = running_tournament(4)
    round_ = play(tournament, 1)
    match = Match.objects.filter(round=round_).order_by("table")[0]
    client = Client()
    client.force_login(match.seats.all()[0].entry.user)
    answer = client.post(
        f"/t/{tournament.slug}/matches/{match.pk}/log/", {"game_number": "1", "text": GAME.decode()}
    )
    assert answer.status_code == 302 and GameLog.objects.get().match == match


def test_the_viewer_says_when_the_engine_of_today_sees_it_differently(table: Table) -> None:
    log = table.checked(logged(table.match))
    assert "has changed since this check" not in table.page(log)
    report = log.report | {"finding": {"line": 9, "rule": "202.8", "text": "", "text_nl": "", "legal": []}}
    GameLog.objects.filter(pk=log.pk).update(verdict="violation", report=report)
    assert "has changed since this check" not in table.page(log), "the engine is the same"
    GameLog.objects.filter(pk=log.pk).update(semantics=(log.semantics or 0) - 1)
    assert "has changed since this check" in table.page(log)


@pytest.mark.parametrize(
    ("verdict", "finding", "shown"),
    [
        ("ok", None, ("legal", None, None)),
        ("violation", {"line": 212, "rule": "402.9"}, ("violation", "402.9", 212)),
        ("result_mismatch", {"line": 9, "rule": "106.3"}, ("violation", "106.3", 9)),
        ("engine_gap", {"line": 7, "rule": "402.9"}, ("info", None, 7)),
        ("ruling_needed", {"line": 5, "rule": "106.3"}, ("info", None, 5)),
    ],
)
def test_the_list_of_logs_names_the_broken_rule_and_never_a_gap_as_a_fault(
    verdict: str, finding: dict[str, Any] | None, shown: tuple[str, str | None, int | None]
) -> None:
    line = listed(GameLog(verdict=verdict, report={"finding": finding} if finding else {}))
    assert (line["outcome"], line["rule"], line["line"]) == shown


def test_a_person_hands_in_six_logs_of_one_game_and_then_reads_why_no_more(table: Table) -> None:
    for number in range(MAX_LOGS):
        assert table.send(GAME + b"\n" * number).status_code == 302
    answer = table.send(GAME + b"\n" * MAX_LOGS)
    assert answer.status_code == 422 and "6 logs of this game" in answer.content.decode()
    assert GameLog.objects.count() == MAX_LOGS
    assert table.send(GAME).status_code == 302, "what is there already is no new log"
    assert table.send(GAME + b"\n" * MAX_LOGS, game_number="2").status_code == 302
    opponent = Client()
    opponent.force_login(table.match.seats.all()[1].entry.user)
    assert table.send(GAME, opponent).status_code == 302, "the limit is each person's own"
    assert GameLog.objects.count() == MAX_LOGS + 2


def test_a_person_hands_in_nine_logs_in_ten_minutes_and_then_reads_how_long_to_wait(table: Table) -> None:
    """Else a few people kept the machine busy with checking; a match of three games needs a third of them."""
    for number in range(MAX_LATELY):
        assert table.send(GAME + b"\n" * number, game_number=str(number % 3 + 1)).status_code == 302
    lately = GameLog.objects.order_by("pk")
    lately.update(submitted_at=timezone.now() - timedelta(minutes=2))
    lately.filter(pk=lately[0].pk).update(submitted_at=timezone.now() - timedelta(minutes=7, seconds=30))
    another = GAME + b"\n" * MAX_LATELY
    answer = table.send(another)
    assert answer.status_code == 422 and "Try again in 3 minutes." in answer.content.decode()
    assert table.send(GAME).status_code == 302, "what is there already is no new log"
    opponent = Client()
    opponent.force_login(table.match.seats.all()[1].entry.user)
    assert table.send(another, opponent).status_code == 302, "the limit is each person's own"
    lately.filter(pk=lately[0].pk).update(submitted_at=timezone.now() - timedelta(minutes=10, seconds=1))
    assert table.send(another).status_code == 302
    assert GameLog.objects.count() == MAX_LATELY + 2


def test_while_no_worker_takes_the_job_every_page_of_a_log_is_there_and_says_so(table: Table) -> None:
    """No page waits for a job: what it will find out is a row in the database, which is there or not yet."""
    assert table.send(GAME).status_code == 302
    log = GameLog.objects.get()
    assert log.state == GameLog.State.QUEUED and log.report == {}
    for page in (table.player.get(table.url).content.decode(), table.page(log)):
        assert "Waiting for the check" in page and 'hx-trigger="every ' in page, "it asks again by itself"


def test_the_bytes_of_a_log_are_read_once_for_its_check_and_never_written_again(table: Table) -> None:
    """They may be two megabytes, and everybody's database reads and writes them."""
    assert table.send(GAME).status_code == 302
    with CaptureQueriesContext(connection) as queries:
        replay_log(GameLog.objects.values_list("pk", flat=True).get())
    asked = [query["sql"] for query in queries if '"original"' in query["sql"]]
    assert len(asked) == 1 and asked[0].startswith("SELECT"), asked
    assert bytes(GameLog.objects.get().original) == GAME


def test_the_logs_of_a_person_take_up_no_more_than_their_room_in_an_event(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.gamelogs.services.MAX_EVENT_BYTES", 2 * len(GAME) + 1)
    assert table.send(GAME).status_code == 302
    assert table.send(GAME + b"\n", game_number="2").status_code == 302
    answer = table.send(GAME + b"\n", game_number="3")
    assert answer.status_code == 302, "the same bytes are the same log, whatever game they are said to be of"
    answer = table.send(GAME + b"\n\n", game_number="3")
    assert answer.status_code == 422 and "does not fit" in answer.content.decode()
    assert sum(GameLog.objects.values_list("size", flat=True)) <= 2 * len(GAME) + 1
