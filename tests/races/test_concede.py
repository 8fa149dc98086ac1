"""Races about a match that is conceded: two devices at once, and the opponent who reports at the same second."""

from typing import Any

import pytest

from ledger.commands import Actor
from tests.races.tools import Racers, assert_chain, meet_after, odd
from tests.tournaments.hall import publish, running_tournament
from tournaments.entries.models import Entry
from tournaments.rounds import concede_services, services
from tournaments.rounds.concede_services import result_concede
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_report

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def table(monkeypatch: pytest.MonkeyPatch) -> tuple[Match, Actor, Actor]:
    """An open match with its players, and a meeting point right after the match was read."""
    tournament = running_tournament(4)
    match = Match.objects.filter(round=publish(tournament)).order_by("table")[0]
    players = [Actor(seat.entry.user, "player") for seat in match.seats.select_related("entry__user")]
    meeting = meet_after(monkeypatch, concede_services, "locked_match")
    meet_after(monkeypatch, services, "reported_table", at=meeting)
    meeting.reset()
    return match, players[0], players[1]


def concedes(match: Match, actor: Actor) -> Any:
    seen = {"match_id": match.pk, "version": 1, "leave": True}
    return result_concede(actor=actor, tournament=match.tournament, **seen)


def test_conceding_on_two_devices_at_once_is_one_result_and_one_drop(
    run: Racers, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, mine, _other = table(monkeypatch)
    answers = run(lambda: concedes(match, mine), lambda: concedes(match, mine))
    match.refresh_from_db()
    assert odd(answers) == [] and [answer["left"] for answer in answers] == [True, True]
    assert (match.state, match.version, match.source) == ("final", 2, "conceded")
    assert Entry.objects.get(tournament=match.tournament, user=mine.user).state == "dropped"
    assert_chain(match.tournament)


def test_of_a_concession_and_the_opponents_report_at_once_one_stands(
    run: Racers, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, mine, other = table(monkeypatch)
    said = {"tournament": match.tournament, "match_id": match.pk, "said": (2, 0, 0)}
    answers = run(lambda: concedes(match, mine), lambda: result_report(actor=other, **said))
    match.refresh_from_db()
    assert odd(answers) == []
    assert sum(isinstance(answer, dict) for answer in answers) == 1, answers
    dropped = Entry.objects.get(tournament=match.tournament, user=mine.user).state == "dropped"
    assert (match.state, match.source, dropped) in [("final", "conceded", True), ("reported", "", False)]
    assert_chain(match.tournament)
