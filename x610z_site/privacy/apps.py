"""Application configuration of the privacy room."""

from importlib import import_module

from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    """Register the room under the label ``privacy``, and with the relay what must be forgotten in time."""

    name = "x610z_site.privacy"
    label = "privacy"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hand the relay the sweep of what has had its time, and answer what the rooms below ask."""
        from ledger.sweeps import register

        from .forgetting_services import stuck_erasures_sweep
        from .retention import retention_sweep

        import_module("x610z_site.privacy.answers")
        register("retention", retention_sweep)
        register("erasures", stuck_erasures_sweep)
