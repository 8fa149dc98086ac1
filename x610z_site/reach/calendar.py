"""Calendars as RFC 5545 writes them: lines of at most 75 bytes, text escaped, moments in UTC."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.utils import timezone

from tournaments.agenda.sources import Item
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


def item_of(tournament: Tournament) -> Item:
    """A tournament as everybody's calendar has it: as long as its hall is open, else some hours."""
    starts = tournament.starts_at
    return Item(
        key=f"t-{tournament.slug}",
        title=tournament.name,
        starts_at=starts,
        ends_at=tournament.closes_at or starts + timedelta(hours=HOURS),
        place=tournament.location,
        where=f"/t/{tournament.slug}/",
        off=tournament.state == Tournament.State.CANCELLED,
    )


def _status(item: Item) -> str:
    if item.off:
        return "CANCELLED"
    return "TENTATIVE" if item.open else "CONFIRMED"


def _event(item: Item, host: str, now: datetime) -> list[str]:
    return [
        "BEGIN:VEVENT",
        f"UID:{item.key}@{host}",
        f"DTSTAMP:{_moment(now)}",
        f"DTSTART:{_moment(item.starts_at)}",
        f"DTEND:{_moment(item.ends_at)}",
        f"SUMMARY:{_escaped(f'{item.title} ({item.work})' if item.work else item.title)}",
        *([f"LOCATION:{_escaped(item.place)}"] if item.place else []),
        f"URL:{settings.SITE_URL.rstrip('/')}{item.where}",
        f"STATUS:{_status(item)}",
        "END:VEVENT",
    ]


def calendar_text(name: str, items: Iterable[Item]) -> str:
    """One calendar with an event for each item."""
    host = settings.SITE_URL.rpartition("/")[2] or "localhost"
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//X610Z Organized Play//EN",
        f"X-WR-CALNAME:{_escaped(name)}",
    ]
    for item in items:
        lines += _event(item, host, timezone.now())
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])
