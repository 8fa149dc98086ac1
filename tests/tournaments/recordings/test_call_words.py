"""The recorder calls whom there is: a judge, or the organizer where nobody is a judge."""

import pytest

from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import Table

pytestmark = [pytest.mark.django_db]


def test_without_a_judge_the_recorder_names_none_and_sends_for_the_organizer() -> None:
    table = Table()
    shown = table.clients[0].get(table.url).content.decode()
    assert "judge" not in shown.partition("<main")[2].partition("</main>")[0].lower()
    assert "Stop the recording" in shown and "ask the organizer to come" in shown
    staff_actor(table.tournament, "judge")
    shown = table.clients[0].get(table.url).content.decode()
    assert "Call a judge" in shown and "ask the organizer to come" not in shown
