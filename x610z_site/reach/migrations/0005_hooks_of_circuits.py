import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A program may be told of a circuit instead of a tournament."""

    dependencies = [("reach", "0004_sessions_of_browsers"), ("tournaments", "0028_programme")]

    operations = [
        migrations.AlterField(
            model_name="webhook",
            name="tournament",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="webhook",
            name="circuit",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tournaments.circuit",
            ),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=models.Q(("tournament", None), ("circuit", None), _connector="XOR"),
                name="a_program_is_told_of_one_thing",
            ),
        ),
    ]
