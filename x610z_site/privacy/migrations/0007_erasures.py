"""An erasure goes on in a job: where it stands."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_time_zone"),
        ("privacy", "0006_followed"),
    ]

    operations = [
        migrations.CreateModel(
            name="Erasure",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("pseudonym", models.CharField(max_length=60)),
                ("names", models.JSONField(default=list)),
                ("step", models.CharField(max_length=20)),
                ("reached", models.CharField(blank=True, max_length=40)),
                ("at", models.DateTimeField()),
                ("touched_at", models.DateTimeField()),
            ],
        ),
    ]
