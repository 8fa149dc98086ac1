"""What every answer carries, and how production names its cookies."""

import json
import os
import re
import subprocess
import sys
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from tests.tournaments.hall import make_tournament, make_user, organizer_of
from tournaments.events.services import tournament_open_entry
from x610z_site.accounts.models import Session
from x610z_site.redacting import RedactingFormatter
from x610z_site.services.environment import ROOT

pytestmark = [pytest.mark.django_db]
PAGES = (
    "/",
    "/sign-in/",
    "/sign-up/",
    "/link/",
    "/recover/",
    "/forgotten/",
    "/forgotten/new/",
    "/mail/confirm/",
    "/t/",
    "/cards/",
    "/style/",
    "/api/v1/tournaments/",
    "/no-such-page/",
)


@pytest.mark.parametrize("path", PAGES)
def test_every_kind_of_answer_carries_every_protection(client: Client, path: str) -> None:
    answer = client.get(path)
    policy = answer["Content-Security-Policy"]
    for word in ("object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "default-src 'none'"):
        assert word in policy, (path, word)
    assert "unsafe" not in policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in answer
    kind = answer["Content-Type"]
    assert kind == "application/json" or "charset=utf-8" in kind, path


@pytest.mark.parametrize("path", [*PAGES, "/link/?code=x", "/mail/confirm/?code=x", "/forgotten/new/?code=x"])
def test_no_page_that_is_merely_opened_begins_a_session(client: Client, path: str) -> None:
    answer = client.get(path)
    assert not Session.objects.exists() and settings.SESSION_COOKIE_NAME not in answer.cookies


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PUT", "DELETE", "PATCH", "NONSENSE"])
def test_other_methods_are_refused(client: Client, method: str) -> None:
    for path in ("/sign-in/", "/me/account/", "/api/v1/tournaments/", "/t/"):
        assert client.generic(method, path).status_code in (302, 403, 405), path


def test_production_ties_each_cookie_to_its_host_and_to_https() -> None:
    names = "SESSION_COOKIE_NAME CSRF_COOKIE_NAME LANGUAGE_COOKIE_NAME KNOWN_COOKIE_NAME THEME_COOKIE_NAME"
    others = "SESSION_COOKIE_SECURE CSRF_COOKIE_SECURE LANGUAGE_COOKIE_SECURE SESSION_COOKIE_HTTPONLY "
    others += "SESSION_COOKIE_SAMESITE CSRF_COOKIE_SAMESITE LANGUAGE_COOKIE_SAMESITE"
    code = (
        f"from django.conf import settings as s; print(*[getattr(s, n) for n in '{names} {others}'.split()])"
    )
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "x610z_site.settings.production",
        "SECRET_KEY": "k" * 60,
        "DATABASE_URL": "postgresql://x@localhost/x",
    }
    run = [sys.executable, "-c", code]
    said = subprocess.run(
        run, env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert all(name.startswith("__Host-") for name in said[:5])
    assert said[5:] == [*["True"] * 4, *["Lax"] * 3]


def test_a_sign_in_and_a_refusal_are_logged_without_a_name_or_a_secret(caplog: Any) -> None:
    caplog.set_level("INFO", "x610z.security")
    user, client = make_user("Ann"), Client()
    user.set_password("correct horse battery")
    user.save()
    client.post("/sign-in/", {"username": user.username, "password": "CANARY"})
    client.post("/sign-in/", {"username": user.username, "password": "correct horse battery"})
    tournament = make_tournament()
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    client.get(f"/t/{tournament.slug}/desk/staff/")
    said = [record.getMessage() for record in caplog.records if record.name == "x610z.security"]
    assert [line.partition(":")[0] for line in said] == ["wrong password", "signed in", "refused"]
    assert f"person {user.pk}" in said[1] and "tournaments:staff" in said[2]
    assert "CANARY" not in str(said) and user.username not in str(said)


def test_a_message_cannot_begin_a_line_of_its_own() -> None:
    import logging

    record = logging.LogRecord(
        "any", logging.INFO, "", 0, "%s", ("x\r\n2026 INFO all is well\u2028\x1b[2J",), None
    )
    said = RedactingFormatter("{asctime} {message}", "%Y-%m-%dT%H:%M:%SZ", style="{").format(record)
    assert len(said.splitlines()) == 1 and "\x1b" not in said and said[10] == "T" and said[19] == "Z"


def test_the_operator_ends_the_sessions_of_one_person_or_of_all(
    capsys: Any, django_assert_max_num_queries: Any
) -> None:
    people = [make_user() for _each in range(12)]
    clients = [Client() for _each in people]
    for client, user in zip(clients, people, strict=True):
        client.force_login(user)
    call_command("end_sessions", people[0].username.upper())
    assert [client.get("/me/").status_code for client in clients] == [302, *[200] * 11]
    with django_assert_max_num_queries(30):  # however many people there are
        call_command("end_sessions", "--everybody")
    assert {client.get("/me/").status_code for client in clients} == {302}
    for wrong in (["nobody-here"], [], ["nobody-here", "--everybody"]):
        with pytest.raises(CommandError, match="nobody signs in"):
            call_command("end_sessions", *wrong)
    assert capsys.readouterr().out.split() == ["Ended:", "1", "Ended:", "11"]


@pytest.mark.parametrize(
    "guard",
    [
        "x610z_site.live_address.LiveCSPMiddleware",
        "django.middleware.security.SecurityMiddleware",
    ],
)
def test_without_its_guard_an_answer_lacks_a_protection(settings: Any, guard: str) -> None:
    """The control: each of what adds headers is taken out, and the test above says so."""
    settings.MIDDLEWARE = [one for one in settings.MIDDLEWARE if one != guard]
    with pytest.raises(KeyError, match=r"content-security-policy|x-content-type-options"):
        test_every_kind_of_answer_carries_every_protection(Client(), "/sign-in/")


def test_what_is_put_in_place_of_a_field_takes_no_style_over(client: Client) -> None:
    """A style that a browser gave a field would be written as an attribute, which the policy of the page forbids."""
    page = unescape(client.get("/").content.decode())
    [config] = re.findall(r"name=\"htmx-config\"\s+content='([^']*)'", page)
    assert json.loads(config)["attributesToSettle"] == ["class", "width", "height"]
