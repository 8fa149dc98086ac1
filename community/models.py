"""All tables of this floor, for Django's discovery; each lives in its room."""

from .gallery.models import Work
from .news.models import News
from .newsletter.models import Copy, Issue, Subscription
from .safety.models import Matter, Objection, Report

__all__ = [
    "Copy",
    "Issue",
    "Matter",
    "News",
    "Objection",
    "Report",
    "Subscription",
    "Work",
]
