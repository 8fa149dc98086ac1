"""Single fields of a `results/1` file: each read as what it must be, or refused with its place."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction

from tournaments.standings.formats_base import MAX_NAME, fail
from tournaments.standings.model import Sentence


def known_only(record: Mapping[str, object], known: tuple[str, ...], where: str) -> None:
    """Refuse a field that nobody knows."""
    for key in record:
        if key not in known:
            place = f"{where}.{key}" if where else key
            text = Sentence("there is no such field here; known fields: %(known)s", known=", ".join(known))
            raise fail(place, text, "field_unknown")


def a_list(value: object, where: str) -> list[object]:
    """The list of a field."""
    if not isinstance(value, list):
        raise fail(where, "must be a list" if value is not None else "is missing")
    return value


def a_text(value: object, where: str, empty: bool = False) -> str:
    """The text of a field, on one line."""
    if not isinstance(value, str) or (not value.strip() and not empty):
        raise fail(where, "must be text" if value is not None else "is missing")
    if len(value) > MAX_NAME:
        raise fail(where, Sentence("has at most %(most)s characters", most=MAX_NAME))
    return one_line(value, where)


def one_line(value: str, where: str) -> str:
    """A text without line breaks and other characters that nobody can see."""
    if any(ord(letter) < 32 for letter in value):
        raise fail(where, "must hold no line breaks or other control characters")
    return value


def a_date(value: str, where: str) -> str:
    """A date as 2026-11-27; empty where the file gives none."""
    try:
        if value and date.fromisoformat(value).isoformat() != value:
            raise ValueError
    except ValueError:
        raise fail(where, "must be a date like 2026-11-27") from None
    return value


def a_whole(value: object, where: str, low: int, high: int) -> int:
    """The whole number of a field, within its bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        text = "must be a whole number from %(low)s to %(high)s"
        raise fail(where, Sentence(text, low=low, high=high))
    return value


def a_number(value: object, where: str) -> Fraction:
    """The exact number of a field."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise fail(where, "must be a number")
    if isinstance(value, Decimal) and abs(value.adjusted()) > 30:
        raise fail(where, "must be a number of ordinary size")
    return Fraction(value)


def a_flag(value: object, where: str) -> bool:
    """Whether a field says true."""
    if not isinstance(value, bool):
        raise fail(where, "must be true or false")
    return value
