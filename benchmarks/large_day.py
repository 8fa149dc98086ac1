"""A day of 226 players by their phones: the desk pairs, publishes and closes round after round, everybody reports.

    python -m benchmarks.large_day [--players 226] [--seconds 60] [--rounds 6] [--short]

The site runs as production does: nginx with the files of `deploy/`, page processes, the live process, the relay, a
private PostgreSQL and Redis. Two rounds are stored beforehand; each of the others goes by the pages that people use:
the organizer presses "pair", "publish" and "complete", every player holds a live stream through the proxy, and within
``--seconds`` of the publishing each opens their page and reports the result. Everything shares this machine. What is
promised: a pairing in 2 s, the last open page told 2 s after the publishing, p95 of the reports at most 300 ms with all
of them in a minute. Ends with an error when a request fails, a report is lost or somebody met somebody twice. The
control: with the relay stopped nobody may hear of a round. The yardstick is the empty answer of ``/healthz/``.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from benchmarks.drills import site
from benchmarks.kept import keep
from benchmarks.proxied.running import Helper, Running, whole_site
from benchmarks.round_command import build
from benchmarks.signins import Browser
from benchmarks.storm import PATIENCE, SLUG, percent, signed_in

FIRST = 3
"""The first round that is not stored beforehand."""


# --- the hall: a process with the site's code --------------------------------------------------------------


def hall(players: int) -> None:
    """Build the hall, print everybody's session, then for each line (a round's number) who sits where."""
    import django

    django.setup()

    from tournaments.entries.models import Entry
    from tournaments.events.models import Staff, Tournament
    from tournaments.rounds.models import Match, Seat

    tournament = Tournament.objects.get(pk=build(players))
    Staff.objects.create(tournament=tournament, user=tournament.created_by, role="organizer")
    entries = Entry.objects.filter(tournament=tournament).select_related("user").order_by("number")
    phones = {entry.pk: signed_in(entry.user) for entry in entries}
    print(json.dumps([signed_in(tournament.created_by), list(phones.values())]), flush=True)
    while line := sys.stdin.readline():
        seats = Seat.objects.filter(round__tournament=tournament, round__number=int(line)).order_by("pk")
        sitting = [
            [phones[entry], match, version, position]
            for entry, match, version, position in seats.values_list(
                "entry", "match", "match__version", "position"
            )
        ]
        final = Match.objects.filter(round__tournament=tournament, state="final", round__number=int(line))
        print(json.dumps([sitting, final.count(), again(tournament.pk)]), flush=True)


def again(tournament: int) -> int:
    """How many pairs have met twice."""
    from tournaments.rounds.models import Seat

    tables: dict[int, set[int]] = {}
    for match, entry in Seat.objects.filter(round__tournament=tournament).values_list("match", "entry"):
        tables.setdefault(match, set()).add(entry)
    return len(tables) - len({frozenset(pair) for pair in tables.values()})


# --- the people --------------------------------------------------------------------------------------------


@dataclass
class Seen:
    """What was measured, in seconds."""

    paired: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    reports: list[list[float]] = field(default_factory=list)
    idle: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)


def browser(port: int, session: str) -> Browser:
    """The browser of somebody who is signed in."""
    return Browser(port, "127.0.0.1", {"__Host-session": session, "__Host-csrf": "c" * 32})


async def timed(asker: Browser, path: str, seen: Seen, form: dict[str, str] | None = None) -> float:
    """Seconds of a request that must be answered with the page, or after a form with the way to it."""
    begun = time.perf_counter()
    status, _headers, _text = await asker.ask(f"/t/{SLUG}/{path}", form)
    if status != (302 if form else 200):
        seen.errors[f"{path.partition('/')[0]} {status}"] += 1
    return time.perf_counter() - begun


class Stream:
    """The live stream of an open page."""

    def __init__(self) -> None:
        self.heard: list[float] = []

    async def listen(self, port: int, ready: list[int]) -> None:
        """Note when each version came; the first is how things stand."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        request = f"GET /live/t-{SLUG}/ HTTP/1.1\r\nHost: {site.HOST}\r\nAccept: text/event-stream\r\n\r\n"
        writer.write(request.encode())
        first = True
        try:
            while line := await reader.readline():
                if not line.startswith(b"data: "):
                    continue
                if first:
                    ready.append(1)
                else:
                    self.heard.append(time.time())
                first = False
        finally:
            writer.close()


async def report(port: int, seat: list[Any], wait: float, seen: Seen) -> None:
    """One player: opens their own page after a while and reports; the first seat won by two to one."""
    session, match, _version, position = seat
    await asyncio.sleep(wait)
    phone = browser(port, session)
    try:
        seen.pages.append(await timed(phone, "me/", seen))
        said = {"score": "1-2-0" if position else "2-1-0", "match": str(match), "version": str(seat[2])}
        seen.reports[-1].append(await timed(phone, "me/", seen, said))
    except (OSError, ValueError, IndexError, TimeoutError) as error:
        seen.errors[type(error).__name__] += 1


async def reached(streams: list[Stream], since: float) -> float | None:
    """Seconds until the last of all open pages heard of something after a moment; none when one never does."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        firsts = [next((at for at in stream.heard if at >= since), None) for stream in streams]
        if None not in firsts:
            return max(at for at in firsts if at is not None) - since
        await asyncio.sleep(0.05)
    return None


async def day(running: Running, boss: Helper, rounds: int, seconds: float, seen: Seen) -> int:
    """All rounds, and the control: how many pages heard of a round with the relay stopped."""
    port, (session, people) = running.port, boss.line()
    for _time in range(50):
        begun = time.perf_counter()
        await Browser(port, "127.0.0.1").ask("/healthz/")
        seen.idle.append(time.perf_counter() - begun)
    streams, ready = [Stream() for _session in people], []
    tasks = [asyncio.create_task(stream.listen(port, ready)) for stream in streams]
    while len(ready) < len(people):
        await asyncio.sleep(0.05)
    desk, chance = browser(port, session), random.Random(226)
    for number in range(FIRST, FIRST + rounds):
        seen.paired.append(await timed(desk, "desk/round/do/draft/", seen, {"number": str(number)}))
        since = time.time()
        await timed(desk, "desk/round/do/publish/", seen, {"number": str(number), "start_clock": "yes"})
        told = await reached(streams, since)
        if told is None:
            seen.errors["never told"] += 1
        seen.told.append(told or PATIENCE)
        boss.say(number)
        seats, _final, _again = boss.line()
        seen.reports.append([])
        await asyncio.gather(*(report(port, seat, chance.uniform(0, seconds), seen) for seat in seats))
        boss.say(number)
        _seats, final, twice = boss.line()
        seen.errors["reports lost"] += len(people) // 2 - final
        seen.errors["met twice"] += twice
        await timed(desk, "desk/round/do/complete/", seen, {"number": str(number)})
    return await without_relay(running, desk, FIRST + rounds, streams, seen, tasks)


async def without_relay(
    running: Running, desk: Browser, number: int, streams: list[Stream], seen: Seen, tasks: list[Any]
) -> int:
    """The control: how many open pages hear of a round within three seconds while no relay runs."""
    await asyncio.sleep(2)
    os.kill(running.processes["relay"], 19)  # it stands still: SIGSTOP
    try:
        since = time.time()
        await timed(desk, "desk/round/do/draft/", seen, {"number": str(number)})
        await timed(desk, "desk/round/do/publish/", seen, {"number": str(number)})
        await asyncio.sleep(3)
        return sum(any(at >= since for at in stream.heard) for stream in streams)
    finally:
        os.kill(running.processes["relay"], 18)
        for task in tasks:
            task.cancel()


def main() -> int:
    """The command of the first lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=226)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument(
        "--short", action="store_true", help="16 players, two rounds, reports within a second"
    )
    parser.add_argument("--as-hall", type=int, default=0, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.as_hall:
        hall(told.as_hall)
        return 0
    players, seconds, rounds = (16, 1.0, 2) if told.short else (told.players, told.seconds, told.rounds)
    seen = Seen()
    with ExitStack() as stack:
        running = stack.enter_context(whole_site())
        boss = Helper(["benchmarks.large_day", "--as-hall", str(players)], running.environment)
        stack.callback(boss.end)
        noticed = asyncio.run(day(running, boss, rounds, seconds, seen))
    return said(players, seconds, seen, noticed)


def said(players: int, seconds: float, seen: Seen, noticed: int) -> int:
    """Keep the figures; 1 when something went wrong."""
    errors = +seen.errors
    every = [took for one in seen.reports for took in one]
    keep(
        "large_day",
        command="python -m benchmarks.large_day",
        goals=("R14",),
        figures={
            "players, rounds by the pages, reports in": (
                f"{players}, {len(seen.paired)}, {len(every)}, {seconds:.0f} s a round"
            ),
            "errors, lost reports, rematches": f"{sum(errors.values())} {dict(errors) or ''}".strip(),
            "pair a round: the slowest, the last": f"{max(seen.paired):.2f} s, {seen.paired[-1]:.2f} s",
            "published until the last open page was told: the slowest": f"{max(seen.told):.2f} s",
            "own page: median, p95": ", ".join(f"{percent(seen.pages, p):.0f} ms" for p in (50, 95)),
            "report: median, p95": ", ".join(f"{percent(every, p):.0f} ms" for p in (50, 95)),
            "report in the first and in the last of these rounds: p95": ", ".join(
                f"{percent(seen.reports[place], 95):.0f} ms" for place in (0, -1)
            ),
            "yardstick, an empty answer: median, p95": ", ".join(
                f"{percent(seen.idle, p):.0f} ms" for p in (50, 95)
            ),
            "load of the machine": f"{os.getloadavg()[0]:.0f}",
        },
        control=f"with the relay standing still {noticed} of {players} open pages heard of a round",
    )
    return int(bool(errors) or noticed > 0)


if __name__ == "__main__":
    sys.exit(main())
