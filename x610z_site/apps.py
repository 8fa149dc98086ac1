"""The project as a Django app: its static files, and the Celery application in every process."""

from importlib import import_module

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Makes `celery.current_app` ours wherever Django runs, the relay among others."""

    name = "x610z_site"

    def ready(self) -> None:
        """Load the Celery application; where tasks run in process, their modules too (a worker loads its own)."""
        from django.conf import settings

        from x610z_site.celery import task_rooms
        from x610z_site.help import checks  # noqa: F401 - registers itself

        if settings.TASKS_INLINE:
            for room in task_rooms():
                import_module(f"{room}.tasks")
