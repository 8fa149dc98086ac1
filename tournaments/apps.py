"""Application configuration of the tournaments floor."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Register the tournaments floor, and with the relay the work that it must look after."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hand the relay the sweeps of the jobs that nobody finished."""
        from ledger.sweeps import register

        from .forecasts.services import stuck_forecasts_sweep
        from .gamelogs.services import stuck_logs_sweep

        register("stuck logs", stuck_logs_sweep)
        register("stuck forecasts", stuck_forecasts_sweep)
