"""Cases: four taps store a ruling, completing adds a revision, an appeal keeps both, precedents name nobody."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from ledger.selectors import verify_chain
from tests.tournaments.hall import (
    approve,
    logged,
    make_user,
    organizer_of,
    publish,
    running_tournament,
    staff_actor,
)
from tournaments.entries.models import Entry, Reading
from tournaments.events.models import Tournament
from tournaments.gamelogs.services import log_submit
from tournaments.judging.call_services import call_claim, call_open
from tournaments.judging.case_models import Appeal, Case, CaseRevision, Precedent
from tournaments.judging.case_services import appeal_decide, case_appeal, case_complete, case_rule
from tournaments.judging.models import JudgeCall, Penalty
from tournaments.judging.penalty_services import penalty_give
from tournaments.judging.precedent_services import precedent_publish
from tournaments.rounds.models import Match
from tournaments.rounds.outcomes import Games
from tournaments.rounds.pairing_services import round_complete
from tournaments.rounds.services import result_enter, result_report

pytestmark = [pytest.mark.django_db]


MOST_QUERIES = 37
"""What a ruling with its penalty and call may ask of the database: 56 as three commands, before it was one."""


def table(tournament: Tournament, number: int = 1) -> Match:
    return Match.objects.select_related("round").get(tournament=tournament, table=number)


def player(tournament: Tournament, seat: int = 0, number: int = 1) -> Entry:
    return table(tournament, number).seats.select_related("entry__user").all()[seat].entry


def rule(tournament: Tournament, actor: Actor, **params: Any) -> Case:
    params = {"match_id": table(tournament).pk, "said": {"words": "Play on."}} | params
    answer = case_rule(actor=actor, tournament=tournament, **params)
    return Case.objects.get(tournament=tournament, number=answer["case"])


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


# --- four taps, completed later (M23) ---------------------------------------------------------------------------------


def test_four_taps_store_a_ruling_with_its_penalty_and_answer_the_call(
    tournament: Tournament, judge: Actor
) -> None:
    wrong, phone = player(tournament), signed_in(judge.user)
    caller = Actor(player(tournament, 1).user, "player")
    call_open(actor=caller, tournament=tournament, match_id=table(tournament).pk, reason="mistake")
    call_claim(actor=judge, tournament=tournament, match_id=table(tournament).pk)
    floor = seen(phone, tournament, "judge/")
    address = f"/t/{tournament.slug}/judge/cases/new/{table(tournament).pk}/"
    assert address in floor  # the first tap
    assert wrong.name in phone.get(address).content.decode()
    taps = {"entry": wrong.number, "code": "G1", "minutes": "3"}  # the second, the third; the fourth saves
    assert f'name="call" value="{JudgeCall.objects.get().pk}"' in phone.get(address).content.decode()
    sent = {"idempotency_key": "tap-4", "call": JudgeCall.objects.get().pk} | taps
    for _again in range(2):  # safe to send twice
        assert phone.post(address, sent).status_code == 302
    found, _only = Case.objects.get(), JudgeCall.objects.get()
    penalty = Penalty.objects.get()
    assert (penalty.case, penalty.entry, penalty.code, penalty.level) == (found, wrong, "G1", "warning")
    assert (found.match, found.table, found.ruled_by) == (table(tournament), 1, judge.user)
    assert set(found.parties.all()) == {wrong, player(tournament, 1)}
    assert found.call is not None
    assert (found.call.state, found.call.minutes, table(tournament).extension_minutes) == ("resolved", 3, 3)
    assert verify_chain(f"j-{tournament.slug}") == []


def disputed(tournament: Tournament) -> Match:
    for seat, said in enumerate(((2, 1, 0), (0, 2, 0))):
        actor = Actor(player(tournament, seat).user, "player")
        result_report(actor=actor, tournament=tournament, match_id=table(tournament).pk, said=said)
    return table(tournament)


def test_a_claim_on_the_floor_opens_the_sheet_that_settles_it_with_the_ruling_and_ends_the_call(
    tournament: Tournament, judge: Actor
) -> None:
    match, phone = disputed(tournament), signed_in(judge.user)
    call_claim(actor=judge, tournament=tournament, match_id=match.pk)
    address = f"/t/{tournament.slug}/judge/cases/new/{match.pk}/"
    second = match.reports.order_by("pk")[1]
    assert f'href="{address}?claim=report-{second.pk}"' in seen(phone, tournament, "judge/")
    sheet = " ".join(phone.get(f"{address}?claim=report-{second.pk}").content.decode().split())
    assert f'name="claim" value="report-{second.pk}" checked' in sheet
    call = JudgeCall.objects.get()
    sent = {"idempotency_key": "tap-2", "call": call.pk, "claim": f"report-{second.pk}", "minutes": "3"}
    sent |= {"entry": player(tournament).number, "code": "G1"}
    for _again in range(2):  # safe to send twice
        assert phone.post(address, sent).status_code == 302
    match, call = table(tournament), JudgeCall.objects.get()
    assert (match.state, match.outcome, match.source) == ("final", Games((0, 2)), "judge")
    assert match.disputes.get().reason == f"As {second.entry.name} reported: 0–2."
    assert (call.state, call.minutes, Case.objects.count(), Penalty.objects.count()) == ("resolved", 0, 1, 1)
    rows = LedgerRow.objects.filter(chain_id=tournament.chain_key, action="dispute.settle")
    assert rows.count() == 1 and verify_chain(tournament.chain_key) == []


def test_a_claim_that_is_no_longer_made_stores_neither_result_nor_ruling(
    tournament: Tournament, judge: Actor
) -> None:
    match, phone = disputed(tournament), signed_in(judge.user)
    sent = {"idempotency_key": "tap", "claim": "report-0", "entry": player(tournament).number, "code": "G1"}
    answer = phone.post(f"/t/{tournament.slug}/judge/cases/new/{match.pk}/", sent)
    assert answer.status_code == 422 and "otherwise in the meantime" in answer.content.decode()
    assert table(tournament).state == "disputed"
    assert not Case.objects.exists() and not Penalty.objects.exists()


def test_a_dispute_that_is_left_open_on_the_sheet_stays_and_its_minutes_are_given(
    tournament: Tournament, judge: Actor
) -> None:
    match, phone = disputed(tournament), signed_in(judge.user)
    sent = {"idempotency_key": "tap", "claim": "", "minutes": "4"}
    assert phone.post(f"/t/{tournament.slug}/judge/cases/new/{match.pk}/", sent).status_code == 302
    match = table(tournament)
    assert (match.state, match.extension_minutes) == ("disputed", 4)


def test_minutes_without_a_call_are_given_once_and_a_later_call_waits_on(
    tournament: Tournament, judge: Actor
) -> None:
    phone, match = signed_in(judge.user), table(tournament)
    address = f"/t/{tournament.slug}/judge/cases/new/{match.pk}/"
    sent = {"idempotency_key": "tap-4", "call": "", "minutes": "4"}
    assert phone.post(address, sent).status_code == 302
    caller = Actor(player(tournament, 1).user, "player")
    call_open(actor=caller, tournament=tournament, match_id=match.pk, reason="rules")
    assert phone.post(address, sent).status_code == 302  # sent again, because its answer was lost
    assert table(tournament).extension_minutes == 4
    states = list(JudgeCall.objects.order_by("pk").values_list("state", "claimed_by"))
    assert states == [("resolved", judge.user.pk), ("waiting", None)]
    # Nor does a form answer the call of another table.
    other = Match.objects.filter(tournament=tournament).exclude(pk=match.pk).order_by("table")[0]
    elsewhere = f"/t/{tournament.slug}/judge/cases/new/{other.pk}/"
    waiting = JudgeCall.objects.get(state="waiting")
    assert phone.post(elsewhere, {"idempotency_key": "tap-5", "call": waiting.pk}).status_code == 302
    waiting.refresh_from_db()
    assert waiting.state == "waiting"


def test_a_ruling_whose_call_another_judge_has_is_refused_whole_and_its_form_keeps_what_was_typed(
    tournament: Tournament, judge: Actor, head: Actor
) -> None:
    """One form is one command: no ruling without its call, no penalty without its ruling (F7)."""
    wrong, match = player(tournament), table(tournament)
    call_open(actor=Actor(wrong.user, "player"), tournament=tournament, match_id=match.pk, reason="mistake")
    call_claim(actor=head, tournament=tournament, match_id=match.pk)
    call = JudgeCall.objects.get()
    rows = LedgerRow.objects.count()
    sent = {"call": call.pk, "minutes": "3", "entry": wrong.number, "code": "G1", "words": "It went so."}
    answer = signed_in(judge.user).post(f"/t/{tournament.slug}/judge/cases/new/{match.pk}/", sent)
    assert answer.status_code == 422 and "is going there already" in answer.content.decode()
    assert "It went so." in answer.content.decode()
    assert not Case.objects.exists() and not Penalty.objects.exists()
    assert LedgerRow.objects.count() == rows
    call.refresh_from_db()
    assert (call.state, table(tournament).extension_minutes) == ("claimed", 0)


def test_a_ruling_with_its_penalty_and_call_is_one_row_in_each_of_two_chains(
    tournament: Tournament, judge: Actor, django_assert_max_num_queries: Any
) -> None:
    wrong, match = player(tournament), table(tournament)
    call_open(actor=Actor(wrong.user, "player"), tournament=tournament, match_id=match.pk, reason="mistake")
    call = JudgeCall.objects.get()
    rule(tournament, judge, match_id=table(tournament, 2).pk)  # plans are kept by now
    own, book = tournament.chain_key, f"j-{tournament.slug}"
    before = [LedgerRow.objects.filter(chain_id=chain).count() for chain in (own, book)]
    with django_assert_max_num_queries(MOST_QUERIES):
        case_rule(
            actor=judge,
            key="one",
            tournament=tournament,
            match_id=match.pk,
            said={"code": "G1", "words": "Undo it."},
            entry_number=wrong.number,
            call_id=call.pk,
            minutes=3,
        )
    after = [LedgerRow.objects.filter(chain_id=chain).count() for chain in (own, book)]
    assert after == [before[0] + 1, before[1] + 1]
    told = LedgerRow.objects.filter(chain_id=own).order_by("-number")[0]
    assert told.action == "call.resolve" and set(told.data) == {
        "call",
        "match",
        "state",
        "minutes",
        "proposed",
        "total",
        "rows",
    }
    assert verify_chain(own) == verify_chain(book) == []


def test_a_case_completed_later_keeps_the_moment_and_the_words_of_the_ruling(
    tournament: Tournament, judge: Actor, time_machine: Any
) -> None:
    made = rule(tournament, judge, said={"code": "G1", "words": "The cast fails."})
    phone = signed_in(judge.user)
    time_machine.move_to(timezone.now() + timedelta(minutes=10), tick=False)
    sent = {
        "do": "complete",
        "question": "May I cast a second Dragon?",
        "fact": ["A cast a second Dragon", "B did not notice", ""],
        "status": ["agreed", "found", "agreed"],
        "evidence": ["1", "5", "5"],
        "rules": "402.9, CR200.4",
        "code": "G1",
        "remedy": "undo",
        "words": "The second Dragon goes back to the hand.",
        "reason": "written after the round",
    }
    assert phone.post(f"/t/{tournament.slug}/judge/cases/{made.number}/", sent).status_code == 302
    found = Case.objects.get()
    assert found.ruled_at == made.ruled_at
    assert (found.first.words, found.first.at) == ("The cast fails.", made.ruled_at)
    assert (found.newest.rules, found.newest.remedy) == (["402.9", "200.4"], "undo")
    assert found.newest.facts == [
        {"text": "A cast a second Dragon", "status": "agreed", "evidence": 1},
        {"text": "B did not notice", "status": "found", "evidence": 5},
    ]
    page = seen(phone, tournament, f"judge/cases/{made.number}/")
    assert "The cast fails." in page and "The second Dragon goes back to the hand." in page
    assert found.ruleset == tournament.ruleset and found.ruleset in page


def test_what_was_written_of_a_case_can_be_neither_changed_nor_deleted(
    tournament: Tournament, judge: Actor
) -> None:
    revision = rule(tournament, judge).first
    revision.words = "Something else."
    with pytest.raises(TypeError):
        revision.save()
    with pytest.raises(TypeError):
        revision.delete()


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"rules": ["999.9"]}, "rule"),
        ({"code": "X1"}, "code"),
        ({"remedy": "dance"}, "remedy"),
        ({"remedy": "rewind"}, "head_judge"),
        ({"facts": [{"text": "so", "status": "sure", "evidence": 1}]}, "fact"),
        ({"facts": [{"text": "so", "status": "agreed", "evidence": 6}]}, "fact"),
        ({"facts": [{"text": "so", "status": "agreed", "evidence": 1}] * 13}, "facts"),
    ],
)
def test_what_a_judge_cannot_rule_is_refused_and_nothing_is_kept(
    tournament: Tournament, judge: Actor, said: dict[str, Any], code: str
) -> None:
    params = {"actor": judge, "tournament": tournament, "match_id": table(tournament).pk}
    assert refused(case_rule, said=said, **params) == code
    assert not Case.objects.exists()


def test_a_penalty_that_is_refused_takes_its_case_with_it(tournament: Tournament, judge: Actor) -> None:
    params: dict[str, Any] = {"actor": judge, "tournament": tournament, "match_id": table(tournament).pk}
    params |= {"entry_number": player(tournament).number, "said": {"code": "G1"}, "level": "game_loss"}
    assert refused(case_rule, **params) == "deviation"
    assert not Case.objects.exists() and not Penalty.objects.exists()


def test_only_judges_rule_and_never_about_their_own_table(tournament: Tournament, judge: Actor) -> None:
    params: dict[str, Any] = {"tournament": tournament, "match_id": table(tournament).pk, "said": {}}
    own = staff_actor(tournament, "judge", player(tournament).user)
    assert refused(case_rule, actor=own, **params) == "own_case"
    for actor in (Actor(make_user(), "player"), organizer_of(tournament)):
        assert refused(case_rule, actor=actor, **params) == "not_a_judge"


def test_log_table_case_and_penalty_lead_to_each_other(
    tournament: Tournament, judge: Actor, head: Actor
) -> None:
    match = table(tournament)
    sent = log_submit(
        actor=Actor(player(tournament).user, "player"),
        tournament=tournament,
        match_id=match.pk,
        data=logged(match),
    )
    made = rule(
        tournament,
        judge,
        log_id=sent["log"],
        entry_number=player(tournament).number,
        said={"code": "G1"},
    )
    phone = signed_in(judge.user)
    case, penalty = f"judge/cases/{made.number}/", f"judge/penalties/{Penalty.objects.get().number}/"
    log = f"judge/logs/{sent['log']}/"
    at_table = f"judge/cases/?match={match.pk}"
    page = seen(phone, tournament, case)
    assert penalty in page and log in page and f"matches/{match.pk}/" in page
    assert case in seen(phone, tournament, penalty)
    assert at_table in seen(phone, tournament, f"desk/matches/{match.pk}/")
    assert at_table in seen(phone, tournament, log)
    assert case in seen(phone, tournament, at_table)
    other = {"actor": judge, "tournament": tournament, "match_id": table(tournament, 2).pk, "said": {}}
    assert refused(case_rule, log_id=sent["log"], **other) == "no_log"


# --- appeals (M25) ----------------------------------------------------------------------------------------------------


def test_an_appeal_calls_the_head_judge_and_both_rulings_stay(
    tournament: Tournament, judge: Actor, head: Actor, time_machine: Any
) -> None:
    made = rule(tournament, judge, said={"words": "The attack stands."})
    one, other = player(tournament), player(tournament, 1)
    phones = [signed_in(entry.user) for entry in (one, other)]
    assert "The attack stands." in seen(phones[0], tournament, "me/")
    appeal = f"/t/{tournament.slug}/rulings/{made.number}/appeal/"
    assert phones[0].post(appeal, {"grounds": "It went through a warp"}).status_code == 302
    assert "You have appealed." in seen(phones[0], tournament, "me/")
    assert "The head judge has been called" in seen(phones[1], tournament, "me/")
    call = JudgeCall.objects.get()
    assert call.reason == "appeal" and call.escalated_at is not None
    judges = signed_in(head.user)
    assert "for the head judge" in seen(judges, tournament, "judge/")
    assert "It went through a warp" in seen(judges, tournament, f"judge/cases/{made.number}/")
    decision = {
        "do": "decide",
        "outcome": "overturned",
        "reasons": "Rule 605.4 forbids it.",
        "remedy": "undo",
    }
    decision["words"] = "The attack is undone."
    params = {"actor": judge, "tournament": tournament, "number": made.number}
    assert refused(appeal_decide, outcome="upheld", reasons="no", **params) == "head_judge"
    assert judges.post(f"/t/{tournament.slug}/judge/cases/{made.number}/", decision).status_code == 302
    for phone in phones:
        page = seen(phone, tournament, "me/")
        assert "The attack is undone." in page and "The first ruling was: The attack stands." in page
        assert "the ruling is overturned" in page and "Rule 605.4 forbids it." in page
        assert "Appeal to the head judge" not in page
    found = Case.objects.get()
    assert [one.words for one in found.revisions.all()] == ["The attack stands.", "The attack is undone."]
    assert refused(case_complete, said={"words": "No."}, **params) == "head_judge"
    # The time of the appeal is the call's, and given back like any other.
    time_machine.move_to(JudgeCall.objects.get().opened_at + timedelta(minutes=4), tick=False)
    judges.post(f"/t/{tournament.slug}/judge/calls/", {"do": "claim", "match": table(tournament).pk})
    floor = seen(judges, tournament, "judge/")
    assert 'value="4"' in floor


def test_a_ruling_that_stands_is_not_written_again(tournament: Tournament, judge: Actor, head: Actor) -> None:
    made = rule(tournament, judge)
    params: dict[str, Any] = {"tournament": tournament, "number": made.number}
    actors = [Actor(player(tournament, seat).user, "player") for seat in (0, 1)]
    case_appeal(actor=actors[0], **params)
    assert refused(case_appeal, actor=actors[0], **params) == "appealed"
    assert refused(appeal_decide, actor=head, outcome="upheld", reasons=" ", **params) == "reason_needed"
    assert refused(appeal_decide, actor=head, outcome="", reasons="so", **params) == "outcome"
    appeal_decide(actor=head, outcome="upheld", reasons="The floor judge is right.", **params)
    assert Appeal.objects.get().revision is None and CaseRevision.objects.count() == 1
    assert refused(appeal_decide, actor=head, outcome="varied", reasons="Again", **params) == "no_appeal"
    assert refused(case_appeal, actor=actors[1], **params) == "appealed"  # decided is decided


def test_who_may_appeal_and_until_when(tournament: Tournament, judge: Actor) -> None:
    made = rule(tournament, judge)
    params: dict[str, Any] = {"tournament": tournament, "number": made.number}
    own = Actor(player(tournament).user, "player")
    assert refused(case_appeal, actor=own, **params) == "final"  # there is no head judge to appeal to
    head = staff_actor(tournament, "head_judge")
    stranger = Actor(player(tournament, 0, 2).user, "player")
    assert refused(case_appeal, actor=stranger, **params) == "no_case"
    final = rule(tournament, head)
    assert refused(case_appeal, actor=own, tournament=tournament, number=final.number) == "final"
    for match in Match.objects.filter(tournament=tournament):
        result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    round_ = table(tournament).round
    round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)
    case_appeal(actor=own, **params)  # between the rounds it is not too late
    publish(tournament, 2)
    late = Actor(player_of_round_one(made, own), "player")
    assert refused(case_appeal, actor=late, **params) == "final"


def player_of_round_one(case: Case, but: Actor) -> Any:
    """The other player of the case."""
    return case.parties.exclude(user=but.user).select_related("user").get().user


# --- precedents -------------------------------------------------------------------------------------------------------


def test_a_precedent_is_found_by_rule_and_card_by_judges_of_any_tournament(
    tournament: Tournament, judge: Actor, head: Actor
) -> None:
    made = rule(tournament, judge, said={"rules": ["402.9"], "code": "G1", "words": "It fails."})
    params: dict[str, Any] = {"tournament": tournament, "number": made.number}
    words = {
        "question": "May one control two Dragons?",
        "answer": "No: the second cast fails.",
        "cards": "Élan",
    }
    assert refused(precedent_publish, actor=judge, **words, **params) == "head_judge"
    page = f"/t/{tournament.slug}/judge/cases/{made.number}/"
    assert signed_in(head.user).post(page, {"do": "publish", **words}).status_code == 302
    elsewhere = staff_actor(approve(running_tournament(4)), "judge")
    reader = signed_in(elsewhere.user)
    for asked in ("402.9", "elan", "dragons fails", "g1"):
        assert "May one control two Dragons?" in reader.get("/precedents/", {"q": asked}).content.decode(), (
            asked
        )
    assert "Nothing found" in reader.get("/precedents/", {"q": "phoenix"}).content.decode()
    assert signed_in(player(tournament).user).get("/precedents/").status_code == 404
    assert Client().get("/precedents/").status_code == 302


def test_a_precedent_that_names_somebody_is_refused(
    tournament: Tournament, judge: Actor, head: Actor
) -> None:
    Entry.objects.filter(pk=player(tournament).pk).update(name="Łucja van der Berg")
    made = rule(tournament, judge)
    params: dict[str, Any] = {"actor": head, "tournament": tournament, "number": made.number}
    for text in ("May ŁUCJA do that?", "VAN DER BERG asked", f"{judge.user.display_name} ruled so"):
        assert refused(precedent_publish, question=text, answer="No.", **params) == "names_somebody", text
    assert refused(precedent_publish, question="May one?", answer=" ", **params) == "words_needed"
    precedent_publish(question="May player A do that?", answer="No.", **params)
    precedent_publish(question="May one do that?", answer="No.", **params)  # written anew, there is one
    assert [one.question for one in Precedent.objects.all()] == ["May one do that?"]


# --- what the same person got before ----------------------------------------------------------------------------------


def test_the_head_judge_sees_what_a_player_got_before_and_each_reading_is_kept(
    tournament: Tournament, judge: Actor, head: Actor
) -> None:
    entry = player(tournament)
    earlier = approve(running_tournament(4))
    there = Entry.objects.filter(tournament=earlier).order_by("pk")[0]
    Entry.objects.filter(pk=there.pk).update(user=entry.user)
    penalty_give(
        actor=staff_actor(earlier, "head_judge"),
        tournament=earlier,
        entry_number=there.number,
        code="T8",
        level="caution",
        note="not for other tournaments",
    )
    page = f"judge/history/{entry.number}/"
    assert "Wrong result" not in seen(signed_in(head.user), tournament, page)  # it still runs there
    Tournament.objects.filter(pk=earlier.pk).update(state="finished")
    text = seen(signed_in(head.user), tournament, page)
    assert "Wrong result or result not reported" in text and earlier.name in text
    assert "not for other tournaments" not in text
    assert Reading.objects.filter(entry=entry, user=head.user, kind="past").count() == 1
    assert LedgerRow.objects.filter(action="secret.read", actor=head.user).count() == 1
    address = f"/t/{tournament.slug}/{page}"
    for user in (judge.user, entry.user, organizer_of(tournament).user, make_user()):
        assert signed_in(user).get(address).status_code == 404
    office = make_user(is_office=True)
    assert "Wrong result" in seen(signed_in(office), tournament, page)
