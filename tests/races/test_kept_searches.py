"""Races about kept searches: two workers tell once, and a sixth search finds no place."""

from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from ledger.commands import SYSTEM, Actor
from ledger.models import OutboxMessage
from tests.races.tools import racers
from tests.tournaments.finding.test_finding import opened
from tests.tournaments.hall import make_user
from tournaments.finding.kept_services import filter_keep, filter_look
from tournaments.finding.models import MOST_KEPT, KeptFilter

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]
TIMES = 4


def facts() -> int:
    return sum(one.payload["name"] == "search.found" for one in OutboxMessage.objects.filter(topic="notice"))


def test_two_looks_at_once_tell_once() -> None:
    with racers(2) as at_once:
        for time in range(TIMES):
            user = make_user()
            filter_keep(actor=Actor(user, "player"), query="near=Utrecht&km=25")
            opened(f"New Evening {time}", "Utrecht")
            KeptFilter.objects.filter(user=user).update(next_at=timezone.now())
            before = facts()
            answers = at_once(*[partial(filter_look, actor=SYSTEM, user_id=user.pk)] * 2)
            assert sorted(answer["due"] for answer in answers) == [False, True]
            assert facts() == before + 1


def test_of_two_who_keep_the_last_search_at_once_one_is_refused() -> None:
    def keeping(user: Any, query: str) -> Any:
        return lambda: filter_keep(actor=Actor(user, "player"), query=query)

    with racers(2) as at_once:
        for _time in range(TIMES):
            user = make_user()
            for number in range(MOST_KEPT - 1):
                keeping(user, f"q=word{number}")()
            at_once(keeping(user, "q=one"), keeping(user, "q=two"))
            assert KeptFilter.objects.filter(user=user).count() == MOST_KEPT
            KeptFilter.objects.filter(user=user).delete()
            same = at_once(keeping(user, "q=one"), keeping(user, "q=one"))
            assert same[0] == same[1] and KeptFilter.objects.filter(user=user).count() == 1
