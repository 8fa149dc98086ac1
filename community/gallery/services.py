"""Sending a picture or a story, changing it, taking it back. Ledger rows hold numbers, states and hashes, no word."""

import secrets
from datetime import datetime
from typing import TypedDict

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from community.pictures import drawn_anew, hang
from decks.cards.models import Card, CardPicture
from decks.cards.picture_services import picture_take
from decks.cards.pictures import picture_forget
from decks.cards.services import beside_catalogue
from ledger.commands import Command, command
from ledger.errors import Problem, StaleError, UserError
from ledger.hashing import digest
from ledger.names import clean_lines, clean_name
from ledger.people import Account
from ledger.quotas import require_quota
from ledger.shapes import Done

from . import models
from .licences import LICENCES, VERSION
from .models import Work

State, Proposal = Work.State, Work.Proposal
MOST_SENT = 10
"""So many pictures and stories one person sends within a day."""
MOST_CHANGES = 40
"""So often within a day one person says theirs in other words."""
MOST_KEPT = 200
"""So many of one person are kept."""
WORDS = ("title", "language", "text", "alt", "named", "licence")


class Words(TypedDict):
    """What the artist says of a work; ``alt`` is of a picture, ``text`` a story or a few words beside a picture."""

    title: str
    language: str
    text: str
    alt: str
    named: bool
    licence: str


class AboutWork(TypedDict):
    """The picture or story that a command was about."""

    work: int


def values_token(work: Work) -> str:
    """A token of a work as it is: a form that was opened at other words or another state is out of date."""
    fields = (*WORDS, "picture", "card_id", "state", "decided_at", "appeal", "answered_at", "proposal")
    return digest([getattr(work, field) for field in fields])[:16]


def lock_work(work: Work, shown: str | None = None) -> Work:
    """Keep a work until commit, read anew; raises UserError when it is gone, StaleError when it changed."""
    fresh = Work.objects.select_for_update(no_key=True, of=("self",)).select_related("artist", "card")
    found = fresh.filter(pk=work.pk).first()
    if found is None:
        raise UserError("gone", _("Its artist has taken it back."))
    if shown is not None and shown != values_token(found):
        raise StaleError("stale", _("Somebody else changed this in the meantime. Look at it again."))
    return found


@command("gallery.send")
def work_send(
    cmd: Command, *, kind: str, words: Words, card: Card | None, picture: bytes | None, made_it: bool
) -> AboutWork:
    """Send a picture (as it came) or a story to the reviewers; raises UserError with all that is missing.

    ``made_it``: the artist says that they made it themselves.
    """
    artist = cmd.actor.user
    # The row of the person is held, so that what is kept is counted once, and all of theirs get one name.
    get_user_model().objects.select_for_update(no_key=True).get(pk=artist.pk)
    require_quota(cmd, MOST_SENT)
    mine = Work.objects.filter(artist=artist)
    if mine.count() >= MOST_KEPT:
        raise UserError("full", _("The gallery keeps no more of you. Take something back first."))
    tag = mine.values_list("tag", flat=True).first() or secrets.token_hex(3)
    work = Work(artist=artist, kind=kind, tag=tag, sent_at=cmd.at)
    problems = []
    if not made_it:
        problems.append(
            Problem("made_it", _("Only what you made yourself can be sent to the gallery."), "made_it")
        )
    _say(cmd, work, words, card, picture, problems)
    return {"work": work.pk}


@command("gallery.change")
def work_change(
    cmd: Command, *, work: Work, words: Words, card: Card | None, picture: bytes | None, shown: str
) -> AboutWork:
    """Say it in other words, or send another picture: it waits for a reviewer again, who looks at all of it."""
    work = lock_work(work, shown)
    require_quota(cmd, MOST_CHANGES)
    if work.state == State.REMOVED or work.appeals:
        raise UserError("decided", _("This cannot be changed now."))
    leave_card(cmd, work)
    work.state, work.why, work.reason, work.proposal, work.proposal_reason = State.WAITING, "", "", "", ""
    work.decided_at, work.decided_by = None, None
    _say(cmd, work, words, card, picture, [])
    return {"work": work.pk}


def _say(
    cmd: Command,
    work: Work,
    words: Words,
    card: Card | None,
    picture: bytes | None,
    problems: list[Problem],
) -> None:
    """Store the words and the picture; raises UserError for all that cannot be, at once."""
    said, story = _cleaned(words), work.kind == Work.Kind.STORY
    if len(said["title"]) < 3:
        problems.append(Problem("title", _("Give it a title of at least three letters."), "title"))
    if story and len(said["text"]) < 20:
        problems.append(Problem("text", _("Write your story."), "text"))
    if not story and len(said["alt"]) < 3:
        text = _("Say in words what the picture shows, for everybody who cannot see it.")
        problems.append(Problem("alt", text, "alt"))
    if said["licence"] not in LICENCES:
        problems.append(Problem("licence", _("Choose what the site may do with it."), "licence"))
    drawn = None if story else drawn_anew(picture, problems)
    if not story and picture is None and not work.picture:
        problems.append(Problem("picture", _("Choose a picture."), "picture"))
    if problems:
        raise UserError("invalid", "", problems=problems)
    for field, value in said.items():
        setattr(work, field, value)
    work.card, work.licence_version = card, VERSION
    hang(cmd, work, drawn)
    work.save()
    agreed = f"{work.licence} {work.licence_version}"
    cmd.record(work=work.pk, said=digest(said)[:16], picture=drawn is not None, licence=agreed)


def _cleaned(words: Words) -> Words:
    return {
        "title": clean_name(words["title"])[: models.TITLE],
        "language": words["language"],
        "text": clean_lines(words["text"], models.TEXT),
        "alt": clean_name(words["alt"])[: models.ALT],
        "named": words["named"],
        "licence": words["licence"],
    }


@command("gallery.withdraw")
def work_withdraw(cmd: Command, *, work: Work) -> Done:
    """The artist takes it back, whatever became of it: its row and its files go, and the picture it gave a card."""
    found = lock_work(work)
    _delete(cmd, found)
    cmd.record(work=work.pk)
    return {}


def _delete(cmd: Command, work: Work) -> None:
    leave_card(cmd, work)
    _delete_row(work)


def _delete_row(work: Work) -> None:
    name = work.picture
    work.delete()
    if name:
        # The row decides what is shown; files that could not be deleted are only left over.
        transaction.on_commit(lambda: picture_forget(name), robust=True)


def leave_card(cmd: Command, work: Work, why: str = "") -> None:
    """Its card does not show it any more; a picture that its keeper took away already stays so."""
    taken = CardPicture.objects.filter(pk=work.card_picture_id or 0, removed_at=None).first()
    if taken is not None:
        with beside_catalogue(cmd, "picture.remove") as row:
            picture_take(cmd, taken, why or _("The artist took it back."))
            row.record(number=taken.number, picture=taken.pk)
    work.card_picture = None


def artist_hidden(cmd: Command, user: Account) -> None:
    """Inside the command by which nothing of somebody is shown for now: no card shows their picture, or names them.

    A keeper is asked anew.
    """
    given = Work.objects.select_for_update(no_key=True).filter(artist=user, card_picture__isnull=False)
    for work in given.order_by("pk"):
        gave = work.card_picture_id
        leave_card(cmd, work, _("It was taken out of the gallery."))
        CardPicture.objects.filter(pk=gave or 0).update(credit="")
        work.proposal = ""
        work.save(update_fields=["card_picture", "proposal"])


@command("gallery.forget")
def works_forget(cmd: Command, *, user: Account) -> Done:
    """Part of an erasure: everything somebody sent goes, with its files and their name at cards."""
    own = Work.objects.select_for_update(no_key=True).filter(artist=user).order_by("pk")
    for work in own:
        gave = work.card_picture_id
        _delete(cmd, work)
        CardPicture.objects.filter(pk=gave or 0).update(credit="")
    cmd.record(user=user.pk)
    return {}


def decided_forget(before: datetime) -> int:
    """Forget what was refused or removed before that moment, unless an appeal is waiting; how many there were."""
    with transaction.atomic():
        rows = Work.objects.select_for_update(no_key=True).filter(
            state__in=(State.REFUSED, State.REMOVED), decided_at__lt=before
        )
        old = [
            work
            for work in rows
            if not work.appeals and (work.answered_at is None or work.answered_at < before)
        ]
        for work in old:
            _delete_row(work)
    return len(old)
