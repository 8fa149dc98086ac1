"""News of the demo, of the site and of its club, through the same services people use."""

from ledger.commands import Actor
from tournaments.demo.club import CLUB
from tournaments.demo.people import OFFICE, ORGANIZER, Users
from tournaments.organizations.models import Organization

from .news.models import News
from .news.services import Words, news_publish, news_write, values_token

NEWS = (
    (
        OFFICE,
        "en",
        "Every game can be recorded now",
        "Tap the game on your phone while you play. Both of you see the same board, and if you disagree a judge can "
        "go through it line by line.\n\nA recorded result needs no slip.",
    ),
    (
        ORGANIZER,
        "nl",
        "De wintercompetitie is begonnen",
        "Met z'n zessen spelen we deze winter tegen elkaar, één partij per week, thuis of op de club. In de tabel "
        "zie je wie op wie wacht.",
    ),
)
"""Who wrote it, in which language, title and text: the office of the site, and the organizer of the club."""


def demo_news(users: Users) -> None:
    """Publish the news; ``users`` are the accounts of the demo by username, which has its club already."""
    club = Organization.objects.get(name=CLUB)
    for person, language, title, text in NEWS:
        actor = Actor(users[person.username], person.role)
        words: Words = {"language": language, "title": title, "text": text, "alt": "", "by_mail": False}
        host = club if person is ORGANIZER else None
        news = News.objects.get(pk=news_write(actor=actor, organization=host, words=words)["news"])
        news_publish(actor=actor, news=news, at=None, shown=values_token(news))
