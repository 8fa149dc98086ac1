"""No secret in a log: the addresses that carry one, error mails, and every log file of real processes."""

import http.cookiejar
import json
import logging
import re
import stat
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import get_resolver

from tests.patience import HANG
from tests.security.test_access_matrix import route_names
from tests.site.test_run import running
from x610z_site.redacting import RedactingFormatter, redact

CARRIES_A_SECRET = {"tournaments:clan_join", "tournaments:sign_pool"}
"""The routes whose address holds a secret: each is redacted. A new one with such an argument fails the test below."""

NO_SECRET = {"decks:set_edit", "decks:import_preview", "tournaments:standings_cell"}
"""Named alike, but a set's printed code, a keeper's own preview (its address opens nothing) and a column."""


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


@pytest.mark.parametrize(
    "line",
    [
        "GET /link/CANARY/ 404",
        "Not Found: /recover/CANARY",
        "cookie: sessionid=CANARY; csrftoken=CANARY",
        "__Host-session=CANARY",
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


class Browser:
    """A browser that keeps cookies and sends what a form sends."""

    def __init__(self, base: str) -> None:
        self.base, self.jar = base, http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path: str) -> str:
        try:
            with self.opener.open(self.base + path, timeout=HANG) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            return error.read().decode()

    def post(self, path: str, **fields: str) -> str:
        token = self.cookie("csrftoken") or (self.get("/sign-in/") and self.cookie("csrftoken"))
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        headers = {"Origin": self.base}
        request = urllib.request.Request(self.base + path, data, headers)  # noqa: S310 - our own address
        try:
            with self.opener.open(request, timeout=HANG) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            return error.read().decode()

    def cookie(self, name: str) -> str:
        return next((cookie.value or "" for cookie in self.jar if cookie.name == name), "")


@pytest.mark.timeout(3600)
def test_no_log_file_of_a_day_with_real_processes_holds_a_secret_and_nobody_else_reads_them(
    tmp_path: Path,
) -> None:
    """Everything that has a secret is done once, right and wrong, and then every file and stream is searched."""
    with running(tmp_path) as (_process, said, port):
        base = f"http://127.0.0.1:{port}"
        links = re.findall(r"/link/#(\S+)", said)
        waiting = re.findall(r"/link/#(\S+)", said.partition("Recorded games")[0])
        assert len(waiting) == 2 and links[:2] == waiting
        guest, desk, wrong = Browser(base), Browser(base), Browser(base)
        assert "Gust" not in guest.post("/link/", code=links[0])
        assert guest.cookie("sessionid"), "the control: the link let a guest in"
        for path in (f"/link/{links[1]}/", f"/link/{links[1]}", f"/link/?code={links[1]}"):
            wrong.get(path)
        wrong.post(f"/link/{links[1]}/", code=links[1])
        wrong.post("/link/", code=links[0])
        wrong.post("/sign-in/", username="organizer", password="CANARY-wrong-password")
        desk.post("/sign-in/", username="organizer", password="ending-dot-610")
        assert desk.cookie("sessionid")
        desk.get("/clans/join/CANARY-clan-code/")
        desk.post("/clans/join/CANARY-clan-code/")
        desk.get("/t/ring-and-orbit-cup-utrecht/deck/opened/sign/CANARY-token/")
        desk.post("/me/account/", do="password", current="CANARY-current", password="CANARY-new-password")
        page = desk.post("/t/ring-and-orbit-cup-utrecht/desk/links/", entry="all")
        made = re.findall(r"/link/#([\w-]+)", page)
        assert len(made) >= 14
        odd = urllib.request.Request(base + "/", headers={"Host": "evil.example"})  # noqa: S310 - our own address
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(odd, timeout=HANG)  # noqa: S310 - our own address
        assert refused.value.code == 400
        secrets = [*links, *made, "CANARY", "ending-dot-610"]
        secrets += [browser.cookie(name) for browser in (guest, desk) for name in ("sessionid", "csrftoken")]
        logs = {path.name: path.read_text(errors="replace") for path in (tmp_path / "log").iterdir()}
    assert len(logs) >= 5 and any(logs.values())
    found = {name: secret for name, text in logs.items() for secret in secrets if secret and secret in text}
    assert found == {}, json.dumps(found)
    open_to_others = [
        path.name
        for path in (tmp_path, *tmp_path.rglob("*"))
        if stat.S_IMODE(path.stat().st_mode) & 0o077 and "static" not in path.parts
    ]
    assert open_to_others == []
