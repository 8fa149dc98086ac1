"""Sessions as things: rows that know whose they are, on what device, since when and how lately used.

Django's own store over the database, with a table of ours (settings name this module as the engine).
"""

import logging
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.http import HttpRequest
from django.utils import timezone

from ledger.credentials import SESSION, session_of
from ledger.people import Account
from ledger.sql import loaded, moment, run

from .models import Session
from .statements import LIVING_SESSION, SESSION_COLUMNS

LOG = logging.getLogger("x610z.security")
SEEN_EVERY = timedelta(minutes=10)
LONGEST = timedelta(days=90)
"""However often it is used, a session ends after so long; unused ones end after SESSION_COOKIE_AGE."""
DEVICE, SINCE, SEEN = "device", "since", "seen"

_BROWSERS = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


class SessionStore(DatabaseStore):
    """The store; whose a session is stands beside its data, so that it can be listed and ended."""

    @classmethod
    def get_model_class(cls) -> Any:
        """The table."""
        return Session

    def _get_session_from_db(self) -> Any:
        """The living row of this key, or None and a new key, as Django's own store has it: without composing SQL."""
        [rows] = run((LIVING_SESSION, (self.session_key, moment(timezone.now()))))
        if rows:
            return loaded(Session, SESSION_COLUMNS, rows[0])
        self._session_key = None
        return None

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        """A row with what the list of sessions shows."""
        row: Any = super().create_model_instance(data)
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.public_id = UUID(data[SESSION]) if SESSION in data else row.public_id
        row.device = str(data.get(DEVICE, ""))[:60]
        row.since = _moment(data.get(SINCE))
        row.seen_at = _moment(data.get(SEEN))
        return row


def _moment(text: object) -> datetime | None:
    return datetime.fromisoformat(text) if isinstance(text, str) else None


def device_words(agent: str) -> str:
    """Browser and system out of a User-Agent, as far as a person would recognise them."""
    browser = next((word for mark, word in _BROWSERS if mark in agent), "")
    system = next((word for mark, word in _SYSTEMS if mark in agent), "")
    return ", ".join(word for word in (browser, system) if word)


def begin(request: HttpRequest) -> None:
    """Note in a session that has just begun what it is and since when; called after signing in."""
    LOG.info("signed in: person %s by %s", request.session.get(SESSION_KEY), request.path)
    now = timezone.now().isoformat()
    request.session[DEVICE] = device_words(request.headers.get("User-Agent", ""))
    session_of(request)
    request.session[SINCE] = request.session[SEEN] = now


def too_old(request: HttpRequest) -> bool:
    """Whether a session has lasted longer than any may."""
    since = _moment(request.session.get(SINCE))
    return since is not None and timezone.now() - since > LONGEST


def note_seen(request: HttpRequest) -> None:
    """Keep when a session was last used, at most every ten minutes; reads nothing that was not read anyway."""
    session = request.session
    if not session.accessed or session.is_empty() or SESSION_KEY not in session:
        return
    seen = _moment(session.get(SEEN))
    if seen is not None and timezone.now() - seen > SEEN_EVERY:
        session[SEEN] = timezone.now().isoformat()


def sessions_of(user: Account) -> list[Session]:
    """A person's living sessions, the last used first."""
    return list(Session.objects.filter(user=user, expire_date__gt=timezone.now()).order_by("-seen_at", "-pk"))
