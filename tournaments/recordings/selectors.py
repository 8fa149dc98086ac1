"""Query plans and secrets of the recordings room: who is at the table, which device writes, what each may see."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from ledger.commands import Actor
from tournaments.entries.models import Entry
from tournaments.events.access import Person, actor_with
from tournaments.events.models import Tournament
from tournaments.events.policy import OPEN
from tournaments.rounds.models import Match, Round

from .models import Recording, RecordingDevice
from .opening import seated
from .replayed import with_gaps

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
    def viewer(self) -> str | int:
        """Whose eyes they see the position with."""
        if self.recording.mode == Mode.PRACTICE:
            return 0 if self.recording.practice.get("against") == "random" else "judge"
        return self.seat if self.seat is not None and self.recording.mode == Mode.TWO_PHONES else "spectator"


def secret_hash(secret: str) -> str:
    """What is kept of a device's secret or of a pairing code."""
    return hashlib.sha256(secret.encode()).hexdigest()


def device_of(request: HttpRequest, recording: Recording) -> RecordingDevice | None:
    """The device whose secret this browser has for this recording, unless it was revoked."""
    number, _dot, secret = request.COOKIES.get(COOKIE, "").partition(".")
    if not (number.isascii() and number.isdigit() and len(number) < 10 and secret):
        return None
    device = (
        RecordingDevice.objects.select_related("entry", "person")
        .filter(pk=int(number), recording=recording, revoked_at=None)
        .first()
    )
    if device is None or not hmac.compare_digest(device.secret_hash, secret_hash(secret)):
        return None
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
    """A published match for whoever plays in it, or judges here; 404 for everybody else."""
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
    judge = actor_with(user, tournament, "logs")
    if own is None and judge is None:
        raise Http404
    return match, own, judge


def access_recording(request: HttpRequest, tournament: Tournament | None, recording_id: int) -> Access:
    """A recording for the people at its table, their phones, and judges of the event; 404 for everybody else.

    Without a tournament a practice game, for its owner.
    """
    rows = with_gaps(Recording.objects.select_related("match__round", "match__tournament"))
    found = rows.filter(pk=recording_id)
    user = request.user
    if tournament is None:
        recording = found.filter(match=None, owner_id=user.pk).first() if user.is_authenticated else None
        if recording is None:
            raise Http404
        return Access(recording, [], None, device_of(request, recording), None, user)
    recording = (
        found.filter(match__tournament=tournament).exclude(match__round__state=Round.State.DRAFT).first()
    )
    if recording is None or recording.match is None:
        raise Http404
    recording.match.tournament = recording.match.round.tournament = tournament
    players, device = seated(recording.match), device_of(request, recording)
    seat = next(
        (n for n, one in enumerate(players) if user.is_authenticated and one.user_id == user.pk), None
    )
    judge = actor_with(user, tournament, "logs")
    if device is not None:
        seat = device.seat if device.seat is not None else seat
    elif seat is None and judge is None:
        raise Http404
    return Access(recording, players, seat, device, judge, user)


_CHANGING = ("state", "head", "head_hash", "pen_id", "result", "log_id", "forgotten")


def reread(recording: Recording) -> None:
    """Read again what a write changes in the row of a recording."""
    row = with_gaps(Recording.objects.filter(pk=recording.pk)).values(*_CHANGING).get()
    for name, value in row.items():
        setattr(recording, name, value)


def own_deck(recording: Recording, entry: Entry) -> Mapping[str, int] | None:
    """What a player registered for this game, by card number; after the first game of a match with the sideboard.

    None without a list. It is that player's secret: only ask it for the phone of its owner, or where lists are open.
    """
    registration = entry.registration
    revision = registration.current if registration is not None else None
    if revision is None or not revision.main:
        return None
    deck = dict(revision.main)
    if recording.game_number > 1:
        for card, copies in revision.sideboard.items():
            deck[card] = deck.get(card, 0) + copies
    return deck


def lists_for(access: Access) -> dict[int, Mapping[str, int] | None]:
    """The decks that this viewer picks cards from, by seat: the own one; a scribe's only where lists are open."""
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
