"""Hostile logs while others read their pages: does each end in a verdict, and how much longer do the others wait.

    python -m benchmarks.hostile [--seconds 6] [--blocks 10] [--rate 30] [--short]    make hostile

The site with production settings behind the proxy of ``deploy/``, with relay and worker as their units start them.
Players of one tournament hand in the logs of ``tests/tournaments/gamelogs/attacks.py`` as fast as the worker takes
them; the people of another ask for pages at a steady rate that waits for nothing. Calm and attacked blocks take turns,
because no machine is equally fast for minutes: what counts is the ratio of both 99th percentiles. The control, in
blocks that take their turn, too: as many programs as the machine has cores, and one more, replay the same logs with
none of a replay's limits, which must be felt.
"""

import argparse
import asyncio
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

from benchmarks.kept import keep
from benchmarks.proxied.running import Helper, later, whole_site
from benchmarks.storm import fetched, percent

ROOT = Path(__file__).resolve().parent.parent
PEOPLE = 32
WAITING = 4
"""Logs that lie before the worker at any time of an attacked block."""
PATIENCE = 300.0
UNLIMITED = "from tests.tournaments.gamelogs.attacks import attacks; from rules_engine import audit\n"
UNLIMITED += (
    "logs = list(attacks().values())\nprint(flush=True)\nwhile True:\n    [audit(log) for log in logs]"
)


# --- who hands logs in: a process with the site's code -----------------------------------------------------


def attacker() -> None:
    """Build two tournaments, print the other's people; then hand logs in between "go" and "stop"."""
    import django

    django.setup()
    from benchmarks.drills.hall import build
    from ledger.commands import Actor
    from ledger.errors import UserError
    from tests.tournaments.gamelogs.attacks import attacks
    from tournaments.events.models import Tournament
    from tournaments.gamelogs.models import GameLog
    from tournaments.gamelogs.services import log_submit
    from tournaments.rounds.models import Seat

    others, own = build(PEOPLE), build(PEOPLE)
    tournament = Tournament.objects.get(slug=own["slug"])
    seats = Seat.objects.filter(match__round__tournament=tournament, match__kind="played")
    places = [
        (Actor(seat.entry.user, "player"), seat.match_id, game)
        for seat in seats.select_related("entry__user").order_by("pk")
        for game in (1, 2, 3)
    ]
    logs = cycle(enumerate(attacks().values()))
    pending = GameLog.objects.exclude(state="done")
    going = threading.Event()
    threading.Thread(target=_listen, args=(going,), daemon=True).start()
    print(json.dumps(others), flush=True)
    while True:
        going.wait()
        sent, refused = 0, Counter[str]()
        while going.is_set():
            if pending.count() >= WAITING:
                time.sleep(0.1)
                continue
            number, data = next(logs)
            actor, match, game = places.pop(0)
            data += b"\n" * number  # the same bytes twice would be one log
            try:
                log_submit(actor=actor, tournament=tournament, match_id=match, data=data, game_number=game)
                sent += 1
            except UserError as error:  # not even a header, or more than one person may hand in
                refused[error.code] += 1
            places.append((actor, match, game))
        deadline = time.monotonic() + PATIENCE
        while pending.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        verdicts = Counter(GameLog.objects.values_list("verdict", flat=True))
        said = {"sent": sent, "refused": refused, "left": pending.count(), "verdicts": verdicts}
        print(json.dumps(said), flush=True)


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
    found: dict[str, Any] = {"calm": [], "attacked": [], "unlimited": [], "wrong": 0, "sent": 0}
    found["refused"] = Counter[str]()
    with ExitStack() as stack:
        site = stack.enter_context(whole_site(jobs=True))
        attacks = Helper(["benchmarks.hostile", "--as-attacker"], site.environment)
        later(attacks.process.pid)  # the uploads are not what is measured: they have limits of their own
        stack.callback(attacks.end)
        hall = attacks.line()
        asyncio.run(block(site.port, hall, 2.0, rate))  # the day did not begin with this
        for number in range(blocks):
            for kind in (
                ("calm", "attacked", "unlimited") if number % 2 else ("attacked", "unlimited", "calm")
            ):
                if kind == "attacked":
                    attacks.say("go")
                    time.sleep(0.5)
                busy = (
                    [_unlimited() for _core in range((os.cpu_count() or 1) + 1)]
                    if kind == "unlimited"
                    else []
                )
                took, wrong = asyncio.run(block(site.port, hall, seconds, rate))
                found[kind] += took
                found["wrong"] += wrong
                for process in busy:
                    process.kill()
                    process.wait()
                if kind == "attacked":
                    attacks.say("stop")
                    said = attacks.line()
                    found["sent"] += said["sent"]
                    found["refused"] += Counter(said["refused"])
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
    parser.add_argument("--blocks", type=int, default=10, help="of each kind")
    parser.add_argument("--rate", type=int, default=30, help="pages asked for in a second")
    parser.add_argument("--short", action="store_true", help="two blocks of two seconds")
    parser.add_argument("--as-attacker", action="store_true", help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.as_attacker:
        attacker()
        return 0
    seconds, blocks = (2.0, 2) if told.short else (told.seconds, told.blocks)
    found = run(seconds, blocks, told.rate)
    p99 = {kind: percent(found[kind], 99) for kind in ("calm", "attacked", "unlimited")}
    ratio, control = p99["attacked"] / p99["calm"], p99["unlimited"] / p99["calm"]
    keep(
        "hostile",
        command="make hostile"
        if (seconds, blocks, told.rate) == (6.0, 10, 30)
        else f"python -m benchmarks.hostile --seconds {seconds:.0f} --blocks {blocks} --rate {told.rate}",
        goals=("R12",),
        figures={
            "blocks of each kind, seconds, pages a second": f"{blocks}, {seconds:.0f}, {told.rate}",
            "hostile logs handed in meanwhile": f"{found['sent']}",
            "of those without a verdict": f"{found['left']}",
            "refused at the door": ", ".join(
                f"{count} {what}" for what, count in sorted(found["refused"].items())
            )
            or "none",
            "verdicts": ", ".join(f"{count} {what}" for what, count in sorted(found["verdicts"].items())),
            "pages of others that failed": f"{found['wrong']}",
            "median of others: calm, attacked": ", ".join(
                f"{percent(found[kind], 50):.0f} ms" for kind in ("calm", "attacked")
            ),
            "p99 of others: calm, attacked": f"{p99['calm']:.0f} ms, {p99['attacked']:.0f} ms: {ratio:.2f} times",
            "load of the machine": f"{os.getloadavg()[0]:.0f}",
        },
        control=f"the same logs replayed without limits beside the pages: p99 of others {p99['unlimited']:.0f} ms, "
        f"{control:.2f} times",
    )
    if told.short:  # too few pages for a percentile
        return int(bool(found["wrong"] or found["left"]))
    return int(bool(found["wrong"] or found["left"]) or ratio > 1.1 or control <= 1.1)


if __name__ == "__main__":
    sys.exit(main())
