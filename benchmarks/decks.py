"""Decks: reading and checking a list, and all lists of a large event submitted at the deadline.

    python -m benchmarks.decks [--lists 2000] [--repeat 200] [--one-core] [--skip-deadline]

The first part is pure and needs no database: milliseconds of processor time to parse and check a 60-card list with a
sideboard, beside a yardstick in the same run (splitting the same text into numbers and names with nothing looked up),
and for a list of 20 unknown names.

The second part needs PostgreSQL (``DATABASE_URL``, or it starts its own) and works in a database of its own that it
removes. Each of so many players saves a draft and submits a list through the services the pages use, one after the
other on one connection, each in a transaction of its own. The yardstick in the same run stores as many rows and
changes as many with psycopg alone: nothing looked up, checked or hashed. Milliseconds per list: processor time of this
process, of the database on this machine (Linux), of both together, and time by the clock.

``--one-core`` puts everything, the private PostgreSQL too, on one core: then the clock is what one core needs, if
nobody else is on it. The sum of both processor times is nearly the same on a busy machine.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import django

from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.deckrules import check_deck, parse_decklist
from rules_engine.x610z.pool import ready_decks

LIST_TARGET = 1.0
"""Milliseconds to parse and check a 60-card list."""
DEADLINE_TARGET = 5.0
"""Seconds for 2,000 lists submitted."""


def sixty_cards() -> str:
    """A legal list of 60 cards and a sideboard of 10, as people paste it."""
    pool = load_pool()
    deck = ready_decks(pool)[0].deck
    lines = [f"{count}x {pool[number].name}" for number, count in deck.main.items()]
    missing = 60 - deck.size
    lines += [f"{missing} Mystic Energy Crystal"] if missing > 0 else []
    return "\n".join([*lines, "Sideboard", "10 Boost Energy Crystal"])


def median_ms(work: Callable[[], object], repeat: int) -> tuple[float, float]:
    """Median and worst milliseconds of processor time."""
    times = []
    for _ in range(repeat):
        start = time.process_time_ns()
        work()
        times.append((time.process_time_ns() - start) / 1e6)
    return statistics.median(times), max(times)


def lists(repeat: int) -> None:
    """The pure part."""
    pool, text = load_pool(), sixty_cards()
    unknown = "\n".join(f"1 Huntr Dragn {number}" for number in range(20))

    def check() -> None:
        parsed = parse_decklist(text, pool)
        if check_deck(parsed.deck, "constructed", pool) or parsed.problems:
            raise AssertionError("the list of the benchmark is not legal")

    def split() -> None:
        counts: dict[str, int] = {}
        for line in text.splitlines():
            count, _space, name = line.partition(" ")
            if count.rstrip("x").isdigit():
                counts[name] = counts.get(name, 0) + int(count.rstrip("x"))

    check()
    for label, work in (
        ("60-card list, parse and check", check),
        ("yardstick: split the text only", split),
        ("20 unknown names with near names", lambda: parse_decklist(unknown, pool)),
    ):
        middle, worst = median_ms(work, repeat)
        print(f"{label:<36} {middle:8.3f} ms median {worst:8.3f} ms worst")
    print(f"target for the first: under {LIST_TARGET} ms")


HEADING = f"{'milliseconds for one':<28} processor  database      both     clock"


@dataclass(frozen=True)
class Cost:
    """Seconds for all: processor time of this process and of the database (0: not known), and by the clock."""

    own: float
    database: float
    clock: float

    def line(self, label: str, count: int) -> str:
        """The cost of one, in milliseconds, and the seconds of all."""
        parts = (self.own, self.database, self.own + self.database, self.clock)
        each = " ".join(f"{seconds / count * 1000:9.2f}" for seconds in parts)
        return f"{label:<28} {each}   {self.own + self.database:6.2f} s processor, {self.clock:6.2f} s clock"


def database_seconds(postmaster: int) -> float:
    """Processor seconds of a PostgreSQL on this machine, its ended processes too; 0 where that cannot be read."""
    if not postmaster:
        return 0.0
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it ended while we looked
        own, parent = int(stat.parent.name), int(fields[1])
        if own == postmaster:
            ticks += sum(map(int, fields[11:15]))
        elif parent == postmaster:
            ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def postmaster_of() -> int:
    """The process above that of our connection, after a look at all tables; 0 when it is not on this machine."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        cursor.execute("SELECT pg_backend_pid()")
        process = cursor.fetchone()[0]
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def measured(work: Callable[[int], object], count: int, postmaster: int) -> Cost:
    """The cost of ``work(0)`` to ``work(count - 1)``."""
    gc.collect()
    before, clock, own = database_seconds(postmaster), time.perf_counter(), time.process_time()
    for number in range(count):
        work(number)
    clock, own = time.perf_counter() - clock, time.process_time() - own
    return Cost(own, database_seconds(postmaster) - before, clock)


def build(count: int) -> tuple[Any, list[Any]]:
    """A tournament that takes entries and so many players who have entered; no deck is submitted."""
    from django.contrib.auth import get_user_model
    from django.utils import timezone

    from decks.cards.packaged import cards_load_packaged
    from decks.registration.models import Registration
    from tests.tournaments.hall import make_tournament
    from tournaments.entries.models import Entry

    cards_load_packaged()
    tournament = make_tournament("Deadline", capacity=max(count, 8))
    type(tournament).objects.filter(pk=tournament.pk).update(state="entry")
    people = get_user_model()
    users = people.objects.bulk_create(
        [people(username=f"bench-{number}", display_name=f"P{number}") for number in range(count)]
    )
    registrations = Registration.objects.bulk_create(
        [Registration(owner=user, pool_key="demo") for user in users]
    )
    now = timezone.now()
    Entry.objects.bulk_create(
        [
            Entry(
                tournament=tournament,
                user=user,
                number=number,
                name=user.display_name,
                sort_name=user.display_name,
                random=number,
                entered_at=now,
                registration=registration,
            )
            for number, (user, registration) in enumerate(zip(users, registrations, strict=True), 1)
        ]
    )
    return tournament, users


TABLES = """
CREATE TABLE bench_key (owner bigint PRIMARY KEY, key text UNIQUE, request text, answer jsonb);
CREATE TABLE bench_registration (id bigint PRIMARY KEY, text text, current bigint);
CREATE TABLE bench_revision (id bigserial PRIMARY KEY, registration bigint REFERENCES bench_registration, main jsonb,
                             sideboard jsonb, salt text, hash text);
CREATE TABLE bench_chain (length bigint);
CREATE TABLE bench_row (id bigserial PRIMARY KEY, number bigint UNIQUE, actor bigint, data jsonb, hash text);
INSERT INTO bench_chain VALUES (0);
INSERT INTO bench_registration SELECT number FROM generate_series(0, %(count)s) number
"""
ROWS = """
INSERT INTO bench_key (owner, key, request) VALUES (%(number)s, %(key)s, %(hash)s);
INSERT INTO bench_revision (registration, main, sideboard, salt, hash)
VALUES (%(number)s, %(main)s, %(side)s, %(key)s, %(hash)s);
UPDATE bench_registration SET text = %(text)s, current = %(number)s WHERE id = %(number)s;
UPDATE bench_chain SET length = length + 1;
INSERT INTO bench_row (number, actor, data, hash) VALUES (%(number)s, %(number)s, %(side)s, %(hash)s);
UPDATE bench_key SET answer = %(side)s WHERE owner = %(number)s
"""
"""What a hand-in stores, bare: three rows and three changes in one message."""


def yardstick(text: str, count: int) -> Callable[[int], None]:
    """Store what a hand-in stores, in one transaction, with psycopg alone."""
    import psycopg
    from django.db import connection

    deck = parse_decklist(text, load_pool())
    main, side = json.dumps(dict(deck.main)), json.dumps(dict(deck.sideboard))
    bare: Any = connection.connection
    cursor = psycopg.ClientCursor(bare)
    cursor.execute(TABLES, {"count": count})

    def work(number: int) -> None:
        values = {"number": number, "key": f"key-{number:028}", "hash": f"{number:064}", "text": text}
        with bare.transaction():
            cursor.execute(ROWS, {**values, "main": main, "side": side})

    return work


def deadline(count: int) -> None:
    """Every player of an event saves a draft and hands it in."""
    from decks.registration.models import Registration
    from ledger.commands import Actor
    from ledger.selectors import verify_chain
    from tournaments.submissions.services import deck_draft_save, deck_submit

    text = sixty_cards()
    tournament, users = build(count)
    postmaster = postmaster_of()

    def through(service: Callable[..., Any], label: str) -> Callable[[int], object]:
        return lambda number: service(
            actor=Actor(users[number], "player"),
            key=f"{label} {number}",
            tournament=tournament,
            text=text,
            name="Deck",
        )

    print(HEADING)
    costs = {}
    for label, work in (
        ("yardstick: the bare rows", yardstick(text, count)),
        ("saved as drafts", through(deck_draft_save, "save")),
        ("submitted", through(deck_submit, "submit")),
    ):
        costs[label] = measured(work, count, postmaster)
        print(costs[label].line(label, count))
    handed_in = Registration.objects.filter(current__isnull=False, owner__in=users).count()
    if handed_in != count or verify_chain(tournament.chain_key):
        raise AssertionError(f"only {handed_in} of {count} lists were submitted, or the chain is broken")
    print(f"target for 2,000 submitted: under {DEADLINE_TARGET} s of one core, the database included")


def main() -> None:
    """Run both parts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lists", type=int, default=2_000)
    parser.add_argument("--repeat", type=int, default=200)
    parser.add_argument("--one-core", action="store_true")
    parser.add_argument("--skip-deadline", action="store_true")
    options = parser.parse_args()
    if options.one_core:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    lists(options.repeat)
    if not options.skip_deadline:
        with ExitStack() as stack:
            if not os.environ.get("DATABASE_URL"):
                from x610z_site.services.servers import private_postgres

                os.environ["DATABASE_URL"] = stack.enter_context(private_postgres())
            run(options.lists)


def run(count: int) -> None:
    """Everything that needs Django, in a database of its own."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.test")
    django.setup()
    from django.db import connection

    before = str(connection.settings_dict["NAME"])
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        deadline(count)
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)


if __name__ == "__main__":
    main()
