"""All tables of this floor, for Django's discovery; each lives in its room."""

from .following.models import Follow
from .forum.models import ForumAccount, ForumTopic, SpentNonce
from .gallery.models import Work
from .news.models import News
from .newsletter.models import Copy, Issue, Subscription
from .safety.models import Matter, Objection, Report

__all__ = [
    "Copy",
    "Follow",
    "ForumAccount",
    "ForumTopic",
    "Issue",
    "Matter",
    "News",
    "Objection",
    "Report",
    "SpentNonce",
    "Subscription",
    "Work",
]
