"""`manage.py end_sessions NAME` or `--everybody`: sign somebody, or all, out everywhere."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.commands import SYSTEM
from x610z_site.accounts.models import User
from x610z_site.accounts.services import session_end_all


class Command(BaseCommand):
    """End sessions."""

    help = "End every session of one person, or of everybody. They can sign in again."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Whose."""
        parser.add_argument("name", nargs="?", help="the name the person signs in with")
        parser.add_argument("--everybody", action="store_true", help="everybody's, also yours")

    def handle(self, *args: object, **options: Any) -> None:
        """End them and say how many there were."""
        name = (options["name"] or "").strip().casefold()
        user = User.objects.filter(username=name).first() if name else None
        if user is None and not (options["everybody"] and not name):
            raise CommandError("nobody signs in with this name; or say --everybody")
        ended = session_end_all(actor=SYSTEM, user=user)["ended"]
        self.stdout.write(f"Ended: {ended}")
