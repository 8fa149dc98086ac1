"""Byes and a seed that somebody brings to a tournament."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0028_programme"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="byes",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="entry",
            name="seed",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="match",
            name="source",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", ""),
                    ("both", "confirmed by both players"),
                    ("staff", "entered by staff"),
                    ("judge", "ruled by a judge"),
                    ("bye", "bye"),
                    ("awarded", "awarded bye"),
                    ("import", "imported"),
                    ("conceded", "conceded"),
                ],
                default="",
                max_length=8,
            ),
        ),
    ]
