from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_facts_of_a_case_as_rows")]

    operations = [
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["-starts_at", "name", "id"], name="tournaments_newest"),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["state", "starts_at", "name", "id"], name="tournaments_by_state"),
        ),
    ]
