"""Races about one match (C1 to C5): both players, staff and judges at the same second."""

from typing import Any

import pytest

from ledger.commands import Actor
from tests.races.tools import (
    REPEATS,
    Racers,
    assert_chain,
    last_number,
    meet_after,
    odd,
    racers,
    refused,
    reopen,
    rows_after,
    without_locks,
)
from tests.tournaments.hall import organizer_of, publish, running_tournament, staff_actor
from tournaments.rounds import services, slip_services
from tournaments.rounds.models import Match
from tournaments.rounds.services import dispute_settle, result_correct, result_enter, result_report
from tournaments.rounds.slip_services import result_claim, result_slip

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]

ONE, OTHER = (2, 1, 0), (1, 2, 0)


class Table:
    """One open match with its two players, staff and a meeting point right after the match was read."""

    def __init__(self, run: Racers, monkeypatch: pytest.MonkeyPatch) -> None:
        self.run = run
        self.tournament = running_tournament(4)
        self.match = Match.objects.filter(round=publish(self.tournament)).order_by("table")[0]
        self.players = [
            Actor(seat.entry.user, "player") for seat in self.match.seats.select_related("entry__user")
        ]
        self.judges = [staff_actor(self.tournament, "judge"), staff_actor(self.tournament, "head_judge")]
        self.meeting = meet_after(monkeypatch, services, "locked_match")
        meet_after(monkeypatch, services, "reported_table", at=self.meeting)
        meet_after(monkeypatch, slip_services, "locked_match", at=self.meeting)

    def says(self, player: int, score: tuple[int, int, int]) -> Any:
        actor = self.players[player]
        return result_report(actor=actor, tournament=self.tournament, match_id=self.match.pk, said=score)

    def enters(self, score: tuple[int, int, int]) -> Any:
        actor = organizer_of(self.tournament)
        return result_enter(actor=actor, tournament=self.tournament, match_id=self.match.pk, said=score)

    def types(self, score: tuple[int, int, int], *, over: bool = False) -> Any:
        actor, seen = organizer_of(self.tournament), self.match.version
        call = {"actor": actor, "tournament": self.tournament, "match_id": self.match.pk}
        return result_slip(**call, said=score, version=seen, over=over)

    def claims(self, score: tuple[int, int, int]) -> Any:
        actor = organizer_of(self.tournament)
        return result_claim(actor=actor, tournament=self.tournament, match_id=self.match.pk, said=score)

    def settles(self, judge: int, score: tuple[int, int, int]) -> Any:
        return dispute_settle(
            actor=self.judges[judge],
            tournament=self.tournament,
            match_id=self.match.pk,
            said=score,
            reason="x",
        )

    def corrects(self, score: tuple[int, int, int]) -> Any:
        return result_correct(
            actor=organizer_of(self.tournament),
            tournament=self.tournament,
            match_id=self.match.pk,
            said=score,
            reason="x",
            version=self.match.version,
        )

    def start(self, *said: tuple[int, tuple[int, int, int]]) -> int:
        """A fresh table at which this has been said; gives the newest ledger number."""
        self.meeting.close()
        reopen(self.match)
        for player, score in said:
            self.says(player, score)
        self.match.refresh_from_db()
        self.meeting.reset()
        return last_number(self.tournament)

    def after(self, number: int) -> tuple[list[dict[str, Any]], Match, list[int | None]]:
        """What was written since, and how the match stands."""
        self.match.refresh_from_db()
        won = [seat.games_won for seat in self.match.seats.all()]
        return [row.data for row in rows_after(self.tournament, number)], self.match, won


@pytest.fixture
def table(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Any:
    with racers(2) as run:
        yield Table(run, monkeypatch)


def confirm_and_confirm(table: Table) -> str:
    number = table.start()
    answers = table.run(lambda: table.says(0, ONE), lambda: table.says(1, ONE))
    _data, match, won = table.after(number)
    states = sorted(answer["state"] for answer in answers if isinstance(answer, dict))
    if odd(answers) or states != ["final", "reported"] or (match.state, won) != ("final", [2, 1]):
        return f"{answers} {match.state} {won}"
    return ""


def confirm_and_dispute(table: Table) -> str:
    number = table.start((0, ONE))
    answers = table.run(lambda: table.says(1, ONE), lambda: table.says(1, OTHER))
    _data, match, won = table.after(number)
    open_disputes = match.disputes.filter(settled_at=None).count()
    outcome = (match.state, won, open_disputes)
    one_won = sum(isinstance(answer, dict) for answer in answers) == 1
    right = outcome in [("final", [2, 1], 0), ("disputed", [None, None], 1)]
    return "" if one_won and right and not odd(answers) else f"{answers} {outcome}"


def two_different_reports(table: Table) -> str:
    number = table.start()
    answers = table.run(lambda: table.says(0, ONE), lambda: table.says(1, OTHER))
    _data, match, won = table.after(number)
    outcome = (match.state, won, match.disputes.count(), match.reports.count())
    return "" if outcome == ("disputed", [None, None], 1, 2) and not odd(answers) else f"{answers} {outcome}"


def confirm_and_desk(table: Table) -> str:
    number = table.start((0, ONE))
    answers = table.run(lambda: table.says(1, ONE), lambda: table.enters((0, 2, 0)))
    data, match, won = table.after(number)
    stored = [item["outcome"]["won"] for item in data if "before" in item]
    right = len(stored) == 1 and won == stored[0] and match.state == "final"
    one_won = sum(isinstance(answer, dict) for answer in answers) == 1
    return "" if right and one_won and not odd(answers) else f"{answers} {stored} {won}"


def two_corrections(table: Table) -> str:
    number = table.start((0, ONE), (1, ONE))
    answers = table.run(lambda: table.corrects((2, 0, 0)), lambda: table.corrects((0, 2, 0)))
    data, _match, won = table.after(number)
    stored = [item["outcome"]["won"] for item in data if "before" in item]
    right = len(stored) == 1 and won == stored[0] and sum(refused(item, "stale") for item in answers) == 1
    return "" if right and not odd(answers) else f"{answers} {stored} {won}"


def judge_and_judge(table: Table) -> str:
    number = table.start((0, ONE), (1, OTHER))
    answers = table.run(lambda: table.settles(0, ONE), lambda: table.settles(1, OTHER))
    data, match, won = table.after(number)
    stored = [item["outcome"]["won"] for item in data if "before" in item]
    judge = match.disputes.get().settled_by
    first = next((index for index, answer in enumerate(answers) if isinstance(answer, dict)), None)
    right = first is not None and judge == table.judges[first].user and stored == [won]
    return "" if right and sum(refused(item, "no_dispute") for item in answers) == 1 else f"{answers} {won}"


def report_and_slip(table: Table) -> str:
    """The player taps while the desk types the slip: one of the two counts, the other is told."""
    number = table.start()
    answers = table.run(lambda: table.says(0, OTHER), lambda: table.types(ONE))
    _data, match, won = table.after(number)
    outcome = (match.state, won, match.reports.count())
    right = outcome in [("final", [2, 1], 0), ("reported", [None, None], 1)]
    one_won = sum(isinstance(answer, dict) for answer in answers) == 1
    return "" if right and one_won and not odd(answers) else f"{answers} {outcome}"


def two_slips(table: Table) -> str:
    """Two at the desk type two slips of one table."""
    number = table.start()
    answers = table.run(lambda: table.types(ONE), lambda: table.types(OTHER))
    data, match, won = table.after(number)
    stored = [item["outcome"]["won"] for item in data if "before" in item]
    right = len(stored) == 1 and won == stored[0] and match.state == "final"
    told = sum(refused(item, "final_otherwise") for item in answers) == 1
    return "" if right and told and not odd(answers) else f"{answers} {stored} {won}"


def two_late_slips(table: Table) -> str:
    """Two devices that had no network send slips that contradict a report, and each other."""
    number = table.start((0, ONE))
    answers = table.run(lambda: table.claims(OTHER), lambda: table.claims((2, 0, 0)))
    _data, match, won = table.after(number)
    outcome = (match.state, won, match.disputes.filter(settled_at=None).count())
    right = outcome == ("disputed", [None, None], 1) and match.disputes.get().claim is not None
    return "" if right and not odd(answers) else f"{answers} {outcome}"


RACES = [
    report_and_slip,
    two_slips,
    two_late_slips,
    confirm_and_confirm,
    confirm_and_dispute,
    two_different_reports,
    confirm_and_desk,
    two_corrections,
    judge_and_judge,
]


@pytest.mark.parametrize("race", RACES)
@pytest.mark.timeout(3600)
def test_a_match_changed_by_two_at_once_has_one_outcome(
    table: Table, race: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    anomalies = [found for found in (race(table) for _time in range(REPEATS)) if found]
    assert anomalies == []
    assert_chain(table.tournament)
    without_locks(monkeypatch)
    assert any(race(table) for _time in range(10)), "the control: without locks this race is lost"
