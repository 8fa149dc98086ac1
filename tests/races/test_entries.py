"""Races about entries (C9, C10): the last place, the same person on two devices, a deck against the start."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from decks.registration.models import DeckRevision, Registration
from ledger.commands import SYSTEM, Actor
from tests.decks.lists import legal_text
from tests.ledger.chains import broken
from tests.races.tools import (
    REPEATS,
    Racers,
    assert_chain,
    last_number,
    meet_after,
    odd,
    pause_after,
    racers,
    refused,
    rows_after,
    set_entry,
    without_locks,
)
from tests.tournaments.hall import enter, make_tournament, make_user, organizer_of
from tournaments.entries import door_services, services
from tournaments.entries.door_services import entry_check_in_many
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_check_in, entry_create, tournament_start
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_check_in, tournament_open_entry
from tournaments.submissions import services as deck_services
from x610z_site.accounts.services import account_create

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.timeout(3600)]


@pytest.fixture
def run(transactional_db: None) -> Iterator[Racers]:
    with racers(3) as made:
        yield made


def test_the_last_place_is_given_once(run: Racers, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = make_tournament(capacity=4)
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    enter(tournament, 3)
    people = [make_user() for _number in range(3)]
    meeting = meet_after(monkeypatch, services, "places_left", parties=3)

    def once() -> str:
        late = Entry.objects.filter(tournament=tournament, number__gt=3)
        registrations = list(late.values_list("registration_id", flat=True))
        late.delete()
        Registration.objects.filter(pk__in=registrations).delete()
        meeting.reset()
        calls = [
            lambda user=user: entry_create(actor=Actor(user, "player"), tournament=tournament)
            for user in people
        ]
        answers = run(*calls)
        states = sorted(
            Entry.objects.filter(tournament=tournament, number__gt=3).values_list("state", "number")
        )
        good = [state for state, _number in states] == ["entered", "waiting", "waiting"]
        numbers = sorted(number for _state, number in states) == [4, 5, 6]
        return "" if good and numbers and not odd(answers) else f"{answers} {states}"

    assert [found for found in (once() for _time in range(REPEATS)) if found] == []
    assert_chain(tournament)
    without_locks(monkeypatch)
    assert any(once() for _time in range(10)), "the control: without locks the place is given twice"


def test_who_is_put_back_and_who_enters_at_once_share_one_last_place(run: Racers) -> None:
    tournament = make_tournament("Put Back Cup", capacity=4)
    desk = organizer_of(tournament)
    tournament_open_entry(actor=desk, tournament=tournament, casual=True)
    gone = enter(tournament, 4)[0]
    for _time in range(REPEATS):
        Entry.objects.filter(pk=gone.pk).update(state="withdrawn")
        actor = Actor(make_user(), "player")
        answers = run(
            lambda: services.entry_put_back(actor=desk, tournament=tournament, entry_id=gone.pk),
            lambda: services.entry_put_back(actor=desk, tournament=tournament, entry_id=gone.pk),
            lambda actor=actor: entry_create(actor=actor, tournament=tournament),
        )
        assert not odd(answers)
        gone.refresh_from_db()
        other = Entry.objects.get(tournament=tournament, user=actor.user)
        assert sorted([gone.state, other.state]) == ["entered", "waiting"]
        Entry.objects.filter(pk=other.pk).update(state="withdrawn")
    assert_chain(tournament)


def test_entering_on_two_devices_at_once_is_one_entry(run: Racers) -> None:
    tournament = make_tournament()
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    for _time in range(REPEATS):
        actor = Actor(make_user(), "player")
        answers = run(*[partial(entry_create, actor=actor, tournament=tournament)] * 3)
        assert answers[0] == answers[1] == answers[2]
    assert Entry.objects.filter(tournament=tournament).count() == REPEATS
    assert Registration.objects.count() == REPEATS


def test_a_deck_comes_in_before_the_start_or_not_at_all(run: Racers, monkeypatch: pytest.MonkeyPatch) -> None:
    """C10: what the start locked is what counts; a hand-in after it is refused, and the ledger says which."""
    tournament = make_tournament()
    actor = organizer_of(tournament)
    tournament_open_entry(actor=actor, tournament=tournament, casual=True)
    entries = enter(tournament, 4)
    tournament_open_check_in(actor=actor, tournament=tournament)
    for entry in entries:
        entry_check_in(actor=actor, tournament=tournament, entry_id=entry.pk)
    player = Actor(entries[0].user, "player")
    registration = entries[0].registration
    assert registration is not None
    overtaking = pause_after(monkeypatch, deck_services, "require_legal")
    times = iter(range(10**9))

    def start() -> Any:
        return tournament_start(actor=actor, tournament=tournament)

    def once() -> str:
        Tournament.objects.filter(pk=tournament.pk).update(state="check_in")
        Registration.objects.update(state="submitted", locked_at=None)
        number, revisions = last_number(tournament), DeckRevision.objects.count()
        overtaking.reset()
        text = legal_text(next(times) % 6)
        answers: list[Any] = run(
            lambda: deck_services.deck_submit(actor=player, tournament=tournament, text=text),
            lambda: overtaking.overtake(start),
        )
        order = [row.action for row in rows_after(tournament, number)]
        made = DeckRevision.objects.count() - revisions
        if refused(answers[0], "deck_closed"):
            good = order == ["tournament.start"] and made == 0
        else:
            good = order == ["deck.submit", "tournament.start"] and made == 1
        return "" if good and not odd(answers) else f"{order} {answers}"

    assert [found for found in (once() for _time in range(REPEATS)) if found] == []
    assert_chain(tournament)
    without_locks(monkeypatch)
    monkeypatch.setattr(deck_services, "locking", lambda sql, _lock: sql)
    assert any(once() for _time in range(10)), "the control: without locks a deck slips in behind the start"


def test_checking_in_twice_and_leaving_at_once_end_in_one_state(run: Racers) -> None:
    tournament = make_tournament()
    actor = organizer_of(tournament)
    tournament_open_entry(actor=actor, tournament=tournament, casual=True)
    (entry, *_others) = enter(tournament, 2)
    call = {"actor": actor, "tournament": tournament, "entry_id": entry.pk}
    for _time in range(REPEATS):
        set_entry(entry, state="entered")
        answers = run(
            lambda: entry_check_in(**call),
            lambda: entry_check_in(**call),
            lambda: services.entry_withdraw(**call),
        )
        assert odd(answers) == []
        entry.refresh_from_db()
        assert entry.state == "withdrawn"
    assert_chain(tournament)


def test_one_account_name_goes_to_one_of_three(run: Racers) -> None:
    for number in range(min(REPEATS, 10)):
        form = {"username": f"ann{number}", "display_name": "Ann", "password": "purple monkey dishwasher"}
        answers = run(*[partial(account_create, actor=SYSTEM, **form)] * 3)
        assert sum(isinstance(answer, dict) for answer in answers) == 1
        assert odd(answers) == []
    assert broken("site") == []


def test_two_doors_and_a_player_check_the_same_people_in_once_each(
    run: Racers, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = make_tournament("Door Cup", capacity=8)
    desk = organizer_of(tournament)
    tournament_open_entry(actor=desk, tournament=tournament, casual=True)
    entries = enter(tournament, 4)
    tournament_open_check_in(actor=desk, tournament=tournament)
    everybody, first = [one.pk for one in entries], entries[0]
    player = Actor(first.user, "player")
    meeting = meet_after(monkeypatch, door_services, "clan_ids", parties=2)

    def once() -> str:
        Entry.objects.filter(tournament=tournament).update(state="entered", checked_in_at=None)
        meeting.reset()
        answers = run(
            lambda: entry_check_in_many(actor=desk, tournament=tournament, entries=everybody),
            lambda: entry_check_in_many(actor=desk, tournament=tournament, entries=everybody[::-1]),
            lambda: entry_check_in(actor=player, tournament=tournament, entry_id=first.pk),
        )
        if odd(answers):
            return f"{answers}"
        done = [pk for answer in answers[:2] for pk in answer["checked_in"]]
        here = Entry.objects.filter(tournament=tournament, state="checked_in").count()
        good = len(done) == len(set(done)) and set(done) >= set(everybody[1:]) and here == 4
        return "" if good else f"{done} {here}"

    assert [found for found in (once() for _time in range(REPEATS)) if found] == []
    assert_chain(tournament)
    without_locks(monkeypatch)
    assert any(once() for _time in range(10)), "the control: without locks somebody is checked in twice"
