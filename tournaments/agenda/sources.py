"""What stands in an agenda, and where it comes from: each room that plans something for a person is a source."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ledger.people import Account


@dataclass(frozen=True, kw_only=True)
class Item:
    """One thing in an agenda.

    ``key`` names it for good, also in calendars. ``where`` is the address of its page on the site. ``about`` is what
    friends who may see the agenda read as its title: it names nobody; they are not shown an item without it. ``open``:
    not agreed yet. ``off``: called off. ``alone``: its place and page are for the owner alone. ``work``: as what the
    owner works there, for them alone. ``watched``: they need not be there, in words; it clashes with nothing.
    """

    key: str
    title: str
    about: str = ""
    starts_at: datetime
    ends_at: datetime
    place: str = ""
    where: str = ""
    work: str = ""
    open: bool = False
    off: bool = False
    alone: bool = False
    watched: str = ""

    def for_others(self) -> "Item":
        """The same as a friend reads it: nobody's name, and of what is the owner's alone neither place nor page."""
        place, where = ("", "") if self.alone else (self.place, self.where)
        return replace(self, title=self.about, work="", place=place, where=where)

    def overlaps(self, other: "Item") -> bool:
        """Whether nobody can be at both; what ends when the other begins does not."""
        return self.starts_at < other.ends_at and other.starts_at < self.ends_at


Source = Callable[[Account, datetime, datetime], Sequence[Item]]
"""What a room has for a person that ends after the first moment and begins before the second."""

_sources: dict[str, Source] = {}


def register(name: str, source: Source) -> None:
    """Let agendas show what a room plans; a name that comes again replaces the former one."""
    _sources[name] = source


def items_of(user: Account, since: datetime, until: datetime) -> list[Item]:
    """Everything in a person's agenda in this time, in order."""
    found = [item for source in _sources.values() for item in source(user, since, until)]
    return sorted(found, key=lambda item: (item.starts_at, item.key))


def clashes(items: Sequence[Item]) -> dict[str, list[Item]]:
    """Of each item that others overlap, which; what was called off overlaps nothing."""
    on = [item for item in items if not (item.off or item.watched)]
    found = {one.key: [other for other in on if other is not one and one.overlaps(other)] for one in on}
    return {key: others for key, others in found.items() if others}
