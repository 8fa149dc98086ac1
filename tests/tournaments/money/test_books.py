"""Taking, paying back, undoing, closing: rows that are added, and a till that adds up."""

import pytest
from django.db import IntegrityError, connection, transaction

from ledger.errors import StaleError, UserError
from ledger.models import LedgerRow
from ledger.selectors import verify_chain
from tests.ledger.an_event import past_triggers, verified
from tests.tournaments.hall import organizer_of, staff_actor
from tests.tournaments.money.tills import door_of, event, take
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.money.models import Booking, TillClosing
from tournaments.money.payment_services import payment_refund, payment_reverse, payment_take
from tournaments.money.selectors import accounts_of, bookings, owing, sheet_of, unpaid_here
from tournaments.money.till_services import till_close

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]


def refund(tournament: Tournament, row: int, **more) -> int:
    said = {"method": "cash"} | more
    return payment_refund(actor=organizer_of(tournament), tournament=tournament, booking=row, **said)[
        "booking"
    ]


def undo(tournament: Tournament, row: int) -> int:
    actor = organizer_of(tournament)
    return payment_reverse(actor=actor, tournament=tournament, booking=row, reason="slip of the hand")[
        "booking"
    ]


def close(tournament: Tournament, till: int, counted: int, **more) -> dict:
    actor = organizer_of(tournament)
    return dict(till_close(actor=actor, tournament=tournament, till=till, counted_cents=counted, **more))


def sums(tournament: Tournament) -> list[tuple[str, int]]:
    return list(bookings(tournament).values_list("kind", "cents"))


def code_of(call) -> str:
    with pytest.raises(UserError) as refused:
        call()
    return refused.value.code


def test_a_fee_is_taken_once_and_the_second_hears_who_took_it() -> None:
    tournament, (entry, *_rest) = event(member_cents=500)
    door = door_of(tournament)
    said = {"actor": door, "tournament": tournament, "entry_id": entry.pk, "method": "card"}
    first = payment_take(key="k", reduction="member", **said)
    assert payment_take(key="k", reduction="member", **said) == first, "sent twice is taken once"
    assert first == {"booking": 1, "cents": 500, "currency": "EUR"}
    with pytest.raises(UserError) as refused:
        take(tournament, entry)
    assert refused.value.code == "paid" and door.user.display_name in refused.value.message
    row = Booking.objects.get()
    assert (row.method, row.reduction, row.taken_by, row.till) == ("card", "member", door.user, 1)
    told = LedgerRow.objects.get(action="payment.take")
    assert told.chain_id == f"m-{tournament.slug}", "what somebody paid is not for all who read the ledger"
    assert verify_chain(told.chain_id) == []


def test_what_is_refused_changes_nothing() -> None:
    tournament, (entry, gone, *_rest) = event()
    Entry.objects.filter(pk=gone.pk).update(state="withdrawn")
    elsewhere, (stranger, *_others) = event(name="Elsewhere")
    assert code_of(lambda: take(tournament, gone)) == "withdrawn"
    assert code_of(lambda: take(tournament, stranger)) == "no_entry"
    assert code_of(lambda: take(tournament, entry, "online")) == "method"
    assert code_of(lambda: take(tournament, entry, reduction="young")) == "price"
    assert code_of(lambda: take(tournament, entry, cents=-750)) == "negative"
    with pytest.raises(StaleError):
        take(tournament, entry, cents=700)
    row = take(tournament, entry)
    assert code_of(lambda: refund(elsewhere, row)) == "no_row"
    assert code_of(lambda: refund(tournament, row, cents=751)) == "amount"
    assert code_of(lambda: refund(tournament, row, cents=-1)) == "negative"
    assert code_of(lambda: refund(tournament, row, method="online")) == "method"
    assert sums(tournament) == [("fee", 750)]


def test_a_refund_in_part_leaves_the_fee_paid_and_the_rest_goes_back_once() -> None:
    tournament, (entry, *_rest) = event()
    row = take(tournament, entry)
    part = refund(tournament, row, cents=250)
    assert entry.pk not in owing(tournament)
    assert code_of(lambda: undo(tournament, row)) == "refunded"
    refund(tournament, row)
    assert sums(tournament) == [("fee", 750), ("refund", -250), ("refund", -500)]
    assert entry.pk in owing(tournament) and code_of(lambda: refund(tournament, row)) == "amount"
    undo(tournament, part)
    assert entry.pk not in owing(tournament), "a refund that was undone is here again"
    assert accounts_of(bookings(tournament))[entry.pk].standing[0][1] == 250
    assert code_of(lambda: undo(tournament, part)) == "reversed"


def test_a_slip_of_the_hand_is_undone_by_a_row_and_taken_again() -> None:
    tournament, (entry, *_rest) = event()
    row = take(tournament, entry, "card")
    undone = undo(tournament, row)
    assert sums(tournament) == [("fee", 750), ("reversal", -750)]
    assert (
        code_of(lambda: undo(tournament, undone)) == "kind"
        and code_of(lambda: undo(tournament, 99)) == "no_row"
    )
    take(tournament, entry, "cash")
    assert dict(sheet_of(tournament).totals) == {"card terminal": "€\u00a00.00", "cash": "€\u00a07.50"}
    assert accounts_of(bookings(tournament))[entry.pk].paid
    assert LedgerRow.objects.get(action="payment.reverse").note == "slip of the hand"


def test_the_database_keeps_rows_and_closings_as_they_are() -> None:
    tournament, (entry, *_rest) = event()
    take(tournament, entry)
    row = Booking.objects.get().pk
    close(tournament, 1, 750)
    for change in (
        lambda: Booking.objects.update(cents=1),
        lambda: TillClosing.objects.update(counted_cents=1),
        lambda: Booking.objects.update(taken_by=None),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
    if connection.vendor == "postgresql":
        with pytest.raises(IntegrityError), transaction.atomic():
            Booking.objects.all()._raw_delete(Booking.objects.db)
    said = verified()[1]
    assert f"m-{tournament.slug}: whole" in said and "booking" not in said and "tillclosing" not in said
    past_triggers()
    Booking.objects.update(cents=1)
    TillClosing.objects.all()._raw_delete(TillClosing.objects.db)
    said = verified()[1]
    assert "booking 1: cents is 1, the ledger says 750" in said.replace(f"booking {row}", "booking 1")
    assert "tillclosing" in said and "gone, and the ledger has it" in said


def test_a_till_is_closed_with_what_was_counted_and_what_comes_after_is_in_the_next() -> None:
    tournament, (one, two, three, _four) = event()
    scorekeeper = staff_actor(tournament, "scorekeeper")
    take(tournament, one)
    row = take(tournament, two, actor=scorekeeper)
    take(tournament, three, "card")
    refund(tournament, row, cents=250)
    sheet = sheet_of(tournament)
    assert sheet.cash == 750 + 750 - 250
    assert [(line.method, line.sum) for line in sheet.lines if line.who == scorekeeper.user.display_name] == [
        ("cash", "€\u00a07.50")
    ]
    assert code_of(lambda: close(tournament, 1, 1250, rows=3)) == "stale", "something was booked meanwhile"
    assert code_of(lambda: close(tournament, 1, -1)) == "negative"
    said = close(tournament, 1, 6200, begun_cents=5000, rows=4)
    assert said == {"till": 1, "expected": 6250, "counted": 6200, "difference": -50}
    assert code_of(lambda: close(tournament, 1, 6250)) == "closed"
    assert code_of(lambda: close(tournament, 2, 0)) == "empty"
    refund(tournament, row)
    assert [one.till for one in bookings(tournament)] == [1, 1, 1, 1, 2]
    assert sheet_of(tournament).cash == -500 and sheet_of(tournament, 1).figures[-1][1] == "−€\u00a00.50"


def test_who_is_here_and_has_not_paid_is_said_and_plays() -> None:
    tournament, (one, two, three, four) = event(young_cents=0)
    Entry.objects.filter(pk__in=[one.pk, two.pk, three.pk]).update(state="checked_in")
    Entry.objects.filter(pk=four.pk).update(state="waiting")
    take(tournament, one)
    take(tournament, two, reduction="young")
    assert [entry.pk for entry in unpaid_here(tournament)] == [three.pk]
    assert set(owing(tournament)) == {three.pk}, "nobody who waits owes anything yet"
