"""Appointments: offered, accepted, offered back, put off once by each, and somebody who does not come."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from ledger.commands import SYSTEM
from tests.tournaments.agenda.people import child
from tests.tournaments.hall import make_user, staff_actor
from tests.tournaments.leagues.league import (
    Clock,
    acts,
    agreed,
    code_of,
    league,
    offered,
    reported,
    table,
    told,
)
from tournaments.agenda.sources import clashes, items_of
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.judging.models import JudgeCall
from tournaments.leagues import services
from tournaments.leagues.models import Appointment, Offer
from tournaments.leagues.selectors import places_of
from tournaments.leagues.window_services import appointment_remind, leagues_sweep

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_one_offers_the_other_offers_back_and_one_of_these_is_accepted() -> None:
    cup = league()
    match, ann, bob = table(cup)
    made = offered(match, ann, 24, 48)
    assert made.waits_for == bob and made.offers.count() == 2
    offered(match, bob, 72)
    made.refresh_from_db()
    assert made.waits_for == ann and made.offers.count() == 3
    about: dict[str, Any] = {"tournament": cup, "match_id": match.pk}
    own, theirs = made.offers.filter(entry=ann).first(), made.offers.get(entry=bob)
    assert own is not None

    def refused(who: Entry, offer: Offer) -> str:
        return code_of(lambda: services.appointment_accept(actor=acts(who), offer_id=offer.pk, **about))

    assert refused(ann, own) == "stale" and refused(table(cup, 2)[1], theirs) == "not_your_match"
    assert refused(ann, theirs) == "" and refused(ann, theirs) == ""
    made.refresh_from_db()
    assert made.state == "agreed" and made.starts_at == theirs.starts_at and made.waits_for is None
    assert refused(bob, own) == "stale"
    assert told("appointment.agreed") == [[bob.user_id]]


def test_what_cannot_be_offered_is_refused_by_its_field() -> None:
    cup = league()
    match, ann, _bob = table(cup)
    now = timezone.now()

    def refused(*times: Any, place: str = "online", who: Entry = ann) -> str:
        about: dict[str, Any] = {"tournament": cup, "match_id": match.pk}
        return code_of(lambda: services.appointment_offer(actor=acts(who), times=times, place=place, **about))

    def in_days(days: int) -> datetime:
        return now + timedelta(days=days)

    assert refused() == refused(*map(in_days, (1, 2, 3, 4, 5, 6))) == "times"
    assert refused(in_days(-1)) == refused(in_days(9)) == "times"
    assert refused(in_days(1), place="call 0612345678 99") == "place"
    assert refused(in_days(1), who=table(cup, 2)[1]) == "not_your_match"
    assert refused(in_days(1), place="Club De Ster") == "place", (
        "a casual league asks nobody's age, not even so"
    )
    Tournament.objects.filter(pk=cup.pk).update(approval=Tournament.Approval.APPROVED)
    cup.refresh_from_db()
    assert refused(in_days(1), in_days(1), place="x" * 300) == ""
    assert Appointment.objects.get().offers.get().place == "x" * 120
    reported(match)
    assert refused(in_days(1)) == "final"


def test_own_offers_are_taken_back_and_the_other_waits_no_longer() -> None:
    cup = league()
    match, ann, bob = table(cup)
    made = offered(match, ann)
    about: dict[str, Any] = {"tournament": cup, "match_id": match.pk}
    for _again in range(2):
        services.appointment_take_back(actor=acts(ann), **about)
    made.refresh_from_db()
    assert made.waits_for is None and not made.offers.exists()
    offered(match, ann)
    offered(match, bob, 30)
    services.appointment_take_back(actor=acts(ann), **about)
    made.refresh_from_db()
    assert made.waits_for == ann


def test_in_a_league_with_somebody_of_12_to_15_nobody_writes_a_place_by_hand() -> None:
    cup = league()
    match, ann, _bob = table(cup)
    approved = Tournament.Approval.APPROVED
    Tournament.objects.filter(pk=cup.pk).update(location="Club De Ster", approval=approved)
    cup.refresh_from_db()
    match.tournament = cup
    entry = table(cup, 2)[1]
    Entry.objects.filter(pk=entry.pk).update(user=child("Kim"))
    about: dict[str, Any] = {
        "tournament": cup,
        "match_id": match.pk,
        "times": [timezone.now() + timedelta(days=1)],
    }
    assert places_of(cup) == ["online", "Club De Ster"]

    def offer(place: str) -> str:
        return code_of(lambda: services.appointment_offer(actor=acts(ann), place=place, **about))

    assert offer("my house") == "place" and offer("Club De Ster") == offer("") == ""


def test_each_puts_an_appointment_off_once_and_before_it_begins(clock: Clock) -> None:
    cup = league()
    match, ann, bob = table(cup)
    about: dict[str, Any] = {"tournament": cup, "match_id": match.pk}

    def off(who: Entry) -> str:
        version = Appointment.objects.get().version
        return code_of(lambda: services.appointment_postpone(actor=acts(who), version=version, **about))

    agreed(match, ann, bob)
    assert code_of(lambda: services.appointment_postpone(actor=acts(ann), version=1, **about)) == "stale"
    assert off(ann) == "" and off(bob) == "stale"
    agreed(match, ann, bob)
    assert off(ann) == "postponed" and off(bob) == ""
    agreed(match, ann, bob)
    clock.on(hours=25)
    assert off(bob) == "over"
    assert told("appointment.postponed") == [[bob.user_id], [ann.user_id]]


def test_that_somebody_did_not_come_calls_a_judge_and_decides_nothing(clock: Clock) -> None:
    cup = league()
    match, ann, bob = table(cup)
    judge = staff_actor(cup, "judge")
    about: dict[str, Any] = {"tournament": cup, "match_id": match.pk}

    def absent(who: Entry) -> str:
        return code_of(lambda: services.appointment_absent(actor=acts(who), **about))

    assert absent(ann) == "not_agreed"
    made = agreed(match, ann, bob)
    assert absent(ann) == "early"
    clock.on(hours=24.5)
    assert absent(ann) == absent(ann) == ""
    made.refresh_from_db()
    match.refresh_from_db()
    assert made.absent_said_by == ann and match.state == "open"
    assert JudgeCall.objects.get().reason == "absent"
    assert told("league.absent") == [sorted([judge.user.pk, cup.created_by_id])]


# --- reminders and agenda ------------------------------------------------------------------------------------------


def test_both_are_reminded_a_day_and_an_hour_before_once_each_unless_they_agreed_just_now(
    clock: Clock,
) -> None:
    cup = league()
    match, ann, bob = table(cup)
    both = sorted([ann.user_id, bob.user_id])
    agreed(match, ann, bob, 60)
    agreed(*table(cup, 2), hours=0.5)
    leagues_sweep()
    assert told("appointment.day") == told("appointment.hour") == []
    clock.on(hours=37)
    leagues_sweep()
    assert told("appointment.day") == [both]
    clock.on(hours=22.5)
    leagues_sweep()
    assert told("appointment.hour") == [both]
    assert appointment_remind(actor=SYSTEM, tournament=cup, match_id=match.pk) == {}


def test_an_appointment_stands_in_both_agendas_and_clashes_there_as_the_weeks_of_a_league_do_not() -> None:
    cup = league()
    match, ann, bob = table(cup)
    made = agreed(match, ann, bob)
    agreed(
        *table(
            league(2, name="Other"),
        ),
        hours=24,
    )
    since, until = timezone.now(), timezone.now() + timedelta(days=30)
    for who, other in ((ann, bob), (bob, ann)):
        [item] = items_of(who.user, since, until)
        assert item.starts_at == made.starts_at and other.name in item.title and other.name not in item.about
        assert clashes([item]) == {} and item.alone
    assert items_of(make_user(), since, until) == []
    reported(match)
    assert items_of(ann.user, since, until) == []
