"""A block keeps the name by which its owner knew the other: a name that is chosen later is told to nobody by it."""

from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def named(apps, _schema_editor):
    """Blocks of before say what they said until now."""
    people = apps.get_model("accounts", "User").objects.filter(pk=OuterRef("other"))
    blocks = apps.get_model("tournaments", "Block").objects
    blocks.update(name=Subquery(people.values("display_name")[:1]))


OLD_CODE_LIVES = (
    "it fills a new column, which code of before neither reads nor writes: its own rows get the default"
)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0035_places"), ("accounts", "0005_time_zone")]

    operations = [
        migrations.AddField("block", "name", models.CharField(db_default="", default="", max_length=60)),
        migrations.RunPython(named, migrations.RunPython.noop),
    ]
