"""A circuit of 200 tournaments with 20,000 matches made anew from the database, and the pages of a ladder of 10,000.

    python -m benchmarks.ladders [--tournaments 200] [--players 25] [--rounds 8] [--rows 10000] [--repeat 5]

With DATABASE_URL it fills that PostgreSQL, which must be empty; without it a private server is started. Made anew:
from stored entries and matches to final places, from those to the ladder, with nothing kept; what one correction costs,
with the moves it makes; a ladder whose events are kept. Beside that, in the same run, the naive way of
`benchmarks.seasons`, whose points must be equal. Of the large ladder: a page that was made before, one that is made
again, and its bytes as a browser gets them. Seconds of this process and of the clock, the middle of several.
"""

from __future__ import annotations

import argparse
import gzip
import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from statistics import median
from typing import Any

import django

AGAIN, CACHED, BYTES = 2.0, 0.001, 60_000
"""Seconds after a correction, seconds for a page that is cached, bytes of a first page: what is promised."""


def main() -> int:
    """Build, measure, print; 1 where a promise is not kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tournaments", type=int, default=200)
    parser.add_argument("--players", type=int, default=25)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    with ExitStack() as stack:
        if not os.environ.get("DATABASE_URL"):
            from x610z_site.services.servers import private_postgres

            os.environ["DATABASE_URL"] = stack.enter_context(private_postgres())
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.test")
        django.setup()
        return _run(options)


def _measured(make: Callable[[], Any], repeat: int, before: Callable[[], Any]) -> tuple[float, float]:
    """Seconds of processor and of the clock."""
    found = []
    for _time in range(repeat):
        before()
        process, clock = time.process_time(), time.perf_counter()
        make()
        found.append((time.process_time() - process, time.perf_counter() - clock))
    return median(one for one, _clock in found), median(clock for _one, clock in found)


def _run(options: argparse.Namespace) -> int:
    from django.core.cache import cache
    from django.core.management import call_command
    from django.test import Client

    from benchmarks.hall.circuits import correct, large, played
    from benchmarks.seasons import naive
    from tournaments.programme.ladder_services import STALE, table_make
    from tournaments.programme.ladders import KNOWN, live_ladder
    from tournaments.programme.models import Outcome, Table
    from tournaments.programme.pages import served, version_of

    call_command("migrate", verbosity=0)
    circuit = played(options.tournaments, options.players, options.rounds)
    wide = large(circuit.organization, options.rows)

    def forget() -> None:
        Outcome.objects.filter(
            tournament__organization=circuit.organization, tournament__entries__isnull=False
        ).delete()
        KNOWN.forget()

    def corrected() -> None:
        correct(circuit)
        Table.objects.filter(pk=circuit.pk).update(signature=STALE)

    rows: dict[str, tuple[float, float]] = {}
    rows["made anew from entries and matches"] = _measured(
        lambda: live_ladder(circuit), options.repeat, forget
    )
    table = live_ladder(circuit)[1]
    rows["the ladder alone, events kept"] = _measured(
        lambda: live_ladder(circuit), options.repeat, KNOWN.forget
    )
    rows["one correction, with its moves"] = _measured(
        lambda: table_make(circuit.pk), options.repeat, corrected
    )
    table = live_ladder(circuit)[1]
    slow: dict[str, Any] = {}
    rows["the naive way, from final places"] = _measured(
        lambda: slow.update(naive(table.season)), 1, lambda: None
    )
    assert {row.person: row.points for row in table.rows} == {who: paid for who, paid in slow.items() if paid}
    version = version_of(wide)
    rows["a ladder of so many, events kept"] = _measured(
        lambda: live_ladder(wide), options.repeat, KNOWN.forget
    )
    rows["a page of it made again"] = _measured(lambda: served(wide, 1, version), options.repeat, cache.clear)
    cached = _measured(lambda: served(wide, 1, version), 50, lambda: None)
    rows["a page of it that was made"] = cached
    size = len(gzip.compress(Client().get(f"/o/{wide.organization.slug}/c/{wide.slug}/").content, 6))
    print(
        f"{len(table.rows)} people, {len(table.season.events)} events; {len(live_ladder(wide)[1].rows)} rows"
    )
    for name, (process, clock) in rows.items():
        print(f"{name:40} {1000 * process:10.2f} ms {1000 * clock:10.2f} ms")
    print(f"{'the first page':40} {size / 1000:10.1f} kB")
    kept = rows["one correction, with its moves"][0] < AGAIN and cached[0] < CACHED and size < BYTES
    print("as promised" if kept else "NOT as promised")
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
