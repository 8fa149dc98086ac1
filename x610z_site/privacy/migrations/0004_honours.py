"""One more part of a player's page: honours."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("privacy", "0003_guardian_talks")]

    operations = [
        migrations.AddField(
            model_name="choice",
            name="shows_honours",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
