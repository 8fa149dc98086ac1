"""Places of finished tournaments are kept with their results; all of both are made anew, by and by, by the relay."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Q
from django.utils import timezone


def await_all(apps: StateApps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Let every finished tournament wait for its results."""
    outcomes = apps.get_model("tournaments", "Outcome").objects
    outcomes.all().delete()
    finished = apps.get_model("tournaments", "Tournament").objects.filter(state="finished")
    model, now = outcomes.model, timezone.now()
    outcomes.bulk_create(
        (model(tournament_id=pk, made_at=now) for pk in finished.values_list("pk", flat=True)), 1000
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0034_voices")]

    operations = [
        migrations.AlterField("Outcome", "number", models.PositiveBigIntegerField(null=True)),
        migrations.AlterField("Outcome", "packed", models.BinaryField(default=b"")),
        migrations.AddField("Outcome", "places", models.BinaryField(default=b"")),
        migrations.AddIndex(
            "Outcome",
            models.Index(fields=["tournament"], condition=Q(number=None), name="outcomes_that_wait"),
        ),
        migrations.RunPython(await_all, migrations.RunPython.noop),
    ]
