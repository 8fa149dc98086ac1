"""Policies as values: every setting by its name, made of what was said, read from what was stored.

A policy keeps what was chosen of the settings of a format in ``own``. As plain data (in the database, in the ledger,
for programs) every setting stands in one row of names, whichever room declares it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from ledger.shapes import Json

from .policy import OWN, Policy, PolicyChanges, with_points
from .registry import Registered, registered
from .settings import Declared, declared, own_settings


def all_settings() -> Mapping[str, Declared]:
    """Every setting there is, in the order in which the forms ask them."""
    return _all_settings(registered())


@lru_cache(maxsize=4)
def _all_settings(_known: tuple[Registered, ...]) -> Mapping[str, Declared]:
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
