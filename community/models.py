"""All tables of this floor, for Django's discovery; each lives in its room."""

from .contests.models import Contest, ContestEntry, ContestNotice, Juror, Marks, Vote
from .following.models import Follow
from .forum.models import ForumAccount, ForumTopic, SpentNonce
from .gallery.models import Work
from .news.models import News
from .newsletter.models import Copy, Issue, Subscription
from .safety.models import Matter, Objection, Report

__all__ = [
    "Contest",
    "ContestEntry",
    "ContestNotice",
    "Copy",
    "Follow",
    "ForumAccount",
    "ForumTopic",
    "Issue",
    "Juror",
    "Marks",
    "Matter",
    "News",
    "Objection",
    "Report",
    "SpentNonce",
    "Subscription",
    "Vote",
    "Work",
]
