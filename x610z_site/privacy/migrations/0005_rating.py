"""One more part of a player's page: the rating."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("privacy", "0004_honours")]

    operations = [
        migrations.AddField(
            model_name="choice",
            name="shows_rating",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
