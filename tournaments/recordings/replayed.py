"""Games that this process has replayed already: a recording's journal and where its game stands, without a replay.

What is kept counts only for the very head it was made for. The hash of the head covers every entry before it, so
whoever has the recording's row knows whether a kept game is the one in the database; a process that missed what others
wrote takes only those entries, and only if they follow on its own. Nothing is kept of a journal in which something was
forgotten, and nothing before it is committed. Kept is the game without any viewer: what somebody may see of it is
decided anew for every answer (:mod:`.sight`).
"""

import time
from collections import OrderedDict
from threading import Lock
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from decks.cards.pools import card_pool
from rules_engine import recording as recorder
from rules_engine.recording import Session
from tournaments.gamelogs.replay import pool_of_round

from .models import Recording, RecordingEntry
from .practice_games import game_of_practice
from .rows import Row, rows_of
from .unreadable import read_by_this_code

MOST_LINES = 60_000
"""So many entries a process keeps replayed: some 400 games of 150 lines."""
KEPT_FOR = 3_600.0
"""Seconds after which a game that nobody asked for is let go."""


class Replayed:
    """A journal up to one head, and its game. Anyone who is handed one owns it: what is kept is another copy."""

    def __init__(self, head_hash: str, rows: list[Row], session: Session) -> None:
        """``rows`` are all entries, ``session`` has taken them, ``head_hash`` is the hash of the last."""
        self.head_hash, self.rows, self.session = head_hash, rows, session

    def copy(self) -> "Replayed":
        """Another one that goes on by itself."""
        return Replayed(self.head_hash, list(self.rows), self.session.copy())

    def go_on(self, rows: list[Row], head_hash: str) -> bool:
        """Take the entries that others wrote since; whether they follow on this head and lead to that one."""
        previous = self.head_hash
        for number, row in enumerate(rows, len(self.rows) + 1):
            if (row["seq"], row["prev_hash"]) != (number, previous):
                return False
            previous = row["hash"]
        if previous != head_hash:
            return False
        self.rows += rows
        self.head_hash = head_hash
        self.session.take(self.rows)
        return True


class _Shelf:
    """The games of this process by recording, the one that was asked for longest ago first."""

    def __init__(self) -> None:
        self._games: OrderedDict[int, tuple[float, Replayed]] = OrderedDict()
        self._lock = Lock()
        self._lines = 0

    def get(self, recording: int) -> Replayed | None:
        """A copy of the game that is kept of a recording, at whatever head."""
        with self._lock:
            if recording not in self._games:
                return None
            _used, kept = self._games[recording]
            self._games[recording] = (time.monotonic(), kept)
            self._games.move_to_end(recording)
        return kept.copy()

    def put(self, recording: int, game: Replayed) -> None:
        """Keep a game that nobody changes any more, and let go of what nobody asked for."""
        now = time.monotonic()
        with self._lock:
            self._drop(recording)
            self._games[recording] = (now, game)
            self._lines += len(game.rows)
            while self._games:
                oldest, (used, _game) = next(iter(self._games.items()))
                if self._lines <= MOST_LINES and now - used <= KEPT_FOR:
                    break
                self._drop(oldest)

    def drop(self, recording: int) -> None:
        """Let go of a game."""
        with self._lock:
            self._drop(recording)

    def _drop(self, recording: int) -> None:
        _used, game = self._games.pop(recording, (0.0, None))
        if game is not None:
            self._lines -= len(game.rows)

    def clear(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._games.clear()
            self._lines = 0


shelf = _Shelf()


def with_gaps(recordings: QuerySet[Recording]) -> QuerySet[Recording]:
    """The recordings with ``forgotten``: whether what was written in them is no longer there as it was written."""
    emptied = RecordingEntry.objects.filter(recording=OuterRef("pk"), body={})
    return recordings.annotate(forgotten=Exists(emptied))


def replayed(recording: Recording) -> Replayed:
    """The journal of a recording up to the head of its row, and its game; replayed at most once in this process.

    The row must come from :func:`with_gaps`; of any other one nothing is kept.
    """
    if getattr(recording, "forgotten", True):
        shelf.drop(recording.pk)
        return _from_the_start(recording)
    game = shelf.get(recording.pk)
    if game is not None and game.head_hash == recording.head_hash:
        return game
    if game is None or not _caught_up(game, recording):
        game = _from_the_start(recording)
    if game.head_hash == recording.head_hash:
        keep_replayed(recording.pk, game.rows, game.session, game.head_hash)
    return game


def keep_replayed(recording: int, rows: list[Row], session: Session, head_hash: str) -> None:
    """Keep a game from the moment on at which what was written in it is committed, and never if it is not."""
    game = Replayed(head_hash, list(rows), session.copy())
    transaction.on_commit(lambda: shelf.put(recording, game))


def _caught_up(game: Replayed, recording: Recording) -> bool:
    if len(game.rows) > recording.head:
        return False
    newer = rows_of(recording, after=len(game.rows), until=recording.head)
    return game.go_on(newer, recording.head_hash)


def _from_the_start(recording: Recording) -> Replayed:
    rows = rows_of(recording, until=recording.head)
    head_hash = rows[-1]["hash"] if rows else recording.head_hash
    return Replayed(head_hash, rows, session_of(recording, rows))


def pool_of_recording(recording: Recording) -> Any:
    """The cards that the game is played with."""
    if recording.match is not None:
        return pool_of_round(recording.match.round)
    return card_pool(game_of_practice(recording.practice), str(recording.practice["pool"]))


def session_of(recording: Recording, rows: list[Row]) -> Session:
    """The recording replayed as far as these rows go. Raises Unreadable for one that was begun by another law."""
    with read_by_this_code():
        session = recorder.session_of(bytes(recording.opening), pool_of_recording(recording))
        session.take(rows)
        return session
