"""What is sent again, because its answer was lost, is answered as at first: wherever the day has moved meanwhile."""

import dataclasses
import json
import re
from collections.abc import Callable
from inspect import signature
from typing import Any

import pytest
from django.urls import resolve
from django.utils.text import slugify
from rest_framework.test import APIRequestFactory, force_authenticate

from ledger.commands import Actor, Command, command
from ledger.models import IdempotencyKey, LedgerRow
from tests.halls import kept
from tests.tournaments.api import test_day_operations, test_operations
from tests.tournaments.api.programs import Program
from tests.tournaments.api.test_operations import BODIES
from tests.tournaments.hall import (
    draft,
    hand_in_deck,
    make_tournament,
    make_user,
    organizer_of,
    publish,
    running_tournament,
    staff_actor,
)
from tests.tournaments.organizations.found import found
from tests.tournaments.scenarios.people import Person, organizer, players, staff
from tournaments.api.operations import Call, view_of
from tournaments.api.urls import OPERATIONS
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_create, tournament_start
from tournaments.events.models import Staff, Tournament
from tournaments.events.services import tournament_open_check_in, tournament_open_entry
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.pairing_services import round_redraft

pytestmark = [pytest.mark.django_db]
REST: dict[str, dict[str, Any]] = {
    "create_tournament": {
        "template": "constructed-community",
        "name": "x",
        "starts_at": "2027-01-02T10:00:00Z",
    },
    "propose_friendly": {
        "person": 1,
        "format": "constructed",
        "starts_at": "2027-01-02T10:00:00Z",
        "place": "x",
        "game": "x610z",
    },
    "move_friendly": {"version": 1, "starts_at": "2027-01-02T10:00:00Z", "place": "x"},
    "offer_times": {"times": ["2027-01-02T10:00:00Z"]},
    "accept_time": {"offer_id": 1},
    "postpone_match": {"version": 1},
    "create_deck": {"name": "x", "play": "constructed", "pool_key": "demo"},
    "save_deck": {"base": 0, "text": "x"},
    "restore_deck": {"base": 0, "number": 1},
    "describe_deck": {
        "mark": "x",
        "name": "x",
        "play": "constructed",
        "pool_key": "demo",
        "visibility": "private",
    },
    "answer_puzzle": {"line": 1, "section": "1"},
    "edit_circuit": {
        "name": "x",
        "about": "",
        "rules": {},
        "by_level": {},
        "starts": None,
        "ends": None,
        "shown": "x",
    },
}


@command("test.done")
def done_at_first(cmd: Command, **_said: Any) -> dict[str, bool]:
    """What an operation did when its request came the first time."""
    return {"done_at_first": True}


def run_at_first(call: Call) -> Any:
    """The operation as it went then; what it does is another test's."""
    return done_at_first(actor=call.player, key=call.key)


def body_of(name: str) -> dict[str, Any]:
    """A body that can be read: that of the other tests, else every field that is needed, by its schema."""
    said = BODIES.get(name) or REST.get(name)
    if said is not None:
        return said
    fields = OPERATIONS[name].body().get_fields()
    return {field: _some(one) for field, one in fields.items() if one.required}


def _some(field: Any) -> Any:
    kind = type(field).__name__
    if "Choice" in kind:
        return next(iter(field.choices))
    if kind in ("Flag", "BooleanField"):
        return True
    if kind == "Score":
        return [2, 0]
    return getattr(field, "min_value", None) or (1 if "Integer" in kind or "Whole" in kind else "x")


CLUB = "Orbit Club"


@kept
def run_by_one() -> Tournament:
    """A tournament and an organization of which one person, who is the office as well, holds every role."""
    tournament = make_tournament()
    user = organizer_of(tournament).user
    user.is_office = True
    user.save()
    for role in Staff.Role.values:
        staff_actor(tournament, role, user)
    found(CLUB, user)
    return tournament


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_every_operation_that_was_done_is_answered_as_at_first_where_nothing_is_left_of_it(
    name: str, run_by_one: Tournament
) -> None:
    one, tournament = OPERATIONS[name], run_by_one
    user = tournament.created_by
    address = one.path.replace("<slug:slug>", tournament.slug).replace("<slug:organization>", slugify(CLUB))
    address = address.replace("<slug:circuit>", "season")
    while "<int:" in address:
        begin, _int, rest = address.partition("<int:")
        address = f"{begin}77{rest.partition('>')[2]}"
    path, body, key = f"/api/v1/{address}", body_of(name), f"lost-answer-{name}"
    request = APIRequestFactory().post(path, body, format="json", headers={"Idempotency-Key": key})
    program = Program(user)
    force_authenticate(request, user, type("Token", (), {"pk": 1, "allows": lambda _self, _scope: True})())
    first = view_of(dataclasses.replace(one, run=run_at_first, own=False)).as_view()(
        request, **resolve(path).kwargs
    )
    assert first.status_code == 200, (path, first.data)
    rows = LedgerRow.objects.count()
    again = program.post(address, body, key=key)
    assert (again.status_code, again.json()) == (200, {"result": {"done_at_first": True}}), path
    assert LedgerRow.objects.count() == rows
    # Compared, not obeyed: somebody else's key is their own, and other contents under this one are refused.
    if body:
        fewer = next(iter(other_bodies(one, body)), None)
        if fewer is not None:
            other = program.post(address, fewer, key=key)
            assert (other.status_code, other.json()["problems"][0]["code"]) == (409, "key_reused")
    stranger = Program(make_user()).post(address, body, key=key)
    assert "done_at_first" not in stranger.content.decode()
    # The right is asked first: anyone who has it no longer hears nothing.
    if one.right:
        Staff.objects.filter(tournament=tournament).delete()
        type(user).objects.filter(pk=user.pk).update(is_office=False)
        assert program.post(address, body, key=key).status_code in (403, 404)


def other_bodies(one: Any, body: dict[str, Any]) -> Any:
    """Bodies of the same shape that say something else."""
    for name, value in body.items():
        for changed in (
            value + 1 if type(value) is int else None,
            f"{value}y" if type(value) is str else None,
        ):
            if changed is not None:
                said = one.body(data=body | {name: changed})
                if said.is_valid():
                    yield body | {name: changed}


# Days that other tests play, each with its writes.
DAYS: list[Callable[..., None]] = [
    test_operations.test_without_a_judge_the_organizers_program_settles_as_the_page_lets_them,
    test_day_operations.test_a_case_from_the_ruling_to_the_precedent,
    test_day_operations.test_a_deck_check_and_a_list_that_a_judge_replaces,
    test_day_operations.test_decks_of_a_table_are_checked_and_it_gets_its_time,
    test_day_operations.test_opened_cards_are_written_down_and_signed_by_two,
    test_day_operations.test_a_round_is_mended_by_the_plan_that_was_read_and_by_no_other,
    test_day_operations.test_a_round_is_taken_back_opened_again_and_restored,
    test_day_operations.test_slips_are_entered_and_a_late_one_that_contradicts_makes_a_dispute,
    test_day_operations.test_decisions_before_pairing_are_made_and_taken_back,
    test_day_operations.test_what_was_announced_is_changed_as_the_plan_said,
    test_day_operations.test_invitations_are_answered_by_who_is_asked_and_roles_taken_away,
    test_day_operations.test_the_office_approves_what_was_asked,
    test_day_operations.test_decks_of_ones_own_are_made_saved_restored_described_and_deleted,
]


@pytest.mark.parametrize("day", DAYS, ids=lambda day: day.__name__)
def test_whatever_a_day_did_is_answered_as_at_first_when_the_day_is_over(
    day: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[Program, str, Any, str, Any]] = []
    post = Program.post

    def remembering(self: Program, path: str, body: Any = None, key: str = "") -> Any:
        key = key or f"day-key-{len(sent):04}"
        answer = post(self, path, body, key)
        if answer.status_code == 200 and not path.endswith("/plan/"):  # a plan writes nothing
            sent.append((self, path, dict(body or {}), key, answer.json()))
        return answer

    monkeypatch.setattr(Program, "post", remembering)
    halls = [running_tournament(4)] if "tournament" in signature(day).parameters else []
    day(*halls)
    monkeypatch.undo()
    # The day goes on: every tournament is over, and no round, table or seat stands where it was.
    Tournament.objects.update(state=Tournament.State.FINISHED)
    Match.objects.update(table=None)
    for round_ in Round.objects.order_by("-number"):
        Round.objects.filter(pk=round_.pk).update(number=round_.number + 100)
    rows, assured = LedgerRow.objects.count(), 0
    for program, path, body, key, first in sent:
        again = post(program, path, body, key)
        if again.status_code not in (401, 403):  # a role that was taken away
            assert (again.status_code, again.json()) == (200, first), path
            assured += 1
    assert assured and LedgerRow.objects.count() == rows


def test_a_check_in_sent_again_after_check_in_is_closed_has_been_done() -> None:
    tournament = make_tournament()
    boss = organizer_of(tournament)
    tournament_open_entry(actor=boss, tournament=tournament, casual=True)
    entries = [
        Entry.objects.get(pk=entry_create(actor=Actor(make_user(), "player"), tournament=tournament)["entry"])
        for _one in range(2)
    ]
    for entry in entries:
        hand_in_deck(entry)
    tournament_open_check_in(actor=boss, tournament=tournament)
    path, player = f"tournaments/{tournament.slug}/check-in/", Program(entries[0].user)
    first = player.post(path, key="i-am-here")
    page, form = Person(tournament, entries[1].user), {"idempotency_key": "i-am-here-too"}
    led = page.client.post(page.url("check-in/"), form)
    assert first.status_code == 200 and led.status_code == 302
    tournament_start(actor=boss, tournament=tournament)
    rows = LedgerRow.objects.count()
    again = player.post(path, key="i-am-here")
    assert (again.status_code, again.json()) == (200, first.json())
    assert player.post(path, key="i-am-here-2").status_code == 404, "sent first, it is too late"
    answer = page.client.post(page.url("check-in/"), form)
    assert (answer.status_code, answer["Location"]) == (302, led["Location"])
    assert "This was already done." in page.reads()
    assert LedgerRow.objects.count() == rows


def test_a_swap_sent_again_after_the_draft_was_made_anew_has_been_done() -> None:
    tournament = running_tournament(8)
    round_ = draft(tournament)
    seats = list(
        Seat.objects.filter(round=round_, position=0).select_related("entry").order_by("match__table")
    )
    first, second, third, fourth = (seat.entry for seat in seats)
    boss = organizer(tournament)
    program, path = Program(boss.user), f"tournaments/{tournament.slug}/rounds/1/swap/"
    body = {"first": first.number, "second": second.number, "reason": "asked"}
    done = program.post(path, body, key="swap-them")
    form = {"first": third.pk, "second": fourth.pk, "reason": "asked", "idempotency_key": "swap-those"}
    led = boss.client.post(boss.url("desk/rounds/1/"), form)
    assert done.status_code == 200 and led.status_code == 302, (done.content, led.content)
    round_redraft(actor=organizer_of(tournament), tournament=tournament, number=1)
    assert not Round.objects.filter(pk=round_.pk).exists()
    rows = LedgerRow.objects.count()
    again = program.post(path, body, key="swap-them")
    assert (again.status_code, again.json()) == (200, done.json())
    answer = boss.client.post(boss.url("desk/rounds/1/"), form)
    assert (answer.status_code, answer["Location"]) == (302, led["Location"])
    assert LedgerRow.objects.count() == rows
    # Something else under the same key is compared, not obeyed; under a key of its own it is new.
    other = program.post(path, body | {"second": fourth.number}, key="swap-them")
    assert (other.status_code, other.json()["problems"][0]["code"]) == (409, "key_reused")
    boss.client.post(boss.url("desk/rounds/1/"), form | {"reason": "something else"})
    assert LedgerRow.objects.count() == rows


def test_a_slip_that_a_browser_kept_hears_that_it_was_done_when_its_round_is_taken_back() -> None:
    tournament = running_tournament(4)
    round_ = publish(tournament)
    desk = staff(tournament, "scorekeeper")
    grid, kept = desk.url("desk/rounds/1/results/"), {"x-waits": "yes", "x-late": "yes"}
    seen = re.findall(r'name="seen" value="([^"]+)"', desk.client.get(grid).content.decode())
    form: dict[str, Any] = {"line": "1 2-0", "seen": seen, "idempotency_key": "slip-1"}
    assert desk.client.post(grid, form, headers=kept).status_code == 200
    Round.objects.filter(pk=round_.pk).update(state=Round.State.DRAFT)
    rows = LedgerRow.objects.count()
    answer = desk.client.post(grid, form, headers=kept)
    assert answer.status_code == 200 and json.loads(answer.content) == {
        "done": True,
        "text": "This was already done.",
        "parts": {},
    }
    assert desk.client.post(grid, form | {"line": "1 0-2"}, headers=kept).status_code == 404
    assert LedgerRow.objects.count() == rows


def test_nobody_else_is_answered_and_nothing_that_was_sent_can_be_read_from_what_is_kept() -> None:
    tournament = running_tournament(4)
    round_ = publish(tournament)
    match = Match.objects.get(round=round_, table=1)
    one, two = players(match)
    form = {"score": "2-0-0", "match": match.pk, "version": match.version, "idempotency_key": "same-key"}
    assert one.client.post(one.url("me/"), form).status_code == 302
    assert two.client.post(two.url("me/"), form).status_code == 302
    assert match.reports.count() == 2, "a key belongs to its person"
    kept = IdempotencyKey.objects.filter(key="same-key")
    assert kept.count() == 2
    for row in kept:
        assert row.response is not None
        assert set(row.response) == {"result", "sent", "led"}
        assert row.response["led"].startswith(f"/t/{tournament.slug}/")
    assert len({row.response["sent"] for row in kept if row.response}) == 2, "the mark is of the person's own"
