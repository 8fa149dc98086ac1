"""Penalties: a person gives them, two people disqualify; judges and the player concerned know of them."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from ledger.selectors import verify_chain
from tests.tournaments.hall import make_user, staff_actor
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.judging.models import CheckedDeck, Penalty, PenaltyEvent
from tournaments.judging.penalty_services import penalty_confirm, penalty_give, penalty_withdraw
from tournaments.judging.services import deck_check_close, deck_check_find, deck_check_start
from tournaments.rounds.models import EntryRule, Match

pytestmark = [pytest.mark.django_db]
ROOT = Path(__file__).resolve().parents[3]


def table(tournament: Tournament, number: int = 1) -> Match:
    return Match.objects.select_related("round").get(tournament=tournament, table=number)


def player(tournament: Tournament, number: int = 1, seat: int = 0) -> Entry:
    return table(tournament, number).seats.select_related("entry__user").all()[seat].entry


def give(tournament: Tournament, actor: Actor, entry: Entry, code: str, level: str, **more: Any) -> Penalty:
    answer = penalty_give(
        actor=actor, tournament=tournament, entry_number=entry.number, code=code, level=level, **more
    )
    return Penalty.objects.get(tournament=tournament, number=answer["penalty"])


def refused(call: Any, *args: Any, **params: Any) -> str:
    with pytest.raises(UserError) as caught:
        call(*args, **params)
    return caught.value.code


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


# --- giving, repeats, deviation (M24) -------------------------------------------------------------------------------


def test_a_second_tardiness_is_a_match_loss_and_a_judge_cannot_give_less(
    tournament: Tournament, judge: Actor, head: Actor
) -> None:
    entry = player(tournament)
    first = give(tournament, judge, entry, "T1", "game_loss", match_id=table(tournament).pk)
    assert (first.proposed, first.round, first.match) == (
        "game_loss",
        table(tournament).round,
        table(tournament),
    )
    assert refused(give, tournament, judge, entry, "T1", "game_loss") == "deviation"
    assert refused(give, tournament, judge, entry, "T1", "game_loss", reason="a kind judge") == "deviation"
    assert refused(give, tournament, head, entry, "T1", "game_loss") == "reason_needed"
    second = give(tournament, head, entry, "T1", "game_loss", reason="The room was hard to find")
    assert (second.proposed, second.level) == ("match_loss", "game_loss")
    assert second.history.get().reason == "The room was hard to find"
    other = give(tournament, judge, player(tournament, 2), "T1", "game_loss")
    assert (other.number, other.proposed) == (3, "game_loss")  # another player's first


def test_what_was_taken_back_is_no_repeat(tournament: Tournament, judge: Actor) -> None:
    entry = player(tournament)
    first = give(tournament, judge, entry, "T8", "warning")
    penalty_withdraw(actor=judge, tournament=tournament, number=first.number, reason="wrong table")
    assert give(tournament, judge, entry, "T8", "warning").proposed == "warning"
    assert give(tournament, judge, entry, "T8", "game_loss").proposed == "game_loss"


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"code": "X1"}, "code"),
        ({"level": "death"}, "level"),
        ({"entry_number": 99}, "entry"),
        ({"match_id": 0}, "no_match"),
        ({"check": 7}, "no_check"),
        ({"other_number": 99}, "entry"),
    ],
)
def test_a_penalty_that_says_nothing_is_refused(
    tournament: Tournament, judge: Actor, params: dict[str, Any], code: str
) -> None:
    good = {"entry_number": player(tournament).number, "code": "T4", "level": "warning"}
    assert refused(penalty_give, actor=judge, tournament=tournament, **(good | params)) == code
    assert not Penalty.objects.exists()


def test_the_match_is_one_the_player_sits_at(tournament: Tournament, judge: Actor) -> None:
    wrong = table(tournament, 2).pk
    assert refused(give, tournament, judge, player(tournament), "T4", "warning", match_id=wrong) == "no_match"


def test_the_same_form_sent_twice_gives_one_penalty(tournament: Tournament, judge: Actor) -> None:
    for _time in range(2):
        give(tournament, judge, player(tournament), "T4", "warning", key="once")
    assert Penalty.objects.count() == PenaltyEvent.objects.count() == 1


def test_a_withdrawal_needs_a_reason_and_is_for_the_giver_or_the_head_judge(
    tournament: Tournament, judge: Actor, head: Actor
) -> None:
    one, two = (give(tournament, judge, player(tournament, number), "T4", "warning") for number in (1, 2))
    stranger = staff_actor(tournament, "judge")
    params = {"tournament": tournament, "number": one.number}
    assert refused(penalty_withdraw, actor=judge, reason=" ", **params) == "reason_needed"
    assert refused(penalty_withdraw, actor=stranger, reason="x", **params) == "not_yours"
    penalty_withdraw(actor=judge, reason="It was my mistake", **params)
    penalty_withdraw(actor=head, tournament=tournament, number=two.number, reason="Settled otherwise")
    penalty_withdraw(actor=head, tournament=tournament, number=two.number, reason="again")
    assert [(event.kind, event.reason) for event in two.history.all()] == [
        ("given", ""),
        ("withdrawn", "Settled otherwise"),
    ]


def test_a_line_of_the_history_is_neither_changed_nor_deleted(tournament: Tournament, judge: Actor) -> None:
    event = give(tournament, judge, player(tournament), "T4", "warning").history.get()
    event.reason = "something else"
    with pytest.raises(TypeError):
        event.save()
    with pytest.raises(TypeError):
        event.delete()


# --- a person, not a machine ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["system", "player", "scorekeeper", "organizer", "office"])
def test_only_a_judge_gives_confirms_or_takes_back(tournament: Tournament, judge: Actor, role: str) -> None:
    number = give(tournament, judge, player(tournament), "T4", "warning").number
    actor = SYSTEM if role == "system" else Actor(make_user(), role)
    assert refused(give, tournament, actor, player(tournament, 2), "T4", "warning") == "not_a_judge"
    for service, more in ((penalty_confirm, {}), (penalty_withdraw, {"reason": "x"})):
        assert refused(service, actor=actor, tournament=tournament, number=number, **more) == "not_a_judge"


def test_no_finding_gives_a_penalty_and_no_penalty_enters_a_result(
    tournament: Tournament, judge: Actor
) -> None:
    match, entry = table(tournament), player(tournament)
    number = deck_check_start(actor=judge, tournament=tournament, match_id=match.pk)["check"]
    findings = {"finding": "missing", "presented": 50, "code": "T4"}
    params: dict[str, Any] = {"actor": judge, "tournament": tournament, "number": number}
    deck_check_find(entry_number=entry.number, findings=findings, **params)
    deck_check_close(**params)
    assert not Penalty.objects.exists()
    before = Match.objects.values("state", "kind", "version", "outcome").get(pk=match.pk)
    give(tournament, judge, entry, "U2", "match_loss", match_id=match.pk)
    give(tournament, judge, entry, "U3", "disqualification", match_id=match.pk)
    assert Match.objects.values("state", "kind", "version", "outcome").get(pk=match.pk) == before
    entry.refresh_from_db()
    assert entry.state == "checked_in" and not EntryRule.objects.exists()


def test_the_form_of_a_judge_is_the_only_place_that_gives_a_penalty() -> None:
    callers = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "tournaments").rglob("*.py")
        if "penalty_give" in path.read_text() or "Penalty.objects.create" in path.read_text()
    }
    rooms = "tournaments/judging"
    programs = "tournaments/api/judge_operations.py"  # with a judge's token: tests/tournaments/api
    assert callers == {f"{rooms}/penalty_services.py", f"{rooms}/penalty_views.py", programs}


def test_nobody_decides_about_themselves(tournament: Tournament) -> None:
    entry = player(tournament)
    assert refused(give, tournament, Actor(entry.user, "judge"), entry, "T4", "warning") == "own_penalty"


# --- a disqualification takes two people ----------------------------------------------------------------------------


def test_a_disqualification_counts_when_a_second_person_confirms_it_and_one_is_the_head_judge(
    tournament: Tournament, judge: Actor, head: Actor
) -> None:
    entry = player(tournament)
    one = give(tournament, judge, entry, "U3", "disqualification")
    assert one.state == "waiting"
    other = staff_actor(tournament, "judge")
    params = {"tournament": tournament, "number": one.number}
    assert refused(penalty_confirm, actor=judge, **params) == "second_person"
    assert refused(penalty_confirm, actor=Actor(judge.user, "head_judge"), **params) == "second_person"
    assert refused(penalty_confirm, actor=other, **params) == "head_judge"
    assert "never allowed" not in own_page(tournament, entry)
    assert penalty_confirm(actor=head, **params)["state"] == "given"
    assert penalty_confirm(actor=head, **params)["state"] == "given"
    assert [event.kind for event in one.history.all()] == ["given", "confirmed"]
    assert "never allowed" in own_page(tournament, entry)
    assert refused(penalty_withdraw, actor=judge, reason="alone", **params) == "not_yours"

    two = give(tournament, head, player(tournament, 2), "U3", "disqualification")
    assert penalty_confirm(actor=judge, tournament=tournament, number=two.number)["state"] == "given"
    three = give(tournament, judge, player(tournament, 2, 1), "U3", "disqualification")
    penalty_withdraw(actor=head, tournament=tournament, number=three.number, reason="no proof")
    assert refused(penalty_confirm, actor=head, tournament=tournament, number=three.number) == "withdrawn"


# --- the book of the judges -----------------------------------------------------------------------------------------


def test_penalties_are_written_in_a_chain_of_their_own_that_shows_tampering(
    tournament: Tournament, judge: Actor, head: Actor
) -> None:
    rows = LedgerRow.objects.filter(chain_id=tournament.chain_key).count()
    one = give(tournament, judge, player(tournament), "T4", "warning", note="canary note")
    penalty_withdraw(actor=head, tournament=tournament, number=one.number, reason="canary reason")
    assert LedgerRow.objects.filter(chain_id=tournament.chain_key).count() == rows
    book = LedgerRow.objects.filter(chain_id=f"j-{tournament.slug}")
    assert [row.action for row in book] == ["penalty.give", "penalty.withdraw"]
    assert "canary" not in str([row.data for row in book])
    assert verify_chain(f"j-{tournament.slug}") == []
    LedgerRow.objects.filter(pk=book[0].pk).update(data={"level": "none"})
    assert [problem.code for problem in verify_chain(f"j-{tournament.slug}")] == ["edited"]


# --- the pages ------------------------------------------------------------------------------------------------------


def own_page(tournament: Tournament, entry: Entry) -> str:
    return signed_in(entry.user).get(f"/t/{tournament.slug}/me/").content.decode()


def test_the_player_reads_their_own_penalty_in_plain_words_and_the_opponent_does_not(
    tournament: Tournament, judge: Actor
) -> None:
    entry, opponent = player(tournament), player(tournament, 1, 1)
    one = give(tournament, judge, entry, "T4", "warning", note="canary note", match_id=table(tournament).pk)
    mine = own_page(tournament, entry)
    assert "Your deck was not the same as your list." in mine and "canary" not in mine
    assert "not the same as your list" not in own_page(tournament, opponent)
    penalty_withdraw(actor=judge, tournament=tournament, number=one.number, reason="canary reason")
    assert "not the same as your list" not in own_page(tournament, entry)


def test_scenario_6_the_found_difference_opens_t4_linked_both_ways(
    tournament: Tournament, judge: Actor
) -> None:
    match, entry = table(tournament), player(tournament)
    number = deck_check_start(actor=judge, tournament=tournament, match_id=match.pk)["check"]
    findings = {"finding": "missing", "presented": 50, "code": "T4"}
    deck_check_find(
        actor=judge, tournament=tournament, number=number, entry_number=entry.number, findings=findings
    )
    client = signed_in(judge.user)
    check = reverse("tournaments:check", args=[tournament.slug, number])
    form = f"{reverse('tournaments:penalty_new', args=[tournament.slug])}?check={number}&entry={entry.number}"
    assert form.replace("&", "&amp;") in client.get(check).content.decode()
    draft = client.get(form).context["draft"]
    assert (draft.entry, draft.code, draft.match, draft.level) == (entry.number, "T4", match.pk, "warning")
    data = {"do": "give", "entry": entry.number, "code": "T4", "level": "warning", "check": number}
    address = client.post(form.partition("?")[0], data | {"match": match.pk})["Location"]
    penalty = Penalty.objects.get()
    assert penalty.found_in == CheckedDeck.objects.get(check_made__number=number, entry=entry)
    assert penalty.match == match
    assert check in client.get(address).content.decode()
    assert address in client.get(check).content.decode()


def test_showing_the_proposal_stores_nothing_and_follows_the_earlier_ones(
    tournament: Tournament, judge: Actor
) -> None:
    entry = player(tournament)
    give(tournament, judge, entry, "T6", "warning")
    client, address = signed_in(judge.user), reverse("tournaments:penalty_new", args=[tournament.slug])
    data = {"do": "show", "entry": entry.number, "code": "T6", "level": "none"}
    page = client.post(address, data)
    assert page.context["proposed"].level == "game_loss" and page.context["proposed"].earlier == 1
    text = page.content.decode()
    assert 'name="level" value="game_loss"' in text
    # Answers that overtake each other: only the last one asked for may stay.
    form = re.search(r'<form[^>]*hx-sync="closest form:replace"[^>]*>.*?</form>', text, re.DOTALL)
    assert form and form[0].count("hx-post") == text.count("hx-post") == 3
    worse = client.post(address, data | {"worse": "1"})
    assert worse.context["proposed"].level == "match_loss"
    assert Penalty.objects.count() == 1


def test_a_refused_form_comes_back_as_it_was_typed(tournament: Tournament, judge: Actor) -> None:
    client, address = signed_in(judge.user), reverse("tournaments:penalty_new", args=[tournament.slug])
    data = {"do": "give", "entry": player(tournament).number, "code": "T4", "level": "caution"}
    page = client.post(address, data | {"note": "seen by two"})
    assert page.status_code == 422 and "seen by two" in page.content.decode()
    assert "Only the head judge may decide otherwise" in page.content.decode()


def test_a_judge_disqualifies_and_the_head_judge_confirms_by_hand(
    tournament: Tournament, judge: Actor, head: Actor
) -> None:
    one = give(tournament, judge, player(tournament), "U3", "disqualification")
    address = reverse("tournaments:penalty", args=[tournament.slug, one.number])
    assert "I confirm the disqualification" not in signed_in(judge.user).get(address).content.decode()
    client = signed_in(head.user)
    assert "I confirm the disqualification" in client.get(address).content.decode()
    client.post(address, {"do": "confirm"})
    one.refresh_from_db()
    assert one.state == "given"
    assert "drops nobody by itself" in client.get(address).content.decode()
    client.post(address, {"do": "withdraw", "reason": "It was somebody else"})
    one.refresh_from_db()
    assert one.state == "withdrawn"
    assert "It was somebody else" in client.get(address).content.decode()


def test_a_match_loss_is_proposed_at_the_result_to_judges_alone(tournament: Tournament, judge: Actor) -> None:
    match, entry = table(tournament), player(tournament)
    one = give(tournament, judge, entry, "U2", "match_loss", match_id=match.pk)
    desk = reverse("tournaments:match_desk", args=[tournament.slug, match.pk])
    client = signed_in(judge.user)
    assert (
        desk
        in client.get(reverse("tournaments:penalty", args=[tournament.slug, one.number])).content.decode()
    )
    page = client.get(desk)
    assert "match loss" in page.content.decode()
    assert page.context["form"].initial | {"version": 1, "drawn": 0} == {
        "first": 0,
        "second": 2,
        "drawn": 0,
        "version": 1,
        "kind": "forfeit",
    }
    for role in ("scorekeeper", "organizer"):
        other = signed_in(staff_actor(tournament, role).user).get(desk)
        assert "match loss" not in other.content.decode() and "first" not in other.context["form"].initial
    penalty_withdraw(actor=judge, tournament=tournament, number=one.number, reason="no")
    assert "match loss" not in client.get(desk).content.decode()


@pytest.mark.parametrize("who", ["player", "scorekeeper", "organizer", "outsider", "playing judge"])
def test_a_penalty_does_not_exist_for_whoever_is_no_judge_here(
    tournament: Tournament, judge: Actor, who: str
) -> None:
    entry = player(tournament)
    one = give(tournament, judge, entry, "T4", "warning")
    user = {
        "player": lambda: entry.user,
        "scorekeeper": lambda: staff_actor(tournament, "scorekeeper").user,
        "organizer": lambda: tournament.created_by,
        "outsider": make_user,
        "playing judge": lambda: staff_actor(tournament, "judge", player(tournament, 2).user).user,
    }[who]()
    client = signed_in(user)
    real, unreal = (
        client.get(reverse("tournaments:penalty", args=[tournament.slug, number])) for number in (1, 9)
    )
    assert (real.status_code, len(real.content)) == (unreal.status_code, len(unreal.content))
    assert real.status_code == 404
    for name in ("penalties", "penalty_new", "pools"):
        assert client.get(reverse(f"tournaments:{name}", args=[tournament.slug])).status_code == 404
    assert (
        client.post(reverse("tournaments:penalty", args=[tournament.slug, 1]), {"do": "x"}).status_code == 404
    )
    one.refresh_from_db()
    assert one.state == "given"
