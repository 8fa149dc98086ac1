"""Races at the forum: a nonce is good once, and two people with one address are never one person there."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from community.forum.models import ForumAccount, SpentNonce
from community.forum.services import forum_connect, forum_link
from ledger.commands import Actor
from ledger.errors import UserError
from tests.community.at_forum import reader
from tests.races.tools import REPEATS, Racers, odd, racers

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.timeout(3600)]


@pytest.fixture
def run(transactional_db: None) -> Iterator[Racers]:
    with racers(4) as made:
        yield made


def good(answers: list[Any]) -> int:
    assert odd(answers) == []
    return sum(not isinstance(one, UserError) for one in answers)


def test_a_nonce_that_comes_four_times_at_once_is_good_once(run: Racers) -> None:
    people = [Actor(reader(f"P{n}", f"p{n}@post.example")[1], "player") for n in range(4)]
    for number in range(REPEATS):
        nonce = f"nonce-{number:08}"
        one = partial(forum_connect, actor=people[0], nonce=nonce, agreed=True)
        assert good(run(*[one] * 4)) == 1
        other = f"other-{number:08}"
        assert (
            good(run(*[partial(forum_connect, actor=who, nonce=other, agreed=True) for who in people])) == 1
        )
    assert SpentNonce.objects.count() == 2 * REPEATS


def test_four_people_with_one_address_at_once_are_one_there(run: Racers) -> None:
    for number in range(REPEATS):
        people = [Actor(reader(f"P{n}", f"family{number}@post.example")[1], "player") for n in range(4)]
        calls = [
            partial(forum_connect, actor=who, nonce=f"n-{number}-{who.user.pk:06}", agreed=True)
            for who in people
        ]
        assert good(run(*calls)) == 1
        connected = ForumAccount.objects.filter(user__in=[who.user for who in people])
        assert connected.exclude(connected_at=None).count() == 1


def test_one_account_of_the_forum_is_linked_by_one_of_four(run: Racers) -> None:
    for number in range(REPEATS):
        people = [Actor(reader(f"P{n}", "")[1], "player") for n in range(4)]
        linked = {"number": 100 + number, "name": "old", "mail": f"old{number}@post.example"}
        calls = [
            partial(forum_link, actor=who, nonce=f"l-{number}-{who.user.pk:06}", linked=linked)
            for who in people
        ]
        assert good(run(*calls)) == 1
        assert ForumAccount.objects.filter(linked_id=100 + number).count() == 1
