"""Drop the indexes that a hand-in wrote for nobody: revisions by registration have the one of their constraint."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("decks", "0005_pictures_printings_search"),
    ]

    operations = [
        migrations.AlterField(
            model_name="deckrevision",
            name="registration",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="revisions",
                to="decks.registration",
            ),
        ),
        migrations.AlterField(
            model_name="registration",
            name="current",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="decks.deckrevision",
            ),
        ),
    ]
