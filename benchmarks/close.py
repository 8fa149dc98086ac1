"""Closing a round and pairing the next while results arrive without pause: how long the organizer waits for the lock.

    python -m benchmarks.close [--players 1024] [--reporters 4] [--tries 20] [--short]

The site's services on a private PostgreSQL. Programs of their own report without pause, each report a command in a
transaction of its own. The organizer first asks to complete a round that is not over (refused, but only after the
round's lock was taken alone), so often; then every result is there, and the round is completed and the next one paired
while the programs go on reporting, which is refused from then on. Milliseconds are wall time. The control: somebody who
holds the round's lock, shared, for a second must show as a wait of a second.
"""

import argparse
import json
import os
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.drills import site
from benchmarks.kept import keep
from benchmarks.round_command import build
from x610z_site.services.servers import private_postgres

ROOT = Path(__file__).resolve().parent.parent
HELD = 1.0


def report(place: int, places: int) -> None:
    """Report every so many-th table again and again until told to end; prints how many were taken and refused."""
    import django

    django.setup()
    from ledger.commands import Actor
    from ledger.errors import UserError
    from tournaments.rounds.models import Match
    from tournaments.rounds.services import result_report

    matches = Match.objects.filter(round__number=3, kind="played").select_related("tournament")
    mine = [(one, one.seats.select_related("entry__user")[0].entry.user) for one in matches[place::places]]
    stop = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.readline(), stop.set()), daemon=True).start()
    taken = refused = 0
    print(json.dumps("ready"), flush=True)
    for number in count():
        if stop.is_set():
            break
        match, user = mine[number % len(mine)]
        said = (2, number // len(mine) % 2, 0)
        try:
            result_report(
                actor=Actor(user, "player"),
                tournament=match.tournament,
                match_id=match.pk,
                said=said,
                key=f"c{place}-{number}",
            )
            taken += 1
        except UserError:
            refused += 1
    print(json.dumps([taken, refused]), flush=True)


def organize(players: int, reporters: int, tries: int) -> None:
    """Build the hall, start the reporters, close and pair; prints what was measured."""
    import django

    django.setup()
    from ledger.commands import Actor
    from ledger.errors import UserError
    from ledger.locks import LockClass, Locks
    from tournaments.events.models import Staff, Tournament
    from tournaments.rounds.models import ROUND_LOCK, Match
    from tournaments.rounds.outcomes import Games
    from tournaments.rounds.pairing_services import round_complete, round_draft, round_publish

    waits: list[float] = []
    original = Locks.take

    def measured(self: Locks, kind: LockClass, number: int, *, shared: bool = False) -> None:
        begun = time.perf_counter()
        original(self, kind, number, shared=shared)
        if kind is ROUND_LOCK and not shared:
            waits.append(time.perf_counter() - begun)

    Locks.take = measured  # type: ignore[method-assign]  # the clock of this benchmark
    tournament = Tournament.objects.get(pk=build(players))
    Staff.objects.create(tournament=tournament, user=tournament.created_by, role="organizer")
    boss = Actor(tournament.created_by, "organizer")
    round_id = round_draft(actor=boss, tournament=tournament, number=3)["round"]
    round_publish(actor=boss, tournament=tournament, round_id=round_id)
    working = [_started(["--as-reporter", f"{place}/{reporters}"]) for place in range(reporters)]
    for one in working:
        _line(one)
    waits.clear()
    for _time in range(tries):
        with suppress(UserError):
            round_complete(actor=boss, tournament=tournament, round_id=round_id)
        time.sleep(0.05)
    refused = list(waits)
    waits.clear()
    done = {"outcome": Games((2, 0)), "state": "final", "source": "staff"}
    Match.objects.filter(round_id=round_id).update(**done)
    begun = time.perf_counter()
    round_complete(actor=boss, tournament=tournament, round_id=round_id)
    closed = time.perf_counter() - begun
    round_draft(actor=boss, tournament=tournament, number=4)
    whole = time.perf_counter() - begun
    counts = []
    for one in working:
        assert one.stdin is not None
        one.stdin.write("stop\n")
        one.stdin.flush()
        counts.append(_line(one))
    closing = list(waits)
    control = _waited_for_another(round_id)
    said = {"refused": refused, "closing": closing, "closed": closed, "whole": whole, "control": control}
    print(json.dumps(said | {"reports": sum(taken + late for taken, late in counts)}), flush=True)


def _waited_for_another(round_id: int) -> float:
    """The control: the wait for the lock while somebody else keeps it, shared, for a second."""
    from django.db import connection, transaction

    from ledger.locks import Locks
    from tournaments.rounds.models import ROUND_LOCK

    inside = threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Locks().take(ROUND_LOCK, round_id, shared=True)
            inside.set()
            time.sleep(HELD)
        connection.close()

    thread = threading.Thread(target=hold)
    thread.start()
    inside.wait(site.HANG)
    begun = time.perf_counter()
    with transaction.atomic():
        Locks().take(ROUND_LOCK, round_id)
    waited = time.perf_counter() - begun
    thread.join()
    return waited


def _started(words: list[str]) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.close", *words],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _line(process: "subprocess.Popen[str]") -> Any:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError("a reporter ended without an answer")
    return json.loads(line)


def measure(players: int, reporters: int, tries: int) -> dict[str, Any]:
    """Everything on a database of its own; what the organizer's process printed."""
    with ExitStack() as stack:
        folder = stack.enter_context(site.folder())
        environment = site.environment(folder, stack.enter_context(private_postgres()), "")
        site.run(["manage.py", "migrate", "--verbosity", "0"], environment)
        words = ["--as-organizer", "--players", str(players), "--reporters", str(reporters)]
        said = site.run(["-m", "benchmarks.close", *words, "--tries", str(tries)], environment)
        found: dict[str, Any] = json.loads(said.splitlines()[-1])
        return found


def main() -> int:
    """The command of the first lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=1024)
    parser.add_argument("--reporters", type=int, default=4)
    parser.add_argument("--tries", type=int, default=20)
    parser.add_argument("--short", action="store_true", help="64 players, two reporters, three tries")
    parser.add_argument("--as-organizer", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--as-reporter", default="", help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.as_reporter:
        report(*map(int, told.as_reporter.split("/")))
        return 0
    players, reporters, tries = (64, 2, 3) if told.short else (told.players, told.reporters, told.tries)
    if told.as_organizer:
        organize(players, reporters, tries)
        return 0
    said = measure(players, reporters, tries)
    waits = [*said["refused"], *said["closing"]]
    load = os.getloadavg()[0]
    keep(
        "close",
        command="python -m benchmarks.close",
        goals=("R15",),
        figures={
            "players, programs that report": f"{players}, {reporters}",
            "reports sent meanwhile": str(said["reports"]),
            "wait for the lock: median, longest": f"{1000 * median(waits):.0f} ms, {1000 * max(waits):.0f} ms "
            f"of {len(waits)}",
            "complete the round": f"{1000 * said['closed']:.0f} ms",
            "complete it and pair the next": f"{1000 * said['whole']:.0f} ms",
            "load of the machine": f"{load:.0f}",
        },
        control=f"a lock held for {HELD:.0f} s by somebody else is a wait of {said['control']:.2f} s",
    )
    return int(said["control"] < HELD * 0.8)


if __name__ == "__main__":
    sys.exit(main())
