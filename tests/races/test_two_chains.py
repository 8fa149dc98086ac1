"""Commands that write a row in two chains: side by side with those that write in one, and never waiting in a ring."""

from typing import Any

import pytest
from django.db import OperationalError

from ledger import commands
from ledger.commands import Actor, Command, command
from ledger.selectors import verify_chain
from ledger.sql import Statement
from ledger.sql import run as send
from ledger.statements import NEXT
from tests.races.tools import REPEATS, Meeting, Racers, racers
from tests.tournaments.hall import make_tournament, publish, running_tournament, staff_actor
from tournaments.events.models import Tournament
from tournaments.judging.call_services import call_claim, call_open
from tournaments.judging.case_models import Case
from tournaments.judging.case_services import case_rule
from tournaments.judging.models import JudgeCall
from tournaments.rounds.models import Match, Seat
from tournaments.rounds.services import result_report

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def other_chain(tournament: Any) -> str:
    return f"x-{tournament.slug}"


@command("test.own_first")
def own_first(cmd: Command, *, tournament: Any) -> None:
    """A row in the tournament's chain, then one beside it."""
    cmd.also("test.second", chain=other_chain)


@command("test.other_first", chain=other_chain)
def other_first(cmd: Command, *, tournament: Any) -> None:
    """A row beside the tournament's chain, then one in it."""
    cmd.also("test.second")


def slowly(meeting: Meeting) -> Any:
    """Send one statement after the other, and wait for the others after each head that was taken."""

    def sent(*statements: Statement) -> list[Any]:
        found = []
        for one in statements:
            found += send(one)
            if one[0] is NEXT:
                meeting.wait()
        return found

    return sent


def both_ways(run: Racers, meeting: Meeting, tournament: Tournament) -> list[Any]:
    meeting.reset()
    answers = run(
        *(
            lambda one=one: one(actor=commands.SYSTEM, tournament=tournament)
            for one in (own_first, other_first)
        )
    )
    meeting.close()
    return [answer for answer in answers if isinstance(answer, Exception)]


def test_two_commands_that_name_the_same_chains_the_other_way_round_take_their_heads_in_one_order(
    run: Racers, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, meeting = make_tournament(), Meeting()
    monkeypatch.setattr(commands, "run", slowly(meeting))
    for _repeat in range(REPEATS):
        assert both_ways(run, meeting, tournament) == []
    assert verify_chain(tournament.chain_key) == verify_chain(other_chain(tournament)) == []


def test_without_that_order_each_waits_for_the_head_of_the_other(
    run: Racers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the race above can fail."""
    tournament, meeting = make_tournament(), Meeting()
    meeting.without_locks()
    monkeypatch.setattr(commands, "run", slowly(meeting))
    monkeypatch.setattr(commands, "in_order", list)
    [error] = both_ways(run, meeting, tournament)
    assert isinstance(error, OperationalError) and "deadlock" in str(error)


def test_two_judges_who_rule_at_one_table_and_a_player_who_reports_there_all_get_through(
    transactional_db: None,
) -> None:
    tournament = running_tournament(4)
    publish(tournament)
    judges = [staff_actor(tournament, "judge"), staff_actor(tournament, "head_judge")]
    match = Match.objects.filter(tournament=tournament, table=1).get()
    seats = list(Seat.objects.filter(match=match).select_related("entry__user"))
    player = Actor(seats[0].entry.user, "player")
    at = {"tournament": tournament, "match_id": match.pk}
    given = ruled = 0
    with racers(4) as run:
        for _repeat in range(REPEATS):
            number = call_open(actor=player, reason="rules", **at)["call"]
            ruling = {"said": {"words": "Play on."}, "call_id": number, "minutes": 1}
            answers = run(
                *(lambda judge=judge: case_rule(actor=judge, **ruling, **at) for judge in judges),  # noqa: B023
                lambda: result_report(actor=player, said=(2, 0, 0), **at),
                lambda: call_claim(actor=judges[1], **at),
            )
            errors = [answer for answer in answers if isinstance(answer, Exception)]
            assert all(getattr(error, "code", "") == "claimed" for error in errors), errors
            JudgeCall.objects.filter(match=match).update(state="resolved")
            given += JudgeCall.objects.get(pk=number).minutes
            assert Match.objects.get(pk=match.pk).extension_minutes == given
            ruled += sum(isinstance(answer, dict) and "case" in answer for answer in answers)
            assert Case.objects.count() == ruled
    assert verify_chain(tournament.chain_key) == verify_chain(f"j-{tournament.slug}") == []
