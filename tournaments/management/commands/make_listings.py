"""Make every row by which events are found again."""

from django.core.management.base import BaseCommand

from tournaments.finding.listing_services import listings_make_all


class Command(BaseCommand):
    """`manage.py make_listings`: harmless at any time, needed after rows were changed past the services."""

    help = "Make the rows by which events are found again, out of the tournaments and their entries."

    def handle(self, *args: object, **options: object) -> None:
        """Make them, and say how many tournaments were looked at."""
        self.stdout.write(f"{listings_make_all()} tournaments")
