"""Calls: one tap calls a judge, one judge goes, the table gets back what its clock lost, and its games stand still."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.halls import kept
from tests.tournaments.hall import (
    make_user,
    organizer_of,
    play,
    publish,
    running_tournament,
    staff_actor,
)
from tests.tournaments.recordings.table import BEGIN, FIRST, Table
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.judging import call_services as services
from tournaments.judging.models import JudgeCall
from tournaments.recordings.judge_services import recording_freeze, recording_resume
from tournaments.rounds.models import Match, Round
from tournaments.rounds.pairing_services import round_complete
from tournaments.rounds.services import result_enter
from tournaments.rounds.stage_services import stage_cut

pytestmark = [pytest.mark.django_db]


@kept
def tournament() -> Tournament:
    """Four players, round 1 being played."""
    made = running_tournament(4)
    publish(made, 1)
    return made


def table(tournament: Tournament, number: int = 1) -> Match:
    """The table of that number in the newest round."""
    found = Match.objects.select_related("round").filter(tournament=tournament, table=number)
    return found.order_by("-round__number")[0]


def player(tournament: Tournament, number: int = 1, seat: int = 0) -> Entry:
    return table(tournament, number).seats.select_related("entry__user").all()[seat].entry


def call(tournament: Tournament, number: int = 1, reason: str = "rules", seat: int = 0) -> JudgeCall:
    actor = Actor(player(tournament, number, seat).user, "player")
    answer = services.call_open(
        actor=actor, tournament=tournament, match_id=table(tournament, number).pk, reason=reason
    )
    return JudgeCall.objects.get(pk=answer["call"])


def refused(service: Any, **params: Any) -> str:
    with pytest.raises(UserError) as caught:
        service(**params)
    return caught.value.code


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def seen(client: Client, tournament: Tournament, page: str) -> str:
    """What stands in the page, after its head."""
    return client.get(f"/t/{tournament.slug}/{page}").content.decode().partition("<main")[2]


# --- from the phone to the queue and back -----------------------------------------------------------------------------


def test_one_tap_calls_a_judge_who_goes_and_the_phone_says_who(tournament: Tournament, judge: Actor) -> None:
    phone, judges = signed_in(player(tournament).user), signed_in(judge.user)
    assert "Call a judge" in seen(phone, tournament, "me/")
    sent = {"match": table(tournament).pk, "reason": "mistake"}
    assert phone.post(f"/t/{tournament.slug}/call/", sent).status_code == 302
    assert "A judge was called at" in seen(phone, tournament, "me/")
    queue = seen(judges, tournament, "judge/")
    assert "something went wrong in the game" in queue and player(tournament).name in queue
    judges.post(f"/t/{tournament.slug}/judge/calls/", {"do": "claim", "match": table(tournament).pk})
    for seat in (0, 1):  # the opponent reads it as well
        opponent = signed_in(player(tournament, 1, seat).user)
        assert f"A judge is coming: {judge.user.display_name}" in seen(opponent, tournament, "me/")
    found = JudgeCall.objects.get()
    judges.post(f"/t/{tournament.slug}/judge/calls/", {"do": "resolve", "call": found.pk, "minutes": "4"})
    found.refresh_from_db()
    assert (found.state, found.minutes, table(tournament).extension_minutes) == ("resolved", 4, 4)
    assert "Nobody is waiting for a judge" in seen(judges, tournament, "judge/")
    assert "Call a judge" in seen(phone, tournament, "me/")


def test_a_table_that_has_called_keeps_its_call(tournament: Tournament, judge: Actor) -> None:
    first = call(tournament)
    assert call(tournament, reason="time", seat=1) == first
    assert JudgeCall.objects.get().reason == "rules"


def test_a_call_is_written_once_however_often_it_is_sent(tournament: Tournament, judge: Actor) -> None:
    actor = Actor(player(tournament).user, "player")
    params: dict[str, Any] = {"tournament": tournament, "match_id": table(tournament).pk}
    answers = [services.call_open(actor=actor, key="tap", reason="rules", **params) for _tap in range(2)]
    assert answers[0] == answers[1]
    assert LedgerRow.objects.filter(action="call.open").count() == 1
    number = answers[0]["call"]
    claimed = [services.call_claim(actor=judge, key="go", **params) for _tap in range(2)]
    assert claimed[0] == claimed[1]
    for _tap in range(2):
        services.call_resolve(actor=judge, key="done", tournament=tournament, call_id=number, minutes=3)
    services.call_resolve(actor=judge, tournament=tournament, call_id=number, minutes=9)  # over is over
    assert table(tournament).extension_minutes == 3


def test_nobody_else_calls_from_a_table_and_nobody_but_a_judge_answers(
    tournament: Tournament, judge: Actor
) -> None:
    other = Actor(player(tournament, 2).user, "player")
    params: dict[str, Any] = {"tournament": tournament, "match_id": table(tournament).pk}
    assert refused(services.call_open, actor=other, reason="rules", **params) == "not_your_match"
    own = Actor(player(tournament).user, "player")
    assert refused(services.call_open, actor=own, reason="recorded", **params) == "reason"
    assert refused(services.call_claim, actor=own, **params) == "not_a_judge"
    found = call(tournament)
    for service in (services.call_release, services.call_escalate):
        assert refused(service, actor=own, tournament=tournament, call_id=found.pk) == "not_a_judge"
    assert refused(services.call_withdraw, actor=other, tournament=tournament, call_id=found.pk) == (
        "not_your_match"
    )
    for client, status in ((signed_in(make_user()), 404), (Client(), 302)):
        answer = client.post(f"/t/{tournament.slug}/call/", {"match": table(tournament).pk})
        assert answer.status_code == status
    assert signed_in(own.user).post(f"/t/{tournament.slug}/judge/calls/", {"do": "claim"}).status_code == 403


def test_players_take_a_call_back_until_somebody_goes(tournament: Tournament, judge: Actor) -> None:
    found = call(tournament)
    opponent = Actor(player(tournament, 1, 1).user, "player")
    params: dict[str, Any] = {"tournament": tournament, "call_id": found.pk}
    services.call_claim(actor=judge, tournament=tournament, match_id=table(tournament).pk)
    assert refused(services.call_withdraw, actor=opponent, **params) == "answered"
    services.call_release(actor=judge, **params)
    assert services.call_withdraw(actor=opponent, **params)["state"] == "withdrawn"
    assert services.call_withdraw(actor=opponent, **params)["state"] == "withdrawn"
    assert table(tournament).extension_minutes == 0
    assert call(tournament).pk != found.pk


def test_a_call_sent_on_waits_for_the_head_judge_alone(tournament: Tournament, judge: Actor) -> None:
    found = call(tournament)
    params: dict[str, Any] = {"tournament": tournament, "call_id": found.pk}
    services.call_claim(actor=judge, tournament=tournament, match_id=table(tournament).pk)
    assert refused(services.call_escalate, actor=judge, **params) == "no_head_judge"
    head = staff_actor(tournament, "head_judge")
    services.call_escalate(actor=judge, **params)
    assert "The head judge has been called" in seen(signed_in(player(tournament).user), tournament, "me/")
    again = {"actor": judge, "tournament": tournament, "match_id": table(tournament).pk}
    assert refused(services.call_claim, **again) == "head_judge"
    assert "I am going" not in seen(signed_in(judge.user), tournament, "judge/").partition("Tables still")[0]
    services.call_claim(**(again | {"actor": head}))
    services.call_resolve(actor=head, minutes=0, **params)
    assert JudgeCall.objects.get().closed_by == head.user


def test_of_two_judges_the_second_is_told_who_goes_there(tournament: Tournament, judge: Actor) -> None:
    found, other = call(tournament), staff_actor(tournament, "judge")
    services.call_claim(actor=judge, tournament=tournament, match_id=table(tournament).pk)
    params: dict[str, Any] = {"actor": other, "tournament": tournament}
    with pytest.raises(UserError, match=judge.user.display_name):
        services.call_claim(match_id=table(tournament).pk, **params)
    assert refused(services.call_resolve, call_id=found.pk, minutes=5, **params) == "claimed"
    assert refused(services.call_release, call_id=found.pk, **params) == "not_yours"


def test_a_judge_goes_to_a_raised_hand_without_a_phone(tournament: Tournament, judge: Actor) -> None:
    services.call_claim(actor=judge, tournament=tournament, match_id=table(tournament, 2).pk)
    found = JudgeCall.objects.get()
    assert (found.reason, found.entry, found.claimed_by) == ("hand", None, judge.user)


def test_a_judge_who_plays_at_a_table_does_not_answer_its_call(tournament: Tournament, judge: Actor) -> None:
    user = player(tournament).user
    playing = staff_actor(tournament, "judge", user)
    call(tournament)
    params: dict[str, Any] = {"actor": playing, "tournament": tournament}
    assert refused(services.call_claim, match_id=table(tournament).pk, **params) == "own_match"
    services.call_claim(match_id=table(tournament, 2).pk, **params)


# --- the words match the staff there is -------------------------------------------------------------------------------


def test_without_a_judge_nobody_is_offered_one(tournament: Tournament) -> None:
    actor = Actor(player(tournament).user, "player")
    assert "Call a judge" not in seen(signed_in(actor.user), tournament, "me/")
    params: dict[str, Any] = {"tournament": tournament, "match_id": table(tournament).pk}
    assert refused(services.call_open, actor=actor, reason="rules", **params) == "no_judge"


# --- the minutes (S9) -------------------------------------------------------------------------------------------------

NOON = datetime(2026, 5, 2, 12, 0, tzinfo=UTC)


def lost(**facts: Any) -> int:
    """Minutes lost by a call: the round began at noon; ``called`` and ``done`` are minutes after it."""
    at = {name: NOON + timedelta(minutes=facts[name]) for name in ("called", "done")}
    before = Round(started_at=NOON, minutes=facts.get("minutes", 50))
    clock = services.clock_seconds(before, at["called"])
    now = Round(started_at=NOON, minutes=facts.get("minutes", 50), paused_seconds=facts.get("paused", 0))
    if "paused_since" in facts:
        now.paused_at = NOON + timedelta(minutes=facts["paused_since"])
    match = Match(round=now, state="open", extension_minutes=facts.get("extension", 0))
    return services.lost_minutes(JudgeCall(clock_seconds=clock), match, at["done"])


def test_the_minutes_proposed_are_what_the_clock_of_the_table_lost() -> None:
    assert lost(called=10, done=15) == 5
    assert lost(called=10, done=15.2) == 6  # begun minutes count
    assert lost(called=48, done=53) == 2  # never more than was left
    assert lost(called=48, done=53, extension=2) == 4
    assert lost(called=51, done=60) == 0  # time was up already
    assert lost(called=10, done=17, paused=4 * 60) == 3  # the room's clock stood still meanwhile
    assert lost(called=10, done=17, paused_since=12) == 2
    assert lost(called=10, done=15, minutes=0) == 0  # no limit, nothing to give back


def test_a_call_before_the_clock_runs_costs_what_the_clock_ran_since() -> None:
    match = Match(round=Round(started_at=NOON, minutes=50), state="open")
    assert services.lost_minutes(JudgeCall(clock_seconds=None), match, NOON + timedelta(minutes=3)) == 3


def test_a_table_that_is_done_gets_no_minutes(tournament: Tournament, judge: Actor) -> None:
    found = call(tournament)
    result_enter(actor=judge, tournament=tournament, match_id=table(tournament).pk, said=(2, 0, 0))
    answer = services.call_resolve(actor=judge, tournament=tournament, call_id=found.pk, minutes=6)
    assert answer["minutes"] == 0 and table(tournament).extension_minutes == 0


# --- a call on a recorded game: one mechanism -------------------------------------------------------------------------


@kept
def recorded() -> Table:
    made = Table()
    made.phones[0].write(FIRST, BEGIN)
    return made


def states(made: Table) -> tuple[str, list[str]]:
    return made.fresh().state, list(JudgeCall.objects.values_list("state", flat=True).order_by("pk"))


def test_a_call_from_the_match_stops_the_recording_and_its_answer_lets_it_go_on(recorded: Table) -> None:
    judge = staff_actor(recorded.tournament, "judge")
    found = call(recorded.tournament, recorded.match.table or 0)
    assert states(recorded) == ("frozen", ["waiting"])
    services.call_claim(actor=judge, tournament=recorded.tournament, match_id=recorded.match.pk)
    services.call_resolve(actor=judge, tournament=recorded.tournament, call_id=found.pk, minutes=3)
    assert states(recorded) == ("open", ["resolved"])
    assert table(recorded.tournament, recorded.match.table or 0).extension_minutes == 3


def test_a_call_in_the_recording_stands_in_the_queue_like_any_other(recorded: Table) -> None:
    judge = staff_actor(recorded.tournament, "judge")
    recorded.phones[0].write({"text": "Is that legal?"}, kind="call")
    assert states(recorded) == ("frozen", ["waiting"])
    assert "a recorded game was stopped" in seen(signed_in(judge.user), recorded.tournament, "judge/")
    recording_resume(
        actor=judge, tournament=recorded.tournament, recording_id=recorded.recording.pk, minutes=2
    )
    assert states(recorded) == ("open", ["resolved"])


def test_players_who_take_a_call_back_in_the_recording_leave_no_call_behind(recorded: Table) -> None:
    staff_actor(recorded.tournament, "judge")
    number = recorded.phones[0].write({"text": ""}, kind="call")[0]["seq"]
    found = JudgeCall.objects.get()
    actor = Actor(player(recorded.tournament, recorded.match.table or 0).user, "player")
    params: dict[str, Any] = {"tournament": recorded.tournament, "call_id": found.pk}
    assert refused(services.call_withdraw, actor=actor, **params) == "recorded"
    for phone in recorded.phones:
        phone.write({"withdraw": number}, kind="call")
    assert states(recorded) == ("open", ["withdrawn"])


def test_a_judge_who_stops_a_game_opens_a_call_of_the_table(recorded: Table) -> None:
    judge = staff_actor(recorded.tournament, "judge")
    recording_freeze(actor=judge, tournament=recorded.tournament, recording_id=recorded.recording.pk)
    assert states(recorded) == ("frozen", ["waiting"])


# --- the floor --------------------------------------------------------------------------------------------------------


def floor_order(text: str) -> list[str]:
    """The tables of the queue in their order."""
    queue = text.partition("Tables still playing")[0]
    return [part.partition("<")[0].strip() for part in queue.split("Table ")[1:]]


def test_the_floor_shows_first_who_waits_longest_without_anybody(time_machine: Any) -> None:
    made = running_tournament(8)
    publish(made, 1)
    judge = staff_actor(made, "judge")
    start = timezone.now()
    for minute, number in enumerate((3, 1, 2), 1):
        time_machine.move_to(start + timedelta(minutes=minute), tick=False)
        call(made, number)
    services.call_claim(actor=judge, tournament=made, match_id=table(made, 3).pk)
    page = seen(signed_in(judge.user), made, "judge/")
    assert floor_order(page) == ["1", "2", "3"]
    time_machine.move_to(start + timedelta(minutes=61), tick=False)
    late = seen(signed_in(judge.user), made, "judge/").partition("Tables still playing")[2]
    assert "time is up" in late


def test_the_floor_of_a_zone_shows_its_tables_and_still_everybody_who_waits() -> None:
    made = running_tournament(8)
    publish(made, 1)
    judge = staff_actor(made, "judge")
    call(made, 4)
    page = seen(signed_in(judge.user), made, "judge/?from=1&to=2")
    assert floor_order(page) == ["4"]
    tables = page.partition("Tables still playing")[2]
    assert tables.count("floor-number") == 2 and "1 table is playing outside your zone." in tables


def test_a_call_of_an_earlier_round_is_not_lost_when_the_next_one_runs() -> None:
    made = running_tournament(4)
    judge = staff_actor(made, "judge")
    publish(made, 1)
    call(made, 2)
    play_on(made)
    queue = seen(signed_in(judge.user), made, "judge/").partition("Tables still playing")[0]
    assert "Round 1" in queue and floor_order(queue) == ["2"]


def test_in_a_knock_out_the_queue_says_what_the_match_is_called() -> None:
    made = running_tournament(9, template="constructed-championship", changes={"rounds": 3})
    for number in (1, 2, 3):
        play(made, number)
    stage_cut(actor=organizer_of(made), tournament=made, third_place=True)
    play(made, 4)
    publish(made, 5)
    judge = staff_actor(made, "judge")
    called = {match.table: match.slot for match in Match.objects.filter(round__number=5)}
    for number in sorted(called):
        call(made, number)
    page = signed_in(judge.user).get(f"/t/{made.slug}/judge/").content.decode()
    queue = " ".join(page.partition("Tables still playing")[0].split())
    for number, slot in called.items():
        name = {"M2.1": "Final", "T": "Third place"}[slot]
        assert re.search(rf"<small>\s*{name}\s*</small>\s*<span>Table {number}</span>", queue), name
    assert "Round 5" not in queue


def play_on(made: Tournament) -> None:
    """Finish round 1 and publish round 2."""
    for match in Match.objects.filter(tournament=made):
        result_enter(actor=organizer_of(made), tournament=made, match_id=match.pk, said=(2, 0, 0))
    round_complete(actor=organizer_of(made), tournament=made, round_id=Round.objects.get(tournament=made).pk)
    publish(made, 2)


def test_the_floor_asks_as_many_questions_for_many_tables_as_for_few() -> None:
    sizes = []
    for players in (4, 16):
        made = running_tournament(players)
        play(made, 1)
        publish(made, 2)
        judge = staff_actor(made, "judge")
        for number in range(1, players // 2 + 1):
            call(made, number, "time")
        client = signed_in(judge.user)
        seen(client, made, "judge/")
        with CaptureQueriesContext(connection) as counted:
            seen(client, made, "judge/")
        sizes.append(len(counted))
    assert sizes[0] == sizes[1]


def test_who_judges_finds_the_event_first_on_their_page_with_the_tables_that_wait(
    tournament: Tournament,
) -> None:
    judge = staff_actor(tournament, "judge").user
    client = Client()
    client.force_login(judge)

    def reads(path: str = "/me/") -> str:
        return " ".join(client.get(path).content.decode().partition("<main")[2].split())

    address, waits = f'href="/t/{tournament.slug}/judge/"', "table waits for a judge"
    before = reads()
    assert before.index(address) < before.index("Tournaments I play in") and waits not in before
    assert "You play in none." in before and "not in a tournament yet" not in before
    called = call(tournament)
    assert f"1 {waits}" in reads()
    went = client.post(f"/t/{tournament.slug}/judge/calls/", {"do": "claim", "match": called.match_id})
    place = f"table-{called.match_id}"
    assert str(went["Location"]) == f"/t/{tournament.slug}/judge/#{place}", "they stay at the call they took"
    assert f'id="{place}"' in reads(f"/t/{tournament.slug}/judge/") and waits not in reads()
    Tournament.objects.filter(pk=tournament.pk).update(state="finished")
    assert address not in reads() and f'href="/t/{tournament.slug}/desk/"' in reads()
