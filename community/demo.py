"""What the demo's people show each other, through the services everybody uses: news, a contest, a story."""

from datetime import timedelta

from django.utils import timezone

from ledger.commands import Actor
from tournaments.demo.club import CLUB
from tournaments.demo.people import (
    CLAN_MATES,
    DISPUTED_PLAYER,
    HEAD_JUDGE,
    OFFICE,
    ORGANIZER,
    Users,
    username_of,
)
from tournaments.organizations.models import Organization

from .contests.entry_services import Agreed, entry_enter
from .contests.jury_services import juror_answer, juror_ask
from .contests.models import Contest
from .contests.services import Dates, contest_publish, contest_write
from .contests.services import Words as ContestWords
from .contests.services import values_token as contest_token
from .gallery.models import Work
from .gallery.review_services import work_show
from .gallery.services import Words as WorkWords
from .gallery.services import values_token as work_token
from .gallery.services import work_send
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
        "Met z'n zessen spelen we deze winter tegen elkaar, één wedstrijd per week, thuis of op de club. In de tabel "
        "zie je wie op wie wacht.",
    ),
)
"""Who wrote it, in which language, title and text: the office of the site, and the organizer of the club."""
CONTEST: ContestWords = {
    "game": "x610z",
    "pool_key": "demo",
    "language": "nl",
    "title": "Een kaart voor de winter",
    "brief": "Maak een kaart die past bij kou, sneeuw of lange avonden. Eén kaart per persoon.",
    "rules": "",
    "licence": "Je kaart blijft van jou. Iedereen mag ermee spelen, en de site mag hem afdrukken met je naam erbij.",
    "criteria": [{"name": "Idee", "weight": 2}, {"name": "Speelbaar", "weight": 1}],
    "jury_share": 50,
    "wanted": 3,
}
CARD = {
    "name": "Long Evening",
    "name_nl": "Lange avond",
    "type": "Effect Card",
    "cost": "C2",
    "restriction": "3",
    "text": "Draw 2 cards from your deck.",
}
AGREED: Agreed = {"licence": True, "age": "16", "guardian": False, "credited": True}
STORY: WorkWords = {
    "title": "De laatste stip",
    "language": "nl",
    "text": "Het was al laat in de Sterrenzaal. Ik had nog één stap naar buiten, en niemand zag de draak achter het "
    "schild.\n\nDie avond leerde ik mijn tegenstander nooit naar mijn hand te laten kijken.",
    "alt": "",
    "named": True,
    "licence": "show",
}


def demo_community(users: Users) -> None:
    """Everything; ``users`` are the accounts of the demo by username, which has its club already."""
    club = Organization.objects.get(name=CLUB)
    for person, language, title, text in NEWS:
        actor = Actor(users[person.username], person.role)
        words: Words = {"language": language, "title": title, "text": text, "alt": "", "by_mail": False}
        host = club if person is ORGANIZER else None
        news = News.objects.get(pk=news_write(actor=actor, organization=host, words=words)["news"])
        news_publish(actor=actor, news=news, at=None, shown=values_token(news))
    _contest(users, club)
    _story(users)


def _contest(users: Users, club: Organization) -> None:
    """A contest of the club that can be entered, with a juror and one card in it."""
    host, juror = Actor(users[ORGANIZER.username], ORGANIZER.role), users[HEAD_JUDGE.username]
    open_at = timezone.now() - timedelta(days=1)
    dates: Dates = {
        "entries_open_at": open_at,
        "entries_close_at": open_at + timedelta(weeks=3),
        "voting_open_at": open_at + timedelta(weeks=3, days=1),
        "voting_close_at": open_at + timedelta(weeks=5),
    }
    made = contest_write(actor=host, organization=club, words=CONTEST, dates=dates)
    contest = Contest.objects.get(pk=made["contest"])
    juror_ask(actor=host, contest=contest, username=juror.username)
    contest_publish(actor=host, contest=contest, shown=contest_token(contest))
    juror_answer(actor=Actor(juror, "juror"), contest=contest, accept=True)
    maker = Actor(users[username_of(CLAN_MATES[0])], "maker")
    entry_enter(actor=maker, contest=contest, row=CARD, agreed=AGREED)


def _story(users: Users) -> None:
    """A story that the office has let into the gallery."""
    artist = Actor(users[DISPUTED_PLAYER.username], "artist")
    made = work_send(actor=artist, kind=Work.Kind.STORY, words=STORY, card=None, picture=None, made_it=True)
    work = Work.objects.get(pk=made["work"])
    work_show(actor=Actor(users[OFFICE.username], OFFICE.role), work=work, shown=work_token(work))
