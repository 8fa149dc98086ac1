"""A helper at the door: offered the role, checks in, sees who is expected and nothing else, and loses it at once."""

import re

import pytest
from django.urls import reverse

from decks.registration.models import Registration
from ledger.models import LedgerRow
from tests.tournaments.entries.test_door import arriving, door_of, reader
from tests.tournaments.hall import approve, make_user, organizer_of, staff_actor
from tournaments.entries.door import door_code
from tournaments.entries.models import Entry
from tournaments.events.access import Right, rights_of
from tournaments.events.models import Invitation, Staff, Tournament
from tournaments.events.services import staff_remove

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_the_role_has_one_right_and_in_a_tournament_in_preparation_no_page() -> None:
    tournament, _entries = arriving(1)
    helper = staff_actor(tournament, "door").user
    assert rights_of(helper, tournament) == {"door"}
    assert [right for right in Right if Staff.Role.DOOR in right.roles] == ["door"]
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.DRAFT)
    client, (_organizer, path) = reader(helper), door_of(tournament)
    assert client.get(path).status_code == 404
    start = client.get(reverse("accounts:profile")).content.decode().partition("<main")[2]
    assert tournament.name in start and path not in start, (
        "the name of where one helps, and no link that fails"
    )


def test_the_organizer_offers_the_role_and_takes_it_away_and_the_start_page_leads_to_the_door() -> None:
    tournament, (entry, *_rest) = arriving(2)
    desk, path = door_of(tournament)
    staff = f"/t/{tournament.slug}/desk/staff/"
    assert '<option value="door">door helper</option>' in desk.get(staff).content.decode()
    helper = make_user("Dora")
    desk.post(staff, {"username": helper.username, "role": "door"})
    client = reader(helper)
    assert client.get(path).status_code == 403, "nobody has a role before they said yes"
    invitation = Invitation.objects.get(user=helper)
    client.post(reverse("accounts:invitation", args=[invitation.pk]), {"answer": "yes"})
    start = client.get(reverse("accounts:profile")).content.decode().partition("<main")[2]
    assert f'href="{path}"' in start and "door helper" in start
    code = door_code(tournament, entry)
    assert f'<h2 id="door-name">{entry.name}</h2>' in client.get(path, {"code": code}).content.decode()
    client.post(path, {"code": code})
    assert Entry.objects.get(pk=entry.pk).state == "checked_in"
    row = LedgerRow.objects.get(chain_id=tournament.chain_key, action="entry.check_in_many")
    assert row.role == "door", "the ledger says in which role it was done"
    staff_remove(actor=organizer_of(tournament), tournament=tournament, user=helper, role="door")
    assert client.get(path).status_code == client.post(path, {"one": entry.pk}).status_code == 403


def test_the_helper_sees_who_is_expected_but_no_real_name_no_deck_and_no_link_that_is_refused() -> None:
    tournament, entries = arriving(2)
    approve(tournament)
    user = entries[0].user
    user.real_name, user.email = "Secret Realname", "secret@example.org"
    user.save()
    Registration.objects.filter(pk=entries[1].registration_id).update(current=None)
    desk, path = door_of(tournament)
    client = reader(staff_actor(tournament, "door").user)
    full, seen = (who.get(path).content.decode() for who in (desk, client))
    assert "secret realname" in full and "no deck" in full, "the control: the desk reads both"
    for text in ("ecret", "no deck"):
        assert text not in seen.partition("<main")[2]
    assert all(entry.name in seen for entry in entries)
    # Somebody is found by what the page shows, and a real name cannot be tried out.
    assert f"door-{entries[0].pk}" not in client.get(path, {"q": "Secret"}).content.decode()
    links = set(re.findall(r'href="(/t/[^"#]*)', seen))
    assert path in links and len(links) > 3
    assert {link for link in links if client.get(link).status_code != 200} == set()
    tapped = client.post(path, {"one": entries[1].pk}, headers={"x-waits": "yes"})
    assert tapped.status_code == 200 and "no deck" not in tapped.content.decode()
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.RUNNING)
    closed = client.get(path).content.decode().partition("<main")[2]
    assert "Check-in is closed" in closed and "/desk/entries/" not in closed
