"""``manage.py make_office NAME``: give a person the office role, which approves organized play."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.commands import SYSTEM
from x610z_site.accounts.models import User
from x610z_site.accounts.services import account_make_office


class Command(BaseCommand):
    """Mark an existing account as the office."""

    help = "Give the person who signs in with NAME the office role."

    def add_arguments(self, parser: CommandParser) -> None:
        """Command line."""
        parser.add_argument("name", help="the name they sign in with")

    def handle(self, *args: object, **options: Any) -> None:
        """Find the person and write the role; unknown names are refused in words."""
        user = User.objects.filter(username=options["name"].strip().casefold()).first()
        if user is None:
            raise CommandError(f"Nobody signs in as {options['name']}. They sign up first, at /sign-up/.")
        account_make_office(actor=SYSTEM, user=user)
        self.stdout.write(f"{user.display_name} is the office now: requests are at /office/.")
