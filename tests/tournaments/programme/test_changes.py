"""After whatever changed a result the ladder is what it would be had it always been so; what moved is written down."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from ledger.selectors import live_version
from tests.site.privacy.erasing import person_erase
from tests.tournaments.hall import become_guest, make_user, organizer_of, running_tournament
from tests.tournaments.organizations.found import found
from tests.tournaments.programme.season import (
    agreed,
    circuit_of,
    correct,
    edit,
    finished,
    points,
    told,
)
from tests.tournaments.rounds.test_disqualified import disqualify
from tournaments.desk.rule_services import rule_remove
from tournaments.entries.invitation_services import entry_claim
from tournaments.entries.models import Entry
from tournaments.events.invitation_services import invitation_make
from tournaments.events.models import Invitation, Tournament
from tournaments.programme import ladder_services
from tournaments.programme.ladder_services import ladders_sweep, moves_in, table_make
from tournaments.programme.ladders import KNOWN, ladder_of, live_ladder
from tournaments.programme.models import Change, Circuit, Outcome, Table

pytestmark = [pytest.mark.django_db]


def anew(circuit: Circuit) -> dict[str, tuple[int, str]]:
    """The ladder of nothing that is kept."""
    Outcome.objects.all().delete()
    KNOWN.forget()
    return points(circuit)


def test_each_event_and_each_correction_says_who_moved() -> None:
    club = found()
    circuit = circuit_of(club)
    first = finished(club, name="One")
    version = live_version(circuit.chain_key)
    [(cause, event, moved)] = told(circuit)
    assert (cause, event) == ("counts", "One") and [one[1:] for one in moved] == [
        (None, 1), (None, 2), (None, 3), (None, 3),
    ]  # fmt: skip
    before = points(circuit)
    correct(first)
    assert live_version(circuit.chain_key) > version, "its pages are made again at once"
    cause, event, moved = told(circuit)[-1]
    assert (cause, event) == ("result", "One")
    assert {name: (was, now) for name, was, now in moved} == {
        name: (before[name][0], rank)
        for name, (rank, paid) in points(circuit).items()
        if before[name] != (rank, paid)
    }
    assert points(circuit) == anew(circuit)
    ladders_sweep()
    table_make(circuit.pk)
    assert Change.objects.count() == 2, "nothing is told twice"


def test_a_disqualification_after_the_end_takes_the_points_and_gives_nobody_a_better_place() -> None:
    club = found()
    circuit = circuit_of(club)
    tournament = finished(club)
    before = points(circuit)
    assert told(circuit)
    first = min(before, key=lambda name: before[name])
    rule = disqualify(tournament, Entry.objects.get(name=first))
    assert {paid for _rank, paid in points(circuit).values()} == {"13", "1"} and first not in points(circuit)
    told(circuit)
    was = Change.objects.order_by("-pk")[0]
    assert was.cause == "result" and points(circuit) == anew(circuit)
    rule_remove(actor=organizer_of(tournament), tournament=tournament, rule_id=rule)
    assert points(circuit) == before
    told(circuit)
    out = Entry.objects.get(name=first).user
    for change in (was, Change.objects.order_by("-pk")[0]):
        moved = moves_in(change)
        assert moved and change.moved == len(moved) == 3
        assert str(out.pk) not in str(moved), "nobody reads who was put out, nor who is in again"
    page = Client().get(f"/o/{club.slug}/c/{circuit.slug}/moves/").content.decode()
    assert "Its results changed" in page and out.display_name not in page.split("Counts from now on")[0]


def test_a_guest_is_paid_once_the_place_is_claimed_and_nobody_is_paid_for_who_was_erased() -> None:
    club = found()
    circuit = circuit_of(club)
    tournament = finished(club)
    before = points(circuit)
    first, *_others = sorted(before, key=lambda name: before[name])
    guest = Entry.objects.get(name=first)
    become_guest(guest)
    assert first not in anew(circuit) and told(circuit)
    user = make_user("Owner of the place")
    actor = organizer_of(tournament)
    invitation_make(
        actor=actor, tournament=tournament, kind="claim", username=user.username, entry_number=guest.number
    )
    invitation = Invitation.objects.get(user=user)
    entry_claim(actor=Actor(user, "player"), tournament=tournament, invitation_id=invitation.pk)
    assert points(circuit)[Entry.objects.get(user=user).name] == (1, "16")
    cause, _event, moved = told(circuit)[-1]
    assert cause == "result" and Entry.objects.get(user=user).name in {name for name, *_ranks in moved}
    Tournament.objects.update(starts_at=timezone.now() - timedelta(days=30))
    person_erase(actor=Actor(user, "self"), user_id=user.pk)
    assert sorted(rank for rank, _paid in points(circuit).values()) == [1, 2, 2]
    assert told(circuit)[-1][0] == "result" and points(circuit) == anew(circuit)


def test_a_guest_who_is_erased_is_paid_no_more_than_before() -> None:
    club = found()
    circuit = circuit_of(club)
    finished(club)
    guest = Entry.objects.order_by("number")[0]
    become_guest(guest)
    before = anew(circuit)
    Tournament.objects.update(starts_at=timezone.now() - timedelta(days=30))
    person_erase(actor=Actor(make_user(is_office=True), "office"), user_id=guest.user_id)
    assert points(circuit) == before


def test_new_rules_and_many_events_at_once_are_one_change_each(monkeypatch: pytest.MonkeyPatch) -> None:
    club = found()
    circuit = circuit_of(club)
    one, two = finished(club, name="One"), finished(club, name="Two")
    assert [(cause, event) for cause, event, _moved in told(circuit)] == [
        ("counts", "One"), ("counts", "Two"),
    ]  # fmt: skip
    evening, *others = circuit.rules["classes"]
    correct(one)
    agreed(lambda **more: edit(circuit, rules={"classes": [{**evening, "taking_part": 0}, *others]}, **more))
    correct(two)
    assert [cause for cause, _event, _moved in told(circuit)][2:] == [
        "result",
        "rules",
        "result",
    ]
    monkeypatch.setattr(ladder_services, "STEPS", 1)
    for _both in range(2):
        best = Entry.objects.get(user=ladder_of(circuit).rows[0].person)
        disqualify(best.tournament, best)
    assert [cause for cause, _event, _moved in told(circuit)][5:] == ["events"]


def test_whatever_changes_while_a_table_is_made_makes_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    club = found()
    circuit = circuit_of(club)
    tournament = finished(club)
    real = live_ladder

    def meanwhile(one: Circuit) -> Any:
        answer = real(one)
        monkeypatch.setattr(ladder_services, "live_ladder", real)
        correct(tournament)
        return answer

    monkeypatch.setattr(ladder_services, "live_ladder", meanwhile)
    assert not table_make(circuit.pk) and not Change.objects.exists()
    assert table_make(circuit.pk) and Table.objects.get().signature == live_ladder(circuit)[0]


def test_a_running_event_changes_no_ladder() -> None:
    club = found()
    circuit = circuit_of(club)
    version = live_version(circuit.chain_key)
    tournament = running_tournament(4, by=club.created_by, organization_id=club.pk)
    disqualify(tournament, Entry.objects.order_by("number")[0])
    assert live_version(circuit.chain_key) == version
