"""How many queries a page needs: a fixed number, from 8 to 64 players and from round 1 to round 4.

`make queries` asks the same of 16 and of 1,024 players.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.hall import organizer_of, play, publish, running_tournament, staff_actor
from tournaments.display.own_place import STANDINGS
from tournaments.display.shelf import SHELF
from tournaments.events.models import Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.judging.models import Penalty
from tournaments.rounds.models import Match, Snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(3600)]
FEW, MANY = (int(number) for number in os.environ.get("QUERY_PLAYERS", "8 64").split())

# Queries with an empty cache, sign-in and session included, by page and actor. A page that needs more than
# its line says has lost its query plan; one that needs fewer may have its line lowered.
PAGES = {
    ("", "anonymous"): 6,  # one for the fee, one for the prizes
    ("", "player"): 11,
    ("version/", "anonymous"): 3,
    ("tables/", "anonymous"): 7,
    ("tables/?by=table", "anonymous"): 7,
    ("tables/1/", "player"): 7,
    ("standings/", "anonymous"): 12,  # one for the marks of staff, as in the tables
    ("standings/", "player"): 14,
    ("standings/?round=1", "anonymous"): 12,
    ("screen/", "anonymous"): 8,  # two for when the next round starts
    ("me/", "player"): 9,  # fewer once this process has made the standings of the last complete round
    (
        "desk/",
        "organizer",
    ): 25,  # two for the schedule, one for the zones, two for who is at the tables that still play
    ("schedule/", "anonymous"): 4,
    ("schedule/", "organizer"): 9,
    ("desk/entries/", "organizer"): 11,
    ("desk/links/", "organizer"): 9,
    ("desk/staff/", "organizer"): 9,
    ("desk/ledger/", "organizer"): 9,
    ("desk/rounds/1/", "organizer"): 14,
    ("desk/rules/", "organizer"): 9,
    ("results/trf/", "anonymous"): 6,
    ("judge/", "judge"): 18,
    ("judge/checks/", "judge"): 15,
    ("judge/penalties/", "judge"): 10,
    ("judge/penalties/new/", "judge"): 10,
    ("desk/decks/", "organizer"): 12,
    ("lists/", "anonymous"): 6,
    ("teams/", "judge"): 14,
    ("teams/", "player"): 14,
    ("course/", "anonymous"): 8,
    ("desk/door/", "organizer"): 8,
    ("desk/edit/", "organizer"): 8,
    ("desk/snapshots/", "organizer"): 8,
    ("desk/snapshots/{snapshot}/", "organizer"): 22,
    ("desk/rounds/{last}/results/", "organizer"): 11,
    ("desk/rounds/{last}/repair/", "organizer"): 28,
    ("desk/rounds/{last}/repair/?first={one}&second={two}", "organizer"): 38,
    ("desk/matches/{match}/", "organizer"): 19,  # asks of each judge whether they play
    ("desk/matches/{match}/move/", "organizer"): 9,
    ("desk/find/?q=player", "organizer"): 11,
    ("desk/print/entries/", "organizer"): 7,
    ("desk/rounds/{last}/print/names/", "organizer"): 10,  # the head of the ledger stands on paper
    ("desk/rounds/{last}/print/slips/", "organizer"): 10,
    ("judge/cases/", "judge"): 10,
    ("judge/cases/new/{match}/", "judge"): 14,
    ("tables/{last}/why/{number}/", "anonymous"): 12,
}
"""``{last}`` is the round that is played, ``{match}`` one of its tables; ``{one}`` and ``{two}`` sit at two of them."""
FIRST_ROUND = ("standings/?round=1", "anonymous")
"""The one page that is another one later: only the newest standings say with which row of the ledger they became so."""
API = {"": 2, "rounds/1/": 6, "standings/": 10}  # made once, then one: as the page


class Size:
    """A tournament of one size after so many rounds, the next one being played."""

    def __init__(self, players: int, rounds: int) -> None:
        self.tournament = running_tournament(players, capacity=MANY, changes={"lists": "open", "teams": True})
        for number in range(1, rounds):
            play(self.tournament, number)
        if rounds > 1:
            self.last = publish(self.tournament, rounds)
        else:
            play(self.tournament, 1)
            self.last = publish(self.tournament, 2)
        match, second = Match.objects.filter(round=self.last).order_by("table")[:2]
        self.names = {
            "last": self.last.number,
            "match": match.pk,
            "one": match.seats.get(position=0).entry_id,
            "two": second.seats.get(position=0).entry_id,
            "number": match.seats.get(position=0).entry.number,
            "snapshot": Snapshot.objects.filter(tournament=self.tournament).latest("pk").pk,
        }
        for other in Match.objects.filter(tournament=self.tournament)[: players // 2]:
            entry = other.seats.select_related("entry").all()[0].entry
            GameLog.objects.create(
                match=other,
                entry=entry,
                original=b"{}",
                size=2,
                sha256=f"{other.pk:064d}",
                submitted_at=timezone.now(),
            )
            Penalty.objects.create(
                tournament=self.tournament,
                number=other.pk,
                entry=entry,
                match=other,
                round=other.round,
                code="T8",
                level="caution",
                proposed="caution",
                given_by=self.tournament.created_by,
                at=timezone.now(),
            )
        self.users: dict[str, Any] = {
            "anonymous": None,
            "player": match.seats.select_related("entry__user").all()[0].entry.user,
            "organizer": organizer_of(self.tournament).user,
            "judge": staff_actor(self.tournament, "judge").user,
        }

    def count(self, path: str, actor: str) -> int:
        """Queries of one page for one person, with an empty cache."""
        client = Client()
        if self.users[actor] is not None:
            client.force_login(self.users[actor])
        cache.clear()
        caches[SHELF].delete(STANDINGS.place(self.tournament.chain_key))
        with CaptureQueriesContext(connection) as queries:
            response = client.get(path)
        assert response.status_code == 200, path
        return len(queries)

    def all(self) -> dict[tuple[str, str], int]:
        """Every page and API route of the tables above."""
        slug = self.tournament.slug
        pages = {
            (path, actor): self.count(f"/t/{slug}/{path.format(**self.names)}", actor)
            for path, actor in PAGES
        }
        api = {
            (f"api:{path}", ""): self.count(f"/api/v1/tournaments/{slug}/{path}", "anonymous") for path in API
        }
        return pages | api


@pytest.fixture(scope="module")
def sizes(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, Size]]:
    """Three halls, built once for the whole module and undone after it."""
    with django_db_blocker.unblock():
        block = transaction.atomic()
        block.__enter__()
        try:
            yield {"small": Size(FEW, 1), "large": Size(MANY, 1), "late": Size(16, 4)}
        finally:
            transaction.set_rollback(True)
            block.__exit__(None, None, None)


def test_no_page_needs_more_queries_for_more_players_or_later_rounds(sizes: dict[str, Size]) -> None:
    small, large, late = (sizes[name].all() for name in ("small", "large", "late"))
    assert late[FIRST_ROUND] < small[FIRST_ROUND], "then it is a page like any other"
    late[FIRST_ROUND] += 1
    grown = {
        key: (small[key], large[key], late[key]) for key in small if not small[key] == large[key] == late[key]
    }
    assert grown == {}
    pinned = {**PAGES, **{(f"api:{path}", ""): count for path, count in API.items()}}
    assert {key: small[key] for key in pinned if small[key] > pinned[key]} == {}


def test_pages_of_all_tournaments_need_a_fixed_number_of_queries(sizes: dict[str, Size]) -> None:
    """The list, the front page and a person's own page, with few tournaments and with many."""
    size = sizes["small"]

    def counts() -> list[int]:
        return [
            size.count("/t/", "anonymous"),
            size.count("/me/", "organizer"),
            size.count("/", "anonymous"),
            size.count("/api/v1/tournaments/", "anonymous"),
        ]

    few = counts()
    with transaction.atomic():
        source = size.tournament
        for number in range(20):
            copy = Tournament.objects.get(pk=source.pk)
            copy.pk, copy.slug = None, f"copy-{number}"
            copy.save()
            copy.staff.create(user=size.users["organizer"], role="judge")
        many = counts()
        transaction.set_rollback(True)
    assert many == few


def test_reporting_a_result_needs_a_fixed_number_of_queries(sizes: dict[str, Size]) -> None:
    found = {}
    for name, size in sizes.items():
        client = Client()
        client.force_login(size.users["player"])
        match = Match.objects.get(round=size.last, seats__entry__user=size.users["player"])
        with transaction.atomic():
            with CaptureQueriesContext(connection) as queries:
                sent = {"first": "2", "second": "0", "match": str(match.pk)}
                answer = client.post(f"/t/{size.tournament.slug}/me/", sent)
            transaction.set_rollback(True)
        assert answer.status_code == 302
        found[name] = len(queries)
    assert len(set(found.values())) == 1, found


def test_a_cached_page_needs_fewer_queries_than_a_fresh_one(sizes: dict[str, Size]) -> None:
    size, client = sizes["large"], Client()
    path = f"/t/{size.tournament.slug}/standings/"
    fresh = size.count(path, "anonymous")
    with CaptureQueriesContext(connection) as queries:
        client.get(path)
    assert len(queries) < fresh
