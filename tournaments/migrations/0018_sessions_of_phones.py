from django.db import migrations, models


class Migration(migrations.Migration):
    """Phones of before are of no session, and no paired ones: the next tap makes them anew."""

    dependencies = [("tournaments", "0017_lists_by_index")]

    operations = [
        migrations.AddField(
            model_name="recordingdevice",
            name="paired",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="recordingdevice",
            name="session",
            field=models.CharField(blank=True, db_default="", default="", max_length=36),
        ),
    ]
