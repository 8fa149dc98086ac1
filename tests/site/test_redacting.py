"""No secret in a log: the addresses that carry one, and error mails (real processes: test_run_demo.py)."""

import logging
import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import get_resolver

from tests.security.test_access_matrix import route_names
from x610z_site.redacting import RedactingFormatter, proxy_pattern, proxy_query_pattern, redact
from x610z_site.services.environment import ROOT

CARRIES_A_SECRET = {
    "tournaments:clan_join",
    "tournaments:sign_pool",
    "reach:secret_calendar",
    "community:newsletter_confirm",
    "community:newsletter_out",
    "community:newsletter_out_at_once",
}
"""The routes whose address holds a secret: each is redacted. A new one with such an argument fails the test below."""

NO_SECRET = {
    "decks:set_edit",
    "decks:import_preview",
    "decks:entered_import_preview",
    "tournaments:player",
    "tournaments:standings_cell",
}
"""Named alike, but a set's printed code, a keeper's own preview (its address opens nothing), a page that its player
opened to everybody and that the standings link, and a column."""


def routes() -> dict[str, str]:
    """Every route's name and pattern."""
    found: dict[str, str] = {}

    def walk(patterns: Any, space: str, before: str) -> None:
        for item in patterns:
            text = before + str(item.pattern)
            if hasattr(item, "url_patterns"):
                walk(item.url_patterns, f"{space}{item.namespace}:" if item.namespace else space, text)
            else:
                found[f"{space}{item.name}"] = text

    walk(get_resolver().url_patterns, "", "/")
    return found


def test_every_address_that_carries_a_secret_is_redacted() -> None:
    found = routes()
    assert set(found) == route_names()
    secret = {name for name, pattern in found.items() if re.search(r":(token|code|secret|key)>", pattern)}
    assert secret - NO_SECRET == CARRIES_A_SECRET
    for name in CARRIES_A_SECRET:
        path = re.sub(r"<[^>]*slug>", "cup", found[name])
        path = re.sub(r"<[^>]+>", "SECRET-Canary_1", path)
        assert "Canary" not in redact(f'AXES: path_info: "{path}" GET {path}?x=1 HTTP/1.1')


@pytest.mark.parametrize("name", ["nginx.conf", "compose-nginx.conf"])
def test_the_proxy_s_sample_hides_the_same_addresses_by_the_same_list(name: str) -> None:
    sample = (ROOT / "deploy" / name).read_text(encoding="utf-8")
    assert f'"{proxy_pattern()}" "$before[secret]";' in sample
    servers = sample.count("\nserver {")
    assert servers and sample.count("    access_log /var/log/nginx/access.log without_secrets;") == servers
    assert "'$remote_addr [$time_local] \"$request_method $public_uri\" $status $body_bytes_sent'" in sample
    hides = re.compile(proxy_pattern().removeprefix("~").replace("(?<", "(?P<"))
    for route in CARRIES_A_SECRET:
        path = re.sub(r"<[^>]*slug>", "cup", routes()[route])
        found = hides.match(re.sub(r"<[^>]+>", "SECRET-Canary_1", path))
        assert found is not None and "Canary" not in found["before"], route
    for plain in ("/t/cup/", "/t/cup/calendar.ics", "/me/calendar/", "/t/cup/?next=/calendar/x"):
        assert hides.match(plain) is None, plain
    assert f'"{proxy_query_pattern()}" "$asked?[secret]";' in sample
    signed = re.compile(proxy_query_pattern().removeprefix("~").replace("(?<", "(?P<"))
    for route in ("community:forum_connect", "community:forum_linked"):
        assert signed.match(f"{routes()[route]}?sso=CANARY&sig=CANARY"), route
    assert signed.match("/forum/connect/go/?x=1") is None


@pytest.mark.parametrize(
    "line",
    [
        "GET /link/CANARY/ 404",
        "Not Found: /recover/CANARY",
        "cookie: sessionid=CANARY; csrftoken=CANARY",
        "__Host-session=CANARY",
        "GET /forum/connect/?sso=CANARY&sig=CANARY",
        "body password=CANARY&current=CANARY&code=CANARY",
    ],
)
def test_a_line_that_would_hold_a_secret_holds_a_mark(line: str) -> None:
    record = logging.LogRecord("any", logging.INFO, "", 0, "%s", (line,), None)
    said = RedactingFormatter("{message}", style="{").format(record)
    assert "CANARY" not in said and "[secret]" in said


@pytest.mark.django_db
def test_an_error_mail_holds_neither_a_code_nor_a_password(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from x610z_site.accounts import limits

    def broken(*_args: Any) -> int:
        raise RuntimeError("broken on purpose")

    settings.ADMINS, settings.DEBUG = [("A", "a@example.org")], False
    monkeypatch.setattr(limits, "wait_for", broken)
    client = Client(raise_request_exception=False)
    assert client.post("/link/", {"code": "CANARY-code"}).status_code == 500
    said = {"username": "x", "password": "CANARY-password"}
    assert client.post("/sign-in/", said).status_code == 500
    assert len(mail.outbox) == 2 and "CANARY" not in str([message.body for message in mail.outbox])
