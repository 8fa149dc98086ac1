"""Read a mail that came back: `… | manage.py take_bounce`, as the mail server of NEWSLETTER_BOUNCES starts it."""

import sys

from django.core.management.base import BaseCommand

from community.newsletter.bounces import MAX_BYTES, read_bounce
from community.newsletter.services import newsletter_bounce
from ledger.commands import SYSTEM


class Command(BaseCommand):
    """Ends the subscription of an address that cannot be reached; any other mail is passed over in silence."""

    help = __doc__

    def handle(self, *args: object, **options: object) -> None:
        """Read one mail from the standard input."""
        found = read_bounce(sys.stdin.buffer.read(MAX_BYTES))
        if found is not None:
            number, hard = found
            newsletter_bounce(actor=SYSTEM, number=number, hard=hard)
