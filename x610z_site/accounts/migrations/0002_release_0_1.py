"""The tables of release 0.1.0, in one step. Its databases have run what this replaces."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from ledger.tables import CreateTables


class Migration(migrations.Migration):
    replaces = [
        ("accounts", "0002_initial"),
        ("accounts", "0003_api_tokens"),
        ("accounts", "0004_unread_notices"),
        ("accounts", "0005_time_zone"),
    ]

    dependencies = [
        ("accounts", "0001_release_0_1"),
        ("tournaments", "0001_release_0_1"),
    ]

    operations = [
        CreateTables(
            [
                migrations.CreateModel(
                    name="Recovery",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("asked_at", models.DateTimeField()),
                        ("code_hash", models.CharField(blank=True, db_index=True, max_length=64)),
                        ("expires_at", models.DateTimeField()),
                        ("ended_at", models.DateTimeField(null=True)),
                        (
                            "agreed_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="recoveries_agreed",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "asked_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="recoveries_asked",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="recoveries",
                                to="tournaments.tournament",
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="recoveries",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("ended_at", None)),
                                fields=("user",),
                                name="one_open_recovery_for_each_account",
                            )
                        ],
                    },
                ),
            ]
        ),
    ]
