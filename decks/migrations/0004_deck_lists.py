import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import decks.lists.models


class Migration(migrations.Migration):
    dependencies = [
        ("decks", "0003_registration_pools"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Deck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=decks.lists.models.new_public_id, editable=False, max_length=22, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                (
                    "play",
                    models.CharField(
                        choices=[("constructed", "constructed"), ("limited", "limited")],
                        default="constructed",
                        max_length=12,
                    ),
                ),
                ("pool_key", models.CharField(max_length=40)),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("private", "only I"),
                            ("link", "whoever has the link"),
                            ("public", "everybody"),
                        ],
                        default="private",
                        max_length=8,
                    ),
                ),
                ("notes", models.TextField(blank=True)),
                ("made_key", models.CharField(editable=False, max_length=64)),
                ("saved_at", models.DateTimeField()),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-saved_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="DeckListRevision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("text", models.TextField(blank=True)),
                ("main", models.JSONField(default=dict)),
                ("sideboard", models.JSONField(default=dict)),
                ("pool_sha256", models.CharField(max_length=64)),
                ("note", models.CharField(blank=True, max_length=120)),
                ("key", models.CharField(editable=False, max_length=64)),
                ("at", models.DateTimeField()),
                (
                    "deck",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="revisions", to="decks.deck"
                    ),
                ),
            ],
            options={
                "ordering": ["-number"],
            },
        ),
        migrations.AddField(
            model_name="deck",
            name="current",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="decks.decklistrevision",
            ),
        ),
        migrations.AddConstraint(
            model_name="decklistrevision",
            constraint=models.UniqueConstraint(
                fields=("deck", "number"), name="one_list_revision_per_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="decklistrevision",
            constraint=models.UniqueConstraint(
                fields=("deck", "key"), name="one_list_revision_per_sent_form"
            ),
        ),
        migrations.AddIndex(
            model_name="deck",
            index=models.Index(fields=["owner", "-saved_at"], name="decks_of_a_person"),
        ),
        migrations.AddIndex(
            model_name="deck",
            index=models.Index(
                condition=models.Q(("visibility", "public")), fields=["-saved_at"], name="decks_for_everybody"
            ),
        ),
        migrations.AddConstraint(
            model_name="deck",
            constraint=models.UniqueConstraint(fields=("owner", "made_key"), name="one_deck_per_sent_form"),
        ),
    ]
