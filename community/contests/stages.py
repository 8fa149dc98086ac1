"""How a contest stands at a moment: what its commands said, and what its dates say."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .models import Contest

DATES = ("entries_open_at", "entries_close_at", "voting_open_at", "voting_close_at")
LABELS = (
    _("Submit from"),
    _("Submit until"),
    _("Vote from"),
    _("Vote until"),
)


class Stage(TextChoices):
    """Where a contest is; only ``DRAFT``, ``DECIDED`` and ``CANCELLED`` are said by a command."""

    DRAFT = "draft", _("a draft")
    COMING = "coming", _("has not begun")
    ENTRIES = "entries", _("open for cards")
    CLOSED = "closed", _("the cards are being played")
    VOTING = "voting", _("open for votes")
    COUNTING = "counting", _("waiting for the result")
    DECIDED = "decided", _("decided")
    CANCELLED = "cancelled", _("cancelled")

    @property
    def badge(self) -> str:
        """The kind of its badge."""
        return _BADGES.get(self, "open")


_BADGES = {
    Stage.DRAFT: "draft",
    Stage.COMING: "waiting",
    Stage.CLOSED: "running",
    Stage.COUNTING: "waiting",
    Stage.DECIDED: "completed",
    Stage.CANCELLED: "over",
}


def stage_of(contest: Contest, now: datetime) -> Stage:
    """Where a contest is at a moment; in a state of a newer release nothing can come, go or be seen."""
    if contest.state != Contest.State.PUBLISHED:
        return Stage(contest.state) if contest.state in Contest.State else Stage.CLOSED
    reached = sum(now >= getattr(contest, name) for name in DATES)
    return (Stage.COMING, Stage.ENTRIES, Stage.CLOSED, Stage.VOTING, Stage.COUNTING)[reached]


def has_closed(stage: Stage) -> bool:
    """Whether no card can come or go any more."""
    return stage in (Stage.CLOSED, Stage.VOTING, Stage.COUNTING, Stage.DECIDED)


def shows_entries(stage: Stage) -> bool:
    """Whether everybody sees the cards and how the engine played them."""
    return stage in (Stage.VOTING, Stage.COUNTING, Stage.DECIDED)


class Step(NamedTuple):
    """A date of a contest: what it is, when, and whether it has been reached."""

    label: str | Promise
    at: datetime
    past: bool


def steps_of(contest: Contest, now: datetime) -> list[Step]:
    """The dates of a contest in their order."""
    return [
        Step(label, getattr(contest, name), getattr(contest, name) <= now)
        for name, label in zip(DATES, LABELS, strict=True)
    ]
