"""Application configuration of the tournaments floor."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Register the tournaments floor."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
