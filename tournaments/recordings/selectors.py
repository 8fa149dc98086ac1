"""Query plans and secrets of the recordings room: who is at the table, which device writes, what each may see."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from ledger.commands import Actor
from ledger.credentials import session_of
from ledger.people import Person
from ledger.shapes import Json
from ledger.sql import Rows, Statement, loaded, run
from rules_engine.games import game_of
from tournaments.entries.lists import entry_with_list
from tournaments.entries.models import Entry
from tournaments.entries.statements import pieces
from tournaments.events.access import Right, actor_with
from tournaments.events.models import Tournament
from tournaments.events.setting_words import OPEN
from tournaments.rounds.models import Match, Round
from tournaments.rounds.statements import MATCH, ROUND

from .models import Recording, RecordingDevice
from .opening import seated
from .replayed import with_gaps
from .statements import DEVICE, PHONE, RECORDING, TABLE

Mode = Recording.Mode
COOKIE = "recorder"
GONE = (Entry.State.DROPPED, Entry.State.WITHDRAWN, Entry.State.NO_SHOW)


@dataclass(frozen=True)
class Access:
    """What one person, or one phone, is to a recording.

    ``seat``: theirs at the table, None for who has none. ``device``: by which they write, if they have one. ``judge``:
    they decide about this game.
    """

    recording: Recording
    players: list[Entry]
    seat: int | None
    device: RecordingDevice | None
    judge: Actor | None
    user: Person

    @property
    def everybody(self) -> bool:
        """Whether they write for the whole table."""
        return self.recording.mode != Mode.TWO_PHONES and (
            self.device is not None and self.device.seat is None
        )

    @property
    def seats(self) -> frozenset[int]:
        """The seats for which they write."""
        recording = self.recording
        if recording.mode == Mode.PRACTICE:
            return frozenset({0} if recording.practice.get("against") == "random" else {0, 1})
        if recording.mode == Mode.TWO_PHONES:
            return frozenset() if self.seat is None else frozenset({self.seat})
        return frozenset(range(len(self.players))) if self.everybody else frozenset()

    @property
    def judges(self) -> bool:
        """Whether they decide about this game."""
        return self.judge is not None

    @property
    def viewer(self) -> str | int:
        """Whose eyes they see the position with."""
        if self.recording.mode == Mode.PRACTICE:
            return 0 if self.recording.practice.get("against") == "random" else "judge"
        return self.seat if self.seat is not None and self.recording.mode == Mode.TWO_PHONES else "spectator"


def secret_hash(secret: str) -> str:
    """What is kept of a device's secret or of a pairing code."""
    return hashlib.sha256(secret.encode()).hexdigest()


def cookie_of(request: HttpRequest) -> str:
    """The name of the cookie with a device's secret; it has a path, so that over TLS it can say no more than this."""
    return f"__Secure-{COOKIE}" if request.is_secure() else COOKIE


def _cookie(request: HttpRequest) -> tuple[int, str] | None:
    """The number and the secret of the device that this browser says it is."""
    number, _dot, secret = request.COOKIES.get(cookie_of(request), "").partition(".")
    if number.isascii() and number.isdigit() and len(number) < 10 and secret:
        return int(number), secret
    return None


def _device(request: HttpRequest, found: RecordingDevice | None) -> RecordingDevice | None:
    """A device if this browser has its secret, beside the session it was made in or as a paired phone."""
    said = _cookie(request)
    if found is None or said is None or found.revoked_at is not None:
        return None
    if not hmac.compare_digest(found.secret_hash, secret_hash(said[1])):
        return None
    return found if found.paired or _beside_its_session(request, found) else None


def _beside_its_session(request: HttpRequest, found: RecordingDevice) -> bool:
    """Whether its person is signed in here, and in that very session."""
    return request.user.pk == found.person_id and found.session == session_of(request)


def asked_of(recording_id: int, tournament: Tournament, device_id: int | None) -> list[Statement]:
    """What to send to read a recorded table and one of its phones; :func:`table_of` and :func:`phone_of` read it."""
    return [(TABLE, (recording_id, tournament.pk)), (PHONE, (device_id, recording_id))]


def table_of(tournament: Tournament, rows: Rows) -> Recording | None:
    """The recording of a tournament with its match and round; None where there is none."""
    if not rows:
        return None
    of_recording, of_match, of_round, [forgotten] = pieces(rows[0], RECORDING, MATCH, ROUND)
    recording, match = loaded(Recording, RECORDING, of_recording), loaded(Match, MATCH, of_match)
    recording.forgotten = bool(forgotten)  # type: ignore[attr-defined]  # as with_gaps names it
    recording.match, match.round = match, loaded(Round, ROUND, of_round)
    match.tournament = match.round.tournament = tournament
    return recording


def phone_of(tournament: Tournament, rows: Rows) -> RecordingDevice | None:
    """The phone of a recording, with whose it is and their list."""
    if not rows:
        return None
    entry, of_device = entry_with_list(tournament, rows[0])
    device = loaded(RecordingDevice, DEVICE, of_device)
    device.entry = entry
    return device


def recordings_of(match: Match) -> QuerySet[Recording]:
    """The recordings of a match, the games in order."""
    return (
        Recording.objects.filter(match=match)
        .select_related("log")
        .defer("opening")
        .order_by("game_number", "pk")
    )


def access_match(
    user: Person, tournament: Tournament, match_id: int
) -> tuple[Match, Entry | None, Actor | None]:
    """A published match for anyone who plays in it, or judges here; 404 for everybody else."""
    match = (
        Match.objects.filter(tournament=tournament, pk=match_id)
        .exclude(round__state=Round.State.DRAFT)
        .exclude(kind=Match.Kind.BYE)
        .select_related("round", "tournament")
        .first()
    )
    if match is None:
        raise Http404
    own = (
        next((one for one in seated(match) if one.user_id == user.pk), None)
        if user.is_authenticated
        else None
    )
    judge = actor_with(user, tournament, Right.LOGS)
    if own is None and judge is None:
        raise Http404
    return match, own, judge


def access_recording(
    request: HttpRequest,
    tournament: Tournament | None,
    recording_id: int,
    rights: frozenset[Right] | None = None,
) -> Access:
    """A recording for the people at its table, their phones, and judges of the event; 404 for everybody else.

    Without a tournament a practice game, for its owner. ``rights``: what the person may do here, where it is known.
    """
    if tournament is None:
        return _access_practice(request, recording_id)
    user, said = request.user, _cookie(request)
    of_table, of_phone = run(*asked_of(recording_id, tournament, said[0] if said else None))
    recording = table_of(tournament, of_table)
    if recording is None or recording.match is None or recording.match.round.state == Round.State.DRAFT:
        raise Http404
    players, device = seated(recording.match), _device(request, phone_of(tournament, of_phone))
    if device is not None and user.is_authenticated and device.person_id == user.pk:
        device.person = user
    seat = next((n for n, one in enumerate(players) if one.user_id == user.pk), None)
    judge = actor_with(user, tournament, Right.LOGS) if rights is None or Right.LOGS in rights else None
    if recording.mode == Mode.JUDGE:
        device = _judges_phone(device, tournament, judge)
    if device is not None:
        seat = device.seat if device.seat is not None else seat
    elif seat is None and judge is None:
        raise Http404
    return Access(recording, players, seat, device, judge, user)


def _access_practice(request: HttpRequest, recording_id: int) -> Access:
    user = request.user
    if not user.is_authenticated:
        raise Http404
    found = with_gaps(Recording.objects.filter(pk=recording_id, match=None, owner_id=user.pk))
    recording, said = found.first(), _cookie(request)
    if recording is None:
        raise Http404
    device = RecordingDevice.objects.filter(pk=said[0], recording=recording).first() if said else None
    return Access(recording, [], None, _device(request, device), None, user)


def _judges_phone(
    device: RecordingDevice | None, tournament: Tournament, judge: Actor | None
) -> RecordingDevice | None:
    """A judge's phone, if its person judges here still; asked every time, for a paired one too."""
    if device is None or device.person is None:
        return None
    if judge is not None and judge.user.pk == device.person_id:
        return device
    return device if actor_with(device.person, tournament, Right.LOGS) is not None else None


_CHANGING = ("state", "head", "head_hash", "pen_id", "result", "log_id")


def standing_of(recording: Recording) -> Json:
    """What a write changes in the row of a recording, as plain values."""
    return {name: getattr(recording, name) for name in _CHANGING}


def stands(recording: Recording, standing: Json) -> None:
    """Let a recording that was read before a write stand where that left it."""
    for name in _CHANGING:
        setattr(recording, name, standing[name])


def own_deck(recording: Recording, entry: Entry) -> Mapping[str, int] | None:
    """What a player registered for this game, by card number; after the first game of a match with the sideboard.

    A game may say that this part of a list is there in every game.
    None without a list. It is that player's secret: only ask it for the phone of its owner, or where lists are open.
    """
    registration = entry.registration
    revision = registration.current if registration is not None else None
    if revision is None or not revision.main:
        return None
    deck = dict(revision.main)
    of_match = recording.match
    always = of_match is not None and game_of(of_match.tournament.game).decks.beside_from_the_start
    if recording.game_number > 1 or always:
        for card, copies in revision.sideboard.items():
            deck[card] = deck.get(card, 0) + copies
    return deck


def open_lists(recording: Recording) -> dict[int, Mapping[str, int]]:
    """The decks of a table by seat where its event has open lists; none else."""
    match = recording.match
    if match is None or match.tournament.policy.lists != OPEN:
        return {}
    decks = {seat: own_deck(recording, entry) for seat, entry in enumerate(seated(match))}
    return {seat: deck for seat, deck in decks.items() if deck is not None}


def lists_for(access: Access) -> dict[int, Mapping[str, int] | None]:
    """The decks that this viewer picks cards from, by seat: one's own; a scribe's only where lists are open."""
    recording = access.recording
    if recording.mode == Mode.PRACTICE:
        return {}
    if recording.mode == Mode.TWO_PHONES:
        seat = access.seat
        return {} if seat is None else {seat: own_deck(recording, access.players[seat])}
    if not access.everybody or recording.match is None:
        return {}
    opened = recording.match.tournament.policy.lists == OPEN
    return {seat: own_deck(recording, entry) if opened else None for seat, entry in enumerate(access.players)}
