"""One table for the entered cards and one for the frozen pools of every game; those of Z/X move in."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

COLUMNS = ("key", "sha256", "label", "label_nl", "size", "cards", "at", "by_id")
FROZEN = ("decks_enteredrevision", "decks_poolsnapshot")


def freeze_again(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """SQLite makes a table anew for a new column, and forgets the trigger that kept its rows as they are."""
    if schema_editor.connection.vendor != "sqlite":
        return
    for table in FROZEN:
        name, quoted = schema_editor.quote_name(table + "_frozen"), schema_editor.quote_name(table)
        schema_editor.execute(
            "CREATE TRIGGER " + name + " BEFORE UPDATE ON " + quoted + " "
            "BEGIN SELECT RAISE(ABORT, 'rows of this table are only ever added'); END",
            params=None,
        )


def move_in(apps: StateApps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every pool of Z/X with what it holds, in the order in which they were frozen."""
    here, there = (apps.get_model("decks", name) for name in ("PoolSnapshot", "ZxPoolSnapshot"))
    rows = there.objects.order_by("pk").values(*COLUMNS)
    here.objects.bulk_create(here(game="zx", **row) for row in rows.iterator(chunk_size=20))


class Migration(migrations.Migration):
    dependencies = [("decks", "0003_cards_of_z_x_that_keepers_enter")]

    operations = [
        migrations.RemoveConstraint(model_name="zxcardrevision", name="one_zx_card_revision_per_number"),
        migrations.RenameModel(old_name="ZxCardRevision", new_name="EnteredRevision"),
        migrations.AddField(
            model_name="enteredrevision",
            name="game",
            field=models.CharField(db_default="zx", default="zx", max_length=20),
        ),
        migrations.AlterField(
            model_name="enteredrevision", name="game", field=models.CharField(max_length=20)
        ),
        migrations.AlterField(
            model_name="enteredrevision", name="number", field=models.CharField(max_length=40)
        ),
        migrations.AlterModelOptions(
            name="enteredrevision", options={"ordering": ["game", "number", "revision"]}
        ),
        migrations.AddConstraint(
            model_name="enteredrevision",
            constraint=models.UniqueConstraint(
                fields=("game", "number", "revision"), name="one_entered_revision_per_number"
            ),
        ),
        migrations.AddField(
            model_name="poolsnapshot",
            name="game",
            field=models.CharField(db_default="x610z", default="x610z", max_length=20),
        ),
        migrations.RunPython(freeze_again, migrations.RunPython.noop),
        migrations.RunPython(move_in, migrations.RunPython.noop),
        migrations.DeleteModel(name="ZxPoolSnapshot"),
    ]
