"""Two desks take the same fee once; nothing is booked into a till that is being closed; a refund goes out once."""

from typing import Any

import pytest

from ledger.errors import UserError
from ledger.selectors import verify_chain
from tests.races.tools import racers
from tests.tournaments.hall import organizer_of, staff_actor
from tests.tournaments.money.tills import event, take
from tournaments.money.models import Booking, OnlinePayment, TillClosing
from tournaments.money.online import Facts
from tournaments.money.online_services import online_begin, online_known, online_settle
from tournaments.money.payment_services import payment_refund, payment_reverse, payment_take
from tournaments.money.till_services import till_close

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]
TIMES = 4


def codes(answers: list[Any]) -> list[str]:
    return sorted(
        answer.code if isinstance(answer, UserError) else "done" if isinstance(answer, dict) else repr(answer)
        for answer in answers
    )


def test_two_desks_take_the_same_fee_once() -> None:
    with racers(4) as at_once:
        for time in range(TIMES):
            tournament, (entry, *_rest) = event(name=f"Race {time}")
            desks = [staff_actor(tournament, role) for role in ("door", "scorekeeper", "door", "scorekeeper")]
            said = {"tournament": tournament, "entry_id": entry.pk, "method": "cash"}
            taking = [lambda actor=actor, said=said: payment_take(actor=actor, **said) for actor in desks]
            assert codes(at_once(*taking)) == ["done", "paid", "paid", "paid"]
            assert Booking.objects.filter(tournament=tournament).count() == 1
            assert verify_chain(f"m-{tournament.slug}") == []


def test_fees_of_many_get_numbers_without_a_gap_and_a_till_closes_between_two_of_them() -> None:
    with racers(4) as at_once:
        for time in range(TIMES):
            tournament, entries = event(name=f"Close {time}")
            take(tournament, entries[0])
            actor = organizer_of(tournament)
            said = {"actor": actor, "tournament": tournament}
            taking = [
                lambda one=one, said=said: payment_take(entry_id=one.pk, method="cash", **said)
                for one in entries[1:]
            ]
            closing = [lambda said=said: till_close(till=1, counted_cents=0, **said)]
            assert codes(at_once(*taking, *closing)) == ["done"] * 4
            rows = Booking.objects.filter(tournament=tournament)
            assert [row.number for row in rows] == [1, 2, 3, 4]
            closed = TillClosing.objects.get(tournament=tournament)
            inside = [row for row in rows if row.till == 1]
            assert closed.expected_cents == sum(row.cents for row in inside)
            assert [row.till for row in rows] == sorted(row.till for row in rows)


def test_of_refund_and_undoing_at_once_one_happens() -> None:
    with racers(3) as at_once:
        for time in range(TIMES):
            tournament, (entry, *_rest) = event(name=f"Back {time}")
            row = take(tournament, entry)
            said = {"actor": organizer_of(tournament), "tournament": tournament, "booking": row}
            ways = [
                lambda said=said: payment_refund(method="cash", **said),
                lambda said=said: payment_refund(method="card", **said),
                lambda said=said: payment_reverse(reason="a slip", **said),
            ]
            assert codes(at_once(*ways)).count("done") == 1
            assert sum(Booking.objects.filter(tournament=tournament).values_list("cents", flat=True)) == 0


def test_a_payment_that_is_told_four_times_at_once_is_booked_once() -> None:
    from ledger.commands import SYSTEM, Actor

    with racers(4) as at_once:
        for time in range(TIMES):
            tournament, (entry, *_rest) = event(name=f"Told {time}")
            player = Actor(entry.user, "player")
            begun = online_begin(actor=player, tournament=tournament, entry_id=entry.pk, provider="mollie")
            number, reference = begun["payment"], f"tr_race{time}"
            online_known(
                actor=player, tournament=tournament, payment_id=number, reference=reference, address=""
            )
            facts = Facts(reference, tournament.slug, entry.number, 750, "EUR", paid=True, failed=False)
            said = {"actor": SYSTEM, "tournament": tournament, "payment_id": number, "facts": facts}
            assert codes(at_once(*[lambda said=said: online_settle(**said)] * 4)) == ["done"] * 4
            assert Booking.objects.filter(tournament=tournament).count() == 1
            assert OnlinePayment.objects.get(pk=number).state == "paid"
