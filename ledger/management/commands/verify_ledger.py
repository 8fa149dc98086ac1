"""``manage.py verify_ledger``: is every hash chain whole?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.models import Chain
from ledger.selectors import verify_chain


class Command(BaseCommand):
    """Check all chains, or those named; ends with an error when one is broken."""

    help = "Check that nobody edited, removed or reordered a row of the ledger."

    def add_arguments(self, parser: CommandParser) -> None:
        """Command line."""
        parser.add_argument("keys", nargs="*", metavar="KEY", help="chains to check (default: all)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line per chain and one per problem."""
        keys = options["keys"] or list(Chain.objects.order_by("key").values_list("key", flat=True))
        broken = 0
        for key in keys:
            try:
                problems = verify_chain(key)
            except Chain.DoesNotExist as error:
                raise CommandError(f"there is no chain {key}") from error
            broken += bool(problems)
            self.stdout.write(f"{key}: {'whole' if not problems else 'BROKEN'}")
            for problem in problems:
                self.stdout.write(f"  row {problem.number}: {problem.code}")
        if broken:
            raise CommandError(f"{broken} of {len(keys)} chains are broken")
