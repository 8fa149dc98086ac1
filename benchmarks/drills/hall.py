"""A tournament whose players report without end, for drills; each command works on the database of the environment.

    python -m benchmarks.drills.hall build 24      a tournament in its second round; prints its players' phones as JSON
    python -m benchmarks.drills.hall report        reports by the service; prints KEY BEGUN DONE for each acknowledged
    python -m benchmarks.drills.hall mistake       the desk enters a wrong result at the last table
    python -m benchmarks.drills.hall state         what is stored: keys, rows, standings, as JSON

A first seat may say its score again as long as the second is silent, so there is always something to report; every
report carries a key of its own, which is stored with it or not at all.
"""

import json
import os
import sys
import time
from itertools import count
from typing import Any

import django


def build(players: int) -> dict[str, Any]:
    """Round 1 played, round 2 published; the session of every first seat."""
    from django.conf import settings
    from django.test import Client

    from tests.decks.lists import legal_text
    from tests.tournaments import hall
    from tournaments.entries.services import entry_check_in, entry_create, tournament_start
    from tournaments.events.services import tournament_open_check_in, tournament_open_entry
    from tournaments.rounds.models import Match
    from tournaments.submissions.services import deck_submit

    tournament = hall.make_tournament()
    organizer = hall.organizer_of(tournament)
    tournament_open_entry(actor=organizer, tournament=tournament, casual=True)
    entries = []
    for _number in range(players):
        actor = hall.Actor(hall.make_user(), "player")
        entries.append(entry_create(actor=actor, tournament=tournament)["entry"])
        deck_submit(actor=actor, tournament=tournament, text=legal_text())
    tournament_open_check_in(actor=organizer, tournament=tournament)
    for entry in entries:
        entry_check_in(actor=organizer, tournament=tournament, entry_id=entry)
    tournament_start(actor=organizer, tournament=tournament)
    tournament.refresh_from_db()
    hall.play(tournament, 1)
    round_ = hall.publish(tournament, 2)
    phones = []
    for match in Match.objects.filter(round=round_, kind="played").order_by("table"):
        client = Client()
        client.force_login(match.seats.all()[0].entry.user)
        phones.append({"match": match.pk, "session": client.cookies[settings.SESSION_COOKIE_NAME].value})
    return {"slug": tournament.slug, "phones": phones}


def report() -> None:
    """Report until somebody ends this program; a database that is away is waited for."""
    from django.db import Error, close_old_connections, connection

    from ledger.commands import Actor
    from tournaments.rounds.models import Match
    from tournaments.rounds.services import result_report

    matches = list(Match.objects.filter(round__number=2, kind="played").order_by("table"))[
        :-1
    ]  # the last is the desk's
    speakers = [(match, match.seats.all()[0].entry.user, match.tournament) for match in matches]
    for number in count():
        match, user, tournament = speakers[number % len(speakers)]
        key = f"drill-{os.getpid()}-{number}"
        said = (2, number // len(speakers) % 2, 0)
        begun = time.time()
        try:
            result_report(
                actor=Actor(user, "player"), tournament=tournament, match_id=match.pk, said=said, key=key
            )
        except Error:
            close_old_connections()
            connection.close()
            time.sleep(0.2)
            continue
        print(f"{key} {begun} {time.time()}", flush=True)
        time.sleep(0.02)


def mistake() -> None:
    """The organizer stores a result nobody reported."""
    from tests.tournaments import hall
    from tournaments.rounds.models import Match
    from tournaments.rounds.services import result_enter

    match = Match.objects.filter(round__number=2, kind="played").order_by("table").last()
    assert match is not None
    result_enter(
        actor=hall.organizer_of(match.tournament),
        tournament=match.tournament,
        match_id=match.pk,
        said=(0, 2, 0),
    )


def state() -> dict[str, Any]:
    """The keys of stored reports, how many rows tell of them, and the standings."""
    from ledger.models import IdempotencyKey, LedgerRow
    from tournaments.events.models import Tournament
    from tournaments.rounds.field import standings_rows

    keys = IdempotencyKey.objects.filter(key__startswith="drill-").values_list("key", flat=True)
    rows = LedgerRow.objects.filter(action="result.report").count()
    standings = [str(row) for one in Tournament.objects.order_by("pk") for row in standings_rows(one)]
    return {"keys": sorted(keys), "rows": rows, "standings": standings}


def main() -> None:
    """One of the commands of the first lines."""
    django.setup()
    match sys.argv[1:]:
        case ["build", players]:
            print(json.dumps(build(int(players))))
        case ["report"]:
            report()
        case ["mistake"]:
            mistake()
        case ["state"]:
            print(json.dumps(state()))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
