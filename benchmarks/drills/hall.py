"""A tournament whose players report without end, for drills; each command works on the database of the environment.

    python -m benchmarks.drills.hall build 24      a tournament in its second round; prints its players' phones as JSON
    python -m benchmarks.drills.hall people 24     people who are signed in: by number, the session of each
    python -m benchmarks.drills.hall build-of NAME PERSON...  the same tournament of people who are there already
    python -m benchmarks.drills.hall token         a token for programs, of somebody who organizes, judges and plays
    python -m benchmarks.drills.hall written       how often each command was carried out by a program
    python -m benchmarks.drills.hall report        reports by the service; prints KEY BEGUN DONE for each acknowledged
    python -m benchmarks.drills.hall mistake       the desk enters a wrong result at the last table
    python -m benchmarks.drills.hall state         what is stored: keys, rows, standings, as JSON
    python -m benchmarks.drills.hall continue      the day goes on: every page, the reports of round 2, round 3
    python -m benchmarks.drills.hall put-away      every row of the ledger goes into volumes, however new it is
    python -m benchmarks.drills.hall keeper        a keeper of the catalogue and a card without a picture
    python -m benchmarks.drills.hall look          what is stored is looked at by everybody: every kind of page

A first seat may say its score again as long as the second is silent, so there is always something to report; every
report carries a key of its own, which is stored with it or not at all.
"""

import json
import os
import re
import secrets
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import suppress
from html import unescape
from itertools import count
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

import django


def people(count: int) -> dict[int, str]:
    """So many new people, each with the session they are signed in by."""
    from django.contrib.auth import get_user_model

    names = (f"person-{secrets.token_hex(6)}" for _number in range(count))
    users = [get_user_model().objects.create_user(name, display_name=name) for name in names]
    return {user.pk: _signed_in(user) for user in users}


def _signed_in(user: Any) -> str:
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def build(players: int, name: str = "Test Cup", known: Collection[int] = ()) -> dict[str, Any]:
    """Round 1 played, round 2 published; the session of every first seat, or who sits there of those ``known``."""
    from django.contrib.auth import get_user_model

    from tests.decks.lists import legal_text
    from tests.tournaments import hall
    from tournaments.entries.services import entry_check_in, entry_create, tournament_start
    from tournaments.events.services import tournament_open_check_in, tournament_open_entry
    from tournaments.rounds.models import Match
    from tournaments.submissions.services import deck_submit

    users = list(get_user_model()._default_manager.filter(pk__in=known).order_by("pk"))
    tournament = hall.make_tournament(name, by=users[0] if users else None)
    organizer = hall.organizer_of(tournament)
    tournament_open_entry(actor=organizer, tournament=tournament, casual=True)
    entries = []
    for user in users or (hall.make_user() for _number in range(players)):
        actor = hall.Actor(user, "player")
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
        user = match.seats.all()[0].entry.user
        phones.append({"match": match.pk} | ({"user": user.pk} if known else {"session": _signed_in(user)}))
    return {"slug": tournament.slug, "phones": phones}


def token() -> dict[str, str]:
    """A token of every scope, of one person who organizes the tournament, judges it and plays at its first table."""
    from tests.tournaments.api.programs import token_for
    from tournaments.events.models import Staff, Tournament
    from tournaments.rounds.models import Match

    tournament = Tournament.objects.order_by("pk")[0]
    seats = Match.objects.get(tournament=tournament, round__number=2, table=1).seats
    user = seats.select_related("entry__user").order_by("position")[0].entry.user
    for role in ("organizer", "head_judge", "judge"):
        Staff.objects.get_or_create(tournament=tournament, user=user, role=role)
    return {"token": token_for(user)}


def written() -> dict[str, int]:
    """How often each kind of command was carried out by the person who has the token, since it was made."""
    from django.db.models import Count

    from ledger.models import LedgerRow
    from x610z_site.accounts.models import ApiToken

    token = ApiToken.objects.get()
    rows = LedgerRow.objects.filter(actor=token.user_id, at__gte=token.made_at)
    return dict(rows.values_list("action").annotate(Count("pk")).order_by("action"))


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


PAGES = ("", "standings/", "tables/", "me/", "desk/", "judge/", "deck/")


def carry_on() -> dict[str, int]:
    """Somebody else's tournament in round 2 (an older release's): look at it, report, close, publish the next round.

    Raises AssertionError when a page or a report is refused, or a chain is not whole.
    """
    from django.test import Client

    from ledger.models import Chain
    from ledger.selectors import verify_chain
    from tests.tournaments import hall
    from tournaments.events.models import Tournament
    from tournaments.rounds.models import Match, Round, Seat
    from tournaments.rounds.pairing_services import round_complete

    tournament = Tournament.objects.get()
    seats = Seat.objects.filter(match__round__number=2, match__kind="played").select_related("entry__user")
    clients = {seat.pk: Client() for seat in seats}
    organizer = Client()
    organizer.force_login(tournament.created_by)
    opened = 0
    for seat in seats.order_by("match__table", "position"):
        clients[seat.pk].force_login(seat.entry.user)
        said = {"first": "2", "second": "0"} if seat.position == 1 else {"first": "0", "second": "2"}
        answer = clients[seat.pk].post(f"/t/{tournament.slug}/me/", {**said, "match": str(seat.match_id)})
        assert answer.status_code == 302, f"a report: {answer.status_code}"
    assert set(Match.objects.filter(round__number=2, kind="played").values_list("state", flat=True)) == {
        "final"
    }
    round_ = Round.objects.get(number=2)
    round_complete(actor=hall.organizer_of(tournament), tournament=tournament, round_id=round_.pk)
    hall.publish(tournament, 3)
    for client in (Client(), organizer, *clients.values()):
        for page in PAGES:
            status = client.get(f"/t/{tournament.slug}/{page}").status_code
            assert status in (200, 302, 403, 404), f"/t/{tournament.slug}/{page}: {status}"
            opened += status == 200
    chains = list(Chain.objects.values_list("key", flat=True))
    broken = [key for key in chains if verify_chain(key)]
    assert not broken, f"chains that are not whole: {broken}"
    return {"pages": opened, "reports": len(clients), "chains": len(chains)}


def put_away() -> dict[str, int]:
    """All chains put away whole, as a year later; how many rows."""
    from ledger.archive import put_away as packed
    from ledger.models import Chain
    from tournaments.display.chain_heads import PUBLISHED

    keys = list(Chain.objects.order_by("key").values_list("key", flat=True))
    return {"rows": sum(packed(key, stay=PUBLISHED) for key in keys)}


def keeper() -> dict[str, str]:
    """A keeper's session and a card of the catalogue: the address of its page and its printed number."""
    from django.conf import settings
    from django.test import Client

    from decks.cards.models import Card
    from tests.decks.catalogue import SUMMON, make_keeper, publish_rows

    publish_rows([SUMMON])
    client = Client()
    client.force_login(make_keeper())
    card = Card.objects.get()
    return {
        "session": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "card": card.short,
        "number": card.number,
    }


MOST = 2
"""Pages of one kind that are opened for each person and tournament."""


def look() -> dict[str, int]:
    """Follow the links of the site as a stranger and as each person with a name to sign in with; count the pages.

    Raises AssertionError with the addresses that were answered with an error of ours.
    """
    from django.contrib.auth import get_user_model
    from django.test import Client

    people = list(get_user_model()._default_manager.filter(guest_of="", is_active=True).order_by("pk")[:12])
    opened, wrong = 0, []
    for person in (None, *people):
        client = Client(raise_request_exception=False)
        if person is not None:
            client.force_login(person)
        for address, status in _followed(client):
            opened += status == 200
            if status >= 500:
                wrong.append(f"{address}: {status}")
    assert not wrong, wrong
    return {"pages": opened, "people": 1 + len(people)}


def _followed(client: Any) -> Iterator[tuple[str, int]]:
    """Every address that links lead to, and what it was answered with."""
    from django.http import Http404
    from django.urls import resolve

    waiting, seen, kinds = ["/", "/t/", "/cards/", "/me/", "/office/"], set[str](), Counter[tuple[str, str]]()
    while waiting:
        address = waiting.pop(0)
        parts = urlsplit(address)
        if address in seen or parts.netloc or parts.scheme or not parts.path.startswith("/"):
            continue
        seen.add(address)
        with suppress(Http404):
            route = resolve(parts.path)
            kind = (str(route.kwargs.get("slug", "")), route.view_name)
            kinds[kind] += 1
            if kinds[kind] > MOST:
                continue
        answer = client.get(address)
        yield address, answer.status_code
        if "text/html" in answer.get("Content-Type", "") and not answer.streaming:
            links = re.findall(r'<a\b[^>]*\bhref="([^"]+)"', answer.content.decode())
            waiting += [urldefrag(urljoin(address, unescape(link))).url for link in links]


def main() -> None:
    """One of the commands of the first lines."""
    django.setup()
    match sys.argv[1:]:
        case ["build", players]:
            print(json.dumps(build(int(players))))
        case ["people", count_]:
            print(json.dumps(people(int(count_))))
        case ["build-of", name, *known]:
            print(json.dumps(build(0, name, [int(one) for one in known])))
        case ["token"]:
            print(json.dumps(token()))
        case ["written"]:
            print(json.dumps(written()))
        case ["report"]:
            report()
        case ["mistake"]:
            mistake()
        case ["state"]:
            print(json.dumps(state()))
        case ["continue"]:
            print(json.dumps(carry_on()))
        case ["put-away"]:
            print(json.dumps(put_away()))
        case ["keeper"]:
            print(json.dumps(keeper()))
        case ["look"]:
            print(json.dumps(look()))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
