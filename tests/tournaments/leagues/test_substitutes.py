"""In a window a substitute plays for a member of the crew; in the next one the seats are as the captain named them."""

from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from tests.tournaments.hall import organizer_of, publish
from tests.tournaments.leagues.league import acts, code_of, offered
from tests.tournaments.rounds import test_crew_rounds as crews
from tournaments.events.models import Tournament
from tournaments.leagues import desk_services as desk
from tournaments.leagues.models import Appointment
from tournaments.rounds.audit import seating_audit
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_report

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_a_substitute_has_the_seat_for_one_window_and_what_was_agreed_is_found_anew() -> None:
    cup = crews.event_of(4, "ABCD")
    Tournament.objects.filter(pk=cup.pk).update(policy=replace(cup.policy, window_days=7))
    cup.refresh_from_db()
    publish(cup)
    one, other, mate = (crews.entry(name) for name in ("A0", "D0", "B0"))
    match = Match.objects.get(seats__entry=one)
    match.tournament = cup
    offered(match, one)
    about: dict[str, Any] = {"actor": organizer_of(cup), "tournament": cup, "match_id": match.pk}

    def refused(who: int, by: int) -> str:
        return code_of(lambda: desk.seat_substitute(entry_id=who, other_id=by, **about))

    assert refused(one.pk, mate.pk) == refused(mate.pk, other.pk) == "substitute"
    assert refused(one.pk, crews.entry("D1").pk) == "substitute"
    client = Client()
    client.force_login(cup.created_by)
    page = f"/t/{cup.slug}/desk/league/"
    shown = client.get(page).content.decode()
    assert shown.count('value="substitute"') == 6 * 2, "each seat of three boards in two meetings"
    assert (
        client.post(
            page, {"do": "substitute", "match": match.pk, "entry": one.pk, "other": other.pk}
        ).status_code
        == 302
    )
    assert refused(one.pk, other.pk) == "substitute", "the page has done it"
    assert match.seats.filter(entry=other).exists() and not match.seats.filter(entry=one).exists()
    assert not Appointment.objects.get(match=match).offers.exists()
    assert list(seating_audit(cup)) == []
    result_report(actor=acts(other), tournament=cup, match_id=match.pk, said=(2, 0, 0))
    assert refused(other.pk, one.pk) == "begun"
