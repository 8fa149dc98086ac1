"""Races about penalties: two judges about one player, two who confirm, and one who confirms what another takes back."""

from typing import Any

import pytest

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.locks import Locks
from ledger.selectors import verify_chain
from tests.races.tools import REPEATS, Racers, meet_after
from tests.tournaments.hall import publish, running_tournament, staff_actor
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.judging import penalty_services
from tournaments.judging.models import Penalty
from tournaments.judging.penalty_services import penalty_confirm, penalty_give, penalty_withdraw

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    made = running_tournament(4)
    publish(made)
    return made


@pytest.fixture
def judges(tournament: Tournament) -> list[Actor]:
    return [staff_actor(tournament, "judge"), staff_actor(tournament, "head_judge")]


def late(actor: Actor, entry: Entry) -> Any:
    return penalty_give(
        actor=actor, tournament=entry.tournament, entry_number=entry.number, code="T1", level="game_loss"
    )


def both_late(run: Racers, tournament: Tournament, judges: list[Actor], meeting: Any) -> list[Any]:
    """Both judges give the first tardiness of one player at once."""
    Penalty.objects.all().delete()
    entry = Entry.objects.filter(tournament=tournament).select_related("tournament")[0]
    meeting.reset()
    answers = run(*(lambda judge=judge: late(judge, entry) for judge in judges))
    meeting.close()
    return answers


def test_of_two_judges_at_once_the_second_is_told_that_the_step_has_moved(
    run: Racers, tournament: Tournament, judges: list[Actor], monkeypatch: pytest.MonkeyPatch
) -> None:
    meeting = meet_after(monkeypatch, penalty_services, "proposal")
    for _repeat in range(REPEATS):
        answers = both_late(run, tournament, judges, meeting)
        errors = [answer for answer in answers if isinstance(answer, UserError)]
        assert len(errors) == 1 and errors[0].code in ("deviation", "reason_needed"), answers
        assert [one.number for one in Penalty.objects.all()] == [1]
    assert verify_chain(f"j-{tournament.slug}") == []


def test_without_the_lock_the_same_race_goes_wrong(
    run: Racers, tournament: Tournament, judges: list[Actor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the race above can fail."""
    monkeypatch.setattr(Locks, "take", lambda *_args, **_params: None)
    meeting = meet_after(monkeypatch, penalty_services, "proposal")
    found = []
    for _repeat in range(REPEATS):
        answers = both_late(run, tournament, judges, meeting)
        found.append(sum(isinstance(answer, UserError) for answer in answers))
    assert found != [1] * REPEATS


def test_a_disqualification_is_confirmed_or_taken_back_but_never_both(
    run: Racers, tournament: Tournament, judges: list[Actor]
) -> None:
    judge, head = judges
    entry = Entry.objects.filter(tournament=tournament)[0]
    for _repeat in range(REPEATS):
        number = penalty_give(
            actor=judge,
            tournament=tournament,
            entry_number=entry.number,
            code="U3",
            level="disqualification",
        )["penalty"]
        params = {"tournament": tournament, "number": number}
        run(
            lambda params=params: penalty_confirm(actor=head, **params),
            lambda params=params: penalty_withdraw(actor=judge, reason="no proof", **params),
        )
        penalty = Penalty.objects.get(number=number)
        kinds = [event.kind for event in penalty.history.all()]
        assert (penalty.state, kinds) in (
            ("withdrawn", ["given", "withdrawn"]),
            ("given", ["given", "confirmed"]),
        )
