"""The tables of release 0.1.0, in one step. Its databases have run what this replaces."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from ledger.tables import CreateTables


class Migration(migrations.Migration):
    replaces = [
        ("ledger", "0001_initial"),
        ("ledger", "0002_old_rows_by_index"),
    ]

    dependencies = [
        ("accounts", "0001_release_0_1"),
    ]

    operations = [
        CreateTables(
            [
                migrations.CreateModel(
                    name="Chain",
                    fields=[
                        ("key", models.CharField(max_length=80, primary_key=True, serialize=False)),
                        (
                            "head_hash",
                            models.CharField(
                                default="0000000000000000000000000000000000000000000000000000000000000000",
                                max_length=64,
                            ),
                        ),
                        ("length", models.PositiveBigIntegerField(default=0)),
                        ("version", models.PositiveBigIntegerField(default=0)),
                    ],
                ),
                migrations.CreateModel(
                    name="Pulse",
                    fields=[
                        ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                        ("at", models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name="IdempotencyKey",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("actor_key", models.CharField(max_length=80)),
                        ("key", models.CharField(max_length=80)),
                        ("request_hash", models.CharField(max_length=64)),
                        ("response", models.JSONField(null=True)),
                        ("created_at", models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(fields=("actor_key", "key"), name="one_effect_per_key")
                        ],
                        "indexes": [models.Index(fields=["created_at"], name="keys_by_age")],
                    },
                ),
                migrations.CreateModel(
                    name="OutboxMessage",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("topic", models.CharField(max_length=30)),
                        ("payload", models.JSONField()),
                        ("created_at", models.DateTimeField(auto_now_add=True)),
                        ("due_at", models.DateTimeField()),
                        ("sent_at", models.DateTimeField(null=True)),
                        ("attempts", models.PositiveIntegerField(default=0)),
                        ("last_error", models.TextField(blank=True)),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("sent_at", None)), fields=["due_at"], name="outbox_unsent"
                            ),
                            models.Index(
                                condition=models.Q(("sent_at__isnull", False)),
                                fields=["sent_at"],
                                name="outbox_by_age",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="LedgerRow",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.PositiveBigIntegerField()),
                        ("action", models.CharField(max_length=80)),
                        ("role", models.CharField(max_length=30)),
                        ("at", models.DateTimeField()),
                        ("data", models.JSONField(default=dict)),
                        ("note", models.CharField(blank=True, max_length=300)),
                        ("note_salt", models.CharField(blank=True, max_length=32)),
                        ("previous", models.CharField(max_length=64)),
                        ("hash", models.CharField(max_length=64)),
                        (
                            "actor",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "chain",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="rows",
                                to="ledger.chain",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("chain", "number"), name="ledger_one_row_per_number"
                            )
                        ],
                    },
                ),
            ]
        ),
    ]
