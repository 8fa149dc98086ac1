"""Races about new passwords: one open request for an account, and an agreement counts for one that is still open."""

from collections.abc import Iterator
from functools import partial

import pytest

from ledger.commands import Actor
from tests.races.tools import REPEATS, Racers, assert_chain, odd, racers
from tests.tournaments.hall import approved_tournament, make_user, organizer_of, staff_actor
from tournaments.events.models import Tournament
from x610z_site.accounts.models import Recovery
from x610z_site.accounts.step_services import (
    recovery_agree,
    recovery_ask,
    recovery_ask_at_desk,
    recovery_stop,
)

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.timeout(3600)]


@pytest.fixture
def run(transactional_db: None) -> Iterator[Racers]:
    with racers(4) as made:
        yield made


@pytest.fixture
def cup(transactional_db: None) -> Tournament:
    return approved_tournament(4)


def test_two_desks_and_the_office_at_once_leave_one_request(run: Racers, cup: Tournament) -> None:
    entry = cup.entries.order_by("pk")[0]
    office, desk = Actor(make_user(is_office=True), "office"), staff_actor(cup, "scorekeeper")
    for _time in range(REPEATS):
        Recovery.objects.all().delete()
        at_desk = partial(recovery_ask_at_desk, tournament=cup, entry_id=entry.pk)
        answers = run(
            partial(at_desk, actor=desk),
            partial(at_desk, actor=organizer_of(cup)),
            partial(recovery_ask, actor=office, username=entry.user.username),
        )
        assert odd(answers) == []
        assert Recovery.objects.filter(user=entry.user, ended_at=None).count() == 1
        assert Recovery.objects.filter(user=entry.user).exclude(tournament=None).count() <= 1
    assert_chain(cup)


def test_the_owner_s_no_and_the_office_s_yes_at_once_leave_no_code_that_works_after_the_no(
    run: Racers, cup: Tournament
) -> None:
    entry = cup.entries.order_by("pk")[0]
    office, owner = Actor(make_user(is_office=True), "office"), Actor(entry.user, "player")
    for _time in range(REPEATS):
        Recovery.objects.all().delete()
        asked = recovery_ask_at_desk(actor=organizer_of(cup), tournament=cup, entry_id=entry.pk)["recovery"]
        answers = run(
            partial(recovery_agree, actor=office, recovery_id=asked), partial(recovery_stop, actor=owner)
        )
        assert odd(answers) == []
        assert not Recovery.objects.filter(ended_at=None).exists()
    assert_chain(cup)
