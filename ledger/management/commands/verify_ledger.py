"""``manage.py verify_ledger``: is every hash chain whole, and do the tables say what the ledger says?"""

import re
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.audits import differences, names
from ledger.models import Chain
from ledger.selectors import verify_chain

_HEAD = re.compile(r"^(?P<key>[^=]+)=(?P<hash>[0-9a-f]{16,64})$")


class Command(BaseCommand):
    """Check all chains, or those named; ends with an error when one is broken or the tables differ from it."""

    help = "Check that nobody edited, removed or reordered a row of the ledger, nor a result beside it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Command line."""
        parser.add_argument("keys", nargs="*", metavar="KEY", help="chains to check (default: all)")
        parser.add_argument(
            "--expected-head",
            action="append",
            default=[],
            metavar="KEY=HASH",
            help="a hash that was published, or its first digits from paper: it must be that of a row of the chain",
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Print one line per chain and one per problem."""
        expected = self._expected(options["expected_head"])
        everything = list(Chain.objects.order_by("key").values_list("key", flat=True))
        keys = options["keys"] or sorted({*everything, *expected})
        broken = sum(self._chain(key, expected.get(key, [])) for key in keys)
        found = 0
        if not options["keys"]:
            for name, one in differences():
                found += 1
                self.stdout.write(f"{one.chain}: {name}: {one.text}")
            self.stdout.write(f"compared with the tables ({', '.join(names())}): {found} differences")
        if broken or found:
            raise CommandError(f"{broken} of {len(keys)} chains are broken, {found} differences")

    def _chain(self, key: str, heads: list[str]) -> bool:
        try:
            problems = verify_chain(key, expected_heads=heads)
        except Chain.DoesNotExist:
            if not heads:
                raise CommandError(f"there is no chain {key}") from None
            self.stdout.write(f"{key}: BROKEN\n  row 0: the whole chain is gone")
            return True
        self.stdout.write(f"{key}: {'whole' if not problems else 'BROKEN'}")
        for problem in problems:
            self.stdout.write(f"  row {problem.number}: {problem.code}")
        return bool(problems)

    def _expected(self, texts: list[str]) -> dict[str, list[str]]:
        heads: dict[str, list[str]] = {}
        for text in texts:
            said = _HEAD.match(text)
            if said is None:
                raise CommandError(
                    f"--expected-head wants KEY=HASH with 16 to 64 hex digits of a hash, not {text!r}"
                )
            heads.setdefault(said["key"], []).append(said["hash"])
        return heads
