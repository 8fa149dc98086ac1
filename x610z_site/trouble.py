"""When nothing can be stored or read: a full or read-only disk, no connection left, a database that is away; and
after a roll-back, when a newer release wrote what this one cannot read.

The person reads one sentence, in both languages, with status 503; the log holds one line. A command is one transaction,
so nothing is half stored, and the same form sent again counts once.
"""

import errno
import logging
import sqlite3
import sys
from collections.abc import Iterator

import psycopg
import psycopg_pool
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.template import loader
from django.views.defaults import page_not_found, server_error

from ledger.away import DatabaseAway
from rules_engine.games import UnknownGame
from tournaments.events.registry import UnknownKind
from tournaments.standings import StandingsError

FULL, READ_ONLY, AWAY, BUSY = "full", "read only", "away", "busy"
RETRY_AFTER = "30"
"""Seconds after which a client may ask again."""

# What PostgreSQL says, by the first letters of its code (PostgreSQL, appendix A).
_STATES = (
    ("53100", FULL),
    ("25006", READ_ONLY),
    ("55P03", BUSY),
    ("57014", BUSY),
    ("53", BUSY),  # no connection, no memory left
    ("57P", AWAY),
    ("58", FULL),
    ("08", AWAY),
)
# What SQLite says, by words of its message.
_SAID = (
    ("disk is full", FULL),
    ("disk I/O error", FULL),
    ("readonly database", READ_ONLY),
    ("unable to open", AWAY),
    ("is locked", BUSY),
)
_FILES = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EFBIG: FULL,
    errno.EROFS: READ_ONLY,
    errno.EMFILE: BUSY,
}


def trouble_of(error: BaseException | None) -> str:
    """What kind of trouble with storage an error tells of, its causes included; empty for any other error."""
    for one in _causes(error):
        if isinstance(one, DatabaseAway):
            return AWAY
        if isinstance(one, psycopg_pool.PoolTimeout):
            return BUSY
        if isinstance(one, psycopg.Error):
            return _postgres(one)
        if isinstance(one, sqlite3.Error):
            return next((kind for words, kind in _SAID if words in str(one)), "")
        if isinstance(one, OSError) and one.errno in _FILES:
            return _FILES[one.errno]
        if type(one).__module__ == "botocore.exceptions":
            # Object storage (requirements/objects.txt): not reached, or it refuses; botocore need not be there.
            return AWAY
    return ""


def _postgres(error: psycopg.Error) -> str:
    state = error.sqlstate or ""
    found = next((kind for begins, kind in _STATES if state.startswith(begins)), "")
    if found or state:
        return found
    # Without a code the server was not reached, or told so before there was a connection.
    if isinstance(error, psycopg.OperationalError):
        return BUSY if "too many" in str(error) or "remaining connection slots" in str(error) else AWAY
    return AWAY if isinstance(error, psycopg.InterfaceError) else ""


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (
            error.__context__ if isinstance(error, DatabaseError | InterfaceError) else None
        )


def of_newer_release(error: BaseException | None) -> bool:
    """Whether an error says that a stored word means nothing to this release: a game, a kind of stage or of match."""
    if isinstance(error, StandingsError):
        return error.code == "kind_unknown"
    return isinstance(error, UnknownGame | UnknownKind)


def failed(request: HttpRequest) -> HttpResponse:
    """The answer to an error nobody caught: 503 with a sentence where storage is the reason or what was stored is of a
    newer release, else 500.
    """
    error = sys.exc_info()[1]
    if of_newer_release(error):
        said, page = "a newer release of this site wrote this, and this one cannot read it", "newer.html"
    elif trouble_of(error):
        said, page = "nothing can be stored or read just now", "503.html"
    else:
        return server_error(request)
    response: HttpResponse
    if request.path.startswith("/api/"):
        response = JsonResponse({"error": said}, status=503)
    else:
        # Without the request: a menu with the person's name would ask the database again.
        response = HttpResponseServerError(loader.get_template(page).render(), status=503)
    response["Retry-After"] = RETRY_AFTER
    response["Cache-Control"] = "no-store"
    return response


class OneLine(logging.Filter):
    """Writes trouble with storage as one line: a traceback would say nothing more, in a log that may be full too."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, without its traceback where the reason is known."""
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        if kind := trouble_of(error):
            record.msg = f"{record.getMessage()}: storage is {kind} ({type(error).__name__})"
            record.args, record.exc_info, record.exc_text = (), None, None
        return True


def sentence(kind: str, where: object) -> str:
    """What the operator of ``./run`` reads; ``where`` is the data folder."""
    return {
        FULL: f"the disk of {where} is full (or its quota is used up); make room and start again",
        READ_ONLY: f"{where} can only be read; make it writable and start again",
        BUSY: f"the database in use by {where} takes no more connections or is locked; try again in a minute",
        AWAY: "the database cannot be reached; is it running, and does DATABASE_URL name it rightly?",
    }[kind]


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    """An address that is none: as JSON to programs, as the page everybody else gets to all others."""
    if request.path.startswith("/api/v1/"):
        return JsonResponse({"detail": "There is nothing here."}, status=404)
    return page_not_found(request, exception)
