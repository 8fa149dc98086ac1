"""The demo's recorded games: one going on, a match proved by two signed ones, one in the middle of a dispute.

They are played like the demo's other games, and written down by their players' phones, through the same services.
"""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied

from ledger.commands import Actor
from ledger.people import Account
from ledger.shapes import Json
from rules_engine.x610z.hiding import hide_decks
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.tasks import replay_log
from tournaments.recordings.device_services import recording_device
from tournaments.recordings.journal_services import recording_open, recording_write
from tournaments.recordings.models import Recording
from tournaments.recordings.opening import seated
from tournaments.recordings.practice_games import practised
from tournaments.recordings.practice_services import practice_open
from tournaments.recordings.selectors import secret_hash
from tournaments.recordings.sight import compiled
from tournaments.rounds.models import Match

from .decks import cards_of, pool_of
from .games import play_game

LIVE_LINES = 70
"""How far the game has come that is still going on."""
AT_ONCE = 6
"""Lines that one phone writes at once, at most."""
_SEEDS = 12


@dataclass
class Phone:
    """A player's phone: its device, and the number of its next entry."""

    entry: Entry
    device: int
    number: int = 0


def live_game(match: Match, lines: Sequence[Json] | None = None) -> Recording:
    """A game between the players of a match that is still going on; ``lines``: that game, of whatever game it is."""
    return _written(match, 1, (lines or _lines(match, "live")[0])[:LIVE_LINES])


def signed_games(match: Match) -> None:
    """Two games of a match that the same player won, each signed by both, which is the result of the match."""
    lines, winner = _lines(match, "first")
    _signed(_written(match, 1, lines))
    for seed in range(_SEEDS):
        lines, other = _lines(match, f"second {seed}")
        if other == winner:
            _signed(_written(match, 2, lines))
            return
    raise LookupError("nobody wins twice")


def signed_game(match: Match, game_number: int, lines: Sequence[Json] | None = None) -> Recording:
    """One game of a match, signed by both; ``lines``: that game, of whatever game it is."""
    return _signed(_written(match, game_number, lines or _lines(match, "evidence")[0]))


def practise(user: Account) -> None:
    """Somebody has begun a game of either kind to practise, and plays both seats."""
    for game, _name in practised():
        practice_open(actor=Actor(user, "player"), against="both", game=game)


def _lines(match: Match, seed: str) -> tuple[list[Json], int]:
    """The lines of a game as two people write them down at a table, and the seat that won."""
    players, pool = seated(match), pool_of(match.tournament)
    decks = [cards_of(entry, pool) for entry in players]
    game, _slips = play_game(f"recorded {seed} {match.table}", decks, [entry.key for entry in players], pool)
    rows = [json.loads(line) for line in hide_decks(game.data, pool)[1].splitlines()]
    first = next(row for row in rows if row["kind"] == "chance" and row["of"] == "first")
    acts = [
        {name: value for name, value in row.items() if name != "n"} for row in rows if row["kind"] == "act"
    ]
    return [{"kind": "chance", "of": "first", "by": "dice", "value": first["value"]}, *acts], game.winner


def _written(match: Match, game_number: int, lines: Sequence[Json]) -> Recording:
    """Write the lines from two phones, each what is its player's."""
    players, tournament = seated(match), match.tournament
    answer = recording_open(
        actor=Actor(players[0].user, "player"),
        tournament=tournament,
        match_id=match.pk,
        game_number=game_number,
    )
    recording = Recording.objects.get(pk=answer["recording"])
    phones = [_phone(tournament, recording, entry) for entry in players]
    if game_number > 1:
        loser = json.loads(bytes(recording.opening).split(b"\n", 1)[0]).get("last_losers", [0])[0]
        lines = [{**lines[0], "by": "loser", "seat": loser}, *lines[1:]]
    left = list(lines)
    while left:
        seat = int(left[0].get("seat") or 0) if left[0]["kind"] in ("act", "lay") else 0
        run = 1 if "answers" in left[0] else _run(left, seat)
        try:
            _write(tournament, recording, phones[seat], left[:run])
        except PermissionDenied:  # somebody else's choice
            _write(tournament, recording, phones[1 - seat], left[:run])
        left = left[run:]
    return recording


def _run(lines: Sequence[Json], seat: int) -> int:
    """How many lines one phone writes at once: what is its player's or nobody's, up to a choice of somebody."""
    count = 1
    while count < min(AT_ONCE, len(lines)):
        line = lines[count]
        if line.get("seat", seat) != seat or "answers" in line:
            break
        count += 1
    return count


def _phone(tournament: Tournament, recording: Recording, entry: Entry) -> Phone:
    answer = recording_device(
        actor=Actor(entry.user, "recorder"),
        tournament=tournament,
        recording_id=recording.pk,
        secret_sha256=secret_hash(secrets.token_urlsafe(24)),
        session="of the demo",
    )
    return Phone(entry, answer["device"])


def _write(
    tournament: Tournament,
    recording: Recording,
    phone: Phone,
    bodies: Sequence[Json],
    kind: str = "line",
) -> None:
    recording.refresh_from_db(fields=["head"])
    entries = [
        {"device_seq": phone.number + place, "base": recording.head, "kind": kind, "body": body}
        for place, body in enumerate(bodies, 1)
    ]
    answer = recording_write(
        actor=Actor(phone.entry.user, "recorder"),
        tournament=tournament,
        recording_id=recording.pk,
        device_id=phone.device,
        entries=entries,
    )
    phone.number += len(bodies)
    wrong = [ack for ack in answer["acks"] if ack["status"] != "ok"]
    if wrong:
        raise LookupError(f"the demo's game was not taken: {wrong[0]}")


def _signed(recording: Recording) -> Recording:
    """Write the end line, let both sign, and have the log checked at once instead of by a worker."""
    match = recording.match
    if match is None:
        raise LookupError("only a game of a match is signed")
    tournament = match.tournament
    phones = [_phone(tournament, recording, entry) for entry in seated(match)]
    _write(tournament, recording, phones[0], [{"kind": "end"}])
    recording.refresh_from_db()
    found = recording.log
    if found is None:
        raise LookupError("the end line made no log")
    for phone in phones:
        _write(tournament, recording, phone, [{"log_sha256": found.sha256}], "sign")
    replay_log(found.pk)
    recording.refresh_from_db()
    _check_whole(recording, found)
    return recording


def _check_whole(recording: Recording, log: GameLog) -> None:
    """The log that was signed is the one that its journal makes; raises LookupError otherwise."""
    if compiled(recording) != bytes(log.original):
        raise LookupError("the demo's log is another than its journal")
