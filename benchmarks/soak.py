"""Hours under load: does any process of the site grow.

    python -m benchmarks.soak [--minutes 60] [--rate 12] [--players 32] [--short]    make soak

The site with production settings behind the proxy of ``deploy/``, with relay and worker. A tournament is played: people
read their pages and everybody's, report, open and leave live streams, all at a steady rate; every tenth of the time the
round is completed and the next one published, and after the last one another event begins. A quarter of the time brings
everything that has a bound to it: bursts keep all threads of every process busy at once, so that each has its stack and
its connections, and the shelf of ready pages is given so little room that it is full and lets go of something all the
time. After that the anonymous memory of every process is looked at every five seconds. Its slope is the median of
the slopes between all pairs of looks (Theil and Sen), so that one jump does not make it, in percent of the process an
hour; a process may also do the opposite of growing. Open files are counted the same way. The control, in the same run:
a process of pages that gets its share of the same requests and keeps a few bytes of each must be found to grow.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.drills import site
from benchmarks.kept import keep
from benchmarks.proxied.running import Helper, Running, children, whole_site
from benchmarks.storm import fetched, percent
from x610z_site.services.servers import free_port

MOST = 1.0
"""Percent an hour."""
LOOKS = 5.0
"""Seconds from one look to the next."""
LEAK = 2_000
"""Bytes that the leaking process keeps of every request."""
ROUNDS = 10
SHELF_MB = "0.25"
"""The pages of one event of 32 players fill it."""
BURST, BURSTS = 60, 6
"""So many people ask at once, so often while everything warms up."""


# --- the organizer -----------------------------------------------------------------------------------------------


def organizer(players: int) -> None:
    """Build a hall and print its phones; for each line that comes, play the round out, publish the next, print it."""
    import django

    django.setup()
    from benchmarks.drills.hall import build
    from ledger.errors import UserError
    from tests.tournaments import hall
    from tournaments.events.models import Tournament
    from tournaments.rounds.models import Match, Round
    from tournaments.rounds.pairing_services import round_complete
    from tournaments.rounds.services import result_enter

    built = build(players)
    print(json.dumps(built), flush=True)
    for _line in iter(sys.stdin.readline, ""):
        tournament = Tournament.objects.get(slug=built["slug"])
        boss = hall.organizer_of(tournament)
        now = Round.objects.filter(tournament=tournament).order_by("number").last()
        assert now is not None
        for match in Match.objects.filter(round=now, kind="played").exclude(state="final"):
            result_enter(actor=boss, tournament=tournament, match_id=match.pk, said=(2, match.pk % 2, 0))
        round_complete(actor=boss, tournament=tournament, round_id=now.pk)
        try:
            hall.publish(tournament, now.number + 1)
        except UserError:  # that was the last round: the next event begins
            built = build(players)
        print(json.dumps(built), flush=True)


# --- the crowd -----------------------------------------------------------------------------------------------------


class Crowd:
    """Asks at a steady rate, whatever becomes of the answers."""

    def __init__(self, port: int, leaking: int, hall: dict[str, Any]) -> None:
        self.port, self.leaking, self.hall = port, leaking, hall
        self.took: list[tuple[float, float]] = []
        self.errors: Counter[str] = Counter()
        self.chance = random.Random(11)

    async def one(self) -> None:
        """One request, or one stream for a moment; every third goes to the process that leaks."""
        slug, phone = self.hall["slug"], self.chance.choice(self.hall["phones"])
        kind = self.chance.random()
        try:
            if kind < 0.1:
                await self._stream(f"/live/t-{slug}/")
            elif kind < 0.2:
                form = {"first": "1", "second": "1"}  # what both sides may say without a dispute
                answer = await asyncio.to_thread(
                    site.ask, self.leaking, f"/t/{slug}/me/", session=phone["session"], form=form
                )
                self._answered("a report", answer[0] in (200, 302, 422), str(answer[0]))
            else:
                page = self.chance.choice(
                    ("me/", "me/", "", "standings/", "tables/", "standings/part/en/?v=1")
                )
                session = phone["session"] if page == "me/" or self.chance.random() < 0.5 else ""
                if self.chance.random() < 0.3:
                    answer = await asyncio.to_thread(
                        site.ask, self.leaking, f"/t/{slug}/{page}", session=session
                    )
                    self._answered(page, answer[0] == 200, str(answer[0]))
                else:
                    status, _headers, _body, took = await fetched(
                        self.port, f"/t/{slug}/{page}", session=session
                    )
                    self.took.append((time.monotonic(), took))
                    self._answered(page, status == 200, str(status))
        except (OSError, ValueError, IndexError, TimeoutError) as error:
            self.errors[type(error).__name__] += 1

    def _answered(self, what: str, well: bool, status: str) -> None:
        if not well:
            self.errors[f"{what}: {status}"] += 1

    async def _stream(self, path: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {site.HOST}\r\nAccept: text/event-stream\r\n\r\n".encode()
        )
        self._answered("stream", b" 200 " in await reader.readline(), "not 200")
        await asyncio.sleep(self.chance.uniform(0, 20))
        writer.close()

    async def burst(self) -> None:
        """Everybody at once: for a moment no thread of any process of pages is free."""
        path = f"/t/{self.hall['slug']}/me/"
        sessions = [self.chance.choice(self.hall["phones"])["session"] for _phone in range(BURST)]
        asked = [fetched(self.port, path, session=session) for session in sessions]
        there = [asyncio.to_thread(site.ask, self.leaking, path, session=session) for session in sessions]
        for answer in await asyncio.gather(*asked, *there, return_exceptions=True):
            well = not isinstance(answer, BaseException) and answer[0] == 200
            self._answered("a burst", well, repr(answer)[:80])

    async def go(self, seconds: float, rate: float, turn: Callable[[], None]) -> None:
        """So many seconds long; ``turn`` is called ten times in between."""
        tasks = set[asyncio.Task[None]]()
        begun, turns, bursts = time.monotonic(), 1, 0
        for number in range(int(seconds * rate)):
            await asyncio.sleep(max(0.0, begun + number / rate - time.monotonic()))
            task = asyncio.create_task(self.one())
            tasks.add(task)
            if bursts < BURSTS and number / rate >= bursts * seconds / 4 / BURSTS:
                await self.burst()
                bursts += 1
            task.add_done_callback(tasks.discard)
            if number / rate > turns * seconds / ROUNDS:
                await asyncio.to_thread(turn)
                turns += 1
        await asyncio.gather(*tasks)


# --- looking at processes ------------------------------------------------------------------------------------------


class Looks:
    """What is seen of every process, time after time."""

    def __init__(self, pids: dict[str, int]) -> None:
        self.pids = pids
        self.seen: dict[str, list[tuple[float, float, int]]] = {name: [] for name in pids}

    async def go(self) -> None:
        """Look until cancelled."""
        while True:
            now = time.monotonic()
            for name, pid in self.pids.items():
                self.seen[name].append((now, anonymous(pid), len(list(Path(f"/proc/{pid}/fd").iterdir()))))
            await asyncio.sleep(LOOKS)


def anonymous(pid: int) -> float:
    """Kilobytes of memory that belong to the process alone and hold no file."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return float(next(line for line in status.splitlines() if line.startswith("RssAnon")).split()[1])


def steps(points: list[tuple[float, float]]) -> float:
    """By how much the values grow for each one of what they are counted by: the median of all slopes between pairs."""
    return median(
        (later - first) / (at - begun)
        for number, (begun, first) in enumerate(points)
        for at, later in points[number + 1 :]
    )


def slope(points: list[tuple[float, float]]) -> float:
    """Percent of the median that the values grow by in an hour."""
    return 100 * 3600 * steps(points) / median(value for _at, value in points)


# --- the run ---------------------------------------------------------------------------------------------------------


def run(minutes: float, rate: float, players: int) -> tuple[Looks, Crowd]:
    """Start everything and let it run; what was seen and how the crowd fared."""
    with ExitStack() as stack:
        running: Running = stack.enter_context(whole_site(jobs=True, SHELF_MB=SHELF_MB))
        leaking = free_port()
        leaky = site.pages(
            leaking,
            {**running.environment, "LEAK": str(LEAK)},
            running.folder / "leaky.log",
            door="benchmarks.proxied.leaking:door",
        )
        stack.callback(leaky.stop)
        site.wait_for(leaking)
        boss = Helper(["benchmarks.soak", "--as-organizer", str(players)], running.environment)
        stack.callback(boss.end)
        crowd = Crowd(running.port, leaking, boss.line())
        workers = children(running.pages.process.pid)
        pids = {f"pages {number}": pid for number, pid in enumerate(workers, start=1)}
        pids |= {name: pid for name, pid in running.processes.items() if name != "pages"}
        pids["pages that leak"] = children(leaky.process.pid)[0]
        looks = Looks(pids)

        def turn() -> None:
            boss.say("next")
            crowd.hall = boss.line()

        async def whole() -> None:
            looking = asyncio.create_task(looks.go())
            await crowd.go(60 * minutes, rate, turn)
            looking.cancel()

        asyncio.run(whole())
        assert workers == children(running.pages.process.pid), "a worker died meanwhile"
    return looks, crowd


def main() -> int:
    """The command of the first lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=12.0, help="requests a second")
    parser.add_argument("--players", type=int, default=32)
    parser.add_argument("--short", action="store_true", help="one minute, and nothing is said about slopes")
    parser.add_argument("--as-organizer", type=int, default=0, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.as_organizer:
        organizer(told.as_organizer)
        return 0
    minutes, players = (1.0, 8) if told.short else (told.minutes, told.players)
    looks, crowd = run(minutes, told.rate, players)
    slopes, files, sizes = {}, {}, {}
    for name, seen in looks.seen.items():
        warm = [one for one in seen if one[0] >= seen[0][0] + 60 * minutes / 4]
        slopes[name] = slope([(at, memory) for at, memory, _files in warm])
        files[name] = f"{warm[0][2]} to {warm[-1][2]}"
        sizes[name] = f"{warm[0][1] / 1024:.1f} to {warm[-1][1] / 1024:.1f} MB"
    control = slopes.pop("pages that leak")
    times = [took for _at, took in crowd.took]
    quarter = len(times) // 4
    keep(
        "soak",
        command="make soak" if minutes == 60 else f"python -m benchmarks.soak --minutes {minutes:.0f}",
        goals=("R16",),
        figures={
            "minutes, requests a second, players": f"{minutes:.0f}, {told.rate:.0f}, {players}",
            "errors": f"{crowd.errors.total()} {dict(crowd.errors) or ''}".strip(),
            **{
                f"{name}: memory, growth": f"{sizes[name]}, {growth:+.2f} % an hour"
                for name, growth in slopes.items()
            },
            "open files, from the first quarter to the end": "; ".join(
                f"{name} {count}" for name, count in files.items()
            ),
            "p99 of the second quarter, of the last": ", ".join(
                f"{percent(part, 99):.0f} ms" for part in (times[quarter : 2 * quarter], times[-quarter:])
            ),
            "load of the machine": f"{os.getloadavg()[0]:.0f}",
        },
        control=f"pages that keep {LEAK} bytes of each request: {sizes['pages that leak']}, {control:+.1f} % an hour",
    )
    if told.short:
        return int(bool(crowd.errors))
    return int(bool(crowd.errors) or any(growth > MOST for growth in slopes.values()) or control <= MOST)


if __name__ == "__main__":
    sys.exit(main())
