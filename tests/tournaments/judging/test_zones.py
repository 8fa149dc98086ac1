"""Zones: the tables that a judge was given; the floor opens on them, and nobody waits because of them."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.halls import kept
from tests.tournaments.hall import make_user, organizer_of, publish, running_tournament, staff_actor
from tournaments.desk.outstanding import outstanding
from tournaments.events.models import Staff, Tournament
from tournaments.events.services import staff_remove
from tournaments.events.zone_services import staff_zone
from tournaments.events.zones import Zone, judges_of_zone, uncovered, zones_of
from tournaments.judging.call_services import call_open
from tournaments.rounds.models import Match, Round

pytestmark = [pytest.mark.django_db]


@kept
def tournament() -> Tournament:
    """Eight players at four tables, round 1 being played."""
    made = running_tournament(8)
    publish(made, 1)
    return made


@kept
def jette(tournament: Tournament) -> Actor:
    return staff_actor(tournament, "judge", make_user("Jette Rechter"))


@kept
def head(tournament: Tournament) -> Actor:
    return staff_actor(tournament, "head_judge", make_user("Hedda Hoofd"))


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def give(tournament: Tournament, actor: Actor, judge: Actor, first: int, last: int, **more: Any) -> Any:
    return staff_zone(actor=actor, tournament=tournament, user=judge.user, first=first, last=last, **more)


def tables_seen(client: Client, tournament: Tournament, asked: str = "") -> list[int | None]:
    floor = client.get(f"/t/{tournament.slug}/judge/{asked}").context["floor"]
    return sorted(one.match.table for one in floor.tables)


def test_the_floor_opens_on_their_own_zone_with_one_tap_to_all_tables(
    tournament: Tournament, jette: Actor, head: Actor
) -> None:
    give(tournament, head, jette, 2, 3)
    client = signed_in(jette.user)
    assert tables_seen(client, tournament) == [2, 3]
    page = client.get(f"/t/{tournament.slug}/judge/").content.decode()
    assert f'href="/t/{tournament.slug}/judge/?all=1"' in page and "zone of Jette Rechter" in page
    assert tables_seen(client, tournament, "?all=1") == [1, 2, 3, 4]
    assert "My zone: 2–3" in client.get(f"/t/{tournament.slug}/judge/?all=1").content.decode()
    assert tables_seen(client, tournament, "?from=1&to=1") == [1]
    assert tables_seen(signed_in(head.user), tournament) == [1, 2, 3, 4], "who has no zone sees them all"


def test_tables_in_nobodys_zone_are_named_and_zones_may_overlap(
    tournament: Tournament, jette: Actor, head: Actor
) -> None:
    client = signed_in(head.user)
    assert "nobody's zone" not in client.get(f"/t/{tournament.slug}/judge/").content.decode()
    give(tournament, head, jette, 2, 3)
    give(tournament, head, head, 3, 3)
    floor = client.get(f"/t/{tournament.slug}/judge/").context["floor"]
    assert floor.uncovered == "1, 4"
    assert judges_of_zone(zones_of(tournament), 3) == "Jette Rechter, Hedda Hoofd"


def test_uncovered_tables_are_said_in_runs() -> None:
    zones = [Zone(1, "Ann", 4, 6), Zone(2, "Bob", 6, 7)]
    assert uncovered(zones, [1, 2, 3, 4, 5, 6, 7, 8, 10, None]) == "1–3, 8, 10"
    assert uncovered(zones, [5, 6]) == ""
    assert uncovered([], [1, 2]) == "", "nobody was given a zone: nothing is missing"
    assert judges_of_zone(zones, None) == ""


def test_whoever_waits_is_shown_whatever_the_zone_with_whose_zone_it_is(
    tournament: Tournament, jette: Actor, head: Actor
) -> None:
    give(tournament, head, jette, 2, 2)
    other = staff_actor(tournament, "judge", make_user("Otto"))
    give(tournament, head, other, 4, 4)
    seat = Match.objects.get(tournament=tournament, table=2).seats.select_related("entry__user").all()[0]
    call_open(
        actor=Actor(seat.entry.user, "player"),
        tournament=tournament,
        match_id=seat.match_id,
        reason="rules",
    )
    floor = signed_in(other.user).get(f"/t/{tournament.slug}/judge/").context["floor"]
    assert [(one.match.table, one.zone, one.judge) for one in floor.queue] == [(2, "Jette Rechter", "")]
    assert [one.match.table for one in floor.tables] == [4]


def test_outstanding_tables_name_the_judge_of_their_zone(
    tournament: Tournament, jette: Actor, head: Actor
) -> None:
    give(tournament, head, jette, 1, 2)
    round_ = Round.objects.select_related("stage", "tournament").get(tournament=tournament)
    found = {one.match.table: one.zone for one in outstanding(round_, timezone.now())}
    assert found == {1: "Jette Rechter", 2: "Jette Rechter", 3: "", 4: ""}
    desk = signed_in(organizer_of(tournament).user).get(f"/t/{tournament.slug}/desk/").content.decode()
    assert desk.count("zone of Jette Rechter") == 2 and desk.count("in nobody's zone") == 2


def test_one_command_one_row_and_the_same_key_changes_nothing_again(
    tournament: Tournament, jette: Actor, head: Actor
) -> None:
    first = give(tournament, head, jette, 1, 2, key="same-zone-key")
    give(tournament, head, jette, 3, 4)
    assert give(tournament, head, jette, 1, 2, key="same-zone-key") == first
    rows = LedgerRow.objects.filter(action="staff.zone")
    said = [{name: row.data[name] for name in ("user", "first", "last")} for row in rows.order_by("number")]
    assert said == [
        {"user": jette.user.pk, "first": 1, "last": 2},
        {"user": jette.user.pk, "first": 3, "last": 4},
    ]
    assert [(one.first, one.last) for one in zones_of(tournament)] == [(3, 4)]


@pytest.mark.parametrize(("first", "last"), [(0, 3), (3, 0), (4, 3), (-1, -1), (1, 10_000)])
def test_tables_that_cannot_be_are_refused(
    tournament: Tournament, jette: Actor, head: Actor, first: int, last: int
) -> None:
    give(tournament, head, jette, 1, 2)
    with pytest.raises(UserError) as caught:
        give(tournament, head, jette, first, last)
    assert caught.value.code == "zone"
    assert [(one.first, one.last) for one in zones_of(tournament)] == [(1, 2)]


def test_only_a_judge_of_this_event_can_have_a_zone(tournament: Tournament, head: Actor) -> None:
    elsewhere = running_tournament(4, name="Elsewhere")
    for nobody in (
        staff_actor(tournament, "scorekeeper"),
        staff_actor(elsewhere, "judge"),
        Actor(make_user(), "player"),
    ):
        with pytest.raises(UserError) as caught:
            give(tournament, head, nobody, 1, 2)
        assert caught.value.code == "no_judge"
    assert zones_of(tournament) == zones_of(elsewhere) == []


def test_the_zone_goes_with_the_role_and_stays_with_the_role_that_is_left(
    tournament: Tournament, head: Actor
) -> None:
    both = staff_actor(tournament, "judge", head.user)
    organizer = organizer_of(tournament)
    give(tournament, organizer, both, 1, 2)
    staff_remove(actor=organizer, tournament=tournament, user=both.user, role="judge")
    assert [(one.user, one.first) for one in zones_of(tournament)] == [(both.user.pk, 1)]
    staff_remove(actor=organizer, tournament=tournament, user=both.user, role="head_judge")
    assert zones_of(tournament) == []
    staff_actor(tournament, "judge", both.user)
    assert zones_of(tournament) == [], "who comes back has none"


def test_head_judge_and_organizer_give_zones_on_the_staff_page_and_nobody_else_does(
    tournament: Tournament, jette: Actor, head: Actor
) -> None:
    address = f"/t/{tournament.slug}/desk/staff/zone/"
    said = {"person": jette.user.pk, "first": "1", "last": "2"}
    elsewhere = running_tournament(4, name="Elsewhere")
    seat = Match.objects.get(tournament=tournament, table=1).seats.select_related("entry__user").all()[0]
    refused = (
        jette.user,
        staff_actor(tournament, "scorekeeper").user,
        organizer_of(elsewhere).user,
        staff_actor(elsewhere, "head_judge").user,
        seat.entry.user,
    )
    for user in refused:
        assert signed_in(user).post(address, said).status_code == 403
        assert signed_in(user).get(f"/t/{tournament.slug}/desk/staff/").status_code == 403
    assert zones_of(tournament) == []
    for actor in (head, organizer_of(tournament)):
        client = signed_in(actor.user)
        assert client.post(address, said).status_code == 302
        assert [(one.judge, one.first, one.last) for one in zones_of(tournament)] == [("Jette Rechter", 1, 2)]
        assert 'value="clear"' in client.get(f"/t/{tournament.slug}/desk/staff/").content.decode()
        client.post(address, {**said, "first": "x"})
        assert len(zones_of(tournament)) == 1, "what is no number takes no zone away"
        client.post(address, {**said, "do": "clear"})
        assert zones_of(tournament) == []
    stranger = staff_actor(elsewhere, "judge").user
    answer = signed_in(head.user).post(address, {**said, "person": stranger.pk})
    assert answer.status_code == 404


def test_a_head_judge_sees_the_staff_and_changes_no_role(
    tournament: Tournament, jette: Actor, head: Actor
) -> None:
    client, address = signed_in(head.user), f"/t/{tournament.slug}/desk/staff/"
    page = client.get(address).content.decode()
    assert "Jette Rechter" in page and 'name="remove"' not in page and 'name="username"' not in page
    assert client.post(address, {"remove": f"{jette.user.pk}:judge"}).status_code == 403
    assert client.post(address, {"username": "x", "role": "judge"}).status_code == 403
    assert Staff.objects.filter(tournament=tournament, user=jette.user).exists()


def test_players_see_nothing_of_zones(tournament: Tournament, jette: Actor, head: Actor) -> None:
    give(tournament, head, jette, 1, 4)
    seat = Match.objects.get(tournament=tournament, table=1).seats.select_related("entry__user").all()[0]
    client = signed_in(seat.entry.user)
    for page in ("", "me/", "tables/", "tables/1/", "screen/", "schedule/"):
        text = client.get(f"/t/{tournament.slug}/{page}").content.decode()
        assert "zone of" not in text and "Jette Rechter" not in text, page
