"""Who is stopped by wrong passwords, and who is not: the stranger, the owner, the hall."""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.test import Client

from tests.tournaments.hall import make_user
from x610z_site.accounts import limits
from x610z_site.accounts.models import Tries

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]
PASSWORD = "correct horse battery"
HALL = "192.0.2.1"


@pytest.fixture
def owner() -> Any:
    user = make_user("Owner")
    user.set_password(PASSWORD)
    user.save()
    return user


def sign_in(client: Client, name: str, password: str, address: str = HALL) -> Any:
    return client.post("/sign-in/", {"username": name, "password": password}, REMOTE_ADDR=address)


def test_ten_wrong_passwords_stop_the_one_who_types_them_and_say_how_long(owner: Any) -> None:
    stranger = Client()
    for _number in range(limits.PAIR.most):
        assert sign_in(stranger, owner.username, "wrong", "198.51.100.9").status_code == 200
    answer = sign_in(stranger, owner.username, PASSWORD, "198.51.100.9")
    assert answer.status_code == 429 and 0 < int(answer["Retry-After"]) <= 600
    assert sign_in(Client(), owner.username, PASSWORD).status_code == 302, "from elsewhere the owner comes in"


def test_a_stranger_with_many_addresses_never_locks_out_a_browser_that_was_in_before(owner: Any) -> None:
    mine = Client()
    assert sign_in(mine, owner.username, PASSWORD).status_code == 302
    mine.post("/sign-out/")
    for number in range(limits.NAME.most):
        sign_in(Client(), owner.username, "wrong", f"198.51.100.{number}")
    stopped = sign_in(Client(), owner.username, PASSWORD, "203.0.113.5")
    assert stopped.status_code == 429 and stopped["Retry-After"]
    assert sign_in(mine, owner.username, PASSWORD).status_code == 302
    mine.post("/sign-out/")
    for _number in range(limits.PAIR.most):
        sign_in(mine, owner.username, "wrong")
    assert sign_in(mine, owner.username, PASSWORD).status_code == 429, (
        "the known browser guesses no more than others"
    )


def test_a_cookie_of_another_account_or_of_ones_own_making_is_no_known_browser(owner: Any) -> None:
    other = make_user("Other")
    other.set_password(PASSWORD)
    other.save()
    thief = Client()
    sign_in(thief, other.username, PASSWORD)
    thief.post("/sign-out/")
    forged = Client()
    forged.cookies["known"] = thief.cookies["known"].value.replace(":", "x:", 1)
    for number in range(limits.NAME.most):
        sign_in(Client(), owner.username, "wrong", f"198.51.100.{number}")
    for client in (thief, forged):
        assert sign_in(client, owner.username, PASSWORD, "203.0.113.5").status_code == 429


def test_the_window_ends(owner: Any, time_machine: Any) -> None:
    time_machine.move_to("2026-11-22T10:00:00Z", tick=False)
    stranger = Client()
    for _number in range(limits.PAIR.most):
        sign_in(stranger, owner.username, "wrong")
    assert sign_in(stranger, owner.username, PASSWORD).status_code == 429
    time_machine.shift(601)
    assert sign_in(stranger, owner.username, PASSWORD).status_code == 302


def test_spraying_many_names_from_one_address_ends_after_three_hundred(owner: Any) -> None:
    Tries.objects.create(
        key=limits._key(limits.ADDRESS, HALL), count=limits.ADDRESS.most - 2, since=limits.timezone.now()
    )
    answers = [sign_in(Client(), f"name{number}", "Winter2026!").status_code for number in range(4)]
    assert answers == [200, 200, 429, 429]
    assert sign_in(Client(), owner.username, PASSWORD, "198.51.100.1").status_code == 302


def test_sign_ups_from_one_address_are_limited_and_a_bad_form_does_not_count(client: Client) -> None:
    Tries.objects.create(
        key=limits._key(limits.SIGN_UPS, "127.0.0.1"),
        count=limits.SIGN_UPS.most - 1,
        since=limits.timezone.now(),
    )
    said = {"display_name": "Ann", "username": "ann", "password": "short", "age": "16"}
    assert client.post("/sign-up/", said).status_code == 422
    assert client.post("/sign-up/", said | {"password": "purple monkey dishwasher"}).status_code == 302
    answer = Client().post("/sign-up/", said | {"username": "bob", "password": "purple monkey dishwasher"})
    assert answer.status_code == 429 and answer["Retry-After"]


def test_twice_as_many_right_passwords_from_one_address_as_it_may_have_wrong_ones_pass_and_leave_no_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The hall at nine in the morning, with a wrong password in every twentieth sign-in.

    With a tenth of the limit, for a sign-in takes long; `make signins` does it with all of it.
    """
    monkeypatch.setattr(limits, "ADDRESS", replace(limits.ADDRESS, most=limits.ADDRESS.most // 10))
    people, secret = get_user_model(), make_password(PASSWORD)
    most = 2 * limits.ADDRESS.most
    people.objects.bulk_create(
        people(username=f"hall{number}", display_name=f"H{number}", password=secret) for number in range(most)
    )
    refused = []
    for number in range(most):
        client = Client()
        if number % 20 == 0:
            sign_in(client, f"hall{number}", "mistyped")
        if sign_in(client, f"hall{number}", PASSWORD).status_code != 302:
            refused.append(number)
    assert refused == []
    assert Tries.objects.get(key=limits._key(limits.ADDRESS, HALL)).count == most // 20


@pytest.mark.parametrize(
    ("header", "meta", "expected"),
    [
        ("", {"REMOTE_ADDR": "192.0.2.7", "HTTP_X_FORWARDED_FOR": "1.2.3.4"}, "192.0.2.7"),
        (
            "HTTP_X_FORWARDED_FOR",
            {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "1.2.3.4, 192.0.2.8"},
            "192.0.2.8",
        ),
        ("HTTP_X_FORWARDED_FOR", {"REMOTE_ADDR": "127.0.0.1"}, "127.0.0.1"),
        ("", {"REMOTE_ADDR": "2001:db8:1:2:3:4:5:6"}, "2001:db8:1:2::/64"),
        ("", {"REMOTE_ADDR": "rubbish"}, "unknown"),
    ],
)
def test_an_address_is_the_proxy_s_last_word_only_where_a_proxy_of_ours_stands(
    rf: Any, settings: Any, header: str, meta: dict[str, str], expected: str
) -> None:
    settings.CLIENT_ADDRESS_HEADER = header
    request = rf.get("/")
    request.META.pop("REMOTE_ADDR")
    request.META.update(meta)
    assert limits.address_of(request) == expected
