"""Application configuration of the room that reaches people and programs."""

from importlib import import_module

from django.apps import AppConfig


class ReachConfig(AppConfig):
    """Register the room under the label ``reach``, and with the relay what it looks after beside its messages."""

    name = "x610z_site.reach"
    label = "reach"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the relay who passes on facts, and hand it what was begun and not finished, for people and programs."""
        from ledger import credentials, relay
        from ledger.sweeps import register

        from .credential_services import KINDS
        from .hook_services import hooks_sweep
        from .notice_services import send_notice
        from .sending_services import sendings_sweep

        import_module("x610z_site.reach.answers")
        relay.register("notice", send_notice)

        credentials.register(*KINDS)
        register("sendings", sendings_sweep)
        register("hooks", hooks_sweep)
