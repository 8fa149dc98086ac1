"""Rulesets and rulings of X610Z: which version of the rules a game is played by, and how open questions are settled.

A ruleset is frozen data (``rules/2010-03.toml``). A ruling answers one question that the rules leave open
(``rulings.toml``); an event may choose another of its options before it starts, never afterwards::

    >>> load_ruleset("x610z/2010-03").switches["deckout"]
    'at_once'
    >>> load_ruleset("x610z/2010-03", {"H7": "wider_only"}).ruling("direction")
    'wider_only'

What nobody chose is settled by the answers of a day, by default of today (:mod:`rules_engine.kernel.rulings`).
"""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from rules_engine.kernel.rulings import (
    Answers,
    Edition,
    Ruling,
    UnknownOption,
    UnknownRuling,
    find_ruling,
    read_answers,
)

__all__ = [
    "LATEST",
    "RULESETS",
    "Ruleset",
    "Ruling",
    "Switch",
    "UnknownOption",
    "UnknownRuleset",
    "UnknownRuling",
    "Wording",
    "answers",
    "load_ruleset",
    "ruling",
    "ruling_changes",
    "rulings",
]

RULESETS = ("x610z/2010-02", "x610z/2010-03")
"""The rulesets there are, oldest first."""

LATEST = RULESETS[-1]

Switch = str | int | bool


class UnknownRuleset(KeyError):
    """No ruleset has the identifier asked for."""

    def __str__(self) -> str:
        return f"there is no ruleset {self.args[0]!r}; there are {', '.join(RULESETS)}"


@dataclass(frozen=True, slots=True)
class Wording:
    """How an older ruleset words a rule that changed later."""

    text: str
    text_nl: str


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A version of the rules with every open question settled.

    ``switches`` hold what differs between the versions, ``rulings`` the chosen option of every ruling by its
    ``"H1"`` identifier, ``answers`` is the edition that settled those which nobody chose. ``wordings`` are rules that
    this version words differently from the index, ``absent`` the rules it does not have yet. ``sha256`` covers
    identifier, switches and rulings: two games with the same hash were judged by the same rules. ``frozen_sha256``
    covers the version alone.
    """

    id: str
    switches: Mapping[str, Switch]
    rulings: Mapping[str, str]
    answers: Edition
    wordings: Mapping[str, Wording]
    absent: frozenset[str]
    sha256: str
    frozen_sha256: str

    def ruling(self, name: str) -> str:
        """The option chosen for the ruling ``"H7"``, also known as ``"direction"``; else :class:`UnknownRuling`."""
        return self.rulings[ruling(name).id]


def load_ruleset(
    ruleset_id: str = LATEST, rulings: Mapping[str, str] | None = None, day: str = ""
) -> Ruleset:
    """The ruleset with this identifier, with ``rulings`` (by id or key) put in place of the defaults of a ``day``.

    ``day`` names an edition of answers, or is the hash that older logs pin; "" is today. Raises
    :class:`UnknownRuleset`, :class:`UnknownRuling`, :class:`UnknownOption` or
    :class:`rules_engine.kernel.rulings.UnknownAnswers`.
    """
    if ruleset_id not in RULESETS:
        raise UnknownRuleset(ruleset_id)
    return _load(ruleset_id, tuple(sorted((rulings or {}).items())), day)


def ruling(name: str) -> Ruling:
    """The ruling with this id (``"H7"``) or key (``"direction"``); else :class:`UnknownRuling`."""
    return find_ruling(rulings(), name)


@cache
def rulings() -> Mapping[str, Ruling]:
    """Every ruling by its id, H1 first."""
    return answers().rulings


@cache
def answers() -> Answers:
    """The rulings with the editions of their answers."""
    return read_answers(_read("rulings.toml"))


def ruling_changes(ruleset: Ruleset) -> dict[str, str]:
    """The rulings of ``ruleset`` that differ from the defaults, by id: what an event's page has to announce."""
    return answers().changes(ruleset.rulings)


@lru_cache(maxsize=256)
def _load(ruleset_id: str, overrides: tuple[tuple[str, str], ...], day: str) -> Ruleset:
    data = _read(f"rules/{ruleset_id.removeprefix('x610z/')}.toml")
    own = dict(overrides)
    edition = answers().edition(day, own)
    chosen = answers().settled(own, edition)
    switches = data["switches"]
    wordings = {rule_id: Wording(**texts) for rule_id, texts in data.get("wordings", {}).items()}
    return Ruleset(
        id=ruleset_id,
        switches=MappingProxyType(switches),
        rulings=MappingProxyType(chosen),
        answers=edition,
        wordings=MappingProxyType(wordings),
        absent=frozenset(data.get("absent", ())),
        sha256=_sha256([ruleset_id, switches, chosen]),
        frozen_sha256=_sha256([ruleset_id, switches, sorted(data.get("absent", ()))]),
    )


def _read(name: str) -> dict[str, Any]:
    source = files("rules_engine.x610z") / name
    return tomllib.loads(source.read_text(encoding="utf-8"))


def _sha256(value: object) -> str:
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()
