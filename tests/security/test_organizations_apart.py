"""One organization against another: whoever works for one reads and changes nothing of another that is not public."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from ledger.models import LedgerRow
from tests.security.test_access_matrix import READ, WRITE, Rule
from tests.speeds import fewer
from tests.tournaments.hall import make_user
from tests.tournaments.organizations.found import actor, event_of, found, join, venue_of
from tournaments.events.copy_services import tournament_keep
from tournaments.events.models import Tournament
from tournaments.organizations.bar_services import bar_set
from tournaments.organizations.member_services import member_ask
from tournaments.organizations.models import Bar, Member, Organization, Venue
from tournaments.organizations.services import organization_ask_level
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.django_db]
ARGUMENTS = {"slug", "organization", "venue"}
SECRET = "canarybird"
ROLES = ("owner", "organizer", "judge", "helper")


def mine() -> Organization:
    """An organization with a secret in every corner that is not public, and an event in preparation."""
    club = found("Secretive Club", make_user(f"{SECRET} owner"))
    owner = actor(club.created_by)
    for role in ROLES[1:]:
        join(club, role, make_user(f"{SECRET} {role}"))
    member_ask(actor=owner, organization=club, username=f"{SECRET}-asked", role="judge")
    soon = timezone.now() + timedelta(days=9)
    bar_set(
        actor=owner, organization=club, username=f"{SECRET}-barred", reason=f"{SECRET} reason", until=soon
    )
    organization_ask_level(actor=owner, organization=club, level=2, why=f"{SECRET} words to the office")
    event = event_of(club, "Hidden")  # so that its address, which the asker says, holds no secret
    Tournament.objects.filter(pk=event.pk).update(name=f"{SECRET} draft")
    tournament_keep(actor=actor(club.created_by, "organizer"), tournament=event, kept_as=f"{SECRET} template")
    return club


def others() -> dict[str, Client]:
    """Who works for another organization, in each role; a stranger; somebody who did not sign in."""
    other = found("Curious Club", make_user("Curious owner"))
    people: dict[str, Any] = {role: join(other, role) for role in ROLES[1:]}
    people |= {"owner": other.created_by, "stranger": make_user("Stranger")}
    clients = {"anonymous": Client()}
    for name, user in people.items():
        clients[name] = Client()
        clients[name].force_login(user)
    return clients


def addresses(club: Organization, rules: dict[str, Rule]) -> Iterator[tuple[str, str]]:
    """Every page, file, feed and read of the API that is about an organization, its event, or everything."""
    from django.urls import reverse

    event = Tournament.objects.get(organization=club)
    values = {"slug": event.slug, "organization": club.slug, "venue": venue_of_or_new(club).pk}
    for name, rule in rules.items():
        if set(rule.args) <= ARGUMENTS:
            yield name, reverse(name, args=[values[one] for one in rule.args])


def venue_of_or_new(club: Organization) -> Venue:
    return Venue.objects.filter(organization=club).first() or venue_of(club)


@pytest.mark.day("two worlds of organizations")
def test_whoever_works_for_another_organization_reads_nothing_that_is_not_public() -> None:
    club, clients = mine(), others()
    there = list(addresses(club, READ))
    assert len(there) > 60
    told = []
    for who in fewer(sorted(clients), 3, "as whom what is of another organization is read"):
        for name, address in there:
            cache.clear()
            body = clients[who].get(address).content.decode(errors="replace")
            told += [(who, name)] if SECRET in body.casefold() else []
    assert told == []


def test_its_own_people_read_what_their_role_shows_and_no_more() -> None:
    club = mine()
    told = {
        "people": "canarybird helper",
        "barred": "canarybird reason",
        "page": "canarybird draft",
        "edit": "What its page",
    }
    seen = {}
    for role in ROLES:
        user = Member.objects.filter(organization=club, role=role).first().user
        client = Client()
        client.force_login(user)
        pages = {
            name: client.get(f"/o/{club.slug}/{path}").content.decode()
            for name, path in (("people", "people/"), ("barred", "barred/"), ("edit", "edit/"), ("page", ""))
        }
        seen[role] = {name for name, body in pages.items() if told[name] in body}
        asked = f"{SECRET}-asked" in pages["people"]
        assert asked is (role == "owner"), "what was asked of a name is the owners' to see"
    assert seen["owner"] == {"people", "barred", "page", "edit"}
    assert seen["organizer"] == {"people", "barred", "page"}
    assert seen["judge"] == {"people"}
    assert seen["helper"] >= {"people"} and "barred" not in seen["helper"]


def test_whoever_works_for_another_organization_changes_nothing() -> None:
    club, clients = mine(), others()
    venue, bar = venue_of_or_new(club), Bar.objects.get(organization=club)
    owner = Member.objects.get(organization=club, role="owner")
    forms = [
        ("edit/", {"do": "edit", "name": "Taken", "kind": "club"}),
        ("edit/", {"do": "level", "level": "3", "why": "Because we want it."}),
        ("edit/", {"do": "end", "typed": club.name}),
        ("people/", {"do": "ask", "username": "friend", "role": "owner"}),
        ("people/", {"do": "remove", "member": f"{owner.user_id}:owner"}),
        ("people/", {"do": "leave"}),
        ("venues/", {"name": "Mine", "town": "Gent", "country": "BE"}),
        (f"venues/{venue.pk}/", {"do": "close"}),
        ("barred/", {"do": "lift", "bar": bar.pk}),
        ("barred/", {"do": "set", "username": "somebody", "reason": "x"}),
        ("answer/", {"asked": "1", "answer": "yes"}),
    ]
    before = LedgerRow.objects.count()
    for who, client in clients.items():
        for path, data in forms:
            answer = client.post(f"/o/{club.slug}/{path}", data)
            assert answer.status_code in (302, 403, 404), (who, path, answer.status_code)
    assert LedgerRow.objects.count() == before
    assert Match.objects.count() == 0
    for name, address in addresses(club, WRITE):
        if "organization" in WRITE[name].args and name.startswith("api:"):
            answer = clients["owner"].post(address, {}, "application/json")
            assert answer.status_code == 401, name
    assert LedgerRow.objects.count() == before


def test_a_program_of_another_owner_changes_nothing_either() -> None:
    from tests.tournaments.api.programs import Program

    club = mine()
    other = found("Curious Club", make_user("Curious owner"))
    program = Program(other.created_by)
    before = LedgerRow.objects.filter(chain=club.chain_key).count()
    at = f"organizations/{club.slug}/"
    for path, body in (
        ("edit/", {"name": "Taken", "kind": "club", "shown": "x"}),
        ("end/", {"typed": club.name}),
        ("ask-level/", {"level": 3, "why": "Because we want it."}),
        ("people/ask/", {"username": "friend", "role": "owner"}),
        ("people/remove/", {"person": club.created_by_id, "role": "owner"}),
        ("venues/add/", {"name": "Mine", "town": "Gent"}),
        ("barred/set/", {"username": "somebody", "reason": "x"}),
    ):
        answer = program.post(f"{at}{path}", body)
        assert answer.status_code == 409, (path, answer.content)
        assert answer.json()["problems"][0]["code"] == "no_role", path
    assert LedgerRow.objects.filter(chain=club.chain_key).count() == before
    mine_too = f"organizations/{other.slug}/"
    assert program.post(f"{mine_too}venues/add/", {"name": "Mine", "town": "Gent"}).status_code == 200
