"""Who is known to the forum, spent nonces, topics; a copy of a newsletter waits after a refusal for now."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("community", "0003_safety"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SpentNonce",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sha256", models.CharField(max_length=64, unique=True)),
                ("at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.AddField(
            model_name="copy",
            name="next_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name="ForumTopic",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=12)),
                ("number", models.PositiveBigIntegerField()),
                ("topic_id", models.PositiveBigIntegerField(null=True)),
                ("asked_at", models.DateTimeField()),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("next_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("next_at__isnull", False)),
                        fields=["next_at"],
                        name="forum_topic_waits",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("kind", "number"), name="forum_one_topic_about_a_thing")
                ],
            },
        ),
        migrations.CreateModel(
            name="ForumAccount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("external_id", models.CharField(max_length=32, unique=True)),
                ("mail_hash", models.CharField(blank=True, max_length=64)),
                ("shows_roles", models.BooleanField(default=False)),
                ("connected_at", models.DateTimeField(null=True)),
                ("linked_id", models.PositiveBigIntegerField(null=True, unique=True)),
                ("linked_name", models.CharField(blank=True, max_length=60)),
                ("linked_mail", models.EmailField(blank=True, max_length=254)),
                ("linked_at", models.DateTimeField(null=True)),
                ("forum_id", models.PositiveBigIntegerField(null=True)),
                ("groups", models.JSONField(default=list)),
                ("told", models.CharField(blank=True, max_length=64)),
                ("looked_at", models.DateTimeField()),
                (
                    "owes",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "nothing"),
                            ("tell", "what changed"),
                            ("out", "that they are signed out"),
                            ("forget", "that they were erased"),
                        ],
                        max_length=6,
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("next_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.OneToOneField(
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
                        condition=models.Q(("owes", ""), _negated=True), fields=["next_at"], name="forum_owed"
                    ),
                    models.Index(
                        condition=models.Q(("connected_at__isnull", False)),
                        fields=["looked_at"],
                        name="forum_looked_at",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("mail_hash", ""), _negated=True),
                        fields=("mail_hash",),
                        name="forum_one_person_of_an_address",
                    )
                ],
            },
        ),
    ]
