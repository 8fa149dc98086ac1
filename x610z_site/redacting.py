"""What no log line may hold: the secret parts of addresses, no matter who writes the line."""

import json
import logging
import re
import time
from typing import Any

from ledger.shapes import Json

SECRET_PLACES = (
    "link",
    "recover",
    "clans/join",
    "deck/opened/sign",
    "calendar",
    "newsletter/confirm",
    "newsletter/out",
)
"""What stands before the secret in an address that carries one; the one list, for our lines and for the proxy's.

A clan's invitation, the signature of a second person, a person's calendar, a newsletter's yes and no. Personal links
and new passwords carry theirs behind a "#" and never arrive here; should an old or mistyped one come, it goes too.
"""
_SECRET = re.compile(rf"(/(?:{'|'.join(SECRET_PLACES)})/)[^\s/?\"'#]+")


def proxy_pattern() -> str:
    """The expression of the map in deploy/nginx.conf: an address up to its secret, wherever in it that begins."""
    return rf"~^(?<before>/(?:[^?]*/)?(?:{'|'.join(SECRET_PLACES)})/)[^/?]"


SIGNED_QUERIES = ("forum/connect", "forum/linked")
"""Addresses whose query a forum signed: it says who somebody is there, or waits to be answered."""


def proxy_query_pattern() -> str:
    """The expression of the same map for these: the address up to its query."""
    return rf"~^(?<asked>/(?:{'|'.join(SIGNED_QUERIES)})/)\?"


# Sessions, form tokens and passwords, should a library ever print what a browser sent.
_NAMED = re.compile(
    r"((?:sessionid|__Host-session|__Host-csrf|csrftoken|known|csrfmiddlewaretoken|password|current|code|said|address|sso|sig)=)[^\s;&\"']+"
)


# Addresses for mail, as an error of a mail server may hold them; a worker calls itself celery@host.
_MAIL = re.compile(r"(?<![\w.+-])(?!celery@)[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-zA-Z]{2,}\b")


def redact(text: str) -> str:
    """The text with every secret we know the shape of replaced by a mark."""
    return _MAIL.sub("[address]", _NAMED.sub(r"\1[secret]", _SECRET.sub(r"\1[secret]", text)))


class RedactingFormatter(logging.Formatter):
    """Writes a line, traceback included, without what nobody may find in a file, at its moment in UTC.

    What a message holds of others cannot begin a line of its own: control characters are written as escapes.
    """

    converter = staticmethod(time.gmtime)

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The first line."""
        said = super().formatMessage(record)
        return "".join(
            char if char.isprintable() else char.encode("unicode_escape").decode() for char in said
        )

    def formatException(self, ei: Any) -> str:
        """The traceback, each line indented: what an error quotes cannot begin a line either."""
        return "\n".join(f"    {line}" for line in super().formatException(ei).splitlines())

    def format(self, record: logging.LogRecord) -> str:
        """The finished line."""
        return redact(super().format(record))


class JsonFormatter(RedactingFormatter):
    """One JSON object a line, for programs that gather logs: moment, level, logger, message, process, an error."""

    def format(self, record: logging.LogRecord) -> str:
        """The finished line; the same words are kept back as from the plain one."""
        row: Json = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%SZ"),
            "level": record.levelname,
            "logger": record.name,
            "message": redact(record.getMessage()),
            "process": record.process,
        }
        if record.exc_info and record.exc_info[0]:
            row["error"] = record.exc_info[0].__name__
            row["traceback"] = redact(super().formatException(record.exc_info))
        return json.dumps(row, ensure_ascii=True)
