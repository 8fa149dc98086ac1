"""Whether a recording takes anything more at all: how much there may be, of whom, and of a match that stands."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from ledger.shapes import Json
from rules_engine.recording import AnySession, journal

from .models import Recording
from .protocol import MAX_ENTRIES, Incoming
from .writers import Facts, Refusal, Writer

WORDS = frozenset({journal.CALL, journal.SIGN, journal.CONFIRM, journal.UNDO})
"""What everybody must be able to say of a game however much others wrote in it."""
SPARE = 300
"""So many words of these kinds a person may add beyond their share."""
LEAST_SHARE = 500
"""So much room a person has at a table of any size."""
ANSWERS = frozenset({"consent", "refuse"})
"""The keys of an entry that answers a question."""
QUESTIONS = 10
"""So many times a game a side may ask for something else to be agreed to without getting it."""


def admit(
    rows: Sequence[Json], state: str, facts: Facts, entry: Incoming, writer: Writer, places: int
) -> None:
    """Raise :class:`Refusal` where nothing more is taken of this writer, whatever it says."""
    if not _room(rows, entry, writer, places):
        raise Refusal("full", _("This recording is full. Nobody plays that long: show it to a judge."))
    if state == Recording.State.VOID:
        raise Refusal("void", _("This recording no longer counts."))
    if rows and not any(row["body"] for row in rows):
        raise Refusal("forgotten", _("What was written in this game is no longer kept."))
    if facts.final and state == Recording.State.SIGNED and _alone(entry, writer):
        raise Refusal(
            "final", _("Everybody signed, and the result of this match is final. Call a judge from its page.")
        )
    if _asked_in_vain(rows, entry, writer) >= QUESTIONS:
        raise Refusal("too_many_questions", _("You asked ten times and nobody agreed. Call a judge."))


def _alone(entry: Incoming, writer: Writer) -> bool:
    """Whether it would touch what everybody signed without anybody else saying yes."""
    return not writer.judge and (entry.kind in (journal.CALL, journal.LINE) or "not" in entry.body)


def check_read(session: AnySession, entry: Incoming) -> None:
    """Refuse what is no line of this game, whatever it is marked: nobody could read it, and no judge end it."""
    said = entry.body if entry.kind == journal.LINE else entry.body.get("line")
    if said and (problem := session.unread(said)) is not None:
        raise Refusal("bad_line", "", problem)


def _room(rows: Sequence[Json], entry: Incoming, writer: Writer, places: int) -> bool:
    """Whether one more fits: nobody fills a recording so that another can no longer write, call or sign."""
    if writer.everybody or writer.author is None:
        return len(rows) < MAX_ENTRIES
    own = sum(1 for row in rows if row["author"] == writer.author)
    share = max(LEAST_SHARE, MAX_ENTRIES * 2 // 3 // max(1, places - 1))
    if entry.kind in WORDS:
        return own < share + SPARE
    return own < share and len(rows) < MAX_ENTRIES


def _asked_in_vain(rows: Sequence[Json], entry: Incoming, writer: Writer) -> int:
    """How often this side asked what this entry asks once more, without a yes."""
    if entry.kind != journal.DEVIATE or ANSWERS & set(entry.body):
        return 0
    agreed = {row["body"].get("consent") for row in rows if row["status"] == journal.OK}
    return sum(row["seq"] not in agreed for row in questions(rows, journal.DEVIATE, writer.seat))


def questions(rows: Sequence[Json], kind: str, seat: int | None) -> list[Json]:
    """What a side asked the others to agree to, whatever they answered."""
    asked = (row for row in rows if row["kind"] == kind and row["status"] == journal.ASKED)
    return [row for row in asked if row["by"] == seat and not ANSWERS & set(row["body"])]
