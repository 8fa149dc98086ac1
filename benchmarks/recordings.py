"""What a recorded line costs the server, and how many tables one process of pages carries.

    .venv/bin/python -m benchmarks.recordings                  (60 recordings at once)
    RECORDINGS=226 .venv/bin/python -m benchmarks.recordings

It runs through ``./test`` because that starts a private PostgreSQL. The requests go through the whole middleware by
Django's test client, a browser's compression included; network and the page server are left out, for the yardstick (a
bare "hello" in the same run) as well. First one game line by line: what the phone that writes and the one that hears
of it send and get, once with the screen made here and once by phones whose own engine makes it (``screen=no``); calls
are those of Python functions, counted at the line behind each one that is timed. Then many games at once, every one
some lines long already: four threads write the next line of one game after the other and read it on the other phone,
as fast as they can. Between the two stands how the processor time of a line grows with the lines before it: the
middle of twenty lines early and late in the same game. A table writes a line about every twelve seconds (150 lines in
half an hour); the last line says how many such tables that would be.
"""

import gzip
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from statistics import median
from typing import Any

if __name__ == "__main__":  # the rest needs the settings that ./test gives
    root = Path(__file__).resolve().parent.parent
    sys.exit(
        subprocess.run([root / "test", str(Path(__file__)), "-q", "-s"], cwd=root, check=False).returncode
    )

import pytest
from django.db import connection, connections
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path

from tests.tournaments.hall import publish, running_tournament
from tests.tournaments.recordings.table import Phone, client_of, paper_game, writer_of
from tournaments.recordings.models import RecordingEntry
from tournaments.recordings.opening import seated
from tournaments.rounds.models import Match
from x610z_site.urls import urlpatterns as site

RECORDINGS = int(os.environ.get("RECORDINGS", "60"))
THREADS = 4
BEFORE, WRITTEN = 60, 4
"""Lines that every game has already, and lines that are written while it is measured."""
EVERY = 12.0
"""Seconds between two lines of one table."""
MARKS = (1, 25, 50, 100, 149)
LEAN = "&screen=no"
"""What a phone says whose own engine makes the screen."""

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.urls(__name__),
    pytest.mark.timeout(1800),
]


def hello(_request: HttpRequest) -> HttpResponse:
    """The yardstick: the middleware and nothing else."""
    return HttpResponse("hello")


urlpatterns = [path("bench-hello/", hello), *site]


class Game:
    """One recorded game with a phone for each player, and the lines that are still to come."""

    def __init__(self, match: Match, number: int, lines: list[dict[str, Any]], lean: str = "") -> None:
        self.lines, self.lean = list(lines), lean
        if number > 1:  # who lost before chooses (105.1b)
            first = int(lines[0]["value"])
            self.lines[0] = {**lines[0], "by": "loser", "seat": first}
        clients = [client_of(entry.user) for entry in seated(match)]
        address = f"/t/{match.tournament.slug}/matches/{match.pk}/recordings/"
        opened = clients[0].post(address, {"game_number": number, "mode": "two_phones"})
        self.phones = [Phone(client, str(opened["Location"])) for client in clients]
        for client in clients:
            client.defaults["HTTP_ACCEPT_ENCODING"] = "gzip"
        self.head = 0

    def catch_up(self) -> None:
        """What was played until now, as one phone without network writes it for both."""
        run, self.lines = self.lines[:BEFORE], self.lines[BEFORE:]
        answer = self.phones[0].post(*[self.phones[0].entry(line, base=0, offline=True) for line in run])
        acks = json.loads(gzip.decompress(answer.content))["acks"]
        assert [ack["status"] for ack in acks] == ["ok"] * BEFORE, acks[-1]
        self.head = BEFORE

    def write(self) -> tuple[int, Any, int]:
        """The next line: whose it is, the answer, and the bytes that were sent."""
        seat = writer_of(self.lines[0])
        phone = self.phones[seat]
        entry = phone.entry(self.lines.pop(0), base=self.head)
        body = json.dumps({"device": phone.device, "entries": [entry]}, separators=(",", ":"))
        address = f"{phone.url}entries.json?since={self.head}{self.lean}"
        answer = phone.client.post(address, body, content_type="application/json")
        acks = json.loads(gzip.decompress(answer.content))["acks"]
        assert {ack["status"] for ack in acks} == {"ok"}, acks
        self.head += 1
        return seat, answer, len(body)

    def hear(self, seat: int) -> Any:
        """What the other phone asks for when the stream tells it of a line."""
        phone = self.phones[1 - seat]
        return phone.client.get(f"{phone.url}state.json?since={self.head - 1}{self.lean}")


def timed(call: Callable[[], Any]) -> tuple[Any, float, float]:
    """The answer, and the milliseconds of processor and of wall time that it took."""
    cpu, wall = time.thread_time(), time.perf_counter()
    answer = call()
    return answer, (time.thread_time() - cpu) * 1000, (time.perf_counter() - wall) * 1000


def counted(call: Callable[[], Any]) -> tuple[Any, int]:
    """The answer, and how many functions of Python were called for it: no machine is too busy for that figure."""
    calls = 0

    def count_one(_frame: object, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count_one)
    try:
        answer = call()
    finally:
        sys.setprofile(None)
    return answer, calls


def line_by_line(game: Game) -> None:
    """One game from its first line on, and a row for some of the lines."""
    print(
        f"\n{game.lean or 'whole':10} {'':>5} {'cpu ms':>8} {'wall ms':>8} {'queries':>8} {'sent':>7} {'got, gzip':>10}"
    )
    client = Client()
    _answer, cpu, wall = [timed(lambda: client.get("/bench-hello/")) for _time in range(15)][-1]
    print(f"{'hello':10} {'':>5} {cpu:8.1f} {wall:8.1f}")
    total, number, wrote_cpu, heard_cpu = 0, 0, [], []
    while game.lines and number < max(MARKS):
        number += 1
        with CaptureQueriesContext(connection) as wrote:
            (seat, answer, sent), cpu, wall = timed(game.write)
        with CaptureQueriesContext(connection) as read:
            heard, read_cpu, read_wall = timed(lambda seat=seat: game.hear(seat))
        wrote_cpu.append(cpu)
        heard_cpu.append(read_cpu)
        total += sent + len(answer.content) + len(heard.content)
        if number in MARKS:
            write = f"{cpu:8.1f} {wall:8.1f} {len(wrote):8} {sent:7} {len(answer.content):10}"
            print(f"{'line':5} {number:4} {'write':>5} {write}")
            print(
                f"{'':10} {'hear':>5} {read_cpu:8.1f} {read_wall:8.1f} {len(read):8} {0:7} {len(heard.content):10}"
            )
            if game.lines:
                number += 1
                (seat, _answer, _sent), writing = counted(game.write)
                _heard, hearing = counted(lambda seat=seat: game.hear(seat))
                print(f"{'':10} calls: write {writing}, hear {hearing}")
    for name, spent in (("write", wrote_cpu), ("hear", heard_cpu)):
        early, late = median(spent[10:30]), median(spent[-20:])
        print(
            f"{name:6} lines 11-30 {early:.1f} ms, the last 20 {late:.1f} ms: {late / early:.2f} times as much"
        )
    print(f"{number} lines: 2 requests and {total / number:.0f} bytes a line, both phones together")


def at_once(games: list[Game]) -> None:
    """Every game goes on by some lines, in threads."""
    waiting: SimpleQueue[Game] = SimpleQueue()
    for _line in range(WRITTEN):
        for game in games:
            waiting.put(game)
    locks = {id(game): threading.Lock() for game in games}
    wrote: list[float] = []
    heard: list[float] = []

    def work() -> None:
        while True:
            try:
                game = waiting.get_nowait()
            except Empty:
                break
            with locks[id(game)]:
                (seat, _answer, _sent), _cpu, wall = timed(game.write)
                wrote.append(wall)
                heard.append(timed(lambda seat=seat, game=game: game.hear(seat))[2])
        connections.close_all()

    threads = [threading.Thread(target=work) for _number in range(THREADS)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = time.perf_counter() - began
    client = Client()
    yardstick = median(timed(lambda: client.get("/bench-hello/"))[2] for _time in range(50))
    print(
        f"\n{games[0].lean or 'whole'}: {len(games)} recordings at once, {BEFORE} lines each before;"
        f" {THREADS} threads of one process"
    )
    for name, times in (("write", wrote), ("hear", heard)):
        times.sort()
        print(
            f"{name:6} p50 {median(times):6.1f} ms, p99 {times[int(len(times) * 0.99)]:6.1f} ms, {len(times)} times"
        )
    rate = len(wrote) / spent
    print(f"hello  p50 {yardstick:6.1f} ms")
    print(
        f"{rate:.1f} lines a second, each heard by the other phone: {rate * EVERY:.0f} tables for one process"
    )


def test_recordings_line_by_line_and_many_at_once() -> None:
    """Prints the figures; asserted is that every line was taken, and that nothing got lost."""
    tournament = running_tournament(4 + 4 * -(-RECORDINGS // 3), capacity=2000)
    publish(tournament)
    matches = list(Match.objects.filter(tournament=tournament, kind="played").order_by("table"))
    for match in matches:
        match.tournament = tournament
    lines = next(game for game in map(paper_game, count(3, 50)) if len(game) >= max(MARKS))
    line_by_line(Game(matches[0], 1, lines))
    line_by_line(Game(matches[1], 1, lines, LEAN))
    places = [(match, number) for match in matches[2:] for number in (1, 2, 3)][: 2 * RECORDINGS]
    for lean in ("", LEAN):
        mine, places = places[:RECORDINGS], places[RECORDINGS:]
        games = [Game(match, number, lines, lean) for match, number in mine]
        before = RecordingEntry.objects.count()
        for game in games:
            game.catch_up()
        at_once(games)
        assert RecordingEntry.objects.count() - before == sum(game.head for game in games)
