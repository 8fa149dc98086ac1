"""The tables of release 0.1.0, in one step. Its databases have run what this replaces."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from ledger.tables import CreateTables


class Migration(migrations.Migration):
    replaces = [
        ("privacy", "0001_initial"),
        ("privacy", "0002_player_pages"),
        ("privacy", "0003_guardian_talks"),
        ("privacy", "0004_honours"),
        ("privacy", "0005_rating"),
    ]

    dependencies = [
        ("accounts", "0001_release_0_1"),
        ("tournaments", "0001_release_0_1"),
    ]

    operations = [
        CreateTables(
            [
                migrations.CreateModel(
                    name="Choice",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("shows_real_name", models.BooleanField(default=False)),
                        (
                            "user",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="privacy_choice",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "page_code",
                            models.CharField(
                                blank=True, db_default="", default="", editable=False, max_length=22
                            ),
                        ),
                        ("shows_clan", models.BooleanField(db_default=False, default=False)),
                        ("shows_decks", models.BooleanField(db_default=False, default=False)),
                        ("shows_opponents", models.BooleanField(db_default=False, default=False)),
                        ("shows_results", models.BooleanField(db_default=False, default=False)),
                        ("shows_season", models.BooleanField(db_default=False, default=False)),
                        ("shows_honours", models.BooleanField(db_default=False, default=False)),
                        ("shows_rating", models.BooleanField(db_default=False, default=False)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("page_code", ""), _negated=True),
                                fields=("page_code",),
                                name="one_page_with_this_code",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ErasureRequest",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("asked_at", models.DateTimeField()),
                        (
                            "asked_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
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
                    name="Guardian",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "contact",
                            models.CharField(
                                blank=True,
                                max_length=120,
                                verbose_name="how to reach your parent or guardian",
                            ),
                        ),
                        ("given_at", models.DateTimeField()),
                        ("confirmed_at", models.DateTimeField(null=True)),
                        (
                            "confirmed_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "user",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="guardian",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "birth_year",
                            models.PositiveSmallIntegerField(
                                blank=True, null=True, verbose_name="year of birth"
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="Export",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("queued", "waiting in line"),
                                    ("running", "being created"),
                                    ("done", "ready"),
                                    ("failed", "could not be prepared"),
                                ],
                                default="queued",
                                max_length=8,
                            ),
                        ),
                        ("language", models.CharField(max_length=5)),
                        ("done", models.PositiveSmallIntegerField(default=0)),
                        ("parts", models.PositiveSmallIntegerField(default=0)),
                        ("data", models.BinaryField(default=bytes)),
                        ("asked_at", models.DateTimeField()),
                        ("made_at", models.DateTimeField(null=True)),
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
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("state__in", ("queued", "running"))),
                                fields=("user",),
                                name="one_export_at_a_time",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="GuardianTalk",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("at", models.DateTimeField()),
                        (
                            "by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "guardian",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="talks",
                                to="privacy.guardian",
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("guardian", "tournament"), name="one_talk_of_an_event"
                            )
                        ],
                    },
                ),
            ]
        ),
    ]
