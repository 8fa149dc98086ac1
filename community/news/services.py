"""Writing, publishing and taking back news. Ledger rows hold ids, states and hashes, never a word of it."""

from datetime import datetime
from typing import TypedDict

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from community.pictures import drawn_anew, hang
from decks.cards.pictures import picture_forget
from ledger.commands import SYSTEM, Command, command
from ledger.errors import Problem, StaleError, UserError
from ledger.hashing import digest
from ledger.names import clean_lines, clean_name, reason_of
from ledger.quotas import require_quota
from tournaments.events.access import OFFICE
from tournaments.organizations.models import Organization

from . import models
from .models import News
from .questions import appeared
from .selectors import writers_of

State = News.State
MOST_WRITTEN = 20
"""So many pieces one person begins within a day."""
WORDS = ("language", "title", "text", "alt", "by_mail")
AT_ONCE = 50


class Words(TypedDict):
    """What a piece of news says; ``alt`` is of its picture."""

    language: str
    title: str
    text: str
    alt: str
    by_mail: bool


class AboutNews(TypedDict):
    """The piece of news that a command was about."""

    news: int


def values_token(news: News) -> str:
    """A token of a piece as it is: a form that was opened at other words or another state is out of date."""
    return digest([getattr(news, field) for field in (*WORDS, "picture", "state", "appears_at")])[:16]


def _lock(cmd: Command, news: News, shown: str | None = None) -> News:
    """Keep a piece of news until commit, read anew, and write into its chain; raises StaleError if it changed."""
    fresh = News.objects.select_for_update(no_key=True, of=("self",)).select_related("organization")
    found = fresh.get(pk=news.pk)
    cmd.chain = found.chain_key
    if shown is not None and shown != values_token(found):
        raise StaleError("stale", _("Somebody else changed this in the meantime. Look at it again."))
    return found


@command("news.write")
def news_write(
    cmd: Command, *, organization: Organization | None, words: Words, picture: bytes | None = None
) -> AboutNews:
    """Begin a piece of news as a draft, which only its writers see; ``picture`` as it was sent."""
    require_quota(cmd, MOST_WRITTEN)
    news = News(organization=organization, changed_at=cmd.at, written_by=cmd.actor.user)
    cmd.chain = news.chain_key
    _say(cmd, news, words, picture)
    return {"news": news.pk}


@command("news.edit")
def news_edit(
    cmd: Command, *, news: News, words: Words, shown: str, picture: bytes | None = None
) -> AboutNews:
    """Say it in other words, also once it is published; without a ``picture`` the one that is there stays.

    ``shown``: the token of what the form was filled with.
    """
    news = _lock(cmd, news, shown)
    _say(cmd, news, words, picture)
    return {"news": news.pk}


def _say(cmd: Command, news: News, words: Words, picture: bytes | None) -> None:
    """Store the words and the picture; raises UserError for all that cannot be, at once."""
    said, problems = _cleaned(words), list[Problem]()
    if len(said["title"]) < 3:
        problems.append(Problem("title", _("Give it a title of at least three letters."), "title"))
    if not said["text"]:
        problems.append(Problem("text", _("Write what there is to tell."), "text"))
    drawn = drawn_anew(picture, problems)
    if (drawn or news.picture) and not said["alt"]:
        text = _("Say in words what the picture shows, for everybody who cannot see it.")
        problems.append(Problem("alt", text, "alt"))
    if problems:
        raise UserError("invalid", "", problems=problems)
    for field, value in said.items():
        setattr(news, field, value)
    hang(cmd, news, drawn)
    news.changed_at = cmd.at
    news.save()
    cmd.record(news=news.pk, said=digest(said)[:16], picture=drawn is not None)


def _cleaned(words: Words) -> Words:
    return {
        "language": words["language"],
        "title": clean_name(words["title"])[: models.TITLE],
        "text": clean_lines(words["text"], models.TEXT),
        "alt": clean_name(words["alt"])[: models.ALT],
        "by_mail": words["by_mail"],
    }


@command("news.publish")
def news_publish(cmd: Command, *, news: News, at: datetime | None, shown: str) -> AboutNews:
    """Let everybody read it: now, or from a moment on that is still to come. What was taken back may appear again."""
    news = _lock(cmd, news, shown)
    if news.state == State.PUBLISHED:
        raise UserError("published", _("Everybody can read this already."))
    if news.by_office and cmd.actor.role != OFFICE:
        raise UserError("by_office", _("The office withdrew this. Ask the office."))
    news.state = State.PLANNED if at is not None and at > cmd.at else State.PUBLISHED
    news.appears_at = at if news.state == State.PLANNED else cmd.at
    news.why_withdrawn, news.by_office = "", False
    news.save(update_fields=["state", "appears_at", "why_withdrawn", "by_office"])
    cmd.record(news=news.pk, state=news.state, appears_at=news.appears_at)
    if news.state == State.PUBLISHED:
        appeared(cmd, news)
    return {"news": news.pk}


@command("news.appear")
def news_appear(cmd: Command, *, number: int) -> AboutNews:
    """The site publishes what was planned, once its moment has come; nothing where it was taken back or moved."""
    news = _lock(cmd, News(pk=number))
    if news.state == State.PLANNED and news.appears_at is not None and news.appears_at <= cmd.at:
        news.state = State.PUBLISHED
        news.save(update_fields=["state"])
        appeared(cmd, news)
    cmd.record(news=number, state=news.state)
    return {"news": number}


@command("news.withdraw")
def news_withdraw(cmd: Command, *, news: News, reason: str, shown: str) -> AboutNews:
    """Withdraw it, with a reason that its writers can read: it becomes a page that does not exist.

    What the office takes back of an organization, its writers are told of and cannot publish again; a plan is given up
    without a reason.
    """
    news = _lock(cmd, news, shown)
    if news.state not in (State.PLANNED, State.PUBLISHED):
        raise UserError("not_published", _("Nobody else can read this."))
    needed = _("Say why it is withdrawn.") if news.state == State.PUBLISHED else ""
    news.why_withdrawn = reason_of(reason, needed=needed, most=models.REASON)
    news.state = State.DRAFT if news.state == State.PLANNED else State.WITHDRAWN
    if news.organization is not None and cmd.actor.role == OFFICE:
        news.by_office = True
        cmd.notify("news.withdrawn", writers_of(news.organization), news=news.pk)
    news.save(update_fields=["state", "why_withdrawn", "by_office"])
    cmd.record(news=news.pk, state=news.state)
    return {"news": news.pk}


@command("news.remove_picture")
def news_remove_picture(cmd: Command, *, news: News, shown: str) -> AboutNews:
    """Show no picture with it any more; its files go."""
    news = _lock(cmd, news, shown)
    old, news.picture, news.alt = news.picture, "", ""
    news.save(update_fields=["picture", "alt"])
    cmd.record(news=news.pk)
    if old:
        transaction.on_commit(lambda: picture_forget(old))
    return {"news": news.pk}


def news_hide(cmd: Command, key: str, reason: str) -> None:
    """Part of a decision about what was reported: nobody reads it any more, and only the office lets it appear."""
    news = News.objects.select_for_update(no_key=True).get(pk=key)
    news.state, news.by_office, news.why_withdrawn = State.WITHDRAWN, True, reason[: models.REASON]
    news.save(update_fields=["state", "by_office", "why_withdrawn"])


def news_show(cmd: Command, key: str) -> None:
    """Part of a decision that hiding it was wrong: it can be read again. Nothing where it was deleted or rewritten."""
    hidden = News.objects.filter(pk=key, state=State.WITHDRAWN, by_office=True)
    hidden.update(state=State.PUBLISHED, by_office=False, why_withdrawn="")


def news_sweep() -> None:
    """Publish what is due: whatever the relay finds, some at a time, each in a command of its own."""
    due = News.objects.filter(state=State.PLANNED, appears_at__lte=timezone.now())
    for number in list(due.order_by("appears_at", "pk").values_list("pk", flat=True)[:AT_ONCE]):
        news_appear(actor=SYSTEM, number=number)
