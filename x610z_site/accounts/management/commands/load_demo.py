"""`manage.py load_demo`: a tournament day in the middle, to look around in. Does nothing when it is there."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from community.demo import demo_community
from tournaments.demo import day
from x610z_site.accounts.demo import make_person
from x610z_site.accounts.models import User

from .demo_logins import table


class Command(BaseCommand):
    """Load the demo once."""

    help = (
        "Load the demo: a 16-player tournament in round 3, one to enter and a finished one. Once is enough."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """A way to insist."""
        parser.add_argument(
            "--anyway", action="store_true", help="load it although there are people on this site already"
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Load and print the log-ins."""
        tournament = day.demo_tournament()
        if tournament is not None:
            self.stdout.write(f"The demo is loaded already: {tournament.name} (/t/{tournament.slug}/).")
            return
        if User.objects.exists() and not options["anyway"]:
            raise CommandError(
                "there are people on this site already, and the demo's password is no secret; "
                "load it with --anyway if that is what you want"
            )
        with transaction.atomic():
            tournament = day.load(make_person)
            demo_community(User.objects.in_bulk(field_name="username"))
        self.stdout.write(table(tournament))
