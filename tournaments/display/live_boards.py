"""Boards of games that are being recorded, for the audience: without hands, and as late as the event says.

What is shown is the log as it stood that long ago, so nobody at a table can learn anything from it in time. A hand
is never in it: the page sees what a spectator at the table sees, and cards that were named since then do not count.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.core.cache import cache
from django.http import Http404
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language

from ledger.hashing import digest
from ledger.shapes import Context
from rules_engine.kernel.errors import LogError
from rules_engine.recording import journal, key_of
from tournaments.events.models import Tournament
from tournaments.gamelogs.opened_game import LogView, Viewer, open_game
from tournaments.gamelogs.replay import Source
from tournaments.recordings.models import Recording, RecordingEntry
from tournaments.recordings.replayed import pool_of_recording
from tournaments.recordings.results import ended_told
from tournaments.recordings.sight import compiled
from tournaments.rounds.models import Round
from tournaments.rounds.words import names_by_key

LAST_STEPS = 8
SAID_AFTER = (journal.SIGN, journal.CONFIRM)
"""What is written of a game that is over without changing how it ended."""
_MINUTE = 60


def moment(tournament: Tournament, now: datetime) -> datetime | None:
    """The moment that the audience sees now; None when this event shows no boards."""
    delay = tournament.policy.live_delay
    return now - timedelta(minutes=delay) if delay > 0 else None


def games_shown(tournament: Tournament, now: datetime) -> list[Recording]:
    """The recorded games whose beginning the audience may see, by round and table; the newest round first."""
    until = moment(tournament, now)
    if until is None:
        return []
    found = (
        Recording.objects.filter(match__tournament=tournament, entries__received_at__lte=until)
        .exclude(state=Recording.State.VOID)
        .exclude(match__round__state=Round.State.DRAFT)
        .select_related("match__round", "match__tournament")
        .prefetch_related("match__seats__entry")
        .defer("opening")
        .distinct()
    )
    return sorted(found, key=_place)


def _place(recording: Recording) -> tuple[int, int, int]:
    match = recording.match
    if match is None:  # a practice game has no place in a tournament
        return (0, 0, 0)
    return (-match.round.number, match.table or 0, recording.game_number)


def access_game(tournament: Tournament, recording_id: int, now: datetime) -> Recording:
    """One recorded game that the audience may see, or 404."""
    found = next((one for one in games_shown(tournament, now) if one.pk == recording_id), None)
    if found is None:
        raise Http404
    return found


def seen_until(recording: Recording, until: datetime | None) -> int:
    """The number of the newest entry of a game that the audience sees."""
    found = recording.entries.filter(received_at__lte=until).order_by("-seq").values_list("seq", flat=True)
    return found.first() or 0


def board_body(tournament: Tournament, recording: Recording, now: datetime) -> str:
    """The board of a game as the audience sees it now, as markup; "" before its players are seated.

    Made once for each line and language: everybody who watches gets the same bytes.
    """
    until = moment(tournament, now)
    names = names_by_key(tournament)  # in the key: a person who is erased must not stay in a cache
    key = f"live-board:{recording.pk}:{seen_until(recording, until)}:{digest(names)}:{get_language()}"
    body = cache.get(key)
    if body is None:
        context = _context(recording, until, names)
        body = render_to_string("display/_live_board.html", context) if context else ""
        cache.set(key, body, _MINUTE)
    return str(body)


def opened_game(
    recording: Recording, viewer: Viewer, until: datetime | None, names: dict[str, str]
) -> LogView | None:
    """A recorded game as it stood then, for one viewer; None before its players are seated."""
    played = key_of(bytes(recording.opening))
    source = Source(compiled(recording, until=until), pool_of_recording(recording), None, names, game=played)
    try:
        game = open_game(source, viewer)
    except LogError:
        return None
    return game if game.view(game.total) else None


def _context(recording: Recording, until: datetime | None, names: dict[str, str]) -> Context:
    game = opened_game(recording, "spectator", until, names)
    if game is None:
        return {}
    lines = [line for turn in game.turns() for line in turn.lines][-LAST_STEPS:]
    return {
        "picture": game.picture(game.total, f"live{recording.pk}"),
        "seats_template": game.seats_template,
        "state": game.state(game.total),
        "lines": lines,
    }


def endings(games: Sequence[Recording], until: datetime | None) -> dict[int, str]:
    """How those of these games ended whose end the audience has seen, in words by id."""
    over = {one.pk: one for one in games if one.result and until is not None}
    if not over:
        return {}
    later = RecordingEntry.objects.filter(recording__in=over, received_at__gt=until)
    unseen = set(later.exclude(kind__in=SAID_AFTER).values_list("recording", flat=True))
    seen = [(one.match, one) for pk, one in over.items() if pk not in unseen]
    return {one.pk: ended_told(match, one) for match, one in seen if match is not None}


def now() -> datetime:
    """The time by which a page decides what may be seen."""
    return timezone.now()
