"""Who writes in a journal, what the hall says at that moment, and how it is said that something is not taken."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from rules_engine.recording import Problem


@dataclass(frozen=True)
class Writer:
    """Who writes: ``seats`` are those for which they may, ``everybody`` whether for the whole table.

    ``judge``: decides alone, and past everything. ``deck``: copies of their own registered list by card number, only
    where this writer may be told what is on it.
    """

    device: int | None
    seat: int | None
    seats: frozenset[int]
    everybody: bool = False
    judge: bool = False
    author: int | None = None
    deck: Mapping[str, int] | None = None
    scribes: bool = False
    key: str = ""


@dataclass(frozen=True)
class Refusal(Exception):
    """Why an entry is not taken: a stable code, a sentence, and what the engine found if it was that."""

    code: str
    text: str
    problem: Problem | None = None


@dataclass(frozen=True)
class Facts:
    """What the hall says at this moment: whether time was called at the table, how much the engine helps, and whether
    the result of the match is final.

    ``phones``: when the phone of a seat was last heard, for those that were; ``lists``: those that are open in this
    event, by seat; ``people``: the seat of every person at a table for which one writes, and when they were last heard
    there. All are asked only where it matters.
    """

    now: str
    time_called: bool = False
    help: str = "lit"
    final: bool = False
    at: datetime | None = None
    phones: Callable[[], Mapping[int, datetime]] = dict
    people: Callable[[], Mapping[int, tuple[int, datetime | None]]] = dict
    lists: Callable[[], Mapping[int, Mapping[str, int]]] = dict


class Foreign(Exception):
    """Somebody writes what only another player may: the whole batch is refused and nothing of it is kept."""


def nothing_to_undo(*, others: bool) -> Refusal:
    """A line that is not there, as on a page from before it was undone; ``others``: lines stand that can be."""
    gone = _("That line is already undone. Look at the newest line, and undo that one if it is wrong.")
    return Refusal("nothing", gone if others else _("There is nothing to undo."))
