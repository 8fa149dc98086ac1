"""A play test that the site itself asked for is nobody's."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("decks", "0005_how_cards_play"),
    ]

    operations = [
        migrations.AlterField(
            model_name="playtest",
            name="asked_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="play_tests",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
