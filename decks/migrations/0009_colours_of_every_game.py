"""A deck notes the colours of its own game; decks that have noted none yet are read anew when the cards are loaded."""

from django.db import migrations, models

OLD_CODE_LIVES = (
    "it reads and writes the same letters; only empty decks wait for their name until the cards are loaded"
)


def note_anew(apps, schema_editor):
    """An empty key of the name is what :func:`decks.lists.search_facts.recompute_facts` looks for."""
    apps.get_model("decks", "Deck").objects.filter(energies="").update(name_key="")


class Migration(migrations.Migration):
    dependencies = [("decks", "0008_pictures_of_every_game")]

    operations = [
        migrations.AlterField(
            "deck",
            "energies",
            models.CharField(db_default="", default="", editable=False, max_length=12),
        ),
        migrations.RunPython(note_anew, migrations.RunPython.noop),
    ]
