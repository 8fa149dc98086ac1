"""The one list of the kinds of stage: every folder of ``tournaments.formats`` brings some, found when Django starts.

This module knows no room. The folders stand above rounds, and nobody imports one but this module, by its name.
"""

import importlib
import pkgutil
from typing import Protocol

from msgspec import Struct

FOLDERS = "tournaments.formats"


class Registered(Protocol):
    """What the list itself reads of a kind."""

    kind: str
    """The word in the stage's row; it never changes once tournaments have it."""
    rank: int
    """Where it stands among the others in forms and lists: lower first."""
    settings: type[Struct]
    """The struct that declares the settings of its own (:mod:`.settings`)."""


_KINDS: dict[str, Registered] = {}


def register(kind: Registered) -> None:
    """Add one kind; a second one of the same name is a mistake of the programmer."""
    if not kind.kind or kind.kind in _KINDS:
        raise ValueError(f"a format needs a kind of its own, not {kind.kind!r}")
    _KINDS[kind.kind] = kind


def load() -> None:
    """Register what every folder brings in its ``FORMATS`` and is not registered yet."""
    folders = importlib.import_module(FOLDERS).__path__
    for found in (one for one in pkgutil.iter_modules(folders) if one.ispkg):
        for kind in importlib.import_module(f"{FOLDERS}.{found.name}").FORMATS:
            if _KINDS.get(kind.kind) is not kind:
                register(kind)


def registered() -> tuple[Registered, ...]:
    """Every kind, the usual ones first."""
    return tuple(sorted(_KINDS.values(), key=lambda one: (one.rank, one.kind)))


class UnknownKind(LookupError):
    """No folder brings a kind of that name: perhaps a newer release wrote it down."""


def named(kind: str) -> Registered:
    """The kind of this name; raises :class:`UnknownKind` for one that no folder brings."""
    if kind not in _KINDS:
        raise UnknownKind(kind)
    return _KINDS[kind]
