"""Many tables in one step: in any order, with keys to each other, made and dropped."""

import pytest
from django.db import connection, migrations, models
from django.db.migrations.state import ProjectState

from ledger.tables import CreateTables


def table(name: str, other: str) -> migrations.CreateModel:
    key = models.BigAutoField(primary_key=True)
    points = models.ForeignKey(f"shop.{other}", models.CASCADE, null=True)
    index = models.Index(fields=["id"], name=f"{name.lower()}_by_number")
    return migrations.CreateModel(name, [("id", key), ("other", points)], {"indexes": [index]})


@pytest.mark.django_db(transaction=True)
@pytest.mark.sqlite
@pytest.mark.both
def test_tables_that_point_at_each_other_are_made_in_one_step_and_dropped_again() -> None:
    step, before = CreateTables([table("Hen", "Egg"), table("Egg", "Hen")]), ProjectState()
    after = before.clone()
    step.state_forwards("shop", after)
    there = {"shop_hen", "shop_egg"}
    with connection.schema_editor() as editor:
        step.database_forwards("shop", editor, before, after)
    assert there <= set(connection.introspection.table_names())
    hen = after.apps.get_model("shop", "Hen").objects.create()
    egg = after.apps.get_model("shop", "Egg").objects.create(other=hen)
    assert egg.other_id == hen.pk and step.describe() == "Create 2 tables"
    egg.delete()
    with connection.schema_editor() as editor:
        step.database_backwards("shop", editor, after, before)
    assert not there & set(connection.introspection.table_names())
