"""Invitations to a final: by the line, answered, missed, passed down, entered; each step in the circuit's chain."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from ledger.models import LedgerRow, OutboxMessage
from ledger.selectors import verify_chain
from tests.tournaments.hall import make_tournament, make_user, organizer_of
from tests.tournaments.programme.finals import Final, ended, some_final
from tests.tournaments.programme.season import finished
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_create, entry_withdraw, places_left
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_cancel
from tournaments.organizations.bar_services import bar_set
from tournaments.programme import invitation_services as services
from tournaments.programme.audit import circuits_audit
from tournaments.programme.invitation_gift_services import gift_add, gift_drop
from tournaments.programme.invitation_line import line_of
from tournaments.programme.invitation_models import Gift, Place
from tournaments.programme.invitation_selectors import gift_notes, steps_of
from tournaments.programme.invitation_services import place_accept, place_decline, places_sweep
from tournaments.programme.models import Circuit

pytestmark = [pytest.mark.django_db]
BROUGHT = ({"kind": "byes", "first": 1, "last": 1, "value": 2}, {"kind": "seed", "first": 1, "last": 4})


def acts(user: Any) -> Actor:
    return Actor(user, "player")


def says(made: Final, person: int, yes: bool = True) -> str:
    place, service = made.place(person), place_accept if yes else place_decline
    return service(actor=acts(made.people[person]), tournament=made.final, place_id=place.pk)["state"]


def refused(service: Any, actor: Actor, **params: Any) -> str:
    with pytest.raises(UserError) as caught:
        service(actor=actor, **params)
    return caught.value.code


def told(name: str) -> list[list[int]]:
    rows = OutboxMessage.objects.filter(topic="notice", payload__name=name).order_by("pk")
    return [row.payload["people"] for row in rows]


def whole(made: Final) -> None:
    """Both chains hold, and the tables are as they say."""
    assert verify_chain(made.circuit.chain_key) == [] == verify_chain(made.final.chain_key)
    differences = list(circuits_audit(made.circuit.chain_key))
    assert [one for one in differences if "gift" in str(one) or "place" in str(one)] == []


def test_the_best_are_invited_and_who_says_yes_is_entered_with_byes_and_seed() -> None:
    made = some_final(gifts=BROUGHT)
    assert made.states() == {}
    assert len(made.send()) == 2 and made.send() == []  # twice is once
    assert made.states() == {0: "open", 1: "open"}
    assert told("final.offered") == [[made.people[0].pk], [made.people[1].pk]]
    assert says(made, 0) == says(made, 0) == "accepted"
    entry = Entry.objects.get(tournament=made.final)
    assert (entry.user, entry.state, entry.byes, entry.seed) == (made.people[0], "entered", 2, 1)
    assert says(made, 1) == "accepted"
    assert Entry.objects.filter(tournament=made.final, byes=0, seed=2).count() == 1
    rows = LedgerRow.objects.filter(chain_id=made.circuit.chain_key, action="place.accept")
    assert [row.data["rows"]["place"][str(made.place(0).pk)]["state"] for row in rows[:1]] == ["accepted"]
    whole(made)


def test_who_declines_passes_down_at_once_and_who_misses_when_the_time_is_over() -> None:
    made = some_final(gifts=BROUGHT)
    made.send()
    assert says(made, 0, yes=False) == says(made, 0, yes=False) == "declined"
    assert made.states() == {0: "declined", 1: "open", 2: "open"}
    assert (made.place(2).byes, made.place(2).seed) == (0, 3)  # the gifts of one's own place in line
    places_sweep()
    assert made.states() == {0: "declined", 1: "open", 2: "open"}
    with time_machine.travel(made.place(1).deadline + timedelta(seconds=1), tick=False):
        assert refused(place_accept, acts(made.people[1]), tournament=made.final, place_id=made.place(1).pk)
        places_sweep()
        assert told("final.missed") == [[made.people[1].pk], [made.people[2].pk]]
        assert made.states() == {0: "declined", 1: "missed", 2: "missed", 3: "open", 4: "open"}
        count = LedgerRow.objects.count()
        places_sweep()
        services.place_pass(actor=SYSTEM, tournament=made.final, circuit_id=made.circuit.pk)
        assert LedgerRow.objects.count() == count  # nothing was due, and nothing is written
        assert made.place(3).deadline > timezone.now() + timedelta(days=9)
    whole(made)


def test_everybody_is_reminded_twice_and_nobody_after_an_answer() -> None:
    made = some_final()
    made.send()
    start, end = made.place(0).made_at, made.place(0).deadline
    says(made, 1)
    for days, many in ((1, 0), (5, 1), (6, 1), (9, 2), (9.5, 2)):
        with time_machine.travel(start + timedelta(days=days, minutes=1), tick=False):
            places_sweep()
            places_sweep()
            assert told("final.reminder") == [[made.people[0].pk]] * many
    assert end - start == timedelta(days=10)


def test_no_other_answer_counts_and_only_the_organizer_sends_and_withdraws() -> None:
    made = some_final()
    stranger = acts(make_user())
    send = {"tournament": made.final, "circuit_id": made.circuit.pk}
    assert refused(services.place_send, stranger, **send) == "no_role"
    made.send()
    of_ann = {"tournament": made.final, "place_id": made.place(0).pk}
    assert refused(place_accept, stranger, **of_ann) == "no_place"
    assert refused(place_decline, acts(made.people[1]), **of_ann) == "no_place"
    why = {"reason": "You play in the other final"}
    assert refused(services.place_withdraw, stranger, **of_ann, **why) == "no_role"
    assert refused(services.place_withdraw, made.organizer, **of_ann, reason="no") == "reason_needed"
    services.place_withdraw(actor=made.organizer, **of_ann, **why)
    assert steps_of(made.place(0))[-1].note == why["reason"]
    assert refused(place_accept, acts(made.people[0]), **of_ann) == "not_open"
    assert made.states() == {0: "withdrawn", 1: "open", 2: "open"}
    says(made, 1)
    of_bob = {"tournament": made.final, "place_id": made.place(1).pk}
    assert refused(services.place_withdraw, made.organizer, **of_bob, **why) == "answered"
    whole(made)


def test_nobody_is_invited_before_the_end_nor_to_a_final_that_cannot_take_them() -> None:
    made = some_final(places=4, end=False, capacity=8)
    assert refused(services.place_send, made.organizer, tournament=made.final, circuit_id=made.circuit.pk)
    ended(made)
    other = make_tournament()
    assert refused(services.place_send, made.organizer, tournament=other, circuit_id=made.circuit.pk)
    Tournament.objects.filter(pk=made.final.pk).update(capacity=3)
    send = {"tournament": made.final, "circuit_id": made.circuit.pk}
    assert refused(services.place_send, made.organizer, **send) == "no_room"


def test_places_are_kept_for_the_invited_and_what_nobody_takes_goes_to_who_waits() -> None:
    made = some_final(people=2, places=2, capacity=4)
    assert places_left(made.final) == 2
    for state in ("entered", "entered", "waiting"):
        answer = entry_create(actor=acts(make_user()), tournament=made.final)
        assert answer["state"] == state
    made.send()
    assert says(made, 0) == "accepted"
    says(made, 1, yes=False)  # nobody is left in line
    states = list(
        Entry.objects.filter(tournament=made.final).order_by("number").values_list("state", flat=True)
    )
    assert states == ["entered"] * 4 and places_left(made.final) == 0


def test_who_is_entered_already_keeps_that_place_and_gets_byes_and_who_waits_comes_in() -> None:
    made = some_final(gifts=BROUGHT, capacity=4)
    for person in (0, 3, 4, 1):
        entry_create(actor=acts(made.people[person]), tournament=made.final)
    made.send()
    says(made, 0)
    says(made, 1)
    rows = Entry.objects.filter(tournament=made.final, user__in=made.people[:2]).order_by("number")
    assert list(rows.values_list("state", "byes")) == [("entered", 2), ("entered", 0)]


def test_two_circuits_give_one_person_one_place_in_a_final_and_a_yes_takes_nothing_from_an_entry() -> None:
    made = some_final(gifts=BROUGHT)
    other = some_final(end=False)
    Gift.objects.filter(circuit=other.circuit).update(final=made.final)
    Circuit.objects.filter(pk=other.circuit.pk).update(organization=made.circuit.organization)
    both = Final(other.circuit, made.final, [made.people[0], made.people[2], *other.people], made.organizer)
    ended(both)
    made.send()
    both.send()
    invited = Place.objects.filter(circuit=other.circuit).values_list("user", flat=True)
    assert set(invited) == {made.people[2].pk, other.people[0].pk}
    entry_create(actor=acts(made.people[2]), tournament=made.final)
    Entry.objects.filter(user=made.people[2]).update(byes=3, seed=7)
    place = Place.objects.get(circuit=other.circuit, user=made.people[2])
    place_accept(actor=acts(made.people[2]), tournament=made.final, place_id=place.pk)
    entry = Entry.objects.get(user=made.people[2])
    assert (entry.byes, entry.seed) == (3, 7), "what the organizer gave by hand stays"


def test_who_withdraws_from_the_final_makes_room_for_the_next() -> None:
    made = some_final()
    made.send()
    says(made, 0)
    entry = Entry.objects.get(tournament=made.final)
    entry_withdraw(actor=acts(made.people[0]), tournament=made.final, entry_id=entry.pk)
    places_sweep()
    assert made.states() == {0: "declined", 1: "open", 2: "open"}


def test_who_is_gone_or_not_let_in_is_passed_over() -> None:
    made = some_final(places=1)
    made.people[0].is_active = False
    made.people[0].save()
    organization = made.circuit.organization
    bar_set(
        actor=Actor(made.organizer.user, "owner"), organization=organization,
        username=made.people[1].username, reason="He broke a chair.", until=None,
    )  # fmt: skip
    made.send()
    assert made.states() == {2: "open"}
    made.people[2].is_active = False
    made.people[2].save()
    places_sweep()
    assert made.states() == {2: "withdrawn", 3: "open"}


def test_a_final_that_is_called_off_ends_every_place_and_passes_none_down() -> None:
    made = some_final()
    made.send()
    says(made, 0)
    tournament_cancel(actor=organizer_of(made.final), tournament=made.final, reason="No hall.")
    assert refused(place_accept, acts(made.people[1]), tournament=made.final, place_id=made.place(1).pk)
    places_sweep()
    assert made.states() == {0: "accepted", 1: "withdrawn"}


def test_a_shared_last_rank_is_decided_by_a_lot_that_anybody_can_draw_again() -> None:
    made = some_final(people=8, places=3, end=False)
    ended(made, level=True)
    line = line_of(made.circuit)
    assert [one.rank for one in line] == [1] * 8 and [one.line for one in line] == list(range(1, 9))
    made.send()
    invited = set(Place.objects.values_list("user_id", flat=True))
    assert invited == {one.user_id for one in line[:3]}
    assert [one.user_id for one in line_of(made.circuit)] == [one.user_id for one in line]


def test_once_an_event_counted_what_the_end_gives_changes_with_a_reason_that_everybody_reads() -> None:
    made = some_final(end=False)
    club = made.circuit.organization
    finished(club)
    said = {"circuit": made.circuit, "kind": "title", "first": 1, "last": 1, "title": "Champion"}
    gift = {"circuit": made.circuit, "gift_id": Gift.objects.get().pk}
    for change, values in ((gift_add, said), (gift_drop, gift)):
        assert refused(change, made.organizer, **values) == "reason_needed"
        before = told("circuit.changed")
        change(actor=made.organizer, **values, reason="The hall holds fewer people")
        assert len(told("circuit.changed")) == len(before) + 1 and len(told("circuit.changed")[-1]) == 4
    assert [note for _at, note in gift_notes(made.circuit)] == ["The hall holds fewer people"]
    page = Client().get(f"/o/{club.slug}/c/{made.circuit.slug}/rules/").content.decode()
    assert "The hall holds fewer people" in page
    client = Client()
    client.force_login(made.organizer.user)
    finals = f"/o/{club.slug}/c/{made.circuit.slug}/finals/"
    assert client.post(finals, {"do": "add", **said}).status_code == 422
    assert "Everybody who takes part is told" in client.get(finals).content.decode()


def test_rules_of_the_end_are_refused_where_they_mean_nothing_and_stay_once_it_has_ended() -> None:
    made = some_final(end=False)
    one = {"circuit": made.circuit, "final": made.final.slug}
    wrong: tuple[dict[str, Any], ...] = (
        {"kind": "gold", "first": 1, "last": 1},
        {"kind": "place", "first": 3, "last": 2},
        {"kind": "byes", "first": 1, "last": 1, "value": 9},
        {"kind": "byes", "first": 1, "last": 1, "final": make_tournament().slug, "value": 1},
        {"kind": "place", "first": 1, "last": 1, "value": 99},
        {"kind": "title", "first": 1, "last": 1},
    )
    for said in wrong:
        assert refused(gift_add, made.organizer, **(one | said))
    robin = make_tournament(
        by=made.organizer.user,
        organization_id=made.circuit.organization_id,
        template="constructed-round-robin",
    )
    said = {"kind": "byes", "first": 1, "last": 1, "value": 1, "final": robin.slug}
    assert refused(gift_add, made.organizer, **(one | said)) == "no_awards"
    assert refused(gift_add, acts(make_user()), **one, kind="seed", first=1, last=1) == "no_role"
    gift = gift_add(
        actor=made.organizer, circuit=made.circuit, kind="title", first=1, last=1, title="Champion"
    )
    gift_drop(actor=made.organizer, circuit=made.circuit, gift_id=gift["gift"])
    assert Gift.objects.count() == 1
    ended(made)
    assert refused(gift_add, made.organizer, **one, kind="seed", first=1, last=1) == "ended"
    assert refused(gift_drop, made.organizer, circuit=made.circuit, gift_id=Gift.objects.get().pk) == "ended"
    whole(made)
