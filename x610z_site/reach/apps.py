"""Application configuration of the room that reaches people and programs."""

from django.apps import AppConfig


class ReachConfig(AppConfig):
    """Register the room under the label ``reach``, and with the relay what it looks after beside its messages."""

    name = "x610z_site.reach"
    label = "reach"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hand the relay what was begun and not finished, and what programs are still to be told."""
        from ledger.sweeps import register

        from .hook_services import hooks_sweep
        from .sending_services import sendings_sweep

        register("sendings", sendings_sweep)
        register("hooks", hooks_sweep)
