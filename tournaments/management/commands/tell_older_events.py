"""``manage.py tell_older_events``: let the ledger tell the rows of events that were made before it told rows."""

from django.core.management.base import BaseCommand

from ledger.anew import made_anew
from ledger.commands import SYSTEM
from tournaments.events.models import Tournament
from tournaments.events.telling_services import event_tell


class Command(BaseCommand):
    """Once after the upgrade, after ``verify_ledger`` was content; an event that is told already is left alone."""

    help = "Let the ledger tell every row of events older than its telling, so that from now on none changes unseen."

    def handle(self, *args: object, **options: object) -> None:
        """Print the events that were told, and how many."""
        told = 0
        for tournament in Tournament.objects.order_by("pk"):
            if not made_anew(tournament.slug).whole:
                event_tell(actor=SYSTEM, tournament=tournament)
                told += 1
                self.stdout.write(tournament.chain_key)
        self.stdout.write(f"{told} older events told")
