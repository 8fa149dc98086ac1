"""The whole way of a log: handed in, carried by a real relay to a real Celery worker, replayed, shown."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ledger.models import OutboxMessage
from ledger.selectors import verify_chain
from rules_engine.testing import random_game
from tests.patience import wait_until
from tests.tournaments.hall import publish, running_tournament, staff_actor
from tournaments.gamelogs.models import GameLog
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.redis, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.mark.night(
    "real workers",
    short="tests/tournaments/gamelogs/test_audits.py::test_the_task_uses_the_child_where_the_site_says_so",
)
def test_a_log_handed_in_is_replayed_by_the_worker_once(
    celery_worker_process: Any, relay_process: Any
) -> None:
    tournament = running_tournament(4)
    matches = list(Match.objects.filter(round=publish(tournament)).order_by("table"))
    for match in matches:
        client = Client()
        client.force_login(match.seats.all()[0].entry.user)
        text = random_game(3 + matches.index(match)).decode()
        answer = client.post(
            f"/t/{tournament.slug}/matches/{match.pk}/log/", {"game_number": "1", "text": text}
        )
        assert answer.status_code == 302
    done = GameLog.objects.filter(state="done")
    assert wait_until(lambda: done.count() == 2), relay_process.said() + celery_worker_process.said()
    for log in done:
        assert log.attempts == 1 and log.verdict and log.checked_at and log.checked_at <= timezone.now()
    assert wait_until(lambda: not OutboxMessage.objects.filter(sent_at=None).exists())
    assert verify_chain(tournament.chain_key) == []
    judge = Client()
    judge.force_login(staff_actor(tournament, "judge").user)
    page = judge.get(f"/t/{tournament.slug}/judge/logs/{done[0].pk}/").content.decode()
    assert "verdict-fold" in page
