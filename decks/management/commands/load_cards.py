"""``manage.py load_cards``: bring the packaged cards into the catalogue. Does nothing when they are there."""

from django.core.management.base import BaseCommand

from decks.cards.packaged import cards_load_packaged
from decks.lists.search_facts import recompute_facts


class Command(BaseCommand):
    """Load the packaged cards, and note anew what searches ask of decks; run it after every migrate."""

    help = "Load the packaged cards into the catalogue (safe to repeat)."

    def handle(self, *args: object, **options: object) -> None:
        """Load and say what happened."""
        loaded = cards_load_packaged()
        recompute_facts(every=loaded is not None)
        if loaded is None:
            self.stdout.write("The packaged cards are in the catalogue already.")
            return
        self.stdout.write(f"{len(loaded.added)} cards added, {len(loaded.changed)} changed.")
        for number in loaded.kept:
            self.stdout.write(f"{number} was changed by a keeper and is left as it is.")
