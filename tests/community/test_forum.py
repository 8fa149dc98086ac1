"""Signing in at a forum by this site, and linking the account one has there: against a Discourse by its protocol."""

import base64
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from community.forum.access import forum_url
from community.forum.models import ForumAccount, SpentNonce
from community.forum.people import LONGEST, forum_name
from community.forum.protocol import UnprovedError, proved, signed
from ledger.models import LedgerRow
from tests.community.at_forum import CONNECT, begin, go, reader
from tests.community.discourse import (
    ConnectError,
    Discourse,
    Person,
    mac,
    packed,
    parsed,
    rack_query,
    running,
)
from tests.tournaments.clans.test_clans import found as clan_found
from tests.tournaments.hall import PASSWORD, make_user
from tests.tournaments.organizations.found import found as organization_found
from tests.tournaments.organizations.found import join
from tournaments.clans.models import Membership
from x610z_site.accounts.models import MailAddress
from x610z_site.privacy.models import Guardian

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def forum(settings: Any) -> Any:
    with running(settings) as made:
        yield made


def said_at(forum: Discourse, location: str) -> dict[str, Any]:
    return parsed(urlsplit(location).query, forum.secret)


# --- the protocol ----------------------------------------------------------------------------------------------


def test_the_example_that_is_published_is_read_and_signed_as_it_stands_there() -> None:
    """The worked example of Discourse's own page on DiscourseConnect."""
    sso, secret = "bm9uY2U9Y2I2ODI1MWVlZmI1MjExZTU4YzAwZmYxMzk1ZjBjMGI=\n", "d836444a9e4084d5b224a60c208dce14"
    sig = "2828aa29899722b35a2f191d34ef9b3ce695e0e6eeec47deb46d588d70c7cb56"
    assert mac(secret, sso) == sig
    assert proved(secret, sso, sig) == {"nonce": "cb68251eefb5211e58c00ff1395f0c0b"}


@pytest.mark.parametrize("name", ["Ann", "Ünï cödé ~ & = + ?", "~~~~~~", "a~b~~c", "日本語", "x" * 300])
def test_what_is_signed_here_is_read_there_as_parameter_and_as_parameter_in_a_parameter(name: str) -> None:
    fields = {"nonce": "n" * 16, "name": name, "email": "a~b+c@post.example"}
    sent = signed("secret", fields)
    once = parsed(f"sso={quote(sent['sso'], safe='')}&sig={sent['sig']}", "secret")
    twice = parsed(f"sso={sent['sso']}&sig={sent['sig']}", "secret")  # what sync_sso makes of its parameters
    assert once == twice and {key: once[key] for key in fields} == fields
    assert proved("secret", sent["sso"], sent["sig"]) == fields


def test_what_nobody_signed_or_is_no_payload_is_not_read() -> None:
    good = rack_query(packed("secret", {"nonce": "n" * 16}))
    sso, sig = good["sso"], good["sig"]
    twice = base64.b64encode(b"nonce=aaaaaaaaaaaa&nonce=bbbbbbbbbbbb").decode()
    latin = base64.b64encode(b"nonce=\xff\xfe").decode()
    many = base64.b64encode("&".join(f"a{n}=1" for n in range(100)).encode()).decode()
    for secret, text, proof in (
        ("secret", sso, sig[:-1] + ("0" if sig[-1] != "0" else "1")),
        ("secret", sso + "=", sig),
        ("secret", sso, ""),
        ("secret", sso, "é" * 64),
        ("another", sso, sig),
        ("", sso, mac("", sso)),
        *(("secret", one, mac("secret", one)) for one in ("", "!", "a" * 7000, "abc", twice, latin, many)),
    ):
        with pytest.raises(UnprovedError):
            proved(secret, text, proof)


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("Ann Nova", "Ann_Nova"),
        ("Zoë", "Zoe"),
        ("..a--b__c..", "a_b_c"),
        ("<script>alert(1)", "script_alert_1"),
        ("A" * 40, "A" * LONGEST),
        ("日本", "player_0123abcd"),
        ("Al", "player_0123abcd"),
        ("Admin", "player_0123abcd"),
        ("system", "player_0123abcd"),
        ("me.json", "player_0123abcd"),
        ("a" * 19 + "_b", "a" * 19),
    ],
)
def test_a_public_name_becomes_one_that_the_forum_takes(name: str, there: str) -> None:
    assert forum_name(name, "0123abcd4567") == there


# --- going there -----------------------------------------------------------------------------------------------


def test_somebody_goes_to_the_forum_and_is_there_who_they_are_here(forum: Discourse) -> None:
    client, user = reader(real_name="Annelies Canary")
    asked = begin(client, forum)
    assert asked.status_code == 302 and asked["Location"] == "/forum/connect/go/"
    page = client.get("/forum/connect/go/")
    assert page.status_code == 200 and not forum.people and not SpentNonce.objects.exists()
    assert f"form-action 'self' {forum.url}" in page["Content-Security-Policy"]
    answer = client.post("/forum/connect/go/")
    person = forum.sso_login("browser", answer["Location"])
    assert (person.username, person.name, person.email) == ("Ann_Nova", "Ann Nova", "ann@post.example")
    account = ForumAccount.objects.get(user=user)
    assert person.external_id == account.external_id and str(user.pk) not in account.external_id.split()
    assert len(account.external_id) == 32
    said = said_at(forum, answer["Location"])
    assert "Canary" not in str(said) and said["admin"] is None and said["moderator"] is None
    begin(client, forum)
    again = client.get("/forum/connect/go/")  # the second time nothing is asked
    assert forum.sso_login("browser", again["Location"]) is person and person.sessions == 2
    rows = LedgerRow.objects.filter(action="forum.connect")
    assert [row.data for row in rows] == [{"account": account.pk}] * 2


def test_who_is_not_signed_in_signs_in_first_and_then_goes_on(forum: Discourse) -> None:
    _client, user = reader()
    user.set_password(PASSWORD)
    user.save()
    client = Client()
    begin(client, forum)
    asked = client.get("/forum/connect/go/")
    assert asked["Location"].startswith("/sign-in/?next=") or "next=" in asked["Location"]
    client.post(asked["Location"], {"username": user.username, "password": PASSWORD})
    answer = client.post("/forum/connect/go/")
    assert forum.sso_login("browser", answer["Location"]).email == "ann@post.example"


def test_what_the_forum_did_not_ask_for_leads_nowhere(forum: Discourse) -> None:
    client, _user = reader()
    back = f"{forum.url}/session/sso_login"
    evil = "https://evil.example/session/sso_login"
    for secret, fields in (
        (forum.secret, {"nonce": "n" * 32, "return_sso_url": evil}),
        (forum.secret, {"nonce": "n" * 32, "return_sso_url": f"{back}@evil.example/"}),
        (forum.secret, {"nonce": "n" * 32}),
        (forum.secret, {"return_sso_url": back}),
        (forum.secret, {"nonce": "short", "return_sso_url": back}),
        (forum.provider_secret, {"nonce": "n" * 32, "return_sso_url": back}),
        ("guessed", {"nonce": "n" * 32, "return_sso_url": back}),
    ):
        answer = client.get(f"/forum/connect/?{packed(secret, fields)}")
        assert answer.status_code == 403 and "evil" not in str(answer.headers), fields
        assert b"evil.example" not in answer.content
    assert client.get("/forum/connect/").status_code == 403
    assert client.get("/forum/connect/go/").status_code == 403
    assert client.post("/forum/connect/", {"sso": "x"}).status_code == 405
    assert not ForumAccount.objects.exists()


def test_a_nonce_is_good_once_in_its_own_session_and_for_ten_minutes(
    forum: Discourse, time_machine: Any
) -> None:
    client, _user = reader()
    address = forum.begin("browser", CONNECT).removeprefix("https://play.example")
    client.get(address)
    first = client.post("/forum/connect/go/")
    assert first.status_code == 302
    assert client.post("/forum/connect/go/").status_code == 403  # the session waits for it no more
    client.get(address)
    again = client.post("/forum/connect/go/")
    assert again.status_code == 422 and b"used already" in again.content
    # Somebody else's browser with the same address: the nonce is used, and the forum would not know that browser.
    other, _person = reader("Bob", "bob@post.example")
    other.get(address)
    assert other.post("/forum/connect/go/").status_code == 422
    begin(client, forum)
    stranger, _person = reader("Cid", "cid@post.example")
    assert stranger.post("/forum/connect/go/").status_code == 403  # what waits, waits in one session
    now = timezone.now()
    time_machine.move_to(now + timedelta(minutes=10, seconds=30))
    assert client.post("/forum/connect/go/").status_code == 403
    forum.sso_login("browser", first["Location"])
    with pytest.raises(ConnectError):
        forum.sso_login("browser", first["Location"])


def test_an_address_that_was_not_verified_must_be_activated_there(forum: Discourse) -> None:
    forum.people.append(Person(1, "Owner", "Owner", "owner@post.example"))
    client, user = reader(address="")
    MailAddress.objects.create(user=user, wanted="owner@post.example", expires_at=timezone.now())
    begin(client, forum)
    said = said_at(forum, client.post("/forum/connect/go/")["Location"])
    assert said["require_activation"] is True
    with pytest.raises(ConnectError):  # so nobody becomes the owner of that address by typing it
        forum.lookup_or_create(said)
    assert forum.people[0].external_id is None


def test_without_an_address_as_a_child_or_as_a_guest_nobody_goes(forum: Discourse) -> None:
    client, _user = reader(address="")
    begin(client, forum)
    assert b"needs an e-mail address" in client.post("/forum/connect/go/").content
    child, young = reader("Cid", "cid@post.example")
    guardian = Guardian.objects.create(user=young, contact="Mum", given_at=timezone.now())
    begin(child, forum)
    assert b"parent or guardian" in child.post("/forum/connect/go/").content
    guest, _user = reader("Gus", "gus@post.example", password=None, guest_of="t-cup")
    begin(guest, forum)
    assert guest.get("/forum/connect/go/").status_code == 302  # to sign in
    assert not forum.people and not ForumAccount.objects.exclude(connected_at=None).exists()
    Guardian.objects.filter(pk=guardian.pk).update(confirmed_at=timezone.now())
    assert go(child, forum).name == "Cid"


def test_two_accounts_with_a_parent_s_address_do_not_become_one_person(forum: Discourse) -> None:
    first, _user = reader("Ann", "Mum@post.example")
    second, _user = reader("Bob", "mum@post.example")
    go(first, forum)
    begin(second, forum)
    answer = second.post("/forum/connect/go/")
    assert answer.status_code == 422 and b"one address is one person" in answer.content
    assert [person.name for person in forum.people] == ["Ann"]


def test_the_forum_hears_of_a_clan_and_a_role_only_what_is_shown(forum: Discourse) -> None:
    client, user = reader()
    clan = clan_found(user=user)
    forum.groups.add(f"clan_{clan.pk}")
    club = organization_found()
    join(club, "judge", user)
    Membership.objects.update(shown=False)
    assert go(client, forum).groups == set()
    Membership.objects.update(shown=True)
    client.post("/forum/", {"do": "roles", "shows_roles": "yes"})
    assert go(client, forum).groups == {f"clan_{clan.pk}", "judges"}
    join(club, "organizer", user)
    Membership.objects.all().delete()
    forum.people[0].groups.add("staffroom")  # a group of the forum's own is none of our business
    assert go(client, forum).groups == {"judges", "organizers", "staffroom"}
    client.post("/forum/", {"do": "roles"})
    assert go(client, forum).groups == {"staffroom"}


def test_nobody_is_a_moderator_by_us_unless_the_operator_says_so(forum: Discourse, settings: Any) -> None:
    client, _user = reader(is_office=True)
    assert not go(client, forum).moderator
    forum.people[0].moderator = True
    assert go(client, forum).moderator  # made one there, by the forum's own people
    settings.FORUM_OFFICE_MODERATES = True
    other, _user = reader("Bob", "bob@post.example")
    assert not go(other, forum).moderator and go(client, forum).moderator


def test_without_a_forum_no_page_of_it_exists(client: Client, settings: Any) -> None:
    settings.FORUM_URL = settings.FORUM_SECRET = settings.FORUM_PROVIDER_SECRET = settings.FORUM_API_KEY = ""
    client.force_login(make_user())
    for path in ("", "connect/", "connect/go/", "linked/", "linked/yes/", "about/event/1/"):
        assert client.get(f"/forum/{path}").status_code == 404
    assert client.post("/forum/link/").status_code == 404
    settings.FORUM_URL = "https://forum.example"  # an address alone is no forum
    assert client.get("/forum/").status_code == 404
    assert forum_url("/x", {"a": "b&c"}) == "https://forum.example/x?a=b%26c"


# --- the account one has there ---------------------------------------------------------------------------------


def link(client: Client, forum: Discourse, person: Person | None) -> Any:
    """A browser that is signed in there as somebody asks the forum who that is; what we answer to it."""
    asked = client.post("/forum/link/")
    back = forum.sso_provider(asked["Location"], person)
    assert back.startswith("https://play.example/forum/linked/?")
    return client.get(back.removeprefix("https://play.example"))


def test_an_account_one_had_there_is_linked_and_found_again_when_one_signs_in_by_us(forum: Discourse) -> None:
    forum.people.append(Person(1, "ann_old", "Ann", "ann.old@post.example"))
    client, user = reader()
    asks = client.get("/forum/")["Content-Security-Policy"]
    assert f"form-action 'self' {forum.url}" in asks  # a browser holds the redirect of a form against it
    assert link(client, forum, forum.people[0])["Location"] == "/forum/linked/yes/"
    assert b"ann_old" in client.get("/forum/linked/yes/").content
    assert client.post("/forum/linked/yes/")["Location"] == "/forum/"
    account = ForumAccount.objects.get(user=user)
    assert (account.linked_id, account.linked_name) == (1, "ann_old")
    assert b"ann_old" in client.get("/forum/").content
    person = go(client, forum)
    assert person is forum.people[0] and len(forum.people) == 1 and person.external_id == account.external_id
    client.post("/forum/", {"do": "unlink"})
    account.refresh_from_db()
    assert (account.linked_id, account.linked_name, account.linked_mail) == (None, "", "")


def test_what_the_forum_says_counts_once_for_the_session_that_asked(
    forum: Discourse, time_machine: Any
) -> None:
    forum.people.append(Person(7, "ann_old", "Ann", "ann.old@post.example"))
    client, _user = reader()
    other, _person = reader("Bob", "bob@post.example")
    back = forum.sso_provider(client.post("/forum/link/")["Location"], forum.people[0])
    path = back.removeprefix("https://play.example")
    assert other.get(path).status_code == 403  # led there by somebody who wants Bob to have this account
    assert client.get(path).status_code == 302
    assert client.get(path).status_code == 403
    assert client.post("/forum/linked/yes/").status_code == 302
    assert client.post("/forum/linked/yes/").status_code == 403
    assert ForumAccount.objects.filter(linked_id=7).count() == 1
    link(other, forum, forum.people[0])
    other.post("/forum/linked/yes/")
    assert b"Somebody else here has linked" in other.get("/forum/").content
    assert ForumAccount.objects.filter(linked_id=7).count() == 1
    assert link(client, forum, None).status_code == 403  # nobody is signed in there
    back = forum.sso_provider(client.post("/forum/link/")["Location"], forum.people[0])
    time_machine.move_to(timezone.now() + timedelta(minutes=11))
    assert client.get(back.removeprefix("https://play.example")).status_code == 403


def test_a_payload_of_one_kind_is_none_of_the_other(forum: Discourse) -> None:
    client, _user = reader()
    asked = parse_qs(urlsplit(client.post("/forum/link/")["Location"]).query)
    nonce = proved(forum.provider_secret, asked["sso"][0], asked["sig"][0])["nonce"]
    forged = packed(forum.secret, {"nonce": nonce, "external_id": "1", "username": "admin"})
    assert client.get(f"/forum/linked/?{forged}").status_code == 403
    for wrong in ("", "x", "-1", "１"):
        client.post("/forum/link/")
        wrong_id = {"nonce": nonce, "external_id": wrong, "username": "admin"}
        assert client.get(f"/forum/linked/?{packed(forum.provider_secret, wrong_id)}").status_code == 403
