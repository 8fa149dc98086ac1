"""Races about deck checks: two judges at one table, and both give it back."""

from typing import Any

import pytest

from tests.races.tools import REPEATS, Racers, assert_chain, racers  # noqa: F401 - the fixture is used by name
from tests.tournaments.hall import publish, running_tournament, staff_actor
from tournaments.judging.models import DeckCheck
from tournaments.judging.services import deck_check_close, deck_check_start
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def test_two_judges_who_check_one_table_share_one_check_and_give_its_time_once(racers: Racers) -> None:  # noqa: F811 - a fixture
    for _repeat in range(REPEATS):
        tournament = running_tournament(4)
        match = Match.objects.filter(round=publish(tournament)).order_by("table")[0]
        judges = [staff_actor(tournament, role) for role in ("judge", "head_judge")]

        def start(judge: Any, match: Match = match, tournament: Any = tournament) -> Any:
            return deck_check_start(actor=judge, tournament=tournament, match_id=match.pk)

        def close(judge: Any, tournament: Any = tournament) -> Any:
            return deck_check_close(actor=judge, tournament=tournament, number=1)

        answers = racers(*(lambda judge=judge: start(judge) for judge in judges))
        assert answers == [{"check": 1}, {"check": 1}]
        closed = racers(*(lambda judge=judge: close(judge) for judge in judges))
        assert closed[0] == closed[1]
        check = DeckCheck.objects.get(tournament=tournament)
        match.refresh_from_db()
        assert match.extension_minutes == check.extension > 0
        assert_chain(tournament)


def test_the_lot_never_gives_two_judges_the_same_table(racers: Racers) -> None:  # noqa: F811 - a fixture
    for _repeat in range(REPEATS):
        tournament = running_tournament(6)
        publish(tournament)
        judges = [staff_actor(tournament, role) for role in ("judge", "head_judge")]
        racers(
            *(
                lambda judge=judge, tournament=tournament: deck_check_start(
                    actor=judge, tournament=tournament
                )
                for judge in judges
            )
        )
        assert (
            len(set(DeckCheck.objects.filter(tournament=tournament).values_list("match_id", flat=True))) == 2
        )
