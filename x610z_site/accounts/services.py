"""Writing people: sign-up, names, the personal links of guests."""

import hashlib
import secrets
from datetime import timedelta
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from ledger.commands import Command, HasChain, command
from ledger.errors import Problem, UserError
from ledger.names import clean_name, fold

from .models import PersonalLink, User

LINK_DAYS = 14


def token_hash(token: str) -> str:
    """What is stored of a personal link: not enough to sign in with."""
    return hashlib.sha256(token.encode()).hexdigest()


@command("account.create")
def account_create(
    cmd: Command, *, username: str, password: str, display_name: str, language: str = ""
) -> dict[str, Any]:
    """Make an account; the display name is what other players see."""
    display_name, username = clean_name(display_name)[:60], fold(username)[:60]
    problems = []
    if len(username) < 3 or not username.replace("-", "").replace("_", "").replace(".", "").isalnum():
        problems.append(Problem("username", _("Use at least three letters or digits."), "username"))
    elif User.objects.filter(username=username).exists():
        problems.append(Problem("username_taken", _("This name is taken. Choose another."), "username"))
    if len(display_name) < 2:
        problems.append(Problem("display_name", _("Write the name other players may see."), "display_name"))
    try:
        validate_password(password)
    except ValidationError as error:
        problems.extend(Problem("password", text, "password") for text in error.messages)
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


@command("account.make_office")
def account_make_office(cmd: Command, *, user: Any) -> dict[str, Any]:
    """Mark a person as the sanctioning office, which approves organized play."""
    user.is_office = True
    user.save(update_fields=["is_office"])
    cmd.record(user=user.pk)
    return {"user": user.pk}


@command("link.create")
def link_create(cmd: Command, *, tournament: HasChain, user: Any) -> dict[str, Any]:
    """A new personal link for a guest of this tournament; the earlier one and its session end. Returns its token once.

    Raises UserError for anybody who has an account: nobody but its owner lets somebody into an account.
    """
    guest = User.objects.select_for_update(no_key=True).filter(pk=user.pk, is_active=True).first()
    if guest is None or guest.guest_of != tournament.chain_key:
        raise UserError("not_a_guest", _("Only a guest of this tournament gets a personal link."))
    PersonalLink.objects.filter(user=guest, revoked_at=None).update(revoked_at=cmd.at)
    guest.session_epoch += 1
    guest.guest_since = None
    guest.save(update_fields=["session_epoch", "guest_since"])
    token = secrets.token_urlsafe(18)
    PersonalLink.objects.create(
        user=guest, token_hash=token_hash(token), expires_at=cmd.at + timedelta(days=LINK_DAYS)
    )
    cmd.record(user=guest.pk)
    return {"token": token}


@command("link.use")
def link_use(cmd: Command, *, tournament: HasChain, token_sha256: str) -> dict[str, Any]:
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
    return UserError("link", _("This link does not work any more. Ask the desk for a new one."))
