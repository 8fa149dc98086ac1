"""Two players report different results (scenario 5)."""

import re
from itertools import islice

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.halls import kept
from tests.tournaments.api.programs import Program
from tests.tournaments.hall import logged, publish, running_tournament
from tests.tournaments.scenarios.people import Person, actions, in_turn, organizer, players, staff, tables
from tournaments.events.models import Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.tasks import replay_log
from tournaments.judging.case_models import Case
from tournaments.rounds.models import Match, Report, Round
from tournaments.rounds.selectors import result_words

pytestmark = [pytest.mark.django_db]
A_WON, B_WON = "2-1-0", "2-1-0"
"""Each of the two says that they won two games to one."""


class Table:
    """Given one table of a round of three, A and B who sit there, and a judge."""

    def __init__(self) -> None:
        self.tournament: Tournament = running_tournament(6)
        self.round: Round = publish(self.tournament)
        self.match: Match = tables(self.round)[1]
        self.match.tournament = self.tournament
        self.a, self.b = players(self.match)
        self.judge = staff(self.tournament, "judge")

    def dispute(self) -> None:
        """A reports 2-1 for A, B reports 2-1 for B."""
        self.a.reports(self.match, A_WON)
        self.b.reports(self.match, B_WON)
        self.match.refresh_from_db()

    def rule(self, first: int, second: int) -> str:
        """The judge chooses."""
        said = {"first": first, "second": second, "drawn": 0, "kind": "played", "version": self.match.version}
        return self.judge.does(f"desk/matches/{self.match.pk}/", reason="A showed the slip", **said)


@kept
def table() -> Table:
    return Table()


def then_the_match_is_disputed_and_neither_score_counts(table: Table) -> None:
    before = Person(table.tournament).reads("standings/")
    table.dispute()
    assert (table.match.state, table.match.outcome) == ("disputed", None)
    assert Person(table.tournament).reads("standings/") == before


def the_table_shows_on_the_judges_list_with_both_claims_and_the_time(table: Table) -> None:
    table.dispute()
    page = table.judge.reads("judge/")
    for report in Report.objects.filter(match=table.match).select_related("entry"):
        assert report.entry.name in page
        assert timezone.localtime(report.at).strftime("%H:%M") in page
    assert page.count("2–1") == 1 and page.count("1–2") == 1


def players_see_that_a_judge_comes_and_neither_sees_the_others_later_edits(table: Table) -> None:
    table.dispute()
    for player in (table.a, table.b):
        assert "a judge comes to you" in player.reads()
    seen = table.b.reads()
    page = table.a.reports(table.match, "2-0-0")
    assert "reports differ" in page or "a judge" in page
    assert table.b.reads() == seen
    assert sorted(report.outcome.won for report in table.match.reports.all()) == [(1, 2), (2, 1)]


def the_round_cannot_be_completed_and_other_tables_are_not_blocked(table: Table) -> None:
    table.dispute()
    for other in (tables(table.round)[0], tables(table.round)[2]):
        other.tournament = table.tournament
        for player, score in zip(players(other), ("2-0-0", "0-2-0"), strict=True):
            player.reports(other, score)
        other.refresh_from_db()
        assert other.state == "final"
    page = organizer(table.tournament).does("desk/round/do/complete/", number=1)
    table.round.refresh_from_db()
    assert table.round.state == "published"
    assert f"No final result yet at: table {table.match.table}." in page
    assert re.search(
        r"1 table has no final result: Table 2 Player \d+ – Player \d+ (until [\d:]+ )?Reports differ", page
    )


def if_the_log_ends_with_a_winning_the_panel_says_so_and_the_judge_chooses(table: Table) -> None:
    table.dispute()
    games = (logged(table.match, seed) for seed in range(3, 30))
    won = islice((game for game in games if b'"winners":[0]' in game), 2)  # by the first seat
    for number, game in enumerate(won, start=1):
        file = SimpleUploadedFile("game.jsonl", game)
        sent = table.a.client.post(
            f"/t/{table.tournament.slug}/matches/{table.match.pk}/log/",
            {"game_number": number, "file": file},
        )
        assert sent.status_code == 302
    for log in GameLog.objects.all():
        replay_log(log.pk)
    a_name = table.match.seats.get(entry__user=table.a.user).entry.name
    log = GameLog.objects.order_by("game_number")[0]
    at = f"{timezone.localtime(log.submitted_at):%H:%M}"
    page = table.judge.reads(f"desk/matches/{table.match.pk}/")
    assert f"Game 1: the log agrees with {a_name}, submitted {at}." in page
    # The second log lets the winner of the first game begin again (105.1b): one with a fault is not cited.
    assert "Game 2: the log" not in page
    # A game that was written down here tells when its last action was.
    GameLog.objects.update(recorded=True)
    page = table.judge.reads(f"desk/matches/{table.match.pk}/")
    assert f"the log agrees with {a_name}, last action {at}." in page
    # The desk may not read logs, and reads nothing of them here.
    assert "the log agrees" not in organizer(table.tournament).reads(f"desk/matches/{table.match.pk}/")
    # Nothing is decided by it.
    table.match.refresh_from_db()
    assert table.match.state == "disputed"
    table.rule(1, 2)
    table.match.refresh_from_db()
    assert (table.match.state, result_words(table.match)) == ("final", "1–2")


def a_ruling_closes_the_dispute_and_locks_the_result(table: Table) -> None:
    table.dispute()
    table.rule(2, 1)
    table.match.refresh_from_db()
    assert (table.match.state, table.match.disputes.get().settled_by) == ("final", table.judge.user)
    assert result_words(table.match).startswith("2–1")
    before = len(actions(table.tournament))
    page = table.b.reports(table.match, B_WON)
    assert "final" in page and len(actions(table.tournament)) == before
    # Who is neither head judge nor desk cannot change it any more.
    answer = table.judge.client.post(
        table.judge.url(f"desk/matches/{table.match.pk}/"),
        {"first": 1, "second": 2, "drawn": 0, "kind": "played", "version": table.match.version},
    )
    assert answer.status_code == 403
    table.match.refresh_from_db()
    assert result_words(table.match).startswith("2–1")


def each_player_may_appeal_once_to_the_head_judge_before_the_next_pairing_is_published(
    table: Table,
) -> None:
    head = staff(table.tournament, "head_judge")
    table.dispute()
    table.rule(2, 1)
    table.judge.does(f"judge/cases/new/{table.match.pk}/", words="The slip of A counts.")
    case = Case.objects.get()
    for player in (table.a, table.b):
        page = player.does(f"rulings/{case.number}/appeal/", grounds="I won two games.")
        assert "The head judge looks at the ruling again." in page and "You have appealed." in page
        assert "has been appealed already" in player.does(f"rulings/{case.number}/appeal/", grounds="Really.")
    assert head.reads(f"judge/cases/{case.number}/").count("I won two games.") == 2
    assert "Really." not in head.reads(f"judge/cases/{case.number}/")


def the_same_player_tapping_twice_or_on_two_devices_is_one_report(table: Table) -> None:
    other_device = Person(table.tournament, table.a.user)
    version = table.match.version
    for device in (table.a, table.a, other_device):
        said = {"score": A_WON, "match": table.match.pk, "version": version}
        device.does("me/", idempotency_key="the same tap" if device is table.a else "another", **said)
    assert table.match.reports.count() == 1
    table.match.refresh_from_db()
    assert table.match.state == "reported"


def a_report_in_which_winner_and_opponent_are_the_same_person_is_refused(table: Table) -> None:
    """A score names the two seats of a table, so a person would have to sit on both: the database refuses that."""
    one, two = table.match.seats.order_by("position")
    with pytest.raises(IntegrityError), transaction.atomic():
        type(two).objects.filter(pk=two.pk).update(entry=one.entry_id)
    # And who says it for both seats from one phone has reported once.
    for score in (A_WON, "1-2-0"):
        table.a.reports(table.match, score)
    assert table.match.reports.count() == 1


def a_table_of_several_cannot_have_two_winners() -> None:
    tournament = running_tournament(3, template="multiplayer-pods", changes={"cut": False})
    match = tables(publish(tournament))[0]
    user = match.seats.get(position=0).entry.user
    address = f"tournaments/{tournament.slug}/rounds/1/tables/{match.table}/report/"
    answer = Program(user, "play").post(address, {"said": "wwl"})
    assert answer.status_code == 409 and answer.json()["problems"][0]["rule"] == "106.1b"
    assert not Report.objects.filter(match=match).exists()


def if_a_amends_bs_confirmation_is_cleared() -> None:
    """Three at a table: two have said the same, the third is silent; what the first says now has no confirmation."""
    tournament = running_tournament(3, template="multiplayer-pods", changes={"cut": False})
    match = tables(publish(tournament))[0]
    match.tournament = tournament
    a, b, c = players(match)
    for player in (a, b):
        player.reports_winner(match, 0)
    match.refresh_from_db()
    assert (match.state, match.reports.count()) == ("reported", 2)
    a.reports_winner(match, 1)
    match.refresh_from_db()
    assert (match.state, [report.entry.user for report in match.reports.all()]) == ("reported", [a.user])
    # Both are asked for their word about the new result, and it counts when they agree.
    for player in (b, c):
        player.reports_winner(match, 1)
    match.refresh_from_db()
    assert (match.state, match.outcome.letters) == ("final", "lwl")


def test_s05_two_players_report_different_results(table: Table) -> None:
    in_turn(
        then_the_match_is_disputed_and_neither_score_counts,
        the_table_shows_on_the_judges_list_with_both_claims_and_the_time,
        players_see_that_a_judge_comes_and_neither_sees_the_others_later_edits,
        the_round_cannot_be_completed_and_other_tables_are_not_blocked,
        if_the_log_ends_with_a_winning_the_panel_says_so_and_the_judge_chooses,
        a_ruling_closes_the_dispute_and_locks_the_result,
        each_player_may_appeal_once_to_the_head_judge_before_the_next_pairing_is_published,
        the_same_player_tapping_twice_or_on_two_devices_is_one_report,
        a_report_in_which_winner_and_opponent_are_the_same_person_is_refused,
        given=(table,),
    )
    in_turn(a_table_of_several_cannot_have_two_winners, if_a_amends_bs_confirmation_is_cleared)
