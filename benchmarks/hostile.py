"""Hostile logs while others read their pages: does each end in a verdict, and how much longer do the others wait.

    python -m benchmarks.hostile [--seconds 6] [--blocks 8] [--rate 30] [--short]    make hostile

The site with production settings behind the proxy of ``deploy/``, with relay and worker as their units start them.
Sixty-four players upload the logs of ``tests/tournaments/gamelogs/attacks.py`` from outside, without a pause as many as
the site takes of so many for hours; one of them has handed in all that one person may and goes on trying. The people of
another tournament ask for pages at a steady rate that waits for nothing. Calm and attacked blocks take
turns, because no machine is equally fast for minutes, and every round has two calm ones: what counts is the ratio of
the 99th percentiles, and beside it stands the ratio of calm blocks to calm blocks, which is what chance makes. The
control, in blocks that take their turn, too: as many programs as the machine has cores, and one more, replay the same
logs with none of a replay's limits, which must be felt.
"""

import argparse
import asyncio
import http.client
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from typing import Any

from benchmarks.drills import site
from benchmarks.kept import keep
from benchmarks.proxied.running import Helper, later, whole_site
from benchmarks.storm import fetched, percent

ROOT = Path(__file__).resolve().parent.parent
PEOPLE = 32
ATTACKERS = 64
EVERY = 10
"""Of so many uploads one is by the player who has handed in all that one person may."""
KINDS = ("calm", "attacked", "calm again", "unlimited")
PATIENCE = 300.0
UNLIMITED = "from tests.tournaments.gamelogs.attacks import attacks; from rules_engine import audit\n"
UNLIMITED += (
    "logs = list(attacks().values())\nprint(flush=True)\nwhile True:\n    [audit(log) for log in logs]"
)


# --- who hands logs in: a process of its own ---------------------------------------------------------------


def attacker(port: int) -> None:
    """Build the tournaments, print the others' people; then upload logs between "go" and "stop"."""
    import django

    django.setup()
    from benchmarks.drills.hall import build
    from tests.tournaments.gamelogs.attacks import attacks
    from tournaments.gamelogs.models import GameLog
    from tournaments.gamelogs.services import MAX_LATELY, WHILE

    others = build(PEOPLE)
    seats = [seat for _hall in range(ATTACKERS // PEOPLE) for seat in _seats(build(PEOPLE))]
    pause = WHILE.total_seconds() / MAX_LATELY / ATTACKERS
    mixed = list(attacks().values())
    random.Random(12).shuffle(mixed)
    logs = cycle(enumerate(mixed))
    full, people = seats[0], cycle(seats[1:])
    taken = 0
    while taken < MAX_LATELY:
        number, data = next(logs)
        taken += _upload(port, full, data + b"\n" * number, taken % 3 + 1) == "taken"
    going = threading.Event()
    threading.Thread(target=_listen, args=(going,), daemon=True).start()
    print(json.dumps(others), flush=True)
    sent = 0
    while True:
        going.wait()
        counted, due = Counter[str](), time.monotonic()
        while going.is_set():
            number, data = next(logs)
            sent += 1
            seat = next(people) if sent % EVERY else full
            counted[_upload(port, seat, data + b"\n" * number, number % 3 + 1)] += 1
            due += pause
            time.sleep(max(0.0, due - time.monotonic()))
        pending = GameLog.objects.exclude(state="done")
        deadline = time.monotonic() + PATIENCE
        while pending.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        verdicts = Counter(GameLog.objects.values_list("verdict", flat=True))
        print(json.dumps({"counted": counted, "left": pending.count(), "verdicts": verdicts}), flush=True)


def _seats(hall: dict[str, Any]) -> list[tuple[str, str]]:
    """Session and address of the upload of everybody who plays there."""
    from django.conf import settings
    from django.test import Client

    from tournaments.rounds.models import Seat

    found = []
    for seat in Seat.objects.filter(match__in=[phone["match"] for phone in hall["phones"]]).order_by("pk"):
        client = Client()
        client.force_login(seat.entry.user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        found.append((session, f"/t/{hall['slug']}/matches/{seat.match_id}/log/"))
    return found


def _upload(port: int, seat: tuple[str, str], data: bytes, game: int) -> str:
    """Hand one log in as a browser does; "taken", or why not."""
    session, path = seat
    token, mark = "c" * 32, "----hostile"
    fields = {"csrfmiddlewaretoken": token, "game_number": str(game)}
    parts = [
        f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = 'Content-Disposition: form-data; name="file"; filename="log.jsonl"'
    parts.append(f"--{mark}\r\n{head}\r\n\r\n".encode() + data + f"\r\n--{mark}--\r\n".encode())
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=site.HANG)
    headers = {
        **site.BY_PROXY,
        "Origin": f"https://{site.HOST}",
        "Content-Type": f"multipart/form-data; boundary={mark}",
        "Cookie": f"__Host-session={session}; __Host-csrf={token}",
    }
    try:
        connection.request("POST", path, body=b"".join(parts), headers=headers)
        answer = connection.getresponse()
        body = answer.read().decode()
    finally:
        connection.close()
    if answer.status == 302:
        return "taken"
    for what, words in {"too many": "in the last ten minutes", "no header": "not a game log"}.items():
        if words in body:
            return what
    return "another format" if "log&#x27;s format" in body else f"status {answer.status}"


def _listen(going: threading.Event) -> None:
    for line in iter(sys.stdin.readline, ""):
        going.set() if json.loads(line) == "go" else going.clear()


# --- the others ----------------------------------------------------------------------------------------------


async def block(port: int, hall: dict[str, Any], seconds: float, rate: int) -> tuple[list[float], int]:
    """Ask for pages at a steady rate, whatever becomes of the answers; seconds of each, and how many were no page."""
    took, wrong = list[float](), 0

    async def one(path: str, session: str) -> None:
        nonlocal wrong
        try:
            status, _headers, _body, spent = await fetched(port, path, session=session)
            took.append(spent)
            wrong += status != 200
        except (OSError, ValueError, IndexError, TimeoutError):
            wrong += 1

    chance, tasks = random.Random(7), []
    begun = time.monotonic()
    for number in range(int(seconds * rate)):
        await asyncio.sleep(max(0.0, begun + number / rate - time.monotonic()))
        page = chance.choice(("me/", "me/", "standings/", "tables/", ""))
        session = chance.choice(hall["phones"])["session"]
        tasks.append(asyncio.create_task(one(f"/t/{hall['slug']}/{page}", session)))
    await asyncio.gather(*tasks)
    return took, wrong


# --- the run -------------------------------------------------------------------------------------------------


def run(seconds: float, blocks: int, rate: int) -> dict[str, Any]:
    """All blocks in turn; what was seen of each kind."""
    found: dict[str, Any] = {**{kind: [] for kind in KINDS}, "wrong": 0, "counted": Counter[str]()}
    with ExitStack() as stack:
        running = stack.enter_context(whole_site(jobs=True))
        words = ["benchmarks.hostile", "--as-attacker-at", str(running.port)]
        attacks = Helper(words, running.environment)
        later(attacks.process.pid)  # a client is another machine
        stack.callback(attacks.end)
        hall = attacks.line()
        asyncio.run(block(running.port, hall, 2.0, rate))  # the day did not begin with this
        for number in range(blocks):
            first = number % len(KINDS)
            for kind in KINDS[first:] + KINDS[:first]:
                if kind == "attacked":
                    attacks.say("go")
                    time.sleep(0.5)
                cores = (os.cpu_count() or 1) + 1
                busy = [_unlimited() for _core in range(cores)] if kind == "unlimited" else []
                took, wrong = asyncio.run(block(running.port, hall, seconds, rate))
                found[kind] += took
                found["wrong"] += wrong
                for process in busy:
                    process.kill()
                    process.wait()
                if kind == "attacked":
                    attacks.say("stop")
                    said = attacks.line()
                    found["counted"] += Counter(said["counted"])
                    found |= {"left": said["left"], "verdicts": said["verdicts"]}
    return found


def _unlimited() -> "subprocess.Popen[bytes]":
    process = subprocess.Popen([sys.executable, "-c", UNLIMITED], cwd=ROOT, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    return process


def main() -> int:
    """The command of the first lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=6.0, help="of one block")
    parser.add_argument("--blocks", type=int, default=8, help="of each kind")
    parser.add_argument("--rate", type=int, default=30, help="pages asked for in a second")
    parser.add_argument("--short", action="store_true", help="two blocks of two seconds")
    parser.add_argument("--as-attacker-at", type=int, default=0, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.as_attacker_at:
        attacker(told.as_attacker_at)
        return 0
    seconds, blocks = (2.0, 2) if told.short else (told.seconds, told.blocks)
    found = run(seconds, blocks, told.rate)
    found["both calm"] = found["calm"] + found["calm again"]
    p99 = {kind: percent(found[kind], 99) for kind in (*KINDS, "both calm")}
    ratio, control = (p99[kind] / p99["both calm"] for kind in ("attacked", "unlimited"))
    chance = max(p99["calm"], p99["calm again"]) / min(p99["calm"], p99["calm again"])
    taken = found["counted"].pop("taken", 0)
    keep(
        "hostile",
        command="make hostile"
        if (seconds, blocks, told.rate) == (6.0, 8, 30)
        else f"python -m benchmarks.hostile --seconds {seconds:.0f} --blocks {blocks} --rate {told.rate}",
        goals=("R12",),
        figures={
            "blocks of each kind, seconds, pages a second": f"{blocks}, {seconds:.0f}, {told.rate}",
            "hostile logs taken meanwhile": f"{taken}, of {ATTACKERS} people as many as they may hand in for hours",
            "of those without a verdict": f"{found['left']}",
            "refused at the door": ", ".join(
                f"{count} {what}" for what, count in sorted(found["counted"].items())
            )
            or "none",
            "verdicts": ", ".join(f"{count} {what}" for what, count in sorted(found["verdicts"].items())),
            "pages of others that failed": f"{found['wrong']}",
            "median of others: calm, attacked": ", ".join(
                f"{percent(found[kind], 50):.0f} ms" for kind in ("both calm", "attacked")
            ),
            "p99 of others: calm, attacked": f"{p99['both calm']:.1f} ms, {p99['attacked']:.1f} ms: "
            f"{ratio:.2f} times",
            "what chance makes: p99 of calm blocks, of the other calm blocks": f"{p99['calm']:.1f} ms, "
            f"{p99['calm again']:.1f} ms: {chance:.2f} times",
            "load of the machine": f"{os.getloadavg()[0]:.0f}",
        },
        control=f"the same logs replayed without limits beside the pages: p99 of others {p99['unlimited']:.0f} ms, "
        f"{control:.2f} times",
    )
    failed = found["wrong"] or found["left"] or not taken
    if told.short:  # too few pages for a percentile
        return int(bool(failed))
    return int(bool(failed) or ratio > 1.1 or control <= 1.1)


if __name__ == "__main__":
    sys.exit(main())
