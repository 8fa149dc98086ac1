"""Before tables change: a copy is kept, and a database of another line is told in a sentence and left as it is."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from x610z_site import prepare, upgrading
from x610z_site.upgrading import CannotUpgradeError, is_new, keep_copy, ours, pending, refuse_another_line

pytestmark = [pytest.mark.django_db]


def newest() -> tuple[str, str]:
    """A migration of ours on which no other rests."""
    graph = MigrationLoader(None).graph
    return next(
        node for node in sorted(graph.leaf_nodes()) if node[0] in ours() and not graph.node_map[node].children
    )


def sql(text: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(text)


def forget_newest() -> None:
    """As a database that has not seen the newest migration yet."""
    MigrationRecorder(connection).record_unapplied(*newest())


BREAKS: dict[str, Callable[[], Any]] = {
    "accounts_recovery": lambda: sql("ALTER TABLE accounts_recovery RENAME TO another_line"),
    "ledger_idempotencykey.request_hash": lambda: sql(
        "ALTER TABLE ledger_idempotencykey RENAME COLUMN request_hash TO digest"
    ),
}


@pytest.mark.sqlite
@pytest.mark.both
def test_our_own_database_passes_whether_a_migration_waits_or_not() -> None:
    assert not is_new(connection) and not pending(connection)
    refuse_another_line(connection)
    forget_newest()
    assert pending(connection)
    refuse_another_line(connection)


@pytest.mark.sqlite
@pytest.mark.both
@pytest.mark.parametrize("waits", [False, True])
@pytest.mark.parametrize("missing", BREAKS)
def test_tables_that_the_list_of_migrations_does_not_tell_of_are_told(missing: str, waits: bool) -> None:
    BREAKS[missing]()
    if waits:
        forget_newest()
    with pytest.raises(CannotUpgradeError, match=rf"before release 0\.1.*{missing}.*Nothing was changed"):
        refuse_another_line(connection)


def test_migrate_and_run_say_so_and_change_nothing(settings: Any, tmp_path: Path) -> None:
    settings.COPIES_DIR = tmp_path
    BREAKS["accounts_recovery"]()
    forget_newest()
    with pytest.raises(CommandError, match="accounts_recovery"):
        call_command("migrate", verbosity=0)
    with pytest.raises(SystemExit, match=r"\./run: .*accounts_recovery"):
        prepare.migrate()
    assert pending(connection) and list(tmp_path.iterdir()) == []


def test_nothing_is_migrated_without_a_copy_unless_that_is_said(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.COPIES_DIR = tmp_path
    forget_newest()
    for copy in ("_dump", "_copy_of_file"):
        monkeypatch.setattr(
            upgrading, copy, lambda *_said: (_ for _ in ()).throw(OSError("the disk is full"))
        )
    with pytest.raises(CommandError, match=r"the disk is full.*--no-copy"):
        call_command("migrate", verbosity=0)
    assert pending(connection) and list(tmp_path.iterdir()) == []
    copied: list[Path] = []
    monkeypatch.setattr(
        "x610z_site.management.commands.migrate.keep_copy", lambda _connection, folder: copied.append(folder)
    )
    # The tables are there: it is enough to see that it goes on.
    call_command("migrate", *newest(), verbosity=0, fake=True)
    assert copied == [tmp_path] and not pending(connection)
    forget_newest()
    call_command("migrate", *newest(), verbosity=0, fake=True, no_copy=True)
    assert len(copied) == 1


def test_a_copy_of_a_file_is_whole_its_owners_alone_and_old_ones_go(tmp_path: Path) -> None:
    file = tmp_path / "site.sqlite3"
    with closing(sqlite3.connect(file)) as site:
        site.executescript("PRAGMA journal_mode=WAL; CREATE TABLE a (b); INSERT INTO a VALUES (1)")
        of: Any = type("Lite", (), {"vendor": "sqlite", "settings_dict": {"NAME": file}})
        for number in range(1, 5):
            (tmp_path / f"2026-01-0{number}-000000.sqlite3").touch()
        path = keep_copy(of, tmp_path)
    with closing(sqlite3.connect(path)) as copy:
        assert copy.execute("SELECT b FROM a").fetchall() == [(1,)]
    assert path.stat().st_mode & 0o777 == 0o600
    assert sorted(tmp_path.glob("20*")) == [tmp_path / "2026-01-04-000000.sqlite3", path]


@pytest.mark.postgres
@pytest.mark.skipif(not shutil.which("pg_dump"), reason="no pg_dump here")
def test_a_copy_of_postgresql_is_a_dump_that_pg_restore_reads(tmp_path: Path) -> None:
    path = keep_copy(connection, tmp_path)
    assert path.read_bytes()[:5] == b"PGDMP" and path.stat().st_mode & 0o777 == 0o600
    connection.settings_dict["PORT"], port = "1", connection.settings_dict["PORT"]
    try:
        with pytest.raises(CannotUpgradeError, match="no copy of the data could be made"):
            keep_copy(connection, tmp_path)
    finally:
        connection.settings_dict["PORT"] = port
    assert list(tmp_path.iterdir()) == [path]


def test_a_database_that_ran_half_of_what_one_step_replaces_is_told_and_one_that_ran_all_of_it_goes_on() -> (
    None
):
    recorder = MigrationRecorder(connection)
    [first] = [
        one
        for key, one in MigrationLoader(None).disk_migrations.items()
        if key == ("ledger", "0001_release_0_1")
    ]
    recorder.record_unapplied(first.app_label, first.name)
    for app, name in first.replaces:
        recorder.record_applied(app, name)
    refuse_another_line(connection)
    assert not pending(connection)
    recorder.record_unapplied(*first.replaces[-1])
    with pytest.raises(CannotUpgradeError, match="another line"):
        refuse_another_line(connection)
