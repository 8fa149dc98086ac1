"""A season run, played and answered by programs alone, with the rights of the pages and no others."""

import json
from typing import Any

import pytest

from tests.tournaments.api.programs import Program, site_of
from tests.tournaments.hall import make_user
from tests.tournaments.organizations.found import found
from tests.tournaments.programme.finals import some_final
from tests.tournaments.programme.season import finished, points
from tests.tournaments.programme.test_invitations import BROUGHT
from tests.tournaments.programme.test_season_pages import World
from tournaments.client import Refused
from tournaments.entries.models import Entry
from tournaments.programme.models import Circuit

pytestmark = [pytest.mark.django_db]


def refused(call: Any, *arguments: Any, **said: Any) -> Refused:
    with pytest.raises(Refused) as told:
        call(*arguments, **said)
    return told.value


def test_a_circuit_is_made_changed_and_ended_by_programs_alone() -> None:
    club, shop = found(), found("Star Shop")
    boss, other, everybody = site_of(club.created_by), site_of(shop.created_by), site_of()
    slug = boss.create_circuit(club.slug, name="Winter", game="x610z").slug
    assert refused(everybody.circuit, slug).status == 404
    assert refused(other.open_circuit, club.slug, slug).status == 404
    boss.open_circuit(club.slug, slug)
    assert refused(other.open_circuit, club.slug, slug).status == 409
    finished(club)
    circuit, desk = Circuit.objects.get(slug=slug), boss.circuit_desk(club.slug, slug)
    values: dict[str, Any] = {
        name: getattr(desk, name) for name in ("name", "about", "rules", "by_level", "starts", "ends")
    }
    values |= {"shown": desk.shown, "rules": desk.rules | {"best": 1}, "about": "By programs"}
    asked = refused(boss.edit_circuit, club.slug, slug, **values)
    assert asked.status == 409 and asked.problems[0].code == "moves" and asked.agreed
    body = json.loads(json.dumps(values, default=str))
    answer = Program(club.created_by).post(f"organizations/{club.slug}/circuits/{slug}/edit/", body)
    assert (
        answer.status_code == 409 and answer.json()["agreed"] == asked.agreed and answer.json()["moves"] == []
    )
    boss.edit_circuit(club.slug, slug, **values, agreed=asked.agreed, reason="Asked by everybody")
    assert everybody.circuit(slug).about == "By programs"
    event = finished(shop, name="Elsewhere")
    said: dict[str, Any] = {"event": event.slug, "of": "open"}
    asked = refused(boss.count_event, club.slug, slug, **said)
    boss.count_event(club.slug, slug, **said, agreed=asked.agreed, reason="They asked us to")
    (row,) = other.event_circuits(event.slug).asked
    assert (row.circuit, row.tournament, row.state) == (slug, event.slug, "asked")
    assert everybody_reads(event.slug) == []
    other.answer_circuit(event.slug, row.counts, accept=True)
    assert len(points(circuit)) == 8
    assert [one.of for one in other.event_circuits(event.slug).counts_for] == ["Open"]
    asked = refused(boss.uncount_event, club.slug, slug, row.counts)
    boss.uncount_event(club.slug, slug, row.counts, agreed=asked.agreed, reason="It was a mistake")
    title: dict[str, Any] = {"kind": "title", "first": 1, "last": 1, "title": "Champion"}
    assert refused(boss.add_gift, club.slug, slug, **title).problems[0].code == "reason_needed"
    gift = boss.add_gift(club.slug, slug, **title, reason="A season without a title").gift
    assert [one.title for one in everybody.circuit(slug).gives] == ["Champion"]
    boss.drop_gift(club.slug, slug, gift, reason="We have one already")
    boss.end_circuit(club.slug, slug, typed="Winter")
    assert everybody.circuit(slug).state == "closed"
    boss.reopen_circuit(club.slug, slug, reason="A result was wrong")
    for call in (other.circuit_desk, site_of(make_user()).circuit_desk):
        assert refused(call, club.slug, slug).status == 403


def everybody_reads(event: str) -> list[Any]:
    """What somebody who does not organize an event reads of questions to it."""
    return site_of(make_user()).event_circuits(event).asked


def test_a_place_in_a_final_is_sent_answered_and_withdrawn_by_programs_of_whose_it_is() -> None:
    made = some_final(gifts=BROUGHT)
    club, circuit, final = made.circuit.organization.slug, made.circuit.slug, made.final.slug
    boss, people = site_of(made.organizer.user), [site_of(one) for one in made.people[:3]]
    assert people[0].my_places() == []
    boss.send_places(club, circuit, final)
    (desk,) = boss.circuit_desk(club, circuit).finals
    assert [one.name for one in desk.places] == ["Player 0", "Player 1"] and desk.after[0] == "Player 2"
    own = [one.my_places()[0] for one in people[:2]]
    assert (own[0].byes, own[0].seed, own[0].state) == (2, 1, "open") and own[0].steps[0].words
    for call in (people[1].accept_place, people[2].decline_place, boss.accept_place):
        assert refused(call, final, own[0].place).status == 409
    people[0].accept_place(final, own[0].place)
    assert Entry.objects.get(tournament=made.final).byes == 2
    why = {"reason": "You play in the other final"}
    assert refused(people[0].withdraw_place, club, final, own[1].place, **why).status == 409
    boss.withdraw_place(club, final, own[1].place, **why)
    assert people[1].my_places()[0].steps[-1].note == why["reason"]
    people[2].decline_place(final, people[2].my_places()[0].place)
    assert made.states() == {0: "accepted", 1: "withdrawn", 2: "declined", 3: "open"}


def test_my_season_is_mine_and_a_clan_names_those_who_show_themselves() -> None:
    world = World()
    world.show(world.people[0])
    coming = world.coming()
    me = site_of(world.people[0])
    (own,) = me.my_season()
    assert own.rank and own.count == 4 and len(own.results) == 3 and own.coming[0].tournament == coming.slug
    assert set(own.honours) >= {"regular"} and "Canary" not in str(own)
    more = me.one_more(world.circuit.slug, coming.slug)
    assert more.chances[0].places.startswith("1") and more.size in more.sizes
    assert refused(me.one_more, world.circuit.slug, "nowhere").status == 404
    (season,) = site_of().clan_season(world.clan.pk)
    assert {line.who for line in season.lines} == {"Anna Canary", ""} and season.count == 1
    assert refused(site_of().clan_season, 999_999).status == 404
