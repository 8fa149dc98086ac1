"""``manage.py make_keeper NAME``: let a person keep the card catalogue."""

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from decks.cards.services import keeper_make
from ledger.commands import SYSTEM


class Command(BaseCommand):
    """Give an existing account the right to change cards."""

    help = "Let the person who signs in with NAME change cards, rulings and lists (--withdraw takes it back)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Command line."""
        parser.add_argument("name", help="the name they sign in with")
        parser.add_argument("--withdraw", action="store_true", help="take the right back")

    def handle(self, *args: object, **options: object) -> None:
        """Find the person and give the permission; unknown names are refused in words."""
        user = get_user_model().objects.filter(username=str(options["name"]).strip().casefold()).first()
        if user is None:
            raise CommandError(f"Nobody signs in as {options['name']}. They sign up first, at /sign-up/.")
        keeper_make(actor=SYSTEM, user=user, withdraw=options["withdraw"])
        told = "is no keeper any more" if options["withdraw"] else "keeps the cards now: /cards/"
        self.stdout.write(f"{user} {told}.")
