"""The time zones that a person can choose: the places that this machine knows, without its old spellings."""

from functools import cache
from zoneinfo import available_timezones

AREAS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def zones() -> tuple[str, ...]:
    """Their names, in order."""
    return tuple(sorted(name for name in available_timezones() if name.partition("/")[0] in AREAS))


def zone_choices() -> list[tuple[str, str]]:
    """For a form: the name, and the same as people read it."""
    return [(name, name.replace("_", " ")) for name in zones()]
