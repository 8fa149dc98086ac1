"""Policies as they are made, stored and planned by: the events there are to choose from, and what each kind adds.

A policy keeps what was chosen of the settings of a format in ``own``. As plain data (in the database, in the ledger,
for programs) every setting stands in one row of names, whichever room declares it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy
from msgspec.structs import replace

from ledger.shapes import Json
from rules_engine.games import games
from tournaments.formats import Format, first_format, format_after, formats

from .policy import OWN, Policy, PolicyChanges, StagePlan, Template, with_points
from .settings import Declared, declared, own_settings


def all_settings() -> Mapping[str, Declared]:
    """Every setting there is, in the order in which the forms ask them."""
    return _all_settings(tuple(formats()))


@lru_cache(maxsize=4)
def _all_settings(_known: tuple[Format, ...]) -> Mapping[str, Declared]:
    of_events = declared(Policy)
    found: dict[str, Declared] = {}
    if twice := own_settings().keys() & set(Policy.__struct_fields__):
        raise ValueError(f"a format declares what every event has: {sorted(twice)}")
    for name in Policy.__struct_fields__:
        if name == OWN:
            found |= own_settings()
        elif name in of_events:
            found[name] = of_events[name]
    return found


def bounds() -> Mapping[str, tuple[int, int]]:
    """The settings that are whole numbers, with the least and the most they may be."""
    return {
        name: one.setting.bounds for name, one in all_settings().items() if one.setting.bounds is not None
    }


def value_in(policy: Policy, name: str) -> Any:
    """The value of a setting by its name, of events or of a format."""
    own = own_settings().get(name)
    return policy.own.get(name, own.default) if own is not None else getattr(policy, name)


def made_of(said: PolicyChanges) -> Policy:
    """A policy with these values; what is not said is as usual.

    Raises ``msgspec.ValidationError`` for a name that nobody declares, and for a value of another type than declared.
    """
    if OWN in said:
        raise msgspec.ValidationError(f"{OWN!r} is no setting: those of a format are said by their names")
    known = own_settings()
    own = {name: msgspec.convert(value, known[name].type) for name, value in said.items() if name in known}
    rest = {name: value for name, value in said.items() if name not in known}
    return msgspec.convert(rest | {OWN: chosen(own)}, Policy)


def chosen(own: PolicyChanges) -> PolicyChanges:
    """Settings of formats without those that are as usual."""
    known = own_settings()
    return {name: value for name, value in own.items() if name not in known or known[name].default != value}


def changed(policy: Policy, changes: PolicyChanges) -> Policy:
    """The policy with these values in the place of its own, and what follows from them; raises as :func:`made_of`."""
    known = own_settings()
    strange = {name: value for name, value in policy.own.items() if name not in known}
    said = {name: value for name, value in policy.as_plain().items() if name not in strange}
    made = made_of(said | with_points(changes))
    return replace(made, own=strange | made.own)


def read_policy(plain: Json) -> Policy:
    """A policy that was stored, by an older release too.

    What it lacks is as usual; what no release knows any more (a setting that is gone, a format that was taken away)
    stays as it is and decides nothing.
    """
    strange = plain.keys() - _NAMES
    known = {name: value for name, value in plain.items() if name not in strange}
    return msgspec.convert(known | {OWN: chosen({name: plain[name] for name in strange})}, Policy)


_NAMES = frozenset(one.encode_name for one in msgspec.structs.fields(Policy)) - {OWN}


def resolve(template: str, **changes: Any) -> Policy:
    """The whole policy of a new event: defaults, then the template, then the organizer's changes.

    Raises ``msgspec.ValidationError`` for a name or value that no policy can have.
    """
    return made_of({**templates()[template].policy, **with_points(changes)})


def usual_of(template: str, policy: Policy) -> Policy:
    """What is usual for the kind that an event was made from; of an imported day, which no kind made, what it is."""
    return resolve(template) if template in templates() else policy


def templates() -> dict[str, Template]:
    """Everything an organizer can choose from: what the formats bring, and the games."""
    by_formats = {one.key: one for format_ in formats() for one in format_.templates}
    by_games = {
        kind.key: Template(kind.key, gettext_lazy(kind.label), dict(kind.policy))
        for game in games()
        for kind in game.law.kinds
    }
    return by_formats | {key: one for key, one in by_games.items() if key not in by_formats}


def stage_plan(policy: Policy, entries: int) -> StagePlan:
    """How this many entries play: the first stage as its format plans it, and the cut."""
    return first_format(policy).plan(policy, entries)


DUEL_ORDERS = ("x610z", "x610z_team", "mtg", "pokemon", "flesh_and_blood", "netrunner", "fide")
POD_ORDERS = ("x610z_pods", "commander_pods")


def orders_for(policy: Policy) -> tuple[str, ...]:
    """The orders of places that suit the tables of this event: by the key of their preset."""
    return POD_ORDERS if first_format(policy).many_seats else DUEL_ORDERS


def cut_for(policy: Policy, entries: int) -> int:
    """How many go on into the knock-out at most: the event's own number, else by the table; 0 without a cut.

    With a limit of points it is known only after the rounds how many have them: this is the most there can be.
    """
    return format_after(policy).cut_size(policy, entries) if policy.cut else 0
