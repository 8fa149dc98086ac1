"""News and subscriptions for tests, through the services the pages use, and what the relay and the workers would do."""

import io
from typing import Any

from django.core import mail
from django.utils import timezone
from PIL import Image

from community.news.models import News
from community.news.services import Words, news_publish, news_write, values_token
from community.newsletter import sending_services, tasks
from community.newsletter import services as newsletter
from community.safety import tasks as safety_tasks
from community.safety.models import Matter, Report
from community.safety.services import LETTER, matter_decide, report_make, token_of
from ledger.commands import SYSTEM, Actor
from ledger.models import OutboxMessage
from tests.tournaments.hall import make_user

WORDS: Words = {
    "language": "en",
    "title": "A table in the sun",
    "text": "We play outside.\n\nSee https://play.example/sun for the way.",
    "alt": "",
    "by_mail": False,
}
TASKS = {
    LETTER: safety_tasks.send_letter,
    newsletter.CONFIRM: tasks.send_confirmation,
    sending_services.SEND: tasks.send_newsletter,
}


def office() -> Any:
    return make_user("Office", is_office=True)


def words(**changes: Any) -> Any:
    return WORDS | changes


def photo(size: tuple[int, int] = (400, 300)) -> bytes:
    """A JPEG with a place in it."""
    out, exif = io.BytesIO(), Image.Exif()
    exif[0x010E] = "canary of a place"
    Image.new("RGB", size, "navy").save(out, "JPEG", exif=exif)
    return out.getvalue()


def piece(actor: Actor, organization: Any = None, picture: bytes | None = None, **changes: Any) -> News:
    """A draft."""
    made = news_write(actor=actor, organization=organization, words=words(**changes), picture=picture)
    return News.objects.get(pk=made["news"])


def publish(actor: Actor, news: News, at: Any = None) -> News:
    news_publish(actor=actor, news=news, at=at, shown=values_token(news))
    news.refresh_from_db()
    return news


def reported(by: Any, kind: str, key: Any, reason: str = "hurts", words: str = "Look at this") -> Matter:
    """The matter of a thing that somebody reported."""
    actor = Actor(by, "player") if by is not None else SYSTEM
    made = report_make(actor=actor, kind=kind, thing_key=str(key), reason=reason, words=words, language="en")
    return Report.objects.select_related("matter").get(pk=made["report"]).matter


def decided(by: Any, matter: Matter, *, hide: bool, answer: str = "It names a child.") -> Matter:
    """The same once somebody of the office decided it."""
    matter_decide(
        actor=Actor(by, "office"),
        matter=matter,
        hide=hide,
        rule="private" if hide else "",
        answer=answer,
        shown=token_of(Matter.objects.get(pk=matter.pk)),
    )
    matter.refresh_from_db()
    return matter


def carry() -> list[Any]:
    """Carry out each task of this floor that is due; the mails that went out by it."""
    before = len(mail.outbox)
    due = OutboxMessage.objects.filter(topic="task", sent_at=None, payload__task__in=TASKS)
    while waiting := list(due.filter(due_at__lte=timezone.now()).order_by("pk")):
        for message in waiting:
            OutboxMessage.objects.filter(pk=message.pk).update(sent_at=timezone.now())
            TASKS[message.payload["task"]](*message.payload["args"])
    return mail.outbox[before:]


def subscribe(address: str, organization: Any = None, wants: str = "any", language: str = "en") -> None:
    """An address whose owner asked and confirmed."""
    newsletter.newsletter_ask(
        actor=SYSTEM, address=address, organization=organization, wants=wants, language=language
    )
    [sent] = carry()
    newsletter.newsletter_confirm(actor=SYSTEM, token=token_in(sent))


def token_in(sent: Any) -> str:
    """The secret of the link in a mail that asks for a confirmation."""
    return str(sent.body.partition("/newsletter/confirm/")[2].partition("/")[0])
