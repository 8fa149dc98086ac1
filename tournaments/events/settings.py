"""What a setting is: one declaration, from which the forms, the checks, the words of a page and the API follow.

A setting is a field of a frozen struct: of :class:`tournaments.events.policy.Policy` where every event has it, of the
struct that a format names where only that format has it. The field gives name, type and default; a :class:`Setting`
beside the type gives the rest.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any, get_args, get_type_hints

import msgspec
from django.utils.functional import Promise

from .registry import Registered, registered

Words = str | Promise
"""Words in the language of the person who makes them, or in that of the reader."""


@dataclass(frozen=True)
class PolicyLine:
    """One value of a policy in plain words, with the rule it comes from when a rule decides it."""

    label: str
    value: str
    rule: str | None = None


class Part(StrEnum):
    """Where the forms ask a setting."""

    BASICS = "basics"
    """What the tournament is."""
    PLAY = "play"
    """How it is played, where it differs from its kind."""
    RULES = "rules"
    """By which rules of the game."""


@dataclass(frozen=True, kw_only=True)
class Setting:
    """How a setting is asked, checked and said.

    ``bounds``: the least and the most of a number. ``choices``: the values there are, in the words of form and page.
    ``longest``: of a text that a program sends. ``asked_as``: the field of the form, where several settings share one.
    ``until_entry``: players choose their deck or their team by it, so it stays once they can enter. ``elsewhere``: what
    is said of it where another format is played. ``says``: its line on the tournament's page; None when it is not
    worth one.
    """

    label: Words = ""
    help: Words = ""
    part: Part = Part.PLAY
    bounds: tuple[int, int] | None = None
    choices: Mapping[Any, Words] = field(default_factory=dict)
    longest: int = 40
    asked_as: str = ""
    until_entry: bool = False
    elsewhere: Words = ""
    says: Callable[[Any], PolicyLine | None] | None = None


@dataclass(frozen=True)
class Declared:
    """A setting with the name, the type and the default of its field."""

    name: str
    type: Any
    default: Any
    setting: Setting

    @property
    def asked_as(self) -> str:
        """The field of the form that asks it."""
        return self.setting.asked_as or self.name

    @property
    def is_tick(self) -> bool:
        """Whether it is a box to tick: chosen, or as usual."""
        return self.type is bool and not self.setting.choices

    def is_said_by(self, answer: object) -> bool:
        """Whether a form chose something: an empty field, or a box that is not ticked, leaves it as usual."""
        return answer is not None and answer != "" and (answer is True or not self.is_tick)


@cache
def declared(struct: type[msgspec.Struct]) -> Mapping[str, Declared]:
    """The settings that a struct declares, in their order, by name."""
    hints, usual = get_type_hints(struct, include_extras=True), struct()
    found = {}
    for name in struct.__struct_fields__:
        kind, *more = get_args(hints[name]) or (hints[name],)
        for one in more:
            if isinstance(one, Setting):
                found[name] = Declared(name, kind, getattr(usual, name), one)
    return found


def own_settings() -> Mapping[str, Declared]:
    """The settings that formats declare for themselves, in the order of the formats, each once."""
    return _own_settings(registered())


@lru_cache(maxsize=4)
def _own_settings(known: tuple[Registered, ...]) -> Mapping[str, Declared]:
    found: dict[str, Declared] = {}
    for one in known:
        for name, setting in declared(one.settings).items():
            if found.setdefault(name, setting) != setting:
                raise ValueError(f"{one.kind} declares {name!r} otherwise than another format")
    return found
