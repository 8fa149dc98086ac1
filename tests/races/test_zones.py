"""Races about zones: two who give one judge tables at once, and a zone given while the role is taken away."""

import pytest

from ledger.models import LedgerRow
from ledger.selectors import verify_chain
from tests.races.tools import REPEATS, Racers
from tests.tournaments.hall import make_user, organizer_of, running_tournament, staff_actor
from tournaments.events.models import Staff, Tournament
from tournaments.events.services import staff_remove
from tournaments.events.zone_services import staff_zone
from tournaments.events.zones import zones_of

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    return running_tournament(4)


def test_two_who_give_a_judge_tables_at_once_leave_one_whole_zone(
    run: Racers, tournament: Tournament
) -> None:
    judge, givers = staff_actor(tournament, "judge").user, [organizer_of(tournament)]
    givers.append(staff_actor(tournament, "head_judge"))
    for repeat in range(REPEATS):
        zones = [(10 + repeat, 20 + repeat), (110 + repeat, 120 + repeat)]
        run(
            *(
                lambda giver=giver, zone=zone: staff_zone(
                    actor=giver, tournament=tournament, user=judge, first=zone[0], last=zone[1]
                )
                for giver, zone in zip(givers, zones, strict=True)
            )
        )
        (kept,) = zones_of(tournament)
        last = LedgerRow.objects.filter(action="staff.zone").order_by("-number")[0].data
        assert (kept.first, kept.last) in zones
        assert (last["first"], last["last"]) == (kept.first, kept.last), "the ledger ends as the table stands"
    assert LedgerRow.objects.filter(action="staff.zone").count() == 2 * REPEATS
    assert verify_chain(tournament.chain_key) == []


def test_a_form_sent_twice_at_once_is_one_row(run: Racers, tournament: Tournament) -> None:
    judge, organizer = staff_actor(tournament, "judge").user, organizer_of(tournament)
    for repeat in range(REPEATS):
        said = {
            "tournament": tournament,
            "user": judge,
            "first": 1 + repeat,
            "last": 999,
            "key": f"zone-{repeat}",
        }
        answers = run(*(lambda said=said: staff_zone(actor=organizer, **said) for _one in range(2)))
        assert answers[0] == answers[1]
        assert LedgerRow.objects.filter(action="staff.zone").count() == repeat + 1


def test_no_zone_outlives_the_role(run: Racers, tournament: Tournament) -> None:
    organizer, judge = organizer_of(tournament), make_user()
    for _repeat in range(REPEATS):
        staff_actor(tournament, "judge", judge)
        run(
            lambda: staff_zone(actor=organizer, tournament=tournament, user=judge, first=1, last=2),
            lambda: staff_remove(actor=organizer, tournament=tournament, user=judge, role="judge"),
        )
        assert zones_of(tournament) == []
        assert not Staff.objects.filter(tournament=tournament, user=judge).exists()
