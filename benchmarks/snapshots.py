"""How large the snapshots of a tournament are: what is kept before every step, so that it can be brought back.

    python -m benchmarks.snapshots [--players 1000] [--rounds 10]

On a database in memory. Every table of every round has two reports and a result; after each round it prints how large
one snapshot is and how large all of them are together, with four steps a round (drafted, published, one table changed,
completed). The yardstick is beside it: what the rows of the rounds themselves take as the same JSON, not compressed.
"""

import argparse
import json
import os
import time

STEPS = 4


def add_round(tournament: object, number: int) -> None:
    """One more round in which everybody met somebody else, with reports and results."""
    from django.utils import timezone

    from tournaments.entries.models import Entry
    from tournaments.events.models import Stage
    from tournaments.rounds.models import Match, Report, Round, Seat
    from tournaments.rounds.outcomes import Games

    keys = list(Entry.objects.filter(tournament=tournament).order_by("number").values_list("pk", flat=True))
    half = len(keys) // 2
    turned = keys[number * 7 :] + keys[: number * 7]
    now = timezone.now()
    round_ = Round.objects.create(
        tournament=tournament,
        stage=Stage.objects.get(tournament=tournament),
        number=number,
        state=Round.State.COMPLETED,
        seed=f"benchmark:{number}",
        drafted_at=now,
        published_at=now,
        completed_at=now,
    )
    matches = Match.objects.bulk_create(
        Match(
            tournament=tournament,
            round=round_,
            table=table,
            state="final",
            source="players",
            outcome=Games((2, table % 2), 0),
            ended_at=now,
        )
        for table in range(1, half + 1)
    )
    pairs = list(zip(matches, turned[:half], turned[half:], strict=True))
    Seat.objects.bulk_create(
        Seat(match=match, round=round_, entry_id=entry, position=position)
        for match, *two in pairs
        for position, entry in enumerate(two)
    )
    Report.objects.bulk_create(
        Report(match=match, entry_id=entry, outcome=match.outcome, at=now)
        for match, *two in pairs
        for entry in two
    )


def main() -> None:
    """Print a line per round."""
    reader = argparse.ArgumentParser(description="How large snapshots are.")
    reader.add_argument("--players", type=int, default=1000)
    reader.add_argument("--rounds", type=int, default=10)
    asked = reader.parse_args()
    os.environ |= {"DATABASE_URL": "sqlite:///:memory:", "DJANGO_SETTINGS_MODULE": "x610z_site.settings.test"}
    import django

    django.setup()
    from django.core.management import call_command

    from benchmarks.round_command import build
    from ledger.hashing import canonical
    from tournaments.events.models import Tournament
    from tournaments.rounds.models import Round
    from tournaments.rounds.snapshots import Picture, packed, picture_of

    call_command("migrate", verbosity=0)
    tournament = Tournament.objects.get(pk=build(asked.players))
    Round.objects.filter(tournament=tournament).delete()
    whole = 0
    for number in range(1, asked.rounds + 1):
        add_round(tournament, number)
        begun = time.process_time()
        picture = picture_of(tournament)
        size = len(packed(picture))
        spent = time.process_time() - begun
        plain = len(canonical({name: getattr(picture, name) for name in Picture.__dataclass_fields__}))
        whole += STEPS * size
        line = {"round": number, "kB": size / 1000, "plain_kB": plain / 1000, "all_kB": whole / 1000}
        print(json.dumps(line | {"ms": round(spent * 1000)}))


if __name__ == "__main__":
    main()
