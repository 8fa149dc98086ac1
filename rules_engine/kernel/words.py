"""What a game says to people: catalogues in English and Dutch beside it, by stable code, read when first asked for.

``catalogue/en.toml`` and ``catalogue/nl.toml`` in a game's folder have the same tables with the same codes. What is
said in every game stands in the kernel's own catalogues. A sentence names its parameters as ``%(card)s``.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

LANGUAGES = ("en", "nl")
Table = Mapping[str, str]


def gettext_noop(text: str) -> str:
    """The same text: marks a word of a game for the catalogues of the site."""
    return text


class Params(dict[str, Any]):
    """The parameters of a sentence; one that is missing is left out rather than failing."""

    def __missing__(self, key: str) -> str:
        return "?"


def without_holes(params: Mapping[str, object]) -> dict[str, object]:
    """Parameters of a sentence about a log; a text in which nothing can be seen stands between quotation marks."""
    return {
        name: "“”" if isinstance(value, str) and not _seen(value) else value for name, value in params.items()
    }


def _seen(text: str) -> bool:
    return any(sign.isprintable() and not sign.isspace() for sign in text)


@cache
def _catalogue(package: str, language: str) -> Mapping[str, Table]:
    return tomllib.loads((files(package) / "catalogue" / f"{language}.toml").read_text(encoding="utf-8"))


class Catalogue:
    """The catalogue of one game. A language that there is none of is answered in English.

    ``also`` are tables whose codes count as findings too.
    """

    def __init__(self, package: str, also: tuple[str, ...] = ()) -> None:
        self._package = package
        self._also = also
        self._findings: dict[str, Table] = {}

    def tables(self, language: str) -> Mapping[str, Table]:
        """Every table of the catalogue by name."""
        return _catalogue(self._package, language if language in LANGUAGES else "en")

    def table(self, name: str, language: str) -> Table:
        """A table of the catalogue, by code."""
        return self.tables(language)[name]

    def findings(self, language: str) -> Table:
        """Every sentence about what is wrong with a log, by code: those of all games, and those of this one."""
        known = language if language in LANGUAGES else "en"
        if known not in self._findings:
            shared = _catalogue(__package__, known)["findings"]
            more = (self.table(name, known) for name in (*self._also, "findings"))
            joined = dict(shared)
            for table in more:
                joined |= table
            self._findings[known] = MappingProxyType(joined)
        return self._findings[known]


def event_dicts(
    events: Iterable[tuple[object, ...]],
    fields: Mapping[str, tuple[str, ...]],
    value: Callable[[str, object], object],
) -> list[dict[str, object]]:
    """Events as dicts: ``event`` and named values; ``fields`` are the names by event, ``value`` makes plain values."""
    return [
        {
            "event": event[0],
            **{
                name: value(name, given)
                for name, given in zip(fields.get(str(event[0]), ()), event[1:], strict=False)
            },
        }
        for event in events
    ]
