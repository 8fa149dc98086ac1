"""What can be reported, kind by kind. Each room registers its own when Django starts; this room knows none of them.

A link to report something is ``{% report_link "kind" key %}`` (``{% load safety %}``): the key is what the kind's
``find`` is given, a number or a code that everybody who sees the thing may know.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise

from ledger.commands import Command
from ledger.people import Person
from tournaments.organizations.models import Organization

Text = str | Promise


@dataclass(frozen=True)
class Thing:
    """What was reported, as it stands now.

    ``words``: what it says, of which an excerpt is kept while somebody decides. ``concerned``: the account that made
    it, which is told what is decided; None where that is nobody alone. ``organization``: whose people look first; None
    where the office does.
    """

    title: str
    url: str
    words: str
    concerned: int | None = None
    organization: Organization | None = None


@dataclass(frozen=True)
class Kind:
    """One kind of thing that can be reported.

    ``find``: the thing with a key as this reader may see it (None: the site itself, which sees all), or None where it
    is not there. ``hide``: takes it out of sight inside the command that decided so, with the reason; ``hiding`` says
    to who decides what that does. ``show`` undoes it where that can be done; else its maker may write it again.
    """

    key: str
    label: Text
    find: Callable[[str, Person | None], Thing | None]
    hide: Callable[[Command, str, str], None]
    hiding: Text
    show: Callable[[Command, str], None] | None = None


KINDS: dict[str, Kind] = {}


def register(*kinds: Kind) -> None:
    """Let these kinds be reported; raises ValueError for a name that is taken by another."""
    for kind in kinds:
        if KINDS.setdefault(kind.key, kind) is not kind:
            raise ValueError(f"two kinds are called {kind.key}")


LONGEST_KEY = 80


def found(kind: str, key: str, reader: Person | None) -> Thing | None:
    """The thing with this kind and key, if there is one that this reader may see.

    A number has one way to be written, so that one thing is one matter.
    """
    known = KINDS.get(kind)
    odd = "\x00" in key or len(key) > LONGEST_KEY or (key.isdigit() and (not key.isascii() or key[0] == "0"))
    return known.find(key, reader) if known is not None and not odd else None
