"""Django's PostgreSQL with a breaker: while the server is away one thread asks for it, and all others hear so at once.

Without it every thread waits out the whole timeout for each page, until pages that need no database stand in the queue
behind them.
"""

import time
from threading import Lock

import psycopg
import psycopg_pool
from django.db.backends.postgresql import base

from ledger.away import DatabaseAway
from ledger.shapes import Json

AWAY_SECONDS = 1.0
"""How long a process takes the server for away after it was not reached."""
ASK_SECONDS = 2
"""How long the question takes at most whether a pool is empty because the server is away, or because all is in use."""

IN_USE = ("too many", "remaining connection slots")
"""What a server says that is there and has no connection left."""


class Breaker:
    """What one process knows of its server."""

    def __init__(self) -> None:
        self._away = False
        self._until = 0.0
        self._asking = Lock()

    def begin(self) -> bool:
        """Whether this thread is the one that asks a server that was away; raises DatabaseAway for all others."""
        if not self._away:
            return False
        if time.monotonic() < self._until or not self._asking.acquire(blocking=False):
            raise DatabaseAway("the database was not reached a moment ago")
        return True

    def end(self, *, asked: bool, away: bool) -> None:
        """What came of it."""
        self._away, self._until = away, time.monotonic() + AWAY_SECONDS
        if asked:
            self._asking.release()


breaker = Breaker()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that asks the breaker first."""

    def get_new_connection(self, conn_params: Json) -> object:
        """Connect; raises :class:`DatabaseAway` when the server is not reached, and what psycopg says otherwise."""
        asked, away = breaker.begin(), False
        try:
            return super().get_new_connection(conn_params)
        except (psycopg.OperationalError, psycopg_pool.PoolTimeout) as error:
            reason = self._unreached(error, conn_params)
            away = reason is not None
            if reason is not None:
                raise DatabaseAway("the database cannot be reached") from reason
            raise
        finally:
            breaker.end(asked=asked, away=away)

    def _unreached(self, error: psycopg.Error, conn_params: Json) -> psycopg.Error | None:
        """Why no connection is to be had; None when all are in use. A server that lets nobody in is as good as away."""
        if not isinstance(error, psycopg_pool.PoolTimeout):
            return None if error.sqlstate or any(words in str(error) for words in IN_USE) else error
        try:
            self.Database.connect(**{**conn_params, "connect_timeout": ASK_SECONDS}).close()
        except psycopg.OperationalError as found:
            return None if any(words in str(found) for words in IN_USE) else found
        return None
