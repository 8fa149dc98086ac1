"""What old rows of the ledger take before and after they are put away, and what reading them then costs.

    python -m benchmarks.archive [--events 300]

An event of 16 with four rounds, played by the services on a private PostgreSQL; its chain so often, each with hashes of
its own; all of them put away. Bytes are those of the tables with their indexes, packed tight before and after. Seconds
of processor of this process for checking all chains; the yardstick is the same check before. Ends with an error unless
every chain is whole before and after, the rows brought back are those of before, and (the control) one word changed in
a volume breaks its chain.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import zlib
from contextlib import ExitStack

import django

TABLES = {
    "rows": ("ledger_ledgerrow",),
    "volumes": ("ledger_volume",),
}


def main() -> int:
    """On a server of its own."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--events", type=int, default=300)
    events = parser.parse_args().events
    with ExitStack() as stack:
        if not os.environ.get("DATABASE_URL"):
            from x610z_site.services.servers import private_postgres

            os.environ["DATABASE_URL"] = stack.enter_context(private_postgres())
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.test")
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        return run(events)


def build(events: int) -> list[str]:
    """The chains of so many events that went like one another."""
    from benchmarks.drills.hall import build as hall_of
    from ledger.commands import BEFORE_THE_FIRST, row_hash
    from ledger.models import Chain, LedgerRow
    from tests.tournaments import hall
    from tournaments.events.models import Tournament
    from tournaments.rounds.models import Round

    one = Tournament.objects.get(slug=hall_of(16)["slug"])
    hall.play_out(one, Round.objects.get(tournament=one, number=2))
    for number in (3, 4):
        hall.play(one, number)
    rows = list(LedgerRow.objects.filter(chain=one.chain_key).order_by("number"))
    made = [f"t-event-{number}" for number in range(events)]
    for key in made:
        previous = BEFORE_THE_FIRST
        for row in rows:
            row.pk, row.chain_id, row.previous = None, key, previous
            row.hash = previous = row_hash(row)
        Chain.objects.create(key=key, length=len(rows), head_hash=previous)
        LedgerRow.objects.bulk_create(rows)
    return made


def run(events: int) -> int:
    """Everything that needs Django; what the command ends with."""
    from django.db import connection, transaction

    from benchmarks.kept import keep
    from ledger.archive import bring_back, opened, put_away
    from ledger.hashing import digest
    from ledger.models import LedgerRow, Volume
    from ledger.selectors import verify_chain
    from tournaments.display.chain_heads import PUBLISHED

    chains = build(events)
    LedgerRow.objects.exclude(chain__in=chains).delete()  # what is measured are events
    count = LedgerRow.objects.count()
    hashes = _hashes()
    before, checked = _size("rows"), _checked(chains)
    begun = time.process_time()
    for key in chains:
        put_away(key, stay=PUBLISHED)
    packing = time.process_time() - begun
    left, stayed, volumes, checked_after = (
        LedgerRow.objects.count(),
        _size("rows"),
        _size("volumes"),
        _checked(chains),
    )
    begun = time.process_time()
    for one in Volume.objects.all():
        assert sum(1 for _row in opened(one)) == one.last - one.first + 1
    opening = time.process_time() - begun
    with transaction.atomic():
        one = Volume.objects.order_by("pk")[0]
        said = zlib.decompress(bytes(one.body)).replace(b'"organizer"', b'"head_judge"', 1)
        Volume.objects.filter(pk=one.pk).update(body=zlib.compress(said, 9))
        noticed = len(verify_chain(one.chain_id))
        transaction.set_rollback(True)
    for key in chains:
        bring_back(key)
    assert digest(_hashes()) == digest(hashes) and noticed
    keep(
        "archive",
        command="python -m benchmarks.archive",
        goals=(),
        figures={
            "events, rows": f"{len(chains)}, {count}",
            "bytes of a row in its table": f"{before / count:.0f}",
            "bytes of a row put away, with those that stay": f"{(stayed + volumes) / count:.0f}: "
            f"{before / (stayed + volumes):.1f} times less",
            "rows that stay in the table": f"{left} ({100 * left / count:.0f} %)",
            "of the rest: volumes, table": f"{volumes / 1000:.0f} kB, {stayed / 1000:.0f} kB",
            "putting away, for 1,000 rows": f"{1e6 * packing / count:.0f} ms",
            "opening, for 1,000 rows": f"{1e6 * opening / count:.0f} ms",
            "checking all chains: before, after": f"{checked:.2f} s, {checked_after:.2f} s of processor",
            "rows brought back": f"{count}, each with its hash",
        },
        control=f"one word changed in a volume: {noticed} problems in its chain",
    )
    connection.close()
    return 0


def _hashes() -> list[tuple[str, int, str]]:
    from ledger.models import LedgerRow

    return list(LedgerRow.objects.order_by("chain", "number").values_list("chain", "number", "hash"))


def _size(kind: str) -> int:
    """Bytes of tables with their indexes, nothing empty in them."""
    from django.db import connection

    total = 0
    with connection.cursor() as cursor:
        for table in TABLES[kind]:
            cursor.execute(f"VACUUM FULL {table}")
            cursor.execute("SELECT pg_total_relation_size(%s)", [table])
            total += cursor.fetchone()[0]
    return total


def _checked(chains: list[str]) -> float:
    """Seconds of processor for checking them, each of which must be whole."""
    from ledger.selectors import verify_chain

    begun = time.process_time()
    assert [key for key in chains if verify_chain(key)] == []
    return time.process_time() - begun


if __name__ == "__main__":
    sys.exit(main())
