"""Application configuration of the community floor."""

from importlib import import_module

from django.apps import AppConfig


class CommunityConfig(AppConfig):
    """Register the community floor: what it answers the rooms below, and what the relay must look after."""

    name = "community"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Answer what rooms ask; hand the relay planned news, newsletters on their way, closed contests."""
        from ledger import credentials
        from ledger.sending import answer_for
        from ledger.sweeps import register

        from .contests.playing_services import contests_sweep
        from .following.services import follows_sweep
        from .forum.sending_services import forum_sweep
        from .forum.services import AT_THE_FORUM
        from .news.services import news_sweep
        from .newsletter.sending_services import newsletters_sweep

        import_module("community.safety.things")
        import_module("community.forum.answers")
        import_module("community.news.answers")
        import_module("community.following.answers")
        import_module("community.gallery.answers")
        import_module("community.contests.answers")
        answer_for("community")
        register("followed things", follows_sweep)
        credentials.register(AT_THE_FORUM)
        register("forum", forum_sweep)
        register("planned news", news_sweep)
        register("newsletters", newsletters_sweep)
        register("contests", contests_sweep)
