"""What events are found by: a town, a row beside each tournament with an index of its words, kept filters."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

from tournaments.finding.words import searched

TAKES_A_PLACE = ("entered", "checked_in")
INDEX = "CREATE INDEX listing_by_words ON tournaments_listing USING gin (words gin_trgm_ops) WITH (fastupdate = off)"


def index_words(apps, schema_editor):
    """Words are found by three letters at a time; the owner of a database may add this extension (PostgreSQL 13)."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        schema_editor.execute(INDEX)


def unindex_words(apps, schema_editor):
    """The index goes; another part of the database may use the extension."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX IF EXISTS listing_by_words")


def list_events(apps, schema_editor):
    """A row for each tournament that everybody may know of. None has a town yet, or an organization."""
    Listing, Entry = apps.get_model("tournaments", "Listing"), apps.get_model("tournaments", "Entry")
    shown = apps.get_model("tournaments", "Tournament").objects.exclude(state="draft")
    shown = shown.filter(rehearsal_until=None).only(
        "starts_at", "state", "game", "format", "scale", "capacity", "name", "location"
    )
    now = timezone.now()
    rows = []
    for one in shown.order_by("pk").iterator(chunk_size=500):
        rows.append(
            Listing(
                tournament_id=one.pk,
                starts_at=one.starts_at,
                state=one.state,
                game=one.game,
                format=one.format,
                scale=one.scale,
                places=one.capacity,
                taken=Entry.objects.filter(tournament_id=one.pk, state__in=TAKES_A_PLACE).count(),
                words=searched(one.name, one.location),
                listed_at=now,
            )
        )
        if len(rows) == 500:
            Listing.objects.bulk_create(rows)
            rows = []
    Listing.objects.bulk_create(rows)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0023_money"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="town",
            field=models.CharField(blank=True, db_default="", default="", max_length=80),
        ),
        migrations.CreateModel(
            name="Listing",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="listing",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("starts_at", models.DateTimeField()),
                ("state", models.CharField(max_length=12)),
                ("game", models.CharField(max_length=20)),
                ("format", models.CharField(max_length=20)),
                ("scale", models.PositiveSmallIntegerField()),
                ("beginners", models.BooleanField(default=False)),
                ("wheelchair", models.BooleanField(default=False)),
                ("latitude", models.FloatField(null=True)),
                ("longitude", models.FloatField(null=True)),
                ("square", models.IntegerField(null=True)),
                ("town", models.CharField(blank=True, max_length=80)),
                ("fee", models.PositiveIntegerField(null=True)),
                ("places", models.PositiveIntegerField()),
                ("taken", models.PositiveIntegerField(default=0)),
                ("words", models.TextField()),
                ("listed_at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["starts_at", "tournament"], name="listing_by_start"),
                    models.Index(fields=["square", "starts_at"], name="listing_by_square"),
                    models.Index(fields=["listed_at"], name="listing_by_age"),
                ],
            },
        ),
        migrations.CreateModel(
            name="KeptFilter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("query", models.CharField(max_length=400)),
                ("place", models.PositiveSmallIntegerField()),
                ("made_at", models.DateTimeField()),
                ("told_at", models.DateTimeField()),
                ("next_at", models.DateTimeField()),
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
                "ordering": ["made_at", "pk"],
                "indexes": [models.Index(fields=["next_at"], name="kept_filter_due")],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "query"), name="a_filter_is_kept_once"),
                    models.UniqueConstraint(fields=("user", "place"), name="one_filter_per_place"),
                    models.CheckConstraint(
                        condition=models.Q(("place__gte", 1), ("place__lte", 5)), name="kept_filters_are_few"
                    ),
                ],
            },
        ),
        migrations.RunPython(index_words, unindex_words),
        migrations.RunPython(list_events, migrations.RunPython.noop),
    ]
