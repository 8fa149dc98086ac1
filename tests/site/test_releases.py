"""Old code lives with the new tables: every migration is read, and each kind of break is planted and found."""

import re
import tomllib
from typing import Any

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader

from tests.site.releases import OURS, Marks, Released, marks_of, number, problems, read
from x610z_site.services.environment import ROOT

RELEASED = Released("0.2.0", {"shop": ["0001_initial"]})


def test_the_code_of_the_last_release_can_live_with_every_migration() -> None:
    loader = MigrationLoader(None)
    plan = [
        loader.disk_migrations[key] for key in loader.graph._generate_plan(loader.graph.leaf_nodes(), True)
    ]
    assert {one.app_label for one in plan} >= set(OURS)
    known = [(one, marks_of(one)) for one in plan if one.app_label in OURS]
    outside = [(one, Marks()) for one in plan if one.app_label not in OURS]
    assert list(problems([*outside, *known], read())) == []


def test_the_release_is_one_number_in_its_record_its_package_and_the_changelog() -> None:
    version = read().version
    package = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    noted = re.findall(r"^## (\d+\.\d+\.\d+), ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert version and version == package == noted[0]
    assert noted == sorted(noted, key=number, reverse=True)


def test_a_migration_of_the_last_release_is_still_there() -> None:
    disk = MigrationLoader(None).disk_migrations
    there = {*disk, *(key for one in disk.values() for key in one.replaces)}
    released = {(app, name) for app, names in read().migrations.items() for name in names}
    assert released - there == set(), "a released migration may be squashed, never removed or renamed"


def first() -> Any:
    """The released migration: one table."""
    fields = [
        ("id", models.BigAutoField(primary_key=True)),
        ("name", models.CharField(max_length=20)),
        ("price", models.IntegerField()),
        ("note", models.TextField(null=True)),
    ]
    return migration("0001_initial", migrations.CreateModel("Ware", fields=fields))


def migration(name: str, *operations: Any) -> Any:
    """A migration of the shop."""
    made = migrations.Migration(name, "shop")
    made.operations = list(operations)
    return made


def found(*operations: Any, marks: Marks = Marks(), released: Released = RELEASED) -> list[str]:  # noqa: B008
    """What is said of a second migration with these operations."""
    plan = [(first(), Marks()), (migration("0002_next", *operations), marks)]
    return list(problems(plan, released))


BREAKS = {
    "a column renamed": migrations.RenameField("ware", "name", "title"),
    "a table renamed": migrations.RenameModel("Ware", "Item"),
    "a table's own name": migrations.AlterModelTable("ware", "wares"),
    "a column dropped": migrations.RemoveField("ware", "price"),
    "a table dropped": migrations.DeleteModel("Ware"),
    "a column that must be filled": migrations.AddField("ware", "weight", models.IntegerField(default=0)),
    "a unique column with one default": migrations.AddField(
        "ware", "code", models.CharField(max_length=9, unique=True, db_default="")
    ),
    "a column that may be NULL no more": migrations.AlterField("ware", "note", models.TextField(default="")),
    "a narrower column": migrations.AlterField("ware", "name", models.CharField(max_length=10)),
    "a column of another kind": migrations.AlterField("ware", "price", models.CharField(max_length=10)),
    "a column that becomes unique": migrations.AlterField("ware", "price", models.IntegerField(unique=True)),
    "a new constraint": migrations.AddConstraint(
        "ware", models.CheckConstraint(condition=models.Q(price__gte=0), name="not_negative")
    ),
    "names that belong together": migrations.AlterUniqueTogether("ware", {("name", "price")}),
    "SQL nobody judged": migrations.RunSQL("SELECT 1"),
    "Python nobody judged": migrations.RunPython(migrations.RunPython.noop),
    "a break inside": migrations.SeparateDatabaseAndState(
        database_operations=[migrations.RemoveField("ware", "price")]
    ),
}
LIVES = {
    "a new table": migrations.CreateModel("Shelf", fields=[("id", models.BigAutoField(primary_key=True))]),
    "a column that may be NULL": migrations.AddField("ware", "weight", models.IntegerField(null=True)),
    "a column with a default of the database": migrations.AddField(
        "ware", "weight", models.IntegerField(db_default=0)
    ),
    "a wider column": migrations.AlterField("ware", "name", models.CharField(max_length=40)),
    "a column that may now be NULL": migrations.AlterField("ware", "price", models.IntegerField(null=True)),
    "other choices": migrations.AlterField("ware", "price", models.IntegerField(choices=[(1, "one")])),
    "an index": migrations.AddIndex("ware", models.Index(fields=["name"], name="by_name")),
    "other options": migrations.AlterModelOptions("ware", {"ordering": ["name"]}),
}


@pytest.mark.parametrize("name", BREAKS)
def test_what_old_code_cannot_live_with_is_refused(name: str) -> None:
    assert len(found(BREAKS[name])) == 1


@pytest.mark.parametrize("name", LIVES)
def test_what_only_adds_passes(name: str) -> None:
    assert found(LIVES[name]) == []


@pytest.mark.parametrize("name", BREAKS)
def test_before_the_first_release_and_inside_one_everything_is_free(name: str) -> None:
    assert found(BREAKS[name], released=Released()) == []
    both = Released("0.2.0", {"shop": ["0001_initial", "0002_next"]})
    assert found(BREAKS[name], released=both) == []


def test_a_column_goes_after_the_release_that_stopped_using_it_and_not_before() -> None:
    gone = migrations.RemoveField("ware", "price")
    assert found(gone, marks=Marks(after_release="0.2.0")) == []
    assert found(gone, marks=Marks(after_release="0.1.9")) == []
    assert len(found(gone, marks=Marks(after_release="0.10.0"))) == 1
    assert number("0.10.0") > number("0.2.0")


def test_a_mark_excuses_its_own_kind_only() -> None:
    reason = Marks(old_code_lives="every version stored it in this form")
    assert found(BREAKS["SQL nobody judged"], BREAKS["a new constraint"], marks=reason) == []
    assert len(found(BREAKS["SQL nobody judged"], marks=Marks(old_code_lives="fine"))) == 1
    for name in ("a column renamed", "a column dropped", "a column that must be filled"):
        assert len(found(BREAKS[name], marks=reason)) == 1
    assert len(found(BREAKS["a column renamed"], marks=Marks("0.2.0", reason.old_code_lives))) == 1
