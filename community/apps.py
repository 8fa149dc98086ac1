"""Application configuration of the community floor."""

from importlib import import_module

from django.apps import AppConfig


class CommunityConfig(AppConfig):
    """Register the community floor: what it answers the rooms below, and what the relay must look after."""

    name = "community"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Answer what rooms ask; hand the relay the news that is planned and the newsletters on their way."""
        from ledger.sending import answer_for
        from ledger.sweeps import register

        from .news.services import news_sweep
        from .newsletter.sending_services import newsletters_sweep

        import_module("community.safety.things")
        import_module("community.news.answers")
        import_module("community.gallery.answers")
        answer_for("community")
        register("planned news", news_sweep)
        register("newsletters", newsletters_sweep)
