"""Whether others may follow a page."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("privacy", "0005_rating"),
    ]

    operations = [
        migrations.AddField(
            model_name="choice",
            name="followed",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
