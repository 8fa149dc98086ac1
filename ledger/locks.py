"""One helper for every lock, in one order: that of the numbers which the rooms give their classes of locks.

PostgreSQL: transaction-level advisory locks, so that many reporters never starve the one who closes a
round (row locks do). SQLite: the immediate write transaction is itself the lock.
"""

from dataclasses import dataclass

from django.db import connection

from .sql import Sql, Statement, run
from .statements import LOCK, LOCK_SHARED

_numbers: dict[int, str] = {}


@dataclass(frozen=True)
class LockClass:
    """What a room locks: locks with a smaller ``number`` are taken first. Each number has one class."""

    name: str
    number: int

    def __post_init__(self) -> None:
        """Register the number; two classes with one number are a programming error."""
        if _numbers.setdefault(self.number, self.name) != self.name:
            raise LockOrderError(f"{self.name} and {_numbers[self.number]} have the same number")


class LockOrderError(RuntimeError):
    """A programming error: a lock asked for outside a transaction or out of order."""


class Locks:
    """The locks one command holds; refuses to take them out of order."""

    def __init__(self) -> None:
        """Start with nothing held."""
        self.held: list[tuple[LockClass, int, bool]] = []

    def take(self, kind: LockClass, number: int, *, shared: bool = False) -> None:
        """Wait for the lock and keep it until the transaction ends."""
        asked = self.ask(kind, number, shared=shared)
        if asked:
            run(*asked)

    def ask_found(self, kind: LockClass, find: Sql, *parameters: object) -> list[Statement]:
        """As :meth:`ask`, for a shared lock on a number that a row tells, so that it need not be read beforehand.

        The first parameter of ``find`` is the class. It must be a number that stays in its row for ever.
        """
        asked = self.ask(kind, 0, shared=True)
        return [(find, (kind.number, *parameters))] if asked else []

    def ask(self, kind: LockClass, number: int, *, shared: bool = False) -> list[Statement]:
        """What to send to wait for the lock: nothing, or one statement. From then on it counts as held."""
        if not connection.in_atomic_block:
            raise LockOrderError(f"{kind.name} lock outside a transaction")
        if self.held and kind.number < self.held[-1][0].number:
            raise LockOrderError(f"{kind.name} lock after {self.held[-1][0].name} lock")
        self.held.append((kind, number, shared))
        if connection.vendor != "postgresql":
            return []
        return [(LOCK_SHARED if shared else LOCK, (kind.number, number))]
