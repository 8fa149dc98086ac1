"""The tables of release 0.1.0, in one step. Its databases have run what this replaces."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from ledger.tables import CreateTables


class Migration(migrations.Migration):
    replaces = [
        ("community", "0001_news"),
    ]

    dependencies = [
        ("accounts", "0001_release_0_1"),
        ("tournaments", "0001_release_0_1"),
    ]

    operations = [
        CreateTables(
            [
                migrations.CreateModel(
                    name="News",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "language",
                            models.CharField(choices=[("en", "English"), ("nl", "Dutch")], max_length=2),
                        ),
                        ("title", models.CharField(max_length=120)),
                        ("text", models.TextField(max_length=8000)),
                        ("picture", models.CharField(blank=True, max_length=32)),
                        ("alt", models.CharField(blank=True, max_length=200)),
                        ("width", models.PositiveSmallIntegerField(default=0)),
                        ("height", models.PositiveSmallIntegerField(default=0)),
                        ("by_mail", models.BooleanField(default=False)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("draft", "draft"),
                                    ("planned", "planned"),
                                    ("published", "published"),
                                    ("withdrawn", "no longer shown"),
                                ],
                                default="draft",
                                max_length=10,
                            ),
                        ),
                        ("appears_at", models.DateTimeField(null=True)),
                        ("changed_at", models.DateTimeField()),
                        ("by_office", models.BooleanField(default=False)),
                        ("why_withdrawn", models.CharField(blank=True, max_length=200)),
                        (
                            "organization",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="news",
                                to="tournaments.organization",
                            ),
                        ),
                        (
                            "written_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-appears_at", "-pk"],
                        "indexes": [
                            models.Index(
                                condition=models.Q(("state", "published")),
                                fields=["organization", "-appears_at", "-id"],
                                name="news_shown",
                            ),
                            models.Index(
                                condition=models.Q(("state", "published")),
                                fields=["-appears_at", "-id"],
                                name="news_shown_of_all",
                            ),
                            models.Index(
                                condition=models.Q(("state", "planned")),
                                fields=["appears_at"],
                                name="news_planned",
                            ),
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("state", "draft"), ("appears_at__isnull", False), _connector="OR"
                                ),
                                name="news_appears_some_day",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("picture", ""), models.Q(("alt", ""), _negated=True), _connector="OR"
                                ),
                                name="news_picture_has_words",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Issue",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("begun_at", models.DateTimeField()),
                        ("filled_at", models.DateTimeField(null=True)),
                        ("lease_until", models.DateTimeField()),
                        ("done_at", models.DateTimeField(null=True)),
                        (
                            "news",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="community.news",
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("done_at", None)),
                                fields=["begun_at"],
                                name="newsletter_unfinished",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Subscription",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("address", models.EmailField(max_length=254)),
                        ("folded", models.CharField(max_length=254)),
                        ("wants", models.CharField(default="any", max_length=3)),
                        (
                            "language",
                            models.CharField(choices=[("en", "English"), ("nl", "Dutch")], max_length=2),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[("asked", "not confirmed yet"), ("active", "gets it")],
                                default="asked",
                                max_length=6,
                            ),
                        ),
                        ("token_hash", models.CharField(blank=True, max_length=64)),
                        ("asked_at", models.DateTimeField()),
                        ("mailed_at", models.DateTimeField(null=True)),
                        ("tries", models.PositiveSmallIntegerField(default=0)),
                        ("confirmed_at", models.DateTimeField(null=True)),
                        ("bounced", models.PositiveSmallIntegerField(default=0)),
                        (
                            "organization",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournaments.organization",
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("token_hash", ""), _negated=True),
                                fields=["token_hash"],
                                name="newsletter_token",
                            ),
                            models.Index(
                                condition=models.Q(("state", "asked")),
                                fields=["asked_at"],
                                name="newsletter_unconfirmed",
                            ),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("organization__isnull", False)),
                                fields=("organization", "folded"),
                                name="newsletter_once_of_organization",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("organization", None)),
                                fields=("folded",),
                                name="newsletter_once_of_site",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Copy",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("tries", models.PositiveSmallIntegerField(default=0)),
                        ("sent_at", models.DateTimeField(null=True)),
                        ("given_up", models.BooleanField(default=False)),
                        (
                            "issue",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="copies",
                                to="community.issue",
                            ),
                        ),
                        (
                            "subscription",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="copies",
                                to="community.subscription",
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("given_up", False), ("sent_at", None)),
                                fields=["issue", "id"],
                                name="newsletter_waiting",
                            )
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("issue", "subscription"), name="newsletter_one_copy_each"
                            )
                        ],
                    },
                ),
            ]
        ),
    ]
