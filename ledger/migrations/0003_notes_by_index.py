"""Notes are found by an index when somebody is forgotten."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0002_old_rows_by_index"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="ledgerrow",
            index=models.Index(
                condition=models.Q(("note", ""), _negated=True), fields=["chain"], name="ledger_notes"
            ),
        ),
    ]
