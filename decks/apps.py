"""Application configuration of the decks floor."""

from django.apps import AppConfig


class DecksConfig(AppConfig):
    """Register the decks floor."""

    name = "decks"
    default_auto_field = "django.db.models.BigAutoField"
