"""``manage.py migrate``: Django's own, after it was seen that the tables are ours and a copy of the data was kept."""

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connections

from x610z_site.upgrading import CannotUpgradeError, is_new, keep_copy, pending, refuse_another_line


class Command(migrate.Command):
    """Change the tables; ends with an error, and nothing changed, for tables of another line or without a copy."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Command line."""
        super().add_arguments(parser)
        parser.add_argument(
            "--no-copy",
            action="store_true",
            help="keep no copy in X610Z_VAR/copies: there is a backup of this moment",
        )

    def handle(self, *args: object, **options: object) -> None:
        """Look, copy, migrate."""
        connection = connections[str(options["database"])]
        if settings.COPIES_DIR and not (options["plan"] or options["check_unapplied"]):
            try:
                refuse_another_line(connection)
                if not options["no_copy"] and not is_new(connection) and pending(connection):
                    path = keep_copy(connection, settings.COPIES_DIR)
                    self.stdout.write(f"Before the tables change, everything was copied into {path}")
            except CannotUpgradeError as error:
                raise CommandError(str(error)) from None
        super().handle(*args, **options)
