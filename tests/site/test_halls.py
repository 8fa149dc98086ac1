"""Halls that stay: each test finds what it asked for, as it was built, and nothing of another test."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from ledger.models import LedgerRow
from tests.halls import OLDEST, Halls, halls, kept, wanted_by
from tests.tournaments.hall import make_tournament, make_user, staff_actor
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db
stood: set[int] = set()


@kept
def cup() -> Tournament:
    cache.set("hall", "kept in a cache")
    return make_tournament("Kept Cup")


@kept
def judge(cup: Tournament) -> Any:
    return staff_actor(cup, "judge"), cup


@kept
def by_settings(settings: Any) -> Tournament:
    return make_tournament(settings.SITE_URL[-12:])


@kept
def never() -> None:
    raise ValueError("this hall falls down")


@pytest.mark.parametrize("time", range(3))
def test_what_a_test_writes_and_changes_is_gone_for_the_next(cup: Tournament, time: int) -> None:
    assert Tournament.objects.get().name == cup.name == "Kept Cup"
    assert LedgerRow.objects.count() == 1 and cache.get("hall") is None
    cup.name = "Another"
    cup.save()
    make_tournament("A Second")
    stood.add(id(halls.layers[0]))
    assert len(stood) == 1, "it was built once"


@pytest.mark.parametrize("time", range(2))
def test_a_hall_upon_another_shares_its_objects(cup: Tournament, judge: Any, time: int) -> None:
    actor, of = judge
    assert of is cup and cup.staff.filter(role="judge", user=actor.user).exists()  # type: ignore[attr-defined]
    cup.staff.all().delete()  # type: ignore[attr-defined]  # reverse relation


def test_who_asks_for_less_finds_less(cup: Tournament) -> None:
    assert not cup.staff.filter(role="judge").exists()  # type: ignore[attr-defined]  # reverse relation


def test_who_asks_for_none_finds_none() -> None:
    assert not Tournament.objects.exists()


def test_a_hall_that_asks_for_another_fixture_is_built_in_the_test(
    by_settings: Tournament, request: Any
) -> None:
    assert wanted_by(request.node) == {} and halls.layers == []
    assert Tournament.objects.get() == by_settings


def test_a_hall_that_cannot_be_built_says_so_where_it_is_asked_for(request: Any, cup: Tournament) -> None:
    made, before = Halls(), Tournament.objects.count()
    with pytest.raises(ValueError, match="falls down"):
        made._add(never._get_wrapped_function().build, {})  # type: ignore[attr-defined]  # of the fixture
    assert made.layers == [] and Tournament.objects.count() == before


def test_a_hall_that_has_stood_too_long_is_not_handed_out(time_machine: Any) -> None:
    made = Halls()

    def build() -> Any:
        return make_user()

    made._add(build, {})
    assert made._fitting([build]) == 1 and made._fitting([]) == made._fitting([make_user]) == 0
    for moved in (timedelta(seconds=2), -timedelta(seconds=2)):
        time_machine.move_to(timezone.now() + (OLDEST + moved if moved > timedelta() else -OLDEST + moved))
        assert made._fitting([build]) == 0
        time_machine.move_to(made.layers[0].begun)
    made._leave(0)


@pytest.mark.parametrize("following", ["same", "none", "last"])
def test_before_the_next_test_begins_only_what_it_asks_for_stands(
    request: Any, cup: Tournament, following: str
) -> None:
    """What is built for a whole file, or a browser that is started, comes before the transaction of that test."""
    made, build = Halls(), cup_build(request)
    made.blocker = request.getfixturevalue("django_db_blocker")
    made._add(lambda: make_user(), {})
    made.layers[0].build = build
    items = {
        "same": request.node,
        "none": next(one for one in request.session.items if not wanted_by(one)),
        "last": None,
    }
    made.before(items[following])
    assert len(made.layers) == (following == "same")
    made._leave(0)


def cup_build(request: Any) -> Any:
    """How the hall of this test is built."""
    (build,) = wanted_by(request.node)
    return build


@pytest.mark.django_db(transaction=True)
def test_a_test_that_really_commits_builds_its_hall_itself(cup: Tournament) -> None:
    assert halls.layers == [] and not transaction.get_connection().in_atomic_block
    assert Tournament.objects.get() == cup
