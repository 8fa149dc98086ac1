"""What only a judge of the event writes into a journal: stops, goes on, corrects, takes back, signs for somebody."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import reason_of
from ledger.people import Person
from ledger.shapes import Json
from ledger.sql import Statement
from rules_engine.recording import journal
from tournaments.entries.models import Entry
from tournaments.events.access import Right
from tournaments.events.models import Staff, Tournament
from tournaments.rounds.services import refuse_own_match

from .chain import signatures
from .journal_services import keep, locked_recording, match_first, taking_of
from .models import OpenedHand, Recording
from .opening import seated
from .taking import Taking
from .writers import Writer


class RecordingIs(TypedDict):
    """A recording, the number of its newest entry, and where it stands."""

    recording: int
    seq: int
    state: str


class HandOpened(TypedDict):
    """That a judge has seen the hand."""

    opened: bool


State = Recording.State
REMEDIES = {
    "G1": gettext_lazy("a rule of the game was not followed (G1)"),
    "G3": gettext_lazy("an extra card was seen or drawn (G3)"),
}
"""What a game is mended for by taking back: the infraction by its number, in words."""


def _judge(cmd: Command, tournament: Tournament, recording_id: int) -> tuple[Recording, Taking, Writer]:
    recording = locked_recording(tournament, recording_id)
    if recording.match is None:
        raise UserError("no_recording", _("This recording does not exist."))
    refuse_own_match(cmd, recording.match, Right.RULE)
    if recording.state == State.VOID:
        raise UserError("void", _("This recording no longer counts."))
    taking = taking_of(recording, cmd.at)
    cmd.anchor(recording=recording.pk, match=recording.match_id)
    return (
        recording,
        taking,
        Writer(None, None, frozenset(), everybody=True, judge=True, author=cmd.actor.user.pk),
    )


def _answer(recording: Recording) -> RecordingIs:
    return {"recording": recording.pk, "seq": recording.head, "state": recording.state}


@command("recording.freeze", own_chain=True)
def recording_freeze(cmd: Command, *, tournament: Tournament, recording_id: int) -> RecordingIs:
    """A judge stops a game: from now on nobody writes."""
    recording, taking, writer = _judge(cmd, tournament, recording_id)
    if taking.state == State.FROZEN:
        raise UserError("called", _("A judge was already called."))
    taking.add(journal.FREEZE, {}, journal.OK, writer)
    taking.state = State.FROZEN
    keep(cmd, recording, taking)
    return _answer(recording)


@command("recording.resume", own_chain=True)
def recording_resume(
    cmd: Command, *, tournament: Tournament, recording_id: int, minutes: int = 0, given: bool = False
) -> RecordingIs:
    """A judge lets a game go on; ``minutes`` is what the table lost, proposed to anyone who extends it.

    ``given``: it gets them at once, by :func:`~tournaments.rounds.services.match_extend`; only then the journal has
    them as ``minutes``, which the phones call added.
    """
    if not 0 <= minutes <= 60:
        raise UserError("minutes", _("Enter between 0 and 60 minutes."), field="minutes")
    recording, taking, writer = _judge(cmd, tournament, recording_id)
    if taking.state != State.FROZEN:
        raise UserError("not_called", _("No judge was called."))
    body = {"minutes": minutes, "given": True} if given else {"lost": minutes}
    taking.add(journal.RESUME, body, journal.OK, writer)
    taking.state = State.OPEN
    taking.settle()
    cmd.record(minutes=minutes)
    keep(cmd, recording, taking)
    return _answer(recording)


@command("recording.correct", own_chain=True)
def recording_correct(
    cmd: Command, *, tournament: Tournament, recording_id: int, change: Sequence[Sequence[Any]], reason: str
) -> RecordingIs:
    """A judge corrects the position: rows as in a judge's line of a log, with the reason that the log will say."""
    reason = reason_of(reason, needed=_("Write down why."), most=300)
    recording, taking, writer = _judge(cmd, tournament, recording_id)
    body = {
        "kind": "judge",
        "do": "fix",
        "by": f"J{cmd.actor.user.pk}",
        "change": [list(row) for row in change],
        "text": reason,
    }
    problem = taking.session.check(body)
    if problem is not None:
        raise UserError(
            "bad_change", problem.finding.text(), field="change", rule=problem.finding.rule or None
        )
    taking.add(journal.LINE, body, journal.OK, writer)
    taking.settle()
    cmd.explain(reason)
    keep(cmd, recording, taking)
    return _answer(recording)


def heads(judge: Person, tournament: Tournament) -> bool:
    """Whether a judge is head judge of the event: only they take back what lies behind a card that became known."""
    staff = Staff.objects.filter(tournament=tournament, user=judge.pk, role=Staff.Role.HEAD_JUDGE)
    return staff.exists()


@command("recording.rewind", own_chain=True)
def recording_rewind(
    cmd: Command, *, tournament: Tournament, recording_id: int, line: int, remedy: str, reason: str
) -> RecordingIs:
    """A judge takes back a line and everything after it, also behind a draw; that one only the head judge does."""
    reason = reason_of(reason, needed=_("Write down why."), most=300)
    if remedy not in REMEDIES:
        raise UserError("remedy", _("Choose the remedy."), field="remedy")
    recording, taking, writer = _judge(cmd, tournament, recording_id)
    if not any(one.n >= line for one in taking.session.played()):
        raise UserError("nothing", _("There is nothing to undo."), field="line")
    known = taking.session.reveals_since(line)
    if known and not heads(cmd.actor.user, tournament):
        raise UserError(
            "head_judge", _("A card was drawn, shown or shuffled since then: the head judge decides.")
        )
    taking.add(journal.UNDO, {"from": line, "remedy": remedy, "text": reason}, journal.OK, writer)
    taking.settle()
    cmd.record(line=line, remedy=remedy, known=known)
    cmd.explain(reason)
    keep(cmd, recording, taking)
    return _answer(recording)


def _match_first(cmd: Command, params: Json) -> list[Statement]:
    return match_first(cmd, params["recording_id"])


@command("recording.sign_for", own_chain=True, opening=_match_first)
def recording_sign_for(
    cmd: Command, *, tournament: Tournament, recording_id: int, seat: int, log_sha256: str, reason: str
) -> RecordingIs:
    """A judge signs for a player who cannot; the signature says so, and the log is no evidence of the first class."""
    reason = reason_of(reason, needed=_("Write down why."), most=300)
    recording, taking, writer = _judge(cmd, tournament, recording_id)
    if not taking.session.over or seat not in taking.places or seat in signatures(taking.rows):
        raise UserError("not_to_sign", _("There is nothing to sign for this player."))
    if log_sha256 != taking.session.sha256():
        raise UserError("other_log", _("The log has changed since you read it. Look at it again."))
    taking.add(journal.SIGN, {"log_sha256": log_sha256, "for": seat, "reason": reason}, journal.OK, writer)
    taking.settle()
    cmd.record(seat=seat)
    cmd.explain(reason)
    keep(cmd, recording, taking)
    return _answer(recording)


@command("recording.void", own_chain=True)
def recording_void(cmd: Command, *, tournament: Tournament, recording_id: int, reason: str) -> RecordingIs:
    """A judge says that a recording does not count; it stays to be read, and the game can be recorded anew."""
    reason = reason_of(reason, needed=_("Write down why."), most=300)
    recording, taking, writer = _judge(cmd, tournament, recording_id)
    taking.add(journal.FREEZE, {"void": True}, journal.OK, writer)
    taking.state = State.VOID
    cmd.explain(reason)
    keep(cmd, recording, taking)
    return _answer(recording)


@command("recording.open_hand", own_chain=True)
def recording_open_hand(
    cmd: Command,
    *,
    tournament: Tournament,
    recording_id: int,
    entry: Entry,
    notes: Sequence[Mapping[str, Any]],
) -> HandOpened:
    """A player opens the notes on their own hand to the judges of the event, because a judge asked."""
    recording = locked_recording(tournament, recording_id)
    at_the_table = seated(recording.match) if recording.match is not None else []
    if entry not in at_the_table or entry.user_id != cmd.actor.user.pk:
        raise PermissionDenied
    if recording.state != State.FROZEN:
        raise UserError("not_called", _("Call a judge first: only then somebody may look."))
    OpenedHand.objects.update_or_create(
        recording=recording, entry=entry, defaults={"notes": list(notes), "opened_at": cmd.at}
    )
    cmd.anchor(recording=recording.pk, entry=entry.pk)
    return {"opened": True}
