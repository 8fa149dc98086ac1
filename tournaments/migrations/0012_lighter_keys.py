"""Drop the index of keys by age: it is read once a day and was written with every command."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0011_seats_of_crews"),
    ]

    operations = [
        migrations.AlterField(
            model_name="idempotencykey",
            name="created_at",
            field=models.DateTimeField(auto_now_add=True),
        ),
    ]
