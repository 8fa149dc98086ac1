"""Races about calls: two judges who go at once, two players who call at once, a phone and a recording at once."""

from typing import Any

import pytest

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.selectors import verify_chain
from tests.races.tools import REPEATS, Racers, meet_after
from tests.tournaments.hall import publish, running_tournament, staff_actor
from tournaments.events.models import Tournament
from tournaments.judging import call_services
from tournaments.judging.call_services import call_claim, call_open, call_resolve
from tournaments.judging.models import JudgeCall
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    made = running_tournament(4)
    publish(made)
    return made


@pytest.fixture
def judges(tournament: Tournament) -> list[Actor]:
    return [staff_actor(tournament, "judge"), staff_actor(tournament, "judge")]


def at_table(tournament: Tournament) -> tuple[dict[str, Any], list[Actor]]:
    """The first table as parameters, and its players."""
    match = Match.objects.get(tournament=tournament, table=1)
    seats = match.seats.select_related("entry__user")
    return {"tournament": tournament, "match_id": match.pk}, [
        Actor(seat.entry.user, "player") for seat in seats
    ]


def test_of_two_judges_at_once_one_goes_and_the_other_is_told(
    run: Racers, tournament: Tournament, judges: list[Actor], monkeypatch: pytest.MonkeyPatch
) -> None:
    params, players = at_table(tournament)
    meeting = meet_after(monkeypatch, call_services, "open_call")
    for _repeat in range(REPEATS):
        JudgeCall.objects.all().delete()
        call_open(actor=players[0], reason="rules", **params)
        meeting.reset()
        answers = run(*(lambda judge=judge: call_claim(actor=judge, **params) for judge in judges))
        meeting.close()
        errors = [answer for answer in answers if isinstance(answer, UserError)]
        assert [error.code for error in errors] == ["claimed"], answers
        goes = judges[0] if answers[1] is errors[0] else judges[1]
        assert JudgeCall.objects.get().claimed_by == goes.user
    assert verify_chain(tournament.chain_key) == []


def test_two_players_who_call_at_once_have_one_call(
    run: Racers, tournament: Tournament, judges: list[Actor], monkeypatch: pytest.MonkeyPatch
) -> None:
    params, players = at_table(tournament)
    meeting = meet_after(monkeypatch, call_services, "open_call")
    for _repeat in range(REPEATS):
        JudgeCall.objects.all().delete()
        meeting.reset()
        answers = run(*(lambda one=one: call_open(actor=one, reason="time", **params) for one in players))
        meeting.close()
        assert answers[0] == answers[1]
        assert JudgeCall.objects.count() == 1


def test_a_call_that_two_close_at_once_gives_its_minutes_once(
    run: Racers, tournament: Tournament, judges: list[Actor]
) -> None:
    params, players = at_table(tournament)
    given = 0
    for _repeat in range(REPEATS):
        number = call_open(actor=players[0], reason="rules", **params)["call"]
        done = {"tournament": tournament, "call_id": number, "minutes": 2}
        answers = run(*(lambda judge=judge, done=done: call_resolve(actor=judge, **done) for judge in judges))
        given += 2
        assert [answer["minutes"] for answer in answers] == [2, 2]
        assert Match.objects.get(pk=params["match_id"]).extension_minutes == given
