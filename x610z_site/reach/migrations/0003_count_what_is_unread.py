from django.db import migrations
from django.db.models import Count


def count_unread(apps, schema_editor):
    """Say in each person's row how many of the notices so far they have not read."""
    people = apps.get_model("accounts", "User").objects
    unread = apps.get_model("reach", "Notice").objects.filter(read_at=None).order_by().values("user_id")
    for row in unread.annotate(number=Count("pk")):
        people.filter(pk=row["user_id"]).update(unread_notices=row["number"])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_unread_notices"),
        ("reach", "0002_hooks_wait"),
    ]

    operations = [migrations.RunPython(count_unread, migrations.RunPython.noop)]
