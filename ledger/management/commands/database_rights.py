"""``manage.py database_rights ROLE``: give the role of the pages its rights, or only look whether it has them."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from ledger.rights import grant, problems


class Command(BaseCommand):
    """Run it as the owner after ``migrate`` and after a restore; ``--check`` changes nothing."""

    help = "Give the database role of the pages its rights (PostgreSQL), or check them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Command line."""
        parser.add_argument("role", help="the role that pages, workers and the relay connect as")
        parser.add_argument("--check", action="store_true", help="only look, and end with an error if wrong")

    def handle(self, *args: object, **options: Any) -> None:
        """Grant, then say what is still wrong."""
        if connection.vendor != "postgresql":
            raise CommandError("SQLite has no roles; this is for PostgreSQL")
        role = options["role"]
        try:
            if not options["check"]:
                grant(role)
            found = problems(role)
        except ValueError as error:
            raise CommandError(str(error)) from error
        for problem in found:
            self.stdout.write(problem)
        if found:
            raise CommandError(f"{len(found)} rights of {role} are wrong")
        self.stdout.write(f"{role} may do what the pages need, and cannot change the ledger")
