"""What an event that nobody vouches for can learn and do about the people who enter it: only what was typed there.

Worlds that differ in people's history, guardians, real names and penalties elsewhere give the founder of a casual
event, who holds every role in it, the same bytes; and what he does there is known and counts nowhere else.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from ledger.errors import UserError
from tests.halls import kept
from tests.security.test_access_matrix import READ, Hall, hall
from tests.security.test_penalty_secrets import bodies
from tests.security.test_secrets import VOLATILE
from tests.speeds import at_night
from tests.tournaments.api.programs import Program, token_for
from tests.tournaments.hall import (
    approve,
    approved_tournament,
    make_tournament,
    make_user,
    organizer_of,
    running_tournament,
    staff_actor,
)
from tournaments.entries.models import Entry
from tournaments.events.access import EARNED, Right, rights_of
from tournaments.events.edit_services import edit_of, tournament_edit
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry, tournament_request_approval
from tournaments.events.standing import POWERS, Power, Standing, has_power, standing_of, with_power
from tournaments.judging.case_models import Precedent
from tournaments.judging.case_selectors import history_elsewhere
from tournaments.judging.penalty_services import penalty_confirm, penalty_give
from tournaments.judging.precedent_services import precedent_publish
from x610z_site.privacy.choice_services import guardian_confirm, guardian_give
from x610z_site.privacy.models import Guardian
from x610z_site.privacy.services import reasons_to_wait

__all__ = ["hall"]
pytestmark = [pytest.mark.django_db]
CASUAL = Tournament.Approval.NONE
MINE = ("organizer", "judge", "scorekeeper", "door")
EVERY_ROLE = at_night("two worlds: every page in every role of a founder")
PAGES = [name for name in READ if name.startswith(("tournaments:", "api:", "privacy:guardians", "accounts:"))]
VOUCHED_FOR = [
    ("tournaments:history", "organizer"),
    ("tournaments:entries", "scorekeeper"),
    ("privacy:guardians", "scorekeeper"),
    ("tournaments:precedents", "judge"),
]
"""Where the founder of an event reads of people's past once the office vouches for it."""
CANARY = "canary-77ab10"
PENALTY = "Wrong result or result not reported</strong>"
"""The penalty elsewhere, as the page of a player's past says it."""


@kept
def founded(hall: Hall) -> Hall:
    """The hall as a stranger's: nobody approved it, and its organizer made himself head judge, as anybody can."""
    Tournament.objects.filter(pk=hall.tournament.pk).update(approval=CASUAL)
    hall.tournament.refresh_from_db()
    founder(hall)
    return hall


def founder(hall: Hall) -> Actor:
    return staff_actor(hall.tournament, "head_judge", hall.tournament.created_by)


def victim(hall: Hall) -> Entry:
    return Entry.objects.select_related("user").get(pk=hall.values["entry"])


def punished(tournament: Tournament, entry: Entry, level: str = "caution", code: str = "T8") -> None:
    """Somebody is punished there, and then the event is over."""
    head, judge = staff_actor(tournament, "head_judge"), staff_actor(tournament, "judge")
    params: dict[str, Any] = {"tournament": tournament, "entry_number": entry.number}
    number = penalty_give(actor=judge, code=code, level=level, note=CANARY, reason=CANARY, **params)[
        "penalty"
    ]
    if level == "disqualification":
        penalty_confirm(actor=head, tournament=tournament, number=number)
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)


def elsewhere(user: Any, *, casual: bool = False, players: int = 4) -> tuple[Tournament, Entry]:
    """Another event in which the same person plays."""
    made = running_tournament(players, name="Honest Cup")
    made = made if casual else approve(made)
    entry = Entry.objects.filter(tournament=made).order_by("pk")[0]
    Entry.objects.filter(pk=entry.pk).update(user=user)
    return made, Entry.objects.select_related("user", "tournament").get(pk=entry.pk)


def another_past(user: Any) -> None:
    """What no stranger has to know besides a penalty in another event: a real name, a guardian, and a precedent."""
    type(user).objects.filter(pk=user.pk).update(real_name=f"Real {CANARY}")
    Guardian.objects.create(user=user, contact=f"06 {CANARY}", given_at=timezone.now())
    Precedent.objects.create(
        question=CANARY, answer=CANARY, folded=CANARY, published_at=timezone.now(), published_by=user
    )


def mine(name: str) -> tuple[str, ...]:
    """As whom of his own a founder reads a page: by day as one who may, at night as every one of them."""
    first = next((one for one in MINE if one in READ[name].allowed), MINE[0])
    return MINE if EVERY_ROLE else (first,)


def read_by(hall: Hall) -> Callable[[], dict[tuple[str, str], str]]:
    """All that the founder and his helpers can read, on pages and by programs."""
    user = hall.tournament.created_by
    program = Client(headers={"Authorization": f"Bearer {token_for(user)}"})
    programs = [name for name in READ if name.startswith("api:") and name != "api:me"]

    def read() -> dict[tuple[str, str], str]:
        found = bodies(hall, [(name, actor) for name in PAGES for actor in mine(name)])
        for name in programs:
            answer = program.get(hall.url(name, READ[name]))
            found[name, "program"] = f"{answer.status_code} {VOLATILE.sub('', answer.content.decode())}"
        return found

    return read


def test_in_two_worlds_with_another_past_of_the_players_the_founder_of_a_casual_event_gets_the_same_bytes(
    founded: Hall, time_machine: Any
) -> None:
    time_machine.move_to(timezone.now(), tick=False)
    user = victim(founded).user
    there = elsewhere(user)
    read = read_by(founded)
    with transaction.atomic():
        punished(there[0], Entry.objects.filter(tournament=there[0]).order_by("pk")[1])  # of somebody else
        before = read()
        transaction.set_rollback(True)
    with transaction.atomic():
        punished(*there)
        another_past(user)
        after = read()
        assert {key for key in before if before[key] != after[key]} == set()
        assert not [key for key, text in after.items() if CANARY in text]
        # The control: with the word of the office the same people read of it what is theirs to know.
        approve(founded.tournament)
        told = bodies(founded, VOUCHED_FOR)
        transaction.set_rollback(True)
    assert [key for key, text in told.items() if CANARY not in text and PENALTY not in text] == []


def test_in_a_casual_event_nobody_says_to_have_spoken_with_a_guardian(founded: Hall) -> None:
    entry = victim(founded)
    guardian_give(actor=Actor(entry.user, "person"), contact="06 12345678")
    for actor in ("organizer", "scorekeeper"):
        answer = founded.clients[actor].post(
            f"/t/{founded.tournament.slug}/desk/guardians/", {"user": entry.user_id}
        )
        assert answer.status_code == 403
    with pytest.raises(UserError) as refused:
        guardian_confirm(actor=founder(founded), tournament=founded.tournament, user_id=entry.user_id)
    assert refused.value.code == "casual"
    assert Guardian.objects.get(user=entry.user).confirmed_at is None


@pytest.mark.parametrize("state", ["finished", "cancelled"])
def test_a_disqualification_in_a_casual_event_is_history_nowhere_and_keeps_nobody_from_being_erased(
    state: str,
) -> None:
    here = approved_tournament(4)
    mine = Entry.objects.filter(tournament=here).select_related("user").order_by("pk")[0]
    puppet, entry = elsewhere(mine.user, casual=True)
    punished(puppet, entry, "disqualification", "U3")
    Tournament.objects.filter(pk=puppet.pk).update(state=state)
    assert history_elsewhere(mine) == []
    Tournament.objects.filter(pk=here.pk).update(state="finished")
    assert reasons_to_wait(mine.user) == []
    approve(puppet)  # the control
    assert len(history_elsewhere(mine)) == 1 and "disqualification" in reasons_to_wait(mine.user)[0]


def test_an_open_decision_or_a_day_without_end_in_a_casual_event_keeps_nobody_for_ever() -> None:
    made = running_tournament(4)
    entry = Entry.objects.filter(tournament=made).select_related("user").order_by("pk")[0]
    params: dict[str, Any] = {"tournament": made, "entry_number": entry.number, "code": "U3"}
    penalty_give(actor=staff_actor(made, "judge"), level="disqualification", **params)
    assert [one for one in reasons_to_wait(entry.user) if "decision" in one] == []
    assert len(reasons_to_wait(entry.user)) == 1, "while the day is going on the hall needs its players"
    Tournament.objects.filter(pk=made.pk).update(starts_at=timezone.now() - timedelta(days=8))
    assert reasons_to_wait(entry.user) == []
    approve(made)
    assert len(reasons_to_wait(entry.user)) == 2


def test_the_judge_of_a_casual_event_neither_reads_nor_publishes_precedents(founded: Hall) -> None:
    for actor in ("organizer", "judge"):
        assert founded.clients[actor].get("/precedents/").status_code == 404
    params: dict[str, Any] = {"tournament": founded.tournament, "number": founded.values["case_number"]}
    with pytest.raises(UserError) as refused:
        precedent_publish(actor=founder(founded), question="May one?", answer="No.", **params)
    assert refused.value.code == "casual" and not Precedent.objects.exists()


def test_a_precedent_holds_no_real_name_either(hall: Hall) -> None:
    user = victim(hall).user
    type(user).objects.filter(pk=user.pk).update(real_name="Sanne Verbruggen")
    params: dict[str, Any] = {"tournament": hall.tournament, "number": hall.values["case_number"]}
    head = staff_actor(hall.tournament, "head_judge")
    for words, told in (
        ("May Verbruggen do that?", "Verbruggen"),
        ("Did sanne do it?", "Sanne"),
        ("sanne verbruggen did it", "Sanne Verbruggen"),
    ):
        with pytest.raises(UserError) as refused:
            precedent_publish(actor=head, question=words, answer="No.", **params)
        assert refused.value.code == "names_somebody"
        assert re.findall("“(.*?)”", str(refused.value))[0] == told, "no more than was typed"


def test_no_role_gives_a_right_that_the_standing_does_not_have(founded: Hall) -> None:
    tournament, user = founded.tournament, founded.tournament.created_by
    for role in {role for right in Right for role in right.roles if role != "office"}:
        staff_actor(tournament, role, user)
    earned = set(EARNED)
    assert standing_of(tournament) is Standing.CASUAL and not POWERS[Standing.CASUAL]
    assert rights_of(user, tournament) & earned == set()
    assert rights_of(user, approve(tournament)) & earned == earned


@pytest.mark.parametrize("approval", Tournament.Approval.values)
@pytest.mark.parametrize("rehearsal", [False, True])
def test_the_question_of_one_event_and_the_condition_of_a_query_agree(approval: str, rehearsal: bool) -> None:
    made = running_tournament(4)
    until = timezone.now() if rehearsal else None
    Tournament.objects.filter(pk=made.pk).update(approval=approval, rehearsal_until=until)
    made.refresh_from_db()
    for power in Power:
        found = Tournament.objects.filter(with_power(power), pk=made.pk).exists()
        assert found == has_power(made, power) == (approval == "approved" and not rehearsal)


@pytest.mark.parametrize("state", ["entry", "check_in", "running", "finished"])
def test_what_the_office_approved_is_what_is_played_and_the_standing_stays_with_it(state: str) -> None:
    made = approve(make_tournament("Approved Cup"))
    Tournament.objects.filter(pk=made.pk).update(state=state)
    made.refresh_from_db()
    organizer = organizer_of(made)
    with pytest.raises(UserError) as refused:
        edit_of(made, {}, {"minutes": 41})
    assert {one.code for one in refused.value.problems} == {"frozen"}
    with pytest.raises(UserError):
        tournament_request_approval(actor=organizer, tournament=made)
    agreed = edit_of(made, {"description": "Another word"}, {}).token
    tournament_edit(
        actor=organizer, tournament=made, values={"description": "Another word"}, changes={}, agreed=agreed
    )
    made.refresh_from_db()
    assert standing_of(made) is Standing.APPROVED


def changed_rules(tournament: Tournament, minutes: int) -> None:
    changes: Any = {"minutes": minutes}
    agreed = edit_of(tournament, {}, changes).token
    tournament_edit(
        actor=organizer_of(tournament), tournament=tournament, values={}, changes=changes, agreed=agreed
    )
    tournament.refresh_from_db()


def test_rules_that_change_after_the_approval_or_while_the_office_reads_them_are_approved_by_nobody() -> None:
    made = approve(make_tournament("Changing Cup"))
    changed_rules(made, 41)
    assert (made.approval, standing_of(made)) == ("requested", Standing.CASUAL)
    office = Client()
    office.force_login(make_user("Office", is_office=True))
    read = office.get("/office/").content.decode().partition('name="agreed" value="')[2].partition('"')[0]
    changed_rules(made, 42)
    said = {"tournament": made.pk, "decision": "approve", "agreed": read}
    assert "have changed in the meantime" in office.post("/office/", said, follow=True).content.decode()
    made.refresh_from_db()
    assert standing_of(made) is Standing.CASUAL
    with pytest.raises(UserError) as refused:
        tournament_open_entry(actor=organizer_of(made), tournament=made)
    assert refused.value.code == "not_approved"
    tournament_open_entry(actor=organizer_of(made), tournament=made, casual=True)
    made.refresh_from_db()
    assert (made.approval, standing_of(made)) == ("none", Standing.CASUAL)
    with pytest.raises(UserError):
        tournament_request_approval(actor=organizer_of(made), tournament=made)


def test_the_office_approves_what_it_read_by_a_program_too() -> None:
    made = make_tournament("Program Cup")
    tournament_request_approval(actor=organizer_of(made), tournament=made)
    program = Program(make_user("Office", is_office=True))
    at = f"tournaments/{made.slug}/"
    body = {"approve": True, "agreed": program.get(f"{at}me/").json()["rules"]}
    changed_rules(made, 41)
    assert program.post(f"{at}approval/", body).status_code == 409
    body["agreed"] = program.get(f"{at}me/").json()["rules"]
    assert program.post(f"{at}approval/", body).status_code == 200
    made.refresh_from_db()
    assert standing_of(made) is Standing.APPROVED
