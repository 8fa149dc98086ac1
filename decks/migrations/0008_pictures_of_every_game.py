"""A picture of a card of a game without a catalogue: its game stands on it, and no row of the catalogue."""

from django.db import migrations, models

OLD_CODE_LIVES = (
    "the constraint holds of every row that it writes: each has a card of the catalogue, and no game"
)


class Migration(migrations.Migration):
    dependencies = [("decks", "0007_found_by_letters")]

    operations = [
        migrations.AddField(
            "cardpicture", "game", models.CharField(blank=True, db_default="", default="", max_length=20)
        ),
        migrations.AlterField(
            "cardpicture",
            "card",
            models.ForeignKey(
                blank=True, null=True, on_delete=models.PROTECT, related_name="pictures", to="decks.card"
            ),
        ),
        migrations.AddConstraint(
            "cardpicture",
            models.CheckConstraint(
                condition=models.Q(("card", None), ("game", ""), _connector="XOR"),
                name="a_picture_is_of_one_card",
            ),
        ),
    ]
