"""SQL of our own, sent in one place: for the few writes that everybody makes in the same minute.

Django composes the text of every query anew, which costs several times what the database needs to run it. The
statements sent from here are constants of the modules ``statements.py``; what differs is only ever a parameter.
Both databases speak them (``ON CONFLICT``, ``RETURNING``). See docs/decisions/011.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Field, Model

Statement = tuple[str, Sequence[Any]]
"""SQL with ``%s`` for each parameter, and the parameters."""

Rows = list[tuple[Any, ...]]
M = TypeVar("M", bound=Model)


def run(*statements: Statement) -> list[Rows]:
    """Send these statements in order; the rows each returns, empty for one that returns none.

    PostgreSQL takes them all in one message, and each still sees what those before it did. SQLite takes one at a
    time. Must run inside a transaction when there are several.
    """
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            return [_run_one(cursor, sql, parameters) for sql, parameters in statements]
        text = ";".join([sql for sql, _parameters in statements])
        cursor.execute(text, [value for _sql, parameters in statements for value in parameters])
        found: list[Rows] = []
        while True:
            found.append(cursor.fetchall() if cursor.description else [])
            if not cursor.nextset():
                return found


def _run_one(cursor: Any, sql: str, parameters: Sequence[Any]) -> Rows:
    cursor.execute(sql, parameters)
    return cursor.fetchall() if cursor.description else []


def one(sql: str, *parameters: Any) -> tuple[Any, ...] | None:
    """The first row of one statement, or None."""
    rows = run((sql, parameters))[0]
    return rows[0] if rows else None


def moment(at: datetime) -> Any:
    """A moment as the database wants it for a parameter."""
    return connection.ops.adapt_datetimefield_value(at)


def json_text(value: Any) -> str:
    """JSON as both databases take it for a column of JSON."""
    return json.dumps(value)


def locking(sql: str, lock: str) -> str:
    """A SELECT with its ``FOR UPDATE`` clause, where rows have locks; in SQLite the transaction itself is the lock."""
    return sql + lock if connection.features.has_select_for_update else sql


def loaded(model: type[M], names: tuple[str, ...], values: Sequence[Any]) -> M:
    """An instance out of the columns of a row, in the order of ``names``; its other fields are read when asked for."""
    plan = _plan(connection.vendor, model, names)
    ordered = [
        values[place] if convert is None or values[place] is None else convert(values[place])
        for place, convert in plan
    ]
    return model.from_db(connection.alias, names, ordered)


@lru_cache(maxsize=64)
def _plan(vendor: str, model: type[Model], names: tuple[str, ...]) -> list[tuple[int, Any]]:
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
