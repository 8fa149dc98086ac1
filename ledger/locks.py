"""One helper for every lock, in one order: tournament, then round, then whoever sends something in.

PostgreSQL: transaction-level advisory locks, so that many reporters never starve the one who closes a
round (row locks do). SQLite: the immediate write transaction is itself the lock.
"""

from typing import Any

from django.db import connection

from .sql import Sql, Statement, run
from .statements import LOCK, LOCK_SHARED

_CLASSES = {"tournament": 61001, "round": 61002, "sender": 61003, "outgoing": 61004}
_ORDER = list(_CLASSES)


class LockOrderError(RuntimeError):
    """A programming error: a lock asked for outside a transaction or out of order."""


class Locks:
    """The locks one command holds; refuses to take them out of order."""

    def __init__(self) -> None:
        """Start with nothing held."""
        self.held: list[tuple[str, int, bool]] = []

    def take(self, kind: str, number: int, *, shared: bool = False) -> None:
        """Wait for the lock and keep it until the transaction ends."""
        asked = self.ask(kind, number, shared=shared)
        if asked:
            run(*asked)

    def ask_found(self, kind: str, find: Sql, *parameters: Any) -> list[Statement]:
        """As :meth:`ask`, for a shared lock on a number that a row tells, so that it need not be read beforehand.

        The first parameter of ``find`` is the class. It must be a number that stays in its row for ever.
        """
        asked = self.ask(kind, 0, shared=True)
        return [(find, (_CLASSES[kind], *parameters))] if asked else []

    def ask(self, kind: str, number: int, *, shared: bool = False) -> list[Statement]:
        """What to send to wait for the lock: nothing, or one statement. From then on it counts as held."""
        if not connection.in_atomic_block:
            raise LockOrderError(f"{kind} lock outside a transaction")
        if self.held and _ORDER.index(kind) < _ORDER.index(self.held[-1][0]):
            raise LockOrderError(f"{kind} lock after {self.held[-1][0]} lock")
        self.held.append((kind, number, shared))
        if connection.vendor != "postgresql":
            return []
        return [(LOCK_SHARED if shared else LOCK, (_CLASSES[kind], number))]
