"""From the press of "pair" to the stored draft, in a large tournament, on the real database.

    python -m benchmarks.round_command [--players 10000] [--repeat 3]

With DATABASE_URL it uses that PostgreSQL, on which the site's tables must exist, in one transaction that is
undone at the end; without it a private server is started for the run. The tournament has two complete rounds,
built with bulk inserts; the command ``round.draft`` pairs and stores round 3. The yardstick in the same run is
the pure ``pair_round`` on the very same players: what is above it is the price of reading, storing and writing
the ledger. Wall-clock seconds, and beside them this process's own processor seconds.
"""

from __future__ import annotations

import argparse
import gc
import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta

import django

TARGET = 2.0
"""Seconds from the command to the stored draft of 10,000 players."""


def build(players: int) -> int:
    """A running tournament with two complete rounds; returns its id."""
    from django.contrib.auth import get_user_model
    from django.utils import timezone

    from tournaments.entries.models import Entry
    from tournaments.events.models import Stage, Tournament
    from tournaments.events.plans import resolve
    from tournaments.events.policy import SWISS
    from tournaments.rounds.models import Match, Round, Seat
    from tournaments.rounds.outcomes import Games

    now = timezone.now()
    users = get_user_model()
    owner = users.objects.create(username="bench-owner", display_name="Owner")
    tournament = Tournament.objects.create(
        slug="bench-round-command",
        name="Benchmark",
        template="constructed-community",
        policy=resolve("constructed-community", deck_required=False),
        state=Tournament.State.RUNNING,
        capacity=players,
        starts_at=now,
        deck_deadline=now,
        seed="benchmark",
        created_by=owner,
    )
    stage = Stage.objects.create(tournament=tournament, kind=SWISS, rounds=14)
    people = users.objects.bulk_create(
        [users(username=f"bench-{number}", display_name=f"P{number}") for number in range(players)]
    )
    entries = Entry.objects.bulk_create(
        [
            Entry(
                tournament=tournament,
                user=user,
                number=number,
                name=f"P{number}",
                sort_name=f"p{number:06}",
                state=Entry.State.CHECKED_IN,
                random=number * 7919 % 1_000_003,
                entered_at=now - timedelta(hours=1),
                checked_in_at=now,
            )
            for number, user in enumerate(people, start=1)
        ]
    )
    order = list(entries)
    for number in (1, 2):
        round_ = Round.objects.create(
            tournament=tournament,
            stage=stage,
            number=number,
            state=Round.State.COMPLETED,
            seed="benchmark:1",
            drafted_at=now,
            published_at=now,
            completed_at=now,
        )
        pairs = list(zip(order[::2], order[1::2], strict=False))
        matches = Match.objects.bulk_create(
            [
                Match(
                    tournament=tournament,
                    round=round_,
                    table=table,
                    state=Match.State.FINAL,
                    source=Match.Source.BOTH,
                    outcome=Games((2, table % 2)),
                )
                for table, _pair in enumerate(pairs, start=1)
            ]
        )
        Seat.objects.bulk_create(
            [
                Seat(match=match, round=round_, entry=entry, position=position)
                for match, pair in zip(matches, pairs, strict=True)
                for position, entry in enumerate(pair)
            ]
        )
        order = [pair[0] for pair in pairs] + [pair[1] for pair in pairs]
    return int(tournament.pk)


def seconds(work: Callable[[], object]) -> tuple[float, float]:
    """Wall-clock and own processor seconds of one run, with the garbage of earlier runs swept first."""
    gc.collect()
    began, began_own = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - began, time.process_time() - began_own


def measure(players: int, repeat: int) -> None:
    """Print the parts of the way from the command to the stored draft."""
    from ledger.commands import Actor
    from tournaments.events.models import Tournament
    from tournaments.pairing import Options, pair_round
    from tournaments.rounds.field import players_of, standings_rows
    from tournaments.rounds.models import Round, Seat
    from tournaments.rounds.pairing_services import round_discard, round_draft

    tournament = Tournament.objects.get(pk=build(players))
    actor = Actor(tournament.created_by, "organizer")
    field = players_of(tournament)
    options = Options(total_rounds=14)
    pure = [seconds(lambda: pair_round(field, seed="s", number=3, options=options)) for _ in range(repeat)]
    standing = [seconds(lambda: standings_rows(tournament)) for _ in range(repeat)]
    reading = [seconds(lambda: players_of(tournament)) for _ in range(repeat)]
    whole = []
    for _number in range(repeat):
        whole.append(seconds(lambda: round_draft(actor=actor, tournament=tournament, number=3)))
        made = Round.objects.get(tournament=tournament, number=3)
        assert Seat.objects.filter(round=made).count() == players
        round_discard(actor=actor, tournament=tournament, round_id=made.pk)
    print(
        f"{players} players, round 3: wall-clock seconds, best / worst of {repeat}; processor seconds of the best"
    )
    for name, times in (
        ("yardstick: pair_round alone", pure),
        ("standings read and computed", standing),
        ("players as pairing wants them, read", reading),
        ("round.draft: command to stored draft", whole),
    ):
        (best, own), worst = min(times), max(times)
        print(f"  {name:<40} {best:7.3f} / {worst[0]:7.3f}   {own:7.3f}")
    best, own = min(whole)
    verdict = "met" if best < TARGET else "MISSED"
    print(f"  goal {TARGET:.1f} s: {verdict}; {own / min(pure)[1]:.1f} times the yardstick's processor time")


def main() -> None:
    """Measure inside one transaction and undo everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--players", type=int, default=10_000)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    with ExitStack() as stack:
        private = not os.environ.get("DATABASE_URL")
        if private:
            from x610z_site.services.servers import private_postgres

            os.environ["DATABASE_URL"] = stack.enter_context(private_postgres())
        run(options.players, options.repeat, migrate=private)


def run(players: int, repeat: int, *, migrate: bool) -> None:
    """Everything that needs Django, in one transaction."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.test")
    django.setup()
    from django.core.management import call_command
    from django.db import connection, transaction

    if migrate:
        call_command("migrate", verbosity=0)

    print(f"database: {connection.vendor}")
    with transaction.atomic():
        measure(players, repeat)
        transaction.set_rollback(True)
    connection.close()


if __name__ == "__main__":
    main()
