from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

SQLITE = """
    CREATE TRIGGER IF NOT EXISTS tournaments_recordingentry_frozen BEFORE UPDATE ON tournaments_recordingentry
    WHEN NEW.body <> '{}' OR NEW.hash <> OLD.hash OR NEW.prev_hash <> OLD.prev_hash OR NEW.seq <> OLD.seq
        OR NEW.signature <> OLD.signature OR NEW.voice <> OLD.voice
    BEGIN SELECT RAISE(ABORT, 'rows of tournaments_recordingentry are only ever added'); END
    """
"""As in 0001: SQLite makes a table anew for a new column, and its trigger goes with the old one."""


def freeze(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let SQLite, too, refuse a change of a journal again."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER IF EXISTS tournaments_recordingentry_frozen")
        schema_editor.execute(SQLITE, params=None)


class Migration(migrations.Migration):
    """Who said what in a journal: keys of phones, signatures of entries, words written for somebody else."""

    dependencies = [("tournaments", "0033_ratings")]

    operations = [
        migrations.AddField("gamelog", "voices", models.JSONField(db_default={}, default=dict)),
        migrations.AddField("recordingdevice", "heard_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "recordingdevice",
            "public_key",
            models.CharField(blank=True, db_default="", default="", max_length=90),
        ),
        migrations.AddField("recordingdevice", "seen", models.PositiveIntegerField(db_default=0, default=0)),
        migrations.AddField(
            "recordingdevice",
            "seen_signature",
            models.CharField(blank=True, db_default="", default="", max_length=100),
        ),
        migrations.AddField(
            "recordingentry",
            "signature",
            models.CharField(blank=True, db_default="", default="", max_length=100),
        ),
        migrations.AddField(
            "recordingentry", "voice", models.CharField(blank=True, db_default="", default="", max_length=30)
        ),
        migrations.AlterField(
            "recordingentry",
            "kind",
            models.CharField(
                choices=[
                    ("line", "Line"),
                    ("undo", "Undo"),
                    ("deviate", "Deviate"),
                    ("choose", "Choose"),
                    ("pen", "Pen"),
                    ("call", "Call"),
                    ("freeze", "Freeze"),
                    ("resume", "Resume"),
                    ("sign", "Sign"),
                    ("confirm", "Confirm"),
                ],
                max_length=8,
            ),
        ),
        migrations.RunPython(freeze, migrations.RunPython.noop),
    ]
