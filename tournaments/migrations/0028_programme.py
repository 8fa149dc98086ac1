"""Circuits, what counts for them, and what is kept of their ladders."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from ledger.frozen import only_added


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0027_scales"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Circuit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("name", models.CharField(max_length=80)),
                ("folded", models.CharField(max_length=320)),
                ("about", models.TextField(blank=True, max_length=2000)),
                ("game", models.CharField(default="x610z", max_length=20)),
                ("rules", models.JSONField()),
                ("by_level", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[("draft", "being prepared"), ("open", "running"), ("closed", "ended")],
                        default="draft",
                        max_length=8,
                    ),
                ),
                ("starts", models.DateField(null=True)),
                ("ends", models.DateField(null=True)),
                ("made_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
                ("heads", models.JSONField(default=dict)),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "organization",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="circuits",
                        to="tournaments.organization",
                    ),
                ),
            ],
            options={
                "ordering": ["state", "-starts", "folded", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Outcome",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="outcome",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("number", models.PositiveBigIntegerField()),
                ("packed", models.BinaryField()),
                ("made_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                (
                    "circuit",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="table",
                        serialize=False,
                        to="tournaments.circuit",
                    ),
                ),
                ("signature", models.CharField(max_length=64)),
                ("packed", models.BinaryField()),
                ("made_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Change",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("number", models.PositiveBigIntegerField(null=True)),
                ("cause", models.CharField(blank=True, max_length=80)),
                ("moved", models.PositiveIntegerField()),
                ("packed", models.BinaryField()),
                (
                    "tournament",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "circuit",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="tournaments.circuit",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Counts",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("series", models.CharField(blank=True, default="", max_length=60)),
                ("of", models.CharField(blank=True, max_length=40)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("counts", "counts"),
                            ("asked", "waiting for an answer"),
                            ("refused", "refused"),
                        ],
                        default="counts",
                        max_length=8,
                    ),
                ),
                ("made_at", models.DateTimeField()),
                (
                    "circuit",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="counting",
                        to="tournaments.circuit",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
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
            ],
            options={
                "ordering": ["made_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Frozen",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("heads", models.JSONField()),
                ("packed", models.BinaryField()),
                (
                    "circuit",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="frozen",
                        to="tournaments.circuit",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.AddConstraint(
            model_name="circuit",
            constraint=models.UniqueConstraint(
                fields=("organization", "folded"), name="one_circuit_of_this_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="circuit",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("starts", None), ("ends", None), ("starts__lte", models.F("ends")), _connector="OR"
                ),
                name="circuit_ends_after_it_starts",
            ),
        ),
        migrations.AddConstraint(
            model_name="circuit",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("closed_at__isnull", False), ("state", "closed")),
                    models.Q(models.Q(("state", "closed"), _negated=True), ("closed_at", None)),
                    _connector="OR",
                ),
                name="closed_circuit_says_when",
            ),
        ),
        migrations.AddIndex(
            model_name="change",
            index=models.Index(fields=["circuit", "-at", "-id"], name="changes_of_a_circuit"),
        ),
        migrations.AddIndex(
            model_name="counts",
            index=models.Index(
                condition=models.Q(("series", ""), _negated=True), fields=["series"], name="counts_by_series"
            ),
        ),
        migrations.AddConstraint(
            model_name="counts",
            constraint=models.UniqueConstraint(fields=("circuit", "tournament"), name="an_event_counts_once"),
        ),
        migrations.AddConstraint(
            model_name="counts",
            constraint=models.UniqueConstraint(
                condition=models.Q(("series", ""), _negated=True),
                fields=("circuit", "series"),
                name="a_series_counts_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="counts",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("tournament", None), models.Q(("series", ""), _negated=True)),
                    models.Q(("tournament__isnull", False), ("series", "")),
                    _connector="OR",
                ),
                name="an_event_or_a_series_counts",
            ),
        ),
        only_added("tournaments_frozen"),
    ]
