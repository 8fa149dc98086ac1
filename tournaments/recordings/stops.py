"""A judge called to a table stops the games recorded there; when the judge is done, they go on.

The journal says both, as when a player calls in the recording itself: there is one way in which a game stands still.
"""

from ledger.commands import Command
from rules_engine.recording import journal
from tournaments.entries.models import Entry
from tournaments.rounds.models import Match

from .journal_services import keep, taking_of
from .models import Recording
from .opening import seated
from .replayed import with_gaps
from .writers import Writer

State = Recording.State


def held_games(match: Match, state: str) -> list[Recording]:
    """The recordings of a locked match in a state, each under its row's lock; nobody writes in them meanwhile."""
    rows = Recording.objects.select_for_update(of=("self",), no_key=True)
    found = list(with_gaps(rows.filter(match=match, state=state)).order_by("pk"))
    for recording in found:
        recording.match = match
    return found


def game_stops(cmd: Command, match: Match, entry: Entry | None) -> None:
    """Stop what is being recorded at a table: the words are the player's who called, or the judge's."""
    for recording in held_games(match, State.OPEN):
        taking = taking_of(recording, cmd.at)
        places = seated(match)
        seat = places.index(entry) if entry in places else None
        own = frozenset() if seat is None else frozenset({seat})
        writer = Writer(None, seat, own, judge=entry is None, author=cmd.actor.user.pk)
        kind, body = (journal.FREEZE, {}) if seat is None else (journal.CALL, {"text": ""})
        taking.add(kind, body, journal.OK, writer)
        taking.state = State.FROZEN
        keep(cmd, recording, taking)


def game_goes_on(cmd: Command, match: Match) -> None:
    """Let the stopped games of a table go on; their time was given back with the call, so the journal names none."""
    for recording in held_games(match, State.FROZEN):
        taking = taking_of(recording, cmd.at)
        writer = Writer(None, None, frozenset(), everybody=True, judge=True, author=cmd.actor.user.pk)
        taking.add(journal.RESUME, {"minutes": 0}, journal.OK, writer)
        taking.state = State.OPEN
        taking.settle()
        keep(cmd, recording, taking)
