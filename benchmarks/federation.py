"""A federation of 5,000 organizations, 200,000 people and 2,000,000 entries, and its pages beside those of a small one.

    python -m benchmarks.federation [--factor 1] [--times 9] [--queries] [--filled]
    python -m benchmarks.federation --sizes 20000 200000 1000000 3    organizations, people, events, players of each

With DATABASE_URL it fills that PostgreSQL, which must be empty, and leaves it filled; without it a private server is
started for the run. Of every page: queries, bytes, milliseconds of processor (the middle and the least of several,
caches empty; PostgreSQL is not in it), of PostgreSQL, most rows that one query took, and how long a piece of plain
Python takes at that time; the same on a site of 20 organizations beside it, and a bare "hello".
Ends with an error when a page that is promised needs more than 10 queries, 60 kB or 30 ms, or when any page reads a
table that grows from end to end. ``--queries``: what each page asked.
``--filled``: the database was filled by this command before.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from contextlib import ExitStack

import django

SMALL = 0.004
BUILT = 600
"""Seconds in which the whole of it is built."""


def main() -> int:
    """Build, open the pages, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--factor", type=float, default=1.0)
    parser.add_argument("--sizes", type=int, nargs=4)
    parser.add_argument("--times", type=int, default=9)
    parser.add_argument("--queries", action="store_true")
    parser.add_argument("--filled", action="store_true")
    options = parser.parse_args()
    with ExitStack() as stack:
        if not os.environ.get("DATABASE_URL"):
            from x610z_site.services.servers import private_postgres

            os.environ["DATABASE_URL"] = stack.enter_context(private_postgres())
        return run(options)


def run(options: argparse.Namespace) -> int:
    """Everything that needs Django; what the command ends with."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.test")
    django.setup()
    from django.core.management import call_command
    from django.db import connection, transaction
    from django.test.utils import override_settings

    from benchmarks.hall.federation import NotEmpty, Sizes, build, refuse_used
    from benchmarks.hall.opened import MILLISECONDS, PROMISED, open_all
    from benchmarks.kept import keep

    call_command("migrate", verbosity=0)
    times, small, built = options.times, {}, 0.0
    with override_settings(ROOT_URLCONF="benchmarks.hall.opened"):
        if not options.filled:
            try:
                refuse_used()
            except NotEmpty as error:
                print(error)
                return 2
            with transaction.atomic():
                build(Sizes().times(SMALL))
                small = {one.name: f"{one.milliseconds:.1f} ms" for one in open_all(times)}
                transaction.set_rollback(True)
            begun = time.monotonic()
            with transaction.atomic():
                tables = build(Sizes(*options.sizes) if options.sizes else Sizes().times(options.factor))
            built = time.monotonic() - begun
            for table, (rows, seconds) in tables.items():
                print(f"{table:<28} {rows:>10,} rows {seconds:6.1f} s", flush=True)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        pages = open_all(times)
    figures = {"built in": f"{built:.0f} s", "on disk: the largest tables": on_disk()}
    figures["of each page"] = (
        "queries, kB as sent (before that), ms of processor (least), ms of PostgreSQL, most rows of a query; "
        "ms of a small site, ms of a piece of plain Python"
    )
    for one in pages:
        figures[one.name] = (
            f"{one.queries}, {one.sent / 1000:.1f} ({one.whole_bytes / 1000:.1f}) kB, "
            f"{one.milliseconds:.1f} ({one.least:.1f}) ms, {one.database:.1f} ms, {one.read:,}; "
            f"{small.get(one.name, 'not asked')}, {one.beside:.1f} ms"
        )
    figures["load of the machine"] = f"{os.getloadavg()[0]:.0f}"
    sized = (
        f"--sizes {' '.join(map(str, options.sizes))}" if options.sizes else f"--factor {options.factor:g}"
    )
    keep(
        "federation",
        command=f"python -m benchmarks.federation {sized}",
        goals=(),
        figures=figures,
        control="",
    )
    broken = [one for one in pages if one.whole or (one.name in PROMISED and not one.kept)]
    for one in pages:
        for line in one.asked if options.queries else one.whole:
            print(f"{one.name}: {line}")
    for one in broken:
        print(f"NOT KEPT: {one.name} ({one.status}, at most {MILLISECONDS} ms)")
    connection.close()
    return int(bool(broken) or (built > BUILT and not options.sizes))


def on_disk() -> str:
    """The largest tables with their indexes, and all together."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' "
            "AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC"
        )
        rows = cursor.fetchall()
    largest = [f"{name} {size / 1e6:,.0f} MB" for name, size in rows[:6]]
    return ", ".join([*largest, f"all {sum(size for _name, size in rows) / 1e6:,.0f} MB"])


if __name__ == "__main__":
    sys.exit(main())
