"""The documented JSON of settings and answers (docs/simulator.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, is_dataclass
from math import isfinite
from typing import Any, cast

from tournaments.simulator.answers import Answers
from tournaments.simulator.settings import Clock, Cut, Settings, SettingsError
from tournaments.standings.model import StandingsError
from tournaments.standings.presets import PRESETS, Preset

FORM = "simulation/1"
ANSWER_FORM = "simulation-answer/1"
LARGEST_FILE = 1_000_000
Json = dict[str, object]


class _UnreadableError(ValueError):
    """What this room will not read although it is JSON."""


def _bad(detail: str, field: str = "file") -> SettingsError:
    return SettingsError("bad_file", field, detail=detail)


def read_settings(text: str) -> Settings:
    """Read a settings file. Raises :class:`SettingsError` that names the field to mend."""
    if len(text) > LARGEST_FILE:
        raise _bad("it is larger than any settings can be")
    try:
        data = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_once, parse_constant=_no_number)
    except RecursionError:
        raise _bad("it is nested too deeply") from None
    except json.JSONDecodeError as error:
        what = "a comma, a quotation mark or a bracket is missing or too many just before this place"
        raise _bad(f"it is not JSON, line {error.lineno}, column {error.colno}: {what}") from None
    except _UnreadableError as error:
        raise _bad(str(error)) from None
    except ValueError:  # a number of thousands of digits
        raise _bad("it cannot be read: a number is far too long") from None
    if not isinstance(data, dict):
        raise _bad("the outermost value must be an object")
    if data.pop("format", None) != FORM:
        raise _bad(f"format must be {FORM!r}")
    return settings_from(data)


def _once(pairs: list[tuple[str, object]]) -> Json:
    """An object in which no name stands twice."""
    found: Json = {}
    for name, value in pairs:
        if name in found:
            raise _UnreadableError(f"{_short(name)} appears twice")
        found[name] = value
    return found


def _no_number(name: str) -> float:
    raise _UnreadableError(f"{name} is not a number")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def settings_from(data: Mapping[str, object]) -> Settings:
    """The settings of plain JSON values without ``format``; raises :class:`SettingsError`."""
    for needed in ("players", "rounds"):
        if needed not in data:
            raise _bad(f"{needed} is missing", needed)
    return cast(Settings, _made(Settings, data, ""))


def _made(kind: type[Any], data: object, where: str) -> Any:
    """A dataclass of this room from an object, every field of the type it has there."""
    if not isinstance(data, dict):
        raise _bad(f"{where.rstrip('.')} must be an object", where.rstrip("."))
    known = {one.name: str(one.type) for one in fields(kind)}
    unknown = sorted(set(data) - set(known))
    if unknown:
        raise _bad(f"unknown field {where}{_short(unknown[0])}")
    return kind(**{name: _READERS[known[name]](f"{where}{name}", value) for name, value in data.items()})


def _whole(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _bad(f"{name} must be a whole number", name)
    return value


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _bad(f"{name} must be a number", name)
    try:
        number = float(value)
    except OverflowError:
        raise _bad(f"{name} is too large", name) from None
    if not isfinite(number):
        raise _bad(f"{name} is too large", name)
    return number


def _numbers(name: str, value: object) -> tuple[float, ...]:
    if not isinstance(value, list):
        raise _bad(f"{name} must be a list of numbers", name)
    return tuple(_number(name, one) for one in value)


def _table(name: str, value: object) -> tuple[tuple[float, ...], ...]:
    """A list of lists of numbers; a bare number stands for a list of one."""
    if not isinstance(value, list):
        raise _bad(f"{name} must be a list of numbers or of lists of them", name)
    return tuple(_numbers(name, one) if isinstance(one, list) else (_number(name, one),) for one in value)


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise _bad(f"{name} must be a text", name)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _bad(f"{name} holds half a letter", name) from None
    return value


def _truth(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _bad(f"{name} must be true or false", name)
    return value


def _preset(name: str, value: object) -> Preset:
    """A shipped policy of the standings by its key, or one of its own."""
    if isinstance(value, str):
        if value not in PRESETS:
            raise SettingsError("not_one_of", name, known=", ".join(sorted(PRESETS)))
        return PRESETS[value]
    if not isinstance(value, dict):
        raise _bad(f"{name} must be the key of a preset or an object", name)
    try:
        return Preset.from_json(value)
    except StandingsError as error:
        raise _bad(f"{name}: {_short(str(error))}", name) from None


_READERS: dict[str, Callable[[str, Any], Any]] = {
    "int": _whole,
    "float": _number,
    "str": _text,
    "bool": _truth,
    "Method": _text,
    "tuple[float, ...]": _numbers,
    "tuple[tuple[float, ...], ...]": _table,
    "Preset": _preset,
    "Cut": lambda name, value: _made(Cut, value, f"{name}."),
    "Clock": lambda name, value: _made(Clock, value, f"{name}."),
}


def settings_json(settings: Settings) -> Json:
    """The settings as a file says them; :func:`settings_from` gives back equal ones (after ``format``)."""
    data: Json = {"format": FORM}
    for one in fields(settings):
        value = getattr(settings, one.name)
        if isinstance(value, Preset):
            data[one.name] = value.key if PRESETS.get(value.key) == value else value.to_json()
        else:
            data[one.name] = _plain(asdict(value) if is_dataclass(value) else value)  # type: ignore[arg-type]
    return data


def _plain(value: object) -> Any:
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value


def answers_json(settings: Settings, answers: Answers) -> Json:
    """The answers as plain JSON values, with the settings they belong to."""
    return {"format": ANSWER_FORM, "settings": settings_json(settings), "answers": _plain(asdict(answers))}
