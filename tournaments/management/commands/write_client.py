"""Write the typed client of the API anew, after the API has changed."""

from django.core.management.base import BaseCommand

from tournaments.api.client_maker import TARGET, made


class Command(BaseCommand):
    """`manage.py write_client`."""

    help = "Write tournaments/client/made.py out of the schema of the API."

    def handle(self, *_args: object, **_options: object) -> None:
        """Write it."""
        TARGET.write_text(made(), encoding="utf-8")
        self.stdout.write(f"Wrote {TARGET.name}.")
