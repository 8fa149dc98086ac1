"""Races about deck checks: two judges at one table, both give it back, and the lot falls twice at once."""

from typing import Any

import pytest

from tests.races.tools import REPEATS, assert_chain, racers
from tests.tournaments.hall import publish, running_tournament, staff_actor
from tournaments.events.models import Tournament
from tournaments.judging.models import DeckCheck
from tournaments.judging.services import deck_check_close, deck_check_start
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def hall(players: int) -> tuple[Tournament, Any]:
    """A round being played, and its two judges."""
    tournament = running_tournament(players)
    publish(tournament)
    return tournament, [staff_actor(tournament, role) for role in ("judge", "head_judge")]


def test_two_judges_who_check_one_table_share_one_check_and_give_its_time_once() -> None:
    with racers(2) as run:
        for _repeat in range(REPEATS):
            tournament, judges = hall(4)
            match = Match.objects.filter(tournament=tournament).order_by("table")[0]
            answers = run(
                *(
                    lambda judge=judge, t=tournament, m=match: deck_check_start(
                        actor=judge, tournament=t, match_id=m.pk
                    )
                    for judge in judges
                )
            )
            assert answers == [{"check": 1}, {"check": 1}]
            closed = run(
                *(
                    lambda judge=judge, t=tournament: deck_check_close(actor=judge, tournament=t, number=1)
                    for judge in judges
                )
            )
            assert closed[0] == closed[1]
            match.refresh_from_db()
            assert match.extension_minutes == DeckCheck.objects.get(tournament=tournament).extension > 0
            assert_chain(tournament)


def test_the_lot_never_gives_two_judges_the_same_table() -> None:
    with racers(2) as run:
        for _repeat in range(REPEATS):
            tournament, judges = hall(6)
            run(
                *(
                    lambda judge=judge, t=tournament: deck_check_start(actor=judge, tournament=t)
                    for judge in judges
                )
            )
            drawn = DeckCheck.objects.filter(tournament=tournament).values_list("match_id", flat=True)
            assert len(set(drawn)) == 2
