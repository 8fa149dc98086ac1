"""What people follow, and pictures that were reported."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("community", "0004_forum"),
        ("tournaments", "0035_places"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="work",
            name="why",
            field=models.CharField(
                blank=True,
                choices=[
                    ("rights", "It is not, or not only, the work of who sent it"),
                    ("people", "It shows or names a real person"),
                    ("ages", "It is not for all ages"),
                    ("advertising", "It advertises something"),
                    ("words", "Its words do not say what it shows"),
                    ("other", "Another reason"),
                    ("report", "It was reported, and somebody decided about the report"),
                ],
                max_length=11,
            ),
        ),
        migrations.CreateModel(
            name="Follow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField()),
                ("seen", models.BigIntegerField(default=0)),
                ("also", models.BigIntegerField(default=0)),
                ("new_at", models.DateTimeField(null=True)),
                ("next_at", models.DateTimeField()),
                ("silent", models.BooleanField(default=False)),
                (
                    "clan",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.clan",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
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
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
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
                "indexes": [models.Index(fields=["next_at", "user"], name="follows_due")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("event__isnull", False)),
                        fields=("user", "event"),
                        name="one_follow_of_a_event",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("organization__isnull", False)),
                        fields=("user", "organization"),
                        name="one_follow_of_a_organization",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("clan__isnull", False)),
                        fields=("user", "clan"),
                        name="one_follow_of_a_clan",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("player__isnull", False)),
                        fields=("user", "player"),
                        name="one_follow_of_a_player",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("clan", None),
                                ("event__isnull", False),
                                ("organization", None),
                                ("player", None),
                            ),
                            models.Q(
                                ("clan", None),
                                ("event", None),
                                ("organization__isnull", False),
                                ("player", None),
                            ),
                            models.Q(
                                ("clan__isnull", False),
                                ("event", None),
                                ("organization", None),
                                ("player", None),
                            ),
                            models.Q(
                                ("clan", None),
                                ("event", None),
                                ("organization", None),
                                ("player__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="a_follow_is_of_one_thing",
                    ),
                ],
            },
        ),
    ]
