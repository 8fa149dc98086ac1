"""Facts that were written as lines with bars are rows after the update, with all that they said."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.tournaments.hall import publish, running_tournament, staff_actor
from tournaments.judging.case_models import CaseRevision
from tournaments.judging.case_services import case_rule
from tournaments.rounds.models import Match

BEFORE = "0015_zones"
LINES = "agreed|1|A cast a second Dragon\nfound|5|B said: first | second\nPlayer 1a2b was there\n\n"
ROWS = [
    {"text": "A cast a second Dragon", "status": "agreed", "evidence": 1},
    {"text": "B said: first | second", "status": "found", "evidence": 5},
    {"text": "Player 1a2b was there", "status": "", "evidence": 0},  # screening had taken its shape away
]


def move_to(name: str) -> None:
    """Migrate the tables of this floor to one of its migrations."""
    MigrationExecutor(connection).migrate([("tournaments", name)])


@pytest.mark.django_db(transaction=True)
def test_the_facts_of_an_older_case_are_rows_after_the_update_and_a_case_without_any_has_none() -> None:
    tournament = running_tournament(4)
    publish(tournament)
    judge, table = staff_actor(tournament, "judge"), Match.objects.filter(tournament=tournament)[0].pk
    for _case in range(2):
        case_rule(actor=judge, tournament=tournament, match_id=table, said={"words": "Play on."})
    first, second = CaseRevision.objects.order_by("pk").values_list("pk", flat=True)
    leaves = MigrationExecutor(connection).loader.graph.leaf_nodes()  # floors above go back with it
    try:
        move_to(BEFORE)
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE tournaments_caserevision SET fact_lines = %s WHERE id = %s", [LINES, first]
            )
    finally:
        MigrationExecutor(connection).migrate(leaves)
    assert CaseRevision.objects.get(pk=first).facts == ROWS
    assert CaseRevision.objects.get(pk=second).facts == []
