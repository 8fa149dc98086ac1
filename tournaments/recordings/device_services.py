"""Phones that write: made for their own seat, paired by a code, replaced when they are lost."""

from datetime import timedelta
from typing import Any, TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.people import Account
from tournaments.events.access import Right, actor_with
from tournaments.events.models import Tournament

from .journal_services import locked_recording
from .keys import fits, head_seen, is_key
from .models import PairingCode, Recording, RecordingDevice, RecordingEntry
from .opening import seated
from .selectors import GONE


class DeviceMade(TypedDict):
    """The row of a phone that writes."""

    device: int


class PhoneHeard(TypedDict):
    """The key by which a phone is known, "" where it has none."""

    key: str


class CodeMade(TypedDict):
    """The row of a code with which a second phone joins."""

    code: int


Mode = Recording.Mode
CODE_MINUTES = 10
MOST_DEVICES = 30
"""Devices of one person in one recording: who changes phones every few minutes is not recording a game."""


@command("recording.device", own_chain=True)
def recording_device(
    cmd: Command,
    *,
    tournament: Tournament | None = None,
    recording_id: int,
    secret_sha256: str,
    session: str,
    table: bool = False,
) -> DeviceMade:
    """A person at the table writes by this browser from now on; the phone they had before does not any more.

    ``session``: the name of the one beside which it is good. ``table``: as a scribe for everybody, where the mode has
    one.
    """
    recording = locked_recording(tournament, recording_id)
    seat, entry = _place(cmd, tournament, recording, table=table)
    device = _replace(cmd, recording, seat, entry, cmd.actor.user, secret_sha256, session)
    cmd.anchor(recording=recording.pk, device=device.pk, seat=seat)
    return {"device": device.pk}


def _place(
    cmd: Command, tournament: Tournament | None, recording: Recording, *, table: bool
) -> tuple[int | None, Any]:
    """The seat and entry for which this person may write; (None, None) for the whole table."""
    user = cmd.actor.user
    if recording.match is None:
        if recording.owner_id != user.pk:
            raise UserError("not_yours", _("This is not your game."))
        return None, None
    players = seated(recording.match)
    seat = next((number for number, one in enumerate(players) if one.user_id == user.pk), None)
    if seat is not None and players[seat].state in GONE:
        raise UserError(
            "dropped", _("You have dropped from the tournament, so this recording is closed to you.")
        )
    judge = tournament is not None and actor_with(user, tournament, Right.LOGS) is not None
    if recording.mode == Mode.JUDGE:
        if not judge:
            raise UserError("not_judge", _("A judge writes this game down."))
        return None, None
    if seat is None:
        raise UserError("not_your_match", _("This is not your match."))
    return (None, None) if table and recording.mode == Mode.SCRIBE else (seat, players[seat])


def _replace(
    cmd: Command,
    recording: Recording,
    seat: int | None,
    entry: Any,
    person: Account,
    secret_sha256: str,
    session: str | None,
) -> RecordingDevice:
    """The phone of that seat from now on; a paired one has None for the name of a session."""
    devices = RecordingDevice.objects.filter(recording=recording)
    if devices.filter(person=person).count() >= MOST_DEVICES:  # nobody uses up what another needs
        raise UserError("too_many_devices", _("Too many phones have written here. Call a judge."))
    devices.filter(seat=seat, person=person, revoked_at=None).update(revoked_at=cmd.at)
    return RecordingDevice.objects.create(
        recording=recording,
        seat=seat,
        entry=entry,
        person=person,
        secret_hash=secret_sha256,
        session=session or "",
        paired=session is None,
        made_at=cmd.at,
    )


@command("recording.pair", own_chain=True)
def recording_pair(
    cmd: Command, *, tournament: Tournament, recording_id: int, code_sha256: str, table: bool = False
) -> CodeMade:
    """A code for another phone of one's own seat, good once and for ten minutes; an earlier one is worth nothing."""
    recording = locked_recording(tournament, recording_id)
    seat, entry = _place(cmd, tournament, recording, table=table)
    codes = PairingCode.objects.filter(recording=recording, person=cmd.actor.user, seat=seat)
    codes.filter(used_at=None).update(used_at=cmd.at)
    code = PairingCode.objects.create(
        recording=recording,
        seat=seat,
        entry=entry,
        person=cmd.actor.user,
        code_hash=code_sha256,
        made_at=cmd.at,
        expires_at=cmd.at + timedelta(minutes=CODE_MINUTES),
    )
    cmd.anchor(recording=recording.pk, code=code.pk, seat=seat)
    return {"code": code.pk}


@command("recording.join", own_chain=True)
def recording_join(
    cmd: Command, *, tournament: Tournament, recording_id: int, code_sha256: str, secret_sha256: str
) -> DeviceMade:
    """Another phone takes a code: it writes for that seat from now on, and the former phone does not any more.

    An unknown, used or old one is refused in the same words; so is that of somebody who left the tournament.
    """
    recording = locked_recording(tournament, recording_id)
    codes = PairingCode.objects.select_for_update(of=("self",)).select_related("entry", "person")
    code = codes.filter(recording=recording, code_hash=code_sha256).first()
    if (
        code is None
        or code.used_at is not None
        or code.expires_at <= cmd.at
        or (code.entry and code.entry.state in GONE)
    ):
        raise UserError(
            "no_code",
            _("This code is no longer valid. Create a new one on the phone where you are signed in."),
        )
    code.used_at = cmd.at
    code.save(update_fields=["used_at"])
    device = _replace(cmd, recording, code.seat, code.entry, code.person, secret_sha256, None)
    cmd.anchor(recording=recording.pk, device=device.pk, seat=code.seat, code=code.pk)
    return {"device": device.pk}


@command("recording.heard", own_chain=True)
def recording_heard(
    cmd: Command,
    *,
    tournament: Tournament,
    recording_id: int,
    device_id: int,
    seq: int,
    public_key: str = "",
    signature: str = "",
) -> PhoneHeard:
    """A phone says that it is there and shows the game up to entry ``seq``; the first time also by which key it signs.

    The key of a phone is given once, before or between its lines, and a row of the ledger holds it: who lost it takes
    another phone of the same seat. ``signature``: over the hash of that entry.
    """
    phone = _phone(tournament, recording_id, device_id)
    if phone.public_key and seq and not signature:  # somebody who has its cookie, and not its key
        raise UserError(
            "unsigned", _("This phone signs its lines, and these are not signed. Reload the page.")
        )
    if public_key and public_key != phone.public_key:
        phone = _with_key(cmd, tournament, phone, public_key)
    if signature:
        entry = RecordingEntry.objects.filter(recording=recording_id, seq=seq).values_list("hash", flat=True)
        said = head_seen(recording_id, phone.pk, seq, entry.first() or "")
        if not phone.public_key or not fits(phone.public_key, signature, said):
            raise UserError("bad_signature", _("This phone's signature does not fit. Reload the page."))
        phone.seen, phone.seen_signature = seq, signature
    phone.heard_at = cmd.at
    phone.save(update_fields=["seen", "seen_signature", "heard_at"])  # a key that came meanwhile stays
    return {"key": phone.public_key}


def _with_key(cmd: Command, tournament: Tournament, phone: RecordingDevice, key: str) -> RecordingDevice:
    """A phone that is known by this key from now on, with a row of the ledger. Raises UserError for any second key."""
    locked_recording(tournament, phone.recording_id)  # of two keys at once the first is known
    phone = _phone(tournament, phone.recording_id, phone.pk)
    if phone.public_key not in ("", key):
        raise UserError("other_key", _("This phone has lost its key. Open the recording again."))
    others = RecordingDevice.objects.filter(recording=phone.recording_id, public_key=key).exclude(pk=phone.pk)
    if not is_key(key) or others.exists():
        raise UserError("no_key", _("This is no key that a phone may have here. Reload the page."))
    phone.public_key = key
    phone.save(update_fields=["public_key"])
    cmd.anchor(recording=phone.recording_id, device=phone.pk, seat=phone.seat, key=key)
    return phone


def _phone(tournament: Tournament, recording_id: int, device_id: int) -> RecordingDevice:
    """A phone that writes in a recording of this tournament. Raises UserError for one that does not any more."""
    phones = RecordingDevice.objects.filter(recording=recording_id, recording__match__tournament=tournament)
    phone = phones.filter(pk=device_id, revoked_at=None).first()
    if phone is None:
        raise UserError("revoked", _("This phone no longer writes here. Another one took its place."))
    return phone
