"""Application configuration of the people room."""

from importlib import import_module

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Register the people room under the label ``accounts``."""

    name = "x610z_site.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Say what of an account acts for its person and what ends it; answer what rooms ask."""
        from ledger import credentials

        from .credential_services import KINDS

        import_module("x610z_site.accounts.answers")
        credentials.register(*KINDS)
