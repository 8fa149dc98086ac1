"""Where a draw is half a point, pairing counts it: nobody with half a point more is taken for an equal."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from tests.tournaments.hall import draft, organizer_of, publish, running_tournament
from tournaments.entries.models import Entry
from tournaments.rounds.field import players_of, standings_rows
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Match, Round
from tournaments.rounds.pairing_services import round_complete
from tournaments.rounds.services import result_enter
from tournaments.rounds.stage_services import best_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def after_one_draw():
    """Six players by the points of chess: one table drawn, the others won."""
    tournament = running_tournament(6, changes={"preset": "fide"})
    round_ = publish(tournament)
    # A draw counts once the time is over.
    Round.objects.filter(pk=round_.pk).update(started_at=datetime.now(UTC) - timedelta(hours=3))
    actor = organizer_of(tournament)
    for number, match in enumerate(Match.objects.filter(round=round_).order_by("table")):
        said = (1, 1, 1) if number == 0 else (2, 0, 0)
        result_enter(actor=actor, tournament=tournament, match_id=match.pk, said=said)
    round_complete(actor=actor, tournament=tournament, round_id=round_.pk)
    return tournament


def test_half_a_point_is_more_than_none_and_less_than_one() -> None:
    tournament = after_one_draw()
    points = {row.id: row.points for row in standings_rows(tournament)}
    assert sorted(points.values()) == [0, 0, Fraction(1, 2), Fraction(1, 2), 1, 1]
    assert {player.id: Fraction(player.score, 2) for player in players_of(tournament)} == points


def test_a_cut_by_points_takes_who_has_them_and_nobody_with_half_a_point_less() -> None:
    tournament = after_one_draw()
    points = {row.id: row.points for row in standings_rows(tournament)}
    assert {points[one] for one in best_of(tournament, 6, 1)} == {1}


def test_those_with_half_a_point_meet_each_other_next_unless_they_have_met_and_the_page_says_the_half() -> (
    None
):
    tournament = after_one_draw()
    points = {row.id: row.points for row in standings_rows(tournament)}
    round_ = draft(tournament, 2)
    said = ""
    for match in Match.objects.filter(round=round_):
        keys = [seat.entry.key for seat in match.seats.select_related("entry")]
        if Fraction(1, 2) in {points[key] for key in keys}:
            for key in keys:
                entry = Entry.objects.get(tournament=tournament, number=int(key[1:]))
                said += " ".join(format_of(round_.stage).why(tournament, round_, entry).reasons)
    assert "0.5 points" in said
