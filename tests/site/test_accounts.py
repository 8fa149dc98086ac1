"""Signing up, signing in and personal links: what is refused, in which words, and what is never told."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from ledger.commands import SYSTEM
from ledger.models import LedgerRow
from ledger.selectors import verify_chain
from tests.tournaments.hall import make_user
from x610z_site.accounts.services import account_create

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
    assert row.data == {"user": user.pk} and verify_chain("site") == []


@pytest.mark.parametrize(
    "target", ["//evil.example", "https://evil.example/", "javascript:alert(1)", "x", "\\\\evil", "/\x00", ""]
)
def test_a_foreign_address_after_signing_up_is_not_followed(client: Client, target: str) -> None:
    assert client.post("/sign-up/", GOOD | {"next": target})["Location"] == "/me/"


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
    client.get("/t/")
    client.post("/sign-in/", {"username": user.username, "password": "correct horse battery"})
    stolen = client.session.session_key
    assert client.session["_auth_user_id"] == str(user.pk)
    client.post("/sign-out/")
    thief = Client()
    thief.cookies["sessionid"] = stolen
    assert thief.get("/me/").status_code == 302
