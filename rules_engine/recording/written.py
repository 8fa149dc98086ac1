"""A line of a recording once it was replayed, and what may stop it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules_engine.kernel.report import Finding
from rules_engine.kernel.told import Event

from .journal import Placed

Line = Any
"""A line of a log, of whichever game."""


class Problem(msgspec.Struct, frozen=True):
    """Why a line cannot stand: the kind of verdict, and the finding with its sentence and legal alternatives.

    ``need`` is the open choice where that is all that is missing.
    """

    verdict: str
    finding: Finding
    need: dict[str, Any] | None = None


class Written(msgspec.Struct, frozen=True):
    """One line that stands, replayed: ``raw`` is what the log has of it, ``names`` the words for what it names.

    ``reveals``: what somebody learned by it that was hidden (``draw``, ``shuffle``, ``show``), so that it cannot simply
    be taken back. ``top``: what the line let happen, as its game has it, and ``events`` what followed, in public.
    ``words`` keeps the sentences that were made of it, by what they were made for.
    """

    placed: Placed
    raw: bytes
    line: Line | None
    problem: Problem | None
    names: Mapping[str, str]
    reveals: tuple[str, ...] = ()
    top: object = None
    events: tuple[Event, ...] = ()
    words: dict[object, str] = msgspec.field(default_factory=dict)
