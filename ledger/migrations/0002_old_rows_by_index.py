"""What is old is found by an index when it is forgotten."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Two indexes; old code does not notice them."""

    dependencies = [("ledger", "0001_initial")]

    operations = [
        migrations.AddIndex("idempotencykey", models.Index(fields=["created_at"], name="keys_by_age")),
        migrations.AddIndex(
            "outboxmessage",
            models.Index(condition=models.Q(sent_at__isnull=False), fields=["sent_at"], name="outbox_by_age"),
        ),
    ]
