"""Application configuration of the people room."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Register the people room under the label ``accounts``."""

    name = "x610z_site.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
