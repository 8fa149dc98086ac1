"""Many writers at once: one receipt for one form, and nothing handed in once decks are locked."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.utils import timezone

from decks.registration.models import DeckRevision, Registration
from decks.registration.services import registrations_lock
from ledger.commands import Actor
from ledger.errors import UserError
from ledger.locks import Locks
from ledger.models import LedgerRow
from ledger.selectors import verify_chain
from ledger.sql import Rows
from tests.decks.lists import legal_text
from tests.patience import HANG, wait_until
from tests.tournaments.submissions.deck_hall import Hall, make_hall
from tournaments.events.models import TOURNAMENT_LOCK
from tournaments.submissions import services as deck_services
from tournaments.submissions.services import OwnDeck, deck_revise_by_judge, deck_submit

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    return make_hall()


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run the calls in threads that start together; returns each answer or error."""
    barrier = threading.Barrier(len(calls))
    answers: list[Any] = [None] * len(calls)

    def run(index: int) -> None:
        barrier.wait()
        try:
            answers[index] = calls[index]()
        except Exception as error:  # noqa: BLE001 - whatever happened is the answer
            answers[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(HANG)
    return answers


def submit(hall: Hall, index: int, key: str | None = None) -> Callable[[], Any]:
    actor = Actor(hall.a, "player")
    return lambda: deck_submit(actor=actor, tournament=hall.tournament, text=legal_text(index), key=key)


def test_one_form_sent_ten_times_at_once_has_one_receipt(hall):
    answers = at_once(*[submit(hall, 0, "same") for _time in range(10)])
    assert all(answer == answers[0] and answer["revision"] == 1 for answer in answers)
    assert DeckRevision.objects.count() == 1


def test_one_list_under_two_keys_at_once_is_stored_once_and_said_twice(hall):
    answers = at_once(submit(hall, 0, "one"), submit(hall, 0, "other"))
    assert answers[0] == answers[1] and answers[0]["revision"] == 1
    assert DeckRevision.objects.count() == 1
    assert LedgerRow.objects.filter(action="deck.submit").count() == 2
    assert verify_chain(hall.tournament.chain_key) == []


def waiting(lock: str) -> bool:
    """Whether some connection of this database comes to wait for a lock of that kind."""

    def seen() -> bool:
        with connection.cursor() as cursor:
            # Else one transaction sees the same all the time.
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = %s",
                [lock],
            )
            return bool(cursor.fetchone()[0])

    return wait_until(seen)


def test_a_form_whose_twin_fails_takes_its_key_and_has_its_effect(hall, monkeypatch):
    """The second sending waits for the key of the first; when that rolls back, the second is the one that counts."""
    legal, first, waited = deck_services.require_legal, iter([True]), []

    def fails_once(*args: Any) -> Any:
        if next(first, False):
            waited.append(waiting("transactionid"))
            raise ZeroDivisionError
        return legal(*args)

    monkeypatch.setattr(deck_services, "require_legal", fails_once)
    answers = at_once(submit(hall, 0, "same"), submit(hall, 0, "same"))
    assert waited == [True]
    assert sorted(type(answer).__name__ for answer in answers) == ["ZeroDivisionError", "dict"]
    assert submit(hall, 0, "same")() in answers
    assert LedgerRow.objects.filter(action="deck.submit").count() == DeckRevision.objects.count() == 1
    assert verify_chain(hall.tournament.chain_key) == []


def test_a_deck_that_waited_for_the_lock_is_read_as_it_is_afterwards(hall):
    """The lock and the reading go in one message; what was committed while it waited must be seen all the same."""
    registration = hall.entry(hall.a).registration

    def lock_all() -> dict[str, bool]:
        with transaction.atomic():
            Locks().take(TOURNAMENT_LOCK, hall.tournament.pk)
            held.set()
            waits = waiting("advisory")
            registrations_lock([registration.pk], at=timezone.now())
        return {"waits": waits}

    def late() -> Any:
        held.wait(HANG)
        return submit(hall, 0)()

    held = threading.Event()
    seen, refused = at_once(lock_all, late)
    assert seen == {"waits": True}
    assert isinstance(refused, UserError) and refused.code == "deck_closed"
    assert not DeckRevision.objects.exists()


def test_different_lists_at_once_get_numbers_without_gaps(hall):
    answers = at_once(*[submit(hall, index % 6) for index in range(6)])
    assert [type(answer) for answer in answers] == [dict] * 6
    numbers = list(DeckRevision.objects.values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert hall.entry(hall.a).registration.current.number == numbers[-1]
    assert verify_chain(hall.tournament.chain_key) == []


def test_a_judge_and_the_player_at_once_make_two_revisions(hall):
    number = hall.entry(hall.a).number
    judge = Actor(hall.judge, "judge")

    def revise() -> Any:
        return deck_revise_by_judge(
            actor=judge, tournament=hall.tournament, number=number, text=legal_text(1), reason="because"
        )

    answers = at_once(submit(hall, 0), revise)
    assert sorted(answer["revision"] for answer in answers) == [1, 2]


@pytest.mark.parametrize("_time", range(5))
def test_nothing_is_handed_in_after_the_lock_that_the_start_takes(hall, _time):
    registration = hall.entry(hall.a).registration

    def lock_all() -> int | None:
        """What the start of a tournament does: alone, lock what is open, see what is handed in."""
        with transaction.atomic():
            Locks().take(TOURNAMENT_LOCK, hall.tournament.pk)
            registrations_lock([registration.pk], at=timezone.now())
            return Registration.objects.get(pk=registration.pk).current_id

    calls = [lock_all, *[submit(hall, index) for index in range(4)]]
    seen, *answers = at_once(*calls)
    assert Registration.objects.get(pk=registration.pk).current_id == seen
    for answer in answers:
        assert isinstance(answer, dict) or (isinstance(answer, UserError) and answer.code == "deck_closed")


def test_without_the_locks_the_last_test_would_fail(hall, monkeypatch):
    """The control: when the player's side takes no lock, a list slips in behind the start."""
    registration = hall.entry(hall.a).registration
    read, locked = threading.Event(), threading.Event()

    reading = deck_services.own_deck

    def paused(rows: Rows) -> OwnDeck | None:
        found = reading(rows)
        read.set()
        locked.wait(HANG)
        return found

    monkeypatch.setattr(deck_services, "own_deck", paused)
    monkeypatch.setattr(deck_services, "locking", lambda sql, _lock: sql)
    monkeypatch.setattr(Locks, "ask", lambda *_args, **_kwargs: [])

    def lock_all() -> None:
        read.wait(HANG)
        registrations_lock([registration.pk], at=timezone.now())
        locked.set()

    at_once(lock_all, submit(hall, 0))
    after = Registration.objects.get(pk=registration.pk)
    assert after.current_id is not None
