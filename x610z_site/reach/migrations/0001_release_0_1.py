"""The tables of release 0.1.0, in one step. Its databases have run what this replaces."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from ledger.tables import CreateTables


class Migration(migrations.Migration):
    replaces = [
        ("reach", "0001_initial"),
        ("reach", "0002_hooks_wait"),
        ("reach", "0003_count_what_is_unread"),
        ("reach", "0004_sessions_of_browsers"),
        ("reach", "0005_hooks_of_circuits"),
    ]

    dependencies = [
        ("accounts", "0001_release_0_1"),
        ("tournaments", "0001_release_0_1"),
    ]

    operations = [
        CreateTables(
            [
                migrations.CreateModel(
                    name="CalendarAddress",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("token_hash", models.CharField(max_length=64, unique=True)),
                        ("made_at", models.DateTimeField()),
                        (
                            "user",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="Choices",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("mail", models.JSONField(default=list)),
                        ("push", models.JSONField(default=list)),
                        (
                            "user",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="Notice",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("fact", models.CharField(max_length=64)),
                        ("kind", models.CharField(max_length=20)),
                        ("about", models.JSONField(default=dict)),
                        ("at", models.DateTimeField()),
                        ("read_at", models.DateTimeField(null=True)),
                        (
                            "tournament",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournaments.tournament",
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-at", "-pk"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("user", "fact"), name="a_person_is_told_a_fact_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="PushAddress",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("endpoint", models.TextField()),
                        ("endpoint_sha256", models.CharField(max_length=64, unique=True)),
                        ("p256dh", models.CharField(max_length=120)),
                        ("auth", models.CharField(max_length=40)),
                        ("device", models.CharField(blank=True, max_length=60)),
                        ("language", models.CharField(blank=True, max_length=5)),
                        ("added_at", models.DateTimeField()),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("session", models.CharField(blank=True, db_default="", default="", max_length=36)),
                    ],
                ),
                migrations.CreateModel(
                    name="Sending",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "way",
                            models.CharField(
                                choices=[("mail", "by mail"), ("push", "by push")], max_length=4
                            ),
                        ),
                        ("claimed_at", models.DateTimeField(null=True)),
                        ("ended_at", models.DateTimeField(null=True)),
                        ("sent", models.BooleanField(default=False)),
                        ("tries", models.PositiveSmallIntegerField(default=0)),
                        (
                            "notice",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="sendings",
                                to="reach.notice",
                            ),
                        ),
                        (
                            "push",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="reach.pushaddress",
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("ended_at", None)),
                                fields=["claimed_at"],
                                name="sending_begun",
                            )
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("push", None)),
                                fields=("notice", "way"),
                                name="one_mail_for_a_notice",
                            ),
                            models.UniqueConstraint(
                                fields=("notice", "push"), name="one_push_for_a_notice_and_browser"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Webhook",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("made_at", models.DateTimeField()),
                        ("url", models.CharField(max_length=500)),
                        ("secret", models.CharField(max_length=300)),
                        ("former", models.CharField(blank=True, max_length=300)),
                        ("former_until", models.DateTimeField(null=True)),
                        ("cursor", models.PositiveBigIntegerField(default=0)),
                        ("failures", models.PositiveSmallIntegerField(default=0)),
                        ("failed", models.BooleanField(default=False)),
                        ("off_at", models.DateTimeField(null=True)),
                        (
                            "made_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournaments.tournament",
                            ),
                        ),
                        ("next_at", models.DateTimeField(null=True)),
                        (
                            "circuit",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournaments.circuit",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("tournament", None), ("circuit", None), _connector="XOR"),
                                name="a_program_is_told_of_one_thing",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="HookMessage",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("row", models.PositiveBigIntegerField()),
                        ("event", models.CharField(max_length=40)),
                        ("at", models.DateTimeField()),
                        ("made_at", models.DateTimeField()),
                        ("claimed_at", models.DateTimeField(null=True)),
                        ("ended_at", models.DateTimeField(null=True)),
                        ("arrived", models.BooleanField(default=False)),
                        ("tries", models.PositiveSmallIntegerField(default=0)),
                        ("status", models.PositiveSmallIntegerField(null=True)),
                        ("said", models.CharField(blank=True, max_length=40)),
                        (
                            "hook",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="messages",
                                to="reach.webhook",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-pk"],
                        "indexes": [
                            models.Index(
                                condition=models.Q(("ended_at", None)),
                                fields=["claimed_at"],
                                name="hook_message_begun",
                            )
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("hook", "row"), name="a_program_is_told_a_row_once"
                            )
                        ],
                    },
                ),
            ]
        ),
    ]
