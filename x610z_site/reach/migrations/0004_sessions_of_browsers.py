from django.db import migrations, models


class Migration(migrations.Migration):
    """Browsers of before are of no session: they are forgotten with the next one that their person ends."""

    dependencies = [("reach", "0003_count_what_is_unread")]

    operations = [
        migrations.AddField(
            model_name="pushaddress",
            name="session",
            field=models.CharField(blank=True, db_default="", default="", max_length=36),
        ),
    ]
