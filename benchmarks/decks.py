"""Decks: reading and checking a list, and all lists of a large event handed in at the deadline.

    python -m benchmarks.decks [--lists 2000] [--repeat 200] [--skip-deadline]

The first part is pure and needs no database: milliseconds of processor time to parse and check a 60-card list with a
sideboard, beside a yardstick in the same run (splitting the same text into numbers and names with nothing looked up),
and for a list of 20 unknown names. The second part needs PostgreSQL (``DATABASE_URL``, or it
starts its own): it makes a tournament with so
many entries in a transaction that is rolled back, saves and hands in a list for each through the services the pages
use, one after the other on one connection, and gives processor and wall seconds.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack

import django

from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.deckrules import check_deck, parse_decklist
from rules_engine.x610z.pool import ready_decks

LIST_TARGET = 1.0
"""Milliseconds to parse and check a 60-card list."""
DEADLINE_TARGET = 5.0
"""Seconds for 2,000 lists saved and handed in."""


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


def deadline(count: int) -> None:
    """Every player of an event saves a draft and hands it in."""
    from django.db import connection, transaction
    from django.utils import timezone

    from decks.registration.models import Registration
    from tests.tournaments.hall import make_tournament, make_user
    from tournaments.entries.deck_services import deck_draft_save, deck_submit
    from tournaments.entries.models import Entry
    from tournaments.ledger.commands import Actor

    text = sixty_cards()
    with transaction.atomic():
        tournament = make_tournament("Deadline", capacity=count)
        type(tournament).objects.filter(pk=tournament.pk).update(state="entry")
        users = [make_user() for _ in range(count)]
        for number, user in enumerate(users, 1):
            registration = Registration.objects.create(owner=user, pool_key="demo")
            name = user.display_name
            Entry.objects.create(
                tournament=tournament,
                user=user,
                number=number,
                name=name,
                sort_name=name,
                random=number,
                entered_at=timezone.now(),
                registration=registration,
            )
        for label, service in (("saved as drafts", deck_draft_save), ("handed in", deck_submit)):
            wall, busy = time.perf_counter(), time.process_time()
            for number, user in enumerate(users):
                service(
                    actor=Actor(user, "player"),
                    key=f"{label}{number}",
                    tournament=tournament,
                    text=text,
                    name="Deck",
                )
            wall, busy = time.perf_counter() - wall, time.process_time() - busy
            print(f"{count} lists {label} on {connection.vendor}: {wall:.2f} s wall, {busy:.2f} s processor")
        handed_in = Registration.objects.filter(current__isnull=False, owner__in=users).count()
        transaction.set_rollback(True)
    if handed_in != count:
        raise AssertionError(f"only {handed_in} of {count} lists were handed in")
    print(f"target for 2,000: under {DEADLINE_TARGET} s")


def main() -> None:
    """Run both parts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lists", type=int, default=2_000)
    parser.add_argument("--repeat", type=int, default=200)
    parser.add_argument("--skip-deadline", action="store_true")
    options = parser.parse_args()
    lists(options.repeat)
    if not options.skip_deadline:
        with ExitStack() as stack:
            private = not os.environ.get("DATABASE_URL")
            if private:
                from x610z_site.services.servers import private_postgres

                os.environ["DATABASE_URL"] = stack.enter_context(private_postgres())
            run(options.lists, migrate=private)


def run(count: int, *, migrate: bool) -> None:
    """Everything that needs Django."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.test")
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    if migrate:
        call_command("migrate", verbosity=0)
    deadline(count)
    connection.close()


if __name__ == "__main__":
    main()
