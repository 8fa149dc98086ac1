"""Places in a final at one moment: an answer beside the end of its time, two answers, two who pass down."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from ledger.selectors import verify_chain
from tests.races.tools import REPEATS, racers
from tests.tournaments.programme.finals import Final, some_final
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_create, places_left
from tournaments.programme.audit import circuits_audit
from tournaments.programme.invitation_models import Place
from tournaments.programme.invitation_services import (
    HOLDS,
    place_accept,
    place_decline,
    place_pass,
)

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def said(answers: list[Any]) -> list[str]:
    """The state each answer tells, or the code of the refusal; anything else is a fault."""
    return [
        one.code
        if isinstance(one, UserError)
        else one.get("state", "")
        if isinstance(one, dict)
        else repr(one)
        for one in answers
    ]


def whole(made: Final, places: int) -> None:
    """No more places are somebody's than are given, those who said yes are entered, and the chains say the same."""
    assert Place.objects.filter(final=made.final, state__in=HOLDS).count() == places
    yes = set(Place.objects.filter(final=made.final, state="accepted").values_list("user", flat=True))
    entered = Entry.objects.filter(tournament=made.final, user__in=made.people).exclude(state="withdrawn")
    assert yes == set(entered.values_list("user", flat=True))
    assert verify_chain(made.circuit.chain_key) == [] == verify_chain(made.final.chain_key)
    assert [str(one) for one in circuits_audit(made.circuit.chain_key) if "place" in str(one)] == []


def answer(made: Final, person: int, service: Any) -> Any:
    place = made.place(person)
    return lambda: service(
        actor=Actor(made.people[person], "player"), tournament=made.final, place_id=place.pk
    )


def passing(made: Final) -> Any:
    return lambda: place_pass(actor=SYSTEM, tournament=made.final, circuit_id=made.circuit.pk)


def test_an_answer_beside_the_end_of_its_time_is_one_or_the_other_and_the_next_is_invited_once() -> None:
    with racers(4) as at_once:
        for _time in range(REPEATS):
            made = some_final(people=8, places=2)
            made.send()
            Place.objects.filter(final=made.final, user=made.people[0]).update(
                deadline=timezone.now() + timedelta(milliseconds=8)
            )
            yes = answer(made, 0, place_accept)
            first, second, *_rest = said(at_once(yes, yes, passing(made), passing(made)))
            passing(made)()
            state = made.place(0).state
            # The moment of each is its own: of two, one may come in time and the other too late.
            assert {first, second} <= {"accepted", "not_open"}
            assert state == ("accepted" if "accepted" in (first, second) else "missed")
            assert sorted(made.states()) == ([0, 1] if state == "accepted" else [0, 1, 2])
            whole(made, 2)


def test_of_yes_and_no_at_once_one_counts_and_two_who_send_invite_once() -> None:
    with racers(4) as at_once:
        for _time in range(REPEATS):
            made = some_final(people=8, places=3, capacity=5)
            at_once(*[made.send] * 3)
            whole(made, 3)
            yes, no = answer(made, 0, place_accept), answer(made, 0, place_decline)
            enters = partial(entry_create, actor=Actor(made.people[7], "player"), tournament=made.final)
            at_once(yes, no, answer(made, 1, place_decline), enters)
            assert made.states()[1] == "declined" and made.states()[0] in ("accepted", "declined")
            held = Place.objects.filter(final=made.final, state__in=HOLDS).count()
            entered = Entry.objects.filter(tournament=made.final, state="entered").count()
            waits = Place.objects.filter(final=made.final, state="open").count()
            assert held == 3 and entered + waits <= 5 and places_left(made.final) >= 0
