"""Two worlds: the same cards by other makers. Every page of everybody else is the same until it is decided."""

import re
from typing import Any

import pytest
from django.test import Client

from community.contests import playing_services
from community.contests.counting import counted
from community.contests.deciding_services import contest_decide
from community.contests.models import HIDDEN_CHAIN, Contest, ContestEntry
from ledger.models import LedgerRow
from tests.community.contested import enter, judge, juror
from tests.community.test_contest_results import vote
from tests.community.test_contests import HOUR, opened
from tests.speeds import fewer
from tests.tournaments.hall import make_user
from tests.tournaments.organizations.found import join

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
MAKERS = 2
KEYS = re.compile(
    rb'name="(csrfmiddlewaretoken|idempotency_key)" value="[^"]*"|"X-CSRFToken": "[^"]*"|nonce="[^"]*"'
)


def read(client: Client, address: str) -> tuple[int, bytes, str]:
    """A page without what is drawn by lot for each answer: its status, its bytes, and where it leads."""
    answer = client.get(address)
    content = KEYS.sub(b"", b"".join(answer) if answer.streaming else answer.content)
    return answer.status_code, content, answer.get("Location", "")


def permute(contest: Contest, makers: list[Any], by: int) -> None:
    """The same rows with other makers, and votes that are still nobody's for their own card."""
    entries = list(ContestEntry.objects.filter(contest=contest).order_by("entered_at", "pk"))
    ContestEntry.objects.filter(contest=contest).update(author=None)
    for place, entry in enumerate(entries):
        ContestEntry.objects.filter(pk=entry.pk).update(author=makers[(place + by) % len(makers)])


def test_no_page_of_anybody_else_tells_whose_card_it_is_until_it_is_decided(
    time_machine: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(playing_services, "GAMES", 2)
    voter, office, makers = make_user(), make_user(is_office=True), [make_user() for _number in range(MAKERS)]
    contest, boss = opened(time_machine)
    club = contest.organization
    assert club is not None
    one, other = juror(contest, boss), juror(contest, boss)
    for number, maker in enumerate(makers):
        enter(contest, maker, number)
    codes = sorted(ContestEntry.objects.values_list("code", flat=True))
    outsiders = [
        one,
        other,
        boss.user,
        join(club, "organizer"),
        join(club, "judge"),
        office,
        voter,
        make_user(),
        None,
    ]
    clients = []
    for user in fewer(outsiders, 2, "as whom every page of a contest is read"):
        client = Client()
        if user is not None:
            client.force_login(user)
        clients.append(client)
    number = contest.pk
    pages = [
        "/", "/contests/", "/contests/contests.atom", f"/o/{club.slug}/", f"/o/{club.slug}/contests/", "/me/data/",
        *(f"/contests/{number}/{page}" for page in ("", "edit/", "my-card/", "jury/", "cards/", "decide/", "result/",
                                                     "winners.json")),
        *(f"/contests/{number}/cards/{code}{end}" for code in codes for end in ("/", ".svg")),
    ]  # fmt: skip

    def everything() -> list[tuple[int, bytes, str]]:
        return [read(client, page) for client in clients for page in pages]

    def same_in_all_worlds() -> None:
        first = everything()
        for by in range(1, MAKERS):
            permute(contest, makers, by)
            for seen, expected in zip(everything(), first, strict=True):
                assert seen == expected
        permute(contest, makers, 0)

    same_in_all_worlds()
    time_machine.move_to(contest.entries_close_at + HOUR)
    playing_services.contests_sweep()
    same_in_all_worlds()
    judge(contest, one, {code: [5, 5] for code in codes})
    time_machine.move_to(contest.voting_open_at + HOUR)
    vote(contest, voter, ContestEntry.objects.get(code=codes[0]))
    same_in_all_worlds()
    time_machine.move_to(contest.voting_close_at + HOUR)
    same_in_all_worlds()
    contest_decide(actor=boss, contest=contest, winners=counted(contest).winners)
    named = read(clients[-1], f"/contests/{number}/result/")
    permute(contest, makers, 1)
    assert read(clients[-1], f"/contests/{number}/result/") != named


def test_readers_have_orders_of_their_own_that_no_moment_decides(time_machine: Any) -> None:
    contest, _boss = opened(time_machine)
    entries = [enter(contest, number=number) for number in range(8)]
    time_machine.move_to(contest.voting_open_at + HOUR)
    orders = set()
    for _reader in range(4):
        client = Client()
        client.force_login(make_user())
        found = re.findall(
            r'id="card-([0-9a-f]{16})"', client.get(f"/contests/{contest.pk}/cards/").content.decode()
        )
        assert sorted(found) == sorted(entry.code for entry in entries)
        orders.add(tuple(found))
    assert len(orders) == 4
    rows = LedgerRow.objects.filter(chain_id=HIDDEN_CHAIN)
    assert rows.exists() and not any(entry.code in str(row.data) for entry in entries for row in rows)
