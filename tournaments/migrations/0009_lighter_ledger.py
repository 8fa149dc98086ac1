"""Drop what the ledger no longer needs: the owner of a key, and two indexes beside the one of the constraint."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0008_penalties"),
    ]

    operations = [
        migrations.RemoveField(
            model_name="idempotencykey",
            name="owner",
        ),
        migrations.AlterField(
            model_name="ledgerrow",
            name="chain",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rows",
                to="tournaments.chain",
            ),
        ),
    ]
