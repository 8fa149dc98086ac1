"""A round's results, each reported by both players through the service their pages use, on the real database.

    python -m benchmarks.results [--players 452] [--one-core]

With ``DATABASE_URL`` it uses that PostgreSQL, else it starts its own; it works in a database of its own that it
removes. One report after the other on one connection, each a command in a transaction of its own; the second of a
match makes it final. The yardstick in the same run is that of ``benchmarks.decks``: three rows stored and
three changed with psycopg alone, in one transaction each. Milliseconds per report, and what is measured, as there.
"""

from __future__ import annotations

import argparse
import os
from contextlib import ExitStack
from typing import Any

import django

from benchmarks.decks import HEADING, measured, postmaster_of, sixty_cards, yardstick
from benchmarks.round_command import build

TARGET = 60.0
"""Seconds for the 226 matches of a large round, both players reporting."""


def reports(players: int) -> list[tuple[Any, int, tuple[int, int, int]]]:
    """A published third round; who reports which match with which score, first players first."""
    from ledger.commands import Actor
    from tournaments.events.models import Tournament
    from tournaments.rounds.models import Round, Seat
    from tournaments.rounds.pairing_services import round_draft, round_publish

    tournament = Tournament.objects.get(pk=build(players))
    staff = Actor(tournament.created_by, "organizer")
    round_draft(actor=staff, tournament=tournament, number=3)
    drafted = Round.objects.get(tournament=tournament, number=3)
    round_publish(actor=staff, tournament=tournament, round_id=drafted.pk)
    seats = Seat.objects.filter(round=drafted).select_related("entry__user").order_by("position", "pk")
    return [(seat.entry.user, seat.match_id, (2, seat.match_id % 2, 0)) for seat in seats]


def run(players: int) -> None:
    """Everything that needs Django, in a database of its own."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.test")
    django.setup()
    from django.db import connection

    before = str(connection.settings_dict["NAME"])
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        measure(players)
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)


def measure(players: int) -> None:
    """Print what one report costs."""
    from ledger.commands import Actor
    from ledger.selectors import verify_chain
    from tournaments.events.models import Tournament
    from tournaments.rounds.models import Match
    from tournaments.rounds.services import result_report

    planned = reports(players)
    tournament = Tournament.objects.get()

    def report(number: int) -> None:
        user, match, score = planned[number]
        actor = Actor(user, "player")
        result_report(actor=actor, key=f"r{number}", tournament=tournament, match_id=match, said=score)

    postmaster = postmaster_of()
    count, half = len(planned), len(planned) // 2
    print(HEADING)
    print(
        measured(yardstick(sixty_cards(), count), count, postmaster).line("yardstick: the bare rows", count)
    )
    first = measured(report, half, postmaster)
    print(first.line("first report of a match", half))
    second = measured(lambda number: report(half + number), count - half, postmaster)
    print(second.line("second: the result is final", count - half))
    final = Match.objects.filter(round__number=3, state="final").count()
    if final != half or verify_chain(tournament.chain_key):
        raise AssertionError(f"only {final} of {half} results are final, or the chain is broken")
    seconds = first.own + first.database + second.own + second.database
    print(f"{half} results took {seconds:.2f} s of one core; target: under {TARGET:.0f} s")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=452)
    parser.add_argument("--one-core", action="store_true")
    options = parser.parse_args()
    if options.one_core:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with ExitStack() as stack:
        if not os.environ.get("DATABASE_URL"):
            from x610z_site.services.servers import private_postgres

            os.environ["DATABASE_URL"] = stack.enter_context(private_postgres())
        run(options.players)


if __name__ == "__main__":
    main()
