"""A circuit to and from JSON data, exactly; what is not named takes the preset's or the usual value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction

from tournaments.season_points.check import MAX_FIELD, MAX_POINTS
from tournaments.season_points.circuit import Band, Circuit, EventClass, HonourRule, Window
from tournaments.season_points.presets import circuit
from tournaments.standings.formats_base import fail
from tournaments.standings.formats_fields import a_date, a_list, a_text, a_whole, known_only
from tournaments.standings.presets import Json

_CIRCUIT = (
    *("key", "name", "classes", "best", "starts", "ends", "months", "windows", "tie_breaks"),
    *("clan_best", "clan_members", "only", "also", "honours"),
)
_CLASS = ("key", "name", "bands", "taking_part", "best", "window_best")
_BAND = ("to", "points", "field")
_WINDOW = ("key", "starts", "ends")
_HONOUR = ("key", "name", "kind", "class", "place", "times")
_FRACTION = re.compile(r"[0-9]{1,10}(/[1-9][0-9]{0,9})?")
_MOST = 10_000
"""Of any count: far beyond every circuit, and cheap."""


def a_day(value: object, where: str) -> date:
    """The day of a field."""
    return date.fromisoformat(a_date(a_text(value, where), where))


def points_of(value: object, where: str) -> Fraction:
    """Points: a whole number, a decimal, or a fraction as text; never negative."""
    number = _exact(value)
    if number is None or not 0 <= number <= MAX_POINTS or number.denominator > MAX_POINTS:
        raise fail(where, 'must be points: 3, 2.5 or "5/2", not negative and of ordinary size')
    return number


def _exact(value: object) -> Fraction | None:
    """The number, or None; nothing is worked out that could be long."""
    if isinstance(value, bool):
        return None
    if isinstance(value, Decimal):
        short = abs(value.adjusted()) <= 12 and len(value.as_tuple().digits) <= 12
        return Fraction(value) if short else None
    if isinstance(value, str):
        return Fraction(value) if _FRACTION.fullmatch(value) else None
    return Fraction(value) if isinstance(value, int) else None


def read_circuit(value: object, where: str) -> Circuit:
    """A circuit from the key of a preset or from an object; `where` is the field it stands in."""
    if isinstance(value, str):
        return circuit(value)
    if not isinstance(value, dict):
        raise fail(where, "must be the key of a preset or an object")
    known_only(value, ("preset", *_CIRCUIT), where)
    data: Json = to_json(circuit(a_text(value["preset"], f"{where}.preset"))) if "preset" in value else {}
    data |= {key: item for key, item in value.items() if key != "preset"}
    classes = a_list(data.get("classes"), f"{where}.classes")
    return Circuit(
        key=a_text(data.get("key", "own"), f"{where}.key"),
        name=a_text(data.get("name", "Own circuit"), f"{where}.name"),
        classes=tuple([_class(item, f"{where}.classes[{i}]") for i, item in enumerate(classes)]),
        best=_limit(data, "best", where),
        starts=_day(data, "starts", where),
        ends=_day(data, "ends", where),
        months=_limit(data, "months", where),
        windows=tuple(
            [_window(item, f"{where}.windows[{i}]") for i, item in enumerate(_items(data, "windows", where))]
        ),
        tie_breaks=tuple(
            _texts(data.get("tie_breaks", ["results", "wins", "earlier"]), f"{where}.tie_breaks")
        ),
        clan_best=a_whole(data.get("clan_best", 5), f"{where}.clan_best", 0, _MOST),
        clan_members=a_whole(data.get("clan_members", 3), f"{where}.clan_members", 0, _MOST),
        only=None if data.get("only") is None else frozenset(_texts(data["only"], f"{where}.only")),
        also=frozenset(_texts(data.get("also", []), f"{where}.also")),
        honours=tuple(
            [_honour(item, f"{where}.honours[{i}]") for i, item in enumerate(_items(data, "honours", where))]
        ),
    )


def _items(data: Mapping[str, object], name: str, where: str) -> list[object]:
    return a_list(data.get(name, []), f"{where}.{name}")


def _texts(value: object, where: str) -> list[str]:
    return [a_text(item, f"{where}[{i}]") for i, item in enumerate(a_list(value, where))]


def _limit(data: Mapping[str, object], name: str, where: str) -> int | None:
    value = data.get(name)
    return None if value is None else a_whole(value, f"{where}.{name}", 1, _MOST)


def _day(data: Mapping[str, object], name: str, where: str) -> date | None:
    value = data.get(name)
    return None if value is None else a_day(value, f"{where}.{name}")


def _object(item: object, known: tuple[str, ...], where: str) -> dict[str, object]:
    if not isinstance(item, dict):
        raise fail(where, "must be an object")
    known_only(item, known, where)
    return item


def _class(item: object, where: str) -> EventClass:
    record = _object(item, _CLASS, where)
    key = a_text(record.get("key"), f"{where}.key")
    bands = [
        _band(band, f"{where}.bands[{i}]")
        for i, band in enumerate(a_list(record.get("bands"), f"{where}.bands"))
    ]
    return EventClass(
        key,
        tuple(bands),
        a_text(record.get("name", key), f"{where}.name"),
        points_of(record.get("taking_part", 0), f"{where}.taking_part"),
        _limit(record, "best", where),
        _limit(record, "window_best", where),
    )


def _band(item: object, where: str) -> Band:
    record = _object(item, _BAND, where)
    return Band(
        a_whole(record.get("to"), f"{where}.to", 1, MAX_FIELD),
        points_of(record.get("points"), f"{where}.points"),
        a_whole(record.get("field", 0), f"{where}.field", 0, MAX_FIELD),
    )


def _window(item: object, where: str) -> Window:
    record = _object(item, _WINDOW, where)
    key = a_text(record.get("key"), f"{where}.key")
    return Window(
        key, a_day(record.get("starts"), f"{where}.starts"), a_day(record.get("ends"), f"{where}.ends")
    )


def _honour(item: object, where: str) -> HonourRule:
    record = _object(item, _HONOUR, where)
    key = a_text(record.get("key"), f"{where}.key")
    of = record.get("class")
    return HonourRule(
        key,
        a_text(record.get("name", key), f"{where}.name"),
        a_text(record.get("kind"), f"{where}.kind"),
        None if of is None else a_text(of, f"{where}.class"),
        a_whole(record.get("place", 1), f"{where}.place", 1, MAX_FIELD),
        a_whole(record.get("times", 1), f"{where}.times", 1, _MOST),
    )


def _number(value: Fraction) -> int | str:
    return int(value) if value.denominator == 1 else str(value)


def _iso(value: date | None) -> str | None:
    return value.isoformat() if value else None


def to_json(rules: Circuit) -> Json:
    """Plain JSON data with every field; `read_circuit` gives back an equal circuit."""
    return {
        "key": rules.key,
        "name": rules.name,
        "classes": [_class_out(one) for one in rules.classes],
        "best": rules.best,
        "starts": _iso(rules.starts),
        "ends": _iso(rules.ends),
        "months": rules.months,
        "windows": [{"key": w.key, "starts": _iso(w.starts), "ends": _iso(w.ends)} for w in rules.windows],
        "tie_breaks": list(rules.tie_breaks),
        "clan_best": rules.clan_best,
        "clan_members": rules.clan_members,
        "only": None if rules.only is None else sorted(rules.only),
        "also": sorted(rules.also),
        "honours": [_honour_out(rule) for rule in rules.honours],
    }


def _class_out(one: EventClass) -> Json:
    bands = [{"to": band.to, "points": _number(band.points), "field": band.field} for band in one.bands]
    return {
        "key": one.key,
        "name": one.name or one.key,
        "bands": bands,
        "taking_part": _number(one.taking_part),
        "best": one.best,
        "window_best": one.window_best,
    }


def _honour_out(rule: HonourRule) -> Json:
    return {
        "key": rule.key,
        "name": rule.name,
        "kind": rule.kind,
        "class": rule.of,
        "place": rule.place,
        "times": rule.times,
    }
