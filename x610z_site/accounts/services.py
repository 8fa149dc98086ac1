"""Writing people: sign-up, names, the personal links of guests."""

import hashlib
import secrets
from datetime import timedelta
from typing import TypedDict

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import Command, HasChain, command
from ledger.credentials import Happening, Hung, end, kinds
from ledger.errors import Problem, UserError
from ledger.names import clean_name, fold
from ledger.people import Account

from . import outgoing_mail_services as mail
from .look_alikes import look_alike_problems, public_name_problems
from .models import Letter, PersonalLink, User
from .questions import named_anew
from .time_zones import zones


class AboutAccount(TypedDict):
    """The account that a command was about."""

    user: int


class SessionsEnded(TypedDict):
    """How many sessions ended."""

    ended: int


class LinkMade(TypedDict):
    """The secret part of a link, which is stored nowhere."""

    token: str


class SignedIn(TypedDict):
    """Who may be signed in, and the number that their sessions must carry."""

    user: int
    epoch: int


LINK_DAYS = 14
SITE_WORDS = (
    "organizedplay",
    "organised",
    "tournament",
    "toernooi",
    "existenz",
    "x610z",
    "judge",
    "office",
    "player",
)
"""What anybody would try first on this very site; docs/security.md names them."""
LEAST_OWN = 6
"""So many letters and digits of a password must be left without them."""


def token_hash(token: str) -> str:
    """What is stored of a personal link: not enough to sign in with."""
    return hashlib.sha256(token.encode()).hexdigest()


@command("account.create")
def account_create(
    cmd: Command, *, username: str, password: str, display_name: str, language: str = ""
) -> AboutAccount:
    """Make an account; the display name is what other players see."""
    display_name, username = clean_name(display_name)[:60], fold(username)[:60]
    problems = [
        *_username_problems(username),
        *_display_problems(display_name),
        *_password_problems(password, User(username=username, display_name=display_name)),
    ]
    if problems:
        raise UserError("invalid", "", problems=problems)
    try:
        with transaction.atomic():
            user = User.objects.create_user(
                username, password=password, display_name=display_name, language=language
            )
    except IntegrityError as error:
        raise UserError(
            "username_taken", _("This name is taken. Choose another."), field="username"
        ) from error
    cmd.record(user=user.pk)
    return {"user": user.pk}


def _username_problems(username: str, own: User | None = None) -> list[Problem]:
    if len(username) < 3 or not username.replace("-", "").replace("_", "").replace(".", "").isalnum():
        return [Problem("username", _("Use at least three letters or digits."), "username")]
    if username.startswith(("guest-", "imported-")):
        return [Problem("username_taken", _("This name is taken. Choose another."), "username")]
    if User.objects.filter(username=username).exclude(pk=own.pk if own else 0).exists():
        return [Problem("username_taken", _("This name is taken. Choose another."), "username")]
    return look_alike_problems(username, "username", own)


def _display_problems(display_name: str, own: User | None = None) -> list[Problem]:
    if len(display_name) < 2:
        return [Problem("display_name", _("Enter the name that other players may see."), "display_name")]
    return public_name_problems(display_name, own)


def _password_problems(password: str, user: User, field: str = "password") -> list[Problem]:
    """What is wrong with a new password; one that is a name of its owner, or nearly, is refused."""
    if fold(password) in {fold(user.username), fold(user.display_name)}:
        return [Problem("password", _("Your password must not be one of your names."), field)]
    rest = "".join(char for char in fold(password) if char.isalnum())
    for word in SITE_WORDS:
        rest = rest.replace(word, "")
    if len(rest) < LEAST_OWN:
        return [
            Problem("password", _("Everybody here would try these words first. Add some of your own."), field)
        ]
    try:
        validate_password(password, user)
    except ValidationError as error:
        return [Problem("password", text, field) for text in error.messages]
    return []


def own_account(cmd: Command, password: str) -> User:
    """The actor's row, held, once they have said their password again; refused for a wrong one and for guests."""
    user = User.objects.select_for_update(no_key=True).get(pk=cmd.actor.user.pk)
    if user.guest_of or not user.check_password(password):
        raise UserError("wrong_password", _("This is not your password."), field="current")
    return user


@command("account.rename")
def account_rename(cmd: Command, *, display_name: str) -> AboutAccount:
    """Change the name others see, on ladders too. Entries made before keep theirs: a hall knows its players by it."""
    display_name = clean_name(display_name)[:60]
    user = User.objects.select_for_update(no_key=True).get(pk=cmd.actor.user.pk)
    if problems := _display_problems(display_name, user):
        raise UserError("invalid", "", problems=problems)
    user.display_name = display_name
    user.save(update_fields=["display_name", "sort_name"])
    named_anew(user.pk)
    cmd.record(user=user.pk)
    return {"user": user.pk}


@command("account.set_zone")
def account_set_zone(cmd: Command, *, time_zone: str) -> AboutAccount:
    """Say by which clock one reads appointments; empty: by that of the site. What was agreed stays the same moment."""
    if time_zone not in ("", *zones()):
        raise UserError("time_zone", _("Choose one of these time zones."), field="time_zone")
    User.objects.filter(pk=cmd.actor.user.pk).update(time_zone=time_zone)
    cmd.record(user=cmd.actor.user.pk)
    return {"user": cmd.actor.user.pk}


@command("account.change_username")
def account_change_username(cmd: Command, *, username: str, current: str) -> AboutAccount:
    """Change the name to sign in with, after the password was said again; nobody else is told."""
    user = own_account(cmd, current)
    username = fold(username)[:60]
    if problems := _username_problems(username, user):
        raise UserError("invalid", "", problems=problems)
    user.username = username
    try:
        with transaction.atomic():
            user.save(update_fields=["username"])
    except IntegrityError as error:
        raise UserError(
            "username_taken", _("This name is taken. Choose another."), field="username"
        ) from error
    cmd.record(user=user.pk)
    return {"user": user.pk}


@command("account.change_password")
def account_change_password(cmd: Command, *, password: str, current: str) -> AboutAccount:
    """A new password, after the old one was said again; every session ends, and the caller begins a new one."""
    user = own_account(cmd, current)
    set_password(cmd, user, password)
    return {"user": user.pk}


def set_password(cmd: Command, user: User, password: str) -> None:
    """Store a new password inside the command that decided about it, and end every session of its owner."""
    if problems := _password_problems(password, user):
        raise UserError("invalid", "", problems=problems)
    user.set_password(password)
    user.session_epoch += 1
    user.save(update_fields=["password", "session_epoch"])
    end(Happening.NEW_PASSWORD, Hung(person=user.pk, at=cmd.at))
    mail.tell(cmd, user, Letter.Kind.PASSWORD)
    cmd.record(user=user.pk)


@command("session.end")
def session_end(cmd: Command, *, keep: str) -> SessionsEnded:
    """End everything of the actor but the session ``keep``."""
    user = cmd.actor.user
    gone = end(Happening.END_ALL, Hung(person=user.pk, at=cmd.at, keep=keep))
    cmd.record(user=user.pk, ended=gone)
    return {"ended": gone}


@command("credential.end")
def credential_end(cmd: Command, *, kind: str, number: str) -> SessionsEnded:
    """End one credential of the actor by the number that it has on the page of the account; twice is once."""
    ending = next((one.end_one for one in kinds() if one.key == kind), None)
    gone = ending(cmd.actor.user, number, cmd.at) if ending is not None else 0
    cmd.record(user=cmd.actor.user.pk, kind=kind if ending is not None else "", ended=gone)
    return {"ended": gone}


def signed_out(user: Account, session: str) -> None:
    """End what hangs on a session that its owner leaves. As the session itself, it is told by no ledger."""
    end(Happening.SIGN_OUT, Hung(person=user.pk, at=timezone.now(), session=session))


@command("session.end_all")
def session_end_all(cmd: Command, *, user: Account) -> SessionsEnded:
    """The operator ends every session of a person, or (``user`` None) of everybody."""
    people = User.objects.all() if user is None else User.objects.filter(pk=user.pk)
    people.update(session_epoch=F("session_epoch") + 1)
    gone = end(Happening.END_ALL, Hung(person=user.pk if user else 0, at=cmd.at, everybody=user is None))
    cmd.record(user=user.pk if user else None, ended=gone)
    return {"ended": gone}


@command("account.make_office")
def account_make_office(cmd: Command, *, user: Account) -> AboutAccount:
    """Mark a person as the sanctioning office, which approves organized play."""
    user.is_office = True
    user.save(update_fields=["is_office"])
    cmd.record(user=user.pk)
    return {"user": user.pk}


@command("link.create")
def link_create(cmd: Command, *, tournament: HasChain, user: Account) -> LinkMade:
    """A new personal link for a guest of this tournament; the earlier one and its session end. Returns its token once.

    Raises UserError for anybody who has an account: nobody but its owner lets somebody into an account.
    """
    guest = User.objects.select_for_update(no_key=True).filter(pk=user.pk, is_active=True).first()
    if guest is None or guest.guest_of != tournament.chain_key:
        raise UserError("not_a_guest", _("Only a guest of this tournament gets a personal link."))
    guest.session_epoch += 1
    guest.guest_since = None
    guest.save(update_fields=["session_epoch", "guest_since"])
    end(Happening.END_ALL, Hung(person=guest.pk, at=cmd.at))
    token = secrets.token_urlsafe(18)
    PersonalLink.objects.create(
        user=guest, token_hash=token_hash(token), expires_at=cmd.at + timedelta(days=LINK_DAYS)
    )
    cmd.record(user=guest.pk)
    return {"token": token}


@command("link.use")
def link_use(cmd: Command, *, tournament: HasChain, token_sha256: str) -> SignedIn:
    """Open a personal link, once: the guest it lets in and the epoch their session begins in.

    An unknown, used, old or withdrawn one is refused in the same words. The guest's row is held, so that of two
    phones at once one comes in, and a new link made meanwhile wins.
    """
    found = PersonalLink.objects.filter(token_hash=token_sha256).values_list("user_id", flat=True).first()
    guest = User.objects.select_for_update(no_key=True).filter(pk=found or 0, is_active=True).first()
    link = PersonalLink.objects.filter(
        token_hash=token_sha256, revoked_at=None, used_at=None, expires_at__gt=cmd.at
    ).first()
    if guest is None or link is None or guest.guest_of != tournament.chain_key:
        raise refused_link()
    link.used_at = cmd.at
    link.save(update_fields=["used_at"])
    guest.session_epoch += 1
    guest.guest_since = cmd.at
    guest.save(update_fields=["session_epoch", "guest_since"])
    cmd.record(user=guest.pk)
    return {"user": guest.pk, "epoch": guest.session_epoch}


def refused_link() -> UserError:
    """What everybody reads whose link opens nothing, whatever the reason."""
    return UserError("link", _("This link no longer works. Ask the desk for a new one."))
