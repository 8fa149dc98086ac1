"""Salts for the words of rulings that the ledger tells of."""

from django.db import migrations, models
from django.db.migrations.state import StateApps

from ledger.telling import new_salt


def salted(apps: StateApps, _editor: object) -> None:
    """A salt of its own for every row."""
    for name in ("Appeal", "CaseRevision"):
        model = apps.get_model("tournaments", name)
        for row in model.objects.only("pk").iterator():
            model.objects.filter(pk=row.pk).update(salt=new_salt())


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_sessions_of_phones")]

    operations = [
        migrations.AddField(
            model_name="appeal",
            name="salt",
            field=models.CharField(db_default="", default=new_salt, max_length=32),
        ),
        migrations.AddField(
            model_name="caserevision",
            name="salt",
            field=models.CharField(db_default="", default=new_salt, max_length=32),
        ),
        migrations.RunPython(salted, migrations.RunPython.noop),
    ]
