"""Staff who play: their own match is decided by somebody else of the staff, if there is one."""

from collections.abc import Callable
from typing import Any

import pytest

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.tournaments.hall import organizer_of, publish, running_tournament, staff_actor
from tournaments.events.access import actor_to_rule
from tournaments.events.models import Staff
from tournaments.rounds.models import Match
from tournaments.rounds.services import dispute_settle, result_correct, result_enter, result_report

pytestmark = pytest.mark.django_db


def disputed_match() -> tuple[Match, Actor]:
    """A disputed match, and a judge who plays in it."""
    tournament = running_tournament(4)
    match = Match.objects.filter(round=publish(tournament), kind="played").order_by("table")[0]
    one, two = (seat.entry.user for seat in match.seats.order_by("position"))
    call = {"tournament": tournament, "match_id": match.pk}
    result_report(actor=Actor(one, "player"), said=(2, 0, 0), **call)
    result_report(actor=Actor(two, "player"), said=(0, 2, 0), **call)
    return match, staff_actor(tournament, "judge", one)


def refusal(act: Callable[..., Any], actor: Actor, match: Match, **params: Any) -> str:
    with pytest.raises(UserError) as refused:
        act(actor=actor, tournament=match.tournament, match_id=match.pk, **params)
    return refused.value.code


def test_a_judge_who_plays_does_not_settle_their_own_dispute_and_another_judge_does() -> None:
    match, playing = disputed_match()
    ruling: dict[str, Any] = {"said": (2, 0, 0), "reason": "I saw it"}
    other = staff_actor(match.tournament, "judge")
    assert refusal(dispute_settle, playing, match, **ruling) == "own_match"
    dispute_settle(actor=other, tournament=match.tournament, match_id=match.pk, **ruling)
    match.refresh_from_db()
    assert match.state == "final"


def test_the_only_judge_does_not_either_while_an_organizer_stands_by_who_settles_it() -> None:
    match, playing = disputed_match()
    organizer, tournament = organizer_of(match.tournament), match.tournament
    ruling: dict[str, Any] = {"said": (2, 0, 0), "reason": "I saw it"}
    assert refusal(dispute_settle, playing, match, **ruling) == "own_match"
    assert actor_to_rule(organizer.user, tournament) is not None
    staff_actor(tournament, "judge")
    assert actor_to_rule(organizer.user, tournament) is None, "a judge who does not play is here"


def test_who_is_alone_may_and_the_ledger_says_that_it_was_their_own_match() -> None:
    match, playing = disputed_match()
    Staff.objects.filter(tournament=match.tournament, role="organizer").update(user=playing.user)
    dispute_settle(
        actor=playing, tournament=match.tournament, match_id=match.pk, said=(0, 2, 0), reason="I lost"
    )
    assert LedgerRow.objects.get(action="dispute.settle").data["own_match"] is True


def test_staff_who_play_neither_enter_nor_correct_their_own_result() -> None:
    tournament = running_tournament(4)
    match = Match.objects.filter(round=publish(tournament), kind="played").order_by("table")[0]
    playing = staff_actor(tournament, "scorekeeper", match.seats.get(position=0).entry.user)
    assert refusal(result_enter, playing, match, said=(2, 0, 0)) == "own_match"
    result_enter(
        actor=staff_actor(tournament, "judge"), tournament=tournament, match_id=match.pk, said=(0, 2, 0)
    )
    assert LedgerRow.objects.get(action="result.enter").data.get("own_match") is None
    match.refresh_from_db()
    change = {"said": (2, 0, 0), "reason": "No", "version": match.version}
    assert refusal(result_correct, playing, match, **change) == "own_match"


def test_at_a_table_of_four_it_is_the_same_and_the_reason_stands_in_the_ledger() -> None:
    tournament = running_tournament(4, template="multiplayer-pods")
    match = Match.objects.filter(round=publish(tournament), kind="played")[0]
    people = [seat.entry.user for seat in match.seats.order_by("position")]
    playing = staff_actor(tournament, "head_judge", people[0])
    other = staff_actor(tournament, "head_judge")
    call = {"tournament": tournament, "match_id": match.pk}
    assert refusal(result_enter, playing, match, said="wlll") == "own_match"
    result_report(actor=Actor(people[0], "player"), said="wlll", **call)
    result_report(actor=Actor(people[1], "player"), said="lwll", **call)
    assert refusal(dispute_settle, playing, match, said="wlll", reason="Mine") == "own_match"
    dispute_settle(actor=other, said="lwll", reason="The other three agree", **call)
    assert LedgerRow.objects.get(action="dispute.settle").note == "The other three agree"
    match.refresh_from_db()
    assert (
        refusal(result_correct, playing, match, said="wlll", reason="Mine", version=match.version)
        == "own_match"
    )
