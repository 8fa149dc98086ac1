"""Races about notices: two facts told at once, and a reading between, leave the right number and no deadlock."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db.models import QuerySet

from tests.races.tools import REPEATS, Racers, meet_after, racers
from tests.tournaments.hall import make_user
from x610z_site.reach import notice_services
from x610z_site.reach.models import Notice
from x610z_site.reach.notice_services import fact_tell, notices_read

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.timeout(3600)]


@pytest.fixture
def people(transactional_db: None) -> list[int]:
    return [make_user().pk for _number in range(6)]


@pytest.fixture
def four(transactional_db: None) -> Iterator[Racers]:
    with racers(4) as made:
        yield made


def telling(fact: str, people: list[int]) -> Callable[[], Any]:
    """A fact to tell these people, named in this order."""
    about = {"fact": fact, "name": "deck.missing", "tournament": None, "about": {}}
    return partial(fact_tell, {**about, "people": people})


def numbers(people: list[int]) -> list[tuple[int, int]]:
    """Of each person the number that their pages show, and the number there is."""
    users = get_user_model().objects.filter(pk__in=people).order_by("pk")
    return [(user.unread_notices, Notice.objects.filter(user=user, read_at=None).count()) for user in users]


def test_facts_told_at_once_to_the_same_people_in_opposite_orders_are_all_counted(
    four: Racers, people: list[int]
) -> None:
    for time in range(REPEATS):
        orders = (people, people[::-1], people[3:] + people[:3], people[1::2] + people[::2])
        told = [telling(f"{time}:{number}", order) for number, order in enumerate(orders)]
        assert four(*told) == [{"people": 6}] * 4
        assert numbers(people) == [(4 * (time + 1),) * 2] * 6


def test_the_same_fact_relayed_twice_at_once_tells_once(run: Racers, people: list[int]) -> None:
    for time in range(REPEATS):
        answers = run(telling(f"{time}", people), telling(f"{time}", people[::-1]))
        assert {"people": 6} in answers
        assert numbers(people) == [(time + 1,) * 2] * 6


def test_a_reading_between_two_facts_leaves_the_number_there_is(four: Racers, people: list[int]) -> None:
    readers = [get_user_model().objects.get(pk=pk) for pk in (people[0], people[-1])]
    for time in range(REPEATS):
        answers = four(
            telling(f"{time}:a", people),
            telling(f"{time}:b", people[::-1]),
            *[partial(notices_read, one) for one in readers],
        )
        assert not [one for one in answers if isinstance(one, Exception)]
        assert all(shown == there for shown, there in numbers(people))


@pytest.mark.parametrize("locked", [True, False])
def test_the_rows_that_are_held_are_what_keeps_the_number(
    run: Racers, people: list[int], monkeypatch: pytest.MonkeyPatch, locked: bool
) -> None:
    meeting = meet_after(monkeypatch, notice_services, "_count_unread")
    if not locked:
        meeting.without_locks()
        original = QuerySet.select_for_update

        def unlocked(self: QuerySet, *args: Any, **kwargs: Any) -> QuerySet:
            mine = self.model is get_user_model()
            return self.all() if mine else original(self, *args, **kwargs)

        monkeypatch.setattr(QuerySet, "select_for_update", unlocked)
    meeting.reset()
    run(telling("a", people[:1]), telling("b", people[:1]))
    assert numbers(people[:1]) == [(2 if locked else 1, 2)]
