"""Old rows of the ledger may be put away, many in one volume."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0003_notes_by_index"),
    ]

    operations = [
        migrations.CreateModel(
            name="Volume",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.PositiveBigIntegerField()),
                ("last", models.PositiveBigIntegerField()),
                ("previous", models.CharField(max_length=64)),
                ("body", models.BinaryField()),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("actors", models.TextField()),
                (
                    "chain",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.chain",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("chain", "first"), name="ledger_one_volume_per_row")
                ],
            },
        ),
    ]
