"""Every phone at once: a round is published, and each phone in the hall fetches its table within half a minute.

    python -m benchmarks.storm [--phones 2000] [--seconds 30] [--workers 2] [--short]
    make storm

The site runs as production does: nginx with the files of `deploy/`, page processes, the live process, the relay, a
private PostgreSQL and Redis. The phones are another process: each holds a live stream through the proxy, hears of the
new version, waits a moment of its own and fetches its own table (signed in) and the part with everybody's tables, which
the proxy may keep. All share this machine. An error is any answer but 200, a page without the reader's own name, a part
of another round, a private page that the proxy kept. The yardstick in the same run is the empty answer of `/healthz/`
by the same way. The controls: phones whose pages are stopped must count as errors, and a private page asked for by the
address of a part must not come out of the proxy's cache. Needs nginx.
"""

import argparse
import asyncio
import gzip
import json
import os
import random
import re
import sys
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any
from uuid import uuid4

from benchmarks.drills import site
from benchmarks.kept import keep
from benchmarks.proxied.running import Helper, processors, whole_site
from benchmarks.round_command import build

SLUG = "bench-round-command"
PATIENCE = 60.0


# --- the organizer: a process with the site's code ---------------------------------------------------------


def signed_in(user: Any, name: str = "") -> str:
    """The key of a new session of somebody, made as signing in makes it; for a process with the site's code.

    name: what the session is called, where something is to be good beside it alone.
    """
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.auth.backends import ModelBackend

    from ledger.credentials import SESSION
    from x610z_site.accounts.sessions import SessionStore

    session = SessionStore()
    session[SESSION] = name or str(uuid4())
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = f"{ModelBackend.__module__}.{ModelBackend.__qualname__}"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def organizer(phones: int) -> None:
    """Build the hall, print every phone's session and name, then publish when told to; prints the version and when."""
    import django

    django.setup()

    from ledger.commands import Actor
    from ledger.selectors import live_version
    from tournaments.entries.models import Entry
    from tournaments.events.models import Staff, Tournament
    from tournaments.rounds.pairing_services import round_draft, round_publish

    tournament = Tournament.objects.get(pk=build(phones))
    Staff.objects.create(tournament=tournament, user=tournament.created_by, role="organizer")
    made = []
    for entry in Entry.objects.filter(tournament=tournament).select_related("user").order_by("number"):
        made.append([signed_in(entry.user), entry.name, entry.user.display_name])
    actor = Actor(tournament.created_by, "organizer")
    draft = round_draft(actor=actor, tournament=tournament, number=3)
    print(json.dumps(made), flush=True)
    sys.stdin.readline()
    round_publish(actor=actor, tournament=tournament, round_id=draft["round"])
    print(json.dumps({"at": time.time(), "version": live_version(tournament.chain_key)}), flush=True)


# --- the phones: a process of their own --------------------------------------------------------------------


@dataclass
class Seen:
    """What the phones saw."""

    told: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)
    part: list[float] = field(default_factory=list)
    idle: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    cache: Counter[str] = field(default_factory=Counter)


async def fetched(
    port: int, path: str, *, session: str = "", update: bool = False
) -> tuple[int, str, str, float]:
    """Status, headers, body and seconds of one request on a connection of its own; compressed bodies are opened."""
    begun = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [f"GET {path} HTTP/1.1", f"Host: {site.HOST}", "Connection: close", "Accept-Encoding: gzip"]
    lines += [f"Cookie: __Host-session={session}"] if session else []
    lines += ["HX-Request: true", "HX-Target: me"] if update else []
    writer.write("\r\n".join([*lines, "", ""]).encode())
    answer = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    took = time.perf_counter() - begun
    headers, body = unpacked(answer)
    return int(headers.split(" ", 2)[1]), headers, body, took


def unpacked(answer: bytes) -> tuple[str, str]:
    """Headers and body of an answer as it came; a compressed body is opened."""
    head, _empty, body = answer.partition(b"\r\n\r\n")
    headers = head.decode("latin-1")
    if re.search("transfer-encoding: chunked", headers, re.I):
        body = _unchunked(body)
    if re.search("content-encoding: gzip", headers, re.I):
        body = gzip.decompress(body)
    return headers, body.decode("utf-8", "replace")


def _unchunked(body: bytes) -> bytes:
    parts = []
    while body:
        size, _end, body = body.partition(b"\r\n")
        count = int(size, 16)
        parts.append(body[:count])
        body = body[count + 2 :]
    return b"".join(parts)


async def phone(port: int, session: str, name: str, seconds: float, seen: Seen, ready: list[int]) -> None:
    """One phone: listens, hears, waits a moment, fetches its table and everybody's."""
    counted = False
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"GET /live/t-{SLUG}/ HTTP/1.1\r\nHost: {site.HOST}\r\nAccept: text/event-stream\r\n\r\n".encode()
        )
        version, first = 0, True
        while line := await reader.readline():
            if not line.startswith(b"data: "):
                continue
            version = json.loads(line[6:])["version"]
            if not first:
                break
            first, counted = False, True
            ready.append(1)
        seen.told.append(time.time())
        writer.close()
        await asyncio.sleep(random.uniform(0, seconds))
        status, headers, body, took = await fetched(port, f"/t/{SLUG}/me/", session=session, update=True)
        seen.own.append(took)
        if status != 200 or f"{name}<" not in re.sub(r"\s+<", "<", body) or "Round 3" not in body:
            seen.errors[f"own page {status}"] += 1
        if "x-cache" in headers.lower() or "no-store" not in headers.lower():
            seen.errors["a private page may be kept"] += 1
        url = f"/t/{SLUG}/tables/part/en/?by=name&v={version}"
        status, headers, body, took = await fetched(port, url, session=session)
        seen.part.append(took)
        found = re.search(r"x-cache: (\w+)", headers, re.I)
        seen.cache[found[1] if found else "none"] += 1
        if status != 200 or name not in body or "Round 3" not in body or "set-cookie" in headers.lower():
            seen.errors[f"part {status}"] += 1
    except (OSError, ValueError, IndexError, TimeoutError) as error:
        seen.errors[type(error).__name__] += 1
        if not counted:
            ready.append(1)


async def crowd(port: int, seconds: float) -> None:
    """All phones; says when all listen, and at the end what they saw."""
    people = json.loads(sys.stdin.readline())
    seen, ready = Seen(), []
    for _time in range(50):
        seen.idle.append((await fetched(port, "/healthz/"))[3])
    for session, *_names in people[:40]:  # the day did not begin with this round: pages have been read before
        await fetched(port, f"/t/{SLUG}/me/", session=session)
        await fetched(port, f"/t/{SLUG}/me/", session=session, update=True)
    tasks = []
    for number, (session, name, _account) in enumerate(people):
        tasks.append(asyncio.create_task(phone(port, session, name, seconds, seen, ready)))
        if number % 50 == 49:
            await asyncio.sleep(0.03)
    deadline = time.monotonic() + PATIENCE
    while len(ready) < len(people) and time.monotonic() < deadline:
        await asyncio.sleep(0.05)
    print(json.dumps(len(ready)), flush=True)
    await asyncio.wait(tasks, timeout=seconds + 2 * PATIENCE)
    kept = await kept_for_another(port, people)
    said = {**vars(seen), "unanswered": sum(not task.done() for task in tasks), "kept for another": kept}
    print(json.dumps(said), flush=True)


async def kept_for_another(port: int, people: list[list[str]]) -> int:
    """How many private pages came to somebody else: the same addresses with a session, with another, with none."""
    wrong = 0
    for path in (f"/t/{SLUG}/me/", f"/t/{SLUG}/me/?v=1", f"/t/{SLUG}/standings/?v=1", f"/t/{SLUG}/tables/"):
        first = (await fetched(port, path, session=people[0][0]))[2]
        for session in (people[1][0], ""):
            _status, headers, body, _took = await fetched(port, path, session=session)
            wrong += f'"user-name">{people[0][2]}<' in body or "x-cache: hit" in headers.lower()
        wrong += f'"user-name">{people[0][2]}<' not in first
    return wrong


# --- the run -----------------------------------------------------------------------------------------------


def storm(phones: int, seconds: float, workers: int) -> tuple[dict[str, Any], int]:
    """Start everything, publish, and let the phones come; what they saw, and how many errors the control counted."""
    with ExitStack() as stack:
        running = stack.enter_context(whole_site(workers=workers))
        boss = Helper(["benchmarks.storm", "--as-organizer", str(phones)], running.environment)
        stack.callback(boss.end)
        people = boss.line()
        asker = Helper(["benchmarks.storm", "--as-phones", str(running.port), "--seconds", str(seconds)])
        stack.callback(asker.end)
        asker.say(people)
        listening = asker.line()
        used = processors(running.pages.process.pid)
        boss.say(True)
        published = boss.line()
        said: dict[str, Any] = asker.line()
        said["processor"] = processors(running.pages.process.pid) - used
        said |= {"phones": phones, "listening": listening, "published": published["at"]}
        running.pages.stop()
        few = Helper(["benchmarks.storm", "--as-phones", str(running.port), "--seconds", "0", "--control"])
        stack.callback(few.end)
        few.say(people[:20])
        return said, few.line()


async def stopped(port: int) -> None:
    """The control: phones whose pages are gone; says how many of them noticed."""
    people = json.loads(sys.stdin.readline())
    answers = [await fetched(port, f"/t/{SLUG}/me/", session=session) for session, *_names in people]
    print(json.dumps(sum(status != 200 for status, _headers, _body, _took in answers)), flush=True)


def percent(values: list[float], share: int) -> float:
    """The value that so many of a hundred stay under, in milliseconds."""
    return 1000 * (quantiles(values, n=100, method="inclusive")[share - 1] if len(values) > 1 else values[0])


def main() -> int:
    """The command of the first lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--phones", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--short", action="store_true", help="60 phones within two seconds")
    parser.add_argument("--as-organizer", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--as-phones", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--control", action="store_true", help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.as_organizer:
        organizer(told.as_organizer)
        return 0
    if told.as_phones:
        asyncio.run(stopped(told.as_phones) if told.control else crowd(told.as_phones, told.seconds))
        return 0
    phones, seconds = (60, 2.0) if told.short else (told.phones, told.seconds)
    said, noticed = storm(phones, seconds, told.workers)
    errors = sum(said["errors"].values()) + said["unanswered"] + said["kept for another"]
    hits, asked = said["cache"].get("HIT", 0), sum(said["cache"].values())
    keep(
        "storm",
        command="make storm",
        goals=("R14",),
        figures={
            "phones, seconds": f"{phones}, {seconds:.0f}",
            "errors": f"{errors} {said['errors'] or ''}".strip(),
            "told of the version, the last after": f"{len(said['told'])}, "
            f"{max(said['told'], default=0) - said['published']:.2f} s",
            "own table: median, p95, p99": ", ".join(
                f"{percent(said['own'], p):.0f} ms" for p in (50, 95, 99)
            ),
            "everybody's tables: median, p95": ", ".join(
                f"{percent(said['part'], p):.0f} ms" for p in (50, 95)
            ),
            "of those out of the proxy's cache": f"{hits} of {asked}",
            "private pages that came to another": str(said["kept for another"]),
            "processor of the pages for one phone": f"{1000 * said['processor'] / phones:.1f} ms, "
            f"{said['processor']:.1f} s in all",
            "load of the machine": f"{os.getloadavg()[0]:.0f}",
            "yardstick, an empty answer before": ", ".join(
                f"{percent(said['idle'], p):.0f} ms" for p in (50, 95)
            ),
        },
        control=f"with the pages stopped {noticed} of 20 phones counted an error",
    )
    return int(bool(errors) or noticed != 20)


if __name__ == "__main__":
    sys.exit(main())
