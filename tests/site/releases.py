"""Expand and contract: which migrations the code of the last release can live with while it is being replaced.

During an update the old code answers for minutes on the new tables, and after a roll-back for days. So a migration may
only add what old code need not know: tables, columns that are null or have a default of the database, indexes, wider
columns. What takes away comes one release after the code that stopped using it, and says so in the migration:

- ``AFTER_RELEASE = "0.3.0"``: the release recorded in ``deploy/released.json`` (or an earlier one) uses it no more;
- ``OLD_CODE_LIVES = "why"``: for SQL, Python and constraints, which nobody can judge from outside.

``python -m tests.site.releases 0.3.0`` records what is released. Tables that no release has are free: nobody's old code
knows them. docs/decisions/215 says why this is ours and no package.
"""

import importlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db import connection, migrations, models
from django.db.migrations.state import ProjectState

from ledger.tables import CreateTables
from tests.site.images import by_tag

RECORD = Path(__file__).resolve().parents[2] / "deploy" / "released.json"
OURS = ("accounts", "community", "decks", "ledger", "privacy", "reach", "tournaments")

FREE = (
    migrations.CreateModel,
    migrations.AddIndex,
    migrations.RenameIndex,
    migrations.RemoveIndex,
    migrations.RemoveConstraint,
    migrations.AlterModelOptions,
    migrations.AlterModelManagers,
    migrations.AlterModelTableComment,
)
TAKES_AWAY = (migrations.RemoveField, migrations.DeleteModel)
RENAMES = (migrations.RenameField, migrations.RenameModel, migrations.AlterModelTable)


@dataclass(frozen=True)
class Released:
    """The last release: its version ("" before the first), and its migrations by app."""

    version: str = ""
    migrations: Mapping[str, list[str]] = field(default_factory=dict)

    def has(self, migration: Any) -> bool:
        """Whether the last release knows this migration, or all that it replaces."""
        names = [(migration.app_label, migration.name)]
        return all(name in self.migrations.get(app, []) for app, name in migration.replaces or names)


@dataclass(frozen=True)
class Marks:
    """What a migration says of itself."""

    after_release: str = ""
    old_code_lives: str = ""


def read(record: Path = RECORD) -> Released:
    """The recorded release."""
    said = json.loads(record.read_text(encoding="utf-8"))
    return Released(said["version"], said["migrations"])


def marks_of(migration: Any) -> Marks:
    """The marks of a migration's module."""
    module = importlib.import_module(type(migration).__module__)
    return Marks(getattr(module, "AFTER_RELEASE", ""), getattr(module, "OLD_CODE_LIVES", ""))


def number(version: str) -> tuple[int, ...]:
    """A version as numbers, for comparing."""
    return tuple(int(part) for part in version.split(".")) if version else ()


def problems(plan: Iterable[tuple[Any, Marks]], released: Released) -> Iterator[str]:
    """What the code of the last release cannot live with, a line each, in the order the migrations run.

    ``plan``: every migration with its marks, from the first on.
    """
    state, known = ProjectState(), set()
    for migration, marks in plan:
        old = released.has(migration)
        for operation in _each(migration):
            where = f"{migration.app_label}.{migration.name}: {operation.describe()}"
            for reason in (
                () if old else _refused(operation, migration.app_label, state, known, marks, released)
            ):
                yield f"{where}: {reason}"
            operation.state_forwards(migration.app_label, state)
            if old and isinstance(operation, migrations.CreateModel):
                known.add((migration.app_label, operation.name_lower))


def _each(migration: Any) -> Iterator[Any]:
    for operation in migration.operations:
        yield from operation.tables if isinstance(operation, CreateTables) else (operation,)


def _refused(
    operation: Any,
    app: str,
    state: ProjectState,
    known: set[tuple[str, str]],
    marks: Marks,
    released: Released,
) -> Iterator[str]:
    """Why old code cannot live with one operation; nothing when it can."""
    if isinstance(operation, migrations.SeparateDatabaseAndState):
        for part in operation.database_operations:
            yield from _refused(part, app, state, known, marks, released)
        return
    if isinstance(operation, (migrations.RunPython, migrations.RunSQL)):
        if known and len(marks.old_code_lives) < 20:
            yield "nobody can see from outside what this does; say in OLD_CODE_LIVES why old code lives with it"
        return
    model = (app, (getattr(operation, "model_name", None) or getattr(operation, "name", "")).lower())
    if isinstance(operation, migrations.RenameModel):
        model = (app, operation.old_name_lower)
    if model not in known or isinstance(operation, FREE):
        return
    if isinstance(operation, RENAMES):
        yield "old code asks for the old name: add the new one, copy, and remove the old one after a release"
    elif isinstance(operation, TAKES_AWAY):
        if not marks.after_release or number(marks.after_release) > number(released.version):
            yield "the last release may still use it: remove it one release later, with AFTER_RELEASE"
    elif isinstance(operation, migrations.AddField):
        yield from _added(operation.field)
    elif isinstance(operation, migrations.AlterField):
        yield from _altered(operation, app, state)
    elif len(marks.old_code_lives) < 20:
        yield "old code may store what this refuses; say in OLD_CODE_LIVES why it does not"


def _added(new: "models.Field[Any, Any]") -> Iterator[str]:
    if isinstance(new, models.ManyToManyField) or new.null or new.has_db_default():
        if new.unique and not new.null:
            yield "rows of old code would all get the same value in a unique column"
        return
    yield "old code leaves it out, and it is NOT NULL without a default of the database (db_default)"


def _altered(operation: Any, app: str, state: ProjectState) -> Iterator[str]:
    before = state.apps.get_model(app, operation.model_name)._meta.get_field(operation.name)
    after_state = state.clone()
    operation.state_forwards(app, after_state)
    after = after_state.apps.get_model(app, operation.model_name)._meta.get_field(operation.name)
    if before.null and not after.null:
        yield "old code may store NULL there"
    if after.unique and not before.unique:
        yield "old code may store a value twice"
    old, new = (one.db_parameters(connection) for one in (before, after))
    if old["type"] != new["type"] and not _wider(before, after):
        yield f"the column changes from {old['type']} to {new['type']}, which old code does not expect"


def _wider(before: Any, after: Any) -> bool:
    """Whether everything old code stores there still fits, and what it reads stays of its kind."""
    if type(before) is not type(after) and not isinstance(after, models.TextField):
        return False
    if not isinstance(before, models.CharField):
        return False
    return after.max_length is None or (before.max_length or 0) <= after.max_length


def record(version: str) -> None:
    """Write what is released now; ``docs/releasing.md`` says when. Ends with an error while an image has no digest."""
    if unpinned := by_tag():
        sys.exit(
            f"images by tag alone, which may be others tomorrow (make pin-images): {', '.join(unpinned)}"
        )
    from django.db.migrations.loader import MigrationLoader

    names: dict[str, list[str]] = {}
    there = MigrationLoader(None).disk_migrations
    for app, name in sorted({*there, *(key for one in there.values() for key in one.replaces)}):
        if app in OURS:
            names.setdefault(app, []).append(name)
    RECORD.write_text(
        json.dumps({"version": version, "migrations": names}, indent=2) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    import django

    django.setup()
    record(sys.argv[1])
