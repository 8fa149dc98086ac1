"""SQL of our own, sent in one place: for the few writes that everybody makes in the same minute.

Django composes the text of every query anew, which costs several times what the database needs to run it. The
statements sent from here are constants of the modules called ``statements.py``; what differs is only ever a
parameter. Both databases speak them, with few words of difference. See docs/decisions/011.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.models import Field, Model


@dataclass(frozen=True, eq=False)
class Sql:
    """A constant statement: its text with ``%s`` for each parameter, and the name under which its plan is kept.

    ``returns``: whether it gives rows. ``sqlite``: its text for SQLite, where that differs. ``returning``: the columns
    a write gives back; ``sqlite_rows`` asks SQLite for them afterwards, with the first parameters again, because not
    every SQLite that Django supports knows RETURNING.

    A plan that is kept was made for the size a table had then. So a statement finds its row by the index of a
    conflict (an upsert) or in a table that has grown before, never by a condition on a table it fills itself.
    """

    name: str
    text: str
    returns: bool = False
    sqlite: str = ""
    returning: str = ""
    sqlite_rows: str = ""

    @property
    def postgresql(self) -> str:
        """Its text for PostgreSQL."""
        return self.text + "\nRETURNING " + self.returning if self.returning else self.text


Statement = tuple[Sql, Sequence[Any]]
"""A constant and its parameters."""

Rows = list[tuple[Any, ...]]
M = TypeVar("M", bound=Model)


class _Session:
    """What is kept beside one connection to PostgreSQL: a cursor, and which statements it has planned."""

    def __init__(self, cursor: Any) -> None:
        self.cursor = cursor
        self.planned: set[str] = set()


def run(*statements: Statement) -> list[Rows]:
    """Send these statements in order; the rows each returns, empty for one that returns none.

    PostgreSQL takes them all in one message, and each sees what was committed when it begins, as if it had come
    alone. SQLite takes one at a time. Several must be sent inside a transaction.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor == "postgresql":
        return _run_together(database, statements)
    with database.cursor() as cursor:
        return [_run_one(cursor, sql, parameters) for sql, parameters in statements]


def _run_one(cursor: Any, sql: Sql, parameters: Sequence[Any]) -> Rows:
    cursor.execute(sql.sqlite or sql.text, parameters)
    if sql.returning:
        cursor.execute(sql.sqlite_rows, parameters[: sql.sqlite_rows.count("%s")])
    return cursor.fetchall() if sql.returns or sql.returning else []


def _run_together(database: Any, statements: tuple[Statement, ...]) -> list[Rows]:
    session = _session(database)
    constants = tuple([sql for sql, _parameters in statements])
    text = _message(constants) if _plan(database, session, constants) else _plain_message(constants)
    wrap = database.make_debug_cursor if database.queries_logged else database.make_cursor
    wrap(session.cursor).execute(text, [value for _sql, parameters in statements for value in parameters])
    found: list[Rows] = []
    for sql in constants:
        found.append(session.cursor.fetchall() if sql.returns or sql.returning else [])
        session.cursor.nextset()
    return found


def _session(database: Any) -> _Session:
    """The session of this connection; it lives and ends with the connection itself."""
    database.ensure_connection()
    database.validate_thread_sharing()
    found: _Session | None = getattr(database.connection, "x610z_session", None)
    if found is None:
        found = database.connection.x610z_session = _Session(database.create_cursor())
    return found


def _plan(database: Any, session: _Session, constants: tuple[Sql, ...]) -> bool:
    """Let PostgreSQL plan these statements, once per connection: that costs it more than running them.

    False behind a pooler that gives each transaction another connection, where nothing can be kept; Django's setting
    for such a pooler says so.
    """
    if database.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"):
        return False
    for sql in constants:
        if sql.name not in session.planned:
            with database.wrap_database_errors:
                session.cursor.execute(_preparing(sql))
            session.planned.add(sql.name)
    return True


def _preparing(sql: Sql) -> str:
    """Constants only: PostgreSQL counts its places ($1, $2) where ours all look the same."""
    first, *others = sql.postgresql.split("%s")
    return " ".join(["PREPARE", sql.name, "AS", first]) + "".join(
        f"${at}{part}" for at, part in enumerate(others, 1)
    )


@lru_cache(maxsize=256)
def _message(constants: tuple[Sql, ...]) -> str:
    places = [", ".join(["%s"] * sql.text.count("%s")) for sql in constants]
    return ";".join(
        ["EXECUTE " + sql.name + " (" + at + ")" for sql, at in zip(constants, places, strict=True)]
    )


@lru_cache(maxsize=256)
def _plain_message(constants: tuple[Sql, ...]) -> str:
    return ";".join([sql.postgresql for sql in constants])


def moment(at: datetime) -> Any:
    """A moment as the database wants it for a parameter."""
    return connection.ops.adapt_datetimefield_value(at)


def json_text(value: object) -> str:
    """JSON as both databases take it for a column of JSON."""
    return json.dumps(value)


def locking(sql: Sql, locked: Sql) -> Sql:
    """``locked`` where rows have locks; in SQLite the transaction itself is the lock, and ``sql`` is enough."""
    return locked if connection.features.has_select_for_update else sql


def loaded(model: type[M], names: tuple[str, ...], values: Sequence[Any]) -> M:
    """An instance out of the columns of a row, in the order of ``names``; its other fields are read when asked for."""
    places = _places(connection.vendor, model, names)
    ordered = [
        values[place] if convert is None or values[place] is None else convert(values[place])
        for place, convert in places
    ]
    return model.from_db(connection.alias, names, ordered)


@lru_cache(maxsize=64)
def _places(vendor: str, model: type[Model], names: tuple[str, ...]) -> list[tuple[int, Any]]:
    """For each field in the model's own order: its place in the row, and what makes a Python value of it, if needed."""
    chosen = [field for field in model._meta.concrete_fields if field.attname in names]
    return [(names.index(field.attname), _converter(field)) for field in chosen]


def _converter(field: "Field[Any, Any]") -> Any:
    column = field.get_col(field.model._meta.db_table)
    steps = [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
    if not steps:
        return None

    def convert(value: Any) -> Any:
        for step in steps:
            value = step(value, column, connection)
        return value

    return convert


def forget_on_disk() -> None:
    """Empty the journal that SQLite keeps beside its file, in which the rows of before would still stand.

    Runs when the transaction around it, if any, is committed. Another connection that is reading keeps the journal
    for a while; the next call empties it. PostgreSQL keeps its own journal (docs/operations.md, Backup).
    """
    if connection.vendor == "sqlite":
        transaction.on_commit(_truncate_journal)


def _truncate_journal() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.fetchall()
