"""A Discourse for tests, written from its published protocol and from how its own code reads it, never from ours.

What it does stands in lib/discourse_connect_base.rb, app/models/discourse_connect.rb,
lib/discourse_connect_provider.rb, app/controllers/session_controller.rb and admin/users_controller.rb of Discourse.
"""

import base64
import hashlib
import hmac
import http.server
import json
import re
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote_plus, unquote_plus

FIELDS = (
    *(
        "add_groups",
        "admin",
        "avatar_url",
        "confirmed_2fa",
        "email",
        "external_id",
        "failed",
        "groups",
        "locale",
    ),
    *("logout", "moderator", "name", "no_2fa_methods", "nonce", "prompt", "remove_groups", "require_2fa"),
    *("require_activation", "return_sso_url", "suppress_welcome_message", "title", "username", "website"),
)
BOOLEANS = {"admin", "failed", "moderator", "require_activation", "suppress_welcome_message", "logout"}


class ConnectError(Exception):
    """What Discourse answers instead of signing somebody in."""


def rack_query(text: str) -> dict[str, str]:
    """As ``Rack::Utils.parse_query`` reads a query: a plus is a space."""
    pairs = [pair.partition("=") for pair in re.split("[&;] *", text) if pair]
    return {unquote_plus(name): unquote_plus(value) for name, _is, value in pairs}


def built_query(fields: dict[str, Any]) -> str:
    """As ``Rack::Utils.build_query`` writes one."""
    return "&".join(f"{quote_plus(name)}={quote_plus(str(value))}" for name, value in fields.items())


def mac(secret: str, text: str) -> str:
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()


def packed(secret: str, fields: dict[str, Any]) -> str:
    """``payload`` of DiscourseConnectBase: only fields it knows, in their order."""
    known = {name: fields[name] for name in FIELDS if fields.get(name) is not None}
    sso = base64.b64encode(built_query(known).encode()).decode()
    return f"sso={quote_plus(sso)}&sig={mac(secret, sso)}"


def parsed(query: str, secret: str) -> dict[str, Any]:
    """``parse`` of DiscourseConnectBase."""
    said = rack_query(query)
    if re.search(r"[^a-zA-Z0-9=\r\n/+]", said["sso"]):
        raise ConnectError("payload_parse_error")
    if mac(secret, said["sso"]) != said["sig"]:
        raise ConnectError("signature_error")
    fields = rack_query(base64.b64decode(said["sso"]).decode())
    read: dict[str, Any] = {name: fields.get(name) for name in FIELDS}
    for name in BOOLEANS:
        read[name] = {"true": True, "false": False}.get(read[name] or "")
    return read


@dataclass
class Person:
    """A user of the forum."""

    number: int
    username: str
    name: str
    email: str
    external_id: str | None = None
    active: bool = True
    moderator: bool = False
    groups: set[str] = field(default_factory=set)
    sessions: int = 0
    anonymous: bool = False


class Discourse:
    """One forum: its settings, its people, its topics, and what its API was asked."""

    def __init__(self, url: str = "https://forum.example") -> None:
        self.url, self.secret, self.provider_secret, self.key = url, "k" * 40, "p" * 40, "api-key"
        self.groups = {"organizers", "judges", "clan_1", "staffroom"}
        self.people: list[Person] = []
        self.nonces: dict[str, dict[str, str]] = {}  # of each browser: nonce, and where it leads
        self.topics: dict[str, dict[str, Any]] = {}
        self.asked: list[tuple[str, str]] = []
        self.down, self.retry_after, self.trusts_key = 0, "", True

    # --- we sign people in there ---

    def begin(self, browser: str, connect_url: str, return_path: str = "/") -> str:
        """``/session/sso``: where it sends a browser that signs in."""
        nonce = secrets.token_hex(16)
        self.nonces.setdefault(browser, {})[nonce] = return_path
        fields = {"nonce": nonce, "return_sso_url": f"{self.url}/session/sso_login"}
        return f"{connect_url}?{packed(self.secret, fields)}"

    def sso_login(self, browser: str, location: str) -> Person:
        """``/session/sso_login``, by a browser that was led there."""
        before, _is, query = location.partition("?")
        assert before == f"{self.url}/session/sso_login"
        said = parsed(query, self.secret)
        if said["nonce"] not in self.nonces.get(browser, {}):
            raise ConnectError("timeout_expired")
        del self.nonces[browser][said["nonce"]]
        person = self.lookup_or_create(said)
        if not person.active:
            raise ConnectError("activation")
        person.sessions += 1
        return person

    def lookup_or_create(self, said: dict[str, Any]) -> Person:
        """``lookup_or_create_user``, as far as it matters here."""
        external = said["external_id"] or ""
        if not external.strip() or external.lower() in ("none", "nil", "blank", "null"):
            raise ConnectError("blank_id_error")
        person = next((one for one in self.people if one.external_id == external), None)
        if person is None and not said["require_activation"]:
            person = next(
                (one for one in self.people if one.email.lower() == (said["email"] or "").lower()), None
            )
        if person is None:
            if not said["email"] or any(one.email.lower() == said["email"].lower() for one in self.people):
                raise ConnectError("email_error")
            person = Person(len(self.people) + 1, "", said["name"] or "", said["email"])
            person.username, person.active = self.suggest(said["username"]), not said["require_activation"]
            self.people.append(person)
        person.external_id = external
        person.username = said["username"] or person.username  # auth_overrides_username
        person.name = said["name"] or person.name
        if said["moderator"] is not None:
            person.moderator = said["moderator"]
        person.groups |= {one for one in (said["add_groups"] or "").lower().split(",") if one in self.groups}
        person.groups -= set((said["remove_groups"] or "").lower().split(","))
        return person

    def suggest(self, wanted: str) -> str:
        names, number = {one.username for one in self.people}, 0
        while (found := f"{wanted}{number or ''}") in names:
            number += 1
        return found

    # --- it says who somebody is there ---

    def sso_provider(self, location: str, current: Person | None) -> str:
        """``/session/sso_provider``: where it leads the browser back to."""
        before, _is, query = location.partition("?")
        assert before == f"{self.url}/session/sso_provider"
        said = parsed(query, self.provider_secret)
        if current is None:
            fields: dict[str, Any] = {"nonce": said["nonce"], "failed": "true"}
        else:
            fields = {
                "nonce": said["nonce"],
                "return_sso_url": said["return_sso_url"],
                "name": current.name,
                "username": current.username,
                "email": current.email,
                "external_id": str(current.number),
                "admin": "false",
                "moderator": "false",
                "groups": ",".join(sorted(current.groups)),
            }
        return f"{said['return_sso_url']}?{packed(self.provider_secret, fields)}"

    # --- its API ---

    def answer(self, method: str, path: str, body: str, headers: Any) -> tuple[int, dict[str, str], Any]:
        self.asked.append((method, path))
        if self.down:
            return (
                self.down,
                {"Retry-After": self.retry_after} if self.retry_after else {},
                {"errors": ["down"]},
            )
        if headers["Api-Key"] != self.key or headers["Api-Username"] != "system":
            return 403, {}, {"errors": ["invalid_access"]}
        params = rack_query(body)
        if (method, path) == ("POST", "/admin/users/sync_sso.json"):
            try:  # decoded once as a parameter, and once more as a query
                person = self.lookup_or_create(
                    parsed(f"sso={params['sso']}&sig={params['sig']}", self.secret)
                )
            except ConnectError as error:
                return 422, {}, {"failed": "FAILED", "message": str(error)}
            return 200, {}, {"id": person.number, "username": person.username}
        if found := re.fullmatch(r"/u/by-external/([0-9a-f]+)\.json", path):
            known = [one for one in self.people if one.external_id == found[1]]
            return (200, {}, {"user_badges": [], "user": {"id": known[0].number}}) if known else (404, {}, {})
        if found := re.fullmatch(r"/admin/users/([0-9]+)/(log_out|anonymize|revoke_moderation)\.json", path):
            return self.about(method, int(found[1]), found[2])
        if found := re.fullmatch(r"/t/external_id/([\w-]+)\.json", path):
            topic = self.topics.get(found[1].lower())
            place = {"Location": f"{self.url}/t/a-slug/{topic['id']}.json"} if topic else {}
            return (301 if topic else 404), place, {}
        if (method, path) == ("POST", "/posts.json"):
            external = params["external_id"].lower()
            titles = {one["title"] for one in self.topics.values()}
            short = len(params["title"]) < 15 or len(params["raw"]) < 20
            if short or external in self.topics or params["title"] in titles or len(external) > 50:
                return 422, {}, {"action": "create_post", "errors": ["refused"]}
            self.topics[external] = {"id": len(self.topics) + 11, **params}
            return 200, {}, {"id": 1, "topic_id": self.topics[external]["id"], "topic_slug": "a-slug"}
        return 404, {}, {}

    def about(self, method: str, number: int, what: str) -> tuple[int, dict[str, str], Any]:
        person = next((one for one in self.people if one.number == number), None)
        if person is None or method != ("POST" if what == "log_out" else "PUT"):
            return 404, {}, {}
        if what == "log_out":
            person.sessions = 0
        elif what == "revoke_moderation":
            person.moderator = False
        elif person.moderator:
            return 403, {}, {"errors": ["invalid_access"]}
        else:
            person.anonymous, person.name, person.email = True, "", f"anon{number}@anonymized.invalid"
            person.username, person.external_id = f"anon{number}", None
        return 200, {}, {"success": "OK"}


@contextmanager
def running(settings: Any) -> Iterator[Discourse]:
    """A forum that answers on this machine, and is set as the site's."""
    forum = Discourse()

    class Handler(http.server.BaseHTTPRequestHandler):
        def _do(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            status, more, said = forum.answer(self.command, self.path, body, self.headers)
            self.send_response(status)
            for name, value in more.items():
                self.send_header(name, value)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(said).encode())

        do_GET = do_POST = do_PUT = _do

        def log_message(self, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    forum.url = f"http://127.0.0.1:{server.server_port}"
    settings.OUTGOING_INSIDE, settings.SITE_URL = True, "https://play.example"
    settings.FORUM_URL, settings.FORUM_SECRET = forum.url, forum.secret
    settings.FORUM_PROVIDER_SECRET, settings.FORUM_API_KEY = forum.provider_secret, forum.key
    try:
        yield forum
    finally:
        server.shutdown()
        server.server_close()
