"""What costs every run of tests a minute, done in seconds."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
STAYS = ("django_content_type", "auth_permission")
"""What every flush would make again, row by row."""
MANY_PAGES = 1_000
"""Of eight kilobytes; a table that is larger is truncated as Django does it."""


def own_share_first(arguments: list[str]) -> list[str]:
    """The test files in the order in which this process collects them: its share of them first.

    Compiling, with every ``assert`` rewritten, is most of what collecting takes on a fresh clone: each process begins
    elsewhere, and finds the compiled form of the others' share when it comes there.
    """
    number = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    if not number:
        return arguments
    files = [str(path) for path in _files(arguments)]
    begin = len(files) * int(number) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    return files[begin:] + files[:begin]


def _files(arguments: list[str]) -> list[Path]:
    given = [ROOT / argument for argument in arguments]
    return [path for one in given for path in ([one] if one.is_file() else sorted(one.rglob("test_*.py")))]


@contextmanager
def emptying() -> Iterator[None]:
    """Empty the tables of PostgreSQL that hold something, row by row, instead of every file of all 140 tables.

    Whoever connects must be allowed to leave foreign keys and triggers aside, as the owner of a private server is.
    """
    from django.db.backends.postgresql.operations import DatabaseOperations

    whole = DatabaseOperations.sql_flush

    def sql_flush(self: Any, style: Any, tables: list[str], **options: Any) -> list[str]:
        if not tables or options.get("reset_sequences") or not _may(self.connection):
            return whole(self, style, tables, **options)
        filled, largest = _filled(self.connection, [table for table in tables if table not in STAYS])
        if largest > MANY_PAGES:
            return whole(self, style, tables, **options)
        rows = [f"DELETE FROM {self.quote_name(table)};" for table in filled]  # noqa: S608 - quoted
        return ["SET LOCAL session_replication_role = replica;", *rows] if rows else []

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", sql_flush)
        yield


def _may(connection: Any) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        return bool(cursor.fetchone()[0])


def _filled(connection: Any, tables: list[str]) -> tuple[list[str], int]:
    """The tables with a row, and the pages of the largest."""
    asked = " UNION ALL ".join(
        f"SELECT '{table}', pg_relation_size('{table}') / 8192 WHERE EXISTS (SELECT FROM \"{table}\")"  # noqa: S608 - names of our own tables
        for table in tables
    )
    with connection.cursor() as cursor:
        cursor.execute(asked)
        found = cursor.fetchall()
    return [table for table, _pages in found], max((pages for _table, pages in found), default=0)
