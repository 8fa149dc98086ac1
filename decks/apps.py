"""Application configuration of the decks floor."""

from django.apps import AppConfig


class DecksConfig(AppConfig):
    """Register the decks floor."""

    name = "decks"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let forms that are sent again be answered as at first."""
        from ledger.sending import answer_for

        answer_for("decks")
