"""Going to the forum, linking an account one has there, and opening a topic. No row of the ledger holds a name."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import TypedDict

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.commands import Command, command
from ledger.credentials import Happening, Hung, Kind, Shown
from ledger.errors import UserError
from ledger.people import Account
from ledger.quotas import require_quota
from ledger.shapes import Done

from .models import ForumAccount, ForumTopic, SpentNonce
from .people import facts_of, mail_hash, why_not
from .things import thing_of

Owes = ForumAccount.Owes
GOOD_FOR = timedelta(minutes=10)
"""So long a nonce waits for somebody who signs in first, as the forum's own."""
SPENT_FOR = timedelta(days=1)
MOST_TOPICS = 10
"""So many topics one person opens within a day."""


class Linked(TypedDict):
    """An account at the forum, as the forum says it is."""

    number: int
    name: str
    mail: str


def _spend(cmd: Command, nonce: str) -> None:
    """Use up a nonce; raises UserError for one that was used, at the same moment too."""
    try:
        with transaction.atomic():
            SpentNonce.objects.create(sha256=hashlib.sha256(nonce.encode()).hexdigest(), at=cmd.at)
    except IntegrityError as error:
        raise UserError("used", _("This was used already. Start again at the forum.")) from error


def _own(cmd: Command) -> ForumAccount:
    """The actor's row, held until commit; a new one with a random id where there is none."""
    rows = ForumAccount.objects.select_for_update(no_key=True)
    found = rows.filter(user=cmd.actor.user).first()
    if found is None:
        made = {"external_id": secrets.token_hex(16), "looked_at": cmd.at}
        number = ForumAccount.objects.get_or_create(user=cmd.actor.user, defaults=made)[0].pk
        found = rows.get(pk=number)
    return found


@command("forum.connect")
def forum_connect(cmd: Command, *, nonce: str, agreed: bool) -> Done:
    """The actor signs in at the forum, the first time after a yes to what it is told; the nonce is good this once.

    Raises UserError where they may not, or where another account with their address is at the forum already.
    """
    account = _own(cmd)
    if words := why_not(cmd.actor.user, account):
        raise UserError("forum", words)
    if account.connected_at is None and not agreed:
        raise UserError("agree", _("Say first that the forum may be told this."))
    _spend(cmd, nonce)
    facts = facts_of([account])[cmd.actor.user.pk]
    if facts is None:
        raise UserError("forum", _("This account cannot go to the forum."))
    account.mail_hash = mail_hash(facts.mail.address)
    account.connected_at = account.connected_at or cmd.at
    account.groups = sorted({*account.groups, *facts.groups})
    try:
        with transaction.atomic():
            account.save(update_fields=["mail_hash", "connected_at", "groups"])
    except IntegrityError as error:
        words = _(
            "Another account with your e-mail address is at the forum already. There one address is one person."
        )
        raise UserError("mail", words) from error
    cmd.record(account=account.pk)
    return {}


@command("forum.choose")
def forum_choose(cmd: Command, *, shows_roles: bool) -> Done:
    """The actor lets the forum know that they organize or judge, or no longer."""
    account = _own(cmd)
    account.shows_roles = shows_roles
    account.save(update_fields=["shows_roles"])
    cmd.record(account=account.pk, shows_roles=shows_roles)
    return {}


@command("forum.link")
def forum_link(cmd: Command, *, nonce: str, linked: Linked) -> Done:
    """The account that the actor has at the forum is theirs here; what the forum said of it is good this once."""
    account = _own(cmd)
    _spend(cmd, nonce)
    account.linked_id, account.linked_name = linked["number"], linked["name"][:60]
    account.linked_mail, account.linked_at = linked["mail"][:254], cmd.at
    try:
        with transaction.atomic():
            account.save(update_fields=["linked_id", "linked_name", "linked_mail", "linked_at"])
    except IntegrityError as error:
        raise UserError("linked", _("Somebody else here has linked this account of the forum.")) from error
    cmd.record(account=account.pk)
    return {}


@command("forum.unlink")
def forum_unlink(cmd: Command) -> Done:
    """The actor's account at the forum is no longer linked to the one here."""
    account = _own(cmd)
    account.linked_id, account.linked_name, account.linked_mail, account.linked_at = None, "", "", None
    account.save(update_fields=["linked_id", "linked_name", "linked_mail", "linked_at"])
    cmd.record(account=account.pk)
    return {}


@command("forum.open_topic")
def forum_open_topic(cmd: Command, *, kind: str, number: int) -> Done:
    """Let the forum open the topic about a thing that everybody may see; asked twice, it is one."""
    if words := why_not_topic(cmd.actor.user, kind, number):
        raise UserError("topic", words)
    require_quota(cmd, MOST_TOPICS)
    values = {"asked_at": cmd.at, "next_at": cmd.at}
    ForumTopic.objects.get_or_create(kind=kind, number=number, defaults=values)
    cmd.record(kind=kind, number=number)
    return {}


def why_not_topic(user: Account, kind: str, number: int) -> str:
    """Why somebody cannot open a topic, in words; empty when they can."""
    if thing_of(kind, number) is None or not settings.FORUM_API_KEY:
        return _("There is nothing to talk about here.")
    return why_not(user, ForumAccount.objects.filter(user_id=user.pk).first())


# --- what ends it -----------------------------------------------------------------------------------------------


def _out(hung: Hung) -> int:
    """Who is signed out here is signed out there, once a worker has said so."""
    if not settings.FORUM_API_KEY:
        return 0
    found = ForumAccount.objects.filter(hung.whose("user"), connected_at__isnull=False)
    return found.update(owes=Owes.OUT, next_at=hung.at, tries=0)


def _part(hung: Hung) -> int:
    """Who is erased here is forgotten there; nothing is kept but what the forum calls them, until it has done so."""
    found = ForumAccount.objects.filter(user_id=hung.person)
    if settings.FORUM_API_KEY:
        parted = {"user": None, "mail_hash": "", "linked_id": None, "linked_name": "", "linked_mail": ""}
        owed = {"owes": Owes.FORGET, "next_at": hung.at, "tries": 0, "groups": [], "told": ""}
        return found.filter(connected_at__isnull=False).update(**parted, **owed) + found.delete()[0]
    return found.delete()[0]


def _shown(user: Account, _here: str) -> list[Shown]:
    found = ForumAccount.objects.filter(user_id=user.pk, connected_at__isnull=False).exclude(owes=Owes.OUT)
    return [Shown(str(one.pk), "", one.connected_at) for one in found if settings.FORUM_API_KEY]


def _end_one(user: Account, _number: str, at: datetime) -> int:
    return _out(Hung(person=user.pk, at=at))


AT_THE_FORUM = Kind(
    "forum",
    "community.ForumAccount",
    {
        Happening.SIGN_OUT: _out,
        Happening.NEW_PASSWORD: _out,
        Happening.END_ALL: _out,
        Happening.ERASED: _part,
    },
    {
        Happening.ROLE_GONE: "the forum is told of another group; it gives no role here",
        Happening.LEFT: "it belongs to no entry",
    },
    gettext_lazy("Signed in at the forum"),
    _shown,
    _end_one,
)
"""Being signed in at the forum by us."""


def forum_forget_spent(now: datetime | None = None) -> None:
    """Nonces that were used a day ago: the forum's own are long over."""
    SpentNonce.objects.filter(at__lt=(now or timezone.now()) - SPENT_FOR).delete()
