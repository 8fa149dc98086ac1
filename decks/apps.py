"""Application configuration of the decks floor."""

from django.apps import AppConfig


class DecksConfig(AppConfig):
    """Register the decks floor."""

    name = "decks"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let forms that are sent again be answered as at first, and hand the relay the sweep of unfinished jobs."""
        from ledger.sending import answer_for
        from ledger.sweeps import register

        from .cards.playtest_services import stuck_play_tests_sweep

        answer_for("decks")
        register("stuck play tests", stuck_play_tests_sweep)
