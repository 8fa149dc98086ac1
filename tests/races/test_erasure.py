"""Races about forgetting (C15): erased and entered at once, erased while a result is reported, erased twice."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.races.tools import REPEATS, Racers, assert_chain, meet_after, refused
from tests.tournaments import hall
from tournaments.entries import services as entry_services
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_create
from tournaments.events import invitation_services
from tournaments.events.invitation_services import invitation_make, staff_accept
from tournaments.events.models import Staff, Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.rounds.models import Match
from tournaments.rounds.pairing_services import round_complete
from tournaments.rounds.services import result_enter, result_report
from x610z_site.privacy import services
from x610z_site.privacy.services import person_erase
from x610z_site.privacy.tasks import erase

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.timeout(3600)]


def open_tournament() -> Tournament:
    """A tournament one can enter."""
    tournament = hall.make_tournament(capacity=400)
    tournament_open_entry(actor=hall.organizer_of(tournament), tournament=tournament, casual=True)
    return tournament


def crashes(answers: list[Any]) -> list[str]:
    """What was neither done nor refused in words."""
    return [repr(one) for one in answers if isinstance(one, Exception) and not isinstance(one, UserError)]


def names_left(user_id: int, name: str) -> list[str]:
    """Entries of an erased person that still have the name."""
    return list(Entry.objects.filter(user_id=user_id, name=name).values_list("name", flat=True))


def enter_and_erase(run: Racers, tournament: Tournament) -> bool:
    """Both at once for a new person; whether the person was erased and yet stands in the list by name."""
    user = hall.make_user("Quetzal Canary")
    answers = run(
        lambda: entry_create(actor=Actor(user, "player"), tournament=tournament),
        lambda: person_erase(actor=Actor(user, "person"), user_id=user.pk),
    )
    assert crashes(answers) == []
    erased = not get_user_model().objects.get(pk=user.pk).is_active
    assert erased != Entry.objects.filter(user=user).exists()  # one of the two happened, never both
    return erased and bool(names_left(user.pk, "Quetzal Canary"))


def test_nobody_is_erased_and_entered_at_once(run: Racers, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = open_tournament()
    for _number in range(REPEATS):
        assert not enter_and_erase(run, tournament)
    assert_chain(tournament)


def test_without_holding_the_persons_row_somebody_is(run: Racers, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the same race with the entry holding nobody, and both past their checks before either writes."""
    tournament = open_tournament()
    meet_after(monkeypatch, services, "reasons_to_wait", parties=2)
    meeting = meet_after(monkeypatch, entry_services, "places_left", parties=2)
    monkeypatch.setattr(entry_services, "lock_person", lambda user: None)
    found = 0
    for _number in range(REPEATS * 3):
        meeting.reset()
        user = hall.make_user("Quetzal Canary")
        run(
            lambda user=user: entry_create(actor=Actor(user, "player"), tournament=tournament),  # type: ignore[misc]
            lambda user=user: person_erase(actor=Actor(user, "person"), user_id=user.pk),  # type: ignore[misc]
        )
        found += bool(
            names_left(user.pk, "Quetzal Canary") and not get_user_model().objects.get(pk=user.pk).is_active
        )
    assert found


def take_a_role_and_be_erased(
    run: Racers, tournament: Tournament, between: Callable[[], None]
) -> tuple[list[str], bool]:
    """Both at once for a person who was asked to judge; what crashed, and whether an erased person judges now."""
    user = hall.make_user()
    said = {"username": user.username, "kind": "staff", "role": "judge"}
    asked = invitation_make(actor=hall.organizer_of(tournament), tournament=tournament, **said)["invitation"]
    between()
    answers = run(
        lambda: staff_accept(actor=Actor(user, "player"), tournament=tournament, invitation_id=asked),
        lambda: person_erase(actor=Actor(user, "person"), user_id=user.pk),
    )
    erased = not get_user_model().objects.get(pk=user.pk).is_active
    return crashes(answers), erased and Staff.objects.filter(user=user).exists()


def test_nobody_is_erased_and_made_a_judge_at_once(run: Racers) -> None:
    tournament = open_tournament()
    for _number in range(REPEATS):
        assert take_a_role_and_be_erased(run, tournament, lambda: None) == ([], False)
    assert_chain(tournament)


def test_without_holding_the_persons_row_an_erased_person_judges_or_the_two_block_each_other(
    run: Racers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the role taken without holding the person, who is past the check of the erasure by then."""
    tournament = open_tournament()
    meeting = meet_after(monkeypatch, services, "reasons_to_wait", parties=2)
    monkeypatch.setattr(invitation_services, "lock_person", lambda user: meeting.wait())
    wrong = [take_a_role_and_be_erased(run, tournament, meeting.reset) for _number in range(REPEATS)]
    assert [one for one in wrong if one != ([], False)]


def test_a_player_who_reports_is_not_erased_and_the_report_counts(run: Racers) -> None:
    tournament = hall.running_tournament(4)
    round_ = hall.publish(tournament, 1)
    match = Match.objects.filter(round=round_, kind="played").order_by("table")[0]
    user = match.seats.all()[0].entry.user
    answers = run(
        lambda: result_report(
            actor=Actor(user, "player"), tournament=tournament, match_id=match.pk, said=(2, 0, 0)
        ),
        lambda: person_erase(actor=Actor(user, "person"), user_id=user.pk),
    )
    assert refused(answers[1], "needed")
    assert crashes(answers) == []
    assert match.reports.count() == 1
    assert get_user_model().objects.get(pk=user.pk).is_active


def test_erased_while_the_last_round_of_another_day_is_completed(run: Racers) -> None:
    """The person's own event is over; another one goes on: no deadlock, both chains whole."""
    for _number in range(max(1, REPEATS // 3)):
        over, going = hall.running_tournament(4), hall.running_tournament(4)
        hall.play(over, 1)
        Tournament.objects.filter(pk=over.pk).update(state=Tournament.State.FINISHED)
        user = over.entries.all()[0].user
        round_ = hall.publish(going, 1)
        for match in Match.objects.filter(round=round_):
            entered = hall.organizer_of(going)
            result_enter(actor=entered, tournament=going, match_id=match.pk, said=(2, 0, 0))
        answers = run(
            partial(round_complete, actor=hall.organizer_of(going), tournament=going, round_id=round_.pk),
            partial(person_erase, actor=Actor(user, "person"), user_id=user.pk),
        )
        assert crashes(answers) == []
        assert_chain(over)
        assert_chain(going)


def test_erased_by_two_at_once_once(run: Racers) -> None:
    for _number in range(REPEATS):
        user = hall.make_user("Quetzal Canary")
        both = [partial(person_erase, actor=Actor(user, "person"), user_id=user.pk)] * 2
        answers = run(*both)
        assert len([one for one in answers if refused(one, "gone")]) == 1
        assert len([one for one in answers if isinstance(one, str)]) == 1


def test_two_workers_do_the_job_of_one_erasure_once(run: Racers) -> None:
    for _number in range(max(1, REPEATS // 3)):
        over = hall.running_tournament(4)
        hall.play(over, 1)
        Tournament.objects.filter(pk=over.pk).update(state=Tournament.State.FINISHED)
        entry = over.entries.all()[0]
        person_erase(actor=Actor(entry.user, "person"), user_id=entry.user_id)
        jobs = [partial(erase, entry.user_id)] * 2
        assert crashes(run(*jobs)) == [] and names_left(entry.user_id, entry.name) == []
        rows = LedgerRow.objects.filter(chain_id=over.chain_key, action="person.erase_entry")
        assert rows.count() == 1
        assert_chain(over)
