"""``manage.py verify_ledger``: is every hash chain whole, and do the tables say what the ledger says?"""

import re
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.anew import made_anew
from ledger.audits import Difference, differences, names
from ledger.models import Chain
from ledger.selectors import parts_of, verify_chain

_HEAD = re.compile(r"^(?P<key>[^=]+)=(?P<hash>[0-9a-f]{16,64})$")


class Command(BaseCommand):
    """Check all chains, or those named; ends with an error when one is broken or the tables differ from it."""

    help = (
        "Check that nobody edited, removed or reordered a row of the ledger, nor anything beside it that the ledger "
        "tells: events, entries, rounds, results, rulings, penalties, lists, logs and recorded games."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Command line."""
        parser.add_argument(
            "keys",
            nargs="*",
            metavar="KEY",
            help="chains to check, each with the tables of its event (t-SLUG) or with all its parts (site); default: "
            "all chains and all tables",
        )
        parser.add_argument(
            "--expected-head",
            action="append",
            default=[],
            metavar="KEY=HASH",
            help="a hash that was published, or its first digits from paper: it must be that of a row of the chain",
        )
        parser.add_argument(
            "--rebuild",
            action="store_true",
            help="print, too, of what each event is made when it is made anew of its chains alone: by table, how many "
            "rows stand (they are compared with the tables with or without this)",
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Print one line per chain and one per problem; with ``--rebuild`` also what each event is made of."""
        expected = self._expected(options["expected_head"])
        everything = list(Chain.objects.order_by("key").values_list("key", flat=True))
        keys = [part for key in options["keys"] for part in parts_of(key) or [key]] or sorted(
            {*everything, *expected}
        )
        broken = sum(self._chain(key, expected.get(key, [])) for key in keys)
        found = self._compare(options["keys"] or [None])
        for key in keys if options["rebuild"] else ():
            if key.startswith("t-"):
                self._rebuilt(key)
        if broken or found:
            raise CommandError(f"{broken} of {len(keys)} chains are broken, {found} differences")

    def _compare(self, keys: Sequence[str | None]) -> int:
        found: set[tuple[str, Difference]] = set()
        for key in keys:
            for name, one in differences(key):
                if (name, one) not in found:
                    found.add((name, one))
                    self.stdout.write(f"{one.chain}: {name}: {one.text}")
        count = sum(not one.untold for _name, one in found)
        self.stdout.write(f"compared with the tables ({', '.join(names())}): {count} differences")
        return count

    def _rebuilt(self, key: str) -> None:
        """What an event is made of when its chains alone are asked."""
        made = made_anew(key.partition("-")[2])
        rows = ", ".join(f"{kind} {made.standing(kind)}" for kind in sorted(made.rows) if made.standing(kind))
        self.stdout.write(f"{key}: made anew of {made.count} rows: {rows or 'nothing'}")
        if made.since != made.begun:
            since = f"before {made.since:%Y-%m-%d %H:%M} UTC" if made.since else "so far"
            self.stdout.write(f"{key}: the chain {since} does not tell what came, changed and went by rows")

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
