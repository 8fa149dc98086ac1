from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_api_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="unread_notices",
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
