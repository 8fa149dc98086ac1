"""Hostile input in every field of every form and every query: never a crash, never half a change, never a script."""

import re
from dataclasses import dataclass
from html import escape, unescape
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from django.db import transaction
from django.template import engines
from django.test import Client
from django.urls import reverse

from ledger.commands import Actor
from ledger.models import LedgerRow
from ledger.names import clean_name
from tests.counted import Record, unheard
from tests.security.test_access_matrix import READ, Hall, hall
from tests.security.test_sinks import A_TEMPLATE, WHAT_IT_WOULD_SAY
from tests.speeds import amount, fewer
from tests.tournaments.hall import make_user, organizer_of
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_add_at_desk
from tournaments.events.services import tournament_create
from tournaments.gamelogs.tasks import replay_log

__all__ = ["hall"]
pytestmark = [pytest.mark.django_db]

TEXTS = {
    "nul": "a\x00b",
    "long": "x" * 10_000,
    "right-to-left override": "abc\u202edef",
    "zero width": "a\u200b\u200c\ufeffb",
    "no character of XML": "a\ufffeb\uffffc",
    "filler": "ab\u115f\u1160\u3164\uffa0",
    "combining pile": "z" + "\u0301" * 200,
    "family emoji": "👨\u200d👩\u200d👧\u200d👦",
    "template": A_TEMPLATE + "{% now %}",
    "format": "%s %(x)s %n {0} {x}",
    "script": "<img src=x onerror=alert(1)><script>alert(2)</script>",
    "quotes": "\"'`><",
    "line breaks": "a\r\nSet-Cookie: x=1\r\n\r\nb\n\ndata: y",
    "formula": '=HYPERLINK("http://x")',
    "escape": "\x1b[31mred",
    "only spaces": " \u2003\u00a0 ",
    "empty": "",
    "full width": "Ａｄｍｉｎ",
    "homoglyph": "Аdmin",
    "path": "../../etc/passwd",
    "sql": "'; DROP TABLE x; --",
    "null word": "null",
}
NUMBERS = {
    "word": "abc",
    "empty": "",
    "negative": "-1",
    "fraction": "1.5",
    "superscript": "²",
    "arabic digits": "٣",
    "beyond 32 bits": "99999999999",
    "beyond 64 bits": "9" * 30,
    "beyond all": "9" * 5000,
    "nan": "NaN",
    "exponent": "1e400",
    "nul": "1\x00",
    "script": "<img src=x onerror=alert(1)>",
}
MOMENTS = ["0001-01-01T00:00", "9999-12-31T23:59", "2026-13-45T99:99", "2026-03-29T02:30"]


@dataclass(frozen=True)
class Form:
    """A form as somebody who may would send it; hostile values go into one field at a time."""

    route: str
    actor: str
    args: tuple[str, ...]
    data: dict[str, str]
    texts: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()


SLUG = ("slug",)
FORMS = [
    Form(
        "tournaments:new",
        "stranger",
        (),
        {
            "template": "constructed-community",
            "name": "Cup",
            "starts_at": "2027-01-01T10:00",
            "capacity": "8",
        },
        ("name", "location", "template", "starts_at", "deck_deadline"),
        ("capacity",),
    ),
    Form(
        "tournaments:edit",
        "organizer",
        SLUG,
        {"name": "Cup", "capacity": "8"},
        ("name", "location", "description", "announcement"),
        ("capacity",),
    ),
    Form(
        "tournaments:office", "office", (), {"tournament": "1", "decision": "no"}, ("note",), ("tournament",)
    ),
    Form("tournaments:staff", "organizer", SLUG, {"username": "x", "role": "judge"}, ("username", "role")),
    Form("tournaments:staff", "organizer", SLUG, {"remove": "1:judge"}, ("remove",), ("remove",)),
    Form(
        "tournaments:zone",
        "organizer",
        SLUG,
        {"person": "1", "first": "1", "last": "2"},
        ("person", "first", "last"),
        ("person",),
    ),
    Form(
        "tournaments:entries",
        "organizer",
        SLUG,
        {"action": "add", "name": "Ann"},
        ("name", "username", "action"),
    ),
    Form("tournaments:entries", "organizer", SLUG, {"action": "drop", "entry": "1"}, (), ("entry",)),
    Form("tournaments:desk_action", "organizer", ("slug", "cancel"), {"reason": "rain"}, ("reason",)),
    Form("tournaments:round_action", "organizer", ("slug", "draft"), {"number": "3"}, (), ("number",)),
    Form(
        "tournaments:round_action",
        "organizer",
        ("slug", "publish"),
        {"number": "3"},
        ("start_clock",),
        ("number",),
    ),
    Form(
        "tournaments:round_desk",
        "organizer",
        ("slug", "round_number"),
        {"first": "1", "second": "2", "reason": "x"},
        ("reason",),
        ("first", "second"),
    ),
    Form(
        "tournaments:match_desk",
        "organizer",
        ("slug", "match"),
        {"first": "2", "second": "0", "drawn": "0", "kind": "played", "version": "1"},
        ("kind", "reason"),
        ("first", "second", "drawn", "version"),
    ),
    Form("tournaments:match_desk", "judge", ("slug", "match"), {"minutes": "3"}, (), ("minutes",)),
    Form(
        "tournaments:me",
        "player",
        SLUG,
        {"first": "2", "second": "0"},
        ("score",),
        ("first", "second", "drawn"),
    ),
    Form(
        "tournaments:log_submit",
        "player_in_match",
        ("slug", "match"),
        {"game_number": "1", "text": "{}"},
        ("text",),
        ("game_number",),
    ),
    Form("tournaments:deck_check", "player", SLUG, {"text": "1 Life Base"}, ("text", "name")),
    Form("tournaments:deck_submit", "player", SLUG, {"text": "1 Life Base"}, ("text", "name")),
    Form(
        "tournaments:deck_revise",
        "judge",
        ("slug", "entry_number"),
        {"text": "1 Life Base", "reason": "xyz"},
        ("text", "reason"),
    ),
    Form(
        "accounts:sign_up",
        "anonymous",
        (),
        {"display_name": "Ann", "username": "ann", "password": "long enough 1"},
        ("display_name", "username", "password", "next"),
    ),
    Form(
        "accounts:login",
        "anonymous",
        (),
        {"username": "user1", "password": "x"},
        ("username", "password", "next"),
    ),
    Form(
        "tournaments:entries",
        "organizer",
        SLUG,
        {"action": "invite", "username": "nobody-here", "place": ""},
        ("username", "place", "action"),
    ),
    Form("accounts:account", "player", (), {"do": "rename", "display_name": "Ann"}, ("display_name", "do")),
    Form(
        "accounts:account", "player", (), {"do": "username", "username": "x", "current": "x"}, ("username",)
    ),
    Form("accounts:account", "player", (), {"do": "end", "session": "x"}, ("session",)),
    Form("accounts:second_step", "player", (), {"do": "set-up", "code": "x", "current": "x"}, ("code", "do")),
    Form("accounts:passkeys", "player", (), {"do": "prove", "current": "x"}, ("current", "do")),
    Form("accounts:passkeys", "player", (), {"do": "prove", "answer": "{}"}, ("answer",)),
    Form("accounts:passkeys", "player", (), {"do": "remove", "passkey": "1"}, ("passkey",), ("passkey",)),
    Form("accounts:passkey_sign_in", "anonymous", (), {"answer": "{}", "next": "/"}, ("answer", "next")),
    Form("accounts:passkey_options", "anonymous", (), {"for": "sign-in"}, ("for",)),
    Form("accounts:office_recovery", "office", (), {"username": "nobody-here"}, ("username",)),
    Form("accounts:office_recovery", "office", (), {"recovery": "1"}, ("recovery",), ("recovery",)),
    Form(
        "accounts:mail",
        "player",
        (),
        {"do": "claim", "address": "a@b.example", "current": "x"},
        ("address", "do"),
    ),
    Form("accounts:mail_confirm", "anonymous", (), {"code": "x"}, ("code",)),
    Form("accounts:forgotten", "anonymous", (), {"said": "nobody-here"}, ("said",)),
    Form("accounts:reset", "anonymous", (), {"code": "x", "password": "x"}, ("code", "password")),
    Form("accounts:recover", "anonymous", (), {"code": "x", "password": "x"}, ("code", "password")),
    Form("accounts:link", "anonymous", (), {"code": "x"}, ("code",)),
    Form("accounts:invitation", "player", ("invitation",), {"answer": "yes"}, ("answer",)),
    Form("accounts:links", "organizer", SLUG, {"entry": "1"}, ("entry",), ("entry",)),
    Form("accounts:desk_recovery", "organizer", SLUG, {"entry": "1"}, ("entry",), ("entry",)),
    Form("theme", "player", (), {"theme": "dark", "next": "/"}, ("theme", "next")),
    Form("set_language", "player", (), {"language": "nl", "next": "/"}, ("language", "next")),
]


def send(client: Client, url: str, data: dict[str, str]) -> Any:
    """Post inside a transaction that is undone, so that every attempt meets the same hall."""
    with transaction.atomic():
        response = client.post(url, data)
        transaction.set_rollback(True)
    return response


SHARP = ("nul", "long", "script")  # one field at a time; the other texts go into all fields together


def attempts(form: Form) -> list[tuple[str, dict[str, str]]]:
    """What a form is sent: hostile texts in its fields, no numbers where numbers belong."""
    every = [
        (f"{field} {what}", {field: TEXTS[what]})
        for field in (*form.texts, "idempotency_key")
        for what in SHARP
    ]
    if form.texts:
        rest = ((what, value) for what, value in TEXTS.items() if what not in SHARP)
        every += [(f"all {what}", dict.fromkeys(form.texts, value)) for what, value in rest]
    every += [
        (f"{field} {what}", {field: value}) for field in form.numbers for what, value in NUMBERS.items()
    ]
    moments = (field for field in ("starts_at", "deck_deadline") if field in form.texts)
    every += [(f"{field} {value}", {field: value}) for field in moments for value in MOMENTS]
    return every


def test_no_value_in_any_field_of_any_form_crashes_a_page(hall: Hall, record_property: Record) -> None:
    crashes, scripts, tried = {}, {}, 0
    hall.values |= {"cancel": "cancel", "draft": "draft", "publish": "publish", "complete": "complete"}
    for client in hall.clients.values():
        client.raise_request_exception = False
    for form in fewer(FORMS, 15, "hostile values in forms"):
        url = reverse(form.route, args=[hall.values[arg] for arg in form.args])
        client = hall.clients[form.actor]
        for what, values in attempts(form):
            tried += 1
            response = send(client, url, form.data | values)
            name = f"{form.route} {what}"
            if response.status_code >= 500:
                info = getattr(response, "exc_info", None)
                crashes[name] = repr(info[1])[:200] if info else str(response.status_code)
            body = response.content.decode(errors="replace")
            if "<img src=x" in body or "<script>alert" in body or WHAT_IT_WOULD_SAY in body:
                scripts[name] = response.status_code
            assert "Set-Cookie: x" not in str(response.headers)
        send(client, url, {})
    assert crashes == {}
    assert scripts == {}
    record_property("hostile forms sent", tried)
    assert tried > amount(50, 500, "what hostile values in forms come to")


def test_pages_that_do_not_escape_what_was_typed_are_found(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: one form, in templates that write out whatever they are given."""
    monkeypatch.setattr(engines["django"].engine, "autoescape", False)
    monkeypatch.setitem(globals(), "FORMS", [one for one in FORMS if one.route == "tournaments:deck_check"])
    with pytest.raises(AssertionError, match="tournaments:deck_check text script"):
        test_no_value_in_any_field_of_any_form_crashes_a_page(hall, unheard)


def test_a_hostile_form_is_refused_with_an_error_status_and_changes_nothing(hall: Hall) -> None:
    """The number fields again: what is no number is told so, in the page, and nothing is stored."""
    before = LedgerRow.objects.count(), Entry.objects.count()
    client = hall.clients["organizer"]
    url = reverse("tournaments:match_desk", args=[hall.values["slug"], hall.values["match"]])
    for value in (item for what, item in NUMBERS.items() if what != "arabic digits"):
        response = client.post(url, {"first": value, "second": "0", "drawn": "0", "kind": "played"})
        assert response.status_code == 422, value[:40]
        assert response.context["form"].errors["first"]
    assert (LedgerRow.objects.count(), Entry.objects.count()) == before


def test_no_query_string_crashes_a_page(hall: Hall) -> None:
    crashes = {}
    keys = (
        "round",
        "step",
        "by",
        "q",
        "page",
        "next",
        "type",
        "colour",
        "set",
        "sort",
        "format",
        "limit",
        "offset",
    )
    values = [
        "²",
        "-1",
        "9" * 30,
        "9" * 5000,
        "a\x00b",
        "<img src=x onerror=alert(1)>",
        A_TEMPLATE,
        "\u202e",
        "",
    ]
    for number, (name, rule) in enumerate(fewer(READ.items(), 3, "pages with hostile query strings")):
        actor = next(
            (
                one
                for one in ("organizer", "judge", "office", "player_in_match", "anonymous")
                if one in rule.allowed
            ),
            None,
        )
        client = hall.clients[actor or "player"]
        client.raise_request_exception = False
        turned = [*values[number % len(values) :], *values[: number % len(values)]]
        for value in fewer(turned, len(values), "hostile query strings"):
            response = client.get(
                hall.url(name, rule) + "?" + "&".join(f"{key}={quote(value)}" for key in keys)
            )
            body = response.content.decode(errors="replace")
            if response.status_code >= 500 or "<img src=x" in body or WHAT_IT_WOULD_SAY in body:
                info = getattr(response, "exc_info", None)
                crashes[name, value[:10]] = repr(info[1])[:200] if info else response.status_code
    assert crashes == {}


def test_no_unknown_id_in_an_address_crashes_a_page(hall: Hall) -> None:
    slug = hall.values["slug"]
    crashes = {}
    for number in ("0", "999999", "99999999999", "9" * 30, "9" * 5000):
        for path in (
            "tables/{}/",
            "standings/{}/omw/",
            "matches/{}/log/",
            "judge/logs/{}/",
            "judge/logs/{}/original/",
            "desk/rounds/{}/",
            "desk/matches/{}/",
            "desk/decks/{}/",
        ):
            for actor in ("organizer", "judge", "player"):
                client = hall.clients[actor]
                client.raise_request_exception = False
                for response in (
                    client.get(f"/t/{slug}/" + path.format(number)),
                    client.post(f"/t/{slug}/" + path.format(number), {"first": "1"}),
                ):
                    if response.status_code not in (403, 404, 405):
                        crashes[path, number[:12], actor] = response.status_code
    for path in (
        "/t/%00/",
        "/t/none/",
        "/link/%00/",
        "/link/x%0d%0ay/",
        "/api/v1/tournaments/none/",
        "/cards/%00/",
        "/cards/%E2%80%AE/",
    ):
        if hall.clients["player"].get(path).status_code not in (200, 404):
            crashes[path, "", ""] = 1
    assert crashes == {}


NAMES = [value for what, value in TEXTS.items() if what not in ("nul", "only spaces", "empty")]


@pytest.mark.night(
    "every page written out",
    short="tests/security/test_sinks.py::test_every_text_is_only_a_text_at_every_place_where_it_comes_out",
)
def test_hostile_names_are_shown_as_text_on_every_page(hall: Hall) -> None:
    """Names of people and of the tournament, everywhere they are shown, in both languages."""
    organizer = organizer_of(hall.tournament)
    type(hall.tournament).objects.filter(pk=hall.tournament.pk).update(
        name=TEXTS["script"], location=TEXTS["script"], approval_note=TEXTS["script"]
    )
    names = [TEXTS["script"], TEXTS["template"], TEXTS["quotes"], "\u202eevil", TEXTS["format"], "x" * 60]
    for entry, name in zip(hall.tournament.entries.select_related("user"), names, strict=False):
        Entry.objects.filter(pk=entry.pk).update(name=name[:60], sort_name=name[:60])
        entry.user.display_name = entry.user.real_name = name[:60]
        entry.user.save()
    organizer.user.display_name = TEXTS["script"][:60]
    organizer.user.save()
    assert replay_log(hall.values["log"])
    wrong = {}
    for language in ("en", "nl")[: amount(1, 2, "hostile names in both languages")]:
        for name, rule in READ.items():
            for actor in ("organizer", "judge", "player_in_match", "office"):
                if actor not in rule.allowed:
                    continue
                response = hall.clients[actor].get(
                    hall.url(name, rule), headers={"accept-language": language}
                )
                body = response.content.decode(errors="replace")
                if response["Content-Type"].startswith("text/html"):
                    found = re.search(rf"<img src=x|<script>alert|{WHAT_IT_WOULD_SAY}", body)
                    if found or response.status_code != 200:
                        wrong[language, name, actor] = found.group() if found else response.status_code
    assert wrong == {}


def test_names_typed_in_are_stored_without_what_could_deceive(hall: Hall) -> None:
    organizer = organizer_of(hall.tournament)
    tournament = hall.tournament
    type(tournament).objects.filter(pk=tournament.pk).update(state="entry")
    for name in NAMES:
        with transaction.atomic():
            answer = entry_add_at_desk(actor=organizer, tournament=tournament, name=f"N{name}")
            entry = Entry.objects.select_related("user").get(pk=answer["entry"])
            for stored in (entry.name, entry.user.display_name):
                assert stored == clean_name(stored) and len(stored) <= 60
                assert not re.search(
                    r"[\x00-\x1f\x7f-\x9f\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\u3164\uffa0\ufffe\uffff]",
                    stored,
                )
            transaction.set_rollback(True)


@pytest.mark.parametrize("what", ["line breaks", "right-to-left override", "script", "family emoji"])
def test_a_tournament_with_a_hostile_name_gets_a_plain_address(what: str) -> None:
    from django.utils import timezone

    answer = tournament_create(
        actor=Actor(make_user(), "organizer"),
        template="constructed-community",
        name=f"Cup {TEXTS[what]}"[:100],
        starts_at=timezone.now(),
    )
    assert re.fullmatch(r"[-a-z0-9]+", answer["slug"])
    assert Client().get(f"/t/{answer['slug']}/").status_code == 404


ENCODED = ["%41nn &amp; Bob", "%2541nn", "&lt;b&gt;Ann", "\\u0041nn", "=?utf-8?q?Ann?=", "Ann%00", "A%0d%0aB"]


@pytest.mark.parametrize("name", ENCODED)
def test_what_was_typed_is_decoded_once_and_never_again(name: str) -> None:
    """What looks encoded is a text like any other: stored as typed, encoded once where it comes out."""
    client, user = Client(), make_user("Ann")
    client.force_login(user)
    client.post("/me/account/", {"do": "rename", "display_name": name})
    user.refresh_from_db()
    assert user.display_name == name
    shown = client.get("/me/account/").content.decode()
    assert f'value="{escape(name)}"' in shown


def test_what_was_typed_stays_inside_its_part_of_an_address() -> None:
    """Addresses that are made of what somebody typed: no further parameter, no other scheme, no other host."""
    client, asked = Client(), 'x&next=//evil.example#"><i>'
    for page in ("/sign-in/", "/t/no-such/", "/style/"):
        shown = client.get(page, {"next": asked, "q": asked}).content.decode()
        for address in re.findall(r'(?:href|action)="([^"]*)"', shown):
            parts = urlsplit(unescape(address))
            assert parts.scheme in ("", "http", "https", "mailto"), address
            assert "evil.example" not in parts.netloc and parts.fragment != '"><i>', address
            assert parse_qs(parts.query).get("next", [""])[0] != "//evil.example", address
    for address in ("javascript:alert(1)", "data:text/html,x", "//evil.example/"):
        answer = client.post("/theme/", {"theme": "dark", "next": address})
        assert urlsplit(answer["Location"]).scheme in ("", "http") and "evil" not in answer["Location"]
