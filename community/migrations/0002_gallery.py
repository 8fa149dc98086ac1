"""Pictures and stories of the gallery."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("community", "0001_news"),
        ("decks", "0004_cards_and_pools_of_every_game"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Work",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("tag", models.CharField(max_length=6)),
                ("named", models.BooleanField(default=False)),
                (
                    "kind",
                    models.CharField(choices=[("picture", "picture"), ("story", "story")], max_length=7),
                ),
                ("language", models.CharField(choices=[("en", "English"), ("nl", "Dutch")], max_length=2)),
                ("title", models.CharField(max_length=80)),
                ("text", models.TextField(blank=True, max_length=12000)),
                ("picture", models.CharField(blank=True, max_length=32)),
                ("alt", models.CharField(blank=True, max_length=300)),
                ("width", models.PositiveSmallIntegerField(default=0)),
                ("height", models.PositiveSmallIntegerField(default=0)),
                ("licence", models.CharField(max_length=10)),
                ("licence_version", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waits to be looked at"),
                            ("shown", "in the gallery"),
                            ("refused", "not shown"),
                            ("removed", "taken out of the gallery"),
                        ],
                        default="waiting",
                        max_length=7,
                    ),
                ),
                ("sent_at", models.DateTimeField()),
                (
                    "why",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("rights", "It is not, or not only, the work of who sent it"),
                            ("people", "It shows or names a real person"),
                            ("ages", "It is not for all ages"),
                            ("advertising", "It advertises something"),
                            ("words", "Its words do not say what it shows"),
                            ("other", "Another reason"),
                        ],
                        max_length=11,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("decided_at", models.DateTimeField(null=True)),
                ("appeal", models.CharField(blank=True, max_length=1000)),
                ("answer", models.CharField(blank=True, max_length=300)),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "proposal",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("open", "proposed as the picture of its card"),
                            ("accepted", "the picture of its card"),
                            ("refused", "not the picture of its card"),
                        ],
                        max_length=8,
                    ),
                ),
                ("proposal_reason", models.CharField(blank=True, max_length=300)),
                (
                    "answered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "artist",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "card",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="decks.card",
                    ),
                ),
                (
                    "card_picture",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="decks.cardpicture",
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-sent_at", "-pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "shown")),
                        fields=["-decided_at", "-id"],
                        name="gallery_shown",
                    ),
                    models.Index(
                        condition=models.Q(("state", "shown")),
                        fields=["card", "-decided_at"],
                        name="gallery_shown_at_card",
                    ),
                    models.Index(
                        condition=models.Q(("state", "waiting")), fields=["sent_at"], name="gallery_waiting"
                    ),
                    models.Index(
                        condition=models.Q(("state__in", ("refused", "removed"))),
                        fields=["decided_at"],
                        name="gallery_not_shown",
                    ),
                    models.Index(
                        condition=models.Q(("proposal", "open")), fields=["sent_at"], name="gallery_proposed"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("kind", "picture"),
                                models.Q(("picture", ""), _negated=True),
                                models.Q(("alt", ""), _negated=True),
                            ),
                            models.Q(
                                ("kind", "story"), ("picture", ""), models.Q(("text", ""), _negated=True)
                            ),
                            _connector="OR",
                        ),
                        name="gallery_picture_has_words_and_a_story_is_some",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ("waiting", "shown")),
                            models.Q(("why", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="gallery_no_has_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("proposal", ""), ("kind", "picture"), _connector="OR"),
                        name="gallery_only_a_picture_is_proposed",
                    ),
                ],
            },
        ),
    ]
