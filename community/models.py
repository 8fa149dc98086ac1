"""All tables of this floor, for Django's discovery; each lives in its room."""

from .gallery.models import Work
from .news.models import News
from .newsletter.models import Copy, Issue, Subscription

__all__ = ["Copy", "Issue", "News", "Subscription", "Work"]
