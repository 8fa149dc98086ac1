"""What the relay looks for every few seconds, and forgets every hour, is found by an index."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0036_block_names"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="friendly",
            index=models.Index(
                condition=models.Q(("state", "accepted"), _negated=True),
                fields=["starts_at"],
                name="friendlies_not_agreed",
            ),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(
                condition=models.Q(("rehearsal_until__isnull", False)),
                fields=["rehearsal_until"],
                name="tournaments_rehearsed",
            ),
        ),
    ]
