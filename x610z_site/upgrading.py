"""Before tables change: a database of another line of the code is told in a sentence, and a copy is kept.

Before release 0.1 migrations were made anew under old names, so the list of those that ran proves nothing: the tables
themselves are looked at.
"""

import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

KEPT = 2
"""So many copies stay; an older one holds people who were erased since."""


class CannotUpgradeError(Exception):
    """Why the tables are left as they are, as whoever runs the site reads it."""


def ours() -> set[str]:
    """The labels of the apps whose tables this site makes itself."""
    found = {one.label: Path(one.path) for one in apps.get_app_configs()}
    return {
        label
        for label, path in found.items()
        if path.is_relative_to(settings.BASE_DIR) and "site-packages" not in path.parts
    }


def is_new(connection: BaseDatabaseWrapper) -> bool:
    """Whether nothing of this site was ever made in the database."""
    done = MigrationRecorder(connection).applied_migrations()
    return not any(app in ours() for app, _name in done)


def pending(connection: BaseDatabaseWrapper) -> bool:
    """Whether a migration of this code has not run yet."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def refuse_another_line(connection: BaseDatabaseWrapper) -> None:
    """Raise :class:`CannotUpgradeError` for tables that are not those of which the list of migrations tells."""
    if is_new(connection):
        return
    missing = list(_missing(connection))
    if missing:
        shown = ", ".join(missing[:3]) + (" …" if len(missing) > 3 else "")
        raise CannotUpgradeError(
            "this database was made by code from before release 0.1, or by another line of it: "
            f"{len(missing)} of the tables and columns that its list of migrations promises are not there ({shown}). "
            "Nothing was changed. Start with an empty one (./run --fresh, or another DATABASE_URL); what comes "
            "along of the old one stands in docs/releasing.md"
        )


def _missing(connection: BaseDatabaseWrapper) -> Iterator[str]:
    """The tables and columns that the migrations which ran should have made."""
    if halves := list(_ran_by_half(connection)):
        yield from halves
        return
    try:
        models = _models(connection)
    except InconsistentMigrationHistory as error:
        yield str(error)
        return
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for model in models:
            table = model._meta.db_table
            if table not in tables:
                yield table
                continue
            there = {one.name for one in connection.introspection.get_table_description(cursor, table)}
            yield from (
                f"{table}.{one.column}"
                for one in model._meta.local_concrete_fields
                if one.column not in there
            )


def _ran_by_half(connection: BaseDatabaseWrapper) -> Iterator[str]:
    """Of what one step replaces: the migrations that did not run, where others did."""
    done = set(MigrationRecorder(connection).applied_migrations())
    for one in MigrationLoader(None).disk_migrations.values():
        missing = [key for key in one.replaces if key not in done]
        if 0 < len(missing) < len(one.replaces):
            yield from (f"{app}.{name}" for app, name in missing)


def _models(connection: BaseDatabaseWrapper) -> list[type[Model]]:
    """The models as the migrations that ran left them; without a pending one those are the models of this code."""
    executor = MigrationExecutor(connection)
    loader = executor.loader
    loader.check_consistent_history(connection)
    if not executor.migration_plan(loader.graph.leaf_nodes()):
        known = apps.get_models(include_auto_created=True)
    else:
        ran = [one for one in loader.graph.nodes if one in loader.applied_migrations]
        known = loader.project_state(ran).apps.get_models(include_auto_created=True)
    labels = ours()
    return [
        one for one in known if one._meta.app_label in labels and one._meta.managed and not one._meta.proxy
    ]


def keep_copy(connection: BaseDatabaseWrapper, folder: Path) -> Path:
    """Copy the whole database into a file of ``folder`` that its owner alone reads; older copies go.

    Raises :class:`CannotUpgradeError` when that fails.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    lite = connection.vendor == "sqlite"
    path = folder / f"{datetime.now(UTC):%Y-%m-%d-%H%M%S-%f}.{'sqlite3' if lite else 'dump'}"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    os.close(descriptor)
    try:
        (_copy_of_file if lite else _dump)(connection, path)
    except (OSError, sqlite3.Error, subprocess.SubprocessError) as error:
        path.unlink()
        told = getattr(error, "stderr", "") or str(error)
        raise CannotUpgradeError(
            f"no copy of the data could be made before its tables change ({told.strip().splitlines()[0]}). "
            "Nothing was changed. Make a backup (docs/operations.md), then say manage.py migrate --no-copy"
        ) from error
    for old in sorted(folder.glob("*-*.*"))[:-KEPT]:
        old.unlink()
    return path


def _copy_of_file(connection: BaseDatabaseWrapper, path: Path) -> None:
    with (
        closing(sqlite3.connect(str(connection.settings_dict["NAME"]))) as source,
        closing(sqlite3.connect(path)) as to,
    ):
        source.backup(to)


def _dump(connection: BaseDatabaseWrapper, path: Path) -> None:
    """By PostgreSQL's own program, which must be there and no older than the server."""
    said = connection.settings_dict
    place = {f"PG{key}": str(said[key]) for key in ("HOST", "PORT", "USER", "PASSWORD") if said[key]}
    place["PGDATABASE"] = str(said["NAME"])
    if "host" in said["OPTIONS"]:  # the folder of a socket, behind a question mark in DATABASE_URL
        place["PGHOST"] = str(said["OPTIONS"]["host"])
    command = ["pg_dump", "--format=custom", "--no-password", f"--file={path}"]
    subprocess.run(command, env={**os.environ, **place}, check=True, capture_output=True, text=True)
