"""The register of credentials: everything that lets a browser, a phone or a program act or read for a person.

Rooms register each kind they have, with what ends it and what does not, and why; a kind that leaves something open
cannot be registered. Whoever signs somebody out, takes a role away or erases a person says what happened, and
:func:`end` ends whatever hangs on it, in the transaction of the caller. No room has to know the kinds of another.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum, auto
from uuid import uuid4

from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils.functional import Promise

from .people import Account

SESSION = "session"
"""Under what a session keeps its name."""


class Happening(StrEnum):
    """What may end a credential."""

    SIGN_OUT = auto()
    NEW_PASSWORD = auto()
    END_ALL = auto()
    ROLE_GONE = auto()
    LEFT = auto()
    ERASED = auto()


@dataclass(frozen=True, kw_only=True)
class Hung:
    """On whom or what a credential hangs that is to end.

    ``session``: the name of the session that ends (sign-out); ``keep``: of the one that stays (end all).
    ``tournament``: where the role was held, or the entry was; ``entry``: the one that was withdrawn, dropped or
    disqualified. ``everybody``: the operator ends everybody's, and ``person`` is nobody (0).
    """

    person: int
    at: datetime
    session: str = ""
    keep: str = ""
    tournament: int | None = None
    entry: int | None = None
    everybody: bool = False

    def whose(self, field: str) -> Q:
        """The rows of the person, or of everybody, by the field that says whose they are."""
        return Q(**{f"{field}__isnull": False}) if self.everybody else Q(**{field: self.person})


@dataclass(frozen=True)
class Shown:
    """One credential on its owner's page: ``number`` names it there, ``here`` that it is the one now in use."""

    number: str
    words: str
    since: datetime | None = None
    seen: datetime | None = None
    here: bool = False


@dataclass(frozen=True)
class Kind:
    """One kind of credential, kept in ``model``.

    ``ends``: what ends it, and how; the function returns how many ended. ``stays``: what does not, and why. Each
    happening stands in one of the two. ``shown``: those of a person, under the ``label``, as the session of that name
    sees them; ``end_one`` ends one of them by its number. Without them its owner has another page for it, or none.
    """

    key: str
    model: str
    ends: Mapping[Happening, Callable[[Hung], int]]
    stays: Mapping[Happening, str] = field(default_factory=dict)
    label: str | Promise = ""
    shown: Callable[[Account, str], Sequence[Shown]] | None = None
    end_one: Callable[[Account, str, datetime], int] | None = None

    def __post_init__(self) -> None:
        """Raise ``ValueError`` for a happening that is named nowhere, or twice."""
        if sorted([*self.ends, *self.stays]) != sorted(Happening):
            raise ValueError(f"{self.key}: each of {', '.join(Happening)} ends it or does not, and why")


_kinds: dict[str, Kind] = {}


def register(*kinds: Kind) -> None:
    """Add kinds of credential; one that comes again replaces the former one."""
    _kinds.update({kind.key: kind for kind in kinds})


def kinds() -> tuple[Kind, ...]:
    """Every kind, in the order in which rooms registered them."""
    return tuple(_kinds.values())


def end(happening: Happening, hung: Hung) -> int:
    """End every credential that this ends, all or none; how many there were."""
    with transaction.atomic():
        return sum(kind.ends[happening](hung) for kind in kinds() if happening in kind.ends)


def session_of(request: HttpRequest) -> str:
    """Which session of somebody signed in asks: a name that lets nobody in, and stays when the key changes."""
    if not request.session.get(SESSION):
        request.session[SESSION] = str(uuid4())
        request.session.save()  # what is ended by its name must have it
    return str(request.session[SESSION])
