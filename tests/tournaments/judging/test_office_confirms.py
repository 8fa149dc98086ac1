"""With one judge a disqualification is possible: the office is the second person, and only there."""

from typing import Any

import pytest
from django.test import Client

from ledger.commands import Actor
from ledger.errors import UserError
from tests.halls import kept
from tests.tournaments.hall import make_user, publish, running_tournament, staff_actor
from tests.tournaments.recordings.table import client_of
from tournaments.entries.models import Entry
from tournaments.events.models import Staff, Tournament
from tournaments.judging.models import Penalty
from tournaments.judging.penalty_selectors import judges_can_confirm, waiting_for_office
from tournaments.judging.penalty_services import penalty_confirm, penalty_give

pytestmark = pytest.mark.django_db


def disqualified(tournament: Tournament, judge: Actor, number: int = 1) -> Penalty:
    answer = penalty_give(
        actor=judge, tournament=tournament, entry_number=number, code="U3", level="disqualification"
    )
    return Penalty.objects.get(tournament=tournament, number=answer["penalty"])


def refused(penalty: Penalty, actor: Actor) -> str:
    with pytest.raises(UserError) as problem:
        penalty_confirm(actor=actor, tournament=penalty.tournament, number=penalty.number)
    return problem.value.problems[0].code


def office(**fields: Any) -> Any:
    return make_user("Office", is_office=True, **fields)


def test_the_office_confirms_what_the_only_judge_decided_and_only_that() -> None:
    tournament = running_tournament(4, name="One Judge Cup")
    publish(tournament)
    judge, person = staff_actor(tournament, "judge"), office()
    penalty = disqualified(tournament, judge)
    assert waiting_for_office() == [penalty]
    told = client_of(judge.user).get(f"/t/{tournament.slug}/judge/penalties/{penalty.number}/")
    assert "the office confirms it" in told.content.decode()
    client = client_of(person)
    assert "1 disqualification is waiting for the office" in client.get("/office/").content.decode()
    page = client.get("/office/disqualifications/").content.decode()
    assert "One Judge Cup" in page and penalty.entry.name in page
    assert client.post("/office/disqualifications/", {"penalty": penalty.pk}).status_code == 302
    penalty.refresh_from_db()
    assert penalty.state == "given"
    assert list(penalty.history.values_list("kind", "role")) == [("given", "judge"), ("confirmed", "office")]
    assert client.post("/office/disqualifications/", {"penalty": penalty.pk}).status_code == 302
    assert penalty.history.count() == 2
    entry = Entry.objects.select_related("user").get(pk=penalty.entry_id)
    assert "never allowed" in client_of(entry.user).get(f"/t/{tournament.slug}/me/").content.decode()


@kept
def tournament() -> Tournament:
    return running_tournament(4)


def test_where_a_judge_can_be_the_second_the_office_does_not_decide(tournament: Tournament) -> None:
    judge, head, actor = (
        staff_actor(tournament, "judge"),
        staff_actor(tournament, "head_judge"),
        Actor(office(), "office"),
    )
    penalty = disqualified(tournament, judge)
    assert judges_can_confirm(penalty) and waiting_for_office() == []
    assert refused(penalty, actor) == "judges"
    Staff.objects.filter(user=head.user).delete()
    second = staff_actor(tournament, "judge")
    assert waiting_for_office() == [penalty]  # neither of the two is the head judge
    assert refused(penalty, second) == "head_judge"
    assert penalty_confirm(actor=actor, tournament=tournament, number=penalty.number)["state"] == "given"


def test_a_head_judge_who_plays_or_has_no_second_step_is_no_second_person(
    tournament: Tournament, settings: Any
) -> None:
    judge = staff_actor(tournament, "judge")
    playing = Entry.objects.select_related("user").get(tournament=tournament, number=2)
    staff_actor(tournament, "head_judge", playing.user)
    penalty = disqualified(tournament, judge)
    assert waiting_for_office() == [penalty]
    staff_actor(tournament, "head_judge")
    assert waiting_for_office() == []
    settings.SECOND_STEP_REQUIRED = True
    assert waiting_for_office() == [penalty]


def test_nobody_of_the_office_confirms_what_they_gave_or_got_themselves(tournament: Tournament) -> None:
    person = office()
    judge = staff_actor(tournament, "judge", person)
    penalty = disqualified(tournament, judge)
    assert refused(penalty, Actor(person, "office")) == "second_person"
    page = client_of(person).get("/office/disqualifications/").content.decode()
    assert "Somebody else of the office decides" in page and "I confirm the disqualification" not in page
    other = disqualified(tournament, staff_actor(tournament, "judge"), number=2)
    entry = Entry.objects.select_related("user").get(pk=other.entry_id)
    assert refused(other, Actor(entry.user, "office")) == "second_person"


def test_only_the_office_sees_and_confirms_them(tournament: Tournament) -> None:
    judge = staff_actor(tournament, "judge")
    penalty = disqualified(tournament, judge)
    for client in (client_of(judge.user), client_of(tournament.created_by)):
        assert client.get("/office/disqualifications/").status_code == 403
        assert client.post("/office/disqualifications/", {"penalty": penalty.pk}).status_code == 403
    assert Client().get("/office/disqualifications/").status_code == 302
    penalty.refresh_from_db()
    assert penalty.state == "waiting"
