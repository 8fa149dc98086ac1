"""Ratings, a curiosity made anew from results."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0032_law_diff")]

    operations = [
        migrations.CreateModel(
            name="RatingPool",
            fields=[
                ("pool", models.CharField(max_length=60, primary_key=True, serialize=False)),
                ("packed", models.BinaryField()),
                ("made_at", models.DateTimeField()),
            ],
        ),
    ]
