"""Signing up, signing in and personal links: what is refused, in which words, and what is never told."""

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client

from decks.cards.services import keeper_make
from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.ledger.chains import broken
from tests.tournaments.hall import (
    make_tournament,
    make_user,
    play_out,
    publish,
    running_tournament,
    staff_actor,
)
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from x610z_site.accounts.services import account_create, account_rename

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]
GOOD = {
    "display_name": "Ann de Vries",
    "username": "ann",
    "password": "purple monkey dishwasher",
    "age": "16",
}


def test_signing_up_signs_in_and_goes_on_where_the_person_was(client: Client) -> None:
    answer = client.post("/sign-up/", GOOD | {"next": "/t/"})
    assert (answer.status_code, answer["Location"]) == (302, "/t/")
    user = get_user_model().objects.get(username="ann")
    assert (user.display_name, user.sort_name) == ("Ann de Vries", "ann de vries")
    assert client.session["_auth_user_id"] == str(user.pk)
    row = LedgerRow.objects.get(action="account.create")
    assert row.data == {"user": user.pk} and broken("site") == []


@pytest.mark.parametrize(
    "target", ["//evil.example", "https://evil.example/", "javascript:alert(1)", "x", "\\\\evil", "/\x00", ""]
)
def test_a_foreign_address_after_signing_up_is_not_followed(client: Client, target: str) -> None:
    assert client.post("/sign-up/", GOOD | {"next": target})["Location"] == "/me/"


def test_who_signs_in_lands_where_their_match_is_running(client: Client) -> None:
    """With two events of today: not at the one whose match is final, though it began last."""
    player = make_user("Fenna")
    running, final = running_tournament(4), running_tournament(4)
    for event in (running, final):
        Entry.objects.filter(pk=Entry.objects.filter(tournament=event).order_by("number")[0].pk).update(
            user=player
        )
    publish(running)
    play_out(final, publish(final))
    client.force_login(player)
    assert client.get("/sign-in/")["Location"] == f"/t/{running.slug}/me/"
    named = f'<a href="/t/{running.slug}/me/">'
    assert named in client.get(f"/t/{final.slug}/me/").content.decode().replace("\n", "")
    assert "Another match of yours" not in client.get(f"/t/{running.slug}/me/").content.decode()


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"username": "an"}, "username"),
        ({"username": "a n n !"}, "username"),
        ({"username": "\u202e\u202e\u202e"}, "username"),
        ({"username": "x" * 61}, "username"),
        ({"username": ""}, "username"),
        ({"display_name": ""}, "display_name"),
        ({"display_name": "\u200b\u200b x"}, "display_name"),
        ({"display_name": "\u115f\u1160\u115f"}, "display_name"),
        ({"display_name": "\u3164\u3164"}, "display_name"),
        ({"display_name": "\u2800 \u2800\u2800"}, "display_name"),
        ({"display_name": "\u200d\u200d\ufe0f"}, "display_name"),
        ({"display_name": "\ufffe\uffff\ufdd0"}, "display_name"),
        ({"display_name": "Organized Play Office"}, "display_name"),
        ({"display_name": "Оrgаnized Play \uff2fffice 2"}, "display_name"),
        ({"password": "short"}, "password"),
        ({"password": "password123"}, "password"),
        ({"password": ""}, "password"),
    ],
)
def test_a_bad_sign_up_says_what_to_mend_and_makes_nobody(
    client: Client, changes: dict[str, str], field: str, language: str
) -> None:
    client.cookies["django_language"] = language
    answer = client.post("/sign-up/", GOOD | changes)
    assert answer.status_code == 422
    assert answer.context["form"].errors[field]
    assert not get_user_model().objects.exists() and not LedgerRow.objects.exists()
    assert GOOD["password"] not in answer.content.decode()


def test_what_a_password_must_be_is_said_before_it_is_typed(client: Client) -> None:
    assert "At least 10 characters" in client.get("/sign-up/").content.decode()
    client.force_login(make_user())
    assert "At least 10 characters" in client.get("/me/account/").content.decode()


@pytest.mark.parametrize("twin", ["ann", "ANN", "Ánn", "ａｎｎ", " ann "])
def test_a_name_that_looks_the_same_is_taken(client: Client, twin: str) -> None:
    account_create(actor=SYSTEM, **{key: said for key, said in GOOD.items() if key != "age"})
    answer = client.post("/sign-up/", GOOD | {"username": twin})
    assert answer.status_code == 422 and answer.context["form"].errors["username"]


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(client: Client) -> None:
    user = make_user()
    user.set_password("correct horse battery")
    user.save()
    bodies = []
    for name in (user.username, "nobody-here"):
        answer = client.post("/sign-in/", {"username": name, "password": "wrong"})
        assert "_auth_user_id" not in client.session
        errors = answer.context["form"].non_field_errors()
        bodies.append((answer.status_code, list(errors)))
    assert bodies[0] == bodies[1] and bodies[0][1]


def test_signing_in_gives_a_new_session_and_signing_out_ends_it(client: Client) -> None:
    user = make_user()
    user.set_password("correct horse battery")
    user.save()
    planted = client.session.session_key  # of a session that began before
    client.post("/sign-in/", {"username": user.username, "password": "correct horse battery"})
    stolen = client.session.session_key
    assert client.session["_auth_user_id"] == str(user.pk) and stolen != planted
    thieves = [Client() for _each in (planted, stolen)]
    for thief, key in zip(thieves, (planted, stolen), strict=True):
        thief.cookies[settings.SESSION_COOKIE_NAME] = key
    assert [thief.get("/me/account/").status_code for thief in thieves] == [302, 200]
    client.post("/sign-out/")
    assert thieves[1].get("/me/account/").status_code == 302


TRUSTED = [
    "Wouter van Dijk",
    "W\u043euter v\u0430n Dijk",
    "Ｗｏｕｔｅｒ van Dijk",
    "Wouter van Dıjk",
    "W0uter van D1jk",
]


@pytest.mark.parametrize("worn", TRUSTED)
@pytest.mark.parametrize("power", ["office", "keeper", "judge"])
def test_nobody_wears_a_name_that_looks_like_one_that_others_trust(worn: str, power: str) -> None:
    trusted = make_user(TRUSTED[0], is_office=power == "office")
    if power == "keeper":
        keeper_make(actor=SYSTEM, user=trusted)
    tournament = make_tournament()
    staff_actor(tournament, "judge", trusted if power == "judge" else None)
    Tournament.objects.filter(pk=tournament.pk).update(approval="approved")
    stranger = make_user("Ann de Vries")
    with pytest.raises(UserError):
        account_rename(actor=Actor(stranger, "person"), display_name=worn)
    account_rename(actor=Actor(trusted, "person"), display_name=worn)  # one's own name is one's own
    account_rename(actor=Actor(stranger, "person"), display_name="Wouter de Dijk")


@pytest.mark.parametrize("worn", ["\u043effice", "off\u0131ce", "0ffice", "o.f.fice"])
def test_no_sign_in_name_looks_like_that_of_the_office(client: Client, worn: str) -> None:
    user = make_user("Somebody", is_office=True)
    type(user).objects.filter(pk=user.pk).update(username="office")
    answer = client.post("/sign-up/", GOOD | {"username": worn})
    assert answer.status_code == 422 and "works here" in str(answer.context["form"].errors["username"])


def test_who_gave_themselves_a_role_keeps_no_name_from_others() -> None:
    """In a casual tournament: else a stranger would say which names are free."""
    staff_actor(make_tournament(), "judge", make_user("Wouter van Dijk"))
    account_rename(actor=Actor(make_user("Ann"), "person"), display_name="Wouter van Dijk")


@pytest.mark.parametrize(
    "name",
    [
        "Mike Judge",
        "Judge Dredd",
        "Zoë Ülkü",
        "Иван Петров",
        "Ольга",
        "김민준",
        "Lo",
        "山田",
        "🦊🦊",
        "O'Neil",
    ],
)
def test_honest_names_in_any_alphabet_are_taken(name: str) -> None:
    account_rename(actor=Actor(make_user("Ann"), "person"), display_name=name)
    assert get_user_model().objects.get(display_name=name)
