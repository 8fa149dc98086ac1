"""Races about logs: one person, many uploads at the same second."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.commands import Actor
from rules_engine.testing import random_game
from tests.races.tools import REPEATS, Racers, assert_chain, meet_after, odd, racers, refused, without_locks
from tests.tournaments.hall import publish, running_tournament
from tournaments.gamelogs import services
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.services import log_submit
from tournaments.gamelogs.tasks import replay_log
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]
GAME = random_game(3)


class Desk:
    """A player with one match, and a meeting point where the room for a log has just been looked at."""

    def __init__(self, run: Racers, monkeypatch: pytest.MonkeyPatch) -> None:
        self.run = run
        self.tournament = running_tournament(4)
        self.match = Match.objects.filter(round=publish(self.tournament)).order_by("table")[0]
        self.actor = Actor(self.match.seats.select_related("entry__user").all()[0].entry.user, "player")
        monkeypatch.setattr(services, "MAX_LOGS", 1)
        self.meeting = meet_after(monkeypatch, services, "_check_room")

    def send(self, number: int) -> Any:
        """Hand in a log that differs from the others."""
        data = GAME + b"\n" * number
        return log_submit(actor=self.actor, tournament=self.tournament, match_id=self.match.pk, data=data)

    def at_once(self) -> list[Any]:
        """Two logs at the same second."""
        GameLog.objects.all().delete()
        self.meeting.reset()
        return self.run(lambda: self.send(1), lambda: self.send(2))


def test_two_uploads_at_once_are_not_both_the_last_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    with racers(2) as run:
        desk = Desk(run, monkeypatch)
        for _repeat in range(REPEATS):
            answers = desk.at_once()
            assert odd(answers) == []
            assert sum(refused(answer, "too_many_logs") for answer in answers) == 1
            assert GameLog.objects.count() == 1
        assert_chain(desk.tournament)


def test_control_without_the_lock_both_get_in(monkeypatch: pytest.MonkeyPatch) -> None:
    with racers(2) as run:
        desk = Desk(run, monkeypatch)
        without_locks(monkeypatch)
        desk.meeting.without_locks()
        desk.at_once()
        assert GameLog.objects.count() == 2


def test_taking_a_log_and_storing_its_verdict_lock_the_log_and_never_its_match() -> None:
    """Who hands in the next log of a match holds the chain and wants the match; the other way round is a deadlock."""
    tournament = running_tournament(4)
    match = Match.objects.filter(round=publish(tournament)).order_by("table")[0]
    player = Actor(match.seats.select_related("entry__user").all()[0].entry.user, "player")
    log_submit(actor=player, tournament=tournament, match_id=match.pk, data=GAME)
    with CaptureQueriesContext(connection) as captured:
        replay_log(GameLog.objects.get().pk)
    asked = [one["sql"] for one in captured]
    of_logs = [sql for sql in asked if "FOR UPDATE" in sql and 'FROM "tournaments_gamelog"' in sql]
    assert len(of_logs) == 2
    assert all(sql.endswith('FOR UPDATE OF "tournaments_gamelog"') for sql in of_logs), of_logs
