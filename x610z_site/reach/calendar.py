"""Calendars as RFC 5545 writes them: lines of at most 75 bytes, text escaped, moments in UTC."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.utils import timezone

from tournaments.events.models import Tournament

HOURS = 8
"""How long an event is said to last; its true end nobody knows before."""


def _escaped(text: str) -> str:
    plain = "".join(char for char in text if char.isprintable() or char == "\n")
    return plain.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _folded(line: str) -> str:
    """A line in pieces of at most 75 bytes, none of which cuts a character."""
    pieces: list[str] = []
    piece = ""
    for char in line:
        if len((piece + char).encode()) > (75 if not pieces else 74):
            pieces.append(piece)
            piece = ""
        piece += char
    return "\r\n ".join([*pieces, piece])


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _event(tournament: Tournament, host: str, now: datetime) -> list[str]:
    cancelled = tournament.state == Tournament.State.CANCELLED
    return [
        "BEGIN:VEVENT",
        f"UID:{tournament.slug}@{host}",
        f"DTSTAMP:{_moment(now)}",
        f"DTSTART:{_moment(tournament.starts_at)}",
        f"DTEND:{_moment(tournament.starts_at + timedelta(hours=HOURS))}",
        f"SUMMARY:{_escaped(tournament.name)}",
        *([f"LOCATION:{_escaped(tournament.location)}"] if tournament.location else []),
        f"URL:{settings.SITE_URL.rstrip('/')}/t/{tournament.slug}/",
        f"STATUS:{'CANCELLED' if cancelled else 'CONFIRMED'}",
        "END:VEVENT",
    ]


def calendar_text(name: str, tournaments: Iterable[Tournament]) -> str:
    """One calendar with an event for each tournament."""
    host = settings.SITE_URL.rpartition("/")[2] or "localhost"
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//X610Z Organized Play//EN",
        f"X-WR-CALNAME:{_escaped(name)}",
    ]
    for tournament in tournaments:
        lines += _event(tournament, host, timezone.now())
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])
