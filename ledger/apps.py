"""Application configuration of the ledger floor."""

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """Register the ledger floor."""

    name = "ledger"
    default_auto_field = "django.db.models.BigAutoField"
