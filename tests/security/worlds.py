"""Everything that somebody can send: every form of every page, every address that takes a POST, every operation.

What is sent follows from the access matrix and from the pages themselves, so a new address, form or operation is among
it by itself. Each is sent alone, and nothing of it stays.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from ledger.models import LedgerRow, OutboxMessage
from rules_engine.testing import random_game
from tests.security.test_access_matrix import DATA, READ, WRITE, Hall, of_operation
from tests.security.test_secrets import VOLATILE
from tests.tournaments.api.programs import token_for
from tests.tournaments.api.test_sent_again import body_of
from tournaments.api.urls import OPERATIONS

FIRST_NEW = 70_000_000
"""Rows that are made while something is sent have numbers from here on: so they are told from what was there before."""
NEW = re.compile(r"\b7\d{7}\b")
WHEN = "2027-01-02T10:00"
A_FILE = "a file is sent here"
GAME = random_game(5)
TYPED = {
    "checkbox": "on",
    "file": A_FILE,
    "number": "1",
    "datetime-local": WHEN,
    "date": WHEN[:10],
    "time": WHEN[11:],
    "email": "x@example.org",
}
WORDS = "Said at the table"
AS_A_WHOLE: dict[str, dict[str, Any]] = {
    "create_tournament": {"template": "constructed-community", "name": WORDS, "starts_at": f"{WHEN}Z"},
    "enter_slip": {"said": [2, 0]},
}
"""Operations that go through with other bodies than those of the other tests."""
Sent = tuple[str, Callable[[], Any]]


class FilledForms(HTMLParser):
    """The posting forms of a page, filled in: where each goes and what it sends at the press of each button."""

    def __init__(self, here: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.here = here
        self._data: dict[str, str] = {}
        self._buttons: list[dict[str, str]] = []
        self._action, self._select = "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a form, or fill in a field of it."""
        said = {name: value or "" for name, value in attrs}
        name, value, kind = said.get("name", ""), said.get("value", ""), said.get("type", "text")
        if tag == "form" and said.get("method") == "post":
            self._action, self._data, self._buttons = said.get("action") or self.here, {}, []
        elif tag == "button" and self._action:
            self._buttons.append({name: value} if name else {})
        elif tag == "option" and self._select and value and "disabled" not in said:
            self._data.setdefault(self._select, value)
        elif name and self._action and tag in ("input", "textarea"):
            self._data.setdefault(name, value or TYPED.get(kind, "x"))
        self._select = name if tag == "select" else self._select

    def handle_endtag(self, tag: str) -> None:
        """End a form: one line for each of its buttons."""
        if tag == "form" and self._action:
            self.found += [(self._action, self._data | pressed) for pressed in self._buttons or [{}]]
            self._action = ""


@contextmanager
def new_rows_have_other_numbers() -> Iterator[None]:
    """Let every table count on from :data:`FIRST_NEW`, and afterwards from where it was."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":  # which forgets it at the end of the transaction
            for table in connection.introspection.table_names(cursor):
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, FIRST_NEW])
            yield
            return
        cursor.execute("SELECT sequencename, last_value FROM pg_sequences")
        counted = cursor.fetchall()
        set_to = "SELECT setval(%s::regclass, %s, %s)"
        cursor.executemany(set_to, [(f'"{name}"', FIRST_NEW, True) for name, _last in counted])
        yield
        cursor.executemany(set_to, [(f'"{name}"', last or 1, last is not None) for name, last in counted])


def same_numbers(*tables: str) -> None:
    """Let the next rows of these tables have the same numbers in every world: a sequence does not roll back."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for table in tables:
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), 700000)", [table])


def without_what_is_new(text: str) -> str:
    """The words of an answer, without what is another at every request."""
    return NEW.sub("N", VOLATILE.sub("", text))


@contextmanager
def the_same_dice(said: str) -> Iterator[None]:
    """Let everything that is drawn (codes, addresses, decks in their order) be drawn alike in both worlds."""
    dice = Random(said)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("random._urandom", dice.randbytes)
        patch.setattr("os.urandom", dice.randbytes)
        yield


def heard(said: str, send: Callable[[], Any]) -> str:
    """All that comes of something sent: the answer, what was written down and what goes out; nothing of it stays."""
    cache.clear()
    with transaction.atomic(), the_same_dice(said):
        rows = set(LedgerRow.objects.values_list("pk", flat=True))
        letters = set(OutboxMessage.objects.values_list("pk", flat=True))
        answer = send()
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        written = (
            LedgerRow.objects.exclude(pk__in=rows)
            .order_by("pk")
            .values_list("action", "role", "data", "note")
        )
        out = OutboxMessage.objects.exclude(pk__in=letters).order_by("pk").values_list("topic", "payload")
        way = [*getattr(answer, "redirect_chain", []), answer.status_code, sorted(answer.headers.items())]
        told = f"{way}\n{body.decode(errors='replace')}\n{list(written)}\n{list(out)}"
        transaction.set_rollback(True)
    return without_what_is_new(told)


def forms_of(hall: Hall, actor: str, names: list[str]) -> Iterator[Sent]:
    """Every form of these pages that somebody may open, once for every kind of address; and the usual form to each."""
    seen, client = set(), hall.clients[actor]
    for name in names:
        if name in WRITE or actor not in READ[name].allowed:
            continue
        rule = READ[name]
        url = hall.url(name, rule)
        page = client.get(url)
        if page.status_code != 200 or page.streaming or b"<form" not in page.content:
            continue
        forms = FilledForms(url)
        forms.feed(page.content.decode().partition("<main")[2])
        for action, data in forms.found:
            kind = f"{re.sub('[0-9]+', '0', action)} {sorted(data)} {data.get('action', '')}"
            if kind not in seen:
                seen.add(kind)
                yield f"{actor}: {kind}", _posting(client, action, data)
    for name in names:
        yield f"{actor}: {name}", _posting(client, hall.url(name, (READ | WRITE)[name]), DATA)


def _posting(client: Client, action: str, data: dict[str, str]) -> Callable[[], Any]:
    """Send a form, and go where it leads; what asks for a file gets one. Nobody is signed out for the next."""
    session = client.cookies[settings.SESSION_COOKIE_NAME].value

    def send() -> Any:
        files = {name: SimpleUploadedFile("game.txt", GAME) for name in data if data[name] == A_FILE}
        sender = Client()
        sender.cookies[settings.SESSION_COOKIE_NAME] = session
        return sender.post(action, data | files, follow=True)

    return send


def operations_of(hall: Hall, actor: str, about: dict[str, Any]) -> Iterator[Sent]:
    """Every operation of the API; ``about`` is whom a body names, where it names somebody."""
    user = get_user_model().objects.get(pk=hall.clients[actor].session["_auth_user_id"])
    token = token_for(user)
    for number, one in enumerate(OPERATIONS.values()):
        url = reverse(f"api:{one.name}", args=[hall.values[arg] for arg in of_operation(one.path)])
        said = body_of(one.name) if one.name not in AS_A_WHOLE else AS_A_WHOLE[one.name]
        body = {name: about.get(name, WORDS if value == "x" else value) for name, value in said.items()}
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": f"world-{number:04}"}
        asked = partial(Client().post, url, body, "application/json", headers=headers)
        yield f"{actor}: api:{one.name}", asked
