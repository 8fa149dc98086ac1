"""Application configuration of the people room."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Register the people room under the label ``accounts``."""

    name = "x610z_site.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Say what of an account acts for its person, and what ends it."""
        from ledger import credentials

        from . import limits  # noqa: F401 - answers what a room below asks
        from .credential_services import KINDS

        credentials.register(*KINDS)
