"""How a table of several ends (scenario 10): what its log says, three crews at it, and what no game could give."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from ledger.models import LedgerRow
from tests.halls import kept
from tests.tournaments.api.programs import Program
from tests.tournaments.formats import test_teams as teams
from tests.tournaments.hall import logged, publish
from tests.tournaments.scenarios import pods_and_crews as days
from tests.tournaments.scenarios.people import in_turn, organizer, players, staff, tables
from tournaments.formats.letters import claim_for
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.tasks import replay_log
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import Match
from tournaments.rounds.outcomes import Letters

pytestmark = [pytest.mark.django_db]


def the_log_of_a_table_of_four_says_who_was_left_and_the_judge_chooses() -> None:
    """In Organized Play a game ends with its first winner (106.1): that is all the places there are at a table."""
    tournament = days.pods(4, minutes=60)
    match = tables(publish(tournament))[0]
    match.tournament = tournament
    judge, (one, *others) = staff(tournament, "judge"), players(match)
    games = (logged(match, seed) for seed in range(3, 60))
    game = next(game for game in games if b'"winners":[' in game and b'"winners":[]' not in game)
    sent = one.client.post(
        f"/t/{tournament.slug}/matches/{match.pk}/log/",
        {"game_number": 1, "file": SimpleUploadedFile("game.jsonl", game)},
    )
    assert sent.status_code == 302
    log = GameLog.objects.get()
    replay_log(log.pk)
    log.refresh_from_db()
    assert log.verdict == "ok"
    (won,) = log.report["result"]["winners"]
    winner = match.seats.select_related("entry").get(position=won).entry
    # Two say different things, so the table is disputed: the log says who won, in words, and decides nothing.
    one.reports_winner(match, won)
    others[0].reports_winner(match, (won + 1) % 4)
    said = f"Game 1: the log agrees with {winner.name}"
    assert said in judge.reads(f"desk/matches/{match.pk}/")
    assert said not in organizer(tournament).reads(f"desk/matches/{match.pk}/")
    match.refresh_from_db()
    assert match.state == "disputed"
    judge.does(f"desk/matches/{match.pk}/", winner=won, reason="As the log says", version=match.version)
    match.refresh_from_db()
    assert match.outcome == Letters(claim_for(4, winner=won))
    points = {row.id: row.points for row in standings_rows(tournament)}
    assert {key: worth for key, worth in points.items() if worth} == {winner.key: 5}


def three_crews_share_a_table_two_against_two_against_two_and_each_has_its_place() -> None:
    tournament = teams.started("2v2v2", 6)
    boss, points = organizer(tournament), {}
    for number in (1, 2):
        round_ = publish(tournament, number)
        for match in tables(round_):
            match.tournament = tournament
            seats = list(match.seats.select_related("entry__team").order_by("position"))
            assert len({seat.entry.team_id for seat in seats}) == len(seats) == 3, (
                "three crews, each with one seat"
            )
            # Every crew's captain reports which crew was left; a member of none does.
            for captain in players(match):
                captain.reports_winner(match, 1)
            match.refresh_from_db()
            assert (match.state, match.outcome) == ("final", Letters("lwl"))
            for seat in seats:
                points[seat.entry.key] = points.get(seat.entry.key, 0) + (5 if seat.position == 1 else 0)
            page = boss.reads(f"desk/matches/{match.pk}/")
            assert all(f"{seat.entry.team.name} (" in page for seat in seats if seat.entry.team)
        boss.does("desk/round/do/complete/", number=number)
    # A place for each crew: six lines of crews, by what they won.
    rows = standings_rows(tournament)
    assert {row.id: row.points for row in rows} == points
    assert [row.points for row in rows] == sorted(points.values(), reverse=True)
    page = boss.reads("standings/")
    assert all(page.count(f"Team {number} ") >= 1 for number in range(6))


WHY_NOT = "A draw only counts after time has run out at your table."


@kept
def open_table() -> Match:
    """A table of four that is being played, with time on its clock."""
    tournament = days.pods(4)
    match = tables(publish(tournament))[0]
    match.tournament = tournament
    return match


def what_no_game_could_give_is_refused_until_it_is_corrected_or_overridden_with_a_reason(
    open_table: Match,
) -> None:
    match, keeper = open_table, staff(open_table.tournament, "scorekeeper")
    page, rows = f"desk/matches/{match.pk}/", LedgerRow.objects.count()
    assert "All the same" not in keeper.reads(page), "nobody is asked to override what is not wrong"
    said = {"winner": "", "still_in": [0, 2], "version": match.version}
    answer = keeper.does(page, **said)
    assert WHY_NOT in answer and "All the same" in answer
    # Without a reason it stays refused, and a reason alone overrides nothing.
    assert "Write down why" in keeper.does(page, **said, despite="on")
    assert WHY_NOT in keeper.does(page, **said, reason="The hall closed")
    match.refresh_from_db()
    assert match.state == "open" and LedgerRow.objects.count() == rows
    # Overridden: it counts, and who did it, why and against which rule stands in the ledger.
    keeper.does(page, **said, despite="on", reason="The hall closed")
    match.refresh_from_db()
    assert (match.state, match.outcome) == ("final", Letters("dldl"))
    row = LedgerRow.objects.filter(action="result.enter").latest("number")
    assert (row.actor, row.note, row.data["despite"]) == (keeper.user, "The hall closed", ["time_not_called"])


def corrected_it_is_entered_and_nothing_is_overridden(open_table: Match) -> None:
    match, keeper = open_table, staff(open_table.tournament, "scorekeeper")
    keeper.does(f"desk/matches/{match.pk}/", winner="", still_in=[0, 2], version=match.version)
    keeper.does(f"desk/matches/{match.pk}/", winner=2, version=match.version)
    match.refresh_from_db()
    assert match.outcome == Letters("llwl")
    row = LedgerRow.objects.filter(action="result.enter").latest("number")
    assert (row.note, "despite" in row.data) == ("", False)


def a_player_overrides_nothing_and_two_winners_are_never_entered(open_table: Match) -> None:
    match = open_table
    at = f"tournaments/{match.tournament.slug}/rounds/1/tables/{match.table}/"
    one = players(match)[0]
    said = {"match": match.pk, "version": match.version, "winner": "", "still_in": [0, 2]}
    assert WHY_NOT in one.does("me/", **said, despite="on", reason="x")
    assert one.client.post(one.url(f"desk/matches/{match.pk}/"), said | {"despite": "on"}).status_code == 403
    desk = Program(staff(match.tournament, "scorekeeper").user)
    over = {"despite": True, "reason": "as they agreed"}
    two_winners = desk.post(f"{at}result/", {"said": "wwll", **over})
    assert [one["code"] for one in two_winners.json()["problems"]] == ["one_winner"]
    assert desk.post(f"{at}result/", {"said": "dldl"}).status_code == 409
    without = desk.post(f"{at}result/", {"said": "dldl", "despite": True})
    assert [one["code"] for one in without.json()["problems"]] == ["reason_needed"]
    match.refresh_from_db()
    assert match.state == "open" and not match.reports.exists()
    # A program of the desk overrides as its page does.
    assert desk.post(f"{at}result/", {"said": "dldl", **over}).status_code == 200
    match.refresh_from_db()
    assert match.outcome == Letters("dldl")


@pytest.mark.night(
    "a day of pods and a day of crews",
    short="tests/tournaments/formats/test_teams.py::test_three_teams_of_two_share_a_board_and_one_of_seven_rests_each_time_another",
)
def test_s10_multiplayer_pods_and_crews(open_table: Match) -> None:
    in_turn(
        days.of_27_players_make_six_pods_of_four_and_one_of_three_and_nobody_is_in_a_short_pod_twice,
        days.seats_are_balanced_over_rounds_and_no_pair_meets_twice_while_avoidable,
        days.one_player_of_a_published_pod_of_four_leaves_and_it_plays_as_three_not_rebuilt,
        days.if_a_pod_of_three_loses_one_staff_get_both_plans_with_their_consequences,
        days.merged_into_neighbours_the_two_sit_at_other_tables_and_a_plan_that_was_not_shown_is_refused,
        days.two_play_and_who_loses_is_compensated,
        the_log_of_a_table_of_four_says_who_was_left_and_the_judge_chooses,
        days.shared_elimination_splits_points_by_the_events_rule,
        days.a_table_total_that_no_game_could_produce_is_refused,
    )
    in_turn(
        what_no_game_could_give_is_refused_until_it_is_corrected_or_overridden_with_a_reason,
        corrected_it_is_entered_and_nothing_is_overridden,
        a_player_overrides_nothing_and_two_winners_are_never_entered,
        given=(open_table,),
    )
    in_turn(
        days.seat_order_is_fixed_per_round_and_tables_are_contiguous,
        days.the_match_result_is_the_majority_of_seats,
        days.one_member_disqualified_his_seat_counts_as_loss_and_the_crew_continues,
        days.one_member_disqualified_the_named_substitute_takes_his_seat,
        days.nobody_becomes_a_substitute_after_the_deadline_and_there_is_one,
        three_crews_share_a_table_two_against_two_against_two_and_each_has_its_place,
    )
