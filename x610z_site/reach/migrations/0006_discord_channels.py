"""A webhook may be a channel on Discord, with a language of its own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reach", "0005_hooks_of_circuits"),
    ]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="kind",
            field=models.CharField(
                choices=[("program", "a program of yours"), ("discord", "a channel on Discord")],
                db_default="program",
                default="program",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="webhook",
            name="language",
            field=models.CharField(
                choices=[("en", "English"), ("nl", "Dutch")], db_default="en", default="en", max_length=2
            ),
        ),
    ]
