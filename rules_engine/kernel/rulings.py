"""Named rulings: the questions that the rules of a game leave open, each with the answers to choose from.

A game lists its rulings in a ``rulings.toml``; an event may choose another option than the default before it starts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any


class UnknownRuling(KeyError):
    """No ruling has the identifier or key asked for."""

    def __str__(self) -> str:
        return f"there is no ruling {self.args[0]!r}"


class UnknownOption(ValueError):
    """A ruling was given an option that it does not have."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question that the rules leave open, with the answers to choose from.

    ``id`` is a short name with a number, ``key`` a readable name of the same ruling. ``rules`` are the identifiers of
    the rules the question comes from. ``options`` maps each option to what it means (``options_nl`` in Dutch);
    ``default`` is the option of an event that chose none, ``rationale`` the reason for it.
    """

    id: str
    key: str
    rules: tuple[str, ...]
    question: str
    question_nl: str
    options: Mapping[str, str]
    options_nl: Mapping[str, str]
    default: str
    rationale: str


def read_rulings(entries: Iterable[Mapping[str, Any]]) -> Mapping[str, Ruling]:
    """The rulings of a game by id, in the order of its file; ``ValueError`` for a default that is no option."""
    return MappingProxyType({entry["id"]: _ruling(entry) for entry in entries})


def find_ruling(known: Mapping[str, Ruling], name: str) -> Ruling:
    """The ruling with this id or key; else :class:`UnknownRuling`."""
    if name in known:
        return known[name]
    for candidate in known.values():
        if candidate.key == name:
            return candidate
    raise UnknownRuling(name)


def choose(known: Mapping[str, Ruling], choices: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The option of every ruling by id: ``choices`` (pairs of id or key, and option) in place of the defaults.

    Raises :class:`UnknownRuling` or :class:`UnknownOption`.
    """
    own: dict[str, str] = {}
    for name, option in choices:
        found = find_ruling(known, name)
        if option not in found.options:
            raise UnknownOption(
                f"ruling {found.id} has no option {option!r}; it has {', '.join(found.options)}"
            )
        if own.setdefault(found.id, option) != option:
            raise UnknownOption(f"ruling {found.id} is named twice with different options")
    return {found.id: own.get(found.id, found.default) for found in known.values()}


def _ruling(entry: Mapping[str, Any]) -> Ruling:
    options = {name: meaning["en"] for name, meaning in entry["options"].items()}
    options_nl = {name: meaning["nl"] for name, meaning in entry["options"].items()}
    if entry["default"] not in options:
        raise ValueError(f"ruling {entry['id']} has no option {entry['default']!r} to default to")
    return Ruling(
        id=entry["id"],
        key=entry["key"],
        rules=tuple(entry["rules"]),
        question=entry["question"],
        question_nl=entry["question_nl"],
        options=MappingProxyType(options),
        options_nl=MappingProxyType(options_nl),
        default=entry["default"],
        rationale=entry["rationale"],
    )
