"""Holes: what stands in a text that is made once for many readers, where something of one of them is filled in.

A view model says which of its fields are open (:data:`Open`); everything else decides how the text reads, its *shape*.
"""

import re
import secrets
from dataclasses import is_dataclass
from functools import cache
from typing import Annotated, Any, TypeVar, get_type_hints

T = TypeVar("T")
_TEXT, _NUMBER = "text", "number"
Open = Annotated[T, _TEXT]
"""A field in whose place a hole stands. What is empty or 0 stays as it is, for templates ask for that."""
OpenNumber = Annotated[int, _NUMBER]
"""The same where only a number can stand, as in an address."""

_MARK = secrets.token_hex(16)
_HOLE = re.compile(f"hole-([a-z0-9._]+)-{_MARK}")
NOW = "@now"
"""The time of day in a text that several processes share; in ``data-now`` alone it is a hole."""
_NOW = re.compile(f'(?<=data-now="){NOW}(?=")')
_numbers: dict[str, int] = {}


def hole(name: str) -> str:
    """What stands where ``name`` is filled in, in text and in attributes; nobody can write it into a name of theirs."""
    return f"hole-{name}-{_MARK}"


TOKEN = hole("token")
"""Where the token of a form goes."""


def split(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The text between the holes, and the names of the holes."""
    found = _HOLE.split(_NOW.sub(hole("now"), text))
    return tuple(found[::2]), tuple(found[1::2])


def without_numbers(text: str) -> str:
    """The text with holes in place of the numbers that stood for them."""
    for name, number in list(_numbers.items()):
        text = text.replace(str(number), hole(name))
    return text


def steady(text: str) -> str:
    """The text with holes as every process writes them."""
    return _HOLE.sub(r"@\1", text)


def opened(thing: object, values: dict[str, object], prefix: str = "") -> object:
    """A view model (a dataclass) with holes for its open fields; what stood there goes into ``values`` by its place."""
    if isinstance(thing, tuple):
        return tuple(opened(one, values, f"{prefix}{at}.") for at, one in enumerate(thing))
    model: type[Any] = type(thing)
    if not is_dataclass(model):
        return thing
    kinds, changed = _open_fields(model), dict(vars(thing))
    for name, value in vars(thing).items():
        if not value or isinstance(value, bool):
            continue
        kind, place = kinds.get(name), f"{prefix}{name}"
        if kind is None:
            changed[name] = opened(value, values, f"{place}.")
        else:
            values[place] = value
            changed[name] = _number(place) if kind == _NUMBER else hole(place)
    return model(**changed)


@cache
def _open_fields(model: type[Any]) -> dict[str, str]:
    """The open fields of a view model, and how each is."""
    hints = get_type_hints(model, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items() if hasattr(hint, "__metadata__")}


def _number(place: str) -> int:
    """A number that nobody can guess, always the same for this place."""
    return _numbers.setdefault(place, 10**17 + secrets.randbelow(9 * 10**17))
