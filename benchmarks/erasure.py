"""Erasing a person of a whole federation: how long the request takes, and how long each slice of the job.

    python -m benchmarks.erasure [--factor 1]

The people and events of ``benchmarks.federation`` on a private PostgreSQL, and beside them what an erasure looks
through: 600,000 stored answers, 100,000 sessions, 1,200,000 rows of the ledger, 30,000 of them with a note; so much of
all of it as ``--factor`` says. Somebody is erased who entered many events, all of them over, and whose name stands in
the note of one row, in one stored answer and in one session of others. Milliseconds are wall time; the yardstick is one
message to PostgreSQL. Ends with an error when the name is left anywhere there, or a slice takes longer than two seconds
(a web request waits three for a lock). Control: of another name, looked for in the same way, every row is found.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from ledger.people import Account

ANSWERS, SESSIONS, ROWS = 600_000, 100_000, 1_200_000
EVENTS = 33
SLICE = 2.0
NAME, OTHER = "Erasmus Weggevaagd", "Roos Blijft"
FILL = {
    "answers": """INSERT INTO ledger_idempotencykey (actor_key, key, request_hash, response, created_at)
        SELECT 'user-' || n, 'b-' || n, repeat('0', 64), '{"message": "Result stored"}', now()
        FROM generate_series(1, %s) n""",
    "sessions": """INSERT INTO accounts_session
        (session_key, session_data, expire_date, user_id, public_id, device, since)
        SELECT lpad(n::text, 32, 'k'), %s, now() + interval '9 days', NULL, gen_random_uuid(), '', now()
        FROM generate_series(1, %s) n""",
    "chains": """INSERT INTO ledger_chain (key, head_hash, length, version)
        SELECT 't-' || slug, repeat('0', 64), 0, 0 FROM tournaments_tournament ON CONFLICT DO NOTHING""",
    "rows": """INSERT INTO ledger_ledgerrow
        (chain_id, number, action, role, at, data, note, note_salt, previous, hash)
        SELECT key, 1000000 + n, 'result.enter', 'organizer', now(), '{}',
        CASE WHEN mod(n, 40) = 0 THEN 'read again' ELSE '' END, '', repeat('0', 64), repeat('0', 64)
        FROM (SELECT key FROM ledger_chain WHERE key LIKE 't-%%') c, generate_series(1, %s) n""",
}


def main() -> int:
    """On a server of its own."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--factor", type=float, default=1.0)
    factor = parser.parse_args().factor
    with ExitStack() as stack:
        from x610z_site.services.servers import private_postgres

        os.environ["DATABASE_URL"] = stack.enter_context(private_postgres())
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.test")
        django.setup()
        from django.core.management import call_command

        from benchmarks.hall.federation import Sizes, build

        call_command("migrate", verbosity=0)
        build(Sizes().times(factor))
        return run(factor)


def run(factor: float) -> int:
    """Fill, erase, look; what the command ends with."""
    from django.db import connection

    from benchmarks.kept import keep
    from ledger.commands import Actor
    from x610z_site.privacy.forgetting_services import erasure_go_on
    from x610z_site.privacy.models import Erasure
    from x610z_site.privacy.services import person_erase

    user = filled(factor)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    named = {name: found(name) for name in (NAME, OTHER)}
    begun = time.perf_counter()
    with connection.cursor() as cursor:
        for _time in range(100):
            cursor.execute("SELECT 1")
    message = (time.perf_counter() - begun) / 100
    begun = time.perf_counter()
    person_erase(actor=Actor(user, "player"), user_id=user.pk)
    request = time.perf_counter() - begun
    slices: list[tuple[float, str]] = []
    while (step := Erasure.objects.filter(pk=user.pk).values_list("step", flat=True).first()) is not None:
        begun = time.perf_counter()
        erasure_go_on(user.pk)
        slices.append((time.perf_counter() - begun, step))
    left, kept = found(NAME), found(OTHER)
    longest, where = max(slices)
    print("left of the name, and of the other one:", left, kept)
    keep(
        "erasure",
        command=f"python -m benchmarks.erasure --factor {factor:g}",
        goals=("R21",),
        figures={
            "stored answers, sessions, rows of the ledger": ", ".join(
                f"{count * factor:,.0f}" for count in (ANSWERS, SESSIONS, ROWS)
            ),
            "events of the person": str(user.entries.count()),
            "the request": f"{1000 * request:.0f} ms",
            "slices of the job, all together": f"{len(slices)}, {sum(took for took, _step in slices):.1f} s",
            "longest slice": f"{1000 * longest:.0f} ms ({where})",
            "left of the name": f"{left} of {named[NAME]} places",
            "yardstick, one message": f"{1000 * message:.2f} ms",
            "load of the machine": f"{os.getloadavg()[0]:.0f}",
        },
        control=f"another name is found in {kept} of {named[OTHER]} places, before and after",
    )
    connection.close()
    return int(bool(left) or kept != named[OTHER] or min(named.values()) < 3 or longest > SLICE)


def filled(factor: float) -> Account:
    """Everything that an erasure looks through; who is erased."""
    from django.contrib.auth import get_user_model
    from django.db import connection

    from ledger.models import IdempotencyKey, LedgerRow
    from tournaments.entries.models import Entry
    from tournaments.events.models import Tournament
    from x610z_site.accounts.models import Session
    from x610z_site.accounts.sessions import SessionStore

    events = Tournament.objects.count()
    waiting = SessionStore().encode({"_auth_user_id": "1", "notice": "Result stored."})
    with connection.cursor() as cursor:
        cursor.execute(FILL["answers"], [round(ANSWERS * factor)])
        cursor.execute(FILL["sessions"], [waiting, round(SESSIONS * factor)])
        cursor.execute(FILL["chains"])
        cursor.execute(FILL["rows"], [max(1, round(ROWS * factor / events))])
    user = get_user_model().objects.create_user("erasmus", display_name=NAME)
    over = Tournament.objects.filter(state="finished").order_by("pk")[:EVENTS]
    for one in over:
        said = {
            "number": 9_999,
            "random": 1,
            "entered_at": one.starts_at,
            "name": NAME,
            "sort_name": NAME.lower(),
        }
        Entry.objects.create(tournament=one, user=user, **said)
    for place, name in enumerate((NAME, OTHER), 1):
        text = f"{name}, read again"
        row = LedgerRow.objects.filter(chain=over[0].chain_key)[place - 1 : place].get()
        LedgerRow.objects.filter(pk=row.pk).update(note=text)
        IdempotencyKey.objects.filter(key=f"b-{place}").update(response={"message": text})
        notice = SessionStore().encode({"_auth_user_id": "1", "notice": text})
        Session.objects.filter(session_key=_keys()[place - 1]).update(session_data=notice)
    return user


def found(name: str) -> int:
    """In how many places a name stands that an erasure looks through."""
    from ledger.models import IdempotencyKey, LedgerRow
    from x610z_site.accounts.models import Session

    sessions = sum(
        name in str(one.get_decoded())
        for one in Session.objects.filter(session_key__in=_keys()).order_by("pk")
    )
    answers = IdempotencyKey.objects.filter(response__icontains=name).count()
    return sessions + answers + LedgerRow.objects.filter(note__contains=name).count()


def _keys() -> list[str]:
    return [f"{place}".rjust(32, "k") for place in (1, 2)]


if __name__ == "__main__":
    sys.exit(main())
