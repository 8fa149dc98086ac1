from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0014_rehearsals"),
    ]

    operations = [
        migrations.AddField(
            model_name="staff",
            name="zone_first",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="staff",
            name="zone_last",
            field=models.PositiveIntegerField(null=True),
        ),
    ]
