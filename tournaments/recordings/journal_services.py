"""Opening a recording, and writing into its journal: every entry once, in one order, none ever changed."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, TypedDict

import msgspec
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import Max
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.hashing import digest
from ledger.shapes import Json
from ledger.sql import Statement, json_text, moment
from rules_engine.recording import journal
from tournaments.entries.lists import require_lists
from tournaments.events.access import Right, actor_with
from tournaments.events.models import Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.services import TASK
from tournaments.rounds.models import Match
from tournaments.rounds.selectors import without_deck_at
from tournaments.rounds.services import locked_match, table_opening, time_called

from .evidence import evidence_of
from .models import Recording, RecordingDevice
from .opening import SIZES, opening_of, seated
from .protocol import Incoming
from .questions import table_plays, table_waits
from .replayed import keep_replayed, replayed, with_gaps
from .results import report_signed
from .sayings import persons_of, sayings, summed
from .selectors import GONE, asked_of, open_lists, own_deck, phone_of, standing_of, table_of
from .statements import ENTRY_ADDED, LOCK, PACE, WRITTEN_ON
from .taking import Taking
from .writers import Facts, Foreign, Refusal, Writer


class RecordingOpened(TypedDict):
    """A recording, and whether it was begun just now."""

    recording: int
    new: bool


class Written(TypedDict):
    """What became of every entry that was sent, in its order, and where the recording stands now."""

    acks: list[Json]
    stands: Json


class RecordedEnd(TypedDict):
    """How a recorded game ended, by seats, and by which rule."""

    winners: list[int]
    losers: list[int]
    draw: bool
    rule: str


Mode, State = Recording.Mode, Recording.State
ANCHOR_EVERY = 20
"""So many entries lie at most between two rows of the ledger that hold the hash of a journal."""


SPELL = timedelta(seconds=10)
MOST_IN_PACE = 1_000
"""Entries of one device in ten seconds: two batches of the largest size."""


@command("recording.open")
def recording_open(
    cmd: Command, *, tournament: Tournament, match_id: int, game_number: int = 1, mode: str = Mode.TWO_PHONES
) -> RecordingOpened:
    """Somebody at the table begins to record a game, or a judge afterwards; of one game there is one recording."""
    match = locked_match(cmd, tournament, match_id, open_round=mode != Mode.JUDGE)
    players = seated(match)
    plays = any(one.user_id == cmd.actor.user.pk for one in players)
    if not plays and actor_with(cmd.actor.user, tournament, Right.LOGS) is None:
        raise UserError("not_your_match", _("This is not your match."))
    if match.kind != Match.Kind.PLAYED or len(players) not in SIZES:
        raise UserError("not_played", _("This match is not played at a table."))
    if mode not in (Mode.TWO_PHONES, Mode.SCRIBE, Mode.JUDGE) or (mode == Mode.JUDGE and plays):
        raise UserError("mode", _("Choose who writes."), field="mode")
    if not 1 <= game_number <= tournament.policy.games:
        raise UserError("game_number", _("Say which game of the match this was."), field="game_number")
    found = Recording.objects.filter(match=match, game_number=game_number).exclude(state=State.VOID).first()
    if found is not None:
        cmd.record(recording=found.pk, new=False)
        return {"recording": found.pk, "new": False}
    if match.state == Match.State.FINAL and mode != Mode.JUDGE:
        raise UserError("final", _("The result of this match is final."))
    if mode != Mode.JUDGE:
        require_lists(tournament, without_deck_at(match.pk))
    opening = opening_of(match, game_number, _last_losers(match, game_number))
    recording = Recording.objects.create(
        match=match,
        game_number=game_number,
        mode=mode,
        opening=opening,
        head_hash=digest(opening),
        opened_at=cmd.at,
        opened_by=cmd.actor.user,
    )
    cmd.record(
        recording=recording.pk,
        match=match.pk,
        game=game_number,
        mode=mode,
        opening=recording.head_hash,
        new=True,
    )
    cmd.public = mode != Mode.JUDGE  # the others at the table read on their own match that they can join
    return {"recording": recording.pk, "new": True}


def _last_losers(match: Match, game_number: int) -> Sequence[int]:
    """The seats that lost the game before, as its recording has it; nobody where it was not recorded."""
    games = Recording.objects.filter(match=match, game_number=game_number - 1, result__isnull=False)
    before = games.exclude(state=State.VOID)  # also one that was stopped once it was over
    recording = with_gaps(before).select_related("match__round").first()
    if recording is None:
        return ()
    state = replayed(recording).session.state
    return state.result.losers if state is not None and state.result is not None else ()


def locked_recording(tournament: Tournament | None, recording_id: int) -> Recording:
    """The recording under its row's lock: one writer at a time, and only at this table."""
    rows = Recording.objects.select_for_update(of=("self",), no_key=True)
    found = with_gaps(rows.select_related("match__round"))
    recording = found.filter(pk=recording_id, match__tournament=tournament).first()
    if recording is None:
        raise UserError("no_recording", _("This recording does not exist."))
    if recording.match is not None and tournament is not None:
        recording.match.tournament = recording.match.round.tournament = tournament
    return recording


def taking_of(recording: Recording, at: datetime) -> Taking:
    """The journal of a locked recording, ready for more."""
    game, match = replayed(recording), recording.match
    facts = Facts(
        now=at.isoformat(),
        at=at,
        phones=lambda: heard_of(recording),
        people=cache(lambda: people_of(recording)),
        lists=lambda: open_lists(recording),
        time_called=match is None or time_called(match, at),
        help=match.tournament.policy.help_at_the_table if match is not None else "lit",
        final=match is not None and match.state == Match.State.FINAL,
    )
    return Taking(
        recording.pk,
        game.session,
        game.rows,
        recording.state,
        recording.head_hash,
        facts,
        recording.pen_id,
    )


def writer_of(recording: Recording, device: RecordingDevice) -> Writer:
    """Who writes by a device; their own list goes with them only on the phone of its owner."""
    everybody = recording.mode != Mode.TWO_PHONES and device.seat is None
    seats = frozenset() if device.seat is None else frozenset({device.seat})
    deck = own_deck(recording, device.entry) if device.entry is not None else None
    return Writer(
        device.pk,
        device.seat,
        seats,
        everybody=everybody,
        author=device.person_id,
        deck=deck,
        scribes=everybody and recording.mode == Mode.SCRIBE,
        key=device.public_key,
    )


def heard_of(recording: Recording) -> Mapping[int, datetime]:
    """When the phones of the seats were last heard, each by its own word."""
    phones = RecordingDevice.objects.filter(recording=recording, seat__isnull=False, heard_at__isnull=False)
    heard = phones.values("seat").annotate(last=Max("heard_at")).values_list("seat", "last")
    return {seat: last for seat, last in heard if seat is not None}


def people_of(recording: Recording) -> Mapping[int, tuple[int, datetime | None]]:
    """The seats of the people at a table that one of them writes for, each with when a phone of theirs was heard."""
    if recording.mode != Mode.SCRIBE:
        return {}
    phones = RecordingDevice.objects.filter(recording=recording, heard_at__isnull=False, revoked_at=None)
    heard = dict(phones.values("person").annotate(last=Max("heard_at")).values_list("person", "last"))
    return {person: (seat, heard.get(person)) for person, seat in persons_of(recording).items()}


def match_first(cmd: Command, recording_id: int) -> list[Statement]:
    """The locks of round and match, which come before that of the recording, for who may end the match by signing."""
    found = Recording.objects.filter(pk=recording_id).values_list("match", flat=True).first()
    return table_opening(cmd, found) if found is not None else []


def _opening(cmd: Command, params: Json) -> list[Statement]:
    """The lock and the first reads of a line: its table, the phone that writes it, how fast that one has written."""
    tournament, recording_id, device_id = cmd.tournament, params["recording_id"], params["device_id"]
    if not isinstance(tournament, Tournament):
        return []
    lock: list[Statement] = [(LOCK, (recording_id,))] if connection.features.has_select_for_update else []
    pace = (PACE, (device_id, moment(cmd.at - SPELL)))
    if any(entry.get("kind") == journal.SIGN for entry in params["entries"]):
        lock = [*match_first(cmd, recording_id), *lock]
    return [*lock, *asked_of(recording_id, tournament, device_id), pace]


@command("recording.write", own_chain=True, opening=_opening)
def recording_write(
    cmd: Command,
    *,
    tournament: Tournament,
    recording_id: int,
    device_id: int,
    entries: Sequence[Json],
) -> Written:
    """A device adds entries, in order. What is not taken ends the batch; what was taken before it stays.

    Raises PermissionDenied, and keeps nothing, when an entry is not this device's to write. The ledger has a row of it
    only at calls, signatures and every twentieth entry.
    """
    of_table, of_phone, [[recent]] = cmd.opened[-3:]
    recording, device = table_of(tournament, of_table), phone_of(tournament, of_phone)
    if recording is None:
        raise UserError("no_recording", _("This recording does not exist."))
    if device is None or device.revoked_at is not None:
        raise UserError("revoked", _("This phone no longer writes here. Another one took its place."))
    if device.entry is not None and device.entry.state in GONE:
        raise UserError(
            "dropped", _("You have dropped from the tournament, so this recording is closed to you.")
        )
    require_pace(recent, entries)
    taking, writer = taking_of(recording, cmd.at), writer_of(recording, device)
    acks: list[Json] = []
    try:
        for entry in msgspec.convert(list(entries), list[Incoming]):
            try:
                row = taking.take(entry, writer)
            except Refusal as refusal:
                acks.append(refused(entry, refusal, taking))
                break
            acks.append({name: row[name] for name in ("device_seq", "seq", "status", "hash")})
    except Foreign:
        raise PermissionDenied from None
    keep(cmd, recording, taking)
    return {"acks": acks, "stands": standing_of(recording)}


def require_pace(recent: int, entries: Sequence[Json]) -> None:
    """Refuse entries of a phone that wrote ``recent`` others within :data:`SPELL`."""
    if recent + len(entries) > MOST_IN_PACE:
        raise UserError("too_fast", _("That is faster than anybody plays. Wait a moment."))


def refused(entry: Incoming, refusal: Refusal, taking: Taking) -> Json:
    """The answer for an entry that is not taken; what the engine found is worded by the view."""
    row: Json = {"device_seq": entry.device_seq, "seq": None, "status": "refused"}
    row |= {"error": refusal.code, "text": refusal.text}
    if refusal.problem is not None:
        row["problem"] = msgspec.to_builtins(refusal.problem.finding) | {"verdict": refusal.problem.verdict}
        row["body"] = entry.body
    return row


def keep(cmd: Command, recording: Recording, taking: Taking) -> None:
    """Store what was added, tell who listens, and put the hash of the journal into the ledger where it is time to."""
    if not taking.added:
        return
    for row in taking.added:
        cmd.write((ENTRY_ADDED, _values(cmd, recording, row)))
    before = recording.head
    recording.head, recording.head_hash, recording.pen_id = taking.head, taking.head_hash, taking.pen
    was, recording.state = recording.state, taking.state
    changed = was != recording.state
    recording.result = _result(taking)
    result = json_text(recording.result) if recording.result is not None else None
    stands = (recording.head, recording.head_hash, recording.pen_id, recording.state, result)
    cmd.write((WRITTEN_ON, (*stands, recording.pk)))
    if recording.match is not None and recording.state in (State.ENDED, State.SIGNED):
        _keep_log(cmd, recording, taking)
    if taking.anchored or changed or before // ANCHOR_EVERY != recording.head // ANCHOR_EVERY:
        cmd.anchor(
            recording=recording.pk, seq=recording.head, hash=recording.head_hash, state=recording.state
        )
    if changed and recording.match is not None:
        _tell_table(cmd, recording, was)
    if recording.state == State.SIGNED and any(row["kind"] == journal.SIGN for row in taking.added):
        report_signed(cmd, recording, taking.rows)
    cmd.tell(recording.stream, recording.head)
    keep_replayed(recording.pk, taking.rows, taking.session, taking.head_hash)


def _values(cmd: Command, recording: Recording, row: Json) -> tuple[Any, ...]:
    """The values of an entry in the order of its statement."""
    said = ("seq", "device", "device_seq", "base", "kind")
    found = ("by", "author", "status", "prev_hash", "hash", "signature", "voice", "at")
    return (
        recording.pk,
        *(row[name] for name in said),
        json_text(row["body"]),
        *(row[name] for name in found),
        moment(cmd.at),
    )


def _tell_table(cmd: Command, recording: Recording, was: str) -> None:
    """A game that stopped has a judge called to its table, whoever stopped it; one that goes on needs none any more."""
    if recording.state == State.FROZEN:
        table_waits(cmd, recording)
    elif was == State.FROZEN and recording.state != State.VOID:
        table_plays(cmd, recording)


def _result(taking: Taking) -> RecordedEnd | None:
    """How the game ended by the rules, once its end line is written."""
    result = taking.session.result
    if result is None or not taking.session.over:
        return None
    return {
        "winners": list(result.winners),
        "losers": list(result.losers),
        "draw": result.draw,
        "rule": result.rule,
    }


def _keep_log(cmd: Command, recording: Recording, taking: Taking) -> None:
    """Let what is written become a log of the match, once for every end line; the engine checks it like any other."""
    data = taking.session.log()
    evidence = evidence_of(recording, taking.rows)
    voices = summed(sayings(taking.rows, taking.session, persons_of(recording)))
    log, made = GameLog.objects.get_or_create(
        match=recording.match,
        entry=None,
        sha256=taking.session.sha256(),
        defaults={
            "game_number": recording.game_number,
            "original": data,
            "size": len(data),
            "submitted_at": cmd.at,
            "recorded": True,
            "evidence": evidence,
            "voices": voices,
        },
    )
    if made:
        cmd.send_task(TASK, log.pk, queue="replay")
    elif (log.evidence, log.voices) != (evidence, voices):
        log.evidence, log.voices = evidence, voices
        log.save(update_fields=["evidence", "voices"])
    if recording.log_id != log.pk:
        recording.log = log
        recording.save(update_fields=["log"])
