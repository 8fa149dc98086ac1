"""``manage.py archive_ledger``: put old rows of the ledger away, or bring those of a chain back."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Sum
from django.db.models.functions import Length
from django.utils import timezone

from decks.lists.services import DECKS
from ledger.archive import bring_back, put_away
from ledger.commands import SITE_CHAIN
from ledger.errors import UserError
from ledger.models import Chain, LedgerRow, Volume
from ledger.selectors import parts_of
from ledger.telling import chains_of
from tournaments.display.chain_heads import PUBLISHED
from tournaments.events.models import Tournament
from tournaments.recordings.practice_services import CHAIN as PRACTICE

DAYS = 400
"""What is forgotten a year after an event is forgotten by then, and who asks about last season has asked."""
OVER = (Tournament.State.FINISHED, Tournament.State.CANCELLED)


class Command(BaseCommand):
    """Run it as the owner of the tables, once a month, while no ``verify_ledger`` runs."""

    help = (
        "Put rows of the ledger away that are older than so many days: of events that are over, whole, and of the "
        "chains of everybody. They are packed and checked, verify_ledger and the pages of staff read them as ever."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Command line."""
        parser.add_argument("keys", nargs="*", metavar="KEY", help="only these chains (t-SLUG, site)")
        parser.add_argument(
            "--days", type=int, default=DAYS, help="how old a row must be (default: %(default)s)"
        )
        parser.add_argument(
            "--bring-back",
            action="store_true",
            help="put the rows of KEY, or of every chain, back into their table",
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Print each chain that is not whole, and how many rows of how many chains were moved."""
        named = [part for key in options["keys"] for part in parts_of(key)]
        if options["bring_back"]:
            packed = Volume.objects.order_by("chain").values_list("chain", flat=True).distinct()
            back = sum(map(bring_back, named if options["keys"] else list(packed)))
            self.stdout.write(f"{back} rows brought back")
            return
        before = timezone.now() - timedelta(days=options["days"])
        rows = chains = broken = 0
        for key, until in old_chains(before):
            if not options["keys"] or key in named:
                try:
                    count = put_away(key, before=until, stay=PUBLISHED)
                except UserError as error:
                    broken += 1
                    self.stdout.write(f"{error.message}; it stays where it is")
                else:
                    rows, chains = rows + count, chains + bool(count)
        size = Volume.objects.aggregate(size=Sum(Length("body")))["size"] or 0
        self.stdout.write(
            f"{rows} rows of {chains} chains put away; all volumes together {size / 1e6:.1f} MB"
        )
        if broken:
            raise CommandError(f"{broken} chains are not whole")


def old_chains(before: datetime) -> Iterator[tuple[str, datetime | None]]:
    """Chains with rows to put away, and until when: None for all of them."""
    events = Tournament.objects.filter(state__in=OVER, starts_at__lt=before).order_by("pk")
    for slug in events.values_list("slug", flat=True).iterator():
        there = Chain.objects.filter(pk__in=chains_of(slug), length__gt=0).values_list("pk", flat=True)
        if not LedgerRow.objects.filter(chain__in=there, at__gte=before).exists():
            yield from ((key, None) for key in there)
    for name in (SITE_CHAIN, DECKS, PRACTICE):
        yield from ((key, before) for key in parts_of(name))
